"""A program with other rules takes over in the middle of a race: that ends kindly, in public and on every desk."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables import Status
from sandbox import Sandbox
from tests.e2e.conftest import connected
from tests.e2e.players import PATIENCE, all_noted, all_posted, deciding, is_over, press, told
from tests.e2e.shortcuts import desk_at, running
from tests.engines.corrected import Correct

pytestmark = pytest.mark.e2e


async def test_a_race_whose_rules_are_gone_ends_in_public_and_on_every_desk(
    sandbox: Sandbox, database: Path, correct: Correct
) -> None:
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        async with connected(sandbox, database) as bot:
            table = await running(sandbox, bot, "jockey", (ana, ben))
            desk = await desk_at(ana, table, deciding)
            await all_posted()
        correct("jockey")
        async with connected(sandbox, database) as bot:
            assert (await is_over(bot, table)).status is Status.CANCELLED
            for person in (ana, ben):
                await person.wait_message(lambda m: "put right since this race began" in m.text, PATIENCE)
                await person.wait_message(lambda m: "This table was cancelled." in m.text, PATIENCE)
            await all_noted(bot, table)
            assert "That table is closed" in await told(await press(ana, desk, deciding(desk)[0], force=True))
