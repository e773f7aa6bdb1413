"""Who is worth most.

Players are ranked by what they are worth: wallet, money on tables and bets on the tote, less what is owed. So sitting
down at a table moves nobody down, borrowing nobody up, and nobody sees who has bet, or how much. It is kept with the
wallet of everybody who has finished a game for coins (`accounts.worth`), by every movement that changes it; gifts, bets
and grants put nobody on the board.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    FromClause,
    Label,
    Row,
    Select,
    Subquery,
    and_,
    case,
    cast,
    exists,
    func,
    select,
    text,
    update,
)

from bot.bank.accounts import AccountKind, in_play, wallet
from bot.bank.check import GUILD
from bot.bank.open_bets import open_bets
from bot.bank.playing import finished_for_coins
from bot.bank.standings.spans import ALL_GAMES, ALL_TIME
from bot.db.schema import ON_THE_BOARD, accounts, movements, standings, tables

AT_ONCE = 500
"""How many come on the board in one statement at most."""


class Member(NamedTuple):
    """A user on a guild's leaderboard. Equal worth shares the better rank."""

    rank: int
    user: int
    worth: int
    wallet: int
    owed: int
    in_play: int
    games: int
    wins: int


def leaderboard(db: Connection, guild: int, limit: int, offset: int = 0) -> list[Member]:
    """Return a page of the guild's players, best first."""
    best = (accounts.c.worth.desc(), accounts.c.owner.desc())  # as their index has them
    those = select(accounts.c.account_id).where(_on_the_board(guild)).order_by(*best)
    found = _members().where(accounts.c.account_id.in_(those.limit(limit).offset(offset))).order_by(*best)
    page = list[Member]()
    for number, row in enumerate(db.execute(found), offset + 1):
        is_tied = bool(page) and page[-1].worth == row.worth
        rank = page[-1].rank if is_tied else number if page else _rank(db, guild, row.worth)
        page.append(_member(rank, row))
    return page


def rank_of(db: Connection, guild: int, user: int) -> Member | None:
    """Find a user on it, None if they are not."""
    mine = _members().where(accounts.c.account_id == wallet(guild, user).id, accounts.c.worth.is_not(None))
    row = db.execute(mine).one_or_none()
    return None if row is None else _member(_rank(db, guild, row.worth), row)


def members(db: Connection, guild: int) -> int:
    """Return how many users the leaderboard has."""
    return int(db.scalar(select(func.count()).where(_on_the_board(guild))) or 0)


def put_on_the_board(db: Connection, guild: int, users: Collection[int]) -> None:
    """Keep from now on what these few are worth, who have finished a game for coins; the books are held.

    Who is on the board already stays there as they are.
    """
    theirs = accounts.c.account_id.in_([wallet(guild, user).id for user in users])
    newcomers = update(accounts).where(theirs, accounts.c.worth.is_(None))
    db.execute(newcomers.values(worth=worth_added_up(accounts, guild).scalar_subquery()))


def add_up_again(db: Connection, guild: int) -> None:
    """Put what balances and buy-ins say in the place of every worth of a guild; the books are held."""
    wallets = (accounts.c.guild_id == guild, accounts.c.kind == AccountKind.WALLET)
    db.execute(update(accounts).where(*wallets).values(worth=None))
    everybody = sorted({row.user_id for row in db.execute(finished_for_coins(guild))})
    for start in range(0, len(everybody), AT_ONCE):
        put_on_the_board(db, guild, everybody[start : start + AT_ONCE])


def has_newcomers(guild: int, table: str, users: Collection[int]) -> Label[bool]:
    """Select whether a table for coins has people who are not on the board yet."""
    theirs = accounts.c.account_id.in_([wallet(guild, user).id for user in users])
    for_coins = exists(select(tables.c.table_id).where(tables.c.table_id == table, tables.c.stakes))
    new = exists(select(accounts.c.account_id).where(theirs, accounts.c.worth.is_(None)))
    return and_(for_coins, new).label("has_newcomers")


def wrong_worths(db: Connection, guild: int | None) -> Sequence[str]:
    """Return which kept worths of a guild, or of all, are not what balances and buy-ins add up to, a sentence each."""
    of = select(accounts.c.guild_id).where(accounts.c.kind == AccountKind.WALLET).distinct()
    some = [guild] if guild is not None else sorted(db.scalars(of))
    return [
        f"The owner of {row.account_id} is kept as worth {row.worth}, but should be {row.should}."
        for each in some
        for row in db.execute(_WRONG, {"guild": each})
    ]


