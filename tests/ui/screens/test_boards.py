"""The board that stands: true at every moment, never posted twice for one moment, its picture sent once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot.outbox import NotFound
from bot.pictures.pool import Pictures
from bot.tables import day_commands, deadlines, race_commands, seat_commands
from bot.tables.deadlines import Clock
from bot.ui.screens.editing import FRESH
from tests.databases import reading
from tests.tables.playing import ANA, BEN, CLEO, TableRig, act_late, sampled, with_standing
from tests.ui.wall import THREAD, Painted, Wall, controls, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]


async def racing(painted: Painted) -> str:
    """Bring a table to a moment at which one seat alone is asked, with a board that tells what led there."""
    rig, luck = painted.rig, Random(3)
    table_id = await rig.race()
    await painted.paint(table_id)
    await rig.play_until(table_id, "racing", luck)
    for _ in range(2):
        await rig.decide(table_id, luck)
    await painted.paint(table_id)
    return table_id


def told(text: str) -> list[str]:
    """Return the lines of a board that say what happened: those before whom the table waits for."""
    return text.splitlines()[:-2]


async def clock_of(rig: TableRig, table_id: str) -> int:
    """Return the second at which the decision that is due runs out."""
    with reading(rig.database) as db:
        found = deadlines.of_table(db, table_id)
    return next(at for kind, at in found.items() if Clock.of(kind) is Clock.TURN) // 1000


async def test_while_a_table_rests_its_board_says_so_and_afterwards_until_when_it_waits(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await racing(painted)
    (before,) = wall.boards()
    rig.pass_minutes(1)

    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)
    (resting,) = wall.boards()
    assert told(resting.text) == told(before.text)
    assert f"-# ⏸️ This table rests until <@{ANA.user_id}> lets it go on" in resting.text
    assert "Deadline" not in resting.text

    rig.pass_minutes(20)
    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    await painted.paint(table_id)
    (after,) = wall.boards()
    assert told(after.text) == told(before.text)
    assert f"(<t:{await clock_of(rig, table_id)}:R>)" in after.text
    assert controls(after) == controls(before)


async def test_a_resting_desk_does_not_wonder_where_its_buttons_went(painted: Painted, wall: Wall) -> None:
    table_id = await racing(painted)
    await painted.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)

    (seat,) = (await painted.rig.standing(table_id)).asked
    desk = wall.desks((ANA, BEN)[seat].user_id)[-1]
    assert not controls(desk)
    assert "Your buttons come back then." in desk.text
    assert desk.text.endswith("It will be your turn when the table goes on.")
    assert desk.drawings, "the hand stays in sight"


async def test_words_that_are_put_right_leave_the_picture_alone(painted: Painted, wall: Wall) -> None:
    table_id = await racing(painted)
    await painted.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)

    (resting,) = wall.boards()
    assert resting.drawings
    assert wall.pictures[_place_of_board(wall)] == 1


def _place_of_board(wall: Wall) -> object:
    return next(place for place, layout in wall.messages.items() if layout is wall.boards()[0])


async def test_a_notice_says_nothing_that_the_board_says(painted: Painted, wall: Wall) -> None:
    table_id = await racing(painted)
    await painted.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)
    await painted.rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    await painted.paint(table_id)

    notices = [layout.text for layout in wall.public() if "⏸️ The host" in layout.text or "▶️" in layout.text]
    assert notices == ["⏸️ The host lets this table rest. All clocks stand still.", "▶️ The race goes on."]


async def test_whom_the_board_waits_for_follows_who_holds_the_seat(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await racing(painted)
    standing = await rig.standing(table_id)
    (seat,) = standing.asked
    holder = (ANA, BEN)[seat]
    await rig.hand_over(table_id, holder.user_id, CLEO.user_id)
    await painted.paint(table_id)
    (handed,) = wall.boards()
    assert f"<@{CLEO.user_id}> plays a card" in handed.text

    await rig.tables.step(seat_commands.come_back, table_id, holder.user_id)
    await painted.paint(table_id)
    (back,) = wall.boards()
    assert f"<@{holder.user_id}> plays a card" in back.text
    assert f"<@{CLEO.user_id}>" not in back.text


async def test_a_table_that_everybody_left_and_one_is_back_at_waits_for_nobody_else(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await racing(painted)
    await _everybody_away(rig, table_id)
    await painted.paint(table_id)
    (asleep,) = wall.boards()
    assert "-# 💤 Nobody is here, so this table sleeps" in asleep.text
    assert controls(asleep) == [f"p:{table_id}:0:back", f"p:{table_id}:0:desk"]

    desk = wall.desks((ANA, BEN)[next(iter((await rig.standing(table_id)).asked))].user_id)[-1]
    assert "Press **I am back** to go on" in desk.text
    assert "Your turn" not in desk.text
    assert controls(desk) == [f"p:{table_id}:0:back"]

    (seat,) = (await rig.standing(table_id)).asked
    await rig.tables.step(seat_commands.come_back, table_id, (ANA, BEN)[seat].user_id)
    await painted.paint(table_id)
    (back,) = wall.boards()
    assert "💤" not in back.text
    assert f"(<t:{await clock_of(rig, table_id)}:R>)" in back.text


async def _everybody_away(rig: TableRig, table_id: str) -> None:
    luck = Random(5)
    while not (await rig.table(table_id)).is_deserted:
        table, standing = await with_standing(rig.tables, table_id)
        assert standing
        seat, asked = next(iter(standing.asked.items()))
        if table.seats[seat].is_played_for:
            await rig.tables.step(race_commands.act_for, table_id, seat, asked, sampled(standing, seat, luck))
            continue
        with reading(rig.database) as db:
            due = deadlines.due(db, rig.time + 10**9)
        clock = next(each for each in due if each.kind == Clock.TURN.seat(seat))
        await act_late(rig.tables, clock, asked, sampled(standing, seat, luck))


async def test_a_board_that_says_what_is_true_already_is_not_touched(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await racing(painted)
    before = dict(wall.messages)
    wall.trouble["edit_words"] = wall.trouble["edit"] = NotFound("must not be edited")
    await rig.tables.step(seat_commands.order, table_id, ANA.user_id, "drive", "steady")
    await painted.paint(table_id)

    public = {place: layout for place, layout in wall.messages.items() if place.channel_id == THREAD}
    assert public == {place: layout for place, layout in before.items() if place.channel_id == THREAD}


async def test_a_board_too_old_to_be_edited_is_posted_anew_once_and_the_old_one_loses_its_controls(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await racing(painted)
    (old,) = wall.boards()
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)
    rig.time += FRESH
    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    await painted.paint(table_id)

    (fresh,) = wall.boards()
    assert wall.public()[-1] is fresh
    assert told(fresh.text) == told(old.text)
    assert f"(<t:{await clock_of(rig, table_id)}:R>)" in fresh.text


async def test_a_board_that_somebody_removed_is_posted_anew(painted: Painted, wall: Wall) -> None:
    table_id = await racing(painted)
    await wall.delete(_place_of_board(wall))  # type: ignore[arg-type]
    await painted.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)

    (fresh,) = wall.boards()
    assert "This table rests" in fresh.text
    assert not await painted.problems(table_id)


async def test_after_a_restart_a_board_tells_on_what_it_told(
    rig: TableRig, painted: Painted, wall: Wall, render_pool: Pictures
) -> None:
    table_id = await racing(painted)
    (before,) = wall.boards()
    again = Painted(rig.restarted(), wall, render_pool)
    await again.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await again.paint(table_id)

    (resting,) = wall.boards()
    assert told(resting.text) == told(before.text)
    assert "This table rests" in resting.text


async def test_a_board_of_an_earlier_run_that_tells_of_a_few_rows_is_put_right_without_a_thread(
    rig: TableRig, painted: Painted, wall: Wall, render_pool: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await racing(painted)
    again, asked = Painted(rig.restarted(), wall, render_pool), []
    work = again.threads.work

    async def counted(task: Callable[..., Any], *args: Any) -> Any:
        asked.append(task)
        return await work(task, *args)

    monkeypatch.setattr(again.threads, "work", counted)
    await again.rig.decide(table_id, Random(1))
    await again.paint(table_id)

    assert len(wall.boards()) == 1, "the older one was edited: it has lost its controls"
    assert not asked


async def test_a_step_that_is_played_in_the_same_moment_leaves_one_board(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await racing(painted)
    count = len(wall.public())
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    _, standing = await with_standing(rig.tables, table_id)
    assert standing
    (seat,) = standing.asked
    action = sampled(standing, seat, Random(1))
    await rig.tables.step(
        race_commands.act, table_id, (ANA, CLEO)[seat].user_id, standing.asked[seat], action
    )
    await painted.paint(table_id)

    assert len(wall.boards()) == 1
    assert len(wall.public()) == count + 2  # what is new: a word about the seat, and one board


@pytest.mark.parametrize("lacks", ["pictures", "attachments"])
async def test_without_pictures_a_board_is_put_right_and_loses_its_controls_as_well(
    rig: TableRig, painted: Painted, wall: Wall, lacks: str
) -> None:
    if lacks == "pictures":
        await rig.set_up_server(pictures=False)
    else:
        wall.may_attach = False
    table_id = await racing(painted)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)
    (resting,) = wall.boards()
    assert not resting.drawings
    assert "This table rests" in resting.text

    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    await rig.decide(table_id, Random(1))
    await painted.paint(table_id)
    assert len(wall.boards()) == 1
