"""A program without a game takes over in the middle of a race of it, and then one that has the game again."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables import Status
from sandbox import Sandbox
from tests.distributions import TakeAway
from tests.e2e.conftest import connected
from tests.e2e.players import CHANNEL, PATIENCE, all_posted, deciding, posts_at, press, told
from tests.e2e.shortcuts import desk_at, running

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
            assert "race new jockey" not in await told(await ana.command("help", CHANNEL))
            await all_posted()
        give_back("jockey")
        async with connected(sandbox, database) as bot:
            for person in (ana, ben):
                await person.wait_message(lambda m: "The race goes on" in m.text, PATIENCE)
            found = await bot.tables.read.table(table)
            assert (found.status, found.paused_at) == (Status.RUNNING, None)
            await desk_at(ana, table, deciding)
            await all_posted()
            assert not [post for post in await posts_at(bot, table) if post.is_due or post.problem]
