"""Pictures: a recipe in, the bytes of a file out, whatever becomes of the processes that draw."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from bot.outbox.urgency import Urgency
from bot.pictures import pool as pool_module
from bot.pictures.pool import Pictures
from render.picture import Picture
from tests.pictures import drawings
from tests.waiting import until

pytestmark = [
    pytest.mark.drawn,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals"),
]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def processes() -> AsyncIterator[Pictures]:
    """One for all that draws with processes: they take a moment to start."""
    made = Pictures(workers=1)
    yield made
    await made.close()


@pytest_asyncio.fixture(loop_scope="module")
async def threads() -> AsyncIterator[Pictures]:
    made = Pictures()
    yield made
    await made.close()


@pytest.fixture(params=["processes", "threads"])
def pictures(request: pytest.FixtureRequest) -> Pictures:
    found: Pictures = request.getfixturevalue(request.param)
    return found


def picture(draw: Callable[..., object], *args: object, is_long: bool = False) -> Picture:
    return Picture("x.png", "", partial(draw, *args), is_long=is_long)  # type: ignore[arg-type]


def texts(folder: Path) -> list[str]:
    """Return what was drawn, in order."""
    return [
        file.name.split()[1] for file in sorted(folder.iterdir(), key=lambda file: int(file.name.split()[0]))
    ]


def children() -> set[int | None]:
    """Return the numbers of the processes that other tests have started."""
    return {child.pid for child in multiprocessing.active_children()}


def runs(pid: int) -> bool:
    """Whether there is such a process, and not only its name until somebody asks how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Held:
    """Pictures that one thread draws, which is busy until it is let go."""

    def __init__(self, pictures: Pictures, folder: Path) -> None:
        self.flag = folder / "flag"
        self.pictures = pictures
        busy = picture(drawings.waiting, str(self.flag), "busy")
        self.tasks = [asyncio.create_task(pictures.draw([busy], "it"))]

    async def ask(self, one: Picture, urgency: Urgency = Urgency.FOLLOWS) -> asyncio.Task[bool]:
        """Ask for a picture and go on; it stands in the queue when this returns."""
        task = asyncio.create_task(self.pictures.draw([one], "it", urgency))
        self.tasks.append(task)
        for _ in range(3):
            await asyncio.sleep(0)
        return task

    async def let_go(self) -> None:
        self.flag.touch()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@pytest_asyncio.fixture(loop_scope="module")
async def held(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Held]:
    monkeypatch.setattr(pool_module, "THREADS", 1)
    made = Held(Pictures(), tmp_path_factory.mktemp("held"))
    await asyncio.sleep(0)
    yield made
    await made.pictures.close()


# ------------------------------------------------------------------------------------ a recipe in, bytes out


async def test_pictures_are_drawn_whoever_draws(pictures: Pictures) -> None:
    both = [picture(drawings.drawn, "red"), picture(drawings.drawn, "blue")]
    assert await pictures.draw(both, "it")
    assert [each.data for each in both] == [b"red", b"blue"]


async def test_processes_draw_beside_the_bot_and_give_way_to_it_and_know_nothing_of_its_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def")
    own, shown, who = Pictures(workers=2), picture(drawings.surroundings), picture(drawings.number)
    assert not own.pids
    assert await own.draw([shown, who], "it")
    assert int(who.data) in own.pids
    assert os.getpid() not in own.pids
    await own.close()
    assert b"abc.def" not in shown.data
    assert b"PATH" in shown.data
    assert int(shown.data.split()[-1]) > os.getpriority(os.PRIO_PROCESS, 0)


async def test_processes_start_ahead_of_the_first_picture_and_where_threads_draw_none_do(
    threads: Pictures,
) -> None:
    own, others = Pictures(workers=1), children()
    await own.warm_up()
    assert len({*own.pids} - others) == 2
    await own.close()
    await threads.warm_up()
    assert not threads.pids


