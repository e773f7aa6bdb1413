"""SIGKILL is a normal event: whatever moment it comes at, the next process goes on where the last one was."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import signal
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot import bank
from bot.db import Database
from bot.servers import ServerSettings, write_settings
from engines.verify import logs, verify
from sandbox import Limits, Sandbox, UserClient
from sandbox.client.message import SeenMessage
from sandbox.client.user import RefusedByDiscord
from sandbox.exchanges import Exchange
from tests.databases import reading, writing
from tests.e2e.full_tables import MOST_SEATS, crowd, elsewhere
from tests.e2e.players import (
    CHANNEL,
    DAY,
    deciding,
    desk_of,
    final_of,
    find_desk,
    hurry,
    is_asking,
    lobby_of,
    lobby_shows,
    open_slip,
    press,
)
from tests.e2e.processes import PATIENCE, Process, bot, until
from tests.e2e.shortcuts import running

STARTER = 21
"""The type of the message with which a thread on a message begins."""

pytestmark = [pytest.mark.e2e, pytest.mark.long]

KILLS = 2
"""How often each game is killed while it is played; `paddock soak` does it a hundred times."""

LIVES = (1, 6, 7, 8, 9, 10, 12, 14, 20, 40)
"""Requests to Discord that a process lives to make; it makes five before it can serve anybody."""

OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "jockey": {},
    "turfe": {"races": 2},
    "jumpyjack": {"target": 8, "guessing": True},
    "sulkydrom": {"goal": "first"},
    "newmarket": {"deals": 2},
}

POST_MESSAGE = "/channels/{channel_id}/messages"


class Books:
    """What is stored, read past the bot."""

    def __init__(self, database: Path) -> None:
        self._database = database

    def read(self, query: str, *facts: object) -> list[Any]:
        """Read rows as they are committed at this moment."""
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as db:
            return db.execute(query, facts).fetchall()

    def log(self, table: str) -> list[Any]:
        """Read the log of a table."""
        return self.read("SELECT n, seat, action, events FROM log WHERE table_id = ? ORDER BY n", table)

    def status(self, table: str) -> str:
        """Read where a table is in its life."""
        return str(self.read("SELECT status FROM tables WHERE table_id = ?", table)[0][0])

    @property
    def bought_in(self) -> int:
        """How many buy-ins were paid."""
        return int(self.read("SELECT count(*) FROM movements WHERE reason = 'buy_in'")[0][0])

    @property
    def drafts(self) -> list[Any]:
        """Which slips are being filled in."""
        return self.read("SELECT draft FROM drafts")

    @property
    def due(self) -> list[Any]:
        """Which posts are to be made."""
        return self.read("SELECT kind, user_id FROM outbox WHERE fulfilled < requested")

    @property
    def problems(self) -> list[Any]:
        """Which posts were given up."""
        return self.read("SELECT kind, user_id, problem FROM outbox WHERE problem IS NOT NULL")


class Posts:
    """Every message the bot has posted, by the name it gave the post."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._ids: dict[str, list[str]] = defaultdict(list)
        sandbox.exchanges.hooks.append(self._note)

    def _note(self, exchange: Exchange) -> None:
        if exchange.method == "POST" and exchange.route == POST_MESSAGE and exchange.status == 200:
            self._ids[exchange.body["nonce"]].append(exchange.answer["id"])

    @property
    def repeated(self) -> int:
        """How many posts were made again because nobody knew of the first."""
        return sum(len(ids) - 1 for ids in self._ids.values())

    def assert_made_once(self) -> None:
        """Whatever was posted again was not shown again."""
        assert [ids for ids in self._ids.values() if len(set(ids)) > 1] == []


