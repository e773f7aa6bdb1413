"""What boards cost in a server with very many members and movements: every column, every stretch of time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert

from benches.figures import Measured
from bot import bank
from bot.bank.accounts import escrow, house, wallet
from bot.bank.standings import A_PAGE, ALL_GAMES, By, Since, board
from bot.db import Database
from bot.db.schema import accounts, movements, profits, ratings, results, seasons, tables
from engines import catalog

GUILD, FIRST = 1, 10**6
DAY = 24 * 60 * 60_000
NOW = 1_789_000_000_000
"""Milliseconds since 1970 UTC."""

DAYS, OF_SEASON = 90, 20
"""Over how many days everything is spread, and how many of them are of the season."""

SEATS, STAKE = 8, 100

TRIES = 15
AT_ONCE = 20_000


async def measured(database: Database, members: int, moved: int) -> list[Measured]:
    """Fill a database and read every board: its first page or one in its middle, with one's own place."""
    await _fill(database, members, moved)
    case, figures = "leaderboard", list[Measured]()
    for by in By:
        for game in {By.WORTH: (ALL_GAMES,), By.RATING: ("jockey",)}.get(by, (ALL_GAMES, "jockey")):
            for since in Since if by not in {By.WORTH, By.RATING} else (Since.ALL,):
                taken = await _taken(database, by, game, since, members)
                what = " ".join(filter(None, (by, game, since)))
                figures.append(Measured("bank", case, f"{what}, median", median(taken), "ms"))
    return figures


async def _taken(database: Database, by: By, game: str, since: Since, members: int) -> list[float]:
    taken = []
    for number in range(TRIES):
        page = 1 if number % 2 else max(1, members // A_PAGE // 2)
        taken.append(await database.read(_read_board, by, game, since, page, FIRST + number))
    return taken


def _read_board(db: Connection, by: By, game: str, since: Since, page: int, reader: int) -> float:
    """Read a page of a board; return the milliseconds it takes."""
    began = perf_counter()
    found = board(db, GUILD, by, game, since, page, reader, NOW)
    took = (perf_counter() - began) * 1000
    assert found is not None
    return took


async def _fill(database: Database, members: int, moved: int) -> None:
    """Write people, their results and movements at tables, and the profits that those would have left."""
    luck, games = Random(7), sorted(catalog.GAMES)  # noqa: S311 - nothing is secret
    many = moved // (2 * SEATS)
    before = many * (DAYS - OF_SEASON) // DAYS
    season = {"guild_id": GUILD, "name": "", "started_at": NOW - OF_SEASON * DAY, "results_before": before}
    await _put(database, seasons, [season | {"profits_before": 2 * SEATS * before}])
    await _put(database, accounts, _accounts(members))
    await _put(database, tables, (_table(number, games) for number in range(many)))
    await _put(database, accounts, (escrow(GUILD, _name(number)).row(0) for number in range(many)))
    played = [seat for number in range(many) for seat in _played(number, many, members, luck, games)]
    await _put(database, movements, (row for seat in played for row in _moved(seat)))
    await _put(database, results, map(_result, played))
    await _put(database, profits, (row for seat in played for row in _profits(seat, luck)))
    await _put(database, ratings, (_rating(user, game, luck) for game in games for user in _people(members)))


class Played(NamedTuple):
    """A seat of a table that is over."""

    number: int
    seat: int
    user: int
    game: str
    final: int
    days_ago: int

    @property
    def at(self) -> int:
        """When that was."""
        return NOW - self.days_ago * DAY


def _played(number: int, many: int, members: int, luck: Random, games: Sequence[str]) -> Iterator[Played]:
    game, days_ago = games[number % len(games)], DAYS - 1 - number * DAYS // many
    for seat, user in enumerate(luck.sample(_people(members), min(SEATS, members))):
        yield Played(number, seat, user, game, luck.choice((50, 100, 150)), days_ago)


def _moved(played: Played) -> Iterator[dict[str, Any]]:
    name = _name(played.number)
    mine, pool = wallet(GUILD, played.user).id, escrow(GUILD, name).id
    for reason, source, target, amount in (
        ("buy_in", mine, pool, STAKE),
        ("pay_out", pool, mine, played.final),
    ):
        key = f"{reason}:{name}:{played.seat}"
        named = {"key": key, "source": source, "target": target, "amount": amount, "reason": reason}
        yield {**named, "table_id": name, "at": played.at}


def _result(played: Played) -> dict[str, Any]:
    named = {"table_id": _name(played.number), "seat": played.seat, "guild_id": GUILD, "user_id": played.user}
    placed = {"game": played.game, "score": played.final, "place": played.seat + 1}
    return {**named, **placed, "ended_at": played.at, "number": played.number + 1, "people": SEATS}


def _profits(played: Played, luck: Random) -> Iterator[dict[str, Any]]:
    """Yield what a seat's table brought, and one race of the tote there."""
    for race, pool, profit in (
        (None, None, played.final - STAKE),
        (1, "win", luck.randrange(-50, 50)),
    ):
        named = {
            "guild_id": GUILD,
            "user_id": played.user,
            "game": played.game,
            "table_id": _name(played.number),
        }
        yield {**named, "race": race, "pool": pool, "profit": profit, "counted": profit, "at": played.at}


def _people(members: int) -> range:
    return range(FIRST, FIRST + members)


def _accounts(members: int) -> Iterator[dict[str, Any]]:
    yield house(GUILD).row(-5000 * members)
    for user in _people(members):
        yield wallet(GUILD, user).row(4000 + user * 7919 % 3000)
        if user % 5 == 0:
            yield bank.accounts.marker(GUILD, user).row(-(user % 700))


def _table(number: int, games: Sequence[str]) -> dict[str, Any]:
    row = {"table_id": _name(number), "guild_id": GUILD, "channel_id": 2, "host_id": 3, "options": "{}"}
    row |= {"game": games[number % len(games)], "edition": "{}", "capacity": 8, "status": "finished"}
    row |= {"secret": bytes(32), "salt": "[]", "length": 1, "stakes": True}
    return row | {"buy_in": STAKE, "created_at": 0}


def _name(number: int) -> str:
    return f"B{number:07}"


def _rating(user: int, game: str, luck: Random) -> dict[str, Any]:
    mu = luck.uniform(15, 35)
    named = {"guild_id": GUILD, "game": game, "user_id": user, "mu": mu, "sigma": 4.0}
    return {**named, "games": 20, "shown": round(1000 + 40 * (mu - 12))}


async def _put(database: Database, table: Any, rows: Iterable[dict[str, Any]]) -> None:
    left = iter(rows)
    while some := list(islice(left, AT_ONCE)):
        await database.write(_insert, table, some)


def _insert(db: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    db.execute(insert(table), rows)
