"""Presses in lessons: what each asks of the database, and what becomes of those that no lesson of one's own has."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from bot.games.titles import titles
from bot.lessons import Progress
from bot.lessons import progress as progress_module
from bot.messages.layout import MessageLayout
from bot.outbox import Posted
from bot.servers import ServerSettings
from bot.tables import Status, Table
from bot.texts import DEFAULT
from bot.ui.clicks.dispatch import Clicks
from bot.ui.lessons.lesson_layout import left_layout, lesson_layout
from tests.counting import counting
from tests.lessons.newcomer import presses
from tests.lessons.test_lessons import OTHERS, lessons_of
from tests.tables.playing import ANA, BEN, GUILD, TableRig
from tests.ui.clicks.test_clicks import Pressed, clicks
from tests.ui.wall import Painted, Wall, controls, painted, render_pool, wall
from tests.undrawn import without_drawing

__all__ = ["clicks", "painted", "render_pool", "wall"]

MESSAGE = Posted(4, 44)


@pytest.fixture(autouse=True)
def undrawn() -> Iterator[None]:
    with without_drawing():
        yield


@pytest.fixture
async def progress(rig: TableRig, wall: Wall, painted: Painted) -> Progress:
    """Ana's lesson in Jockey, which has just begun; its message is on the wall."""
    begun = await lessons_of(rig).begin(ANA, "jockey", OTHERS)
    wall.messages[MESSAGE], wall.pictures[MESSAGE] = wall_layout(begun), 1
    return begun


def wall_layout(progress: Progress) -> MessageLayout:
    return lesson_layout(progress, DEFAULT, lambda command: f"`/{command}`")


def pressed(user_id: int, custom_id: str, *values: str, is_private: bool = True) -> Pressed:
    """Press a control of the lesson's message, or one that was forged on a public one."""
    press = Pressed(user_id, custom_id, MESSAGE, *values, guild=GUILD)
    press.message.flags.ephemeral = is_private
    return press


async def stored(rig: TableRig) -> list[object]:
    return list((await rig.everything())["lessons"])


async def test_a_decision_takes_two_readings_and_a_statement(
    rig: TableRig, clicks: Clicks, wall: Wall, progress: Progress
) -> None:
    (way,) = presses(progress)
    with counting(rig.database) as counted:
        await clicks.take(pressed(ANA.user_id, way.custom_id))
    assert (counted.reading, counted.writing) == (2, 1)
    assert len(counted.statements) == 3
    assert "**Your turn: play a card.**" in wall.messages[MESSAGE].text


async def test_a_control_of_a_lesson_is_none_where_others_see_it(
    rig: TableRig, clicks: Clicks, progress: Progress
) -> None:
    (way,) = presses(progress)
    before = await stored(rig)
    for custom_id in (way.custom_id, f"p:{progress.stored.lesson_id}:0:leave"):
        press = pressed(ANA.user_id, custom_id, is_private=False)
        await clicks.take(press)
        assert press.said == [DEFAULT.table.unknown_control]
    assert await stored(rig) == before


@pytest.mark.parametrize("what", ["leave", "hint", "more", "order.drive.on", "bet.place"])
async def test_whoever_presses_in_the_lesson_of_somebody_else_is_refused(
    rig: TableRig, clicks: Clicks, progress: Progress, what: str
) -> None:
    before = await stored(rig)
    press = pressed(BEN.user_id, f"p:{progress.stored.lesson_id}:1:{what}")
    await clicks.take(press)
    assert press.said == ["That lesson is over: `/race learn` begins another."]
    assert await stored(rig) == before


@pytest.mark.parametrize(
    "what", ["nonsense", "order.drive.on", "order.drive", "play.red+99", "start", "join"]
)
async def test_what_a_lesson_does_not_offer_does_nothing_in_it(
    rig: TableRig, clicks: Clicks, progress: Progress, what: str
) -> None:
    press = pressed(ANA.user_id, f"p:{progress.stored.lesson_id}:{progress.asked}:{what}")
    await clicks.take(press)
    assert len(press.said) == 1
    again = await lessons_of(rig).read(progress.stored.lesson_id, ANA.user_id)
    assert again.decided == progress.decided


async def test_a_press_on_a_past_decision_is_told_so_and_shows_what_is_asked_now(
    rig: TableRig, clicks: Clicks, wall: Wall, progress: Progress
) -> None:
    (way,) = presses(progress)
    await clicks.take(pressed(ANA.user_id, way.custom_id))
    shown = wall.messages[MESSAGE].text
    late = pressed(ANA.user_id, way.custom_id)
    await clicks.take(late)
    assert late.said == ["That was already played: your desk has the newest buttons."]
    assert wall.messages[MESSAGE].text == shown


async def test_where_a_server_wants_no_pictures_a_lesson_is_told_in_words(
    rig: TableRig, clicks: Clicks, wall: Wall, progress: Progress
) -> None:
    await rig.set_up_server(**ServerSettings(pictures=False).model_dump(include={"pictures"}))
    (way,) = presses(progress)
    await clicks.take(pressed(ANA.user_id, way.custom_id))
    assert not wall.messages[MESSAGE].drawings
    assert "\n> " in wall.messages[MESSAGE].text


