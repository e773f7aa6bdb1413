"""What is stored, read past the bot while it lives, dies and lives again; and what has to be true of it at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection

from benches.soak.coins import wrong_coins
from benches.soak.databases import Outside
from benches.soak.hearing import Played
from benches.soak.payouts import wrong_payouts
from bot import bank
from bot.db import Database
from bot.tables.loading import load
from bot.tables.standing import header_of, read_log
from bot.tables.table import Table
from engines import catalog
from engines.core import Outcome, Private, Row, Unreadable
from engines.verify import Log, logs, verify

UNFINISHED = "the log ends before the game is over"
"""The one thing that may be said against the log of a race that runs."""


CARD = re.compile(r"\d")
"""What cards have in common in the logs of all games: `red+10`, `h12`; horses have no number."""


class Race(NamedTuple):
    """A table as it is stored at one moment."""

    table_id: str
    status: str
    length: int
    taken: int
    """How many seats somebody has, and is ready for."""


class Books:
    """The database, read by queries of its own."""

    def __init__(self, database: Outside) -> None:
        self.read = database.read

    def newest(self, guild_id: str) -> Race | None:
        """Read the table that was opened last in a server."""
        found = self.read(
            "SELECT table_id, status, length,"
            " (SELECT count(*) FROM seats WHERE seats.table_id = tables.table_id AND ready)"
            " FROM tables WHERE guild_id = ? ORDER BY created_at DESC, table_id LIMIT 1",
            int(guild_id),
        )
        return Race(*found[0]) if found else None

    def seated(self, table_id: str) -> set[str]:
        """Read which people sit at a table."""
        return {user for user in self.seats(table_id) if user}

    def seats(self, table_id: str) -> list[str | None]:
        """Read whose the seats of a table are that are taken; None: a computer player's."""
        taken = self.read("SELECT user_id FROM seats WHERE table_id = ?", table_id)
        return [str(user_id) if user_id else None for (user_id,) in taken]

    def told(self, table_id: str) -> Sequence[tuple[Any, ...]]:
        """Read how often every post of a table was made and asked for, and why it was given up."""
        return self.read(
            "SELECT kind, user_id, fulfilled, requested, tries, problem FROM outbox WHERE table_id = ?",
            table_id,
        )

    @property
    def due(self) -> list[Any]:
        """Which posts are to be made."""
        return self.read(
            "SELECT table_id, kind, user_id, fulfilled, requested, tries FROM outbox"
            " WHERE fulfilled < requested AND problem IS NULL"
        )

    @property
    def problems(self) -> list[Any]:
        """Which posts were given up."""
        return self.read("SELECT table_id, kind, problem FROM outbox WHERE problem IS NOT NULL")

    def log(self, table_id: str) -> list[Any]:
        """Read the log of a table."""
        return self.read("SELECT n, seat, action, events FROM log WHERE table_id = ? ORDER BY n", table_id)

    @property
    def started(self) -> list[str]:
        """Name the tables with a log."""
        return [str(row[0]) for row in self.read("SELECT DISTINCT table_id FROM log ORDER BY table_id")]


class Kept:
    """Holds that a row of a log that was once committed stands there for ever."""

    def __init__(self, books: Books) -> None:
        self._books = books
        self._known: dict[str, tuple[int, str]] = {}

    def lost(self) -> Iterator[str]:
        """Read all logs again; say of which an earlier row is gone or another one."""
        for table_id in self._books.started:
            rows = self._books.log(table_id)
            count, before = self._known.get(table_id, (0, _digest(())))
            if _digest(rows[:count]) != before:
                yield f"table {table_id}: rows that were committed have changed"
            if [row[0] for row in rows] != list(range(len(rows))):
                yield f"table {table_id}: its log has a gap"
            self._known[table_id] = (len(rows), _digest(rows))


def _digest(rows: Sequence[Any]) -> str:
    return sha256(repr(list(rows)).encode()).hexdigest()


