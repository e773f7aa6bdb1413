"""A desk that its owner opens where they play is the live one: it is followed, and left in good time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.messages.layout import MessageLayout
from bot.outbox import DirectMessagesClosed, Post, Posted, Retryable, desk_of, set_back
from bot.outbox.opened import LAST_MINUTE, LIFETIME
from bot.pictures.pool import Pictures
from bot.servers import BoardManner
from bot.tables import day_commands, seat_commands
from bot.texts import DEFAULT
from bot.ui.clicks.dispatch import Clicks
from engines import catalog
from tests.databases import writing
from tests.tables.playing import ANA, BEN, GUILD, PEOPLE, TableRig, sampled, with_standing
from tests.ui.clicks.test_clicks import STALE, Pressed, desk_place
from tests.ui.screens.test_calls import _begins, asked, begun, heard, off
from tests.ui.wall import ANSWERS, THREAD, Painted, Wall, clicks_on, controls, painted, render_pool, wall
from tests.waiting import until

__all__ = ["painted", "render_pool", "wall"]

IN_MESSAGES = DEFAULT.table.desk_in_messages
ELSEWHERE = DEFAULT.table.desk_opened(f"<#{THREAD}>")
GO_ON = DEFAULT.table.desk_ran_out
HOUR = 60 * 60_000
"""Milliseconds."""


@pytest.fixture
def clicks(painted: Painted) -> Clicks:
    return clicks_on(painted)


@pytest.fixture(autouse=True)
def steady(rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have how old a press is told by the clock that the test sets."""
    monkeypatch.setattr("bot.ui.respond.steady_clock", lambda: rig.time)


async def opened(clicks: Clicks, wall: Wall, table_id: str, user_id: int) -> Posted:
    """Press My desk under a board; return where the desk stands then."""
    press = Pressed(user_id, f"p:{table_id}:0:desk", Posted(THREAD, 1), guild=GUILD)
    await clicks.take(press)
    assert press.said == []
    return wall.opened[press.token]


async def post_of(rig: TableRig, table_id: str, user_id: int) -> Post:
    return next(post for post in await rig.posts(table_id) if post.key == desk_of(user_id))


async def token_of(rig: TableRig, table_id: str, user_id: int) -> str | None:
    post = await post_of(rig, table_id, user_id)
    return post.opened.token if post.opened else None


async def played(painted: Painted, table_id: str, luck: Random, until_asked: int) -> None:
    """Have cards played until somebody is asked, and what is due posted after each."""
    while until_asked not in await asked(painted.rig, table_id):
        await painted.rig.decide(table_id, luck)
        await painted.paint(table_id)


async def pressed(painted: Painted, clicks: Clicks, table_id: str, user_id: int, place: Posted) -> Pressed:
    """Press a card, on whichever desk."""
    table, standing = await with_standing(painted.rig.tables, table_id)
    assert standing is not None
    seat, luck = table.require_seat(user_id).number, Random(5)
    plays = (sampled(standing, seat, luck) for _ in range(100))
    card = next(play["card"] for play in plays if not play.get("horse"))
    control = f"p:{table_id}:{standing.asked[seat]}:play.{card}"
    guild = GUILD if place.channel_id == ANSWERS else None
    press = Pressed(user_id, control, place, guild=guild)
    await clicks.take(press)
    await painted.paint(table_id)
    return press


