"""What is counted: each figure moves when that happens of which it tells."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection, make_url, select, text

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.db.schema import tables
from bot.metrics import stored as module
from bot.metrics.event_loop import EventLoopDelay
from bot.metrics.stored import Clocks, Stored
from bot.observing import observed_by
from bot.outbox import Post, Posted, PostKind, Rejected, Retryable
from bot.outbox.notes import Notes
from bot.outbox.worker import OutboxWorker
from bot.tables import Refused
from bot.ui.render_pool import THREADS, RenderPool
from bot.work_queue import WorkQueue
from tests.databases import writing
from tests.metrics.conftest import Counted
from tests.tables.playing import ANA, TableRig
from tests.waiting import until


@pytest.fixture
def file(tmp_path: Path, new_database: Path) -> Path:
    return Path(shutil.copy(new_database, tmp_path))


@pytest.fixture
async def rig(counted: Counted, file: Path) -> AsyncIterator[TableRig]:
    """A process of the bot that is observed."""
    with observed_by(counted.metrics):
        store = Database(make_url(f"sqlite+aiosqlite:///{file}"))
        rig = TableRig(store)
    yield rig
    await store.close()


async def test_statements_and_transactions_are_counted_by_what_they_are_for(
    counted: Counted, rig: TableRig
) -> None:
    def look(db: Connection, times: int) -> None:
        for _ in range(times):
            db.execute(select(tables))

    await rig.database.read(look, 2)
    await rig.database.write(look, 1)

    assert counted("paddock_database_statements_total", access="reading") == 2
    assert counted("paddock_database_statements_total", access="writing") == 1
    for access in ("reading", "writing"):
        assert counted("paddock_database_transaction_seconds_count", access=access) == 1
        assert counted("paddock_database_wait_seconds_count", access=access) == 1
    assert counted("paddock_database_busy_total") == 0


async def test_a_database_that_another_process_holds_is_told(
    counted: Counted, rig: TableRig, file: Path
) -> None:
    def write(db: Connection) -> None:
        db.execute(text("SELECT 1"))

    with closing(sqlite3.connect(file, isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(rig.database.write(write))
        await until(lambda: counted("paddock_database_busy_total"))
        stranger.execute("ROLLBACK")
    await writing

    assert counted("paddock_database_wait_seconds_count", access="writing") == 1


async def test_moves_are_counted_by_game_and_by_who_made_them_once_they_are_committed(
    counted: Counted, rig: TableRig
) -> None:
    table = await rig.race()
    for _ in range(3):
        await rig.decide(table, Random(1))
    moves = counted("paddock_moves_total", game="jockey", by="person")
    assert moves == 3
    with pytest.raises(Refused):
        await rig.tables.race.act(table, ANA.user_id, 0, {"type": "bet"})

    assert counted("paddock_moves_total", game="jockey", by="person") == moves


async def test_posts_are_counted_by_kind_and_by_what_went_wrong(counted: Counted, rig: TableRig) -> None:
    troubles: dict[PostKind, Exception] = {PostKind.BOARD: Rejected("400"), PostKind.DESK: Retryable("503")}

    async def show(post: Post, _look: object) -> None:
        if trouble := troubles.get(post.kind):
            raise trouble
        if post.kind is not PostKind.CALL:  # it waits for something else
            await notes.note(post, Posted(1, 1))

    with observed_by(counted.metrics):
        notes = Notes(rig.database)
        worker = OutboxWorker(rig.database, show, lambda: rig.time, notes=notes)
    table = await rig.race()
    worker.post_soon(table)
    await until(lambda: counted("paddock_posts_failed_total", kind="desk", error="retryable") >= 2)
    await worker.close()

    assert counted("paddock_posts_failed_total", kind="board", error="rejected") >= 1
    assert counted("paddock_posts_made_total", kind="lobby") >= 1
    assert counted("paddock_post_seconds_count", kind="lobby") >= 1
    assert counted("paddock_posts_made_total", kind="board") == 0
    assert counted("paddock_posts_made_total", kind="call") == 0


async def test_the_board_after_a_move_is_timed_once_it_stands(counted: Counted) -> None:
    counted.metrics.moved("ABCDEF", "jockey", "person")
    for is_made, timed in ((False, 0), (True, 1), (True, 1)):
        with counted.metrics.posting("ABCDEF", "board", lambda is_made=is_made: is_made):
            pass
        assert counted("paddock_board_delay_seconds_count") == timed


async def test_a_board_that_another_process_posts_is_not_timed(counted: Counted) -> None:
    counted.metrics.moved("ABCDEF", "jockey", "person")
    counted.metrics.left_to_another("ABCDEF")
    with counted.metrics.posting("ABCDEF", "board", lambda: True):
        pass

    assert counted("paddock_board_delay_seconds_count") == 0


async def test_work_that_fails_and_is_tried_again_is_counted_by_its_queue(counted: Counted) -> None:
    async def fail(key: str) -> None:
        raise DatabaseUnusable(key)

    with observed_by(counted.metrics):
        queue = WorkQueue(fail, "posts of", (DatabaseUnusable,))
    queue.ask("ABCDEF")
    await until(lambda: counted("paddock_work_failures_total", queue="posts_of") >= 1)
    await queue.close(0)


async def test_work_for_the_render_pool_is_counted_while_it_waits_and_timed(counted: Counted) -> None:
    with observed_by(counted.metrics):
        pool = RenderPool()
    let_go = threading.Event()
    tasks = [asyncio.create_task(pool.work(let_go.wait)) for _ in range(THREADS + 2)]
    tasks.append(asyncio.create_task(pool.think(lambda: None)))
    gone = asyncio.create_task(pool.work(let_go.wait))
    await until(lambda: counted("paddock_drawing_queue_length", work="layout") == 3)
    assert counted("paddock_drawing_queue_length", work="thought") == 1
    gone.cancel()
    with suppress(asyncio.CancelledError):
        await gone
    assert counted("paddock_drawing_queue_length", work="layout") == 2
    let_go.set()
    await asyncio.gather(*tasks)
    await pool.close()

    assert counted("paddock_drawing_queue_length", work="layout") == 0
    assert counted("paddock_drawing_seconds_count", work="layout") == THREADS + 2
    assert counted("paddock_drawing_seconds_count", work="thought") == 1
    assert counted("paddock_drawing_wait_seconds_count", work="layout") == THREADS + 3


async def test_it_is_told_how_late_the_event_loop_is(counted: Counted) -> None:
    delay = EventLoopDelay(counted.metrics.registry.__class__())
    late: list[float] = []
    delay._late = SimpleNamespace(observe=late.append)  # type: ignore[assignment]
    now = asyncio.get_running_loop().time()
    delay._alarm = SimpleNamespace(when=lambda: now - 0.3)  # type: ignore[assignment]
    delay._ring()
    delay.stop()

    assert late[0] >= 0.3


async def test_shards_are_told_by_their_numbers(counted: Counted) -> None:
    metrics = counted.metrics
    metrics.shard_connected(0, resumed=False)
    metrics.shard_connected(3, resumed=False)
    metrics.shard_disconnected(3)
    assert (counted("paddock_gateway_connected", shard=0), counted("paddock_gateway_connected", shard=3)) == (
        1,
        0,
    )
    metrics.shard_connected(3, resumed=True)
    metrics._gateway.shards = lambda: {
        0: SimpleNamespace(latency=0.25),
        3: SimpleNamespace(latency=float("inf")),  # no heartbeat was answered yet
    }

    assert counted("paddock_gateway_connected", shard=3) == 1
    assert counted("paddock_gateway_connects_total", shard=3, session="new") == 1
    assert counted("paddock_gateway_connects_total", shard=3, session="resumed") == 1
    assert counted("paddock_gateway_latency_seconds", shard=0) == 0.25
    told = metrics.registry.get_sample_value("paddock_gateway_latency_seconds", {"shard": "3"})
    assert told is None


async def test_what_only_the_database_knows_is_read_from_it(counted: Counted, rig: TableRig) -> None:
    await rig.lobby()
    await rig.race()
    resting = await rig.race()
    await rig.tables.day.pause(resting, ANA.user_id)
    stored: Stored = counted.metrics._stored
    clocks = Clocks(rig.clock.now, lambda: None)
    await stored.read(rig.database, clocks)

    assert counted("paddock_tables", game="jockey", status="lobby") == 1
    assert counted("paddock_tables", game="jockey", status="running") == 1
    assert counted("paddock_tables", game="jockey", status="resting") == 1
    assert counted("paddock_posts_waiting", kind="board") == 2
    assert counted("paddock_clock_overdue_seconds") == 0
    assert counted("paddock_stored_read_timestamp_seconds") > 1_700_000_000

    stored._since = {due: at - 60 for due, at in stored._since.items()}
    rig.pass_minutes(500)
    await stored.read(rig.database, clocks)
    assert counted("paddock_post_waiting_longest_seconds", kind="board") >= 60
    assert counted("paddock_clock_overdue_seconds") > 3600


async def test_a_look_at_the_database_that_fails_is_logged_and_the_next_one_is_taken_all_the_same(
    counted: Counted, rig: TableRig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "APART", 0)
    stored: Stored = counted.metrics._stored
    troubles: list[Exception] = [DatabaseUnusable("away"), KeyError("a fault of ours")]

    def now() -> int:
        if troubles:
            raise troubles.pop(0)
        return rig.time

    await rig.lobby()  # its clock is what is asked for the time
    following = asyncio.create_task(stored.follow(rig.database, Clocks(now, lambda: None)))
    await until(lambda: counted("paddock_stored_read_timestamp_seconds"))
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)

    assert [record.levelname for record in caplog.records if record.exc_info] == ["ERROR"]


async def test_what_is_not_there_any_more_is_not_told_any_more(counted: Counted, rig: TableRig) -> None:
    table = await rig.lobby()
    stored: Stored = counted.metrics._stored
    await stored.read(rig.database, Clocks(rig.clock.now, lambda: None))
    await rig.tables.day.cancel(table, ANA.user_id, may_manage=True)
    with writing(rig.database) as db:
        db.exec_driver_sql("UPDATE outbox SET fulfilled = requested")
    await stored.read(rig.database, Clocks(rig.clock.now, lambda: None))

    assert "status=" not in exposed(counted)
    assert counted("paddock_posts_waiting", kind="lobby") == 0
    assert not stored._since


def exposed(counted: Counted) -> str:
    samples = [sample for family in counted.metrics.registry.collect() for sample in family.samples]
    return "\n".join(f"{sample.name} {key}={of}" for sample in samples for key, of in sample.labels.items())


async def test_warnings_and_errors_in_the_log_are_counted_by_who_says_so(counted: Counted) -> None:
    async with counted.metrics.running(lambda: ["clocks", "posts"]):
        logging.getLogger("bot.somewhere").warning("of ours")
        logging.getLogger("bot.somewhere").info("is no matter")
        logging.getLogger("discord.http.of.somebody").error("of a library")
        logging.getLogger("discord.client").error("it mends that itself", exc_info=OSError())
        assert counted("paddock_pending") == 2
    logging.getLogger("bot.somewhere").warning("later")

    assert counted("paddock_log_lines_total", level="warning", logger="bot.somewhere") == 1
    assert counted("paddock_log_lines_total", level="error", logger="discord") == 1
    assert counted("paddock_log_lines_total", level="warning", logger="discord") == 1


def test_time_that_was_made_up_and_books_are_told(counted: Counted) -> None:
    counted.metrics.clocks_set(1500)
    counted.metrics.clocks_set(-500)
    counted.metrics.books_checked(2)

    assert counted("paddock_time_made_up_seconds_total", direction="later") == 1.5
    assert counted("paddock_time_made_up_seconds_total", direction="earlier") == 0.5
    assert counted("paddock_books_problems") == 2
