"""`paddock bench history`: how long the bot's statements take once very many games are over.

A scratch database is filled with games that were finished long ago, as retention leaves them: a row a table, its
results and its coins. One server has a tenth of all games, and there everything is asked.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click

from benches import options
from benches.figures import Measured, tell
from bot import bank
from bot.bank.standings import board
from bot.db import Database
from bot.messages.snapshot import installed_games
from bot.outbox.lookups import due_tables
from bot.tables import Tables, day_commands, deadlines, export, guild_commands
from bot.tables.reading import finished_in, open_in, run_in
from bot.tables.retention import EMPTIED, USUAL_RETENTION, Sweeper

BUSY, CHANNEL, SOMEBODY = 1, 7, 1_000_000
"""The server, the thread and the person that are asked about."""

FEW = 1_000
"""Games in the database that is the yardstick."""

PEOPLE = 20
"""How many play in a server."""

SEATS, STAKE = 2, 100

DAY = 24 * 60 * 60_000
NOW = 1_800_000_000_000
"""Milliseconds since 1970 UTC."""

ROWS_AT_ONCE = 50_000
TRIES = 7
"""How often a statement is asked; the median counts."""


@click.command()
@options.number("--games", click.IntRange(FEW, 5_000_000), 1_000_000, "How many are over.")
@options.number("--servers", click.IntRange(2, 100_000), 1_000, "Over how many servers.")
@options.as_json
def command(games: int, servers: int, as_json: bool) -> None:
    """Time what the bot asks of a database with very many finished games, and with few.

    \b
    Examples:
      paddock bench history
      paddock bench history --games 100000 --json
    """
    options.refuse_old_sqlite()
    with TemporaryDirectory() as folder:
        few = asked(Path(folder) / "few.db", FEW, servers)
        many = asked(Path(folder) / "many.db", games, servers)
    tell(figures(f"{games} games", many, few), as_json=as_json)


def figures(case: str, many: dict[str, float], few: dict[str, float]) -> Iterator[Measured]:
    """Yield every time in milliseconds, beside that of the small database."""
    for what, taken in many.items():
        yield Measured("history", case, what, taken, "ms", taken / few[what])


def asked(file: Path, games: int, servers: int) -> dict[str, float]:
    """Fill a new database and ask it everything; return the times in milliseconds."""
    url = f"sqlite+aiosqlite:///{file}"
    asyncio.run(_make(url))
    with closing(sqlite3.connect(file)) as db:
        fill(db, games, servers)
    return asyncio.run(_ask(url))


async def _make(url: str) -> None:
    await (await Database.open(url)).close()


# ------------------------------------------------------------------------------------------------ filling


def fill(db: sqlite3.Connection, games: int, servers: int) -> None:
    """Write finished games with their results and coins; indexes are made afterwards, which is quicker."""
    db.execute("PRAGMA synchronous = OFF")
    db.execute("PRAGMA foreign_keys = OFF")
    indexes = db.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    ).fetchall()
    for name, _ in indexes:
        db.execute(f"DROP INDEX {name}")
    for start in range(0, games, ROWS_AT_ONCE):
        _write_games(db, range(start, min(games, start + ROWS_AT_ONCE)), servers)
    _write_accounts(db)
    for _, sql in indexes:
        db.execute(sql)
    db.commit()


def server_of(game: int, servers: int) -> int:
    """Return where a game was played: every tenth in the busy server."""
    return BUSY if game % 10 == 0 else 2 + game % (servers - 1)


def players_of(game: int, guild: int) -> Sequence[int]:
    """Return who played it."""
    first = game // 10 % PEOPLE
    return [guild * SOMEBODY + (first + seat) % PEOPLE for seat in range(SEATS)]


_TABLE = (
    *("table_id", "guild_id", "channel_id", "thread_id", "host_id", "game", "options", "edition", "capacity"),
    *(
        "status",
        "secret",
        "salt",
        "length",
        "stakes",
        "buy_in",
        "created_at",
        "started_at",
        "ended_at",
    ),
    "swept",
)
_RESULT = (
    "table_id",
    "seat",
    "guild_id",
    "user_id",
    "game",
    "score",
    "place",
    "ended_at",
    "number",
    "people",
)
_PROFIT = ("guild_id", "user_id", "game", "table_id", "profit", "counted", "at")
_MOVEMENT = ("key", "source", "target", "amount", "reason", "table_id", "at")


def _write_games(db: sqlite3.Connection, games: range, servers: int) -> None:
    tables, results, movements, profits = [], [], [], []
    for game in games:
        name, guild, at = f"T{game}", server_of(game, servers), NOW - (400 * 1000 + game % 1000) * DAY // 1000
        stood = (name, guild, CHANNEL, CHANNEL, 0, "jockey", "{}", "{}", 6, "finished", b"", "[]")
        tables.append((*stood, 90, 1, STAKE, at, at, at, EMPTIED))
        for seat, user in enumerate(players_of(game, guild)):
            results.append((name, seat, guild, user, "jockey", 1000 - seat, seat + 1, at, game + 1, SEATS))
            profits.append((guild, user, "jockey", name, 0, 0, at))
            wallet, escrow = f"wallet:{guild}:{user}", f"escrow:{guild}:{name}"
            movements.append((f"buy_in:{name}:{seat}", wallet, escrow, STAKE, "buy_in", name, at))
            movements.append((f"pay_out:{name}:{seat}", escrow, wallet, STAKE, "pay_out", name, at))
    _insert(db, "tables", _TABLE, tables)
    _insert(db, "results", _RESULT, results)
    _insert(db, "movements", _MOVEMENT, movements)
    _insert(db, "profits", _PROFIT, profits)


def _insert(
    db: sqlite3.Connection, name: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    places = ", ".join("?" * len(columns))
    db.executemany(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})", rows)  # noqa: S608


def _write_accounts(db: sqlite3.Connection) -> None:
    """Write every account that coins moved through: the first of each wallet come from its server's house."""
    db.execute(
        "INSERT INTO accounts (account_id, guild_id, kind, owner, balance) "
        "SELECT 'escrow:' || guild_id || ':' || table_id, guild_id, 'escrow', table_id, 0 "
        "FROM tables"
    )
    db.execute(
        "INSERT INTO accounts (account_id, guild_id, kind, owner, balance) "
        "SELECT DISTINCT 'wallet:' || guild_id || ':' || user_id, guild_id, 'wallet', "
        "CAST(user_id AS TEXT), 5000 FROM results"
    )
    db.execute(
        "INSERT INTO accounts (account_id, guild_id, kind, owner, balance) "
        "SELECT 'house:' || guild_id, guild_id, 'house', '', -SUM(balance) "
        "FROM accounts GROUP BY guild_id"
    )
    db.execute(
        "INSERT INTO movements (key, source, target, amount, reason, at) SELECT 'opening:' || account_id, "
        "'house:' || guild_id, account_id, balance, 'opening', 0 FROM accounts WHERE kind = 'wallet'"
    )


