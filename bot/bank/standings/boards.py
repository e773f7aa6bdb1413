"""Boards: everybody of a server in the order of what they have, a page at a time, with one's own place.

Each is one query over results, profits, ratings or wallets. Nothing is added up in advance.

By worth players are ranked by wallet, money on tables and bets on the tote, less what they owe. So sitting down at a
table moves nobody down, borrowing nobody up, and nobody sees who has bet, or how much. Gifts, bets and grants put
nobody on that board: who has finished a game for coins is on it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    Subquery,
    and_,
    case,
    cast,
    func,
    literal,
    or_,
    select,
    union_all,
)

from bot.bank.accounts import AccountKind, in_play
from bot.bank.balances import HERE, open_bets
from bot.bank.playing import ALL_GAMES, PEOPLE_FOR_STAKES, finished_for_coins
from bot.bank.standings.ratings import PROVISIONAL
from bot.db.schema import (
    accounts,
    movements,
    profits,
    ratings,
    results,
    seasons,
    seats,
    tote_bets,
    tote_races,
)

A_PAGE: Final = 10
MOST_PAGES: Final = 100_000


class By(StrEnum):
    """What a board is in the order of."""

    WORTH = "worth"
    """Wallet and money on tables, less what is owed: as it is now, of all games together."""
    PROFIT = "profit"
    """Coins paid out at tables, less coins bought in."""
    WINS = "wins"
    RATING = "rating"
    """As it is now, of one game."""
    TOTE = "tote"
    """Coins that the tote paid, less coins bet; without what people lost who had their data erased since."""


class Since(StrEnum):
    """Since when is counted: days of UTC, weeks of ISO 8601, months, the open season, all time."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    ALL = "all"


class Line(NamedTuple):
    """Somebody on a board."""

    place: int
    """Equals share the better one."""
    user: int
    value: int
    games: int
    """Finished games; of the tote races bet on, of a rating rated games."""
    wins: int
    is_provisional: bool = False


class Board(NamedTuple):
    """A page of a board."""

    lines: list[Line]
    own: Line | None
    """Where the reader stands, whether or not that is on the page; None: nowhere."""
    total: int
    """How many stand on it."""
    page: int
    """From 1; the last one where a later one was asked for."""

    @property
    def pages(self) -> int:
        """How many there are, at least one."""
        return pages_of(self.total)


class _Counted(NamedTuple):
    """What is counted: a game, or all, and a period."""

    game: str
    begin: int | None = None
    end: int | None = None
    """Milliseconds since 1970 UTC; None: at any time."""
    results_before: int | None = None
    """The last result before the season; None: of any season."""
    profits_before: int | None = None

    def results(self, guild: int) -> list[ColumnElement[bool]]:
        """Tell the results of people; games of one person are practice."""
        return [
            *_within(results, guild, self, results.c.ended_at),
            results.c.people >= PEOPLE_FOR_STAKES,
            *([] if self.results_before is None else [results.c.number > self.results_before]),
        ]

    def profits(self, guild: int, *, of_tote: bool) -> list[ColumnElement[bool]]:
        """Tell the profits of people at tables, or on the tote."""
        return [
            *_within(profits, guild, self, profits.c.at),
            profits.c.race.is_not(None) if of_tote else profits.c.race.is_(None),
            *([] if self.profits_before is None else [profits.c.profit_id > self.profits_before]),
        ]


