"""Threads share one heap, where the C library gives each its own otherwise."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from bot import one_heap

HEAPS = """
import ctypes, threading
from pathlib import Path
{first}
ready = threading.Barrier(5)
def hold():
    ctypes.CDLL(None).malloc(1000)
    ready.wait()
    ready.wait()
threads = [threading.Thread(target=hold, daemon=True) for _ in range(4)]
for thread in threads:
    thread.start()
ready.wait()
begins = [int(line.partition("-")[0], 16) for line in Path("/proc/self/maps").read_text().splitlines()]
print(sum(begin % 2**26 == 0 for begin in begins))
ready.wait()
"""
"""Counts what glibc maps for further heaps: each begins at a multiple of 64 MB."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="is about glibc")
def test_threads_share_one_heap() -> None:
    assert _heaps("") >= 3
    assert _heaps("from bot.one_heap import share_one_heap; share_one_heap()") == 0


def test_where_the_c_library_knows_no_such_setting_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(_: object) -> object:
        return object()

    monkeypatch.setattr(one_heap.ctypes, "CDLL", without)
    one_heap.share_one_heap()


def _heaps(first: str) -> int:
    asked = [sys.executable, "-c", HEAPS.format(first=first)]
    return int(subprocess.run(asked, capture_output=True, check=True, text=True).stdout)
