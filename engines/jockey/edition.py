"""One edition of Jockey: the horses, the length of the track, and how many of each card the pack holds."""

from __future__ import annotations

from typing import Annotated, Final, Self

from pydantic import Field, StringConstraints, model_validator

from engines import core
from engines.core import Misfit
from engines.jockey.actions import Card, Horse, Play
from engines.jockey.cards import Position, Steps, faces
from engines.parts.pack import unfolded

HAND: Final = {2: 15, 3: 12, 4: 10, 5: 9, 6: 9}
"""Preparation: how many cards each seat is dealt, by the number of seats."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,20}$")]


class Edition(core.Edition):
    """The data of `edition.json`, checked."""

    horses: Annotated[tuple[Name, ...], Field(min_length=4, max_length=4)]
    squares: Annotated[int, Field(ge=10, le=1000)]
    cards: dict[str, Annotated[int, Field(ge=0, le=100)]]

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        if len(set(self.horses)) < len(self.horses):
            raise Misfit("two horses have the same name", "horses")
        known = faces(tuple(Horse(name) for name in self.horses))
        if unknown := [card for card in self.cards if card not in known]:
            raise Misfit(f"no such card: {', '.join(unknown)}", "cards", unknown[0])
        if (total := sum(self.cards.values())) < max(seats * cards for seats, cards in HAND.items()):
            raise Misfit(f"{total} cards are too few for a full table", "cards")
        held = [known[Card(name)] for name, count in self.cards.items() if count]
        if len({face.horse for face in held if isinstance(face, Steps)}) < 2:
            raise Misfit("without +7 or +10 for two horses a race may never end", "cards")
        return self


class Setup(core.Setup):
    """An edition unpacked for play."""

    def __init__(self, edition: Edition) -> None:
        counts = {Card(name): count for name, count in edition.cards.items()}
        self.horses: Final = tuple(Horse(name) for name in edition.horses)
        self.line: Final = edition.squares
        """The last square of the track; a horse above it is home."""
        self.pack: Final = unfolded(counts)
        """Every single card, in the edition's order."""
        self.order: Final = {card: place for place, card in enumerate(counts)}.__getitem__
        """The place of each kind of card in the edition's order, in which hands are sorted."""
        self.faces: Final = {card: face for card, face in faces(self.horses).items() if card in counts}
        """What each card says."""
        self.plays: Final = {card: Play(card) for card in counts}
        """The action of playing each card without naming a horse, made once."""
        neutral = [card for card, face in self.faces.items() if isinstance(face, Position)]
        self.named: Final = {card: tuple([Play(card, horse) for horse in self.horses]) for card in neutral}
        """By card for a position, then by horse: the action of playing it on that horse, made once."""
