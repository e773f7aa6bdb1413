"""Race nights on the sandbox: planned by a form, begun, played, killed in between, and ended with a podium."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.client import Paddock
from bot.nights import Night, active
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.e2e.conftest import connected
from tests.e2e.eavesdropping import all_heard
from tests.e2e.full_tables import PEOPLE
from tests.e2e.players import CHANNEL, PATIENCE, all_posted, hurry, press

pytestmark = pytest.mark.e2e


@asynccontextmanager
async def people(sandbox: Sandbox, number: int) -> AsyncIterator[list[UserClient]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(sandbox.user(name)) for name in PEOPLE[:number]]


async def plan(host: UserClient, when: str = "in 3 h", **fields: Any) -> str:
    """Plan a night, and return what its host is told."""
    form = await host.command("race night", CHANNEL)
    answers = {"when": when, "games": ["jockey"], "form": ["evening"], "name": "", "role": []} | fields
    return (await (await host.submit(form, answers)).answer(PATIENCE)).text


async def post_of(person: UserClient, *texts: str) -> SeenMessage:
    """Wait for the post of the night, and until it says something."""
    return await person.wait_message(
        lambda m: m.text.startswith("## 🏇") and all(text in m.text for text in texts), PATIENCE
    )


def said(person: UserClient, text: str) -> list[SeenMessage]:
    return [message for message in person.messages() if text in message.text and not message.ephemeral]


async def everybody_in(people: Sequence[UserClient]) -> SeenMessage:
    for person in people[1:]:  # who plans is in
        await press(person, await post_of(person), "I'm in")
    return await post_of(people[0], f"In ({len(people)})")


async def night_of(bot: Paddock) -> Night:
    async with bot.store.reading() as db:
        ids = [night_id for night_id, _ in await active(db)]
    found = await bot.night_clicks._nights.read(ids[-1])
    assert found is not None
    return found


async def lobbies(bot: Paddock, number: int) -> list[str]:
    """Wait until so many tables of this round are opened; return them."""

    async def opened() -> list[str]:
        night = await night_of(bot)
        return [each.table_id for each in night.now_at if each.round == number and each.table_id]

    while True:
        found = await opened()
        night = await night_of(bot)
        if found and len(found) == len(night.now_at):
            return found
        await bot.nights.look()
        await all_posted()


async def run(bot: Paddock, table: str) -> None:
    """Have the table of a night started by its host, and played to its end."""
    found = await bot.tables.read.table(table)
    newest = max(int(each.split()[0]) for each in found.salt)
    await bot.tables.race.start(table, found.host_id, newest)
    await hurry(bot, table)


async def test_an_evening_of_two_games_killed_in_between_is_told_once_and_ends_with_a_podium(
    sandbox: Sandbox, database: Path
) -> None:
    async with people(sandbox, 5) as five:
        ana = five[0]
        async with connected(sandbox, database):
            answer = await plan(ana, games=["jockey", "turfe"], name="Friday")
            assert answer.startswith("Planned for <t:")
            assert "UTC" in answer
            post = await everybody_in(five)
            assert "Jockey → Turfe" in post.text
        async with connected(sandbox, database) as bot:
            await press(ana, post, "Start now")
            (first,) = await lobbies(bot, 1)
            await ana.wait_message(lambda m: "round 1" in m.text, PATIENCE)
        async with connected(sandbox, database) as bot:
            seated = {each.user_id for each in (await bot.tables.read.table(first)).people}
            assert seated == {int(person.id) for person in five}
            await run(bot, first)
            (second,) = await lobbies(bot, 2)
            assert second != first
            await ana.wait_message(lambda m: "round 2" in m.text, PATIENCE)
        async with connected(sandbox, database) as bot:
            await run(bot, second)
            podium = await ana.wait_message(lambda m: "🏆 Friday" in m.text, PATIENCE)
            await post_of(ana, "This night is over", "### Standing")
            await all_posted()
        async with connected(sandbox, database) as bot:
            await all_heard(sandbox, ana)
        assert "Best race" in podium.text
        assert [len(said(ana, text)) for text in ("round 1", "round 2", "🏆 Friday")] == [1, 1, 1]
        assert len([m for m in ana.messages() if "Sealed luck" in m.text]) <= 2
