"""A desk pressed at a table of another process is shown by that one, once, and calls nobody who looks at it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.outbox import Posted
from bot.tables.elsewhere import ChangedElsewhere
from bot.tables.race_commands import Answer
from bot.texts import DEFAULT
from engines import catalog
from tests.counting import counting
from tests.tables.playing import GUILD, TableRig, sampled
from tests.ui.clicks.test_clicks import Pressed
from tests.ui.screens.test_calls import off
from tests.ui.test_cost_of_a_move import Bot, begun, bot
from tests.ui.wall import THREAD, Painted, Wall, clicks_on, controls, painted, render_pool, wall
from tests.waiting import until

__all__ = ["bot", "painted", "render_pool", "wall"]


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_its_keeper_shows_it_from_one_reading_and_calls_them_to_nothing(
    bot: Bot, wall: Wall, rig: TableRig, game: str
) -> None:
    other, luck = rig.restarted(), Random(5)
    other.has_keeper = True
    elsewhere = ChangedElsewhere(
        bot.screens.look_at_all, rig.tables.read, rig.tables.watchers, bot.outbox.begin_with
    )
    table_id = await begun(bot, min(seats for seats in catalog.game(game).seats if seats > 1), game)
    for _ in range(12):
        table, standing = await rig.tables.read.with_standing(table_id)
        assert standing is not None
        number = luck.choice(sorted(standing.asked))
        user_id, action = table.seats[number].user_id, sampled(standing, number, luck)
        assert user_id is not None
        place = max(place for place in wall.messages if place.channel_id == user_id)
        wall.heard.clear()
        _, is_left = await other.tables.race.answer(
            table_id,
            user_id,
            standing.asked[number],
            lambda *_, action=action: Answer(action),
            place.message_id,
        )
        with counting(rig.database) as counted:
            elsewhere.notice(table_id, other.words[-1])
            await until(lambda: not elsewhere._queue._tasks)
            await bot.quiet()

        assert is_left
        assert place in wall.messages
        assert user_id not in [heard for heard, _ in wall.heard]
        assert not [post for post in await rig.posts(table_id) if post.is_due]
        assert (counted.reading, counted.writing) == (1, 1)
        assert len(counted.statements) <= 7
    await elsewhere.close()


async def test_a_press_on_the_direct_message_brings_the_desk_back_there_from_where_it_was_opened(
    bot: Bot, wall: Wall, rig: TableRig
) -> None:
    other, luck = rig.restarted(), Random(5)
    other.has_keeper = True
    elsewhere = ChangedElsewhere(
        bot.screens.look_at_all, rig.tables.read, rig.tables.watchers, bot.outbox.begin_with
    )
    table_id = await begun(bot, 2)
    table, standing = await rig.tables.read.with_standing(table_id)
    assert standing is not None
    number = min(standing.asked)
    user_id = table.seats[number].user_id
    assert user_id is not None
    opening: Any = Pressed(user_id, f"p:{table_id}:0:desk", Posted(THREAD, 1), guild=GUILD)
    await bot.clicks.take(opening)
    (place,) = [place for place in wall.messages if place.channel_id == user_id]
    action = sampled(standing, number, luck)
    _, is_left = await other.tables.race.answer(
        table_id, user_id, standing.asked[number], lambda *_: Answer(action), place.message_id
    )
    elsewhere.notice(table_id, other.words[-1])
    await until(lambda: not elsewhere._queue._tasks)
    await bot.quiet()

    assert is_left
    assert DEFAULT.table.desk_in_messages in wall.messages[wall.opened[opening.token]].text
    assert "**Your bet:**" in wall.messages[place].text
    assert not [post for post in await rig.posts(table_id) if post.is_due or post.opened]
    await elsewhere.close()


@pytest.mark.parametrize("has_keeper", [True, False])
async def test_who_hears_the_press_shows_it_where_there_is_no_such_process(
    rig: TableRig, painted: Painted, wall: Wall, *, has_keeper: bool
) -> None:
    table_id, _ = await off(painted, people=2)
    rig.has_keeper = has_keeper
    ((seat, _),) = (await rig.standing(table_id)).asked.items()
    user_id = (await rig.table(table_id)).seats[seat].user_id
    (place,) = [place for place in wall.messages if place.channel_id == user_id]
    before = wall.messages[place]
    card = next(control for control in controls(before) if ":play." in control)
    press: Any = Pressed(user_id or 0, card, place)
    await clicks_on(painted).take(press)

    assert (wall.messages[place] is before) is has_keeper
    (desk,) = [
        post for post in await rig.posts(table_id) if post.key.kind == "desk" and post.user_id == user_id
    ]
    assert desk.is_due is has_keeper