class Doom:
    """Kills the process in the middle of a request: it was served, and the answer never arrives."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._is_due: Callable[[Exchange], object] = lambda _: False
        self._victim: Process | None = None
        self._struck = asyncio.Event()
        sandbox.exchanges.hooks.append(self._watch)

    def _watch(self, exchange: Exchange) -> None:
        if self._victim and self._is_due(exchange):
            self._victim.kill()
            self._victim = None
            self._struck.set()

    async def strike(self, process: Process, is_due: Callable[[Exchange], object]) -> None:
        """Kill a process at the first request for which this holds."""
        self._struck.clear()
        self._victim, self._is_due = process, is_due
        async with asyncio.timeout(DAY):
            await self._struck.wait()
        await process.exit_code()


def nth(number: int) -> Callable[[Exchange], bool]:
    """Hold for the n-th request from now."""
    counted = itertools.count(1)
    return lambda _: next(counted) == number


def posting(text: str) -> Callable[[Exchange], bool]:
    """Hold for the post of a message with this text in it."""
    return lambda exchange: (
        exchange.method == "POST" and exchange.route == POST_MESSAGE and text in str(exchange.body)
    )


def asking(method: str, route: str) -> Callable[[Exchange], bool]:
    """Hold for a request of a route."""
    return lambda exchange: exchange.method == method and route in exchange.route


async def settle(database: Path, sandbox: Sandbox, settings: ServerSettings) -> None:
    """Have the server settle on something before the bot ever runs."""
    store = await Database.open(f"sqlite+aiosqlite:///{database}")
    try:
        with writing(store) as db:
            write_settings(db, int(sandbox.guild.id), settings)
    finally:
        await store.close()


# ------------------------------------------------------------------------------------------ playing on


@asynccontextmanager
async def playing(people: Sequence[UserClient], table: str, luck: Random) -> AsyncIterator[None]:
    """Have everybody press at random until the block ends."""
    players = [asyncio.create_task(play_on(person, table, Random(luck.random()))) for person in people]
    try:
        yield
    finally:
        for player in players:
            player.cancel()
        ended = await asyncio.gather(*players, return_exceptions=True)
    assert {type(each) for each in ended} == {asyncio.CancelledError}, ended


async def play_on(person: UserClient, table: str, luck: Random) -> None:
    """Press at random, whatever becomes of a press: it is simply made again."""
    while True:
        desk = find_desk(person, table)
        if desk and is_asking(desk):
            with suppress(RefusedByDiscord, LookupError):  # the desk may change under the finger
                await press_something(person, desk, luck)
        await asyncio.sleep(luck.random() * 0.05)


async def press_something(person: UserClient, desk: SeenMessage, luck: Random) -> None:
    """Press or choose something on a desk."""
    control = luck.choice(deciding(desk))
    field = next((select for select in desk.selects if select["custom_id"] == control), None)
    if field is None:
        await person.click(desk, control)
        return
    values = [option["value"] for option in field["options"] if option["value"] != "other"]
    await person.select(desk, control, luck.sample(values, max(1, field["min_values"])))


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A Discord in which people wait for a bot that is alive for as long as it takes."""
    async with Sandbox(limits=Limits.off(), first_answer_seconds=PATIENCE) as sandbox:
        yield sandbox


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", MOST_SEATS)
async def test_a_full_table_survives_a_bot_that_is_killed_again_and_again(
    sandbox: Sandbox, database: Path, game: str
) -> None:
    luck, doom, books, posts = Random(game), Doom(sandbox), Books(database), Posts(sandbox)
    sandbox.services.interactions.patience = 1.0  # the bot may be dead at any moment
    await settle(
        database, sandbox, ServerSettings(pictures=False)
    )  # every process would draw its first ones slowly
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sandbox.user(name)) for name in crowd(game)]
        async with elsewhere(database) as away:
            table = await running(sandbox, away, game, people, **OPTIONS[game])
        await stack.enter_async_context(playing(people, table, luck))
        known: list[Any] = []
        for lives in luck.sample(LIVES, KILLS):
            async with bot(sandbox, database) as process:
                await doom.strike(process, nth(lives))
            after = books.log(table)
            assert after[: len(known)] == known
            known = after
        async with elsewhere(database) as away:  # the pay-out is stored, and nothing of it is posted
            await hurry(away, table)
        assert books.status(table) == "finished"
        async with bot(sandbox, database) as process:  # the last word is posted, and nobody knows
            await doom.strike(process, posting("Rematch"))
        async with bot(sandbox, database) as process:
            final = await final_of(people[0], table)
            await until(lambda: not books.due, "everything is posted")
            process.send(signal.SIGTERM)
            assert await process.exit_code() == 0, process.lines
        log = (await people[0].attachments(final))[f"{game}-{table}.jsonl"].decode()
        assert_told_once(people[0].messages(final))
    assert books.problems == []
    posts.assert_made_once()
    assert_log_is_whole(log, books.log(table))
    await assert_paid_once(database, table, people)


