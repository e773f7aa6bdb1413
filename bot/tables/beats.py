"""Beats by which processes show each other that they live: how often, and who is late, or dead, by our own count.

They are counted, not timed: whatever holds us up as well makes nobody dead, and no two machines' clocks are compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.keepers import Beat

BEAT = 2.0
"""Seconds between beats, where there may be other processes."""

BEAT_ALONE = 20.0
"""Seconds between beats of the only process: so much of an absence may count against somebody."""

LATE_AFTER = 3
"""Beats of ours in which another process makes none, after which it may be dead."""

DEAD_AFTER = 9
"""Beats of ours in which another process makes none, after which it is taken for dead."""

IN_TIME = 0.75
"""The part of `BEAT` that has to go by for a beat of ours to count."""

LEAST_PAUSE = 0.25
"""The part of `BEAT` that lies between two beats even where one takes long: others want the database as well."""


def until_next(took: float, *, is_alone: bool) -> float:
    """Return the seconds to the next beat: what the last one took does not count twice, but there is a pause."""
    if is_alone:
        return BEAT_ALONE
    return max(BEAT - took, BEAT * LEAST_PAUSE)


class Beats:
    """For how many beats of ours the last one of every other process has stood."""

    def __init__(self) -> None:
        self._stood: dict[Beat, int] = {}
        self._counted_at = -BEAT
        """When they were counted last, by the steady clock."""

    def count(self, beats: Sequence[Beat], now: float) -> None:
        """Count a beat of ours, at which the others' were these; one that was brought on by a word does not count.

        `now` is in seconds of the steady clock.
        """
        is_in_time = now - self._counted_at >= BEAT * IN_TIME
        if is_in_time:
            self._counted_at = now
        self._stood = {beat: self._stood[beat] + is_in_time if beat in self._stood else 0 for beat in beats}

    def is_late(self, process_id: str | None) -> bool:
        """Whether a process makes no beats, and so may be dead."""
        return any(
            beat.process_id == process_id and count >= LATE_AFTER for beat, count in self._stood.items()
        )

    @property
    def dead(self) -> Sequence[Beat]:
        """The last beats of those that are taken for dead."""
        return [beat for beat, count in self._stood.items() if count >= DEAD_AFTER]
