"""Working the standings of a guild out anew, from its results and movements alone, and telling what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Select,
    Subquery,
    and_,
    case,
    func,
    literal,
    select,
    union_all,
    update,
)

from bot.bank.accounts import AccountKind
from bot.bank.check import GUILD
from bot.bank.ledger import Reason
from bot.bank.playing import DAY, PEOPLE_FOR_STAKES
from bot.bank.standings.ratings import STREAMED, Rating, rated_again, rates_again
from bot.bank.standings.spans import is_passing
from bot.bank.standings.sums import COUNTED, Change, Key, OpenSeason, Sums, add_days, add_rows
from bot.bank.standings.taken_back import taken_back
from bot.bank.standings.tote_days import BEFORE, TOTE_DAYS
from bot.bank.standings.worth import add_up_again
from bot.db.locks import Lock, hold
from bot.db.schema import accounts, movements, ratings, results, standings, tables

_GUILDS = union_all(
    *(select(table.c.guild_id).distinct() for table in (results, standings, ratings, accounts))
)
_KEPT_SUMS = select(
    standings.c.span, standings.c.game, standings.c.user_id, *(standings.c[each] for each in COUNTED)
).where(standings.c.guild_id == GUILD)
_KEPT_RATINGS = select(
    ratings.c.game, ratings.c.user_id, ratings.c.mu, ratings.c.sigma, ratings.c.games
).where(ratings.c.guild_id == GUILD)


def wrong_standings(db: Connection, guild: int | None) -> list[str]:
    """Return which sums and ratings of a guild, or of all, are not what results and movements say, a sentence each.

    Takes time in proportion to them.
    """
    some = [guild] if guild is not None else _guilds(db)
    return [problem for each in some for problem in _wrong(db, each)]


def counts_again(db: Connection, guild: int) -> None:
    """Put what results and movements say in the place of every sum, rating and worth of a guild."""
    hold(db, Lock.BOOKS, guild)
    nothing = dict.fromkeys(COUNTED, 0)
    db.execute(update(standings).where(standings.c.guild_id == guild).values(nothing))
    add_rows(
        db,
        [
            {
                "guild_id": guild,
                "span": span,
                "game": game,
                "user_id": user,
                "table_id": None,
                **change._asdict(),
            }
            for (span, game, user), change in summed_again(db, guild).items()
        ],
    )
    rates_again(db, guild)
    add_up_again(db, guild)


def _guilds(db: Connection) -> list[int]:
    return sorted({row.guild_id for row in db.execute(_GUILDS)})


def _wrong(db: Connection, guild: int) -> list[str]:
    kept, again = _kept_sums(db, guild), summed_again(db, guild)
    sums = _wrong_sums(guild, kept, again)
    return sums + list(_wrong_ratings(guild, _kept_ratings(db, guild), rated_again(db, guild)))


def _wrong_sums(guild: int, kept: Mapping[Key, Change], again: Mapping[Key, Change]) -> list[str]:
    known = {*kept, *(key for key in again if not is_passing(key[0]))}  # others may have been deleted
    wrong = (key for key in known if kept.get(key, Change()) != again.get(key, Change()))
    return [
        f"The sums of {user} in guild {guild} ({span}, {game or 'all games'}) are "
        f"{_told(kept.get((span, game, user)))}, but should be {_told(again.get((span, game, user)))}."
        for span, game, user in sorted(wrong)
    ]


def _told(change: Change | None) -> str:
    sums = change or Change()
    return ", ".join(f"{name} {getattr(sums, name)}" for name in COUNTED)


def _wrong_ratings(
    guild: int, kept: dict[tuple[str, int], Rating], again: dict[tuple[str, int], Rating]
) -> Iterator[str]:
    for game, user in sorted({*kept, *again}):
        has, should = kept.get((game, user)), again.get((game, user))
        if has != should:
            yield f"The rating of {user} in guild {guild} ({game}) is {has}, but the results say {should}."


def _kept_sums(db: Connection, guild: int) -> dict[Key, Change]:
    found = db.execute(_KEPT_SUMS, {"guild": guild}, execution_options=STREAMED)
    return {(span, game, user): Change(*sums) for span, game, user, *sums in found}


def _kept_ratings(db: Connection, guild: int) -> dict[tuple[str, int], Rating]:
    found = db.execute(_KEPT_RATINGS, {"guild": guild})
    return {(game, user): Rating(*facts) for game, user, *facts in found}


def summed_again(db: Connection, guild: int) -> dict[Key, Change]:
    """Add up what results and movements say of everybody, in every stretch of time."""
    season = OpenSeason.of(db, guild)
    sums = Sums(Change)
    for days_of, before in (
        (_PLAYED, season.results_before),
        (_PAID, season.movements_before),
        (TOTE_DAYS, season.movements_before),
    ):
        days = db.execute(days_of, {"guild": guild, "before": before}, execution_options=STREAMED)
        add_days(sums, (day._asdict() for day in days), season)
    for key, change in taken_back(db, guild).items():
        sums[key] += change
    return dict(sums)


def _played() -> Select[Any]:
    """Select how many games people have finished and won, by game and day; games of one person are practice."""
    people = func.count(func.coalesce(results.c.user_id, results.c.rated_as))
    in_company = select(results.c.table_id).where(results.c.guild_id == GUILD).group_by(results.c.table_id)
    counted = results.c.table_id.in_(in_company.having(people >= PEOPLE_FOR_STAKES))
    day = (results.c.ended_at // DAY).label("day")
    late = case((results.c.number > BEFORE, 1), else_=0).label("late")
    wins = func.sum(case((results.c.place == 1, 1), else_=0)).label("wins")
    who = results.c.user_id.label("user")
    of = select(who, results.c.game, day, late, func.count().label("games"), wins)
    mine = of.where(results.c.guild_id == GUILD, results.c.user_id.is_not(None), counted)
    return mine.group_by(results.c.user_id, results.c.game, day, late)


def _paid() -> Select[Any]:
    """Select what tables have brought people, by game and day: what is paid out comes from a table's escrow."""
    settled, flows = _settled(), _flows()
    day = (settled.c.at // DAY).label("day")
    late = case((settled.c.last > BEFORE, 1), else_=0).label("late")
    sums = (func.sum(flows.c.paid).label("paid"), func.sum(flows.c.change).label("profit"))
    who = flows.c.owner.label("user")
    of = select(who, tables.c.game, day, late, *sums).select_from(flows)
    joined = of.join(settled, settled.c.table_id == flows.c.table_id)
    with_game = joined.outerjoin(tables, tables.c.table_id == flows.c.table_id)
    return with_game.group_by(flows.c.owner, tables.c.game, day, late)


def _settled() -> Subquery:
    """Select the tables of a guild that were paid out, and when."""
    pools = select(accounts.c.account_id).where(
        accounts.c.guild_id == GUILD, accounts.c.kind == AccountKind.ESCROW
    )
    out = (movements.c.source.in_(pools), movements.c.reason.in_([Reason.PAY_OUT, Reason.REMAINDER]))
    last = (func.max(movements.c.at).label("at"), func.max(movements.c.movement_id).label("last"))
    return select(movements.c.table_id, *last).where(*out).group_by(movements.c.table_id).subquery("settled")


def _flows() -> Subquery:
    """Select what went from people to tables, and came back."""
    theirs = and_(
        accounts.c.guild_id == GUILD, accounts.c.kind == AccountKind.WALLET, accounts.c.owner.not_like("-%")
    )

    def of(end: Column[Any], reason: Reason, sign: int, paid: int) -> Select[Any]:
        change = (sign * movements.c.amount).label("change")
        wanted = select(accounts.c.owner, movements.c.table_id, change, literal(paid).label("paid"))
        return wanted.join(movements, end == accounts.c.account_id).where(
            theirs, movements.c.reason == reason
        )

    return union_all(
        of(movements.c.source, Reason.BUY_IN, -1, 1),
        of(movements.c.source, Reason.DEBT, -1, 0),
        of(movements.c.target, Reason.PAY_OUT, 1, 0),
    ).subquery("flows")


_PLAYED, _PAID = _played(), _paid()
