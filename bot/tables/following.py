"""What the table decides by itself, at once: for computer players, for who is away, and where a seat left it to it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from secrets import token_bytes
from typing import Any, NamedTuple

from bot.tables.records import Seat, Status, Table, Taken
from bot.tables.standing import Standing
from engines.core import Chance

STEADY = "steady"
"""Who decides for a seat whose owner does not: legal, and never foolish."""


IMAGINED = 6
"""Worlds that everybody has to think possible, looked at before a move is taken for the only one."""


class Following(NamedTuple):
    """A decision that needs nobody's press: whose, which computer player takes it, and why it does."""

    number: int
    agent: str
    taken: Taken | None
    """None for a computer player's own seat."""


def following(table: Table, standing: Standing | None) -> Following | None:
    """Return the next decision that follows by itself; None where the table waits for a person, or rests."""
    if standing is None or table.status is not Status.RUNNING or table.paused_at is not None:
        return None
    if table.is_deserted:
        return None
    found = (_of_seat(table.seats[number], standing) for number in standing.asked)
    return next((each for each in found if each), None)


def _of_seat(seat: Seat, standing: Standing) -> Following | None:
    if seat.agent:
        return Following(seat.number, seat.agent, None)
    if seat.is_played_for:
        return Following(seat.number, STEADY, Taken.AWAY)
    if seat.orders and (agent := seat.orders.get(kind_of_decision(standing, seat.number))):
        return Following(seat.number, agent, Taken.ORDER)
    if not seat.asked_always and is_only_move_to_everybody(standing, seat.number):
        return Following(seat.number, STEADY, Taken.ONLY)
    return None


def kind_of_decision(standing: Standing, number: int) -> str:
    """Name the type of the actions a seat has to choose from now, such as `drive`; of several, any one of them."""
    sample = standing.choices(number).sample(Chance(token_bytes(32)))
    return str(standing.match.game.dump_action(sample)["type"])


def is_only_move_to_everybody(standing: Standing, number: int) -> bool:
    """Whether there is only one move, and everybody knows it: making it at once must not tell what a hand holds.

    It is so if the seat has only one move in whatever everybody has to think possible, of which a few are looked
    at. A lead of Newmarket is never taken for one: which colours somebody holds is what that game is about.
    """
    if len(standing.asked) > 1 or not is_only_move(standing.choices(number)):
        return False
    if kind_of_decision(standing, number) == "lead":
        return False
    game, seen = standing.match.game, standing.view(None)
    worlds = (game.imagine(seen, Chance(bytes([guess]) * 32)) for guess in range(IMAGINED))
    return all(is_only_move(game.choices(world, number)) for world in worlds)


def is_only_move(choices: Any) -> bool:
    """Whether there is exactly one thing to choose; what cannot be gone through is more than one."""
    return isinstance(choices, Iterable) and len(list(islice(choices, 2))) == 1
