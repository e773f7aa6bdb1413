"""Errors of the database, each with one sentence for the operator, and retries while it is busy."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 30.0
"""Seconds of retries before a busy database is an error."""
FIRST_PAUSE = 0.005
LONGEST_PAUSE = 0.25
"""Seconds between two tries, doubled after each."""

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
Pause = Callable[[float], object]
"""Sleeps for so many seconds; may raise to stop what waits."""


class DatabaseUnusable(Exception):
    """The database cannot be used. The message is one sentence: why, and what to do."""


class Misconfigured(DatabaseUnusable):
    """A restart does not help: the operator has to change an address, a file or a program."""


class DatabaseBusy(DatabaseUnusable):
    """The database is busy or away; a later try may succeed."""


def retry(
    is_busy: Callable[[BaseException], bool], attempt: Callable[[], Answer], pause: Pause = time.sleep
) -> Answer:
    """Retry `attempt()` while `is_busy(error)`, for at most `PATIENCE` seconds. Blocks; raises other errors at once."""
    given_up_at, seconds = time.monotonic() + PATIENCE, FIRST_PAUSE
    while True:
        try:
            return attempt()
        except Exception as error:
            if not is_busy(error) or time.monotonic() >= given_up_at:
                raise
        if seconds == FIRST_PAUSE:  # one line is enough: the database logs long transactions
            log.warning(
                "The database is in use or cannot be reached; trying again for up to %.0f s.", PATIENCE
            )
        pause(seconds)
        seconds = min(seconds * 2, LONGEST_PAUSE)
