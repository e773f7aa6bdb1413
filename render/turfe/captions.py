"""The captions of Turfe's pictures; their values come from the bot, in its languages."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from engines.turfe.actions import Spot
from render.captions import CardRaceCaptions, Phrases

LANES: Final = ascii_uppercase
"""The names of the lanes, from the furthest; numbers would look like horses or spaces."""


def lane_name(lane: int) -> str:
    """Name a lane, from 1, by its letter."""
    return LANES[(lane - 1) % len(LANES)]


def square_name(lane: int, space: int) -> str:
    """Name a space of the track as a square of a chessboard is named: C14."""
    return f"{lane_name(lane)}{space}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AltPhrases(Phrases):
    """The phrases of the alternative texts."""

    # A horse: {horse}, the {square} it is on, and at home its {rank}
    at_start: str
    on_track: str
    at_home: str
    leads: str  # {horse}: the one in front
    level: str  # {horses}: those in front together
    turn: str  # {name}
    waiting: str  # {names}: who has not bet yet
    pot: str  # {amount}
    bets: str  # {bets}: everyone's, each as stake
    stake: str  # {name}, {kind}, {stake}
    next_card: str  # {card}
    hand: str  # {cards}
    no_cards: str
    aside: str  # {card}
    # {kind}, {horse}, {stake}
    bet: str  # The seat's own
    suggested: str  # One that the seat has not placed
    choice: str  # {horse}, {ends}: the places it may go to, each as one of the next three
    end: str  # {square}
    end_start: str  # {lane}
    end_home: str
    result: str  # {race}, {first}, {second}
    settled: str  # {name}, {bet}, {net}, {money}; the bet as opened
    opened: str  # {kind}, {horse}, {stake}
    no_bet: str  # In the place of the bet of a seat that had no money for one


@dataclass(frozen=True, slots=True, kw_only=True)
class Captions(CardRaceCaptions):
    """Every word in a picture of Turfe."""

    any_horse: str  # On a card that moves any horse
    racing: str  # Head of the board while the horses run
    flipping: str  # {count}: head of the board once all hands have run out, with the cards left to flip
    next_card: str  # Beside a flipped card, which has to be played
    pot: str  # Above what is in the jackpot
    aside: str  # Above the card laid aside for a bet
    broke: str  # On the slip, and in a result, of a seat that has no money to bet
    jackpot: str  # A kind of bet
    choose: str  # Head of the picture that names the squares where a horse may go
    lead_level: str  # {name}: on the pennant of one of several horses that lead together
    pot_after: str  # {amount}: what is in the jackpot after the race
    money: str  # Head of a column of a result
    alt: AltPhrases

    def square(self, place: Spot, length: int) -> str:
        """Name a place on a straight of so many spaces: C14, a start by its lane, or the finish."""
        if place.space > length:
            return self.finish
        if place.space:
            return square_name(place.lane, place.space)
        return f"{lane_name(place.lane)} {self.start}"

    def kind(self, kind: str) -> str:
        """Return the word for a kind of bet."""
        return {"win": self.win, "place": self.place, "jackpot": self.jackpot}[kind]
