"""What people are told where nobody can draw the pictures: all of it, in words, at once."""

from __future__ import annotations

from random import Random

import pytest

from bot.outbox import BOARD, FINAL, desk_of
from bot.pictures.pool import Pictures
from bot.tables import day_commands
from tests.tables.playing import ANA, BEN
from tests.ui.wall import Painted, Wall, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]


@pytest.fixture
def trouble(render_pool: Pictures, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Nothing can be drawn."""

    async def cannot(*_: object) -> bool:
        return False

    monkeypatch.setattr(render_pool, "draw", cannot)
    return monkeypatch


async def test_a_race_is_told_in_words_to_its_end(
    painted: Painted, wall: Wall, trouble: pytest.MonkeyPatch
) -> None:
    rig, luck = painted.rig, Random(1)
    table_id = await rig.race()
    await painted.paint(table_id)
    (board,) = wall.boards()
    hands = [wall.desks(person.user_id)[-1] for person in (ANA, BEN)]
    for layout in (board, *hands):
        assert not layout.drawings
        assert "\n> " in layout.text, "the pictures are told"

    await rig.play_out(table_id, luck)
    await painted.paint(table_id)
    final = next(post for post in await rig.posts(table_id) if post.key == FINAL)
    assert not final.is_due
    assert final.posted is not None
    assert not wall.messages[final.posted].drawings
    assert not await painted.problems(table_id)


async def test_once_pictures_can_be_drawn_messages_that_had_none_get_theirs(
    painted: Painted, wall: Wall, trouble: pytest.MonkeyPatch
) -> None:
    rig = painted.rig
    table_id = await rig.race()
    await painted.paint(table_id)
    posts = {post.key: post for post in await rig.posts(table_id)}
    assert [posts[key].pictures for key in (BOARD, desk_of(ANA.user_id))] == [None, None]

    trouble.undo()
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)  # which needs new words alone
    await painted.paint(table_id)
    assert wall.boards()[-1].drawings
    assert wall.desks(ANA.user_id)[-1].drawings
