"""Lines of a table: what each is called, and how it is worked out from what was counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bot.games.kit.tally import Tally

NONE: Final = "–"
"""Where there is nothing to say."""


class Figure(NamedTuple):
    """One line of a table, with what it should come near to in random play, by the number of seats."""

    label: str
    of: Callable[[Tally], str]
    aims: Mapping[int, str] | str | None = None

    def aim(self, seats: int) -> str:
        """Return what the figure should come near to."""
        if isinstance(self.aims, str):
            return self.aims
        return (self.aims or {}).get(seats, NONE)


def percent(part: str, whole: str) -> Callable[[Tally], str]:
    """Return what writes one count as a percentage of another."""

    def written(tally: Tally) -> str:
        share = tally.share(part, whole)
        return NONE if share is None else f"{100 * share:.1f} %"

    return written


def mean(part: str, whole: str) -> Callable[[Tally], str]:
    """Return what writes one count divided by another."""

    def written(tally: Tally) -> str:
        share = tally.share(part, whole)
        return NONE if share is None else f"{share:.1f}"

    return written


def spread(name: str) -> Callable[[Tally], str]:
    """Return what writes the mean of measured numbers, and between which of them nine tenths lie."""

    def written(tally: Tally) -> str:
        values = tally.spreads[name]
        if not values:
            return NONE
        average = sum(value * times for value, times in values.items()) / values.total()
        return f"{average:.1f} ({tally.quantile(name, 0.05)}–{tally.quantile(name, 0.95)})"

    return written


def middle(name: str) -> Callable[[Tally], str]:
    """Return what writes the median of measured numbers."""
    return lambda tally: str(tally.quantile(name, 0.5) or NONE)