def _table_and_log(db: Connection, table_id: str) -> tuple[Table, Sequence[Row]]:
    table = load(db, table_id)
    return table, read_log(db, table)


async def problems_at_the_end(database: Outside, published: Mapping[str, bytes]) -> tuple[int, list[str]]:
    """Check every log, what was published of them, and the bank; return how many logs, and what is wrong.

    `published` are the race logs that were attached to results, by file name.
    """
    problems = []
    books = Books(database)
    store = await Database.open_existing(database.address)
    try:
        problems += [f"the bank: {problem}" for problem in await store.read(bank.audit)]
        problems += [f"the coins: {problem}" for problem in wrong_coins(books.read)]
        tables = books.started
        for table_id in tables:
            table, rows = await store.read(_table_and_log, table_id)
            stored = Log(1, header_of(table), tuple(row.line() for row in rows))
            is_open = table.status.is_open or table.status == "cancelled"
            outcome, wrong = judged(stored, is_open=is_open)
            shown = published.get(f"{table.game}-{table_id}.jsonl")
            if table.status == "finished":
                wrong += wrong_in_public(shown, stored)
                wrong += wrong_payouts(books.read, table_id, stored.header, outcome) if outcome else ()
            problems += [f"table {table_id}: {each}" for each in wrong]
    finally:
        await store.close()
    return len(tables), problems


async def played_at(database: Outside) -> list[Played]:
    """Read every table with a log, with all that says who could know what of it."""
    books, found = Books(database), []
    store = await Database.open_existing(database.address)
    try:
        for table_id in books.started:
            table, rows = await store.read(_table_and_log, table_id)
            times = [at for (at,) in books.read("SELECT at FROM log WHERE table_id = ? ORDER BY n", table_id)]
            ((told_to,),) = books.read(
                "SELECT coalesce(max(told_to), 0) FROM outbox WHERE table_id = ? AND kind = 'board'", table_id
            )
            found.append(
                Played(
                    table_id,
                    Log(1, header_of(table), tuple(row.line() for row in rows)),
                    times,
                    str(table.thread_id or table.channel_id),
                    {str(seat.user_id): seat.number for seat in table.seats if seat.user_id},
                    is_finished=table.status == "finished",
                    told_to=told_to,
                )
            )
    finally:
        await store.close()
    return found


def judged(log: Log, *, is_open: bool) -> tuple[Outcome | None, list[str]]:
    """Return how a game has ended by its log, and what is wrong with that; an open one need not have an end."""
    try:
        verdict = verify(log)
    except Unreadable as error:
        return None, [str(error)]
    wrong = [str(each) for each in verdict.problems if not (is_open and each.text == UNFINISHED)]
    return verdict.outcome, wrong


def wrong_in_public(shown: bytes | None, stored: Log) -> Iterator[str]:
    """Say in what the published log of a finished race differs from what is stored."""
    if shown is None:
        yield "its log was not published"
        return
    (log,) = logs(shown.decode())
    if log.lines != stored.lines or log.header != stored.header:
        yield "the published log is not what is stored"


def private_facts(database: Outside) -> set[str]:
    """Name what no log of a program may say: cards that only some were dealt, decisions, and people's names."""
    books = Books(database)
    stored = books.read("SELECT game, events FROM log JOIN tables USING (table_id)")
    events = (catalog.event_reader(game)(event) for game, text in stored for event in json.loads(text))
    private = (event for event in events if isinstance(event, Private))
    cards = {text for event in private for text in _texts(event) if CARD.search(text)}
    decisions = {text for (text,) in books.read("SELECT action FROM log WHERE action IS NOT NULL")}
    names = {name for (name,) in books.read("SELECT name FROM seats WHERE user_id IS NOT NULL")}
    return cards | decisions | names


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for each in value.values():
                yield from _texts(each)
        case list():
            for each in value:
                yield from _texts(each)
