"""The time that counts: it goes on while this process is seen to run, whatever the machine and its clock do."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from threading import RLock

STEP = 1.0
"""Seconds between looks at the clock: so often has `now()` to be asked that all time counts."""

LONGEST_STEP = 3_000
"""Milliseconds between two looks beyond which none of them count: the machine or the process was held up."""


def wall_clock() -> int:
    """Milliseconds since 1970 UTC, as the machine believes; somebody may set it."""
    return time.time_ns() // 1_000_000


def steady_clock() -> int:
    """Milliseconds since some moment; nobody sets it. Where the system has such a clock, sleep counts as well."""
    return _steady_ns() // 1_000_000


def _clock_of_the_system() -> Callable[[], int]:
    since_boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns if since_boot is None else partial(time.clock_gettime_ns, since_boot)


_steady_ns = _clock_of_the_system()


class CountedTime:
    """A clock of one process, in milliseconds since 1970 UTC, for all of its threads.

    A process that was stopped, a machine that slept, a wall clock that was set forward or back, a database that took
    nothing: none of it moves this clock. By how much it is behind the wall clock then is
    its `lag`; whoever has set every deadline later by so much lets it `catch_up`. Time in which nobody was there to act
    has then counted for nobody, and deadlines are again what the wall clock says.
    """

    def __init__(
        self,
        wall: Callable[[], int] = wall_clock,
        steady: Callable[[], int] = steady_clock,
        counts: Callable[[], bool] = lambda: True,
        longest_step: int = LONGEST_STEP,
    ) -> None:
        """`counts` says whether anybody could act at the moment: while the database takes nothing, nobody can."""
        self._wall = wall
        self._steady = steady
        self._counts = counts
        self._longest_step = longest_step
        self._lock = RLock()  # steps ask for the time in threads
        self._counted = wall()
        self._looked_at = steady()
        self._agreed: int | None = None
        """By how much the clock that all processes read is ahead of the steady one; None: there is none."""

    def now(self) -> int:
        """Milliseconds since 1970 UTC, without what has not counted since the clock caught up last."""
        with self._lock:
            at = self._steady()
            if self._counts() and at - self._looked_at <= self._longest_step:
                self._counted += at - self._looked_at
            self._looked_at = at
            return self._counted

    @property
    def lag(self) -> int:
        """By how many milliseconds the wall clock is ahead; negative where it was set back."""
        with self._lock:
            now = self.now()
            return (self._wall() if self._agreed is None else self._looked_at + self._agreed) - now

    @property
    def steady(self) -> int:
        """Milliseconds since some moment, by the clock that nobody sets."""
        return self._steady()

    def agree(self, moment: int, asked_at: int) -> None:
        """Take the time from a clock that all processes read: it was `moment` between `asked_at`, as `steady`, and now.

        What is known of it is changed only as far as it cannot be: how long the answer took moves nothing.
        """
        with self._lock:
            least, most = moment - self._steady(), moment - asked_at
            known = (least + most) // 2 if self._agreed is None else self._agreed
            self._agreed = min(max(known, least), most)

    def catch_up(self, by: int) -> None:
        """Count `by` milliseconds as passed, once every deadline was set later by as much."""
        with self._lock:
            self._counted += by
