"""One edition of Newmarket: the colours in their pairs, the racehorses, and what a game is played for."""

from __future__ import annotations

from typing import Annotated, Final, Self

from pydantic import Field, StringConstraints, model_validator

from engines import core
from engines.core import Listed, Misfit
from engines.newmarket.actions import Action, Back, Card, Follow, Lead
from engines.newmarket.cards import LENGTH, SUITS, Hand, cards_in, hand_of

Colour = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,20}$")]


class Edition(core.Edition):
    """The data of `edition.json`, checked."""

    colours: tuple[tuple[Colour, Colour], tuple[Colour, Colour]]
    """Two pairs: after a sequence in a colour of one the next is led in a colour of the other."""
    racehorses: Annotated[tuple[str, ...], Field(min_length=4, max_length=4)]
    points: Annotated[int, Field(ge=1, le=10_000)]
    """What every seat starts with."""
    stake: Annotated[int, Field(ge=1, le=10_000)]
    """What every seat puts on a racehorse, each deal."""

    @model_validator(mode="after")
    def _is_playable(self) -> Self:
        colours = [colour for pair in self.colours for colour in pair]
        if len(set(colours)) < len(colours):
            raise Misfit("two colours have the same name", "colours")
        known = names(self)
        for place, horse in enumerate(self.racehorses):
            if horse not in known:
                raise Misfit(f"no such card: {horse}", "racehorses", place)
        if len(set(self.racehorses)) < len(self.racehorses):
            raise Misfit("two racehorses have the same card", "racehorses")
        if self.stake > self.points:
            raise Misfit(f"{self.points} points are too few for a stake of {self.stake}", "stake")
        return self


def names(edition: Edition) -> tuple[Card, ...]:
    """Return every form card in the order of the pack."""
    colours = [colour for pair in edition.colours for colour in pair]
    return tuple(Card(f"{colour}{number}") for colour in colours for number in range(1, LENGTH + 1))


class Setup(core.Setup):
    """An edition unpacked for play. Lists by colour and by horse follow the edition's order."""

    def __init__(self, edition: Edition) -> None:
        self.colours: Final = tuple(colour for pair in edition.colours for colour in pair)
        self.cards: Final = names(edition)
        """The name of each card."""
        self.numbers: Final = {card: number for number, card in enumerate(self.cards)}
        """Each card by its name."""
        self.racehorses: Final = tuple(map(Card, edition.racehorses))
        self.horse_on: Final = {self.numbers[horse]: place for place, horse in enumerate(self.racehorses)}
        """The racehorses by their cards."""
        self.points: Final = edition.points
        self.stake: Final = edition.stake
        first, second = SUITS[:2], SUITS[2:]
        self.others: Final = (second, second, first, first)
        """By colour: all cards of each colour of the other pair."""
        self.against: Final = tuple(map(sum, self.others))
        """By colour: all cards of the other pair."""
        self.backs: Final = Listed[Action](tuple(map(Back, self.racehorses)))
        self.leads: Final = tuple(map(Lead, self.cards))
        """By card."""
        self.follows: Final = tuple([Listed[Action]((Follow(card),)) for card in self.cards])
        """By card that is called for: playing it."""

    def named(self, hand: Hand) -> tuple[Card, ...]:
        """Return the cards of a hand by their names, in the order of the pack."""
        return tuple([self.cards[card] for card in cards_in(hand)])

    def numbered(self, cards: tuple[Card, ...]) -> Hand:
        """Return the hand that holds the cards with these names."""
        return hand_of([self.numbers[card] for card in cards])

    def colours_in(self, hand: Hand) -> tuple[str, ...]:
        """Return the colours of which a hand has a card."""
        return tuple([colour for colour, suit in zip(self.colours, SUITS, strict=True) if hand & suit])
