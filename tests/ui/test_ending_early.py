"""What people read while a race day may end early, and once it has."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.bank import Receipt
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import STOP, desk_layout
from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.layouts.notice_layout import notice_layout
from bot.messages.layouts.result_layout import cancelled_layout
from bot.outbox import Notice
from bot.tables import Refused, Status, day_commands, ending, seat_commands
from bot.tables.deadlines import Clock
from bot.texts import LANGUAGES
from bot.ui.clicks.dispatch import Clicks
from engines import catalog
from tests.games.race_days import LAST_ID, Moment, race_day
from tests.tables.playing import ANA, BEN, CLEO, PEOPLE, TableRig
from tests.ui.clicks.test_clicks import Pressed, desk_place
from tests.ui.limits import require_sendable
from tests.ui.screens.test_calls import begun, follow
from tests.ui.wall import THREAD, Painted, Wall, clicks_on, controls, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]

RACES = {"turfe": (("races", 3),), "sulkydrom": (("goal", "major"),), "newmarket": (("deals", 3),)}
games = pytest.mark.parametrize("game", catalog.GAMES)


@pytest.fixture
def clicks(painted: Painted) -> Clicks:
    return clicks_on(painted)


async def second_race(painted: Painted, people: int = 3) -> str:
    """Run the first race of a day, and post what the second begins with."""
    table_id = await painted.rig.race(people)
    await painted.rig.play_races(table_id, 1, Random(3))
    await painted.paint(table_id)
    return table_id


def is_asked(wall: Wall, user_id: int) -> bool:
    return any(each.endswith(f":{STOP}") for desk in wall.desks(user_id) for each in controls(desk))


async def test_who_would_stop_is_told_in_public_with_what_becomes_of_the_coins_and_the_others_are_asked(
    painted: Painted, wall: Wall
) -> None:
    table_id = await second_race(painted)
    await painted.rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    await painted.paint(table_id)

    (notice,) = [layout.text for layout in wall.public() if "wants to stop" in layout.text]
    assert notice == (
        "🏳️ <@100> wants to stop; if all agree, coins are paid as they stood after race 1. "
        "<@101> and <@102>: agree with `/race stop`."
    )
    assert [is_asked(wall, person.user_id) for person in PEOPLE[:3]] == [False, True, True]
    (desk,) = wall.desks(BEN.user_id)
    assert "🏳️ <@100> would stop here: coins are paid as they stood after race 1" in desk.text
    assert "Press **Stop here** to agree." in desk.text


async def test_before_a_race_is_over_they_are_told_that_every_stake_goes_back(
    painted: Painted, wall: Wall
) -> None:
    table_id = await painted.rig.race(people=2)
    await painted.paint(table_id)
    await painted.rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    await painted.paint(table_id)
    assert (
        "🏳️ <@100> wants to stop; if all agree, every stake goes back. <@101>: agree with `/race stop`."
        in [layout.text for layout in wall.public()]
    )


async def test_who_is_away_is_sent_their_desk_anew_and_the_board_says_until_when_they_are_waited_for(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await second_race(painted, people=2)
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    await follow(rig, table_id)
    await painted.paint(table_id)
    wall.heard.clear()
    await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    await painted.paint(table_id)

    (notice,) = [
        place
        for place, layout in wall.messages.items()
        if place.channel_id == THREAD and layout.text.startswith("🏳️")
    ]
    assert (BEN.user_id, notice) in wall.heard, "also who takes no direct messages hears of it"
    assert BEN.user_id in {user for user, place in wall.heard if place.channel_id == BEN.user_id}
    assert ANA.user_id not in {user for user, _ in wall.heard}
    until = f"<t:{rig.time // 1000 + 86_400}:R>"
    (board,) = wall.boards()
    assert f"All here would stop. Without a word from <@101> the table closes {until}" in board.text
    (desk,) = wall.desks(BEN.user_id)
    assert f"If those away say nothing, it ends {until}." in desk.text
    assert [each.rpartition(":")[2] for each in controls(desk)] == ["back", STOP]


async def test_pressing_stop_here_agrees_and_the_closing_post_says_what_was_paid(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id = await second_race(painted, people=2)
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    await painted.paint(table_id)

    press = Pressed(BEN.user_id, f"p:{table_id}:0:{STOP}", desk_place(wall, BEN.user_id))
    await clicks.take(press)
    await painted.paint(table_id)

    assert press.said[0].startswith("Everybody agrees, so the race ends here: coins are paid as they stood")
    closing = wall.public()[-1].text
    ended = "This race day ended early. Coins were paid as they stood after race 1."
    opened = "Its hands and bets are open now: the log tells the race so far."
    assert closing.splitlines()[0] == f"{ended} {opened}"
    held = await rig.worth(2)
    for person, (wallet, _, _) in zip(PEOPLE[:2], held, strict=True):
        (line,) = [line for line in closing.splitlines() if f"<@{person.user_id}>" in line]
        assert f"wallet {wallet:,}" in line
        (desk,) = wall.desks(person.user_id)
        assert ended in desk.text
        assert not desk.controls
    (lobby,) = [layout.text for layout in wall.messages.values() if layout.text.startswith("## 🏇")]
    assert ended in lobby


async def test_a_stranger_who_presses_stop_here_is_refused(
    rig: TableRig, painted: Painted, clicks: Clicks
) -> None:
    table_id = await second_race(painted, people=2)
    await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    press = Pressed(CLEO.user_id, f"p:{table_id}:0:{STOP}", None)
    await clicks.take(press)
    assert press.said == ["You have no seat at this table, but you may watch."]
    assert (await rig.table(table_id)).status is Status.RUNNING


async def test_a_table_whose_place_is_wanted_is_told_and_pinged_and_the_board_says_until_when(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    await rig.set_up_server(most_tables=1, most_hosted=2)
    table_id = await second_race(painted, people=2)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)
    wall.heard.clear()
    with pytest.raises(Refused):
        await rig.lobby()
    await painted.paint(table_id)

    at = f"<t:{rig.time // 1000 + 3600}:R>"
    (notice,) = [layout for layout in wall.public() if layout.text.startswith("⏰")]
    assert notice.text.startswith("⏰ <@100> and <@101>: every table of this server is taken")
    assert at in notice.text
    assert {user for user, _ in wall.heard} == {ANA.user_id, BEN.user_id}
    (board,) = wall.boards()
    assert (
        "its place is wanted. `/race resume`, by anybody seated here, lets it go on; else "
        f"it goes on by itself {at}"
    ) in board.text
    assert at in wall.desks(ANA.user_id)[0].text


async def test_a_table_that_closes_where_its_place_is_wanted_is_told_what_becomes_of_the_coins(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    await rig.set_up_server(most_tables=1, most_hosted=2)
    table_id = await begun(painted, people=2)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    with pytest.raises(Refused):
        await rig.lobby()
    await painted.paint(table_id)

    told = f"it closes <t:{rig.time // 1000 + 3600}:R>: every stake goes back."
    (notice,) = [layout for layout in wall.public() if layout.text.startswith("⏰")]
    assert notice.text.endswith(told)
    assert told in wall.boards()[0].text
    assert told in wall.desks(ANA.user_id)[0].text


# ------------------------------------------------------------------------------------------- Discord's limits


def moments(game: str) -> list[Moment]:
    """Some moments of a day at the largest table, after its first race."""
    options = RACES.get(game, ())
    day = race_day(max(catalog.game(game).seats), 7, game=game, chosen=options)
    later = [moment for moment in day[:-1] if ending.races_settled(moment.snapshot.standing)]
    return Random(1).sample(later, min(12, len(later)))


@games
def test_at_the_largest_table_everything_can_be_sent(game: str) -> None:
    for moment in moments(game):
        first, *others = moment.snapshot.table.seats
        table = replace(moment.snapshot.table, seats=(first._replace(would_stop=True), *others))
        clocks = {Clock.STOPPING: 10**15, Clock.TURN.seat(1): 10**15}
        snapshot = replace(moment.snapshot, table=table, clocks=clocks)
        assert len(snapshot.missing) == len(others)
        require_sendable(board_layout(snapshot, moment.before, moment.rows))
        require_sendable(notice_layout(snapshot, Notice.WOULD_STOP, 0))
        for seat in table.seats:
            layout = desk_layout(snapshot, seat, {}, has_place=False)
            require_sendable(layout)
            assert (STOP in str(controls(layout))) is not seat.would_stop
        resting = replace(snapshot, table=replace(table, paused_at=1), clocks={Clock.CROWDED: 10**15})
        require_sendable(notice_layout(resting, Notice.CROWDED, None))
        require_sendable(board_layout(resting, moment.before, moment.rows))


@games
@pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)
def test_the_closing_post_of_the_largest_table_can_be_sent(game: str, t) -> None:
    snapshot = replace(moments(game)[0].snapshot, t=t)
    receipts = [
        Receipt(seat.number, LAST_ID - seat.number, 10**9, 10**9, 0, 10**9, 10**12, 10**12)
        for seat in snapshot.table.seats
    ]
    table = replace(snapshot.table, status=Status.CANCELLED, counted=30)
    require_sendable(cancelled_layout(replace(snapshot, table=table), receipts=receipts))
    require_sendable(lobby_layout(replace(snapshot, table=table), None))


def test_a_table_for_practice_that_ends_early_says_nothing_of_coins_for_what_is_left() -> None:
    snapshot = moments("newmarket")[0].snapshot
    practice = replace(snapshot.table, status=Status.CANCELLED, counted=1, stakes=False, buy_in=0)
    for_coins = replace(practice, stakes=True, buy_in=5000)
    receipt = Receipt(0, LAST_ID, 10, 10, 0, 0, 0, 10)
    layouts = [
        cancelled_layout(replace(snapshot, table=table), receipts=receipts)
        for table, receipts in ((practice, []), (for_coins, [receipt]))
    ]
    assert ["is paid in coins" in layout.text for layout in layouts] == [False, True]