def _wrong() -> Select[Any]:
    """Find wallets of `GUILD` whose owners are kept as worth what they are not."""
    is_wallet = accounts.c.kind == AccountKind.WALLET
    user = case((is_wallet, cast(accounts.c.owner, BigInteger)))  # other owners are no numbers
    played = finished_for_coins(GUILD).distinct().subquery("played")
    coins = func.sum(movements.c.amount).label("coins")
    bought = select(movements.c.source, coins).where(movements.c.target.in_(in_play(GUILD)))
    lying, owing = bought.group_by(movements.c.source).subquery("lying"), accounts.alias("owing")
    is_theirs = and_(
        owing.c.guild_id == GUILD, owing.c.kind == AccountKind.MARKER, owing.c.owner == accounts.c.owner
    )
    bets = _bets(GUILD)
    staked = cast(func.sum(bets.c.stake), BigInteger).label("coins")
    bet = select(bets.c.user_id, staked).group_by(bets.c.user_id).subquery("bet")
    held = func.coalesce(lying.c.coins, 0) + func.coalesce(bet.c.coins, 0)
    sum_ = accounts.c.balance + held + func.coalesce(owing.c.balance, 0)
    should = case((played.c.user_id.is_not(None), sum_))
    return (
        select(accounts.c.account_id, accounts.c.worth, should.label("should"))
        .select_from(accounts)
        .outerjoin(played, played.c.user_id == user)
        .outerjoin(lying, lying.c.source == accounts.c.account_id)
        .outerjoin(bet, bet.c.user_id == user)
        .outerjoin(owing, is_theirs)
        .where(accounts.c.guild_id == GUILD, is_wallet, accounts.c.worth.is_distinct_from(should))
        .order_by(accounts.c.account_id)
    )


def worth_added_up(of: FromClause, guild: int) -> Select[Any]:
    """Select what the owner of a wallet in another statement is worth, from balances and buy-ins."""
    owing = accounts.alias("owing")
    is_theirs = (
        owing.c.guild_id == guild,
        owing.c.kind == AccountKind.MARKER,
        owing.c.owner == of.c.owner,
    )
    owed = select(owing.c.balance).where(*is_theirs).correlate(of).scalar_subquery()
    # As in `balance`: as a condition, the source would be looked up with all a wallet ever paid.
    theirs = case((movements.c.source == of.c.account_id, movements.c.amount), else_=0)
    on_tables = select(func.sum(theirs)).where(movements.c.target.in_(in_play(guild)))
    lying = func.coalesce(on_tables.correlate(of).scalar_subquery(), 0)
    bets = _bets(guild)
    user = case((of.c.kind == AccountKind.WALLET, cast(of.c.owner, BigInteger)))  # as in `_wrong`
    staked = select(func.sum(bets.c.stake)).where(bets.c.user_id == user)
    bet = func.coalesce(staked.correlate(of).scalar_subquery(), 0)
    all_of_it = of.c.balance + func.coalesce(owed, 0) + cast(lying, BigInteger) + cast(bet, BigInteger)
    return select(all_of_it).correlate(of)


def _bets(guild: int | BindParameter[int]) -> Subquery:
    """Select what has been bet on races of a guild that are still to be settled, and by whom."""
    return open_bets(guild).subquery("bets")


def _on_the_board(guild: int) -> ColumnElement[bool]:
    return and_(accounts.c.guild_id == guild, text(f"accounts.{ON_THE_BOARD}"))


def _rank(db: Connection, guild: int, worth: int) -> int:
    more = select(func.count()).where(_on_the_board(guild), accounts.c.worth > worth)
    return 1 + int(db.scalar(more) or 0)


def _members() -> Select[Any]:
    """Select what the board says of the owners of wallets that are on it."""
    kept, owing = standings.c, accounts.alias("owing")
    user = case((accounts.c.worth.is_not(None), cast(accounts.c.owner, BigInteger)))  # as in `_wrong`
    is_theirs = and_(
        owing.c.guild_id == accounts.c.guild_id,
        owing.c.kind == AccountKind.MARKER,
        owing.c.owner == accounts.c.owner,
    )
    all_of_it = and_(
        kept.guild_id == accounts.c.guild_id,
        kept.span == ALL_TIME,
        kept.game == ALL_GAMES,
        kept.user_id == user,
    )
    return (
        select(
            user.label("user"),
            accounts.c.worth,
            accounts.c.balance.label("wallet"),
            func.coalesce(-owing.c.balance, 0).label("owed"),
            func.coalesce(kept.games, 0).label("games"),
            func.coalesce(kept.wins, 0).label("wins"),
        )
        .select_from(accounts)
        .outerjoin(owing, is_theirs)
        .outerjoin(standings, all_of_it)
    )


def _member(rank: int, row: Row[Any]) -> Member:
    lying = row.worth - row.wallet + row.owed
    return Member(rank, row.user, row.worth, row.wallet, row.owed, lying, row.games, row.wins)


_WRONG = _wrong()
