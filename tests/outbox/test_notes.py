"""Notes of what was posted: gathered, written at once, and in every look before they are written."""

from __future__ import annotations

import pytest

from bot.outbox import BOARD, Posted, desk_of, post_anew
from bot.outbox import notes as outbox_notes
from bot.outbox.looks import Look
from bot.outbox.notes import Notes
from bot.store.errors import StoreError
from tests.counting import counting
from tests.tables.playing import ANA, BEN, TableRig
from tests.waiting import until

MESSAGE = Posted(7, 8)


async def posts(rig: TableRig, table_id: str):
    return {post.key: post for post in await rig.posts(table_id)}


async def test_what_is_posted_while_other_posts_are_made_is_written_with_them(rig: TableRig) -> None:
    table_id, notes = await rig.race(), Notes(rig.store)
    before = await posts(rig, table_id)
    with counting(rig.store) as counted:
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


async def test_a_look_shows_what_is_noted_whether_it_is_written_or_not(rig: TableRig) -> None:
    table_id, notes = await rig.race(), Notes(rig.store)
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
    table_id, notes = await rig.race(), Notes(rig.store)
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
    table_id, notes = await rig.race(), Notes(rig.store)
    board = (await posts(rig, table_id))[BOARD]

    def full(*, alone: bool = False) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(rig.store, "writing", full)
        with pytest.raises(StoreError):
            await notes.note(board, MESSAGE)
    assert (await posts(rig, table_id))[BOARD].posted is None
    await notes.settle(table_id)
    assert (await posts(rig, table_id))[BOARD].posted == MESSAGE


async def test_a_request_that_comes_before_the_note_is_written_stays_due(rig: TableRig) -> None:
    table_id, notes = await rig.race(), Notes(rig.store)
    board = (await posts(rig, table_id))[BOARD]
    async with notes.gathering(table_id):
        await notes.note(board, MESSAGE)
        async with rig.store.writing() as db:
            await post_anew(db, table_id, BOARD.kind)
    after = (await posts(rig, table_id))[BOARD]
    assert after.posted == MESSAGE
    assert after.is_due
    assert after.needs_new_message
