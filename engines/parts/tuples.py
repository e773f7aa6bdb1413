"""Tuples by seat and by horse."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return `values` with another value at one index."""
    changed = [*values]
    changed[at] = value
    return tuple(changed)
