"""What happens in one moment: boards, notices and calls stay true whatever comes in between."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot import outbox
from bot.outbox import DirectMessagesClosed, PostKind, Retryable
from bot.pictures.pool import Pictures
from bot.tables import day_commands, race_commands, seat_commands
from engines import catalog
from engines.newmarket.game import Newmarket
from engines.newmarket.view import Phase, View
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CLEO, TableRig, sampled, with_standing
from tests.ui.screens.test_boards import racing, told
from tests.ui.screens.test_calls import asked, begun, heard, off
from tests.ui.wall import THREAD, Painted, Wall, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]


async def act(rig: TableRig, table_id: str, seat: int) -> None:
    """Let the person in a seat that is asked decide."""
    table, standing = await with_standing(rig.tables, table_id)
    assert standing
    user = table.seats[seat].user_id
    assert user
    await rig.tables.step(
        race_commands.act, table_id, user, standing.asked[seat], sampled(standing, seat, Random(1))
    )


async def test_a_board_that_is_posted_where_words_had_to_be_put_right_tells_only_what_is_new(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await racing(painted)
    (before,) = wall.boards()
    (seat,) = (await rig.standing(table_id)).asked
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await act(rig, table_id, seat)
    await painted.paint(table_id)

    (after,) = wall.boards()
    assert not set(told(before.text)) & set(told(after.text))


async def test_notices_of_one_moment_are_posted_in_the_order_in_which_things_happened(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await racing(painted)
    count = len(wall.public())
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    rig.time += 1
    await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)
    rig.time += 1
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    rig.time += 1
    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    rig.time += 1
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)

    emblems = [layout.text.split()[0] for layout in wall.public()[count:]]
    assert emblems == ["🚪", "👋", "⏸️", "▶️", "⏸️"]


async def test_whoever_gets_their_seat_back_in_their_turn_hears_of_it(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, luck = await off(painted)
    (user,) = await asked(rig, table_id)
    await rig.hand_over(table_id, user, 555)
    await painted.paint(table_id)
    await painted.paint(table_id)
    heard(wall)
    while True:
        await rig.decide(table_id, luck)
        await painted.paint(table_id)
        if await asked(rig, table_id) == {555}:
            break
    assert heard(wall)[-1] == 555

    await rig.hand_over(table_id, 555, user)
    await painted.paint(table_id)
    assert heard(wall) == [user]


async def test_whom_a_seat_is_handed_to_in_its_turn_hears_of_it_once(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, _ = await off(painted)
    heard(wall)
    (user,) = await asked(rig, table_id)
    await rig.hand_over(table_id, user, 555)
    await painted.paint_desks_first(table_id)
    await painted.paint(table_id)
    assert heard(wall) == [555]


async def test_who_takes_no_direct_messages_is_called_once_a_table_goes_on(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    wall.trouble[str(BEN.user_id)] = DirectMessagesClosed("403 50007")
    table_id, luck = await begun(painted), Random(2)
    await painted.paint(table_id)
    await rig.play_until(table_id, "racing", luck)
    await painted.paint(table_id)
    while True:
        before = await asked(rig, table_id)
        heard(wall)
        await rig.decide(table_id, luck)
        if BEN.user_id in await asked(rig, table_id) and BEN.user_id not in before:
            break
        await painted.paint(table_id)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)
    assert heard(wall) == []
    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    await painted.paint_desks_first(table_id)
    assert heard(wall) == [BEN.user_id]


async def test_of_who_handed_their_seat_over_nobody_is_told_that_they_take_no_direct_messages(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    for person in (ANA, BEN):
        wall.trouble[str(person.user_id)] = DirectMessagesClosed("403 50007")
    table_id = await rig.race()
    await painted._outbox._post_public(table_id)
    wall.trouble[str(THREAD)] = Retryable("429")
    await painted._outbox._post_private(table_id)
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await painted._outbox.close()
    del wall.trouble[str(THREAD)]
    rig.pass_minutes(1)
    await painted.paint(table_id)

    (word,) = said_closed(wall)
    assert word.startswith(f"<@{ANA.user_id}>")


async def test_that_somebody_takes_no_direct_messages_is_not_told_while_it_would_tell_that_they_are_asked(
    rig: TableRig, painted: Painted, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is in a game that shows nobody who is asked: here Newmarket, where a card is called."""
    shown = Newmarket.view

    def hiding(game: Newmarket, state: Any, seat: int | None) -> View:
        view = shown(game, state, seat)
        return replace(view, to_act=()) if seat is None and view.phase is Phase.CALLING else view

    monkeypatch.setattr(Newmarket, "view", hiding)
    options = catalog.game("newmarket").options({"calling": "manual"}).model_dump()
    table_id = await rig.race(3, game="newmarket", edition=None, options=options)
    await painted.paint(table_id)
    await rig.play_until(table_id, "calling", Random(1))
    wall.trouble[str(BEN.user_id)] = DirectMessagesClosed("403 50007")
    with writing(rig.database) as db:
        outbox.post_anew(db, table_id, PostKind.DESK, BEN.user_id)
    await painted.paint(table_id)
    assert not said_closed(wall)

    while (await rig.standing(table_id)).window:
        await rig.let_pass(table_id)
    await painted.paint(table_id)
    assert len(said_closed(wall)) == 1, "it comes with the step that ends the secret"


def said_closed(wall: Wall) -> list[str]:
    """Return the words that somebody takes no direct messages."""
    return [layout.text for layout in wall.public() if "direct messages" in layout.text]


async def test_a_restart_between_a_post_and_a_change_keeps_the_board_true(
    rig: TableRig, painted: Painted, wall: Wall, render_pool: Pictures
) -> None:
    table_id = await racing(painted)
    (before,) = wall.boards()
    (seat,) = (await rig.standing(table_id)).asked
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await act(rig, table_id, seat)
    again = Painted(rig.restarted(), wall, render_pool)
    await again.paint(table_id)
    after = wall.boards()[-1]
    assert not set(told(before.text)) & set(told(after.text))


async def test_who_gets_their_seat_back_as_the_table_ends_reads_on_their_desk_that_it_ended(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await racing(painted)
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    await painted.paint(table_id)
    await rig.tables.step(seat_commands.stand_up, table_id, CLEO.user_id)  # nobody is left who would go on
    assert not (await rig.table(table_id)).status.is_open
    await painted.paint(table_id)

    (desk,) = wall.desks(BEN.user_id)
    assert "This table was cancelled." in desk.text
