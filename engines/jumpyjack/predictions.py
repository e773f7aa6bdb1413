"""What is predicted and guessed, and the points it brings: "Game one against all" and "Variation"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engines.core import Chance, Choices, IllegalAction, Listed, Seat, pick
from engines.jumpyjack.actions import Decline, Guess, Horse, Order, Predict, Refusal
from engines.jumpyjack.podium import Podium

POINTS: Final = (0, 2, 4, 10)
"""What a prediction brings, by how many of its horses are on their places."""

MISSED: Final = -1
"""What a guess brings with nothing right; else it is a point for each place."""


def check(order: Order, horses: tuple[Horse, ...]) -> None:
    """Raise IllegalAction unless `order` are three different horses of `horses`."""
    for place, horse in enumerate(order):
        if horse not in horses:
            raise IllegalAction(Refusal.UNKNOWN_HORSE, horse=horse, horses=list(horses))
        if horse in order[:place]:
            raise IllegalAction(Refusal.SAME_HORSE, horse=horse)


def hits(order: Order, right: Order | Podium) -> int:
    """Return how many horses of `order` are on the same place in `right`."""
    return sum([horse == other for horse, other in zip(order, right, strict=False)])


def guess_points(right: int) -> int:
    """Return what a guess brings that has so many places right."""
    return right or MISSED


@dataclass(slots=True)
class Guesses(Choices[Guess | Decline]):
    """A guess at the prediction of one of `opponents`, any three horses in any order, or none at all.

    Of a team only the captain, who wrote the prediction, is listed among `captains`; a guess that names
    another seat of that team is as good.
    """

    captains: tuple[Seat, ...]
    opponents: tuple[Seat, ...]
    predictions: Listed[Predict]

    def __iter__(self) -> Iterator[Guess | Decline]:
        yield Decline()
        for seat in self.captains:
            for prediction in self.predictions:
                yield Guess(seat, prediction.order)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Guess):
            return action.seat in self.opponents and Predict(action.order) in self.predictions
        return isinstance(action, Decline)

    def sample(self, chance: Chance) -> Guess | Decline:
        """Draw an opponent or none, then the horses, each evenly."""
        seat = pick(chance, (None, *self.captains))
        return Decline() if seat is None else Guess(seat, self.predictions.sample(chance).order)