async def test_a_desk_that_is_opened_is_followed_and_the_direct_message_says_where_it_is(
    painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    place, kept = await opened(clicks, wall, table_id, ANA.user_id), desk_place(wall, ANA.user_id)

    aside = wall.messages[kept]
    assert ELSEWHERE in aside.text
    assert controls(aside) == [f"p:{table_id}:0:desk"]
    assert aside.drawings == ()
    for who in (BEN, ANA):
        await played(painted, table_id, luck, who.user_id)
        is_asked = any(":play." in control for control in controls(wall.messages[place]))
        assert is_asked == (who is ANA)
    assert ELSEWHERE in wall.messages[desk_place(wall, ANA.user_id)].text


async def test_one_press_a_turn_is_enough_to_play_from_an_opened_desk(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    tokens = {await token_of(rig, table_id, ANA.user_id)}
    for _ in range(3):
        await played(painted, table_id, luck, ANA.user_id)
        press = await pressed(painted, clicks, table_id, ANA.user_id, place)
        assert press.said == []
        assert ANA.user_id not in await asked(rig, table_id)
        assert not any(":play." in control for control in controls(wall.messages[place]))
        assert await token_of(rig, table_id, ANA.user_id) == press.token
        tokens.add(press.token)
    assert len(tokens) == 4
    assert list(wall.messages).count(place) == 1


async def test_an_opened_desk_is_pressed_for_as_long_as_somebody_likes(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    for _ in range(4):
        rig.time += LIFETIME - LAST_MINUTE - 1000
        await played(painted, table_id, luck, ANA.user_id)
        assert (await pressed(painted, clicks, table_id, ANA.user_id, place)).said == []
    assert ELSEWHERE in wall.messages[desk_place(wall, ANA.user_id)].text


async def test_the_desk_in_the_direct_messages_is_brought_back_by_its_only_button(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, ANA.user_id)
    place, kept = await opened(clicks, wall, table_id, ANA.user_id), desk_place(wall, ANA.user_id)
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:0:desk", kept))

    assert any(":play." in control for control in controls(wall.messages[kept]))
    assert wall.messages[kept].drawings, "its pictures are there again"
    assert IN_MESSAGES in wall.messages[place].text
    assert controls(wall.messages[place]) == [f"p:{table_id}:0:desk"]
    assert await token_of(rig, table_id, ANA.user_id) is None
    await clicks.take(Pressed(ANA.user_id, f"p:{table_id}:0:desk", place, guild=GUILD))
    assert any(":play." in control for control in controls(wall.messages[place]))
    assert ELSEWHERE in wall.messages[kept].text


async def test_a_card_that_is_pressed_on_the_desk_before_counts_and_makes_that_the_live_one(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, ANA.user_id)
    first = await opened(clicks, wall, table_id, ANA.user_id)
    second = await opened(clicks, wall, table_id, ANA.user_id)
    assert ELSEWHERE in wall.messages[first].text
    press = await pressed(painted, clicks, table_id, ANA.user_id, first)
    assert press.said == []
    assert ANA.user_id not in await asked(rig, table_id)
    assert ELSEWHERE in wall.messages[second].text
    assert await token_of(rig, table_id, ANA.user_id) == press.token

    await played(painted, table_id, luck, ANA.user_id)
    kept = desk_place(wall, ANA.user_id)
    press = await pressed(painted, clicks, table_id, ANA.user_id, kept)
    assert press.said == []
    assert IN_MESSAGES in wall.messages[first].text
    assert DEFAULT.table.desk_wakes in wall.messages[kept].text


async def test_a_card_of_a_turn_that_is_over_is_answered_and_the_pressed_desk_is_live_again(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, ANA.user_id)
    standing = await rig.standing(table_id)
    old = f"p:{table_id}:{standing.length}:play.red+1"
    first = await opened(clicks, wall, table_id, ANA.user_id)
    second = await opened(clicks, wall, table_id, ANA.user_id)
    await pressed(painted, clicks, table_id, ANA.user_id, second)
    press = Pressed(ANA.user_id, old, first, guild=GUILD)
    await clicks.take(press)

    assert press.said == [STALE]
    assert await token_of(rig, table_id, ANA.user_id) == press.token
    assert ELSEWHERE in wall.messages[second].text


async def test_before_its_token_runs_out_an_opened_desk_says_how_to_go_on_and_the_direct_message_is_live(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, ANA.user_id)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    heard(wall)
    rig.time += LIFETIME - LAST_MINUTE
    await painted.screens.opened.resume(None)
    await until(lambda: is_due(rig, table_id, ANA.user_id))
    await painted.paint(table_id)

    assert GO_ON in wall.messages[place].text
    assert controls(wall.messages[place]) == [f"p:{table_id}:0:desk"]
    kept = wall.messages[desk_place(wall, ANA.user_id)]
    assert any(":play." in control for control in controls(kept))
    assert kept.drawings
    assert await token_of(rig, table_id, ANA.user_id) is None
    assert heard(wall) == [], "it is still the same turn"


async def is_due(rig: TableRig, table_id: str, user_id: int) -> bool:
    return (await post_of(rig, table_id, user_id)).is_due


async def test_nothing_is_shown_while_the_token_of_an_opened_desk_is_good(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, _ = await off(painted, people=2)
    await opened(clicks, wall, table_id, ANA.user_id)
    rig.time += LIFETIME - LAST_MINUTE - 1
    await painted.screens.opened._look(f"{table_id} {ANA.user_id}")

    assert not await is_due(rig, table_id, ANA.user_id)
    await painted.screens.opened.close()


async def test_an_opened_desk_is_left_though_the_clock_was_set_back(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, ANA.user_id)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    rig.time += LIFETIME - LAST_MINUTE - HOUR
    with writing(rig.database) as db:
        set_back(db, HOUR)
    await painted.screens.opened._look(f"{table_id} {ANA.user_id}")
    await painted.paint(table_id)

    assert GO_ON in wall.messages[place].text


@pytest.mark.parametrize("later", [1000, LIFETIME - LAST_MINUTE, 10 * LIFETIME])
async def test_the_next_run_follows_an_opened_desk_or_goes_on_in_the_direct_messages(
    rig: TableRig,
    painted: Painted,
    wall: Wall,
    clicks: Clicks,
    render_pool: Pictures,
    later: int,
) -> None:
    table_id, luck = await off(painted, people=2)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    await painted.screens.opened.close()  # as a kill does it
    again = Painted(rig, wall, render_pool)
    rig.time += later
    if later > LIFETIME:
        wall.opened.clear()
    await again.screens.opened.resume(None)
    if later > 1000:
        await until(lambda: is_due(rig, table_id, ANA.user_id))
    await again.paint(table_id)
    await played(again, table_id, luck, ANA.user_id)

    live = place if later == 1000 else desk_place(wall, ANA.user_id)
    assert any(":play." in control for control in controls(wall.messages[live]))
    assert (await token_of(rig, table_id, ANA.user_id) is not None) == (later == 1000)
    await again.screens.opened.close()


async def test_an_opened_desk_that_was_dismissed_gives_way_at_once_to_the_direct_message(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, BEN.user_id)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    heard(wall)
    await wall.delete(place)
    await rig.decide(table_id, luck)
    await painted.paint_desks_first(table_id)

    assert ANA.user_id in await asked(rig, table_id)
    assert heard(wall) == [ANA.user_id]
    kept = wall.messages[desk_place(wall, ANA.user_id)]
    assert any(":play." in control for control in controls(kept))
    assert await token_of(rig, table_id, ANA.user_id) is None


async def to_be_asked_with_others(painted: Painted, table_id: str, luck: Random) -> None:
    """Play until somebody other than Ana has everybody asked at once, in the open, and ask for the posts of that."""
    rig, alone = painted.rig, False
    while True:
        seat = await rig.decide(table_id, luck)
        to_act = (await rig.standing(table_id)).view(None).to_act
        if alone and seat != 0 and len(to_act) > 1:
            return
        alone = len(to_act) == 1
        await painted.paint(table_id)


@pytest.mark.parametrize("is_public_first", [True, False])
async def test_of_several_who_are_asked_the_board_names_who_plays_from_the_thread(
    painted: Painted, wall: Wall, clicks: Clicks, is_public_first: bool
) -> None:
    table_id, luck = await off(painted)
    await opened(clicks, wall, table_id, ANA.user_id)
    await to_be_asked_with_others(painted, table_id, luck)
    heard(wall)
    await (painted.paint if is_public_first else painted.paint_desks_first)(table_id)

    where = {user: place.channel_id for user, place in wall.heard}
    assert len(where) == len(wall.heard) > 1
    assert where.pop(ANA.user_id) == THREAD
    assert where == {user: user for user in where}


async def test_who_has_dismissed_their_desk_is_called_in_the_direct_messages_by_one_message(
    painted: Painted, wall: Wall, clicks: Clicks, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, luck = await off(painted)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    await to_be_asked_with_others(painted, table_id, luck)
    await wall.delete(place)
    heard(wall)
    sent, send = [], wall.send

    async def noted(channel_id: int, *what: Any, **how: Any) -> Posted:
        sent.append(channel_id)
        return await send(channel_id, *what, **how)

    monkeypatch.setattr(wall, "send", noted)
    await painted.paint_desks_first(table_id)

    assert [where.channel_id for user, where in wall.heard if user == ANA.user_id] == [ANA.user_id]
    assert sent.count(ANA.user_id) == 1


async def test_where_a_board_is_edited_a_word_calls_who_plays_from_the_thread(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    await rig.set_up_server(boards=BoardManner.EDITED)
    table_id, luck = await off(painted, people=2)
    await played(painted, table_id, luck, BEN.user_id)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    heard(wall)
    await rig.decide(table_id, luck)
    await painted.paint(table_id)

    assert await asked(rig, table_id) == {ANA.user_id}
    (word,) = [wall.messages[where] for user, where in wall.heard if user == ANA.user_id]
    assert DEFAULT.table.desk_called(rig.time) in word.text
    assert ELSEWHERE in word.text
    assert controls(word) == [f"p:{table_id}:0:desk"]
    assert any(":play." in control for control in controls(wall.messages[place]))
    assert len(wall.desks(ANA.user_id)) == 1, "the one before is gone"


async def test_an_opened_desk_of_a_race_day_that_is_over_says_so_and_is_kept_no_longer(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, _ = await off(painted, people=2)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)
    await painted.paint(table_id)

    for desk in (wall.messages[place], wall.messages[desk_place(wall, ANA.user_id)]):
        assert "This table was cancelled." in desk.text
        assert controls(desk) == []
    assert await token_of(rig, table_id, ANA.user_id) is None
    press = Pressed(ANA.user_id, f"p:{table_id}:0:desk", Posted(THREAD, 1), guild=GUILD)
    await clicks.take(press)
    assert await token_of(rig, table_id, ANA.user_id) is None


async def test_who_takes_no_direct_messages_plays_from_an_opened_desk_and_no_other_is_tried(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    wall.trouble[str(ANA.user_id)] = DirectMessagesClosed("403 50007")
    table_id, luck = await off(painted, people=2)
    await painted.paint(table_id)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    heard(wall)
    for _ in range(3):
        before = await asked(rig, table_id)
        await rig.decide(table_id, luck)
        await painted.paint(table_id)
        after = await asked(rig, table_id)
        assert heard(wall) == _begins(after, before)
        is_asked = any(":play." in control for control in controls(wall.messages[place]))
        assert is_asked == (ANA.user_id in after)
        assert not await painted.problems(table_id) or after == {BEN.user_id}
    await wall.delete(place)
    while True:
        before = await asked(rig, table_id)
        await rig.decide(table_id, luck)
        await painted.paint_desks_first(table_id)
        after = await asked(rig, table_id)
        assert heard(wall) == _begins(after, before)
        if after == {ANA.user_id}:
            break
    assert await token_of(rig, table_id, ANA.user_id) is None


@pytest.mark.parametrize("manner", list(BoardManner))
@pytest.mark.parametrize("game", catalog.GAMES)
async def test_everybody_hears_once_of_each_turn_wherever_their_desk_is(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, game: str, manner: BoardManner
) -> None:
    await rig.set_up_server(boards=manner)
    luck = Random(f"opened {game} {manner}")
    table_id = await begun(painted, game)
    people = [person.user_id for person in PEOPLE[:3]]
    for user_id in people:  # who is moved for is not called
        await rig.tables.database.write(seat_commands.ask_always, user_id, is_wanted=True)
    words, pings = 0, 0
    for _ in range(30):
        await change_desks(painted, clicks, table_id, luck, people)
        heard(wall)
        before = await asked(rig, table_id)
        seat = await rig.decide(table_id, luck)
        if seat is None:
            break
        await (painted.paint if luck.random() < 0.5 else painted.paint_desks_first)(table_id)
        words += sum(
            DEFAULT.table.desk_called(rig.time) in wall.messages[place].text for _, place in wall.heard
        )
        pings += sum(place.channel_id == THREAD for _, place in wall.heard)
        assert heard(wall) == _begins(await asked(rig, table_id), before)
        for user_id in people:
            await holds_newest(painted, table_id, user_id)
    assert not await painted.problems(table_id)
    assert words or pings
    await painted.screens.opened.close()


async def change_desks(
    painted: Painted, clicks: Clicks, table_id: str, luck: Random, people: list[int]
) -> None:
    """Have somebody open their desk, press another one of theirs, dismiss one, or wait until its time is over."""
    rig, wall = painted.rig, painted.wall
    user_id, what = luck.choice(people), luck.random()
    if what < 0.4:
        await opened(clicks, wall, table_id, user_id)
    elif what < 0.5:
        kept = desk_place(wall, user_id)
        await clicks.take(Pressed(user_id, f"p:{table_id}:0:desk", kept))
    elif what < 0.6 and (token := await token_of(rig, table_id, user_id)):
        await wall.delete(wall.opened[token])
    elif what < 0.7 and await token_of(rig, table_id, user_id):
        rig.time += LIFETIME // 3


async def holds_newest(painted: Painted, table_id: str, user_id: int) -> None:
    """Hold that what somebody's live desk offers is of the decision that is asked of them now."""
    rig, wall = painted.rig, painted.wall
    table, standing = await with_standing(rig.tables, table_id)
    seat = table.seat_of(user_id)
    if standing is None or seat is None or seat.number not in standing.asked:
        return
    token = await token_of(rig, table_id, user_id)
    place = wall.opened[token] if token else desk_place(wall, user_id)
    if place not in wall.messages:
        return  # it was dismissed, and nothing has changed since
    begins = f"p:{table_id}:{standing.asked[seat.number]}:"
    assert any(control.startswith(begins) for control in controls(wall.messages[place]))


async def test_whoever_reads_a_row_of_the_outbox_reads_no_token(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, _ = await off(painted, people=2)
    await opened(clicks, wall, table_id, ANA.user_id)
    post = await post_of(rig, table_id, ANA.user_id)
    assert post.opened
    assert post.opened.token not in f"{post} {post!r} {post.opened} {[post.opened]}"


async def test_somebody_elses_press_opens_nobodys_desk(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, _ = await off(painted, people=2)
    stranger = PEOPLE[3].user_id
    press = Pressed(stranger, f"p:{table_id}:0:desk", Posted(THREAD, 1), guild=GUILD)
    await clicks.take(press)

    assert press.said
    assert not [post for post in await rig.posts(table_id) if post.opened]
    assert press.token not in wall.opened


async def test_a_seat_in_other_hands_closes_the_desk_that_its_owner_has_opened(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, _ = await off(painted, people=2)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    await rig.hand_over(table_id, ANA.user_id, PEOPLE[3].user_id)
    await painted.paint(table_id)

    assert "plays your seat now" in wall.messages[place].text
    assert controls(wall.messages[place]) == []
    assert wall.messages[place].drawings == ()
    assert await token_of(rig, table_id, ANA.user_id) is None


async def test_a_desk_whose_sending_was_never_answered_is_found_when_its_owner_opens_another(
    painted: Painted, wall: Wall, clicks: Clicks, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, luck = await off(painted, people=2)
    named, send = dict[str, Posted](), wall.send
    is_answered = False

    async def sent(channel_id: int, layout: MessageLayout, name: str, *, silent: bool = False) -> Posted:
        if place := named.get(name):
            await wall.edit(place, layout)
            return place
        place = named[name] = await send(channel_id, layout, name, silent=silent)
        if channel_id == ANA.user_id and not is_answered:
            raise Retryable("the connection broke")
        return place

    monkeypatch.setattr(wall, "send", sent)
    await played(painted, table_id, luck, BEN.user_id)
    wall.below |= {*wall.messages}  # so that her desk is sent anew
    await played(painted, table_id, luck, ANA.user_id)
    assert len(wall.desks(ANA.user_id)) == 2
    is_answered = True
    await opened(clicks, wall, table_id, ANA.user_id)
    (aside,) = wall.desks(ANA.user_id)
    assert ELSEWHERE in aside.text
    await played(painted, table_id, luck, BEN.user_id)
    assert len(wall.desks(ANA.user_id)) == 1


async def test_the_end_of_a_token_is_counted_from_the_press_and_not_from_when_it_was_answered(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, _ = await off(painted, people=2)
    pressed_at, edit = rig.time, wall.edit_answer

    async def slow(*what: Any) -> int:
        rig.time += 120_000  # Discord, the database or the painters were held up
        return await edit(*what)

    monkeypatch.setattr(wall, "edit_answer", slow)
    await opened(clicks, wall, table_id, ANA.user_id)
    post = await post_of(rig, table_id, ANA.user_id)
    assert post.opened
    assert post.opened.until == pressed_at + LIFETIME
