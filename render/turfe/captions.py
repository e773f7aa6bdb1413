"""The captions of Turfe's pictures; their values come from the bot, in its languages."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from render.captions import CardRaceCaptions, Phrases

MARKS: Final = ascii_uppercase
"""What marks the ends of a move, in their order; numbers would look like horses or spaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AltPhrases(Phrases):
    """The phrases of the alternative texts."""

    # A horse: {horse}, {lane}, {space}, and at home its {rank}
    at_start: str
    on_track: str
    at_home: str
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
    choice: str  # {horse}, {ends}: the places it may go to, each as end or end_home
    # {mark}, {lane}, {space}
    end: str
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
    choose: str  # Head of the picture that letters where a horse may go
    pot_after: str  # {amount}: what is in the jackpot after the race
    money: str  # Head of a column of a result
    alt: AltPhrases

    def kind(self, kind: str) -> str:
        """Return the word for a kind of bet."""
        return {"win": self.win, "place": self.place, "jackpot": self.jackpot}[kind]