async def test_what_cannot_be_drawn_is_told_by_its_kind_and_place_alone(
    pictures: Pictures, caplog: pytest.LogCaptureFixture
) -> None:
    good = picture(drawings.drawn, "good")
    assert not await pictures.draw([picture(drawings.fail, "red+7"), good], "table ABC")
    assert "the picture of table ABC could not be drawn" in caplog.text
    assert "KeyError in tests.pictures.drawings.fail, line" in caplog.text
    assert "red+7" not in caplog.text
    assert await pictures.draw([good], "it")


async def test_what_cannot_be_handed_to_a_process_cannot_be_drawn(pictures: Pictures) -> None:
    assert not await pictures.draw([picture(lambda: drawings.drawn("here"))], "it")


# ------------------------------------------------------------------------------- what becomes of a process


async def test_a_picture_whose_process_is_killed_is_drawn_by_the_next(
    processes: Pictures, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shown = picture(drawings.die, str(tmp_path), 1)
    assert await processes.draw([shown], "it")
    assert shown.data == b"drawn"
    assert "a process that draws has ended" in caplog.text


async def test_a_picture_that_ends_every_process_is_given_up_and_others_are_drawn(
    processes: Pictures, tmp_path: Path
) -> None:
    others = [picture(drawings.noted, str(tmp_path), f"other{each}") for each in range(5)]
    poison = tmp_path / "poison"
    poison.mkdir()
    done = await asyncio.gather(
        processes.draw([picture(drawings.die, str(poison))], "it"),
        *(processes.draw([each], "it") for each in others),
    )
    assert done == [False, *[True] * 5]
    assert len(texts(poison)) == 2


async def test_a_process_killed_between_two_pictures_is_replaced(processes: Pictures) -> None:
    await processes.draw([picture(drawings.drawn, "first")], "it")
    for pid in processes.pids:
        os.kill(pid, signal.SIGKILL)
    assert await processes.draw([picture(drawings.drawn, "second")], "it")


async def test_a_drawing_that_hangs_is_given_up_and_its_process_killed(
    processes: Pictures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await processes.warm_up()
    with monkeypatch.context() as patch:
        patch.setattr(pool_module, "LONGEST", 1.0)
        assert not await processes.draw([picture(drawings.hang, str(tmp_path))], "it")
    (pid,) = map(int, texts(tmp_path))
    await until(lambda: not runs(pid))
    assert await processes.draw([picture(drawings.drawn, "afterwards")], "it")


async def test_a_process_makes_room_for_a_new_one_after_so_many_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool_module, "LIFETIME", 2)
    own, shown = Pictures(workers=2), [picture(drawings.number, each) for each in range(9)]
    assert await own.draw(shown, "it")
    assert len({each.data for each in shown}) > 2
    await own.close()


# ------------------------------------------------------------------------ nothing is drawn twice or in vain


async def test_who_asks_for_the_same_at_once_or_later_shares_one_drawing(held: Held, tmp_path: Path) -> None:
    same = [picture(drawings.noted, str(tmp_path), "same") for _ in range(3)]
    for each in same[:2]:
        await held.ask(each)
    await held.let_go()
    assert await held.pictures.draw(same, "it")
    assert [each.data for each in same] == [b"same"] * 3
    assert texts(tmp_path) == ["same"]


async def test_an_error_reaches_all_who_asked_and_the_next_one_tries_again(
    held: Held, tmp_path: Path
) -> None:
    failing = [picture(drawings.fail, "red+7") for _ in range(3)]
    asked = [await held.ask(each) for each in failing[:2]]
    await held.let_go()
    assert [task.result() for task in asked] == [False, False]
    assert not await held.pictures.draw(failing, "it")


async def test_finished_pictures_are_kept_within_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "MOST_KEPT", 6)
    own = Pictures()
    for text in ("aaa", "bbb", "ccc", "ccc", "bbb", "aaa", "much too large"):
        assert await own.draw([picture(drawings.noted, str(tmp_path), text)], "it")
    await own.close()
    assert texts(tmp_path) == ["aaa", "bbb", "ccc", "aaa", "much"]


async def test_a_picture_that_nobody_waits_for_any_more_is_not_begun(held: Held, tmp_path: Path) -> None:
    gone, shared = (partial(picture, drawings.noted, str(tmp_path), each) for each in ("gone", "shared"))
    for one in (gone, shared):
        (await held.ask(one())).cancel()
    await held.ask(shared())
    await held.let_go()
    assert texts(tmp_path) == ["shared"]


