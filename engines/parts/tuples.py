"""Tuples by seat and by horse."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return `values` with another value at one index."""
    changed = [*values]
    changed[at] = value
    return tuple(changed)


def removed(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    """Return `values` without one copy of `value`, the first; ValueError if there is none."""
    at = values.index(value)
    return values[:at] + values[at + 1 :]
