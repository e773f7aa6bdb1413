"""The processor time that other processes have used, as Linux tells it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc/self/stat")
"""There, where any of this can be known."""

_WHOLE = Path("/proc/stat")

PARENT, MINE, ENDED = 1, slice(11, 13), slice(13, 15)
"""Fields of `/proc/<process>/stat` behind the name: whose child it is, its own time, that of its children that ended.

Source: the manual page proc_pid_stat(5).
"""


def seconds_with_children(process: int) -> float:
    """Return the seconds of a process, of its children, and of those of its children that ended."""
    fields = [_fields(process), *(each for each in _all() if int(each[PARENT]) == process)]
    own, *children = fields
    ticks = [*own[MINE], *own[ENDED], *(field for child in children for field in child[MINE])]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def of_machine() -> float:
    """Return the seconds of all programs on all cores since the machine started, 0 where that is not known."""
    if not PROC.exists():
        return 0.0
    user, nice, system, _idle, _waiting, *interrupts = map(int, _WHOLE.read_text().split()[1:9])
    return (user + nice + system + sum(interrupts[:2])) / os.sysconf("SC_CLK_TCK")


def _all() -> Iterator[list[str]]:
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            yield _fields(int(place.name))


def _fields(process: int) -> list[str]:
    """Return what stands behind the name of a process, which may have blanks in it."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
