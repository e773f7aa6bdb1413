"""`/bank` as people use it: giving, the coins of the day, and what managers do, told and written down."""

from __future__ import annotations

from typing import Any

import pytest

from bot import bank
from bot.client import Paddock
from bot.servers import read_settings
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.bank.books import put_result
from tests.databases import reading, writing
from tests.e2e.players import CHANNEL, PATIENCE, lobby_of, open_table, press, told
from tests.waiting import until

pytestmark = pytest.mark.e2e


async def answer(person: UserClient, line: str, **options: Any) -> str:
    said = await (await person.command(f"bank {line}", CHANNEL, **options)).answer(PATIENCE)
    assert said.ephemeral
    return said.text


async def held(bot: Paddock, sandbox: Sandbox, person: UserClient) -> int:
    with reading(bot.database) as db:
        return bank.balance(db, int(sandbox.guild.id), int(person.id)).wallet


async def have_played(bot: Paddock, sandbox: Sandbox, *people: UserClient) -> None:
    """Have people finish a game for coins, so that they may give some."""
    with writing(bot.database) as db:
        for person in people:
            put_result(db, int(sandbox.guild.id), int(person.id))


def seen(person: UserClient, text: str) -> list[SeenMessage]:
    return [message for message in person.messages() if text in message.text and not message.ephemeral]


async def test_a_gift_is_answered_in_private_and_told_to_everybody(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    assert await answer(ana, "give", player=ben.id, amount=300) == (
        "You're a newcomer here: you can't give coins that the house gave you until you've finished games for coins on "
        "3 days. For now you may give no coins."
    )
    await have_played(bot, sandbox, ana)
    assert await answer(ana, "give", player=ben.id, amount=300) == (
        f"<@{ben.id}> has 300 coins of yours. You hold 4,700."
    )
    public = await ben.wait_message(lambda m: "gave" in m.text, PATIENCE)
    assert (public.text, public.ephemeral) == (f"🪙 <@{ana.id}> gave <@{ben.id}> 300 coins.", False)
    assert await held(bot, sandbox, ben) == 5300
    assert "You hold 4,700" not in public.text
    assert await answer(ana, "give", player=ben.id, amount=800) == (
        "You can give one person 1,000 coins in 24 hours: 700 coins more for now."
    )
    history = await answer(ana, "history")
    assert f"**−300** gift to <@{ben.id}> · 4,700" in history
    assert f"gift from <@{ana.id}> · 5,300" in await answer(ben, "history")
    assert await answer(ana, "history", page=2) == (
        "### Your coins, newest first\nNothing here: the last page is 1."
    )


async def test_managers_grant_take_and_freeze_and_the_named_channel_reads_why(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    why = "helped with the [night](https://example.org) @everyone"
    said = await answer(ben, "admin grant", player=ana.id, amount=500, reason="me too")
    assert "Manage Server" in said
    await answer(ana, "admin audit", channel=sandbox.guild.channel(CHANNEL).id)
    await answer(ana, "admin grant", player=ben.id, amount=500, reason=why)
    assert await held(bot, sandbox, ben) == 5500
    act = await ben.wait_message(lambda m: m.text.startswith("🏦"), PATIENCE)
    assert act.text.startswith(f"🏦 <@{ana.id}> granted <@{ben.id}> 500 coins: helped with the ")
    assert "https://" not in act.text
    await answer(ana, "admin freeze", player=ben.id, reason="a word first")
    assert await answer(ben, "give", player=ana.id, amount=1) == (
        "Your coins are frozen in this server: “a word first”. Ask who manages it."
    )
    assert "❄️ Frozen: “a word first”" in await answer(ben, "balance")
    table = await open_table(ana, ben)
    refused = await told(await press(ana, await lobby_of(ana, table), "Start"))
    assert refused.startswith(f"<@{ben.id}> may not stake coins here:")
    await answer(ana, "admin freeze", player=ben.id, reason="all is well", frozen=False)
    await answer(ana, "admin take", player=ben.id, amount=5500, reason="back to the house")
    assert await held(bot, sandbox, ben) == 0
    history = await answer(ben, "history")
    assert "**−5,500** taken by a manager: “back to the house” · 0" in history
    assert "**+500** granted by a manager: “helped with the " in history
    assert "❄️" not in await answer(ben, "balance")
    await ben.wait_message(lambda m: "let <@" in m.text and "again" in m.text, PATIENCE)
    await until(lambda: len(seen(ben, "🏦")) == 4)
    await bot.bank_audit.close()  # the note of the last post is written
    with reading(bot.database) as db:
        assert bank.untold(db, int(sandbox.guild.id)) == []
        assert bank.audit(db) == []


async def test_the_books_are_handed_to_managers_alone(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    await have_played(bot, sandbox, ana)
    await answer(ana, "give", player=ben.id, amount=3)
    assert "Manage Server" in await answer(ben, "export")
    said = await (await ana.command("bank export", CHANNEL)).answer(PATIENCE)
    assert said.text.startswith("The books of this server: 3 movements, newest first.")
    assert [file["filename"] for file in said.attachments] == [f"paddock-bank-{sandbox.guild.id}.csv"]
    with reading(bot.database) as db:
        assert read_settings(db, int(sandbox.guild.id)).audit_channel == 0
