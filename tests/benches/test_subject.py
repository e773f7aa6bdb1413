"""What a measured process says of itself: processes that it has started count, however it started them."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from benches import subject

AT_WORK = "import time\nwhile time.process_time() < 0.2: pass\nprint('worked', flush=True)\ninput()"

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system tells it elsewhere")


async def test_the_processor_time_of_a_living_child_and_of_an_ended_one_counts() -> None:
    before, drawn = subject.processor_seconds(), subject.drawing_seconds()
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", AT_WORK), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout
    await child.stdout.readline()
    assert child.pid in subject.children()
    assert subject.processor_seconds() - before >= 0.1
    living = subject.drawing_seconds() - drawn
    assert living >= 0.1
    await child.communicate(b"\n")
    assert child.pid not in subject.children()
    assert subject.drawing_seconds() - drawn >= living