async def test_a_table_survives_a_kill_between_any_two_steps_of_its_start(
    sandbox: Sandbox, database: Path
) -> None:
    doom, books, posts = Doom(sandbox), Books(database), Posts(sandbox)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sandbox.user(name)) for name in crowd("jockey")]
        ana, ben = people[:2]
        async with bot(sandbox, database) as process:  # the lobby is posted, and nobody knows
            await process.says("ready:")
            opening = asyncio.create_task(ana.command("race new jockey", CHANNEL))
            await doom.strike(process, posting("Join"))
            sandbox.services.interactions.run_out()
            await opening
        table = str(books.read("SELECT table_id FROM tables")[0][0])

        async with bot(sandbox, database) as process:  # a press is acknowledged, and does nothing
            await process.says("ready:")
            sandbox.faults.delay("PATCH", r"/webhooks", 600, times=1000)
            asking_for = await ana.command("race rules", CHANNEL)
            joining = asyncio.create_task(ben.click(await lobby_of(ben, table), "Join"))
            await doom.strike(process, asking("POST", "/callback"))
            assert not (await joining).failed
        assert len(books.read("SELECT user_id FROM seats")) == 1
        assert [word.loading for word in asking_for.responses] == [True]
        sandbox.faults.clear()

        async with bot(sandbox, database) as process:  # the press is made again; the start is not shown
            await process.says("ready:")
            asked_again = await ana.command("race rules", CHANNEL)
            assert "Jockey" in (await asked_again.answer()).text
            for guest in people[1:]:
                await press(guest, await lobby_of(guest, table), "Join")
                await lobby_shows(ana, table, f"<@{guest.id}>")
            sandbox.faults.delay("*", r"/messages|/threads|/webhooks", 600, times=1000)
            await press(ana, await lobby_of(ana, table), "Start")
            await until(lambda: books.status(table) == "running", "the race is started")
            process.kill()
        sandbox.faults.clear()
        assert books.bought_in == len(people)

        async with bot(sandbox, database) as process:  # the thread is opened, and nobody knows
            await doom.strike(process, asking("POST", "/threads"))
        async with bot(sandbox, database) as process:  # the board is posted, and nobody knows
            await doom.strike(process, posting("Secret bets"))
        async with bot(sandbox, database) as process:  # a desk is posted, and nobody knows
            await doom.strike(process, posting("Your bet, please"))

        async with bot(sandbox, database) as process:
            for person in people:
                await desk_of(person, table, "Your bet, please")
            await until(lambda: not books.due, "everything is posted")
            repeated = await ana.click(await lobby_seen(ana, table), f"p:{table}:0:start", force=True)
            assert "started" in (await repeated.followup()).text
            desk = await open_slip(ana, table)  # that an earlier process posted
            sandbox.faults.fail("POST", r"/callback$", 500, after=True)  # heard, but the bot is not told so
            await ana.select(desk, "Which horse?", "red")
            await until(lambda: "red" in str(books.drafts), "the choice is kept")
            process.send(signal.SIGTERM)
            assert await process.exit_code() == 0, process.lines

        threads = [channel for channel in ana.channels if "thread_metadata" in channel]
        assert len(threads) == 1
        posted = [m for m in ana.messages(threads[0]["id"]) if m.raw["type"] != STARTER]
        assert len(posted) == 1
        assert len([m for m in ana.messages(CHANNEL) if not m.ephemeral]) == 1
        assert {len(person.direct_messages) for person in people} == {1}
    assert books.bought_in == len(people)
    assert books.problems == []
    assert 3 <= posts.repeated <= 2 + len(people), (
        "the lobby, the board, a desk, and the other desks if they were under way as well"
    )
    posts.assert_made_once()


async def lobby_seen(person: UserClient, table: str) -> SeenMessage:
    """Find the lobby message, whatever has become of it."""
    return await person.wait_message(lambda m: f"table {table}" in m.text, place=CHANNEL)


# -------------------------------------------------------------------------------------------- checking


def assert_log_is_whole(text: str, stored: Sequence[Any]) -> None:
    """The published log verifies and is what is stored, without a gap."""
    (log,) = logs(text)
    verdict = verify(log)
    assert verdict.problems == ()
    assert verdict.outcome
    published = [json.loads(line) for line in log.lines]
    assert [row[0] for row in stored] == list(range(len(published)))
    assert [json.loads(row[3]) for row in stored] == [row["events"] for row in published]


def assert_told_once(thread: Sequence[SeenMessage]) -> None:
    """Each race has one result, and no board follows its own copy."""
    texts = [message.text for message in thread]
    results = [heading for text in texts for heading in re.findall("^## .*", text, re.MULTILINE)]
    assert len({*results}) == len(results) > 0, results
    assert not [text for text, following in itertools.pairwise(texts) if text == following]


async def assert_paid_once(database: Path, table: str, people: Sequence[UserClient]) -> None:
    """The books are in order, and everybody has exactly what one buy-in and one pay-out make."""
    store = await Database.open_existing(f"sqlite+aiosqlite:///{database}")
    try:
        with reading(store) as db:
            assert bank.audit(db) == []
            (guild,) = db.exec_driver_sql("SELECT guild_id FROM tables").scalars()
            (buy_in,) = db.exec_driver_sql("SELECT buy_in FROM tables").scalars()
            receipts = bank.receipts(db, guild, table)
            worths = [bank.balance(db, guild, int(person.id)).worth for person in people]
            results = db.exec_driver_sql("SELECT user_id FROM results ORDER BY seat").scalars().all()
    finally:
        await store.close()
    assert [*results] == [int(person.id) for person in people]
    assert worths == [bank.ledger.OPENING - buy_in + receipt.final for receipt in receipts]
