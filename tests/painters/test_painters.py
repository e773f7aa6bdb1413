"""Painters: processes that answer whatever becomes of them, and end with the bot."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.painters import painter as painter_module
from bot.painters.errors import PainterError
from bot.painters.painter import Painter
from bot.painters.painters import Painters
from tests.painters import tasks
from tests.waiting import until

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals"),
]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def painter() -> AsyncIterator[Painter]:
    """One for all: each takes a moment to start."""
    made = Painter()
    yield made
    await made.end()


def call(*what: object) -> bytes:
    return pickle.dumps(partial(*what))  # type: ignore[arg-type]


async def test_one_process_makes_call_after_call(painter: Painter) -> None:
    assert await painter.draw(call(tasks.number)) == await painter.draw(call(tasks.number)) == painter.pid


async def test_what_goes_wrong_is_told_by_its_kind_and_place_and_the_painter_goes_on(
    painter: Painter,
) -> None:
    before = painter.pid
    with pytest.raises(PainterError, match=r"^KeyError in tests\.painters\.tasks\.fail, line \d+$"):
        await painter.draw(call(tasks.fail, "red+7"))
    assert painter.pid == before


async def test_what_cannot_be_read_is_an_error_like_any_other(painter: Painter) -> None:
    with pytest.raises(PainterError, match="UnpicklingError"):
        await painter.draw(b"\x80")


async def test_what_is_printed_gets_not_between_the_answers(painter: Painter) -> None:
    assert await painter.draw(call(tasks.chat)) == "drawn"


async def test_the_terminal_does_not_end_it(painter: Painter) -> None:
    assert await painter.draw(call(tasks.ignores))


async def test_it_gives_way_to_the_bot_in_whose_session_it_is_and_is_no_part_of_what_a_terminal_stops(
    painter: Painter,
) -> None:
    pid: int = await painter.draw(call(tasks.number))
    assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getsid(pid) == os.getsid(0)
    assert os.getpgid(pid) == pid


async def test_what_was_being_drawn_when_it_died_is_drawn_by_the_next(
    painter: Painter, tmp_path: Path
) -> None:
    assert await painter.draw(call(tasks.die_once, str(tmp_path / "flag"))) == "drawn"


async def test_one_that_was_killed_between_two_pictures_is_started_anew(painter: Painter) -> None:
    before = await painter.draw(call(tasks.number))
    os.kill(before, signal.SIGKILL)
    assert await painter.draw(call(tasks.number)) != before


@pytest.mark.parametrize(
    ("task", "why"),
    [
        (tasks.die, "SIGKILL, as where memory runs out"),
        (partial(tasks.leave, 3), "exit code 3"),
        (partial(tasks.fall_silent, 0.2), "exit code 0"),
    ],
)
async def test_why_one_died_stands_in_the_log(
    painter: Painter,
    task: Callable[[], object],
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(painter_module, "TRIES", 1)
    number = await painter.draw(call(tasks.number))
    with pytest.raises(PainterError, match=f"ended its painter 1 times: {why}"):
        await painter.draw(call(task))
    assert caplog.messages == [f"the painter {number} died: {why}"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_one_that_answers_no_more_and_does_not_end_is_ended(
    painter: Painter, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(painter_module, "TRIES", 1)
    monkeypatch.setattr(painter_module, "FAREWELL", 0.05)
    number = await painter.draw(call(tasks.number))
    with pytest.raises(PainterError):
        await painter.draw(call(tasks.fall_silent, 60.0))
    assert caplog.messages == [f"the painter {number} died: it closed its output, and had to be ended"]


async def test_one_that_is_ended_by_us_did_not_die(caplog: pytest.LogCaptureFixture) -> None:
    one = Painter()
    await one.draw(call(tasks.number))
    await one.end()
    assert caplog.messages == []


async def test_what_is_drawn_in_parts_lets_others_be_drawn_in_between(
    painter: Painter, tmp_path: Path
) -> None:
    flag = str(tmp_path / "flag")
    long = asyncio.create_task(painter.draw(call(tasks.in_parts, flag)))

    numbers = [await painter.draw(call(tasks.number)) for _ in range(3)]
    assert not long.done()
    await painter.draw(call(tasks.make, flag))

    assert (await long).data == b"in parts"
    assert numbers == [painter.pid] * 3


async def test_what_goes_wrong_in_a_later_part_is_told_and_the_painter_goes_on(painter: Painter) -> None:
    before = painter.pid
    with pytest.raises(PainterError, match=r"^KeyError in tests\.painters\.tasks\.fail, line \d+$"):
        await painter.draw(call(tasks.fail_in_parts, "red+7"))
    assert painter.pid == before


async def test_one_that_dies_in_a_later_part_draws_all_of_it_again_and_what_was_drawn_in_between(
    painter: Painter, tmp_path: Path
) -> None:
    before = await painter.draw(call(tasks.number))
    died, waits = str(tmp_path / "died"), str(tmp_path / "waits")
    other = asyncio.create_task(painter.draw(call(tasks.die_once, waits)))
    assert (await painter.draw(call(tasks.die_in_parts, died))).data == b"drawn"
    assert await other == "drawn"
    assert await painter.draw(call(tasks.number)) != before


async def test_one_that_has_grown_too_large_first_ends_what_it_has_begun(
    painter: Painter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flag = str(tmp_path / "flag")
    before = await painter.draw(call(tasks.number))
    monkeypatch.setattr(painter_module, "MOST_MEMORY", -1)
    long = asyncio.create_task(painter.draw(call(tasks.in_parts, flag)))
    await asyncio.sleep(0)
    assert await painter.draw(call(tasks.number)) == before == painter.pid
    await painter.draw(call(tasks.make, flag))
    assert (await long).data == b"in parts"
    assert painter.pid is None


async def test_what_ends_every_painter_is_given_up(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painter_module, "TRIES", 2)
    with pytest.raises(PainterError, match="ended its painter 2 times"):
        await painter.draw(call(tasks.die))


async def test_what_never_ends_is_given_up_and_its_process_ended(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await painter.draw(call(tasks.number))
    with monkeypatch.context() as patch:
        patch.setattr(painter_module, "LONGEST", 0.05)
        with pytest.raises(PainterError, match="took longer"):
            await painter.draw(call(tasks.hang))
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)
    assert await painter.draw(call(tasks.number)) != before


async def test_one_that_has_grown_too_large_makes_room_for_another(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await painter.draw(call(tasks.number))
    monkeypatch.setattr(painter_module, "MOST_MEMORY", -1)
    assert await painter.draw(call(tasks.number)) == before
    assert painter.pid is None


async def test_it_knows_no_secret_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def")
    monkeypatch.setenv("PGPASSWORD", "ghi")
    others = Painters(2)
    assert others.pids == [], "it is started when it is needed"
    surroundings = await others.draw(call(tasks.surroundings))
    assert len(others.pids) == 1
    await others.close()
    assert not {"abc.def", "ghi"} & set(surroundings.values())
    with pytest.raises(PainterError, match="any more"):
        await others.draw(call(tasks.number))


async def test_a_table_goes_to_the_painter_that_drew_it_last_if_that_one_is_idle() -> None:
    painters, number = Painters(2), call(tasks.number)
    one, other = await asyncio.gather(painters.draw(number, "ONE"), painters.draw(number, "OTHER"))
    assert one != other

    assert [await painters.draw(number, table) for table in ("ONE", "OTHER", "ONE")] == [one, other, one]
    assert set(await asyncio.gather(*(painters.draw(number, "ONE") for _ in range(2)))) == {one, other}
    await painters.close()


async def test_pictures_go_to_a_painter_that_is_not_at_something_long_if_one_is_ready(tmp_path: Path) -> None:
    painters, number, flag = Painters(2), call(tasks.number), str(tmp_path / "flag")
    both = set(await asyncio.gather(*(painters.draw(number) for _ in range(2))))
    long = asyncio.create_task(painters.draw_in_parts(call(tasks.in_parts, flag)))
    await asyncio.sleep(0)

    others = {await painters.draw(number) for _ in range(3)}
    assert len(others) == 1
    assert set(await asyncio.gather(*(painters.draw(number) for _ in range(2)))) == both
    await painters.draw(call(tasks.make, flag))
    assert (await long).data == b"in parts"
    await painters.close()


async def started(painters: Painters) -> int:
    """Wait until one has a process, and return its number."""
    await until(lambda: bool(painters.pids))
    return painters.pids[0]


async def test_closing_ends_what_is_being_drawn_and_nothing_is_started_in_its_place() -> None:
    painters = Painters(2)
    drawing = asyncio.create_task(painters.draw(call(tasks.hang)))
    number = await started(painters)

    await painters.close()

    with pytest.raises(PainterError, match="any more"):
        await drawing
    assert painters.pids == []
    assert not _runs(number)


async def test_closing_ends_a_painter_that_is_just_being_started(monkeypatch: pytest.MonkeyPatch) -> None:
    start, may_go_on, made = asyncio.create_subprocess_exec, asyncio.Event(), list[int]()

    async def slow(*what: str, **how: Any) -> asyncio.subprocess.Process:
        process = await start(*what, **how)
        made.append(process.pid)
        await may_go_on.wait()
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", slow)
    painters = Painters(1)
    drawing = asyncio.create_task(painters.draw(call(tasks.number)))
    await until(lambda: bool(made))

    closing = asyncio.create_task(painters.close())
    await asyncio.sleep(0)
    may_go_on.set()
    await closing

    assert painters.pids == []
    assert not _runs(made[0])
    with pytest.raises(PainterError, match="any more"):
        await drawing
    assert len(made) == 1


BOT = """
import asyncio, os, pickle, signal, sys
from bot.painters.painter import Painter
from tests.painters import tasks

async def main():
    painter = Painter()
    print(await painter.draw(pickle.dumps(tasks.number)), flush=True)
    drawing = asyncio.create_task(painter.draw(pickle.dumps(tasks.chat)))
    await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_it_ends_with_a_bot_that_is_killed() -> None:
    bot = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        BOT,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert bot.stdout is not None
    number = int(await bot.stdout.readline())
    os.kill(number, 0)
    bot.kill()
    await bot.wait()
    async with asyncio.timeout(30):
        while _runs(number):  # noqa: ASYNC110 - nobody tells when a process that is not ours has ended
            await asyncio.sleep(0.01)


def _runs(number: int) -> bool:
    """Whether there is such a process, and not only its name until somebody asks how it ended."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{number}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")
