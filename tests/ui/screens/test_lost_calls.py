"""Whoever is asked hears of it, also where Discord has taken a message and its answer was lost: edits notify nobody."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from bot.messages.layout import MessageLayout
from bot.outbox import Post, Posted, PostKind, Retryable, post_anew, show_again
from bot.servers import BoardManner
from tests.databases import writing
from tests.tables.playing import ANA
from tests.ui.screens.test_calls import asked, heard, off
from tests.ui.screens.test_desks_in_doubt import (
    BadLine,
    Killed,
    calm,
    painted,
    render_pool,
    restarted,
    steady,
    wall,
)
from tests.ui.wall import THREAD, Painted

__all__ = ["painted", "render_pool", "steady", "wall"]

HOUR = 60 * 60_000
"""Milliseconds in which a desk has become too old to be edited: the next one is a new message."""


class Lost(NamedTuple):
    """Where a message was sent whose answer is lost, and what becomes of the bot then."""

    channel_id: int
    trouble: BaseException


async def paint_and_lose(painted: Painted, wall: BadLine, table_id: str, lost: Lost) -> None:
    """Post what is due, with everything that is sent to a channel taken, and nobody told so."""
    send = wall.send

    async def unanswered(channel_id: int, *args: object, **named: object) -> object:
        place = await send(channel_id, *args, **named)  # type: ignore[arg-type]
        if channel_id == lost.channel_id:
            raise lost.trouble
        return place

    wall.send = unanswered  # type: ignore[method-assign, assignment]
    try:
        await painted.paint(table_id)
    except Killed:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)
    finally:
        wall.send = send  # type: ignore[method-assign]
    wall.heard.clear()


async def call_of(painted: Painted, table_id: str, user_id: int) -> Post:
    posts = await painted.rig.posts(table_id)
    (call,) = (post for post in posts if post.kind is PostKind.CALL and post.user_id == user_id)
    return call


async def test_who_is_asked_when_a_lost_board_is_found_is_called_though_it_called_somebody_else(
    painted: Painted, wall: BadLine
) -> None:
    table_id, luck = await off(painted)
    await painted.rig.decide(table_id, luck)
    (called,) = await asked(painted.rig, table_id)
    await paint_and_lose(painted, wall, table_id, Lost(THREAD, Retryable("502")))

    await painted.rig.decide(table_id, luck)
    (next_one,) = await asked(painted.rig, table_id)
    assert next_one != called
    await calm(painted, table_id)

    assert heard(wall) == [next_one]
    assert not (await call_of(painted, table_id, next_one)).is_due


@pytest.mark.parametrize("trouble", [Retryable("502"), Killed()])
async def test_who_is_asked_is_called_though_a_silent_desk_of_theirs_was_lost_before(
    painted: Painted, wall: BadLine, trouble: BaseException
) -> None:
    await painted.rig.set_up_server(boards=BoardManner.EDITED)
    table_id, luck = await off(painted, people=2)
    while await asked(painted.rig, table_id) != {ANA.user_id}:
        await painted.rig.decide(table_id, luck)
        await painted.paint(table_id)
    painted.rig.time += HOUR
    await painted.rig.decide(table_id, luck)  # played for her: what she is sent asks nothing
    await paint_and_lose(painted, wall, table_id, Lost(ANA.user_id, trouble))
    if isinstance(trouble, Killed):
        painted = restarted(painted, wall)
        await painted.screens.doubt_desks(None)

    await painted.rig.decide(table_id, luck)
    assert await asked(painted.rig, table_id) == {ANA.user_id}
    await calm(painted, table_id)

    assert heard(wall) == [ANA.user_id]
    assert not (await call_of(painted, table_id, ANA.user_id)).is_due
    assert len(wall.places(ANA.user_id)) == 1


async def test_who_is_to_be_reminded_is_though_a_lost_desk_was_found_and_the_next_one_could_not_be_sent(
    painted: Painted, wall: BadLine
) -> None:
    table_id, _ = await off(painted, people=2)
    (user_id,) = await asked(painted.rig, table_id)
    above = Posted(user_id, 5000)
    wall.messages[above] = MessageLayout(("something else",))  # so that the desk is sent anew, and silently
    with writing(painted.rig.database) as db:
        show_again(db, table_id, PostKind.DESK, user_id)
    await paint_and_lose(painted, wall, table_id, Lost(user_id, Retryable("502")))
    del wall.messages[above]
    with writing(painted.rig.database) as db:
        post_anew(db, table_id, PostKind.DESK, user_id)
    wall.trouble[str(user_id)] = Retryable("502")
    await calm(painted, table_id)
    assert heard(wall) == []

    wall.trouble.clear()
    await calm(painted, table_id)

    assert heard(wall) == [user_id]
    assert len(wall.places(user_id)) == 1
