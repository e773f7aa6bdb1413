"""The seven kinds of jockey card, in the booklet's order ("Jockey Cards"): whom each moves, and how far.

Places are squares by horse; `line` is the last square of the track, a horse above it is home. A card that
cannot move its horse leaves it where it is. Horses are numbers here: indices into the edition's horses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engines.jockey.actions import Card, Horse

Places: TypeAlias = tuple[int, ...]

BEHIND: Final = 5
"""How far behind the leader `+30` has to stay."""

AHEAD: Final = 1
"""How far in front of the leader `no3+18` may go."""


class Face:
    """What a jockey card says. No abstract class: their instance checks would cost more than a move."""

    __slots__ = ()

    horse: int | None
    """The one horse the card is valid for, whatever the places; None for the cards for a position."""

    def horses(self, places: Places) -> tuple[int, ...]:
        """Return the horses the card is valid for now; the player chooses if there are several."""
        raise NotImplementedError

    def reach(self, places: Places, horse: int, line: int) -> int:
        """Return the square to which the card takes a running `horse`, one it is valid for."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Colour(Face):
    """A card for the horse of its colour."""

    horse: int

    def horses(self, places: Places) -> tuple[int, ...]:
        """Return the one horse of the card's colour."""
        return (self.horse,)


@dataclass(frozen=True, slots=True)
class Steps(Colour):
    """1. `+7` and `+10`: so many squares forward."""

    steps: int

    def reach(self, places: Places, horse: int, line: int) -> int:
        """Go the full number, over the line as well."""
        return places[horse] + self.steps


@dataclass(frozen=True, slots=True)
class Triple(Colour):
    """2. `x3`: an existing lead is tripled."""

    def reach(self, places: Places, horse: int, line: int) -> int:
        """Add twice the lead over the next horse; who shares it or trails has none."""
        square, second = places[horse], sorted(places)[-2]
        return square + 2 * (square - second) if square > second else square


@dataclass(frozen=True, slots=True)
class Chase(Colour):
    """3. `+30`: forward, but not nearer to the leading horse than five squares."""

    steps: int

    def reach(self, places: Places, horse: int, line: int) -> int:
        """Go as far as the leader allows; once a horse is home, the full number."""
        start, leader = places[horse], max(places)
        full, nearest = start + self.steps, leader - BEHIND
        if leader > line or full <= nearest:
            return full
        return max(start, nearest)


@dataclass(frozen=True, slots=True)
class Position(Face):
    """4. `no2+13` and `no4+20`: for the horses in one position, whatever their colour."""

    horse: None = field(default=None, init=False)
    position: int
    steps: int

    def horses(self, places: Places) -> tuple[int, ...]:
        """Return the horses in the card's position; none if others share a better one."""
        order = sorted(places)
        square = order[-self.position]
        if square == order[1 - self.position]:
            return ()
        if places.count(square) == 1:
            return (places.index(square),)
        return tuple([horse for horse, other in enumerate(places) if other == square])

    def reach(self, places: Places, horse: int, line: int) -> int:
        """Go the full number."""
        return places[horse] + self.steps


@dataclass(frozen=True, slots=True)
class Third(Position):
    """5. `no3+18`: for the horses in third position, at most one square past the leading horse."""

    def reach(self, places: Places, horse: int, line: int) -> int:
        """Go as far as the leader allows; once a horse is home, the full number."""
        leader = max(places)
        full, furthest = places[horse] + self.steps, leader + AHEAD
        return full if leader > line or full <= furthest else furthest


def faces(horses: tuple[Horse, ...]) -> dict[Card, Face]:
    """Return every kind of jockey card that there is for `horses`, by name."""
    coloured: dict[str, Face] = {}
    for number, horse in enumerate(horses):
        coloured[f"{horse}+7"] = Steps(number, 7)
        coloured[f"{horse}+10"] = Steps(number, 10)
        coloured[f"{horse}x3"] = Triple(number)
        coloured[f"{horse}+30"] = Chase(number, 30)
    neutral = {"no2+13": Position(2, 13), "no4+20": Position(4, 20), "no3+18": Third(3, 18)}
    return {Card(name): face for name, face in (coloured | neutral).items()}