def pages_of(total: int) -> int:
    """Return how many pages so many fill."""
    return max(1, -(-total // A_PAGE))


def board(
    db: Connection, guild: int, by: By, game: str, since: Since, page: int, user: int, now: int
) -> Board | None:
    """Return a page of a board, as `user` reads it; None of a season where none is open.

    By worth there is neither game nor period, by rating no period: they are not looked at.
    """
    counted = _Counted(ALL_GAMES) if by is By.WORTH else _counted(db, guild, game, since, now)
    if counted is None and by is not By.RATING:
        return None
    if by is By.RATING or counted is None:
        counted = _Counted(game)
    found = db.execute(_page(_values(guild, by, counted), page, user)).all()
    total = found[0].total if found else 0
    beside = _beside(db, guild, by, counted, [row.user_id for row in found])
    lines = [_line(by, row, *beside.get(row.user_id, (0, 0))) for row in found]
    return Board(
        [line for line, row in zip(lines, found, strict=True) if row.is_on_page],
        next((line for line in lines if line.user == user), None),
        total,
        min(page, pages_of(total)),
    )


def _counted(db: Connection, guild: int, game: str, since: Since, now: int) -> _Counted | None:
    if since is Since.ALL:
        return _Counted(game)
    if since is Since.SEASON:
        facts = select(seasons.c.results_before, seasons.c.profits_before)
        row = db.execute(
            facts.where(seasons.c.guild_id == guild, seasons.c.closed_at.is_(None))
        ).one_or_none()
        return row and _Counted(game, results_before=row.results_before, profits_before=row.profits_before)
    return _Counted(game, *period_of(since, now))


def period_of(since: Since, now: int) -> tuple[int, int]:
    """Return begin and end of the day, week or month that a moment lies in, in milliseconds since 1970 UTC."""
    day = datetime.fromtimestamp(now // 1000, UTC).replace(hour=0, minute=0, second=0)
    if since is Since.TODAY:
        begin, end = day, day + timedelta(days=1)
    elif since is Since.WEEK:
        begin = day - timedelta(days=day.weekday())
        end = begin + timedelta(days=7)
    else:
        begin = day.replace(day=1)
        end = (begin + timedelta(days=31)).replace(day=1)
    return int(begin.timestamp()) * 1000, int(end.timestamp()) * 1000


def _within(
    rows: Any, guild: int, counted: _Counted, at: ColumnElement[int]
) -> Sequence[ColumnElement[bool]]:
    """Tell the rows of people of a guild in a game and a period."""
    return [
        rows.c.guild_id == guild,
        rows.c.user_id.is_not(None),
        *([rows.c.game == counted.game] if counted.game else []),
        *([] if counted.begin is None else [at >= counted.begin]),
        *([] if counted.end is None else [at < counted.end]),
    ]


def _values(guild: int, by: By, counted: _Counted) -> Select[Any]:
    """Select `user_id` and `value` of everybody on a board."""
    match by:
        case By.WORTH:
            return _worths(guild)
        case By.RATING:
            here = (ratings.c.guild_id == guild, ratings.c.game == counted.game)
            return select(ratings.c.user_id, ratings.c.shown.label("value")).where(*here)
        case By.WINS:
            mine = select(results.c.user_id, _wins().label("value")).where(*counted.results(guild))
            return mine.group_by(results.c.user_id)
    value = cast(func.sum(profits.c.counted), BigInteger).label("value")
    those = counted.profits(guild, of_tote=by is By.TOTE)
    return select(profits.c.user_id, value).where(*those).group_by(profits.c.user_id)


def _wins() -> ColumnElement[int]:
    return func.sum(case((results.c.place == 1, 1), else_=0))


def _worths(guild: int) -> Select[Any]:
    """Select what everybody is worth who has finished a game for coins."""
    is_wallet = accounts.c.kind == AccountKind.WALLET
    user = case((is_wallet, cast(accounts.c.owner, BigInteger)))  # owners of other accounts are no numbers
    owing, lying, bet = accounts.alias("owing"), _lying(guild), _bet(guild)
    is_theirs = and_(
        owing.c.guild_id == guild, owing.c.kind == AccountKind.MARKER, owing.c.owner == accounts.c.owner
    )
    held = (
        accounts.c.balance,
        *(func.coalesce(each, 0) for each in (owing.c.balance, lying.c.coins, bet.c.coins)),
    )
    value = cast(sum(held[1:], start=held[0]), BigInteger)
    return (
        select(user.label("user_id"), value.label("value"))
        .select_from(accounts)
        .outerjoin(owing, is_theirs)
        .outerjoin(lying, lying.c.source == accounts.c.account_id)
        .outerjoin(bet, bet.c.user_id == user)
        .where(accounts.c.guild_id == guild, is_wallet)
        .where(finished_for_coins(guild).where(results.c.user_id == user).exists())
    )


def _lying(guild: int) -> Subquery:
    """Select what people have bought in for at running tables."""
    coins = func.sum(movements.c.amount).label("coins")
    bought = select(movements.c.source, coins).where(movements.c.target.in_(in_play(guild)))
    return bought.group_by(movements.c.source).subquery("lying")


def _bet(guild: int) -> Subquery:
    """Select what people have bet on races that are not settled yet."""
    bets = open_bets(guild).subquery("bets")
    coins = func.sum(bets.c.stake).label("coins")
    return select(bets.c.user_id, coins).group_by(bets.c.user_id).subquery("bet")


def _page(values: Select[Any], page: int, user: int) -> Select[Any]:
    """Select a page of a board, or its last one, and the reader's own line, best first."""
    each = values.subquery("each")
    best_first = (each.c.value.desc(), each.c.user_id.desc())
    ranked = select(
        each,
        func.rank().over(order_by=each.c.value.desc()).label("place"),
        func.row_number().over(order_by=best_first).label("line"),
        func.count().over().label("total"),
    ).subquery("ranked")
    first = A_PAGE * (page - 1)
    before = case((ranked.c.total > first, first), else_=(ranked.c.total - 1) // A_PAGE * A_PAGE)
    is_on_page = and_(ranked.c.line > before, ranked.c.line <= before + A_PAGE)
    wanted = select(ranked, is_on_page.label("is_on_page"))
    return wanted.where(or_(is_on_page, ranked.c.user_id == user)).order_by(ranked.c.line)


def _beside(
    db: Connection, guild: int, by: By, counted: _Counted, users: Sequence[int]
) -> Mapping[int, tuple[int, int]]:
    """Return what is told of some people beside a value: games, or races bet on, and wins."""
    if by is By.RATING:
        rated = (ratings.c.guild_id == guild, ratings.c.game == counted.game, ratings.c.user_id.in_(users))
        wanted = select(ratings.c.user_id, ratings.c.games, literal(0)).where(*rated)
    elif by is By.TOTE:
        bet_on = func.count(
            (profits.c.table_id + ":" + cast(profits.c.race, profits.c.table_id.type)).distinct()
        )
        those = (*counted.profits(guild, of_tote=True), profits.c.user_id.in_(users))
        wanted = select(profits.c.user_id, bet_on, literal(0)).where(*those).group_by(profits.c.user_id)
    else:
        played = (*counted.results(guild), results.c.user_id.in_(users))
        wanted = select(results.c.user_id, func.count(), _wins()).where(*played).group_by(results.c.user_id)
    return {user: (games, wins) for user, games, wins in db.execute(wanted)}


def _line(by: By, row: Any, games: int, wins: int) -> Line:
    is_provisional = by is By.RATING and games < PROVISIONAL
    return Line(row.place, row.user_id, row.value, games, wins, is_provisional)


def most_rated(db: Connection, guild: int) -> str | None:
    """Name the game in which most people of a guild are rated; None if nobody is in any."""
    many = func.count().desc()
    wanted = select(ratings.c.game).where(ratings.c.guild_id == guild)
    game: str | None = db.scalar(wanted.group_by(ratings.c.game).order_by(many, ratings.c.game).limit(1))
    return game


def names_of(db: Connection, guild: int, users: Collection[int]) -> Mapping[int, str]:
    """Return what people were called in a guild when they last played or bet there; who is not known is left out."""
    if not users:
        return {}
    tables_of = ((profits, profits.c.at), (results, results.c.ended_at))
    lasts = [_last_seat(rows, at, guild, user) for rows, at in tables_of for user in users]
    players = {user: name for user, name in db.execute(union_all(*lasts)) if name}
    others = [user for user in users if user not in players]
    return {**_bettors(db, guild, others), **players} if others else players


def _last_seat(rows: Any, at: ColumnElement[int], guild: int, user: int) -> Select[Any]:
    """Select what somebody was called at the table of their last result, or of their last profit."""
    last = select(rows.c.table_id).where(rows.c.guild_id == guild, rows.c.user_id == user)
    if rows is profits:
        last = last.where(profits.c.race.is_(None))
    table = last.order_by(at.desc()).limit(1).scalar_subquery()
    return select(seats.c.owner_id, seats.c.name).where(seats.c.owner_id == user, seats.c.table_id == table)


def _bettors(db: Connection, guild: int, users: Collection[int]) -> Mapping[int, str]:
    """Return what people were called who bet in a guild, as of the last time."""
    last = select(func.max(tote_bets.c.bet_id)).join(tote_races, HERE)
    theirs = last.where(tote_races.c.guild_id == guild, tote_bets.c.user_id.in_(list(users)))
    named = select(tote_bets.c.user_id, tote_bets.c.name)
    found = db.execute(named.where(tote_bets.c.bet_id.in_(theirs.group_by(tote_bets.c.user_id))))
    return {user: name for user, name in found if name}
