"""What a seat decides in Jumpy Jack: a prediction, the horse to move, a guess; and why that may be refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal, NewType, TypeAlias

from pydantic import Discriminator, Tag, TypeAdapter

from engines.core import Seat, Strict

Horse = NewType("Horse", str)
"""A horse by the name of its colour."""

Order: TypeAlias = tuple[Horse, Horse, Horse]
"""The horses on the podium's places 1, 2 and 3."""


@dataclass(frozen=True, slots=True)
class Predict(Strict):
    """A secret prediction of the first three places."""

    type: Literal["predict"] = field(default="predict", kw_only=True)
    order: Order


@dataclass(frozen=True, slots=True)
class Move(Strict):
    """The horse that goes the number thrown."""

    type: Literal["move"] = field(default="move", kw_only=True)
    horse: Horse


@dataclass(frozen=True, slots=True)
class Guess(Strict):
    """A guess at what an opponent, the one on `seat`, has predicted."""

    type: Literal["guess"] = field(default="guess", kw_only=True)
    seat: Seat
    order: Order


@dataclass(frozen=True, slots=True)
class Decline(Strict):
    """No guess at anybody's prediction; in JSON a `guess` whose `seat` is null."""

    type: Literal["guess"] = field(default="guess", kw_only=True)
    seat: None = None


Action: TypeAlias = Predict | Move | Guess | Decline


def form(action: object) -> str | None:
    """Return which action a value or its plain data is; a guess at nobody has a form of its own."""
    if isinstance(action, Mapping):
        kind = action.get("type")
        return "decline" if kind == "guess" and action.get("seat", "") is None else str(kind)
    return "decline" if isinstance(action, Decline) else getattr(action, "type", None)


READER: TypeAdapter[Action] = TypeAdapter(
    Annotated[
        Annotated[Predict, Tag("predict")]
        | Annotated[Move, Tag("move")]
        | Annotated[Guess, Tag("guess")]
        | Annotated[Decline, Tag("decline")],
        Discriminator(form),
    ]
)


class Refusal(StrEnum):
    """Why an action is refused, beside the reasons that all games share; behind each the facts it carries."""

    UNKNOWN_HORSE = "unknown_horse"  # horse, horses
    SAME_HORSE = "same_horse"  # horse
    NOT_RUNNING = "not_running"  # horse: it is home or out
    BLOCKED = "blocked"  # horse, barrier: the square of the first barrier in its way
    NO_OPPONENT = "no_opponent"  # seat, opponents: the seats that may be named
