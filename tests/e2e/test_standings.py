"""`/leaderboard` and `/season` as people use them: in words and as a picture, paged, each with their own place."""

from __future__ import annotations

from typing import Any

import pytest

from bot import bank
from bot.client import Paddock
from bot.servers import ServerSettings, write_settings
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.bank.books import put_table
from tests.databases import writing
from tests.e2e.players import CHANNEL, PATIENCE, press, told
from tests.waiting import until

pytestmark = pytest.mark.e2e

OTHER = 999
"""Another server."""


async def answer(person: UserClient, line: str, **options: Any) -> SeenMessage:
    said = await (await person.command(line, CHANNEL, **options)).answer(PATIENCE)
    assert said.ephemeral
    return said


def again(person: UserClient, message: SeenMessage) -> SeenMessage:
    """Look at a message as it is now."""
    return next(each for each in person.messages() if each.id == message.id)


async def finish(
    bot: Paddock, guild: int, table: str, users: list[int | None], scores: list[int], game: str = "jockey"
) -> None:
    """Have a game end as if it had been played for 1000 coins a seat."""
    now = bot.time.now()
    with writing(bot.database) as db:
        put_table(db, guild, table)
        bank.buy_in(db, guild, table, users, 1000, now=now)
        bank.pay_out(db, guild, table, scores, now)
        bank.record_results(db, guild, table, game=game, users=users, scores=scores, merits=scores, now=now)
        put_table(db, guild, table, "finished")


