"""From the command to the first card: a race that starts at once, against computer players, in a few presses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import pytest

from bot.client import Paddock
from bot.servers import ServerSettings, write_settings
from bot.tables import Status
from bot.tables.standing import read_log
from engines import catalog
from engines.core import Row
from sandbox import Sandbox, UserClient
from sandbox.client import RefusedByDiscord
from sandbox.client.message import SeenMessage
from tests.databases import reading, writing
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    answered,
    deciding,
    desk_of,
    hurry,
    length,
    lobby_of,
    lobby_shows,
    open_table,
    press,
    question,
    start_table,
    told,
)
from tests.waiting import until

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
    found = await bot.tables.read.table(table)
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
    found = await bot.tables.read.table(table)
    assert [bool(seat.agent) for seat in found.seats] == [False, True, True, True]
    shown = await answer(ana, "luck", table=table)
    assert "The shuffle is made of the sealed secret and these presses" in shown


async def test_who_has_a_server_to_themselves_reads_first_how_to_begin(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    world = sandbox.world
    home = world.add_guild("Longchamp", world.users[ana.id])
    channel = world.add_channel("paddock", home)
    await until(lambda: bot.get_guild(int(home.id)) is not None)
    await ana.command("race new jockey", channel.id)
    lobby = await ana.wait_message(lambda m: "Sealed luck" in m.text, PATIENCE, channel.id)
    assert lobby.text.split("\n")[1].startswith(
        f"**You seem to have this server to yourself.** <@{ana.id}>: press **Race now**."
    )


async def test_who_is_not_the_host_is_refused_in_a_sentence(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    lobby = await lobby_of(ben, table)
    said = await told(await press(ben, lobby, race_now(lobby)))
    assert said.startswith(f"Only the host, <@{ana.id}>, can do that.")
    assert (await bot.tables.read.table(table)).status is Status.LOBBY


async def test_a_button_from_before_somebody_joined_is_refused_in_a_sentence(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana)
    lobby = await lobby_of(ana, table)
    old = next(b["custom_id"] for b in lobby.buttons if ":now." in b["custom_id"])
    await press(ben, lobby, "Join")
    newer = await lobby_shows(ana, table, f"2. <@{ben.id}>")
    said = await told(await press(ana, newer, old, force=True))
    assert said.startswith("Somebody joined or added words just now")
    found = await bot.tables.read.table(table)
    assert (found.status, len(found.seats)) == (Status.LOBBY, 2)


async def test_two_presses_start_one_race(bot: Paddock, ana: UserClient) -> None:
    table = await open_table(ana)
    lobby = await lobby_of(ana, table)
    attempts = await asyncio.gather(*(press(ana, lobby, race_now(lobby)) for _ in range(2)))
    assert "That race has started" in await told(*attempts)
    assert len((await bot.tables.read.table(table)).seats) == 4


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
    assert len((await bot.tables.read.table(table)).seats) == 3
    assert "the seal cannot show that the cards" in await answer(ana, "luck", table=table)
    await hurry(bot, table)
    verdict = await answer(ana, "verify", table=table)
    assert "✅ The secret fits the sealed luck" in verdict
    assert "no press came after the seal" in verdict


async def test_a_command_that_starts_at_once_keeps_to_the_seats_it_names(
    bot: Paddock, ana: UserClient
) -> None:
    attempt = await ana.command("race new jockey", CHANNEL, against=2, seats=5)
    table = (await attempt.answer(PATIENCE)).text.split("able ")[1][:6]

    found = await bot.tables.read.table(table)
    assert (len(found.seats), found.capacity) == (3, 5)


async def test_more_computer_players_than_seats_are_refused_in_a_sentence_and_nothing_is_opened(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    attempt = await ana.command("race new jockey", CHANNEL, against=4, seats=3)

    assert await told(attempt) == (
        "You and 4 computers take 5 seats, and this table would have 3. Choose 5 seats or more, or leave `seats` out."
    )
    assert not await bot.tables.read.open_in(int(sandbox.guild.id))


async def test_a_command_is_refused_in_a_sentence_where_no_computer_players_are_let_in(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    with writing(bot.database) as db:
        write_settings(db, int(sandbox.guild.id), ServerSettings(computers=False))
    attempt = await ana.command("race new jockey", CHANNEL, against=2)
    assert (await told(attempt)).startswith("Computer players are not allowed here")
    lobby = await lobby_of(ana)
    assert "Race now" not in str(lobby.labels)


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


async def test_a_bet_that_is_placed_twice_at_once_is_one_bet(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    desk = await desk_of(ana, table, "Your bet, please")
    before = await length(bot, table)
    ready = next(b["custom_id"] for b in desk.buttons if ":bet.ready." in b["custom_id"])
    attempts = await asyncio.gather(press(ana, desk, ready), press(ana, desk, ready))
    assert (await told(*attempts)).startswith("That was already played")
    assert await length(bot, table) == before + 1
    placed = await desk_of(ana, table, "**Your bet:**")
    label = next(b["label"] for b in desk.buttons if b["custom_id"] == ready)
    assert label.removeprefix("Bet ") in placed.text
