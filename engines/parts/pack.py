"""A pack of cards as the box holds it: counts by kind, copies of a kind alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

C = TypeVar("C")


def unfolded(counts: Mapping[C, int]) -> tuple[C, ...]:
    """Return every single card of a pack, in the order of its kinds."""
    return tuple(card for card, count in counts.items() for _ in range(count))


def without(cards: Iterable[C], taken: Iterable[C]) -> list[C]:
    """Return `cards` in their order without as many copies as `taken` has; ValueError if one is missing."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return rest
