"""Any order of any movements of coins, by several at once, of which some fail, are repeated or are killed."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bank.money import set_up, work, wrong
from tests.databases import on_postgresql

ROOT = Path(__file__).parents[2]
STEPS = 60


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_several_tasks_at_once_leave_the_books_as_their_rows_say(store, seed: int) -> None:
    await set_up(store)
    ended = await asyncio.gather(*(work(store, seed, STEPS, worker) for worker in range(3)))
    assert sum(each["done"] for each in ended) > STEPS
    assert await wrong(store) == []


@on_postgresql
async def test_several_processes_at_once_of_which_one_is_killed_leave_the_books_as_their_rows_say(
    store, new_url: str
) -> None:
    await set_up(store)
    workers = [_started(new_url, 7, STEPS, 0, "-"), _started(new_url, 7, STEPS, 1, "-")]
    workers.append(_started(new_url, 7, STEPS, 2, STEPS // 2))
    told = [await asyncio.to_thread(each.communicate, None, 120) for each in workers]
    assert [each.returncode for each in workers] == [0, 0, -signal.SIGKILL], told
    assert await wrong(store) == []


def _started(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.bank.money", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
