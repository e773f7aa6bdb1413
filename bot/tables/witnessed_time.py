"""What the time is for certain: what is deleted because it is old must not be old by a wrong clock alone.

Ids of messages tell when Discord made them, so those that stand are witnesses over whom no clock of ours has power.
Moments that the process itself wrote down are none: while its clock is wrong, so are they.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from sqlalchemy import Connection, func, select

from bot.db.schema import outbox
from bot.tables.deadlines import DAY

log = logging.getLogger(__name__)

DISCORD_EPOCH = 1_420_070_400_000
"""The moment from which ids count, in milliseconds since 1970 UTC.

Source: Discord's documentation, "API Reference", "Snowflakes".
"""


class WitnessedTime:
    """Knows a moment that is past for certain: that of the newest message, and what has gone by since it was seen.

    So a clock is believed on while nobody plays. After a long absence it is believed once something was posted.
    """

    def __init__(self, slack: int, steady: Callable[[], float]) -> None:
        """`slack` is by how many milliseconds a clock may be ahead; `steady` counts seconds, and nobody sets it."""
        self._slack = slack
        self._steady = steady
        self._seen: tuple[int, float] | None = None
        """A moment that is past, and when that was found, by the steady clock."""
        self._is_doubted = False

    def agrees(self, db: Connection, now: int) -> bool:
        """Whether it can be `now`, in milliseconds since 1970 UTC; the first time that it cannot, the log says so."""
        past = self._past(db)
        if past is None:
            return False  # nothing was ever posted
        is_doubted = now > past + self._slack
        if is_doubted and not self._is_doubted:
            log.warning(
                "the clock is %d days ahead of the newest message: nothing is let go of until another one is posted, "
                "or the clock is set right",
                (now - past) // DAY,
            )
        self._is_doubted = is_doubted
        return not is_doubted

    def _past(self, db: Connection) -> int | None:
        """Return the last moment that is past for certain, None where no message ever stood."""
        known = [moment for moment in (newest_message(db), self._reached()) if moment is not None]
        if not known:
            return None
        self._seen = max(known), self._steady()
        return max(known)

    def _reached(self) -> int | None:
        if self._seen is None:
            return None
        moment, seen = self._seen
        return moment + int((self._steady() - seen) * 1000)


def newest_message(db: Connection) -> int | None:
    """Return when Discord made the newest message that stands; None where none does."""
    newest: int | None = db.scalar(select(func.max(outbox.c.message_id)))
    return None if newest is None else named_at(newest)


def named_at(snowflake: int) -> int:
    """Return when Discord gave an id, in milliseconds since 1970 UTC."""
    return (snowflake >> 22) + DISCORD_EPOCH
