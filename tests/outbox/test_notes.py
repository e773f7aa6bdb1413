"""Notes of what was posted: gathered, written at once, and in every look before they are written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import delete

from bot.db.errors import DatabaseUnusable
from bot.db.schema import outbox
from bot.outbox import BOARD, Posted, ask_for, desk_of, post_anew
from bot.outbox import notes as outbox_notes
from bot.outbox.looks import Look
from bot.outbox.notes import Notes
from tests.counting import counting
from tests.databases import writing
from tests.tables.playing import ANA, BEN, TableRig
from tests.waiting import until

MESSAGE = Posted(7, 8)


async def posts(rig: TableRig, table_id: str):
    return {post.key: post for post in await rig.posts(table_id)}


async def test_what_is_posted_while_other_posts_are_made_is_written_with_them(rig: TableRig) -> None:
    table_id, notes = await rig.race(), Notes(rig.database)
    before = await posts(rig, table_id)
    with counting(rig.database) as counted:
        async with notes.gathering(table_id):
            async with notes.gathering(table_id):
                await notes.note(before[BOARD], MESSAGE, told_from=0, told_to=1)
            await notes.note(before[desk_of(ANA.user_id)], MESSAGE, pictures="1:a")
            assert counted.writing == 0
    assert counted.writing == 1
    after = await posts(rig, table_id)
    assert (after[BOARD].posted, after[BOARD].told_to, after[BOARD].is_due) == (MESSAGE, 1, False)
    assert (after[desk_of(ANA.user_id)].pictures, after[desk_of(ANA.user_id)].told_to) == ("1:a", None)
    assert after[desk_of(BEN.user_id)] == before[desk_of(BEN.user_id)]


async def test_what_goes_on_at_once_is_written_when_that_has_ended_and_in_time_if_it_never_begins(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, notes = await rig.race(), Notes(rig.database)
    board = (await posts(rig, table_id))[BOARD]
    with counting(rig.database) as counted:
        async with notes.gathering(table_id, lambda: True):
            await notes.note(board, MESSAGE)
        assert counted.writing == 0
        async with notes.gathering(table_id):
            pass
        assert counted.writing == 1

    monkeypatch.setattr(outbox_notes, "WITHIN", 0)
    async with notes.gathering(table_id, lambda: True):
        await notes.note(board, Posted(7, 9))

    async def is_noted() -> bool:
        return (await posts(rig, table_id))[BOARD].posted == Posted(7, 9)

    await until(is_noted)
    await notes.close()


async def test_where_a_post_stands_is_written_before_another_message_follows_it_and_nothing_else_is(
    rig: TableRig,
) -> None:
    table_id, notes = await rig.race(), Notes(rig.database)
    before = await posts(rig, table_id)
    board, desk = before[BOARD], before[desk_of(ANA.user_id)]
    with counting(rig.database) as counted:
        async with notes.gathering(table_id):
            await notes.note(board, MESSAGE)
            await notes.note(desk, pictures="1:a")
            await notes.settle_place(desk)
            assert counted.writing == 0
            await notes.settle_place(board)
            assert counted.writing == 1
            await notes.settle_place(board)
        assert counted.writing == 1


async def test_an_old_note_takes_nothing_back_in_a_look_that_shows_something_newer(rig: TableRig) -> None:
    table_id, notes = await rig.race(), Notes(rig.database)
    old = (await posts(rig, table_id))[BOARD]
    newer = replace(old, posted=Posted(7, 9), requested=old.requested + 1, fulfilled=old.requested + 1)
    look = Look(table_id)
    async with notes.gathering(table_id):
        await notes.note(old, MESSAGE)
        notes.follow(look)
        look.fill({BOARD: newer})
        assert (look.posts[BOARD].posted, look.posts[BOARD].fulfilled) == (Posted(7, 9), newer.fulfilled)


async def test_a_look_shows_what_is_noted_whether_it_is_written_or_not(rig: TableRig) -> None:
    table_id, notes = await rig.race(), Notes(rig.database)
    before = await posts(rig, table_id)
    early, late = Look(table_id), Look(table_id)
    async with notes.gathering(table_id):
        notes.follow(early)
        early.fill(before)
        await notes.note(before[BOARD], MESSAGE)
        notes.follow(late)
        late.fill(before)
        assert early.posts == late.posts
        assert early.posts[BOARD].posted == MESSAGE
        assert not early.posts[BOARD].is_due
    assert early.posts == await posts(rig, table_id)


async def test_a_slow_post_keeps_no_other_from_being_noted(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_notes, "WITHIN", 0)
    table_id, notes = await rig.race(), Notes(rig.database)
    board = (await posts(rig, table_id))[BOARD]

    async def is_noted() -> bool:
        return (await posts(rig, table_id))[BOARD].posted == MESSAGE

    async with notes.gathering(table_id):
        await notes.note(board, MESSAGE)
        await until(is_noted)
    await notes.close()


async def test_what_could_not_be_written_is_written_the_next_time(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, notes = await rig.race(), Notes(rig.database)
    board = (await posts(rig, table_id))[BOARD]

    async def full(*_: object) -> None:
        raise DatabaseUnusable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(rig.database, "write", full)
        with pytest.raises(DatabaseUnusable):
            await notes.note(board, MESSAGE)
    assert (await posts(rig, table_id))[BOARD].posted is None
    await notes.settle(table_id)
    assert (await posts(rig, table_id))[BOARD].posted == MESSAGE


async def test_a_request_that_comes_before_the_note_is_written_stays_due(rig: TableRig) -> None:
    table_id, notes = await rig.race(), Notes(rig.database)
    board = (await posts(rig, table_id))[BOARD]
    async with notes.gathering(table_id):
        await notes.note(board, MESSAGE)
        with writing(rig.database) as db:
            post_anew(db, table_id, BOARD.kind)
    after = (await posts(rig, table_id))[BOARD]
    assert after.posted == MESSAGE
    assert after.is_due
    assert after.needs_new_message


async def test_an_old_note_that_could_not_be_written_in_time_leaves_what_was_posted_since(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, cut_off, successor = await rig.race(), Notes(rig.database), Notes(rig.database)

    async def away(*_: object) -> None:
        raise DatabaseUnusable("broke off the connection")

    board = (await posts(rig, table_id))[BOARD]
    with monkeypatch.context() as patch:
        patch.setattr(rig.database, "write", away)
        with pytest.raises(DatabaseUnusable):
            await cut_off.note(board, MESSAGE, told_from=0, told_to=1)
    with writing(rig.database) as db:
        ask_for(db, table_id, BOARD)
    await successor.note((await posts(rig, table_id))[BOARD], Posted(7, 9), told_from=1, told_to=5)
    await cut_off.settle(table_id)

    after = (await posts(rig, table_id))[BOARD]
    assert (after.posted, after.told_from, after.told_to) == (Posted(7, 9), 1, 5)


async def test_a_desk_that_is_shown_twice_before_it_is_noted_is_not_asked_for_once_more(
    rig: TableRig,
) -> None:
    table_id, notes, desk = await rig.race(), Notes(rig.database), desk_of(ANA.user_id)
    async with notes.gathering(table_id):
        await notes.note((await posts(rig, table_id))[desk], MESSAGE)
        with writing(rig.database) as db:
            ask_for(db, table_id, desk)
        look = Look(table_id)
        notes.follow(look)
        look.fill(await posts(rig, table_id))
        assert look.posts[desk].is_due
        await notes.note(look.posts[desk])

    assert not (await posts(rig, table_id))[desk].is_due


async def test_a_desk_whose_owner_was_forgotten_before_it_was_noted_is_taken_down(rig: TableRig) -> None:
    taken_down: list[Posted] = []

    async def take_down(posted: Posted) -> None:
        assert rig.database.is_writable
        taken_down.append(posted)

    table_id, notes = await rig.race(), Notes(rig.database, take_down)
    before = await posts(rig, table_id)
    new, edited = before[desk_of(ANA.user_id)], replace(before[desk_of(BEN.user_id)], posted=Posted(7, 9))
    async with notes.gathering(table_id):
        await notes.note(new, MESSAGE, pictures="1:a")
        await notes.note(edited, pictures="1:b")
        await notes.note(before[BOARD], Posted(7, 10))
        with writing(rig.database) as db:
            db.execute(delete(outbox).where(outbox.c.user_id.is_not(None)))
    assert taken_down == [MESSAGE, Posted(7, 9)]
    assert not [post for post in await rig.posts(table_id) if post.user_id]


async def test_desks_that_are_still_there_stay_where_they_are(rig: TableRig) -> None:
    taken_down: list[Posted] = []

    async def take_down(posted: Posted) -> None:
        taken_down.append(posted)

    table_id, notes = await rig.race(), Notes(rig.database, take_down)
    for key, post in (await posts(rig, table_id)).items():
        await notes.note(post, Posted(7, 8 + post.post_id))
        assert (await posts(rig, table_id))[key].posted == Posted(7, 8 + post.post_id)
    assert taken_down == []
