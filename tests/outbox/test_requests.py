"""Requests and what becomes of them: whatever is asked for while a post is under way is not taken for done."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from bot import outbox
from bot.db import schema
from bot.outbox import (
    BOARD,
    BOARD_WORDS,
    LOBBY,
    Notice,
    Post,
    Posted,
    PostKey,
    PostKind,
    call_of,
    desk_of,
    direct_messages_closed_of,
    result_of,
)
from bot.outbox.outcomes import note_failed, note_given_up
from bot.outbox.post import Problem
from tests.databases import reading, writing
from tests.tables.playing import ANA, BEN, TableRig

HERE, THERE = Posted(71, 72), Posted(71, 73)
DESK, CLOSED = desk_of(ANA.user_id), direct_messages_closed_of(ANA.user_id)


class Row:
    """One post of a table, asked for and noted as it is told."""

    def __init__(self, rig: TableRig, table_id: str, key: PostKey) -> None:
        self.rig, self.table_id, self.key = rig, table_id, key

    async def do(self, step: Any, *facts: Any, **more: Any) -> None:
        with writing(self.rig.database) as db:
            step(db, *facts, **more)

    async def ask(self, **more: Any) -> None:
        await self.do(outbox.ask_for, self.table_id, self.key, **more)

    async def read(self) -> Post:
        with reading(self.rig.database) as db:
            found = outbox.find(db, self.table_id, self.key)
        assert found
        return found

    async def shown(self, post: Post, posted: Posted | None = HERE, **facts: Any) -> None:
        await self.do(outbox.note_shown, post, posted, **facts)


@pytest.fixture
async def row(rig: TableRig, request: pytest.FixtureRequest) -> Row:
    """A post that was asked for once: a board, or what the test names."""
    made = Row(rig, await rig.lobby(), getattr(request, "param", BOARD))
    await made.ask()
    return made


async def test_a_post_is_due_until_it_is_shown_and_again_once_it_is_asked_for(row: Row) -> None:
    post = await row.read()
    assert (post.is_due, post.posted) == (True, None)

    await row.shown(post)
    post = await row.read()
    assert (post.is_due, post.posted) == (False, HERE)

    await row.ask()
    assert (await row.read()).is_due


@pytest.mark.parametrize("again", [outbox.ask_for, outbox.show_again, outbox.post_anew])
async def test_what_is_asked_for_while_a_post_is_under_way_is_still_due_after_it(
    row: Row, again: Any
) -> None:
    post = await row.read()
    await row.do(again, row.table_id, row.key if again is outbox.ask_for else row.key.kind)
    await row.shown(post)

    assert (await row.read()).is_due


@pytest.mark.parametrize("row", [call_of(ANA.user_id), BOARD_WORDS], indirect=True)
async def test_what_was_shown_later_stays_shown_whatever_is_noted_late(row: Row) -> None:
    early = await row.read()
    await row.ask()
    await row.shown(await row.read())
    await row.shown(early)

    assert not (await row.read()).is_due


@pytest.mark.parametrize("row", [BOARD, LOBBY, DESK], indirect=True)
@pytest.mark.parametrize("is_noted_first", [True, False])
async def test_what_an_edit_of_another_process_may_have_covered_is_shown_once_more(
    row: Row, is_noted_first: bool
) -> None:
    """A zombie edits the message that the keeper has edited since; nobody can tell whose edit came last."""
    zombie = await row.read()
    await row.ask()
    keeper = await row.read()
    for post in (zombie, keeper) if is_noted_first else (keeper, zombie):
        await row.shown(post)

    post = await row.read()
    assert post.is_due
    await row.shown(post)
    assert not (await row.read()).is_due


@pytest.mark.parametrize("row", [BOARD, LOBBY, DESK], indirect=True)
async def test_what_two_processes_show_for_the_same_request_is_shown(row: Row) -> None:
    one, other = await row.read(), await row.read()
    await row.shown(one)
    await row.shown(other)

    assert not (await row.read()).is_due


async def test_a_post_is_not_given_up_that_was_asked_for_again_while_it_was_under_way(row: Row) -> None:
    post = await row.read()
    await row.ask()
    await row.do(note_given_up, post, Problem.NOT_FOUND)
    assert (await row.read()).problem is None

    await row.do(note_given_up, await row.read(), Problem.NOT_FOUND)
    assert (await row.read()).problem is Problem.NOT_FOUND


async def test_what_is_asked_for_again_while_a_try_fails_does_not_wait(row: Row) -> None:
    post = await row.read()
    await row.ask()
    await row.do(note_failed, post, 256_000)
    after = await row.read()
    assert (after.requested, after.tries, after.next_try_at) == (post.requested + 1, 0, None)

    await row.do(note_failed, after, 256_000)
    assert ((await row.read()).tries, (await row.read()).next_try_at) == (1, 256_000)


async def test_what_was_given_up_or_waits_is_tried_at_once_when_it_is_asked_for_again(row: Row) -> None:
    await row.do(note_failed, await row.read(), 17)
    assert ((await row.read()).tries, (await row.read()).next_try_at) == (1, 17)
    await row.do(note_given_up, await row.read(), Problem.FORBIDDEN)
    await row.ask()

    post = await row.read()
    assert (post.tries, post.next_try_at, post.problem) == (0, None, None)


async def test_a_new_message_is_owed_until_one_was_posted_after_that_was_asked(row: Row) -> None:
    await row.shown(await row.read())
    await row.do(outbox.post_anew, row.table_id, PostKind.BOARD)
    post = await row.read()
    assert post.needs_new_message
    await row.ask()
    assert (await row.read()).needs_new_message, "what comes on top does not take it back"

    await row.do(outbox.post_anew, row.table_id, PostKind.BOARD)
    await row.shown(post, THERE)
    assert (await row.read()).needs_new_message, "it was asked once more meanwhile"

    await row.shown(await row.read(), THERE)
    assert not (await row.read()).needs_new_message


async def test_a_board_that_moves_tells_again_what_it_told_and_else_goes_on_where_the_last_ended(
    row: Row,
) -> None:
    assert (await row.read()).untold_from == 0
    await row.shown(await row.read(), told_from=3, told_to=5)
    await row.ask()
    assert (await row.read()).untold_from == 5

    await row.do(outbox.post_anew, row.table_id, PostKind.BOARD)
    assert (await row.read()).untold_from == 3


async def test_one_is_called_once_to_each_decision(rig: TableRig) -> None:
    row = Row(rig, await rig.lobby(), call_of(ANA.user_id))
    await row.do(outbox.ask_for_call, row.table_id, ANA.user_id, 5)
    await row.shown(await row.read(), None)
    await row.do(outbox.ask_for_call, row.table_id, ANA.user_id, 5)
    assert not (await row.read()).is_due

    await row.do(outbox.ask_for_call, row.table_id, ANA.user_id, 9)
    assert ((await row.read()).is_due, (await row.read()).moment) == (True, 9)


@pytest.mark.parametrize("row", [CLOSED], indirect=True)
async def test_what_is_posted_once_is_tried_again_if_it_was_given_up_and_never_posted_twice(row: Row) -> None:
    await row.do(note_given_up, await row.read(), Problem.NOT_FOUND)
    await row.do(outbox.ask_once, row.table_id, CLOSED)
    assert ((await row.read()).is_due, (await row.read()).problem) == (True, None)

    await row.shown(await row.read())
    await row.do(outbox.ask_once, row.table_id, CLOSED)
    assert not (await row.read()).is_due


async def test_what_was_never_asked_for_is_not_shown_again(rig: TableRig) -> None:
    table_id = await rig.lobby()
    with writing(rig.database) as db:
        outbox.show_again(db, table_id, PostKind.DESK)
        outbox.post_anew(db, table_id, PostKind.BOARD)

    assert [post.key for post in await rig.posts(table_id)] == [LOBBY]


async def test_a_kind_is_shown_again_for_everybody_or_for_one(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    before = await rig.requested(table_id)
    with writing(rig.database) as db:
        outbox.show_again(db, table_id, PostKind.DESK)
        outbox.show_again(db, table_id, PostKind.DESK, BEN.user_id)

    again = {DESK: before[DESK] + 1, desk_of(BEN.user_id): before[desk_of(BEN.user_id)] + 2}
    assert await rig.requested(table_id) == before | again


async def test_a_post_that_was_erased_takes_no_note_that_comes_late(rig: TableRig) -> None:
    row = Row(rig, await rig.race(people=2), desk_of(BEN.user_id))
    desk = await row.read()
    with writing(rig.database) as db:
        db.execute(schema.outbox.delete().where(schema.outbox.c.post_id == desk.post_id))
    await row.ask()
    await row.shown(desk)

    assert (await row.read()).is_due


def post(key: PostKey, table_id: str = "K7QH2M", **facts: Any) -> dict[str, Any]:
    """Write a row as it is stored."""
    asked = {"requested": 1, "fulfilled": 0, "requested_anew": 0, "tries": 0}
    return {"table_id": table_id} | key._asdict() | asked | facts


LEFT = PostKey(PostKind.NOTICE, notice=Notice.LEFT, seat=3, happened_at=17)
PAUSED = PostKey(PostKind.NOTICE, notice=Notice.PAUSED, happened_at=17)
EACH = [
    LOBBY,
    BOARD,
    BOARD_WORDS,
    outbox.FINAL,
    DESK,
    call_of(ANA.user_id),
    CLOSED,
    result_of(2),
    LEFT,
    PAUSED,
]


@pytest.mark.parametrize("key", EACH)
async def test_a_table_has_one_post_of_each_key(rig: TableRig, key: PostKey) -> None:
    table_id = await rig.lobby()
    with writing(rig.database) as db:
        db.execute(schema.outbox.delete())
        db.execute(insert(schema.outbox).values(**post(key, table_id)))
    with pytest.raises(IntegrityError), writing(rig.database) as db:
        db.execute(insert(schema.outbox).values(**post(key, table_id)))

    assert [each.key for each in await rig.posts(table_id)] == [key]


@pytest.mark.parametrize(
    "wrong",
    [
        post(BOARD, user_id=7),
        post(DESK, user_id=None),
        post(BOARD, race=1),
        post(result_of(1), race=None),
        post(LEFT, notice=None),
        post(LEFT, happened_at=None),
        post(BOARD, seat=1),
        post(BOARD, channel_id=1),
    ],
)
async def test_what_belongs_to_another_kind_of_post_is_not_stored(
    rig: TableRig, wrong: dict[str, Any]
) -> None:
    table_id = await rig.lobby()
    with pytest.raises(IntegrityError), writing(rig.database) as db:
        db.execute(insert(schema.outbox).values(**wrong | {"table_id": table_id}))


@pytest.mark.parametrize(
    ("key", "label"),
    [
        (LOBBY, "lobby"),
        (DESK, "desk"),
        (CLOSED, "closed"),
        (outbox.FINAL, "final"),
        (result_of(2), "result:2"),
        (LEFT, "notice:left:3:17"),
        (PAUSED, "notice:paused:0:17"),
    ],
)
async def test_discord_knows_posts_by_the_names_they_always_had(
    rig: TableRig, key: PostKey, label: str
) -> None:
    row = Row(rig, await rig.lobby(), key)
    await row.ask()
    assert (await row.read()).label == label
