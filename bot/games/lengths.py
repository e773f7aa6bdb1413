"""How long a game takes: its quick, its usual and its long form, and what was measured of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from typing import Any, Final, NamedTuple, Self

SECONDS: Final = 20
"""For a decision of a person, as minutes are reckoned."""


class Form(StrEnum):
    """How long a form of a game is, beside its others."""

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
    """The forms of one game: the values of one of its options."""

    game: str
    """The key of the game that was measured; a game that is made from its title is another one, and has no lengths."""
    option: str
    values: Mapping[Form, Any]
    usual: Form = Form.USUAL
    """The form that is played where nobody asks for another."""
    measured: Mapping[Form, Mapping[int, Decisions]]
    """By form and by the number of seats."""

    @classmethod
    def of(cls, package: str, option: str, *values: Any, usual: Form = Form.USUAL) -> Self:
        """Return those of a game's room, quick, usual and long, with what `paddock lengths` has measured."""
        text = resources.files(package).joinpath("lengths.json").read_text("utf-8")
        measured = {
            Form(form): {int(seats): Decisions(*means) for seats, means in by_seats.items()}
            for form, by_seats in json.loads(text).items()
        }
        by_form = dict(zip(Form, values, strict=True))
        game = package.rpartition(".")[2]
        return cls(game=game, option=option, values=by_form, usual=usual, measured=measured)

    def options(self, form: Form | None = None) -> Mapping[str, Any]:
        """Return what a form chooses, the one that is usual where none is named."""
        return {self.option: self.values[form or self.usual]}

    def form_of(self, options: Mapping[str, Any]) -> Form | None:
        """Name the form that these options are; None where they are none of them."""
        chosen = options.get(self.option)
        return next((form for form, value in self.values.items() if value == chosen), None)

    def minutes(self, options: Mapping[str, Any], seats: int, people: int) -> float | None:
        """Return how long a table with these options takes; None where that cannot be reckoned.

        A number between those of the forms, or beyond them, is reckoned from the two that are nearest.
        """
        found = self._decisions(options.get(self.option), seats)
        return found.minutes(people) if found else None

    def _decisions(self, chosen: Any, seats: int) -> Decisions | None:
        form = self.form_of({self.option: chosen})
        if form:
            return self.measured[form].get(seats)
        points = list(self._points(seats))
        if len(points) < 2 or not isinstance(chosen, int):
            return None
        (low, near), (high, far) = sorted(sorted(points, key=lambda point: abs(point[0] - chosen))[:2])
        return near.towards(far, (chosen - low) / (high - low))

    def _points(self, seats: int) -> Iterator[tuple[int, Decisions]]:
        for form, value in self.values.items():
            if isinstance(value, int) and seats in self.measured[form]:
                yield value, self.measured[form][seats]