# ------------------------------------------------------------------------------------------- who goes first


async def test_what_somebody_waits_for_goes_first_and_what_an_absence_left_last(
    held: Held, tmp_path: Path
) -> None:
    for urgency in (Urgency.MADE_UP, Urgency.FOLLOWS, Urgency.ASKED):
        await held.ask(picture(drawings.noted, str(tmp_path), urgency.name), urgency)
    await held.let_go()
    assert texts(tmp_path) == ["ASKED", "FOLLOWS", "MADE_UP"]


async def test_who_is_in_more_of_a_hurry_about_the_same_picture_brings_it_forward(
    held: Held, tmp_path: Path
) -> None:
    same, other = (partial(picture, drawings.noted, str(tmp_path), each) for each in ("same", "other"))
    await held.ask(same(), Urgency.MADE_UP)
    await held.ask(other(), Urgency.FOLLOWS)
    await held.ask(same(), Urgency.ASKED)
    await held.let_go()
    assert texts(tmp_path) == ["same", "other"]


async def test_nothing_waits_for_ever(held: Held, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "AHEAD", 2)
    await held.ask(picture(drawings.noted, str(tmp_path), "left"), Urgency.MADE_UP)
    for number in range(20):
        await held.ask(picture(drawings.noted, str(tmp_path), f"desk{number}"), Urgency.ASKED)
    await held.let_go()
    assert texts(tmp_path).index("left") < 6


async def test_replays_leave_a_process_to_what_somebody_waits_for(pictures: Pictures, tmp_path: Path) -> None:
    flag = str(tmp_path / "flag")
    replays = [picture(drawings.waiting, flag, f"replay {each}", is_long=True) for each in range(4)]
    drawing = asyncio.create_task(pictures.draw(replays, "it"))
    await asyncio.sleep(0)
    assert await pictures.draw([picture(drawings.drawn, "board"), picture(drawings.made, flag)], "it")
    assert await drawing
    assert [each.data for each in replays] == [f"replay {each}".encode() for each in range(4)]


# -------------------------------------------------------------------------------------------------- the end


async def test_closing_leaves_no_process_and_whoever_waits_is_cancelled(tmp_path: Path) -> None:
    own, others = Pictures(workers=2), children()
    drawing = asyncio.create_task(own.draw([picture(drawings.hang, str(tmp_path))], "it"))
    await until(lambda: texts(tmp_path))
    queued = [asyncio.create_task(own.draw([picture(drawings.number, each)], "it")) for each in range(5)]
    pids = {*own.pids} - others
    await own.close()
    assert len(pids) == 2
    assert not any(map(runs, pids))
    done = await asyncio.gather(drawing, *queued, return_exceptions=True)
    assert isinstance(done[0], asyncio.CancelledError)
    assert all(each is True or isinstance(each, asyncio.CancelledError) for each in done[1:])
    with pytest.raises(asyncio.CancelledError):
        await own.draw([picture(drawings.drawn, "late")], "it")
    assert not own.pids


async def test_closing_while_processes_start_leaves_none() -> None:
    own, others = Pictures(workers=2), children()
    drawing = asyncio.create_task(own.draw([picture(drawings.number)], "it"))
    for _ in range(4):
        await asyncio.sleep(0)
    await own.close()
    assert children() <= others
    await asyncio.gather(drawing, return_exceptions=True)


BOT = """
import asyncio
from functools import partial
from bot.pictures.pool import Pictures
from render.picture import Picture
from tests.pictures import drawings

async def main():
    pictures = Pictures(workers=2)
    await pictures.draw([Picture("x.png", "", partial(drawings.drawn, "first"))], "it")
    print(*pictures.pids, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_processes_end_with_a_bot_that_is_killed() -> None:
    bot = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        BOT,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert bot.stdout is not None
    pids = [int(pid) for pid in (await bot.stdout.readline()).split()]
    assert len(pids) == 2
    bot.kill()
    await bot.wait()
    await until(lambda: not any(map(runs, pids)))
