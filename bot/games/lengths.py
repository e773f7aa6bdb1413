"""How long a game takes: its quick, usual and long game, and what was measured of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from typing import Any, Final, NamedTuple, Self

SECONDS: Final = 20
"""For a decision of a person, as minutes are reckoned."""


class Length(StrEnum):
    """How long a game is, beside the others that can be chosen."""

    QUICK = "quick"
    USUAL = "usual"
    LONG = "long"


class Decisions(NamedTuple):
    """What is decided in a whole game, on average, at a table of so many seats."""

    together: float
    """Decisions that everybody takes at once: they take as long as one."""
    alone: float
    """Decisions of each seat while the others wait."""

    def minutes(self, people: int) -> float:
        """Return how long a table takes of whose seats so many are people; computer players take no time."""
        return SECONDS * (self.together + people * self.alone) / 60

    def towards(self, other: Decisions, share: float) -> Decisions:
        """Return what lies between two, or beyond: 0 is this one, 1 the other."""
        both = zip(self, other, strict=True)
        return Decisions(*(max(0.0, near + share * (far - near)) for near, far in both))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """The lengths of one game: the values of one of its options."""

    game: str
    """The key of the game that was measured; a game that is made from its title is another one, and has no lengths."""
    option: str
    values: Mapping[Length, Any]
    usual: Length = Length.USUAL
    """The length that is played where nobody asks for another."""
    measured: Mapping[Length, Mapping[int, Decisions]]
    """By length and by the number of seats."""

    @classmethod
    def of(cls, package: str, option: str, *values: Any, usual: Length = Length.USUAL) -> Self:
        """Return those of a game's room, quick, usual and long, with what `paddock lengths` has measured."""
        text = resources.files(package).joinpath("lengths.json").read_text("utf-8")
        measured = {
            Length(length): {int(seats): Decisions(*means) for seats, means in by_seats.items()}
            for length, by_seats in json.loads(text).items()
        }
        by_length = dict(zip(Length, values, strict=True))
        game = package.rpartition(".")[2]
        return cls(game=game, option=option, values=by_length, usual=usual, measured=measured)

    def options(self, length: Length | None = None) -> Mapping[str, Any]:
        """Return what a length chooses, the one that is usual where none is named."""
        return {self.option: self.values[length or self.usual]}

    def length_of(self, options: Mapping[str, Any]) -> Length | None:
        """Name the length that these options are; None where they are none of them."""
        chosen = options.get(self.option)
        return next((length for length, value in self.values.items() if value == chosen), None)

    def minutes(self, options: Mapping[str, Any], seats: int, people: int) -> float | None:
        """Return how long a table with these options takes; None where that cannot be reckoned.

        A number between those of the lengths, or beyond them, is reckoned from the two that are nearest.
        """
        found = self._decisions(options.get(self.option), seats)
        return found.minutes(people) if found else None

    def _decisions(self, chosen: Any, seats: int) -> Decisions | None:
        length = self.length_of({self.option: chosen})
        if length:
            return self.measured[length].get(seats)
        points = list(self._points(seats))
        if len(points) < 2 or not isinstance(chosen, int):
            return None
        (low, near), (high, far) = sorted(sorted(points, key=lambda point: abs(point[0] - chosen))[:2])
        return near.towards(far, (chosen - low) / (high - low))

    def _points(self, seats: int) -> Iterator[tuple[int, Decisions]]:
        for length, value in self.values.items():
            if isinstance(value, int) and seats in self.measured[length]:
                yield value, self.measured[length][seats]
