"""What the table decides by itself, at once: for computer players, for who is away, and where a seat left it to it."""

from __future__ import annotations

from typing import NamedTuple

from bot.tables.standing import Standing
from bot.tables.table import Seat, Status, Table, Taken
from engines.catalog import STEADY


class Following(NamedTuple):
    """A decision that needs nobody's press: whose, which computer player takes it, and why it does."""

    number: int
    agent: str
    taken: Taken | None
    """None for a computer player's own seat."""


def following(table: Table, standing: Standing | None) -> Following | None:
    """Return the next decision that follows by itself; None where the table waits for a person, or rests.

    A computer player answers in a window at once. That tells no more than a careful person's answer does: who
    answers is public, and for the others nothing is to be decided until the window is closed.
    """
    if standing is None or table.status is not Status.RUNNING or table.paused_at is not None:
        return None
    found = (_of_seat(table.seats[number], standing) for number in standing.match.able())
    return next((each for each in found if each), None)


def _of_seat(seat: Seat, standing: Standing) -> Following | None:
    if seat.agent:
        return Following(seat.number, seat.agent, None)
    if seat.is_played_for:
        return Following(seat.number, STEADY, Taken.AWAY)
    if seat.orders and (agent := seat.orders.get(standing.kind_of_decision(seat.number))):
        return Following(seat.number, agent, Taken.ORDER)
    if not seat.asked_always and standing.has_only_move(seat.number):
        return Following(seat.number, STEADY, Taken.ONLY)
    return None
