"""A whole game of every kind while everybody logs whatever they can: nothing of it stands in the log."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random

import pytest

from benches.soak.knowledge import OF
from bot.client import Paddock
from bot.logs import OURS, LogFormat, LogHandler
from bot.messages.layout import MessageLayout
from bot.tables import Table
from bot.tables.loading import load
from bot.tables.standing import header_of, read_log
from bot.ui.screens import desk_posts
from engines.core import Row
from sandbox import Sandbox, UserClient
from tests.databases import reading
from tests.e2e.eavesdropping import cards
from tests.e2e.players import PATIENCE, all_posted, desk_of, find_desk, hurry, is_asking, press_at_random
from tests.e2e.shortcuts import running

pytestmark = pytest.mark.e2e

PEOPLE = ("Anastasia", "Bartholomew", "Cleopatra", "Dorothea", "Emilio", "Fiorella", "Gustavo", "Hildegard")
MOST = {"jockey": 6, "turfe": 6, "jumpyjack": 8, "sulkydrom": 8, "newmarket": 8}
SHORT = {
    "jockey": {"rounds": 1},
    "turfe": {"races": 1},
    "jumpyjack": {"target": 1},
    "sulkydrom": {"goal": "first"},
    "newmarket": {"deals": 1},
}


@dataclass
class Logged:
    """What was logged: every word that anybody had to say, and what of it was written."""

    said: io.StringIO
    stream: io.StringIO
    objects: io.StringIO

    @property
    def written(self) -> str:
        """What whoever reads the log sees."""
        return self.stream.getvalue()

    @property
    def gathered(self) -> str:
        """Every word of what whoever gathers logs gets: the same, as JSON."""
        return "\n".join(
            words for line in self.objects.getvalue().splitlines() for words in inside(json.loads(line))
        )


def inside(value: object) -> Iterator[str]:
    """Return everything that stands in a value of JSON."""
    match value:
        case dict():
            yield from (words for each in value.items() for words in inside(list(each)))
        case list():
            yield from (words for each in value for words in inside(each))
        case _:
            yield str(value)


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[Logged]:
    """Have every logger there is say everything, and write it as the running bot does."""
    root, said, stream, objects = logging.getLogger(), io.StringIO(), io.StringIO(), io.StringIO()
    handlers = [logging.StreamHandler(said), LogHandler(stream), LogHandler(objects, LogFormat.JSON)]
    loggers = [each for each in root.manager.loggerDict.values() if isinstance(each, logging.Logger)]
    levels = {each: each.level for each in (root, *loggers)}
    with monkeypatch.context() as patch:
        patch.setattr(root, "handlers", handlers)
        for each in levels:
            each.setLevel(logging.DEBUG)
        yield Logged(said, stream, objects)
    for each, level in levels.items():
        each.setLevel(level)


async def rows_of(bot: Paddock, table: str) -> Sequence[Row]:
    with reading(bot.database) as db:
        return read_log(db, load(db, table))


def written_out(rows: Sequence[Row]) -> Iterator[str]:
    """Return what a log says of decisions and hands, as plain data that could turn up anywhere."""
    for row in rows:
        yield from (json.dumps(each) for each in row.events if "cards" in each or "order" in each)
        if row.action:
            yield json.dumps(row.action, separators=(",", ":"))


async def press_once(person: UserClient, table: str, luck: Random) -> None:
    """Have somebody who is asked press something, so that their press passes through every library."""
    desk = find_desk(person, table)
    if desk is not None and is_asking(desk):
        await press_at_random(person, desk, luck)


@pytest.mark.parametrize("game", MOST)
async def test_whatever_is_logged_of_a_whole_game_holds_no_hand_no_bet_and_no_name(
    sandbox: Sandbox, bot: Paddock, logged: Logged, game: str
) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sandbox.user(name)) for name in PEOPLE[: MOST[game]]]
        table = await running(sandbox, bot, game, people, **SHORT[game])
        for person in people:
            await desk_of(person, table)
        for person in people:
            await press_once(person, table, Random(person.name))
        await hurry(bot, table)
        for person in people:
            await desk_of(person, table, "This race day is over.")
        await all_posted()
        rows = await rows_of(bot, table)
        played = await bot.tables.database.read(load, table)

    said, written = logged.said.getvalue(), f"{logged.written}\n{logged.gathered}"
    names, actions = PEOPLE[: MOST[game]], list(written_out(rows))
    assert all(name in said for name in names), "libraries do say it"
    assert sum(action in said for action in actions) > 5, "libraries do say it"
    assert not [secret for secret in (played.secret.hex(), *names, *actions) if secret in written]
    assert not [*given_away(written, played)]
    for line in logged.written.splitlines():
        if LINE.match(line):
            level, name = LINE.findall(line)[0]
            assert name.partition(".")[0] in OURS or level in {"WARNING", "ERROR"}, line


LINE = re.compile(r"^\d{4}-\d\d-\d\d \S+ ([A-Z]+) ([\w.]+): ")


def given_away(words: str, table: Table) -> Iterator[object]:
    """Find what a text gives away of any game."""
    if table.game == "jockey":
        yield from cards().findall(words)
    else:
        yield from OF[table.game](header_of(table)).given_away(words)


async def is_logged(logged: Logged, words: str) -> None:
    """Wait until something is written."""
    async with asyncio.timeout(PATIENCE):
        while words not in logged.written:  # noqa: ASYNC110 - a log tells nobody
            await asyncio.sleep(0.01)


async def test_a_desk_that_cannot_be_drawn_is_logged_without_what_is_on_it(
    sandbox: Sandbox, bot: Paddock, logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoilt(*facts: object, **others: object) -> MessageLayout:
        raise KeyError(repr((facts, others)))

    monkeypatch.setattr(desk_posts, "desk_layout", spoilt)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sandbox.user(name)) for name in PEOPLE[:2]]
        table = await running(sandbox, bot, "jockey", people)
        await is_logged(logged, f"table {table}: its desk could not be drawn")
        await all_posted()

    assert f"table {table}: its desk could not be drawn\nTraceback (most recent call last):" in logged.written
    assert "KeyError\n" in logged.written
    assert cards().search(logged.said.getvalue())
    assert f"\ntable\n{table}\n" in logged.gathered, "whoever gathers logs finds those of a table"
    for written in (logged.written, logged.gathered):
        assert not cards().search(written)
        assert not [name for name in PEOPLE if name in written]
