"""What a seat decides in Jumpy Jack: a prediction, the horse to move, a guess at somebody's prediction.

Actions are frozen values. Each has a JSON form (the race log's) and a short text form, `str(action)`, which
`parsed` reads again: `predict yellow black red`, `move red`, `guess 2 yellow black red`, `guess nobody`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal, NewType, TypeAlias

from pydantic import ConfigDict, Discriminator, Tag, TypeAdapter

from engines.core import Seat, Unreadable

Horse = NewType("Horse", str)
"""A horse by the name of its colour."""

Order: TypeAlias = tuple[Horse, Horse, Horse]
"""The horses on the podium's places 1, 2 and 3."""

STRICT = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Predict:
    """A secret prediction of the first three places."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["predict"] = field(default="predict", kw_only=True)
    order: Order

    def __str__(self) -> str:
        return " ".join(("predict", *self.order))


@dataclass(frozen=True, slots=True)
class Move:
    """The horse that goes the number thrown."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["move"] = field(default="move", kw_only=True)
    horse: Horse

    def __str__(self) -> str:
        return f"move {self.horse}"


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess at what an opponent, the one on `seat`, has predicted."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["guess"] = field(default="guess", kw_only=True)
    seat: Seat
    order: Order

    def __str__(self) -> str:
        return " ".join(("guess", str(self.seat), *self.order))


@dataclass(frozen=True, slots=True)
class Decline:
    """No guess at anybody's prediction; in JSON a `guess` whose `seat` is null."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    type: Literal["guess"] = field(default="guess", kw_only=True)
    seat: None = None

    def __str__(self) -> str:
        return "guess nobody"


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


def parsed(text: str) -> Action:
    """Read an action from its short text form; raise Unreadable."""
    match text.split():
        case ["predict", first, second, third]:
            return Predict((Horse(first), Horse(second), Horse(third)))
        case ["move", horse]:
            return Move(Horse(horse))
        case ["guess", "nobody"]:
            return Decline()
        case ["guess", seat, first, second, third] if seat.isdecimal():
            return Guess(int(seat), (Horse(first), Horse(second), Horse(third)))
    raise Unreadable(
        f"action: {text!r} is none, such as 'move red', 'predict red black green' or 'guess nobody'"
    )