# ------------------------------------------------------------------------------------------------- asking


async def _ask(url: str) -> dict[str, float]:
    opening = time.perf_counter()
    database = await Database.open(url)
    taken = {"open the database": (time.perf_counter() - opening) * 1000}
    tables = Tables(database, lambda: NOW, installed_games())
    somebody = BUSY * SOMEBODY
    try:
        for what, ask in _questions(database, tables, somebody).items():
            taken[what] = await _timed(ask, 1 if "books" in what else TRIES)
    finally:
        await database.close()
    return taken


def _questions(database: Database, tables: Tables, somebody: int) -> dict[str, Callable[[], Awaitable[Any]]]:
    def read(statement: Callable[..., Any], *facts: Any) -> Callable[[], Awaitable[Any]]:
        return partial(database.read, statement, *facts)

    async def exporting() -> None:
        async for _ in export.pages(database.read, somebody):
            pass

    return {
        "open tables": lambda: tables.database.read(open_in, BUSY),
        "finished tables": lambda: tables.database.read(finished_in, BUSY),
        "races of a thread": lambda: tables.database.read(run_in, BUSY, CHANNEL),
        "balance": read(bank.balance, BUSY, somebody),
        **{
            f"leaderboard: {by}": read(board, BUSY, by, "", bank.Since.ALL, 1, somebody, NOW)
            for by in (bank.By.WORTH, bank.By.PROFIT, bank.By.WINS)
        },
        "export": exporting,
        "start: servers": lambda: guild_commands.follow_guilds(tables, {BUSY}),
        "start: games": lambda: day_commands.follow_games(tables),
        "start: clocks": read(deadlines.earliest, 0),
        "start: posts": read(due_tables),
        "start: rules": tables.outdated.end_all,
        "look for what is old": partial(Sweeper(database, lambda: NOW, USUAL_RETENTION).sweep, NOW),
        "check a server's books": read(bank.audit, BUSY),
    }


async def _timed(ask: Callable[[], Awaitable[Any]], tries: int) -> float:
    """Return the median time in milliseconds."""
    taken = []
    for _ in range(tries):
        began = time.perf_counter()
        await ask()
        taken.append((time.perf_counter() - began) * 1000)
    return median(taken)
