"""Standard competition ranking: equals share the better number, and the next numbers are missing."""

from __future__ import annotations

from collections.abc import Sequence


def ranking(values: Sequence[int]) -> tuple[int, ...]:
    """Return the rank of each value, 1 for the greatest."""
    order = sorted(values, reverse=True)
    return tuple([order.index(value) + 1 for value in values])
