"""One edition of Newmarket: the colours in their pairs, the racehorses, and what a game is played for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from engines import core
from engines.core import Listed, Misfit
from engines.newmarket.actions import Action, Back, Card, Follow, Lead
from engines.newmarket.cards import LENGTH, SUITS, Hand, Number, cards_in, hand_of
from engines.newmarket.choices import Only

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


@dataclass(frozen=True, slots=True)
class Setup:
    """An edition unpacked for play. Lists by colour and by horse follow the edition's order."""

    colours: tuple[str, ...]
    cards: tuple[Card, ...]
    """The name of each card."""
    numbers: dict[Card, Number]
    """Each card by its name."""
    racehorses: tuple[Card, ...]
    horse_on: dict[Number, int]
    """The racehorses by their cards."""
    points: int
    stake: int
    others: tuple[tuple[Hand, Hand], ...]
    """By colour: all cards of each colour of the other pair."""
    against: tuple[Hand, ...]
    """By colour: all cards of the other pair."""
    backs: Listed[Action]
    leads: tuple[Lead, ...]
    """By card."""
    follows: tuple[Only, ...]
    """By card that is called for: playing it."""
    calls: tuple[Listed[Action], ...]
    """By card that is called for: playing it or missing the call."""

    @classmethod
    def of(cls, edition: Edition) -> Setup:
        """Unpack an edition."""
        cards = names(edition)
        numbers = {card: number for number, card in enumerate(cards)}
        horses = tuple(Card(horse) for horse in edition.racehorses)
        first, second = SUITS[:2], SUITS[2:]
        return cls(
            colours=tuple(colour for pair in edition.colours for colour in pair),
            cards=cards,
            numbers=numbers,
            racehorses=horses,
            horse_on={numbers[horse]: place for place, horse in enumerate(horses)},
            points=edition.points,
            stake=edition.stake,
            others=(second, second, first, first),
            against=tuple(sum(pair) for pair in (second, second, first, first)),
            backs=Listed(tuple(Back(horse) for horse in horses)),
            leads=tuple(Lead(card) for card in cards),
            follows=tuple(Only((Follow(card),)) for card in cards),
            calls=tuple(Listed((Follow(card), Follow(None))) for card in cards),
        )

    def named(self, hand: Hand) -> tuple[Card, ...]:
        """Return the cards of a hand by their names, in the order of the pack."""
        return tuple([self.cards[card] for card in cards_in(hand)])

    def numbered(self, cards: tuple[Card, ...]) -> Hand:
        """Return the hand that holds the cards with these names."""
        return hand_of([self.numbers[card] for card in cards])

    def colours_in(self, hand: Hand) -> tuple[str, ...]:
        """Return the colours of which a hand has a card."""
        return tuple([colour for colour, suit in zip(self.colours, SUITS, strict=True) if hand & suit])
