"""What is told of one person in a server: noted as their games end, and read by index only.

Nothing here is worked out from logs or results anew, however many there are. What the wallet moved, which only its
owner is shown, are its newest movements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, case, literal, or_, select

from bot.bank.accounts import Account, in_play, wallet
from bot.bank.curve import CURVED, Move
from bot.bank.ledger import Reason
from bot.bank.playing import ALL_GAMES
from bot.db.locks import Lock, hold
from bot.db.schema import achievements, careers, movements, tallies, tote_bets, tote_sums
from bot.db.statements import inserting

HORSE, AHEAD = "horse", "ahead"
"""What is tallied: bets on a horse, and who finished ahead."""

LEAST_OFTEN = 3
"""Somebody is a nemesis who has finished ahead so often."""

_AT_ONCE = 500


class Placed(NamedTuple):
    """How a game ended for a person."""

    user: int
    place: int
    """1 is a win."""
    profit: int | None
    """Coins; None: the table was not played for any."""


class Career(NamedTuple):
    """How somebody's games ended: those of one game, or all."""

    games: int
    wins: int
    best_place: int
    profit: int
    streak: int
    """Games won one after the other, up to the last."""
    best_streak: int
    won: str
    """The games that were won, each between blanks."""
    best_profit: int | None
    """The most that one table has brought in coins."""
    best_table: str | None
    best_game: str | None


class Often(NamedTuple):
    """A horse, with its game ahead (`jockey:red`), or somebody by their id; and how often."""

    of: str
    times: int


class Achieved(NamedTuple):
    """Something that was achieved."""

    feat: str
    table: str
    at: int
    """Milliseconds since 1970 UTC."""


class Profile(NamedTuple):
    """What is kept of a person in a server."""

    games: Mapping[str, Career]
    """By game; all together under an empty name."""
    achieved: Sequence[Achieved]
    """Oldest first."""
    horse: Often | None
    nemesis: Often | None


def note_ended(
    db: Connection,
    guild: int,
    table: str,
    game: str,
    placed: Sequence[Placed],
    backed: Mapping[tuple[int, str], int],
) -> dict[int, Career]:
    """Note how a game ended for its people, and how often each of them bet on which horse in it.

    In the transaction that ends it, and once. Returns by user all their games as they are now.
    """
    hold(db, Lock.BOOKS, guild)
    rows = [
        {"guild_id": guild, "user_id": each.user, "game": of, **_first(each, game, table)}
        for each in sorted(placed)
        for of in (ALL_GAMES, game)
    ]
    found = db.execute(_noting(db.dialect.name), rows)
    noted = {user: Career(*facts) for user, of, *facts in found if of == ALL_GAMES}
    if tallied := [
        {"guild_id": guild, "user_id": user, "what": what, "of": of, "times": times}
        for (user, what, of), times in sorted(_tallied(game, placed, backed).items())
    ]:
        db.execute(_tallying(db.dialect.name), tallied)
    return noted


def _first(each: Placed, game: str, table: str) -> dict[str, Any]:
    """Return a career of this one game."""
    is_won = each.place == 1
    is_paid = each.profit is not None
    return Career(
        games=1,
        wins=int(is_won),
        best_place=each.place,
        profit=each.profit or 0,
        streak=int(is_won),
        best_streak=int(is_won),
        won=f" {game} " if is_won else "",
        best_profit=each.profit,
        best_table=table if is_paid else None,
        best_game=game if is_paid else None,
    )._asdict()


def _tallied(
    game: str, placed: Sequence[Placed], backed: Mapping[tuple[int, str], int]
) -> Counter[tuple[int, str, str]]:
    horses = {(user, HORSE, f"{game}:{horse}"): times for (user, horse), times in backed.items()}
    ahead = (
        (each.user, AHEAD, str(other.user)) for each in placed for other in placed if other.place < each.place
    )
    return Counter(horses) + Counter(ahead)


@cache
def _noting(dialect: str) -> Any:
    """Return what adds a game to careers; several rows are one statement where something is returned of them."""
    insert = inserting(dialect, careers)
    new, kept = insert.excluded, careers.c
    is_won, is_first = new.wins == 1, kept.won.contains(new.won)
    streak = case((is_won, kept.streak + 1), else_=0)
    is_best = or_(kept.best_profit.is_(None), new.best_profit > kept.best_profit)
    after = {
        "games": kept.games + 1,
        "wins": kept.wins + new.wins,
        "best_place": case((new.best_place < kept.best_place, new.best_place), else_=kept.best_place),
        "profit": kept.profit + new.profit,
        "streak": streak,
        "best_streak": case((streak > kept.best_streak, streak), else_=kept.best_streak),
        "won": case((is_first, kept.won), else_=kept.won + new.won),
        **{
            name: case((is_best, new[name]), else_=kept[name])
            for name in ("best_profit", "best_table", "best_game")
        },
    }
    changed = insert.on_conflict_do_update(index_elements=list(careers.primary_key), set_=after)
    return changed.returning(kept.user_id, kept.game, *(kept[name] for name in Career._fields))


@cache
def _tallying(dialect: str) -> Any:
    insert = inserting(dialect, tallies)
    more = {"times": tallies.c.times + insert.excluded.times}
    changed = insert.on_conflict_do_update(index_elements=list(tallies.primary_key), set_=more)
    return changed.returning(tallies.c.user_id)


