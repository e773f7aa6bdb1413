"""Hints, as people ask for them: by a press on their desk and by command, and nobody else sees any of it."""

from __future__ import annotations

import pytest

from bot.client import Paddock
from sandbox import UserClient
from tests.e2e.eavesdropping import is_for_one
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    act,
    all_posted,
    desk_of,
    press,
    start_table,
    told,
)

pytestmark = pytest.mark.e2e

REASON = "💡 Your hand holds most for"
NONE_HERE = "There are no hints at this table"


async def answer(person: UserClient, line: str, **options: object) -> str:
    """Use a command of `/race` and read what only this person is told."""
    said = await (await person.command(f"race {line}", CHANNEL, **options)).answer(PATIENCE)
    assert said.ephemeral
    return said.text


@pytest.mark.parametrize("game", ["jockey", "turfe", "jumpyjack", "sulkydrom", "newmarket"])
async def test_whoever_plays_alone_is_told_what_to_do_in_every_game(
    bot: Paddock, ana: UserClient, ben: UserClient, game: str
) -> None:
    table = await start_table(ana, game=game, computers=3)
    desk = await desk_of(ana, table)
    pressed = await told(await press(ana, desk, "Hint"))
    assert pressed.startswith("💡 ")
    assert await answer(ana, "hint") == pressed
    await all_posted()
    assert not any("💡" in m.text for m in ben.messages())


async def test_several_people_get_hints_once_their_host_says_so_and_everybody_hears_that(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    desk = await desk_of(ben, table, "Your bet, please")
    assert "Hint" not in desk.labels
    assert f"{NONE_HERE}: <@{ana.id}> can" in await answer(ben, "hint")
    assert "Only the host" in await answer(ben, "hints", allowed=True, table=table)
    assert "Hints are allowed at your table" in await answer(ana, "hints", allowed=True)
    await ben.wait_message(lambda m: "Hints are allowed" in m.text, PATIENCE)
    desk = await ben.wait_for(lambda: _with_hint(ben), PATIENCE, "a desk with a hint")
    assert (await told(await press(ben, desk, "Hint"))).startswith(REASON)
    await act(bot, table, ben, type="bet", kind="place", horse="red", stake=100)
    assert "It is not your turn" in await answer(ben, "hint")
    assert "Nobody gets hints at your table." in await answer(ana, "hints", allowed=False)
    await ben.wait_message(lambda m: "Hints are no longer allowed" in m.text, PATIENCE)
    assert NONE_HERE in await answer(ana, "hint")
    await all_posted()
    for person in (ana, ben):
        assert not any(REASON in m.text for m in person.messages() if not is_for_one(person, m))


def _with_hint(person: UserClient):
    return next((m for m in person.messages() if "Hint" in m.labels), None)
