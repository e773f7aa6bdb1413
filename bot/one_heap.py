"""Has all threads share one heap: glibc gives each its own, and keeps what all of them once held at the same time.

The database, files and pictures are worked on in a dozen threads, one of which runs at a time. With a thousand tables
in play their heaps held 3.5 MB that nobody used.
"""

from __future__ import annotations

import ctypes

M_ARENA_MAX = -8
"""What glibc calls the most heaps that there may be: its `malloc.h`."""


def share_one_heap() -> None:
    """Do so in this process, before it has threads; other C libraries know no such setting, and stay as they are."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(M_ARENA_MAX, 1)