def achieve(
    db: Connection, guild: int, table: str, done: Collection[tuple[int | None, int, str]], now: int
) -> list[tuple[int | None, str]]:
    """Note what people did at a table: seat (None: they watched), user, and feat. Return what is new, with the seat.

    What somebody has achieved before in this server they do not achieve again.
    """
    if not done:
        return []
    hold(db, Lock.BOOKS, guild)
    rows = [
        {"guild_id": guild, "user_id": user, "feat": feat, "table_id": table, "seat": seat, "at": now}
        for seat, user, feat in done
    ]
    insert = inserting(db.dialect.name, achievements)
    kept = achievements.c
    fresh = insert.on_conflict_do_nothing().returning(kept.user_id, kept.feat)
    new = {(user, feat) for user, feat in db.execute(fresh, rows)}
    return [(seat, feat) for seat, user, feat in done if (user, feat) in new]


def long_shots(db: Connection, table: str, race: int, pool: str, least: int) -> list[int]:
    """Name who has won a bet in a pool of a settled race with a dividend of `least` twentieths or more."""
    of, bets = tote_sums.c, tote_bets.c
    paid = (of.refunded.is_(False), of.dividend >= least)
    such = select(of.combination).where(of.table_id == table, of.race == race, of.pool == pool, *paid)
    combinations = list(db.scalars(such))
    if not combinations:
        return []
    theirs = (bets.table_id == table, bets.race == race, bets.pool == pool, bets.returned.is_(False))
    won = select(bets.user_id).where(*theirs, bets.user_id.is_not(None), bets.combination.in_(combinations))
    return sorted(db.scalars(won.distinct()))


def watchers_feats(db: Connection, table: str) -> list[tuple[int, str]]:
    """Return what those have achieved at a table who watched: by their id, and what."""
    theirs = select(achievements.c.user_id, achievements.c.feat)
    found = theirs.where(achievements.c.table_id == table, achievements.c.seat.is_(None))
    return [(user, feat) for user, feat in db.execute(found.order_by(achievements.c.user_id))]


def profile(db: Connection, guild: int, user: int, *, is_own: bool) -> Profile:
    """Return what is kept of a person; what nobody else could have seen only to themselves."""
    mine = (careers.c.guild_id == guild, careers.c.user_id == user)
    played = db.execute(select(careers.c.game, *(careers.c[name] for name in Career._fields)).where(*mine))
    done = select(achievements.c.feat, achievements.c.table_id, achievements.c.at).where(
        achievements.c.guild_id == guild, achievements.c.user_id == user
    )
    achieved = db.execute(done.order_by(achievements.c.at, achievements.c.feat))
    return Profile(
        games={game: Career(*facts) for game, *facts in played},
        achieved=[Achieved(*row) for row in achieved],
        horse=_most(db, guild, user, HORSE, 1) if is_own else None,
        nemesis=_most(db, guild, user, AHEAD, LEAST_OFTEN) if is_own else None,
    )


def _most(db: Connection, guild: int, user: int, what: str, least: int) -> Often | None:
    """Return what is tallied most often, `least` times at least; of equals always the same one."""
    mine = (tallies.c.guild_id == guild, tallies.c.user_id == user, tallies.c.what == what)
    most = select(tallies.c.of, tallies.c.times).where(*mine, tallies.c.times >= least)
    row = db.execute(most.order_by(tallies.c.times.desc(), tallies.c.of).limit(1)).one_or_none()
    return Often(*row) if row else None


def wallet_moves(db: Connection, guild: int, user: int) -> tuple[list[Move], set[str]]:
    """Return the newest movements of a wallet, newest first, and which tables' buy-ins still lie there.

    What a table of theirs has cost to sit down at is among them, however long ago that was.
    """
    mine = wallet(guild, user).id
    newest = [move for end in ("source", "target") for move in _newest(db, mine, end)]
    newest = sorted(newest, key=lambda move: move.movement, reverse=True)[:CURVED]
    bought = {move.table for move in newest if move.reason == Reason.BUY_IN}
    paid = {move.table for move in newest if move.reason in _SETTLING} - bought
    if unknown := [table for table in paid if table]:
        newest += _bought(db, mine, unknown)
    lying = db.execute(in_play(guild))
    return newest, {Account.of(str(row[0])).owner for row in lying}


_SETTLING = (Reason.PAY_OUT, Reason.DEBT, Reason.GIVE_BACK)


def _change(mine: str) -> Any:
    return case((movements.c.target == literal(mine), movements.c.amount), else_=-movements.c.amount)


def _moves(mine: str) -> Any:
    facts = (movements.c.movement_id, movements.c.at, _change(mine), movements.c.reason, movements.c.table_id)
    return select(*facts)


def _newest(db: Connection, mine: str, end: str) -> Iterator[Move]:
    own = _moves(mine).where(movements.c[end] == mine)
    found = db.execute(own.order_by(movements.c.movement_id.desc()).limit(CURVED))
    return (Move(*row) for row in found)


def _bought(db: Connection, mine: str, those: Sequence[str]) -> list[Move]:
    found: list[Move] = []
    for start in range(0, len(those), _AT_ONCE):
        some = movements.c.table_id.in_(those[start : start + _AT_ONCE])
        bought = _moves(mine).where(some, movements.c.source == mine, movements.c.reason == Reason.BUY_IN)
        found += [Move(*row) for row in db.execute(bought)]
    return found
