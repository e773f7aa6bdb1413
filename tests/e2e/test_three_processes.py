"""Three processes share one PostgreSQL and the shards of one Discord; whichever of them is killed, play goes on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select, update

from bot import bank
from bot.cluster.heartbeat import wall_clock as now
from bot.db import Database
from bot.db.schema import log, outbox, seats
from bot.db.schema import tables as stored
from bot.messages.snapshot import installed_games
from bot.outbox.which import is_unhindered
from bot.servers import ServerSettings, write_settings
from bot.shards import shard_of
from bot.tables import Opening, Person, Tables, Visitor, lobby_commands
from engines.verify import logs, verify
from sandbox import Limits, Sandbox, UserClient
from sandbox.model import Guild
from tests.databases import reading, writing
from tests.e2e.full_tables import Elsewhere
from tests.e2e.players import DAY, final_of, hurry
from tests.e2e.processes import PATIENCE, Process
from tests.e2e.test_killing import Doom, Posts, nth, play_on
from tests.tables.playing import SHORT

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(3600)]

KILLS = int(os.environ.get("PADDOCK_TEST_KILLS", "2"))
"""How often a process is killed while all play, at least; a longer run is asked for in the environment."""

IS_PLAYED_OUT = KILLS > 2
"""Whether people press until the end, or the rest of a day is played for them."""

TABLES = int(os.environ.get("PADDOCK_TEST_TABLES", "1"))
"""How many tables are played in each server."""

PROCESSES = 3
COUPLES = (("Ana", "Ben"), ("Cleo", "Dora"), ("Emil", "Fay"))
"""Who plays in the server of each shard."""


class Place(NamedTuple):
    """A server on a shard of its own."""

    guild: Guild
    channel: str


class Farm:
    """Three processes on one database."""

    def __init__(self, sandbox: Sandbox, url: str, opened: AsyncExitStack) -> None:
        self._sandbox = sandbox
        self._url = url
        self._opened = opened
        self.processes: list[Process] = []

    async def start(self, number: int) -> Process:
        """Start the process of one shard."""
        facts = {
            "DISCORD_TOKEN": self._sandbox.token,
            "DISCORD_API_URL": self._sandbox.api_url,
            "PADDOCK_DATABASE_URL": self._url,
            "PADDOCK_SHARDS": f"{number}/{PROCESSES}",
        }
        return await self._opened.enter_async_context(Process("run", **facts))

    async def start_all(self) -> None:
        """Start all of them, and wait until each has taken up its work."""
        self.processes = [await self.start(number) for number in range(PROCESSES)]
        for process in self.processes:
            await ready(process)

    async def restart(self, number: int) -> None:
        """Start one again that was killed, and wait until it has taken up its work."""
        self.processes[number] = await self.start(number)
        await ready(self.processes[number])

    async def stop(self) -> None:
        """Tell all that run to stop, which they do in good order."""
        stopping = [process for process in self.processes if process.is_running]
        for process in stopping:
            process.send(signal.SIGTERM)
        for process in stopping:
            assert await process.exit_code() == 0, process.lines


async def ready(process: Process) -> None:
    """Wait until a process has taken up its work."""
    try:
        await process.says("ready:")
    except TimeoutError:
        raise AssertionError(process.lines) from None


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A Discord of three shards in which people wait for a bot for as long as it takes."""
    async with Sandbox(limits=Limits.off(), first_answer_seconds=PATIENCE, shards=PROCESSES) as sandbox:
        sandbox.services.interactions.patience = 1.0  # whoever hears a shard may be dead at any moment
        yield sandbox


@pytest.fixture
def places(sandbox: Sandbox) -> list[Place]:
    """A server on each shard, with those who play there."""
    return [_place(sandbox, number) for number in range(PROCESSES)]


def _place(sandbox: Sandbox, number: int) -> Place:
    world = sandbox.world
    people = [world.add_person(name) for name in COUPLES[number]]
    for attempt in range(100):
        guild = world.add_guild(f"Track {number}.{attempt}", people[0])
        if shard_of(int(guild.id), PROCESSES) == number:
            break
        world.remove_bot(guild)
    world.add_member(people[1], guild)
    return Place(guild, world.add_channel("race-night", guild).id)


@pytest.fixture
def url(emptied: Callable[[], str]) -> str:
    """The address of the database that all share."""
    return emptied()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Database]:
    """The database, past the bot."""
    store = await Database.open(url)
    yield store
    await store.close()


async def set_up(store: Database, places: Sequence[Place]) -> None:
    """Have no server show pictures: every process would draw its first ones slowly."""
    for place in places:
        with writing(store) as db:
            write_settings(db, int(place.guild.id), ServerSettings(pictures=False))