async def test_a_computer_player_that_fails_stops_no_lesson(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> object:
        raise RuntimeError("no idea")

    monkeypatch.setattr(progress_module, "agent", lambda *_: type("Broken", (), {"decide": fail})())
    begun = await lessons_of(rig).begin(ANA, "jockey", OTHERS)
    assert begun.asked is not None
    assert len(begun.decided) == 4, "four computer players have bet"
    assert "failed; lots are drawn for it" in caplog.text


def end_pressed(user_id: int, custom_id: str, message_id: int = MESSAGE.message_id, **denied: bool) -> Any:
    """Press a button at the end of a lesson, in a channel where the bot may do all but what is `denied`."""
    press: Any = pressed(user_id, custom_id)
    press.message.id = message_id
    press.channel, press.guild, press.permissions = None, None, discord.Permissions.none()
    press.app_permissions = discord.Permissions.all()
    press.app_permissions.update(**denied)
    return press


async def tables_of(rig: TableRig) -> list[Table]:
    return [await rig.table(row.table_id) for row in (await rig.everything())["tables"]]


def end_of(game: str, *, has_computers: bool = True) -> MessageLayout:
    return left_layout(game, DEFAULT, lambda command: f"`/{command}`", has_computers=has_computers)


@pytest.mark.parametrize("game", [each.key for each in titles()])
async def test_one_press_at_the_end_of_a_lesson_races_at_once_in_the_name_of_whoever_pressed(
    rig: TableRig, clicks: Clicks, progress: Progress, game: str
) -> None:
    now, lobby = controls(end_of(game))
    press = end_pressed(BEN.user_id, now)
    await clicks.take(press)
    (table,) = await tables_of(rig)
    assert (table.game, table.status, table.host_id) == (game, Status.RUNNING, BEN.user_id)
    assert (table.guild_id, table.channel_id) == (GUILD, press.channel_id)
    assert press.said == [DEFAULT.lobby.begun(table.table_id)]
    row = end_of(game).controls[0]
    assert row[0].label == DEFAULT.lobby.race_now(len(table.seats) - 1)
    assert len(table.people) == 1
    again = end_pressed(BEN.user_id, lobby)
    await clicks.take(again)
    assert again.said == press.said, "a second press finds what the first has opened"
    assert len(await tables_of(rig)) == 1


async def test_another_lesson_has_another_table_at_its_end(rig: TableRig, clicks: Clicks) -> None:
    (lobby,) = controls(end_of("jockey", has_computers=False))
    first = end_pressed(ANA.user_id, lobby)
    await clicks.take(first)
    for message_id in (MESSAGE.message_id, first.id + 1):
        await clicks.take(end_pressed(ANA.user_id, lobby, message_id))
    assert [table.status for table in await tables_of(rig)] == [Status.LOBBY] * 2


async def test_both_presses_of_a_moment_open_one_table(rig: TableRig, clicks: Clicks) -> None:
    now, _ = controls(end_of("turfe"))
    await asyncio.gather(*(clicks.take(end_pressed(ANA.user_id, now)) for _ in range(2)))
    (table,) = await tables_of(rig)
    assert table.status is Status.RUNNING


async def test_the_end_of_a_lesson_offers_what_the_server_wants(
    rig: TableRig, clicks: Clicks, wall: Wall, progress: Progress
) -> None:
    await rig.set_up_server(computers=False)
    await clicks.take(pressed(ANA.user_id, f"p:{progress.stored.lesson_id}:0:leave"))
    assert controls(wall.messages[MESSAGE]) == ["s:open.jockey"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"most_hosted": 1}, "You already have 1 table open, the limit:"),
        ({"channels": (77,)}, "<#77>"),
        ({"openers": (88,)}, "<@&88>"),
        ({"computers": False}, "Computer players are not allowed here"),
    ],
)
async def test_a_lesson_is_no_way_round_what_the_server_has_set(
    rig: TableRig, clicks: Clicks, settings: dict[str, Any], said: str
) -> None:
    if "most_hosted" in settings:
        await rig.lobby(people=1)
    await rig.set_up_server(**settings)
    before = [table.table_id for table in await tables_of(rig)]
    now, _ = controls(end_of("jockey"))
    press = end_pressed(ANA.user_id, now, message_id=2**62)  # the lesson is younger than any table
    await clicks.take(press)
    assert said in press.said[-1]
    assert not [table for table in await tables_of(rig) if table.status is Status.RUNNING]
    assert len(await tables_of(rig)) == len(before) + ("computers" in settings)


async def test_where_the_bot_may_not_write_a_lesson_says_so(rig: TableRig, clicks: Clicks) -> None:
    press = end_pressed(ANA.user_id, "s:open.jockey.now", send_messages=False)
    await clicks.take(press)
    assert "I may not send messages here" in press.said[0]
    assert not await tables_of(rig)


@pytest.mark.parametrize("custom_id", ["s:open", "s:open.chess", "s:open.jockey.free", "s:open.jockey.now.x"])
async def test_a_forged_offer_opens_nothing(rig: TableRig, clicks: Clicks, custom_id: str) -> None:
    press = end_pressed(ANA.user_id, custom_id)
    await clicks.take(press)
    assert press.said == [DEFAULT.table.unknown_control]
    assert not await tables_of(rig)


async def test_clicks_in_lessons_are_one_kind(clicks: Clicks, progress: Progress) -> None:
    for what in ("leave", "bet.place", "hint"):
        assert clicks.kind(pressed(ANA.user_id, f"p:{progress.stored.lesson_id}:0:{what}")) == "lesson"  # type: ignore[arg-type]
