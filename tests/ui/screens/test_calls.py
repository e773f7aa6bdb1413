"""Whose turn it is hears of it once, whichever message tells them, and nobody else hears anything."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest

from bot.outbox import DirectMessagesClosed, Forbidden, NotFound, PostKind, post_anew, show_again
from bot.servers import BoardManner
from bot.tables import day_commands, deadlines, guild_commands, race_commands, seat_commands
from bot.tables.autoplay import following
from bot.tables.deadlines import Clock
from engines import catalog
from tests.databases import reading, writing
from tests.tables.playing import (
    ANA,
    BEN,
    CLEO,
    GUILD,
    HERE,
    PEOPLE,
    TableRig,
    act_late,
    sampled,
    with_standing,
)
from tests.ui.wall import THREAD, Painted, Wall, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]

STEPS = 40


async def begun(painted: Painted, game: str = "jockey", people: int = 3, computers: int = 0) -> str:
    """Start a race and post what it begins with; what that notified is forgotten."""
    edition = {} if game == "jockey" else {"edition": None}
    table_id = await painted.rig.race(people, computers, game=game, **edition)
    await follow(painted.rig, table_id)
    await painted.paint(table_id)
    painted.wall.heard.clear()
    return table_id


async def off(painted: Painted, people: int = 3) -> tuple[str, Random]:
    """Start a race and play until its first card is due; return the table, and luck to go on with."""
    table_id, luck = await begun(painted, people=people), Random(2)
    await painted.rig.play_until(table_id, "racing", luck)
    await painted.paint(table_id)
    return table_id, luck


async def follow(rig: TableRig, table_id: str) -> None:
    """Make the moves that need nobody's press, as the clockwork does."""
    luck = Random(0)
    while True:
        table, standing = await with_standing(rig.tables, table_id)
        next_one = following(table, standing)
        if next_one is None or standing is None:
            return
        action = sampled(standing, next_one.number, luck)
        await rig.tables.step(
            race_commands.act_for,
            table_id,
            next_one.number,
            standing.asked[next_one.number],
            action,
            next_one.taken,
        )


async def asked(rig: TableRig, table_id: str) -> set[int]:
    """Return the users who have to decide now."""
    table, standing = await with_standing(rig.tables, table_id)
    assert standing
    return {user for seat in standing.asked if (user := table.seats[seat].user_id)}


def heard(wall: Wall) -> list[int]:
    """Return whom messages have notified since this was asked last, each time once."""
    users = sorted(user for user, _ in wall.heard)
    wall.heard.clear()
    return users


@pytest.mark.parametrize("manner", list(BoardManner))
@pytest.mark.parametrize("game", catalog.GAMES)
async def test_everybody_hears_once_of_each_turn_of_theirs_and_of_nobody_elses(
    rig: TableRig, painted: Painted, wall: Wall, game: str, manner: BoardManner
) -> None:
    await rig.set_up_server(boards=manner)
    luck = Random(f"{game} {manner}")
    table_id = await begun(painted, game)
    for person in PEOPLE:  # who is moved for is not called
        await rig.tables.database.write(seat_commands.ask_always, person.user_id, is_wanted=True)
    for _ in range(STEPS):
        before = await asked(rig, table_id)
        seat = await rig.decide(table_id, luck)
        if seat is None:
            break
        if luck.random() < 0.3:
            wall.below |= {place for place in wall.messages if place.channel_id != THREAD}
        await (painted.paint if luck.random() < 0.5 else painted.paint_desks_first)(table_id)
        assert heard(wall) == _begins(await asked(rig, table_id), before)
    assert not await painted.problems(table_id)


def _begins(after: Collection[int], before: Collection[int]) -> list[int]:
    """Return those whose turn begins with a step, which is not the turn of who acted going on."""
    return sorted(set(after) - set(before))


