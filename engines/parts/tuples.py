"""Seats round the table, and tuples by seat and by horse."""

from __future__ import annotations

from typing import TypeVar

from engines.core import Seat

T = TypeVar("T")


def left_of(seat: Seat, seats: int) -> Seat:
    """Return the seat to the left, of so many."""
    return (seat + 1) % seats


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return `values` with another value at one index."""
    changed = [*values]
    changed[at] = value
    return tuple(changed)


def removed(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    """Return `values` without one copy of `value`, the first; ValueError if there is none."""
    at = values.index(value)
    return values[:at] + values[at + 1 :]
