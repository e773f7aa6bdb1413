"""Newmarket where players call: what a desk repeats above its buttons, and what a press is told that comes late."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.newmarket import spoken
from bot.tables.standing import Standing
from bot.texts import DEFAULT
from bot.ui.clicks.dispatch import Clicks
from tests.tables.playing import PEOPLE, TableRig
from tests.tables.test_windows import at_window, call, card_of, race
from tests.ui.clicks.test_clicks import STALE, Pressed, clicks, desk_place
from tests.ui.wall import Painted, Wall, painted, render_pool, wall

__all__ = ["clicks", "painted", "render_pool", "wall"]

WORDS = spoken(DEFAULT)


async def at_call(rig: TableRig, painted: Painted, *, is_held: bool = True) -> tuple[str, Standing]:
    """Play a game to an open call, and show it."""
    table_id = await race(rig)
    standing = await at_window(rig, table_id, is_held=is_held, luck=Random(5))
    await painted.paint(table_id)
    return table_id, standing


async def told(
    wall: Wall, clicks: Clicks, table_id: str, seat: int, standing: Standing, card: str
) -> list[str]:
    """Press a card on a desk as it was at a moment; return what is told."""
    user_id = PEOPLE[seat].user_id
    place = desk_place(wall, user_id)
    press = Pressed(user_id, f"p:{table_id}:{standing.asked[seat]}:follow.{card}", place)
    await clicks.take(press)
    return press.said


@pytest.mark.parametrize("is_held", [True, False], ids=["held", "not held"])
async def test_every_desk_repeats_the_open_call_right_above_its_buttons(
    rig: TableRig, painted: Painted, wall: Wall, is_held: bool
) -> None:
    _, standing = await at_call(rig, painted, is_held=is_held)
    wanted = WORDS.signed(standing.view(None).wanted)
    closes = (rig.time + 5_000) // 1000
    for person in PEOPLE[:3]:
        (desk,) = wall.desks(person.user_id)
        above = desk.build().to_components()[0]["components"]
        first = next(place for place, part in enumerate(above) if part["type"] == 1)
        assert above[first - 1]["content"] == (
            f"**Call open: {wanted}** until <t:{closes}:T> (<t:{closes}:R>)"
        )


async def test_the_call_above_the_buttons_goes_with_its_window(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, _ = await at_call(rig, painted)
    await rig.let_pass(table_id)
    await painted.paint(table_id)
    assert [layout.reminder for person in PEOPLE[:3] for layout in wall.desks(person.user_id)] == [""] * 3


async def test_a_card_pressed_after_its_call_is_told_that_the_call_is_over(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, standing = await at_call(rig, painted)
    (holder,) = standing.match.able()
    wanted = card_of(standing, holder, is_right=True)
    await rig.let_pass(table_id)

    said = await told(wall, clicks, table_id, holder, standing, wanted)
    assert said == [f"Too late: the call for {WORDS.signed(wanted)} is over."]


async def test_another_card_pressed_late_is_told_so_without_naming_the_card_that_was_called(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, standing = await at_call(rig, painted)
    await rig.let_pass(table_id)

    for seat in range(3):
        card = card_of(standing, seat, is_right=False)
        assert await told(wall, clicks, table_id, seat, standing, card) == ["Too late: that call is over."]


async def test_a_card_pressed_twice_is_told_that_it_was_played(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, standing = await at_call(rig, painted)
    (holder,) = standing.match.able()
    wanted = card_of(standing, holder, is_right=True)
    await call(rig, table_id, standing, holder, wanted)

    assert await told(wall, clicks, table_id, holder, standing, wanted) == [STALE]
