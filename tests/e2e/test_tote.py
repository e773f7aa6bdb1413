"""The tote in front of Discord: spectators bet, and after the race each is told in private, whatever happened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot import bank
from bot.client import Paddock
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.bank.books import put_result
from tests.databases import reading, writing
from tests.e2e.conftest import connected
from tests.e2e.players import (
    PATIENCE,
    board_of,
    final_of,
    hurry,
    lobby_of,
    lobby_shows,
    open_table,
    press,
    start,
    start_table,
)
from tests.waiting import until

pytestmark = pytest.mark.e2e

OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "jockey": {},
    "turfe": {"races": 2},
    "jumpyjack": {"target": 8},
    "sulkydrom": {"goal": "first"},
}


async def slip_of(person: UserClient, message: SeenMessage) -> SeenMessage:
    """Open the tote under a message."""
    return await (await press(person, message, "Tote")).answer(PATIENCE)


def control(slip: SeenMessage, verb: str) -> dict[str, Any]:
    """Return a control of a slip, by its verb."""
    return next(each for each in slip.components if f":tote.{verb}." in str(each.get("custom_id", "")))


async def shows(person: UserClient, slip: SeenMessage, text: str) -> SeenMessage:
    """Wait until a slip says something."""

    def find() -> SeenMessage | None:
        now = person.seen(slip.id)
        return now if now and text in now.text else None

    return await person.wait_for(find, PATIENCE, f"a slip that says {text!r}")


async def bet(person: UserClient, message: SeenMessage, place: int = 0) -> SeenMessage:
    """Bet a hundred coins on a horse to win."""
    slip = await slip_of(person, message)
    assert slip.ephemeral
    horses = control(slip, "first")
    await person.select(slip, horses["custom_id"], horses["options"][place]["value"])
    slip = await shows(person, slip, "**Bet 100 coins")
    await person.click(slip, control(slip, "bet")["custom_id"])
    return await shows(person, slip, "You have bet 100 coins")


async def have_played(bot: Paddock, sandbox: Sandbox, *people: UserClient) -> None:
    """Have people finish games for coins on three days, so that they bet as they like."""
    with writing(bot.database) as db:
        for person in people:
            put_result(db, int(sandbox.guild.id), int(person.id))


def words_of(person: UserClient) -> list[str]:
    """Return what somebody was told of the tote in private."""
    return [m.text for m in person.direct_messages if "🎟️ Tote" in m.text]


async def told(person: UserClient) -> str:
    """Wait until somebody was told what their bets have paid."""
    return await person.wait_for(lambda: next(iter(words_of(person)), None), PATIENCE, "word of the tote")


@pytest.mark.parametrize("game", OPTIONS)
async def test_spectators_bet_from_the_board_see_the_odds_and_are_told_once_in_private(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient, game: str
) -> None:
    async with sandbox.user("Dora") as dora, sandbox.user("Emil") as emil:
        await have_played(bot, sandbox, dora, emil)
        table = await start_table(ana, ben, cleo, game=game, **OPTIONS[game])
        assert "cannot bet" in (await slip_of(ana, await board_of(ana))).text or game == "sulkydrom"
        await bet(dora, await board_of(dora))
        board = await board_of(emil, "🎟️ Tote open: ")
        await bet(emil, board, place=1)
        await hurry(bot, table, lambda view: view.result is not None or view.phase == "over")
        for person in (dora, emil):
            assert "You staked 100 coins" in await told(person)
        await ana.wait_message(lambda m: "The tote pays" in m.text and not m.ephemeral, PATIENCE)
        await hurry(bot, table)
        await final_of(ana, table)
        assert [len(words_of(each)) for each in (ana, ben, cleo, dora, emil)] == [0, 0, 0, 1, 1]
        with reading(bot.database) as db:
            assert bank.audit(db) == []


async def test_a_bet_outlives_the_process_that_took_it_and_is_told_of_once(
    sandbox: Sandbox, database: Path
) -> None:
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben, sandbox.user("Dora") as dora:
        async with connected(sandbox, database) as bot:
            await have_played(bot, sandbox, dora)
            table = await open_table(ana, ben)
            await bet(dora, await lobby_of(dora, table))
        async with connected(sandbox, database) as bot:
            await start(ana, table)
            board = await board_of(dora, "🎟️ Tote open: ")
            assert "100 coins on" in (await slip_of(dora, board)).text
            await hurry(bot, table, lambda view: view.phase == "racing" and view.race == 1)
            await hurry(bot, table, lambda view: view.race == 2)
        async with connected(sandbox, database) as bot:
            assert "race 1" in await told(dora)
            await hurry(bot, table)
            await final_of(ana, table)
            assert len(words_of(dora)) == 1
            with reading(bot.database) as db:
                assert bank.audit(db) == []


async def test_a_lobby_that_closes_gives_bets_back_and_says_so_in_private(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    await have_played(bot, sandbox, cleo)
    table = await open_table(ana, ben)
    await bet(cleo, await lobby_of(cleo, table))
    await ana.command("race cancel", "race-night", table=table)

    assert "given back" in await told(cleo)
    with reading(bot.database) as db:
        assert bank.balance(db, int(sandbox.guild.id), int(cleo.id)).wallet == 5000


async def test_the_odds_in_the_lobby_are_without_the_bets_of_who_is_forgotten(
    sandbox: Sandbox,
    bot: Paddock,
    ana: UserClient,
    ben: UserClient,
    cleo: UserClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.ui.odds_refresh.PAUSE", 0)
    await have_played(bot, sandbox, cleo)
    table = await open_table(ana, ben)
    await bet(cleo, await lobby_of(cleo, table))
    lobby = await lobby_shows(ana, table, "🎟️ Tote open: ")
    await cleo.click(lobby, "s:privacy.erase.now", force=True)

    def is_without() -> bool:
        now = ana.seen(lobby.id)
        return now is not None and "Tote open" not in now.text

    await until(is_without)
