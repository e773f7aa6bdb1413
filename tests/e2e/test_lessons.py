"""Lessons as people take them: one message that only they see, pressed from the first paragraph to the last."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from bot.client import Paddock
from bot.db.schema import metadata
from bot.lessons import Lessons
from bot.tables.loading import load
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.databases import reading
from tests.e2e.conftest import connected
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    all_posted,
    answered,
    deciding,
    desk_of,
    press,
    table_id,
    told,
)
from tests.e2e.processes import bot as process
from tests.lessons.newcomer import presses
from tests.waiting import until

pytestmark = pytest.mark.e2e

GAMES = ["jockey", "turfe", "jumpyjack", "sulkydrom", "newmarket"]
OVER = "That is how it goes."
KILLS = 2
"""How often a lesson loses its bot."""


async def learn(person: UserClient, game: str) -> SeenMessage:
    """Begin a lesson; return its message."""
    lesson = await (await person.command("race learn", CHANNEL, game=game)).answer(PATIENCE)
    assert lesson.ephemeral
    assert "🎓 Lesson: " in lesson.text
    assert "Only you see this." in lesson.text
    return lesson


async def follow_the_hint(bot: Paddock, person: UserClient, lesson: SeenMessage) -> int:
    """Press once, or as often as it takes to decide, what the hint says; return how often that was."""
    lessons: Lessons = bot.lessons._lessons
    ways = presses(await lessons.read(table_id(lesson), person.id))
    for way in ways:
        before = now(person, lesson)
        if way.values:
            attempt = await person.select(before, way.custom_id, way.values)
        else:
            attempt = await person.click(before, way.custom_id)
        assert not attempt.failed
        await answered(person, before)
    return len(ways)


async def play_out(bot: Paddock, person: UserClient, lesson: SeenMessage) -> int:
    """Follow the hint to the end; return how often was pressed."""
    pressed = 0
    while deciding(now(person, lesson)):
        pressed += await follow_the_hint(bot, person, lesson)
    return pressed


def now(person: UserClient, lesson: SeenMessage) -> SeenMessage:
    """Return the message of a lesson as it is by now."""
    seen = person.seen(lesson.id)
    assert seen is not None
    return seen


async def rows(bot: Paddock) -> dict[str, int]:
    """Count what is stored."""
    with reading(bot.database) as db:
        return {
            table.name: db.scalar(select(func.count()).select_from(table)) or 0
            for table in metadata.sorted_tables
        }


@pytest.mark.parametrize("game", GAMES)
async def test_a_newcomer_who_follows_the_hint_is_through_in_a_few_presses_and_nobody_else_sees_any_of_it(
    bot: Paddock, ana: UserClient, ben: UserClient, game: str
) -> None:
    before, seen = await rows(bot), (len(ben.messages()), len(ana.messages()), len(ana.direct_messages))
    lesson = await learn(ana, game)
    pressed = await play_out(bot, ana, lesson)
    assert 6 <= pressed <= 14
    end = now(ana, lesson)
    assert OVER in end.text
    assert f"</race new {game}:" in end.text
    assert [label.split(" against")[0] for label in end.labels] == ["Race now", "Open a table for others"]
    assert end.ephemeral
    await all_posted()
    assert await rows(bot) == before
    assert (len(ben.messages()), len(ana.messages()), len(ana.direct_messages)) == (
        seen[0],
        seen[1] + 1,
        seen[2],
    )


async def test_the_end_of_a_lesson_is_one_press_from_the_first_real_race(
    bot: Paddock, ana: UserClient
) -> None:
    lesson = await learn(ana, "jumpyjack")
    await play_out(bot, ana, lesson)
    end = now(ana, lesson)
    said = await told(await press(ana, end, end.labels[0]))
    table = said.removeprefix("Table ")[:6]
    await desk_of(ana, table, "")
    found = await bot.tables.database.read(load, table)
    assert (found.game, found.host_id, len(found.people)) == ("jumpyjack", int(ana.id), 1)


async def test_hints_and_more_are_told_beside_the_lesson(bot: Paddock, ana: UserClient) -> None:
    lesson = await learn(ana, "jockey")
    assert (await told(await press(ana, lesson, "Hint"))).startswith("💡 Your hand holds most for")
    assert "/race rules" in await told(await press(ana, lesson, "More"))
    assert now(ana, lesson).text == lesson.text


async def test_a_slip_is_filled_in_and_an_amount_typed_as_at_a_table(bot: Paddock, ana: UserClient) -> None:
    lesson = await learn(ana, "jockey")
    await press(ana, lesson, "Change")
    await answered(ana, lesson)
    for field, value in (("kind", "win"), ("horse", "red")):
        before = now(ana, lesson)
        await ana.select(before, _control(before, f"bet.{field}"), value)
        await answered(ana, before)
    before = now(ana, lesson)
    form = await ana.select(before, _control(before, "bet.stake"), "other")
    assert form.modal is not None
    (field,) = form.modal.fields
    before = now(ana, lesson)
    await ana.submit(form, {field["custom_id"]: "700"})
    await answered(ana, before)
    await press(ana, now(ana, lesson), _control(now(ana, lesson), "bet.place"))
    await ana.wait_for(lambda: "700 on Red to win" in now(ana, lesson).text or None, PATIENCE, "the bet")


def _control(message: SeenMessage, what: str) -> str:
    return next(each for each in deciding(message) if each.endswith(f":{what}"))


async def test_a_lesson_whose_pictures_cannot_be_drawn_is_told_in_words_and_goes_on(
    bot: Paddock, ana: UserClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cannot(*_: object) -> bool:
        return False

    monkeypatch.setattr(bot.pictures, "draw", cannot)
    lesson = await learn(ana, "jockey")
    assert not lesson.attachments
    await follow_the_hint(bot, ana, lesson)
    assert deciding(now(ana, lesson))


@pytest.mark.timeout(600)
async def test_a_lesson_goes_on_however_often_the_bot_is_killed(sandbox: Sandbox, database: Path) -> None:
    sandbox.services.interactions.patience = 1.0  # the bot may be dead at any moment
    async with sandbox.user("Ana") as ana:
        async with process(sandbox, database) as run:
            await run.says("connected")
            lesson = await learn(ana, "jockey")
        for kills in range(KILLS):
            async with process(sandbox, database) as run:
                await run.says("connected")
                known, before = decided(database), now(ana, lesson)
                pressing = asyncio.create_task(ana.click(before, deciding(before)[0], force=True))
                if kills % 2:  # mostly before the answer is there: what is decided is stored by then
                    await until(lambda known=known: decided(database) > known)
                else:
                    await answered(ana, before)
                run.kill()
                await asyncio.gather(pressing, return_exceptions=True)
            assert decided(database) > known
        async with connected(sandbox, database) as bot:
            old = now(ana, lesson)
            await ana.click(old, deciding(old)[0], force=True)  # it may be late, and then shows what is asked
            await answered(ana, old)
            await play_out(bot, ana, lesson)
            assert OVER in now(ana, lesson).text


def decided(database: Path) -> int:
    """Read past the bot how many decisions are stored of the only lesson."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        ((length,),) = db.execute("SELECT length FROM lessons").fetchall()
    return int(length)
