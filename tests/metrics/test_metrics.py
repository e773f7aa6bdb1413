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
from time import sleep
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection, make_url, select, text

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.db.schema import tables
from bot.metrics import counted as metrics
from bot.metrics import stored, watching
from bot.metrics.stored import Clocks
from bot.outbox import Post, Posted, PostKind, Rejected, Retryable
from bot.outbox.notes import Notes
from bot.outbox.worker import OutboxWorker
from bot.tables import Refused, day_commands, race_commands
from bot.threads import THREADS, Threads
from bot.work_queue import WorkQueue
from tests.databases import writing
from tests.metrics.conftest import Counted
from tests.tables.playing import ANA, TableRig
from tests.waiting import until


@pytest.fixture
def file(tmp_path: Path, new_database: Path) -> Path:
    return Path(shutil.copy(new_database, tmp_path))


@pytest.fixture
async def rig(file: Path, counted: Counted) -> AsyncIterator[TableRig]:
    """A process of the bot, whose figures begin at nothing."""
    store = Database(make_url(f"sqlite+aiosqlite:///{file}"))
    yield TableRig(store)
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
        await rig.tables.step(race_commands.act, table, ANA.user_id, 0, {"type": "bet"})

    assert counted("paddock_moves_total", game="jockey", by="person") == moves


async def test_posts_are_counted_by_kind_and_by_what_went_wrong(counted: Counted, rig: TableRig) -> None:
    troubles: dict[PostKind, Exception] = {PostKind.BOARD: Rejected("400"), PostKind.DESK: Retryable("503")}

    async def show(post: Post, _look: object) -> None:
        if trouble := troubles.get(post.kind):
            raise trouble
        if post.kind is not PostKind.CALL:  # it waits for something else
            await notes.note(post, Posted(1, 1))

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


def test_the_board_after_a_move_is_timed_once_it_stands_unless_another_process_posts_it(
    counted: Counted,
) -> None:
    for table in ("ABCDEF", "ABCDEF", "GHJKLM"):
        metrics.BOARDS.moved(table)
    metrics.BOARDS.left_to_another("GHJKLM")
    for table in ("ABCDEF", "ABCDEF", "GHJKLM"):
        metrics.BOARDS.posted(table)

    assert counted("paddock_board_delay_seconds_count") == 1


async def test_work_that_fails_and_is_tried_again_is_counted_by_its_queue(counted: Counted) -> None:
    async def fail(key: str) -> None:
        raise DatabaseUnusable(key)

    queue = WorkQueue(fail, "posts of", (DatabaseUnusable,))
    queue.ask("ABCDEF")
    await until(lambda: counted("paddock_work_failures_total", queue="posts_of") >= 1)
    await queue.close(0)


async def test_work_off_the_event_loop_is_counted_while_it_waits_and_timed(counted: Counted) -> None:
    pool = Threads()
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
    pool.close()

    assert counted("paddock_drawing_queue_length", work="layout") == 0
    assert counted("paddock_drawing_seconds_count", work="layout") == THREADS + 2
    assert counted("paddock_drawing_seconds_count", work="thought") == 1
    assert counted("paddock_drawing_wait_seconds_count", work="layout") == THREADS + 3


async def test_it_is_told_how_late_the_event_loop_is(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "TICK", 0.0)
    ticking = asyncio.create_task(watching.watch_event_loop())
    await asyncio.sleep(0)
    sleep(0.3)  # noqa: ASYNC251 - it is to be late
    await until(lambda: counted("paddock_event_loop_delay_seconds_sum") >= 0.3)
    ticking.cancel()


def test_the_latency_of_a_shard_is_told_once_a_heartbeat_was_answered(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    shards = {0: SimpleNamespace(latency=0.25), 3: SimpleNamespace(latency=float("inf"))}
    monkeypatch.setattr(watching.LATENCIES, "shards", lambda: shards)

    assert counted.by("paddock_gateway_latency_seconds", "shard") == {"0": 0.25}


async def test_what_only_the_database_knows_is_read_from_it(counted: Counted, rig: TableRig) -> None:
    await rig.lobby()
    await rig.race()
    resting = await rig.race()
    await rig.tables.step(day_commands.pause, resting, ANA.user_id)
    clocks = Clocks(rig.clock.now, lambda: None, rig.tables.games.present)
    since = await stored.look(rig.database, clocks, {})

    assert counted("paddock_tables", game="jockey", status="lobby") == 1
    assert counted("paddock_tables", game="jockey", status="running") == 1
    assert counted("paddock_tables", game="jockey", status="resting") == 1
    assert counted("paddock_posts_waiting", kind="board") == 2
    assert counted("paddock_clock_overdue_seconds") == 0
    assert counted("paddock_stored_read_timestamp_seconds") > 1_700_000_000

    rig.pass_minutes(500)
    await stored.look(rig.database, clocks, {due: at - 60 for due, at in since.items()})
    assert counted("paddock_post_waiting_longest_seconds", kind="board") >= 60
    assert counted("paddock_clock_overdue_seconds") > 3600


async def test_a_look_at_the_database_that_fails_is_logged_and_the_next_one_is_taken_all_the_same(
    counted: Counted, rig: TableRig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(stored, "APART", 0)
    metrics_read_at = counted("paddock_stored_read_timestamp_seconds")
    troubles: list[Exception] = [DatabaseUnusable("away"), KeyError("a fault of ours")]

    def now() -> int:
        if troubles:
            raise troubles.pop(0)
        return rig.time

    await rig.lobby()  # its clock is what is asked for the time
    following = asyncio.create_task(
        stored.follow(rig.database, Clocks(now, lambda: None, rig.tables.games.present))
    )
    await until(lambda: counted("paddock_stored_read_timestamp_seconds") > metrics_read_at)
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)

    assert [record.levelname for record in caplog.records if record.exc_info] == ["ERROR"]


async def test_what_is_not_there_any_more_is_not_told_any_more(counted: Counted, rig: TableRig) -> None:
    table = await rig.lobby()
    since = await stored.look(rig.database, Clocks(rig.clock.now, lambda: None, rig.tables.games.present), {})
    await rig.tables.step(day_commands.cancel, table, ANA.user_id, may_manage=True)
    with writing(rig.database) as db:
        db.exec_driver_sql("UPDATE outbox SET fulfilled = requested")
    since = await stored.look(
        rig.database, Clocks(rig.clock.now, lambda: None, rig.tables.games.present), since
    )

    assert counted.by("paddock_tables", "status") == {}
    assert counted.by("paddock_posts_waiting", "kind") == {}
    assert not since


async def test_warnings_and_errors_in_the_log_are_counted_by_who_says_so(counted: Counted) -> None:
    async with watching.process_watched(lambda: ["clocks", "posts"]):
        logging.getLogger("bot.somewhere").warning("of ours")
        logging.getLogger("bot.somewhere").info("is no matter")
        logging.getLogger("discord.http.of.somebody").error("of a library")
        logging.getLogger("discord.client").error("it mends that itself", exc_info=OSError())
        assert counted("paddock_pending") == 2
    logging.getLogger("bot.somewhere").warning("later")

    assert counted("paddock_log_lines_total", level="warning", logger="bot.somewhere") == 1
    assert counted("paddock_log_lines_total", level="error", logger="discord") == 1
    assert counted("paddock_log_lines_total", level="warning", logger="discord") == 1
