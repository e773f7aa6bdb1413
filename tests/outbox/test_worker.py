"""The painter: posts what is due, again where the world was in trouble, and never for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.outbox import posts, worker
from bot.outbox.posts import Screen
from bot.outbox.worker import OutboxWorker
from bot.store.errors import StoreError
from bot.tables import erasure
from bot.ui.post_errors import DirectMessagesClosed, Forbidden, NotFound, PostError, Rejected, Retryable
from tests.tables.playing import ANA, BEN, TableRig
from tests.waiting import until


class Easel:
    """Stands in for the screens: notes what is shown, or fails as it is told, by kind."""

    def __init__(self, rig: TableRig) -> None:
        self._rig = rig
        self.shown: list[tuple[str, int, int]] = []
        self.tried: list[str] = []
        self.trouble: dict[str, Exception] = {}

    async def show(self, screen: Screen) -> None:
        self.tried.append(screen.kind)
        if trouble := self.trouble.get(screen.kind):
            raise trouble
        self.shown.append((screen.kind, screen.user_id, screen.wanted))
        async with self._rig.store.writing() as db:
            await posts.note(db, screen, shown=screen.wanted, message_id=1)


@pytest.fixture
def easel(rig: TableRig) -> Easel:
    return Easel(rig)


@pytest.fixture
async def paint(rig: TableRig, easel: Easel, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OutboxWorker]:
    """A painter that waits a hundredth of the time between tries."""
    monkeypatch.setattr(worker, "FIRST_WAIT", 10)
    monkeypatch.setattr(worker, "LONGEST_WAIT", 3_000)
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.01)
    made = OutboxWorker(rig.store, easel, lambda: rig.time)
    yield made
    await made.close()


async def every(rig: TableRig, table_id: str) -> dict[tuple[str, int], Screen]:
    async with rig.store.reading() as db:
        return {(screen.kind, screen.user_id): screen for screen in await posts.of_table(db, table_id)}


async def one(rig: TableRig, table_id: str, kind: str, user_id: int = 0) -> Screen:
    return (await every(rig, table_id))[kind, user_id]


async def all_shown(rig: TableRig, table_id: str) -> bool:
    return not any(screen.is_due for screen in (await every(rig, table_id)).values())


async def test_of_who_is_forgotten_while_their_desk_is_being_sent_nothing_is_noted(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.race()
    async with rig.store.writing() as db:
        desk = await posts.find(db, table_id, posts.DESK, BEN.user_id)
        await erasure.erase(db, BEN.user_id, rig.time, lambda *_: "Player 2")
    assert desk
    easel.trouble[posts.DESK] = DirectMessagesClosed("50007")
    await paint._post(desk)
    assert {user for _, user in await every(rig, table_id)} == {posts.EVERYONE, ANA.user_id}


async def test_everything_that_is_due_is_shown_once(rig: TableRig, paint: OutboxWorker, easel: Easel) -> None:
    table_id = await rig.race()
    paint.dirty(table_id)
    await until(lambda: all_shown(rig, table_id))
    paint.dirty(table_id)
    await asyncio.sleep(0.05)

    assert sorted(easel.shown) == sorted(
        (kind, user, wanted) for (kind, user), wanted in (await rig.wanted(table_id)).items()
    )


async def test_the_lobby_comes_before_the_board_and_the_first_board_before_the_desks(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.race(people=3)
    paint.dirty(table_id)
    await until(lambda: all_shown(rig, table_id))

    shown = [kind for kind, *_ in easel.shown if kind != "call"]
    assert shown == ["lobby", "board", "desk", "desk", "desk"]


async def test_the_result_of_a_race_comes_before_the_board_of_the_next(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id, luck = await rig.race(), Random(1)
    while (await rig.standing(table_id)).view(None).result is None:
        await rig.decide(table_id, luck)
    paint.dirty(table_id)
    await until(lambda: all_shown(rig, table_id))

    public = [kind for kind, *_ in easel.shown if kind not in {"desk", "call"}]
    assert public == ["lobby", "result:1", "board"]


async def test_a_word_about_closed_direct_messages_that_has_to_wait_holds_back_neither_another_nor_the_end(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id, luck = await rig.race(), Random(1)
    async with rig.store.writing() as db:
        for person in (ANA, BEN):
            await posts.want(db, table_id, posts.CLOSED, 0, person.user_id)
    easel.trouble[posts.CLOSED] = Retryable("it would tell who is asked")
    paint.dirty(table_id)
    await until(lambda: _tried(rig, table_id, posts.CLOSED, 1, BEN.user_id))
    await rig.play_out(table_id, luck)
    paint.dirty(table_id)

    async def is_over() -> bool:
        return "final" in {kind for kind, *_ in easel.shown}

    await until(is_over)
    assert easel.tried.count(posts.CLOSED) == 2


async def test_what_an_earlier_run_left_due_is_shown(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    tables = [await rig.race(), await rig.lobby()]
    await paint.resume()

    for table_id in tables:
        await until(lambda table_id=table_id: all_shown(rig, table_id))


async def test_a_post_is_tried_again_later_and_later(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.lobby()
    easel.trouble["lobby"] = Retryable("a cloud")
    waits = []
    for tries in range(1, 12):
        paint.dirty(table_id)
        await until(lambda tries=tries: _tried(rig, table_id, "lobby", tries))
        waits.append((await one(rig, table_id, "lobby")).next_try_at - rig.time)
        rig.time += waits[-1]

    assert waits == [10 * 2**n for n in range(9)] + [3_000, 3_000]
    easel.trouble.clear()
    paint.dirty(table_id)
    await until(lambda: all_shown(rig, table_id))


async def _tried(rig: TableRig, table_id: str, kind: str, tries: int, user_id: int = 0) -> bool:
    return (await one(rig, table_id, kind, user_id)).tries == tries


async def test_before_its_time_a_post_is_not_tried_again(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.lobby()
    easel.trouble["lobby"] = Retryable("a cloud")
    paint.dirty(table_id)
    await until(lambda: _tried(rig, table_id, "lobby", 1))
    paint.dirty(table_id)
    await asyncio.sleep(0.05)

    assert easel.tried == ["lobby"]


async def test_a_post_is_tried_again_without_anybody_asking(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.lobby()
    easel.trouble["lobby"] = Retryable("a cloud")
    paint.dirty(table_id)
    await until(lambda: _tried(rig, table_id, "lobby", 1))
    easel.trouble.clear()
    rig.time += 10

    await until(lambda: all_shown(rig, table_id))


async def test_a_board_that_has_to_wait_keeps_no_desk_waiting(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.race()
    easel.trouble["board"] = Retryable("a cloud")
    paint.dirty(table_id)

    await until(lambda: _shows_desks(easel, 2))
    assert (await one(rig, table_id, "board")).is_due


async def test_the_desk_of_one_keeps_no_other_waiting(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.race(people=3)
    show = easel.show

    async def only_ana_fails(screen: Screen) -> None:
        if screen.user_id == ANA.user_id:
            raise Retryable("a cloud")
        await show(screen)

    easel.show = only_ana_fails  # type: ignore[method-assign]
    paint.dirty(table_id)

    await until(lambda: _shows_desks(easel, 2))


async def _shows_desks(easel: Easel, number: int) -> bool:
    return sum(kind == "desk" for kind, *_ in easel.shown) >= number


@pytest.mark.parametrize(
    ("trouble", "problem"),
    [
        (NotFound("no channel"), "gone"),
        (Forbidden("not allowed"), "denied"),
        (Rejected("too long"), "rejected"),
    ],
)
@pytest.mark.parametrize("kind", ["lobby", "board"])
async def test_what_cannot_be_posted_is_noted_and_not_tried_for_ever(
    rig: TableRig, paint: OutboxWorker, easel: Easel, kind: str, trouble: Exception, problem: str
) -> None:
    table_id = await rig.race()
    easel.trouble[kind] = trouble
    paint.dirty(table_id)
    await until(lambda: _has_problem(rig, table_id, kind, problem))
    await until(lambda: _shows_desks(easel, 2))
    await paint.resume()
    await asyncio.sleep(0.05)

    assert easel.tried.count(kind) == 1


@pytest.mark.parametrize("kind", ["lobby", "board"])
async def test_what_a_fault_of_ours_prevents_is_tried_a_few_times_and_then_noted(
    rig: TableRig, paint: OutboxWorker, easel: Easel, kind: str
) -> None:
    table_id = await rig.race()
    easel.trouble[kind] = ZeroDivisionError()
    for tries in range(1, worker.MOST_FAULTS + 1):
        paint.dirty(table_id)
        await until(lambda tries=tries: _tried(rig, table_id, kind, tries))
        rig.time = max(rig.time, (await one(rig, table_id, kind)).next_try_at)
    paint.dirty(table_id)
    await until(lambda: _has_problem(rig, table_id, kind, "broken"))
    assert easel.tried.count(kind) == worker.MOST_FAULTS + 1


async def test_a_fault_of_ours_that_passes_costs_no_post(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.race()
    easel.trouble["board"] = MemoryError()
    paint.dirty(table_id)
    await until(lambda: _tried(rig, table_id, "board", 1))
    easel.trouble.clear()
    rig.time += 3_000
    paint.dirty(table_id)
    await until(lambda: all_shown(rig, table_id))


async def _has_problem(rig: TableRig, table_id: str, kind: str, problem: str, user: int = 0) -> bool:
    return (await one(rig, table_id, kind, user)).problem == problem


async def test_a_board_that_cannot_be_posted_is_told_on_every_desk(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.race()
    paint.dirty(table_id)
    await until(lambda: all_shown(rig, table_id))
    easel.shown.clear()
    easel.trouble["board"] = NotFound("no channel")
    await rig.tables.race.act(
        table_id, ANA.user_id, 1, {"type": "bet", "kind": "win", "horse": "red", "stake": 100}
    )
    paint.dirty(table_id)

    await until(lambda: _has_problem(rig, table_id, "board", "gone"))
    await until(lambda: _told(easel, {ANA.user_id, BEN.user_id}))


async def _told(easel: Easel, users: set[int]) -> bool:
    return {user for kind, user, _ in easel.shown if kind == "desk"} == users


async def test_the_next_change_is_tried_whatever_became_of_the_last(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.lobby()
    easel.trouble["lobby"] = Forbidden("not allowed")
    paint.dirty(table_id)
    await until(lambda: _has_problem(rig, table_id, "lobby", "denied"))
    easel.trouble.clear()
    await rig.tables.lobby.add_computer(table_id, ANA.user_id, "Tin")
    paint.dirty(table_id)

    await until(lambda: all_shown(rig, table_id))


async def test_that_somebody_takes_no_direct_messages_is_said_once(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id, luck = await rig.race(people=2), Random(1)
    easel.trouble["desk"] = DirectMessagesClosed("closed")
    for _ in range(4):
        paint.dirty(table_id)
        await until(lambda: _has_problem(rig, table_id, "desk", "shut", ANA.user_id))
        await until(lambda: _has_problem(rig, table_id, "desk", "shut", BEN.user_id))
        await rig.decide(table_id, luck)
    await until(lambda: _is_told_closed(easel))
    await asyncio.sleep(0.05)

    told = [user for kind, user, _ in easel.shown if kind == "closed"]
    assert sorted(told) == [ANA.user_id, BEN.user_id]


async def _is_told_closed(easel: Easel) -> bool:
    return sum(kind == "closed" for kind, *_ in easel.shown) >= 2


async def test_screens_wait_for_a_database_that_cannot_be_used(
    rig: TableRig, paint: OutboxWorker, easel: Easel, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await rig.lobby()
    easel.trouble["lobby"] = StoreError("the disk is full")
    paint.dirty(table_id)
    await until(lambda: _logged(caplog, f"paint {table_id}: again in 0 s: the disk is full"))
    easel.trouble.clear()

    await until(lambda: all_shown(rig, table_id))


async def _logged(caplog: pytest.LogCaptureFixture, text: str) -> bool:
    return text in caplog.messages


async def test_after_closing_nothing_is_posted_any_more(
    rig: TableRig, paint: OutboxWorker, easel: Easel
) -> None:
    table_id = await rig.race()
    await paint.close()
    paint.dirty(table_id)
    await asyncio.sleep(0.02)

    assert easel.tried == []


def test_every_kind_of_trouble_has_its_test() -> None:
    assert set(PostError.__subclasses__()) == {NotFound, Forbidden, DirectMessagesClosed, Retryable, Rejected}
