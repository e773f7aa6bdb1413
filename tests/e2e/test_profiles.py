"""`/profile` as people read it, and achievements as the thread hears of them: once, whatever becomes of the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.client import Paddock
from bot.servers import ServerSettings, write_settings
from sandbox import Limits, Sandbox, UserClient
from tests.databases import writing
from tests.e2e.full_tables import elsewhere
from tests.e2e.players import CHANNEL, PATIENCE, final_of, hurry, is_over, start_table
from tests.e2e.processes import bot as process_of
from tests.e2e.shortcuts import running
from tests.e2e.test_killing import Doom, posting

pytestmark = pytest.mark.e2e


async def test_a_profile_tells_oneself_all_and_others_what_everybody_saw(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    empty = await (await ana.command("profile", CHANNEL)).answer(PATIENCE)
    assert empty.ephemeral
    assert "No finished game" in empty.text
    table = await start_table(ana, ben)
    await hurry(bot, table)
    await is_over(bot, table)
    final = await final_of(ana, table)

    own = await (await ana.command("profile", CHANNEL)).answer(PATIENCE)
    others = await (await ben.command("profile", CHANNEL, player=ana.id)).answer(PATIENCE)

    assert own.ephemeral
    assert others.ephemeral
    assert f"Profile of <@{ana.id}>" in own.text
    assert "1 game, " in own.text
    assert "Favourite horse: " in own.text
    assert "Wins in a row: " in own.text
    for private in ("Favourite", "Wins in a row", "Best race day", "Nemesis", "Only you"):
        assert private not in others.text
    assert "1 game, " in others.text
    assert "🏅" in final.text
    assert "coins now" in own.text, "its picture has words"
    assert "coins now" not in others.text


async def test_where_the_server_wants_no_pictures_the_curve_is_told_in_words(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    with writing(bot.database) as db:
        write_settings(db, int(sandbox.guild.id), ServerSettings(pictures=False))
    table = await start_table(ana, ben)
    await hurry(bot, table)
    await is_over(bot, table)

    own = await (await ana.command("profile", CHANNEL)).answer(PATIENCE)

    assert "> Bankroll: " in own.text
    assert "coins now. On " in own.text


async def test_computers_have_no_profile(sandbox: Sandbox, bot: Paddock, ana: UserClient) -> None:
    assert bot.user is not None
    told = await (await ana.command("profile", CHANNEL, player=str(bot.user.id))).answer(PATIENCE)
    assert told.text == "Computers have no profile. Name a person."


@pytest.fixture
async def patient() -> AsyncIterator[Sandbox]:
    async with Sandbox(limits=Limits.off(), first_answer_seconds=PATIENCE) as made:
        yield made


@pytest.mark.timeout(600)
async def test_an_achievement_is_told_once_though_the_bot_is_killed_as_it_tells_it(
    patient: Sandbox, database: Path
) -> None:
    doom = Doom(patient)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(patient.user(name)) for name in ("Ana", "Ben")]
        async with elsewhere(database) as away:
            table = await running(patient, away, "jockey", people)
            await hurry(away, table)
        async with process_of(patient, database) as process:
            await doom.strike(process, posting("🏅"))
        async with process_of(patient, database):
            final = await final_of(people[0], table)
            told = [message for message in people[0].messages(final) if "🏅" in message.text]

    assert [message.id for message in told] == [final.id]
    winners = [line for line in final.text.splitlines() if "First past the post" in line]
    assert (
        1 <= len(winners) == len({*winners}) <= len(people)
    )  # each their own, where they share the first place
