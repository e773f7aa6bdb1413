"""A program without a game takes over in the middle of a race of it, and then one that has the game again."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables import Status
from bot.tables.loading import load
from sandbox import Sandbox
from tests.distributions import POINT, TITLE, Bring, TakeAway
from tests.e2e.conftest import connected
from tests.e2e.players import CHANNEL, PATIENCE, all_noted, all_posted, deciding, press, told
from tests.e2e.shortcuts import desk_at, ring, running, turn_of

pytestmark = pytest.mark.e2e


async def test_a_race_rests_while_its_game_is_away_and_goes_on_when_it_is_back(
    sandbox: Sandbox, database: Path, take_away: TakeAway, give_back: TakeAway
) -> None:
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        async with connected(sandbox, database) as bot:
            table = await running(sandbox, bot, "jockey", (ana, ben))
            desk = await desk_at(ana, table, deciding)
            await all_posted()
        take_away("jockey")
        async with connected(sandbox, database) as bot:
            for person in (ana, ben):
                await person.wait_message(lambda m: "The table rests until it is back" in m.text, PATIENCE)
            said = await told(await press(ana, desk, deciding(desk)[0], force=True))
            assert "The game of this table is not here at the moment" in said
            listed = await told(await ana.command("race tables", CHANNEL))
            assert f"a game that is not here {table}" in listed
            assert "resting" in listed
            for command in ("race desk", "race board", "race resume", "race stop"):
                assert "not here at the moment" in await told(await ana.command(command, CHANNEL))
            thread = str((await bot.tables.database.read(load, table)).thread_id)
            assert "game of this thread is not here" in await told(await ana.command("race rules", thread))
            assert "race new jockey" not in await told(await ana.command("help", CHANNEL))
            await all_posted()
        give_back("jockey")
        async with connected(sandbox, database) as bot:
            for person in (ana, ben):
                await person.wait_message(lambda m: "The race goes on" in m.text, PATIENCE)
            found = await bot.tables.database.read(load, table)
            assert (found.status, found.paused_at) == (Status.RUNNING, None)
            await desk_at(ana, table, deciding)
            await all_noted(bot, table)


BROKEN = {
    "a title without a summary": TITLE.replace('summary = "throw rings at a pin"', 'summary = ""'),
    "rules that need what is not installed": TITLE.replace(
        '    key = "quoits"\n', '    key = "quoits"\n    def begin(self, *_):\n        import nowhere\n'
    ),
}


@pytest.mark.parametrize("program", BROKEN.values(), ids=BROKEN)
async def test_a_race_rests_while_its_game_breaks_and_the_bot_is_ready_for_all_others(
    sandbox: Sandbox, database: Path, bring: Bring, program: str
) -> None:
    bring(POINT, TITLE)
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        async with connected(sandbox, database) as bot:
            table = await running(sandbox, bot, "quoits", (ana, ben))
            other = await running(sandbox, bot, "jockey", (ben, ana))
            desk = await desk_at(ana, table, deciding)
            await all_posted()
            length = (await bot.tables.database.read(load, table)).length
        bring(POINT, program)
        async with connected(sandbox, database) as bot:
            for person in (ana, ben):
                await person.wait_message(lambda m: "The table rests until it is back" in m.text, PATIENCE)
            said = await told(await press(ana, desk, deciding(desk)[0], force=True))
            assert "the table rests until it is back, or a server manager" in said
            await ring(bot, table, turn_of(0), turn_of(1))
            await all_posted()
            found = await bot.tables.database.read(load, table)
            assert (found.status, found.length) == (Status.RUNNING, length)
            assert found.paused_at is not None
            assert (await bot.tables.database.read(load, other)).paused_at is None
        bring(POINT, TITLE)
        async with connected(sandbox, database) as bot:
            for person in (ana, ben):
                await person.wait_message(lambda m: "The race goes on" in m.text, PATIENCE)
            await desk_at(ana, table, deciding)
            await all_noted(bot, table)
