"""From the command to the first card: a race that starts at once, against computer players, in a few presses."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import pytest

from bot.client import Paddock
from bot.tables.loading import load
from bot.tables.standing import read_log
from engines import catalog
from engines.core import Row
from sandbox import UserClient
from sandbox.client import RefusedByDiscord
from sandbox.client.message import SeenMessage
from tests.databases import reading
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    answered,
    deciding,
    desk_of,
    hurry,
    lobby_of,
    lobby_shows,
    open_table,
    press,
    question,
)

pytestmark = pytest.mark.e2e

MOST_PRESSES = 5

RACING = {"play", "move", "tempo", "lead"}
"""Actions of the race itself, in any game."""


def race_now(lobby: SeenMessage) -> str:
    """Return the label of the button that starts at once."""
    return next(label for label in lobby.labels if label.startswith("Race now"))


async def answer(person: UserClient, line: str, **options: str) -> str:
    """Use a command of `/race` and read what only this person is told."""
    said = await (await person.command(f"race {line}", CHANNEL, **options)).answer(PATIENCE)
    assert said.ephemeral
    return said.text


async def rows(bot: Paddock, table: str) -> Sequence[Row]:
    """Read the log of a table."""
    found = await bot.tables.database.read(load, table)
    with reading(bot.database) as db:
        return read_log(db, found)


async def has_begun(bot: Paddock, table: str) -> bool:
    """Whether the first card is played, or the first move made."""
    return any(row.action and row.action["type"] in RACING for row in await rows(bot, table))


# ------------------------------------------------------------------------------------------------ by click


async def test_one_press_seats_computer_players_and_starts(bot: Paddock, ana: UserClient) -> None:
    table = await open_table(ana)
    lobby = await lobby_of(ana, table)
    assert lobby.labels[:2] == ["Join", "Race now against 3 computers"]
    await press(ana, lobby, race_now(lobby))
    await lobby_shows(ana, table, "The race is on")
    await desk_of(ana, table, "Your bet, please")
    found = await bot.tables.database.read(load, table)
    assert [bool(seat.agent) for seat in found.seats] == [False, True, True, True]
    shown = await answer(ana, "luck", table=table)
    assert "The shuffle is made of the sealed secret and these presses" in shown


# ---------------------------------------------------------------------------------------------- by command


async def test_a_command_opens_and_starts_and_says_what_its_luck_can_show(
    bot: Paddock, ana: UserClient
) -> None:
    attempt = await ana.command("race new jockey", CHANNEL, against=2)
    said = (await attempt.answer(PATIENCE)).text
    table = said.split("able ")[1][:6]
    assert said == (
        f"Table {table} races. Your desk is in your direct messages, and a press away under the board."
    )
    await desk_of(ana, table, "Your bet, please")
    await lobby_shows(ana, table, "The race is on")
    await lobby_shows(ana, table, "one command opened and started this race, so no press came after the seal")
    assert len((await bot.tables.database.read(load, table)).seats) == 3
    assert "the seal cannot show that the cards" in await answer(ana, "luck", table=table)
    await hurry(bot, table)
    verdict = await answer(ana, "verify", table=table)
    assert "✅ The secret fits the sealed luck" in verdict
    assert "no press came after the seal" in verdict


# ------------------------------------------------------------------------------------------------- presses


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_the_first_card_is_a_few_presses_away(bot: Paddock, ana: UserClient, game: str) -> None:
    table = await open_table(ana, game=game)
    lobby = await lobby_of(ana, table)
    await press(ana, lobby, race_now(lobby))
    presses = 1
    while not await has_begun(bot, table):
        desk = await question(ana, table)
        assert desk
        presses += 1
        with suppress(RefusedByDiscord):  # a computer player was faster
            await press(ana, desk, plainest(desk))
        await answered(ana, desk)
    assert presses <= MOST_PRESSES


def plainest(desk: SeenMessage) -> str:
    """Return what somebody presses who wants to race: neither buys nor sells, and takes the first of all else."""
    can = deciding(desk)
    return next((each for each in can if each.endswith((":bid.pass", ":auction.none"))), can[0])
