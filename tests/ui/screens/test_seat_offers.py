"""The post of an offered seat: what it asks, who may press its buttons, and that it says how the offer ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.messages.layout import MessageLayout
from bot.outbox import Posted, Retryable
from bot.tables import day_commands, erasure, seat_commands
from bot.tables.deadlines import DAY, Clock
from bot.texts.markup import ago
from bot.ui.clicks.dispatch import Clicks
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CLEO, PEOPLE, TableRig
from tests.ui.clicks.test_clicks import Pressed
from tests.ui.wall import Painted, Wall, clicks_on, controls, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]

DORA = PEOPLE[3]
ENDED = "The offer has ended."


@pytest.fixture
def clicks(painted: Painted) -> Clicks:
    return clicks_on(painted)


async def offered(painted: Painted, to: int = CLEO.user_id) -> tuple[str, Posted]:
    """Have Ben offer his seat; return the table and where the offer stands."""
    table_id = await painted.rig.race(people=2)
    await painted.rig.tables.step(seat_commands.offer, table_id, BEN.user_id, to)
    await painted.paint(table_id)
    return table_id, newest_offer(painted.wall)


def newest_offer(wall: Wall) -> Posted:
    return [place for place, layout in wall.messages.items() if "will you take over" in layout.text][-1]


def shown(layout: MessageLayout) -> tuple[str, bool]:
    """Return the first line of a post, and whether it has buttons."""
    return layout.text.partition("\n")[0], bool(layout.controls)


async def test_an_offer_names_the_game_what_the_other_person_sees_and_when_it_ends(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, place = await offered(painted)
    assert shown(wall.messages[place]) == (
        f"<@{CLEO.user_id}>: will you take over <@{BEN.user_id}>'s seat (Jockey {table_id})? You'll see the hand. "
        f"<@{BEN.user_id}> pays and wins, not you. The offer ends {ago(rig.time + DAY)}.",
        True,
    )
    assert (CLEO.user_id, place) in wall.heard
    assert all(str(user) not in str(controls(wall.messages[place])) for user in (BEN.user_id, CLEO.user_id))


async def test_the_post_of_an_accepted_offer_says_who_plays_now(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, place = await offered(painted)
    take, _ = controls(wall.messages[place])
    await clicks.take(Pressed(CLEO.user_id, take, place))
    wall.trouble["edit"] = Retryable("later")
    await painted.paint(table_id)
    del wall.trouble["edit"]
    rig.pass_minutes(10)
    await painted.paint(table_id)
    assert any("plays for Ben from now on" in layout.text for layout in wall.public())
    assert shown(wall.messages[place]) == (f"<@{CLEO.user_id}> plays for Ben now.", False)


@pytest.mark.parametrize("who", [BEN, CLEO])
async def test_the_post_of_an_offer_that_either_of_the_two_ends_says_so(
    painted: Painted, wall: Wall, clicks: Clicks, who
) -> None:
    table_id, place = await offered(painted)
    take, end = controls(wall.messages[place])
    for each in (take, end):
        press = Pressed(DORA.user_id, each, place)
        await clicks.take(press)
        assert press.said == [f"This offer is for <@{CLEO.user_id}>."]
    await clicks.take(Pressed(who.user_id, end, place))
    await painted.paint(table_id)
    assert shown(wall.messages[place]) == (ENDED, False)

    press = Pressed(CLEO.user_id, take, place)
    await clicks.take(press)
    assert press.said == ["This offer has ended. `/race tables` shows the open tables."]


async def test_a_second_offer_of_a_seat_ends_the_first_in_its_post(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, first = await offered(painted)
    rig.time += 1000
    await rig.tables.step(seat_commands.offer, table_id, BEN.user_id, DORA.user_id)
    await painted.paint(table_id)
    assert newest_offer(wall) != first
    assert shown(wall.messages[first]) == (ENDED, False)

    rig.time += 1000
    await rig.tables.step(seat_commands.accept, table_id, DORA.user_id, 1)
    await painted.paint(table_id)
    assert shown(wall.messages[first]) == (ENDED, False)


async def _runs_out(rig: TableRig, table_id: str) -> None:
    rig.time += DAY
    await rig.run_out(table_id, Clock.OFFER.seat(1))


async def _forgotten(rig: TableRig, table_id: str) -> None:
    with writing(rig.database) as db:
        erasure.erase(db, rig.tables.games, CLEO.user_id, rig.time, lambda _, seat: f"Player {seat}")


async def _cancelled(rig: TableRig, table_id: str) -> None:
    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)


@pytest.mark.parametrize("ends", [_runs_out, _forgotten, _cancelled])
async def test_the_post_of_an_offer_that_ends_otherwise_says_so(
    rig: TableRig, painted: Painted, wall: Wall, ends: Callable[[TableRig, str], Awaitable[None]]
) -> None:
    table_id, place = await offered(painted)
    await ends(rig, table_id)
    await painted.paint(table_id)
    assert shown(wall.messages[place]) == (ENDED, False)
    assert Clock.OFFER.seat(1) not in {row.kind for row in (await rig.everything())["deadlines"]}


async def test_an_offer_by_a_stand_in_names_who_pays_and_ends_with_the_owner_who_is_back(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rig.race(people=2)
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    rig.time += 1000
    await rig.tables.step(seat_commands.offer, table_id, CLEO.user_id, DORA.user_id)
    await painted.paint(table_id)
    place = newest_offer(wall)
    text, _ = shown(wall.messages[place])
    assert f"<@{CLEO.user_id}>'s seat" in text
    assert f"<@{BEN.user_id}> pays and wins" in text
    await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)
    await painted.paint(table_id)
    assert shown(wall.messages[place]) == (ENDED, False)


async def test_an_offer_whose_post_somebody_deleted_still_ends(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, place = await offered(painted)
    await wall.delete(place)
    await rig.tables.step(seat_commands.end_offer, table_id, BEN.user_id, 1)
    await painted.paint(table_id)
    assert not await painted.problems(table_id)
    assert not [layout for layout in wall.public() if ENDED in layout.text]
