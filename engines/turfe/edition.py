"""One edition of Turfe: the horses, the length of the track, and how many of each card the pack holds."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final, NamedTuple, Self

from pydantic import Field, StringConstraints, model_validator

from engines import core
from engines.core import Misfit
from engines.parts.pack import unfolded, without
from engines.turfe.actions import Card, Horse, Play
from engines.turfe.course import Course

HAND: Final = {3: 14, 4: 10, 5: 8, 6: 7}
"""Distribuição das cartas: how many cards each seat is dealt, by the number of seats."""

PACK: Final = 42
"""The cards that move horses: 30 coloured ones, 12 for any horse."""

COLOURED: Final = (2, 3, 4, 5)
"""How far coloured cards go."""

BACK: Final = Card("any-2")
ON: Final = Card("any+3")
"""The two cards for any horse."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,20}$")]


class Face(NamedTuple):
    """What a card says: how many spaces (below zero: backwards), and for which horse; None: any."""

    horse: int | None
    steps: int


def faces(horses: tuple[Horse, ...]) -> dict[Card, Face]:
    """Return every kind of card that there is for `horses`, by name."""
    coloured = {
        Card(f"{horse}+{steps}"): Face(number, steps)
        for number, horse in enumerate(horses)
        for steps in COLOURED
    }
    return coloured | {BACK: Face(None, -2), ON: Face(None, 3)}


class Edition(core.Edition):
    """The data of `edition.json`, checked."""

    horses: Annotated[tuple[Name, ...], Field(min_length=6, max_length=6)]
    length: Annotated[int, Field(ge=5, le=100)]
    cards: dict[str, Annotated[int, Field(ge=0, le=PACK)]]

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        if len(set(self.horses)) < len(self.horses) or "any" in self.horses:
            raise Misfit("every horse needs a name of its own, other than any", "horses")
        known = faces(tuple(Horse(name) for name in self.horses))
        if unknown := [card for card in self.cards if card not in known]:
            raise Misfit(f"no such card: {', '.join(unknown)}", "cards", unknown[0])
        if (total := sum(self.cards.values())) != PACK:
            raise Misfit(f"a pack has {PACK} cards, not {total}", "cards")
        held = {Card(card): count for card, count in self.cards.items() if count}
        if BACK not in held or ON not in held:
            raise Misfit(
                f"at least one {BACK} and one {ON} are needed: with 4 or 5 seats one is left out", "cards"
            )
        if len({known[card].horse for card in held} - {None}) < 2 or held[BACK] > PACK // 2:
            raise Misfit(
                f"without cards of two horses, or with more than {PACK // 2} {BACK}, a race may never end",
                "cards",
            )
        return self


class Setup(core.Setup):
    """An edition unpacked for play."""

    def __init__(self, edition: Edition) -> None:
        counts = {Card(name): count for name, count in edition.cards.items()}
        self.horses: Final = tuple(Horse(name) for name in edition.horses)
        self.course: Final = Course(len(self.horses), edition.length)
        whole = unfolded(counts)
        fewer = tuple(without(whole, (BACK, ON)))
        self.packs: Final = {seats: fewer if PACK % seats else whole for seats in HAND}
        """By the number of seats: every single card they play with, in the edition's order.

        4 or 5 do without one of each card for any horse.
        """
        self.rank: Final = {card: place for place, card in enumerate(counts)}
        """The place of each kind of card in the edition's order, in which hands are sorted."""
        self.faces: Final = {card: face for card, face in faces(self.horses).items() if card in counts}
        """What each card says."""
        self.numbers: Final = {horse: number for number, horse in enumerate(self.horses)}
        """The index of each horse."""
        self.play: Final = cache(self._play)
        """Return the play of a card, laid aside or not, that takes a horse to a cell (None: it stays); made once."""

    def _play(self, card: Card, horse: int, end: int | None, aside: bool) -> Play:
        return Play(card, self.horses[horse], None if end is None else self.course.spots[end], aside)