async def open_table(store: Database, place: Place, couple: Sequence[UserClient]) -> str:
    """Start a short race day of two people and a computer player, as a process did that was killed at once."""
    tables = Tables(store, now, installed_games())
    host, guest = (Person(int(person.id), person.name) for person in couple)
    visitor = Visitor(int(place.guild.id), int(place.channel))
    opening = Opening(
        visitor=visitor, host=host, game="jockey", options={"rounds": 1}, capacity=6, interaction_id=1
    )
    table = (await tables.open(opening)).table_id
    await tables.step(lobby_commands.join, table, guest, 2)
    await tables.step(lobby_commands.add_computer, table, host.user_id, "Tin")
    with writing(store) as db:
        db.execute(update(stored).where(stored.c.table_id == table).values(edition=json.dumps(SHORT)))
    await tables.start(table, host.user_id, 3)
    return table


async def rows(store: Database, wanted: Any) -> list[Any]:
    """Read past the bot."""
    with reading(store) as db:
        return list(db.execute(wanted).all())


async def running(store: Database) -> list[str]:
    """Name the tables that are still played."""
    return [
        row.table_id
        for row in await rows(store, select(stored.c.table_id).where(stored.c.status == "running"))
    ]


async def played_on(store: Database) -> None:
    """Wait until nothing is played any more."""
    while await running(store):  # noqa: ASYNC110 - nobody tells of what other processes do
        await asyncio.sleep(0.2)


async def all_posted(store: Database) -> None:
    """Wait until nothing is due any more."""
    while await rows(store, select(outbox.c.post_id).where(is_unhindered())):  # noqa: ASYNC110 - as above
        await asyncio.sleep(0.2)


async def test_races_end_and_the_books_are_in_order_whichever_process_is_killed(
    sandbox: Sandbox, places: list[Place], store: Database, url: str
) -> None:
    luck, doom, posts = Random("three processes"), Doom(sandbox), Posts(sandbox)
    await set_up(store, places)
    async with AsyncExitStack() as opened:
        farm = Farm(sandbox, url, opened)
        couples = [
            [await opened.enter_async_context(sandbox.user(name)) for name in couple] for couple in COUPLES
        ]
        at_home = [*zip(places, couples, strict=True)] * TABLES
        seated = [(couple, await open_table(store, place, couple)) for place, couple in at_home]
        await farm.start_all()
        players = [
            asyncio.create_task(play_on(person, table, Random(luck.random())))
            for couple, table in seated
            for person in couple
        ]
        for _ in range(KILLS):
            number = luck.randrange(PROCESSES)
            await doom.strike(farm.processes[number], nth(luck.randint(3, 40)))
            await farm.restart(number)
        async with asyncio.timeout(DAY):
            if not IS_PLAYED_OUT:
                elsewhere = Elsewhere(store, Tables(store, now, installed_games()))
                for _, table in seated:
                    await hurry(elsewhere, table)  # of which nobody tells the processes
            await played_on(store)
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            await all_posted(store)
        finals = [(couple[0], table, await final_of(couple[0], table)) for couple, table in seated]
        await farm.stop()
        for person, table, final in finals:
            (log,) = logs((await person.attachments(final))[f"jockey-{table}.jsonl"].decode())
            assert verify(log).problems == ()
    posts.assert_made_once()
    with reading(store) as db:
        assert bank.audit(db) == []
    assert (
        await rows(store, select(outbox.c.kind, outbox.c.problem).where(outbox.c.problem.is_not(None))) == []
    )


async def computers_moves(store: Database, table: str) -> int:
    """Count the decisions of a table's computer player."""
    at_seat = (seats.c.table_id == log.c.table_id) & (seats.c.seat == log.c.seat)
    decided = select(log.c.n).join(seats, at_seat).where(log.c.table_id == table, seats.c.agent.is_not(None))
    return len(await rows(store, decided))


async def test_what_a_dead_process_left_the_others_do_while_it_stays_away(
    sandbox: Sandbox, places: list[Place], store: Database, url: str
) -> None:
    """Posts and moves of computer players; presses in direct messages go on."""
    lost = 1
    await set_up(store, places)
    async with AsyncExitStack() as opened:
        farm = Farm(sandbox, url, opened)
        couple = [await opened.enter_async_context(sandbox.user(name)) for name in COUPLES[lost]]
        table = await open_table(store, places[lost], couple)
        await farm.start_all()
        farm.processes[lost].kill()
        before = await computers_moves(store, table)
        players = [asyncio.create_task(play_on(person, table, Random(person.name))) for person in couple]
        async with asyncio.timeout(DAY):
            while await computers_moves(store, table) == before:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.1)
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            await all_posted(store)
        assert not farm.processes[lost].is_running
        await farm.stop()
