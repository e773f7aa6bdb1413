"""The worker: posts what is due, again where Discord was in trouble, and never for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from random import Random

import pytest

from bot.db.errors import DatabaseUnusable
from bot.outbox import (
    BOARD,
    FINAL,
    LOBBY,
    DirectMessagesClosed,
    Forbidden,
    NotFound,
    Post,
    Posted,
    PostError,
    PostKey,
    PostKind,
    Rejected,
    Retryable,
    ask_for,
    ask_for_each,
    desk_of,
    result_of,
    show_again,
)
from bot.outbox import worker as outbox_worker
from bot.outbox.looks import Look
from bot.outbox.notes import Notes
from bot.outbox.post import Problem
from bot.outbox.shared_looks import STALE
from bot.outbox.worker import OutboxWorker
from bot.shards import Shards, shard_of
from bot.tables import erasure, lobby_commands, race_commands
from bot.tables.queries import served_by
from tests.databases import writing
from tests.tables.playing import ANA, BEN, GUILD, TableRig
from tests.waiting import until


class Display:
    """Stands in for Discord: notes what is shown, or fails as it is told, by kind."""

    def __init__(self, rig: TableRig) -> None:
        self.notes = Notes(rig.database)
        self.shown: list[PostKey] = []
        self.tried: list[PostKind] = []
        self.trouble: dict[PostKind, Exception] = {}

    async def show(self, post: Post) -> None:
        self.tried.append(post.kind)
        if trouble := self.trouble.get(post.kind):
            raise trouble
        self.shown.append(post.key)
        await self.notes.note(post, Posted(1, 1))

    def kinds(self, but: Collection[PostKind] = ()) -> list[PostKind]:
        return [key.kind for key in self.shown if key.kind not in but]


@pytest.fixture
def display(rig: TableRig) -> Display:
    return Display(rig)


@pytest.fixture
async def worker(
    rig: TableRig, display: Display, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[OutboxWorker]:
    """A worker that waits a hundredth of the time between tries."""
    monkeypatch.setattr(outbox_worker, "FIRST_WAIT", 10)
    monkeypatch.setattr(outbox_worker, "LONGEST_WAIT", 3_000)
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.01)
    made = OutboxWorker(
        rig.database, lambda post, _: display.show(post), lambda: rig.time, notes=display.notes
    )
    yield made
    await made.close()


async def one(rig: TableRig, table_id: str, key: PostKey) -> Post:
    return next(post for post in await rig.posts(table_id) if post.key == key)


async def all_shown(rig: TableRig, table_id: str) -> bool:
    return not any(post.is_due for post in await rig.posts(table_id))


async def test_of_who_is_forgotten_while_their_desk_is_being_sent_nothing_is_noted(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race()
    desk = await one(rig, table_id, desk_of(BEN.user_id))
    with writing(rig.database) as db:
        erasure.erase(db, rig.tables.games, BEN.user_id, rig.time, lambda *_: "Player 2")
    display.trouble[PostKind.DESK] = DirectMessagesClosed("50007")
    assert not await worker._has_to_wait(desk, Look(table_id))
    assert {post.user_id for post in await rig.posts(table_id)} == {None, ANA.user_id}


async def test_everything_that_is_due_is_shown_once(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race()
    worker.post_soon(table_id)
    await until(lambda: all_shown(rig, table_id))
    worker.post_soon(table_id)
    await asyncio.sleep(0.05)

    assert sorted(display.shown, key=str) == sorted(await rig.requested(table_id), key=str)


async def test_of_a_table_that_another_process_looks_after_nothing_is_remembered(
    rig: TableRig, display: Display
) -> None:
    async def is_kept(_table_id: str) -> bool:
        return False

    made = OutboxWorker(rig.database, lambda post, _: display.show(post), lambda: rig.time, is_kept=is_kept)
    table_id = await rig.race()
    await made.resume()
    await until(lambda: not (made._public.is_at_work(table_id) or made._private.is_at_work(table_id)))
    await made.close()
    assert (made._looks._changes, display.shown) == ({}, [])


async def test_the_lobby_comes_before_the_board_and_the_first_board_before_the_desks(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race(people=3)
    worker.post_soon(table_id)
    await until(lambda: all_shown(rig, table_id))

    assert display.kinds({PostKind.CALL}) == ["lobby", "board", "desk", "desk", "desk"]


async def test_the_result_of_a_race_comes_before_the_board_of_the_next(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id, luck = await rig.race(), Random(1)
    while (await rig.standing(table_id)).view(None).result is None:
        await rig.decide(table_id, luck)
    worker.post_soon(table_id)
    await until(lambda: all_shown(rig, table_id))

    assert [key for key in display.shown if not key.kind.is_private] == [LOBBY, result_of(1), BOARD]


async def test_where_the_database_fails_one_desk_nobody_elses_is_made_twice_at_once(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race(people=2)
    under_way, most, goes_on = 0, 0, asyncio.Event()

    async def show(post: Post) -> None:
        nonlocal under_way, most
        if post.user_id == ANA.user_id and not display.tried:
            display.tried.append(post.kind)
            raise DatabaseUnusable("the database is away")
        if post.key == desk_of(BEN.user_id):
            under_way += 1
            most = max(most, under_way)
            await goes_on.wait()
            under_way -= 1
        await Display.show(display, post)

    display.show = show  # type: ignore[method-assign]
    worker.post_soon(table_id)
    await until(lambda: under_way)
    await asyncio.sleep(0.1)  # ten times as long as what failed waits
    goes_on.set()
    await until(lambda: all_shown(rig, table_id))

    assert display.tried
    assert most == 1
    assert display.shown.count(desk_of(BEN.user_id)) == 1


async def test_what_an_earlier_run_left_due_is_shown(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    tables = [await rig.race(), await rig.lobby()]
    await worker.resume()

    for table_id in tables:
        await until(lambda table_id=table_id: all_shown(rig, table_id))


async def test_a_post_is_tried_again_later_and_later(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.lobby()
    display.trouble[PostKind.LOBBY] = Retryable("a cloud")
    waits = []
    for tries in range(1, 12):
        worker.post_soon(table_id)
        await until(lambda tries=tries: _tried(rig, table_id, LOBBY, tries))
        waits.append((await one(rig, table_id, LOBBY)).next_try_at - rig.time)
        rig.time += waits[-1]

    assert waits == [10 * 2**n for n in range(9)] + [3_000, 3_000]
    display.trouble.clear()
    worker.post_soon(table_id)
    await until(lambda: all_shown(rig, table_id))


async def _tried(rig: TableRig, table_id: str, key: PostKey, tries: int) -> bool:
    return (await one(rig, table_id, key)).tries == tries


async def _failed_once(rig: TableRig, worker: OutboxWorker, display: Display) -> str:
    """Have a lobby fail, which is to be tried again; return its table."""
    table_id = await rig.lobby()
    display.trouble[PostKind.LOBBY] = Retryable("a cloud")
    worker.post_soon(table_id)
    await until(lambda: _tried(rig, table_id, LOBBY, 1))
    return table_id


async def test_before_its_time_a_post_is_not_tried_again(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await _failed_once(rig, worker, display)
    worker.post_soon(table_id)
    await asyncio.sleep(0.05)

    assert display.tried == [PostKind.LOBBY]


async def test_a_post_is_tried_again_though_the_clock_was_set_back_meanwhile(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    """With several processes nobody sets their moments earlier: nobody could tell whose clock it was."""
    table_id = await _failed_once(rig, worker, display)
    display.trouble.clear()
    rig.time -= 3_600_000
    worker.post_soon(table_id)

    await until(lambda: all_shown(rig, table_id))


async def test_a_post_is_tried_again_without_anybody_asking(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await _failed_once(rig, worker, display)
    display.trouble.clear()
    rig.time += 10

    await until(lambda: all_shown(rig, table_id))


async def test_what_is_asked_for_again_while_its_try_fails_is_posted_without_a_pause(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.lobby()
    before, show = await one(rig, table_id, LOBBY), display.show

    async def fails_while_it_is_asked_for(post: Post) -> None:
        display.show = show  # type: ignore[method-assign]
        with writing(rig.database) as db:
            ask_for(db, table_id, LOBBY)
        raise Retryable("a cloud")

    display.show = fails_while_it_is_asked_for  # type: ignore[method-assign]
    worker.post_soon(table_id)

    await until(lambda: all_shown(rig, table_id))
    assert (await one(rig, table_id, LOBBY)).fulfilled == before.requested + 1


async def test_a_board_that_has_to_wait_keeps_no_desk_waiting(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race()
    display.trouble[PostKind.BOARD] = Retryable("a cloud")
    worker.post_soon(table_id)

    await until(lambda: _shows_desks(display, 2))
    assert (await one(rig, table_id, BOARD)).is_due


async def test_the_desk_of_one_keeps_no_other_waiting(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race(people=3)
    show = display.show

    async def only_ana_fails(post: Post) -> None:
        if post.user_id == ANA.user_id:
            raise Retryable("a cloud")
        await show(post)

    display.show = only_ana_fails  # type: ignore[method-assign]
    worker.post_soon(table_id)

    await until(lambda: _shows_desks(display, 2))


async def test_a_desk_that_takes_long_keeps_no_other_players_next_one_waiting(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race(people=3)
    show, goes_on, begun = display.show, asyncio.Event(), list[PostKey]()

    async def anas_takes_long(post: Post) -> None:
        begun.append(post.key)
        if post.key == desk_of(ANA.user_id):
            await goes_on.wait()
        await show(post)

    display.show = anas_takes_long  # type: ignore[method-assign]
    worker.post_soon(table_id)
    await until(lambda: _shows_desks(display, 2))
    for _ in range(2):
        with writing(rig.database) as db:
            show_again(db, table_id, PostKind.DESK)
        bens = display.shown.count(desk_of(BEN.user_id))
        worker.post_soon(table_id)
        await until(lambda before=bens: _is_more(display.shown.count(desk_of(BEN.user_id)), before))

    assert begun.count(desk_of(ANA.user_id)) == 1, "a desk is never sent twice at once"
    goes_on.set()
    await until(lambda: all_shown(rig, table_id))
    assert display.shown.count(desk_of(ANA.user_id)) > 0


async def _is_more(number: int, before: int) -> bool:
    return number > before


class TestWordsToBettors:
    """A hundred people have bet, and Discord takes its time with new direct messages."""

    BETTORS = range(9_000, 9_100)

    @pytest.fixture
    async def table_id(self, rig: TableRig, worker: OutboxWorker, display: Display) -> str:
        table_id = await rig.race(people=2)
        worker.post_soon(table_id)
        await until(lambda: all_shown(rig, table_id))
        with writing(rig.database) as db:
            moments = {PostKey(PostKind.TOTE, user_id): 1 for user_id in self.BETTORS}
            ask_for_each(db, table_id, moments)
            show_again(db, table_id, PostKind.DESK)
        display.shown.clear()
        return table_id

    async def test_come_after_the_desk_of_whoever_is_asked_and_keep_none_waiting(
        self, rig: TableRig, worker: OutboxWorker, display: Display, table_id: str
    ) -> None:
        show, goes_on, waiting = display.show, asyncio.Event(), set[int | None]()

        async def words_take_long(post: Post) -> None:
            if post.kind is PostKind.TOTE:
                waiting.add(post.user_id)
                await goes_on.wait()
            await show(post)

        display.show = words_take_long  # type: ignore[method-assign]
        worker.post_soon(table_id)
        await until(lambda: _shows_desks(display, 2))
        for number in (3, 5):
            with writing(rig.database) as db:
                show_again(db, table_id, PostKind.DESK)
            worker.post_soon(table_id)
            await until(lambda least=number + 1: _shows_desks(display, least))

        assert PostKind.TOTE not in display.kinds(), "words to bettors were to wait meanwhile"
        assert len(waiting) <= outbox_worker.BETTORS_AT_ONCE, "a desk waits for all that were begun before it"
        goes_on.set()
        await until(lambda: all_shown(rig, table_id))
        assert sorted(key.user_id for key in display.shown if key.kind is PostKind.TOTE) == [*self.BETTORS]

    async def test_that_do_not_arrive_keep_nobody_elses_waiting(
        self, rig: TableRig, worker: OutboxWorker, display: Display, table_id: str
    ) -> None:
        show, goes_on = display.show, asyncio.Event()

        async def the_first_is_stuck(post: Post) -> None:
            if post.key == PostKey(PostKind.TOTE, self.BETTORS[0]):
                await goes_on.wait()
            await show(post)

        async def all_others_are_told() -> bool:
            return display.kinds().count(PostKind.TOTE) == len(self.BETTORS) - 1

        display.show = the_first_is_stuck  # type: ignore[method-assign]
        worker.post_soon(table_id)
        await until(all_others_are_told)
        assert await _shows_desks(display, 2)
        goes_on.set()
        await until(lambda: all_shown(rig, table_id))

    async def test_that_fail_are_tried_again_each_by_itself(
        self, rig: TableRig, worker: OutboxWorker, display: Display, table_id: str
    ) -> None:
        show, failed = display.show, set[int | None]()

        async def each_fails_once(post: Post) -> None:
            if post.kind is PostKind.TOTE and post.user_id not in failed:
                failed.add(post.user_id)
                raise Retryable("slow down")
            await show(post)

        display.show = each_fails_once  # type: ignore[method-assign]
        worker.post_soon(table_id)
        await until(lambda: all_shown_later(rig, table_id))
        assert display.kinds().count(PostKind.TOTE) == len(self.BETTORS)


async def all_shown_later(rig: TableRig, table_id: str) -> bool:
    rig.time += 10
    return await all_shown(rig, table_id)


async def _shows_desks(display: Display, number: int) -> bool:
    return display.kinds().count(PostKind.DESK) >= number


@pytest.mark.parametrize(
    ("trouble", "problem"),
    [
        (NotFound("no channel"), Problem.NOT_FOUND),
        (Forbidden("not allowed"), Problem.FORBIDDEN),
        (Rejected("too long"), Problem.REJECTED),
    ],
)
@pytest.mark.parametrize("key", [LOBBY, BOARD])
async def test_what_cannot_be_posted_is_noted_and_not_tried_for_ever(
    rig: TableRig, worker: OutboxWorker, display: Display, key: PostKey, trouble: Exception, problem: Problem
) -> None:
    table_id = await rig.race()
    display.trouble[key.kind] = trouble
    worker.post_soon(table_id)
    await until(lambda: _has_problem(rig, table_id, key, problem))
    await until(lambda: _shows_desks(display, 2))
    await worker.resume()
    await asyncio.sleep(0.05)

    assert display.tried.count(key.kind) == 1


@pytest.mark.parametrize("key", [LOBBY, BOARD])
async def test_what_a_fault_of_ours_prevents_is_tried_a_few_times_and_then_noted(
    rig: TableRig, worker: OutboxWorker, display: Display, key: PostKey
) -> None:
    table_id = await rig.race()
    display.trouble[key.kind] = ZeroDivisionError()
    for tries in range(1, outbox_worker.MOST_FAULTS + 1):
        worker.post_soon(table_id)
        await until(lambda tries=tries: _tried(rig, table_id, key, tries))
        await until(lambda: _rests(worker, table_id))
        rig.time = max(rig.time, (await one(rig, table_id, key)).next_try_at)
    worker.post_soon(table_id)
    await until(lambda: _has_problem(rig, table_id, key, Problem.BROKEN))
    assert display.tried.count(key.kind) == outbox_worker.MOST_FAULTS + 1


async def _rests(worker: OutboxWorker, table_id: str) -> bool:
    """Whether the worker is done with a table for now."""
    return not (worker._public.is_at_work(table_id) or worker._private.is_at_work(table_id))


async def test_a_fault_of_ours_that_passes_costs_no_post(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race()
    display.trouble[PostKind.BOARD] = MemoryError()
    worker.post_soon(table_id)
    await until(lambda: _tried(rig, table_id, BOARD, 1))
    display.trouble.clear()
    rig.time += 3_000
    worker.post_soon(table_id)
    await until(lambda: all_shown(rig, table_id))


async def test_what_a_fault_of_ours_prevents_is_tried_less_and_less_often_but_for_ever_and_nothing_waits_for_it(
    rig: TableRig, worker: OutboxWorker, display: Display, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_worker, "LONGEST_REST", 5_000)
    table_id, luck = await rig.race(), Random(1)
    await rig.play_out(table_id, luck)
    last = max((post.key for post in await rig.posts(table_id) if post.kind is PostKind.RESULT), key=str)
    show = display.show

    async def one_result_fails(post: Post) -> None:
        if post.key == last:
            raise ZeroDivisionError
        await show(post)

    display.show = one_result_fails  # type: ignore[method-assign]
    waits = list[int]()
    for tries in range(1, outbox_worker.MOST_FAULTS + 8):
        worker.post_soon(table_id)
        await until(lambda tries=tries: _tried(rig, table_id, last, tries))
        await until(lambda: _rests(worker, table_id))
        assert (FINAL in display.shown) is (tries > outbox_worker.MOST_FAULTS)
        waits.append((await one(rig, table_id, last)).next_try_at - rig.time)
        rig.time += waits[-1]
    assert waits == [10 * 2**n for n in range(9)] + [5_000] * 3

    display.show = show  # type: ignore[method-assign]
    worker.post_soon(table_id)
    await until(lambda: all_shown(rig, table_id))


@pytest.mark.parametrize("by_another", [False, True])
async def test_the_end_of_a_game_that_a_fault_of_ours_prevented_is_told_at_the_next_start_or_by_who_takes_over(
    rig: TableRig, worker: OutboxWorker, display: Display, by_another: bool
) -> None:
    table_id = await rig.race()
    await rig.play_out(table_id, Random(1))
    display.trouble[PostKind.FINAL] = ZeroDivisionError()
    for tries in range(1, outbox_worker.MOST_FAULTS + 2):
        worker.post_soon(table_id)
        await until(lambda tries=tries: _tried(rig, table_id, FINAL, tries))
        await until(lambda: _rests(worker, table_id))
        rig.time = max(rig.time, (await one(rig, table_id, FINAL)).next_try_at)
    rig.time -= 1  # it is not yet the time at which it would be tried by itself
    assert await _has_problem(rig, table_id, FINAL, Problem.BROKEN)
    await worker.close()
    assert FINAL not in display.shown

    display.trouble.clear()
    mended = OutboxWorker(
        rig.database, lambda post, _: display.show(post), lambda: rig.time, notes=display.notes
    )
    if by_another:
        its_shard = shard_of(GUILD, 2)
        await mended.try_broken(served_by(Shards(frozenset({1 - its_shard}), 2)))
        assert await _has_problem(rig, table_id, FINAL, Problem.BROKEN)
        assert (await one(rig, table_id, FINAL)).next_try_at is not None
        await mended.try_broken(served_by(Shards(frozenset({its_shard}), 2)))
    else:
        await mended.resume()
    await until(lambda: all_shown(rig, table_id))
    await mended.close()
    assert FINAL in display.shown
    assert not await _has_problem(rig, table_id, FINAL, Problem.BROKEN)


async def _has_problem(rig: TableRig, table_id: str, key: PostKey, problem: Problem) -> bool:
    return (await one(rig, table_id, key)).problem is problem


async def test_a_board_that_cannot_be_posted_is_told_on_every_desk(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race()
    worker.post_soon(table_id)
    await until(lambda: all_shown(rig, table_id))
    display.shown.clear()
    display.trouble[PostKind.BOARD] = NotFound("no channel")
    await rig.tables.step(
        race_commands.act,
        table_id,
        ANA.user_id,
        1,
        {"type": "bet", "kind": "win", "horse": "red", "stake": 100},
    )
    worker.post_soon(table_id)

    await until(lambda: _has_problem(rig, table_id, BOARD, Problem.NOT_FOUND))
    await until(lambda: _told(display, {ANA.user_id, BEN.user_id}))


async def _told(display: Display, users: set[int]) -> bool:
    return {key.user_id for key in display.shown if key.kind is PostKind.DESK} == users


async def test_the_next_change_is_tried_whatever_became_of_the_last(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.lobby()
    display.trouble[PostKind.LOBBY] = Forbidden("not allowed")
    worker.post_soon(table_id)
    await until(lambda: _has_problem(rig, table_id, LOBBY, Problem.FORBIDDEN))
    display.trouble.clear()
    await rig.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, "Tin")
    worker.post_soon(table_id)

    await until(lambda: all_shown(rig, table_id))


async def test_that_somebody_takes_no_direct_messages_is_said_once(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id, luck = await rig.race(people=2), Random(1)
    display.trouble[PostKind.DESK] = DirectMessagesClosed("closed")
    for _ in range(4):
        worker.post_soon(table_id)
        for person in (ANA, BEN):
            desk = desk_of(person.user_id)
            await until(lambda desk=desk: _has_problem(rig, table_id, desk, Problem.DIRECT_MESSAGES_CLOSED))
        await rig.decide(table_id, luck)
    await until(lambda: _is_told_closed(display))
    await asyncio.sleep(0.05)

    told = [key.user_id for key in display.shown if key.kind is PostKind.DIRECT_MESSAGES_CLOSED]
    assert sorted(told) == [ANA.user_id, BEN.user_id]


async def _is_told_closed(display: Display) -> bool:
    return display.kinds().count(PostKind.DIRECT_MESSAGES_CLOSED) >= 2


async def test_posts_wait_for_a_database_that_cannot_be_used(
    rig: TableRig, worker: OutboxWorker, display: Display, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await rig.lobby()
    display.trouble[PostKind.LOBBY] = DatabaseUnusable("the disk is full")
    worker.post_soon(table_id)
    await until(lambda: _logged(caplog, f"posts of {table_id}: again in 0 s: the disk is full"))
    display.trouble.clear()

    await until(lambda: all_shown(rig, table_id))


async def _logged(caplog: pytest.LogCaptureFixture, text: str) -> bool:
    return text in caplog.messages


async def test_after_closing_nothing_is_posted_any_more(
    rig: TableRig, worker: OutboxWorker, display: Display
) -> None:
    table_id = await rig.race()
    await worker.close()
    worker.post_soon(table_id)
    await asyncio.sleep(0.02)

    assert display.tried == []


def test_every_kind_of_trouble_has_its_test() -> None:
    ours = {each for each in PostError.__subclasses__() if each.__module__ == PostError.__module__}
    assert ours == {NotFound, Forbidden, DirectMessagesClosed, Retryable, Rejected}


class HandedOn:
    """Hands looks on to a worker as it hears of a change, and notes with which of them it looks."""

    def __init__(self, rig: TableRig) -> None:
        self.next: Look | None = None
        self.looked: list[Look | None] = []
        self.worker = OutboxWorker(
            rig.database, self._show, lambda: rig.time, self._look, hand_on=lambda _: self.next
        )

    async def _look(self, table_id: str, handed: Look | None) -> Look:
        self.looked.append(handed)
        return handed or Look(table_id)

    async def _show(self, post: Post, look: Look) -> None:
        raise AssertionError("nothing is due")

    async def told(self, *handed: Look | None) -> set[Look | None]:
        """Tell of changes one right after another, and return with which looks it looked at the last."""
        self.looked.clear()
        for self.next in handed:
            self.worker.post_soon("K7QH2M")
        await until(lambda: self.looked)
        await self.worker._public.close(1)
        await self.worker._private.close(1)
        return set(self.looked)


async def test_what_a_step_hands_on_is_what_is_looked_at(rig: TableRig) -> None:
    look = Look("K7QH2M")
    assert await HandedOn(rig).told(look) == {look}


async def test_what_a_step_hands_on_that_another_change_came_after_is_read(rig: TableRig) -> None:
    look = Look("K7QH2M")
    assert await HandedOn(rig).told(None, look) == {None}


@pytest.mark.parametrize("why", ["it is spent", "it is old"])
async def test_what_a_step_handed_on_is_read_where_it_does_not_hold_any_more(rig: TableRig, why: str) -> None:
    look = Look("K7QH2M")
    if why == "it is spent":
        look.is_spent = True
    else:
        look.at -= 2 * STALE
    assert await HandedOn(rig).told(look) == {None}