@pytest.mark.parametrize("game", catalog.GAMES)
async def test_at_the_start_everybody_hears_of_their_desk_and_of_nothing_more(
    rig: TableRig, painted: Painted, wall: Wall, game: str
) -> None:
    edition = {} if game == "jockey" else {"edition": None}
    table_id = await rig.race(2, 1, game=game, **edition)
    await painted.paint(table_id)
    await follow(rig, table_id)
    await painted.paint_desks_first(table_id)

    assert heard(wall) == [ANA.user_id, BEN.user_id]


async def test_one_who_alone_is_asked_at_the_start_hears_of_it_once(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rig.race(1, 2)
    await follow(rig, table_id)
    await painted.paint(table_id)

    assert heard(wall) == [ANA.user_id]


async def test_while_computer_players_have_still_to_move_nobody_is_called(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, luck = await begun(painted, people=2, computers=2), Random(4)
    for _ in range(STEPS):
        before = await asked(rig, table_id)
        if await rig.decide(table_id, luck) is None:
            break
        table, standing = await with_standing(rig.tables, table_id)
        is_moving = following(table, standing) is not None
        await painted.paint_desks_first(table_id)
        assert not (is_moving and wall.heard)
        await follow(rig, table_id)
        await painted.paint(table_id)
        calls = heard(wall)
        assert len(calls) == len(set(calls))
        assert set(calls) >= (await asked(rig, table_id)) - before


async def test_the_next_driver_hears_of_their_turn_though_the_board_is_only_edited(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, luck = await begun(painted, "sulkydrom"), Random(2)
    await rig.play_until(table_id, "driving", luck)
    await painted.paint(table_id)
    for _ in range(30):
        before, public = await asked(rig, table_id), len(wall.public())
        heard(wall)
        await rig.decide(table_id, luck)
        await painted.paint(table_id)
        (after,) = await asked(rig, table_id)
        if len(wall.public()) == public and after not in before:
            assert [place.channel_id for _, place in wall.heard] == [after]
            assert len(wall.desks(after)) == 1
            return
    pytest.fail("no board was edited from one driver to the next")


async def test_who_takes_no_direct_messages_is_called_by_a_board_that_is_posted_anew(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    wall.trouble[str(BEN.user_id)] = DirectMessagesClosed("403 50007")
    table_id, luck = await begun(painted, "sulkydrom"), Random(2)
    await painted.paint(table_id)
    times = 0
    while times < 5:
        heard(wall)
        before = await asked(rig, table_id)
        await rig.decide(table_id, luck)
        await painted.paint(table_id)
        if BEN.user_id in await asked(rig, table_id) and BEN.user_id not in before:
            mine = [place for user, place in wall.heard if user == BEN.user_id]
            assert [place.channel_id for place in mine] == [THREAD]
            times += 1


async def test_a_board_that_was_removed_and_is_posted_instead_of_edited_calls_nobody_twice(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    await rig.set_up_server(boards=BoardManner.EDITED)
    table_id, luck = await off(painted)
    heard(wall)
    for place in [place for place in wall.messages if place.channel_id == THREAD]:
        await wall.delete(place)
    before = await asked(rig, table_id)
    await rig.decide(table_id, luck)
    await painted.paint_desks_first(table_id)

    assert heard(wall) == _begins(await asked(rig, table_id), before)
    wall.trouble["edit"] = NotFound("must not be edited")
    await rig.tables.step(guild_commands.bring_board, table_id, ANA.user_id, HERE._replace(channel_id=THREAD))
    await painted.paint(table_id)
    assert heard(wall) == []


async def test_a_board_that_cannot_be_posted_leaves_the_call_to_the_desk(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, luck = await off(painted)
    heard(wall)
    wall.trouble[str(THREAD)] = wall.trouble["2"] = NotFound("404 10003")
    before = await asked(rig, table_id)
    await rig.decide(table_id, luck)
    await painted.paint(table_id)

    assert heard(wall) == _begins(await asked(rig, table_id), before)


async def test_while_a_table_rests_nobody_is_called_and_afterwards_once(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, luck = await off(painted)
    heard(wall)
    before = await asked(rig, table_id)
    await rig.decide(table_id, luck)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)
    assert heard(wall) == []

    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
    await painted.paint(table_id)
    assert heard(wall) == _begins(await asked(rig, table_id), before)


async def test_whose_time_ran_out_is_called_to_the_next_decision(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await begun(painted, people=2)
    await rig.tables.step(
        race_commands.act, table_id, ANA.user_id, 1, sampled(await rig.standing(table_id), 0, Random(1))
    )
    standing = await rig.standing(table_id)
    with reading(rig.database) as db:
        clocks = deadlines.due(db, rig.time + 10**9)
    clock = next(each for each in clocks if each.kind == Clock.TURN.seat(1))
    await act_late(rig.tables, clock, standing.asked[1], sampled(standing, 1, Random(1)))
    await painted.paint(table_id)

    assert heard(wall) == sorted(await asked(rig, table_id))


async def test_the_reminder_at_half_time_is_heard_and_a_desk_that_only_moves_up_is_not(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id, _ = await off(painted)
    heard(wall)
    (user,) = await asked(rig, table_id)
    wall.below |= {place for place in wall.messages if place.channel_id == user}
    with writing(rig.database) as db:
        show_again(db, table_id, PostKind.DESK, user)
    await painted.paint(table_id)
    assert heard(wall) == []

    with writing(rig.database) as db:
        post_anew(db, table_id, PostKind.DESK, user)
    await painted.paint(table_id)
    assert heard(wall) == [user]
    assert len(wall.desks(user)) == 1


async def test_while_the_bot_is_out_of_the_server_nobody_is_written_to_and_afterwards_whoever_is_asked(
    painted: Painted, wall: Wall
) -> None:
    rig = painted.rig
    table_id, luck = await off(painted)
    await guild_commands.bot_left(rig.tables, GUILD)
    await painted.paint(table_id)
    wall.heard.clear()
    wall.below = set(wall.messages)
    closed = {str(each.user_id): DirectMessagesClosed("403 50278") for each in (ANA, BEN, CLEO)}
    wall.trouble = {**closed, str(THREAD): Forbidden("403 50001")}
    for _ in range(3):
        await rig.decide(table_id, luck)
        await follow(rig, table_id)
        await painted.paint(table_id)
    assert not [post for post in await painted.problems(table_id) if post.kind.is_private]
    assert PostKind.DIRECT_MESSAGES_CLOSED not in {post.kind for post in await rig.posts(table_id)}

    wall.trouble = {}
    await guild_commands.bot_joined(rig.tables, GUILD)
    await painted.paint(table_id)

    assert await asked(rig, table_id) <= {user for user, _ in wall.heard}
    assert not [post for post in await rig.posts(table_id) if post.is_due]


async def test_teammates_read_that_their_captain_guesses_and_then_that_the_guess_is_made(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    options = catalog.game("jumpyjack").options({"teams": 2, "guessing": True}).model_dump()
    table_id = await rig.race(people=4, game="jumpyjack", options=options, edition=None)
    await painted.paint(table_id)
    luck = Random(3)
    while (await rig.standing(table_id)).view(None).phase != "guessing":
        await rig.decide(table_id, luck)
        await painted.paint(table_id)
    table, standing = await with_standing(rig.tables, table_id)
    assert standing is not None

    def says(seat: int, what: str) -> bool:
        (desk,) = wall.desks(PEOPLE[seat].user_id)
        return what in desk.text

    captains = sorted(standing.asked)
    mates = {
        captain: next(s for s in range(4) if s not in captains and s % 2 == captain % 2)
        for captain in captains
    }
    for captain, mate in mates.items():
        assert says(mate, f"{table.seats[captain].name} guesses for your team")

    first = captains[0]
    await rig.tables.step(
        race_commands.act,
        table_id,
        PEOPLE[first].user_id,
        standing.asked[first],
        {"type": "guess", "seat": None},
    )
    await painted.paint(table_id)
    assert not says(mates[first], "guesses for your team")
    assert says(mates[first], "Predictions are shown once everybody has decided.")