@pytest.mark.drawn
async def test_a_board_is_told_and_drawn_and_paged_with_ones_own_place(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    guild, people = int(sandbox.guild.id), list(range(501, 512))
    await finish(bot, guild, "AAAA", [int(ana.id), *people], [1] + [1001 + n for n in range(11)])
    await finish(bot, OTHER, "BBBB", [int(ben.id), 777], [1700, 300])

    first = await answer(ana, "leaderboard", by="profit", since="week")
    assert first.text.startswith("### 🏆 Profit this week\n` 1.` <@511> · **+11** · 1 win in 1 game\n")
    assert "You: place 12 of 12 with **−999**" in first.text
    assert "Page 1 of 2" in first.text
    assert "Days begin at midnight UTC" in first.text
    assert first.text.count("<@") == 10
    assert [(file["filename"], file["height"]) for file in first.attachments] == [("standings.png", 970)]
    assert [button.get("disabled", False) for button in first.buttons] == [True, False]

    await press(ana, first, "Next page")
    await until(lambda: "Page 2 of 2" in again(ana, first).text)
    second = again(ana, first)
    assert f"`12.` <@{ana.id}> · **−999**" in second.text
    assert [button.get("disabled", False) for button in second.buttons] == [False, True]
    assert len(second.attachments) == 1

    nowhere = await answer(ben, "leaderboard", by="profit")
    assert "You: not on it yet. Finish a game to be on it." in nowhere.text
    assert "777" not in nowhere.text, "nothing of another server"


async def test_what_has_no_period_says_so_and_offers_what_has(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    guild = int(sandbox.guild.id)
    for number in range(2):
        await finish(bot, guild, f"AAA{number}", [int(ana.id), int(ben.id)], [1500, 500])
    worth = await answer(ana, "leaderboard", by="worth", since="week")
    assert worth.text.startswith(f"### 🏆 Bankrolls\n` 1.` <@{ana.id}> · **6,000** · 2 wins in 2 games\n")
    assert "no period and no game. `/leaderboard by: profit` has both" in worth.text
    # Two people who play twice on a day are rated once.
    rating = await answer(ben, "leaderboard", by="rating", since="today")
    assert rating.text.startswith(
        f"### 🏆 Ratings · Jockey\n` 1.` <@{ana.id}> · **1,138?** · 1 game\n"
    )  # a pair counts once a day
    assert "A rating is as it is right now, so it has no period." in rating.text
    usual = await answer(ben, "leaderboard", of="jockey")
    assert usual.text.startswith("### 🏆 Profit of all time · Jockey\n")
    assert "No bet on a race was settled here yet." in (await answer(ben, "leaderboard", by="tote")).text
    assert "No season is open." in (await answer(ben, "leaderboard", by="wins", since="season")).text


async def test_where_the_picture_cannot_be_drawn_the_words_are_there_alone(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cannot(*_: object) -> bool:
        return False

    monkeypatch.setattr(bot.pictures, "draw", cannot)
    await finish(bot, int(sandbox.guild.id), "AAAA", [int(ana.id), int(ben.id)], [1500, 500])
    first = await answer(ana, "leaderboard", by="profit")
    assert f"<@{ana.id}> · **+500**" in first.text
    assert not first.attachments


async def test_a_server_without_pictures_gets_the_words_alone(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    guild = int(sandbox.guild.id)
    await finish(bot, guild, "AAAA", [int(ana.id), int(ben.id)], [1500, 500])
    with writing(bot.database) as db:
        write_settings(db, guild, ServerSettings(pictures=False))
    said = await answer(ana, "leaderboard")
    assert said.attachments == []
    assert f"<@{ben.id}> · **4,500**" in said.text


@pytest.mark.parametrize(
    "forged",
    [
        "s:standings",
        "s:standings.profit.all.week.0",
        "s:standings.profit.all.week.01",
        "s:standings.profit.all.week.9999999",
        "s:standings.profit.all.week.1.1",
        "s:standings.riches.all.week.1",
        "s:standings.profit.chess.week.1",
        "s:standings.profit.all.year.1",
        "s:fame.0",
        "s:fame.x",
        "s:fame",
    ],
)
async def test_a_forged_button_leads_nowhere(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, forged: str
) -> None:
    people: list[int | None] = [int(ana.id), *range(501, 512)]
    await finish(bot, int(sandbox.guild.id), "AAAA", people, [1000] * 12)
    shown = await answer(ana, "leaderboard")
    before = shown.text
    attempt = await ana.click(shown, forged, force=True)
    assert "out of date" in await told(attempt)
    assert again(ana, shown).text == before


async def test_a_season_is_opened_shown_closed_and_remembered(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    guild = int(sandbox.guild.id)
    assert "Manage Server" in (await answer(ben, "season start", name="Mine")).text
    assert "No season is open." in (await answer(ben, "season show")).text
    assert "No season is over yet." in (await answer(ben, "season fame")).text
    assert "No season is open." in (await answer(ana, "season close")).text

    opened = await answer(ana, "season start", name="**Winter** @everyone")
    assert opened.text == "Done: everybody here reads it below."
    public = await ben.wait_message(lambda m: m.text.startswith("The season is open"), PATIENCE)
    assert public.text.startswith(r"The season is open: **\*\*Winter\*\* @")
    assert not public.ephemeral
    assert "is open already" in (await answer(ana, "season start")).text
    await finish(bot, guild, "AAAA", [int(ana.id), int(ben.id)], [700, 1300])
    shown = (await answer(ana, "season show")).text
    assert f"Profit: 1. <@{ben.id}> +300, 2. <@{ana.id}> −300" in shown
    board = await answer(ana, "leaderboard", by="wins", since="season")
    assert board.text.startswith("### 🏆 Wins this season\n**")
    assert "Manage Server" in (await answer(ben, "season close")).text

    await answer(ana, "season close")
    closed = await ben.wait_message(lambda m: m.text.startswith("🏁") and not m.ephemeral, PATIENCE)
    assert closed.text.endswith(f"Wins: 1. <@{ben.id}> 1")
    await finish(bot, guild, "BBBB", [int(ana.id), int(ben.id)], [2000, 0])
    fame = (await answer(ben, "season fame")).text
    assert fame.startswith("### 🏛️ Hall of fame\n**")
    assert f"Profit: 1. <@{ben.id}> +300, 2. <@{ana.id}> −300" in fame


async def test_the_hall_of_fame_is_paged(sandbox: Sandbox, bot: Paddock, ana: UserClient) -> None:
    guild = int(sandbox.guild.id)
    with writing(bot.database) as db:
        for number in range(1, 7):
            bank.standings.start(db, guild, f"No. {number}", bot.time.now())
            bank.standings.close(db, guild, bot.time.now())
    first = await answer(ana, "season fame")
    assert "No. 6" in first.text
    assert "No. 2" not in first.text
    await press(ana, first, "Next page")
    await until(lambda: "Page 2 of 2" in again(ana, first).text)
    assert "No. 1" in again(ana, first).text
