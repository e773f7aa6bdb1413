"""Seats in their order round the table."""

from __future__ import annotations

from engines.core import Seat


def left_of(seat: Seat, seats: int) -> Seat:
    """Return the seat to the left, of so many."""
    return (seat + 1) % seats
