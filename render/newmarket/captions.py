"""The captions of Newmarket's pictures; their values come from the bot, in its languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render import captions
from render.captions import Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class AltPhrases(Phrases):
    """The phrases of the alternative texts."""

    card: str  # {colour}, {number}: a form card or a racehorse; the number may be a stretch, 3–7
    horses: str  # {horses}: the racehorses, each as horse
    horse: str  # {horse}, {points}: with what they are called
    backed: str  # {backers}: who backed which horse, each as backer
    backer: str  # {name}, {horse}
    played: str  # {cards}: all cards played, in stretches
    wanted: str  # {card}: called for
    cards: Sequence[str]  # One card, several
    spare: str  # {count}: the cards that nobody plays with
    bid: str  # {name}, {points}: the best bid for the spare hand
    turn: str  # {names}: whom the table waits for
    seats: str  # {seats}: everyone, each as seat
    seat: str  # {name}, {cards}, {points}: with what they are called
    hand: str  # {cards}
    no_cards: str
    leads: str  # {cards}: those that may be led
    own_horse: str  # {horse}: the one the seat has backed
    discarded: str  # {cards}: the hand the seat has laid down
    out: str  # {name}: who played a last card
    stuck: str  # The deal is over since nobody can lead
    claimed: str  # {name}, {points}, {horse}
    settled: str  # {name}, {cards}, {points}: what form cards brought or cost, and what there is then
    unclaimed: str  # {horses}: what stays on the racehorses, each as horse


@dataclass(frozen=True, slots=True, kw_only=True)
class Captions(captions.Captions):
    """Every word in a picture of Newmarket."""

    colours: Mapping[str, str]  # The name of each colour of cards: blue → Blue
    deal_of: str  # {deal}, {deals}
    aim: str  # Below it: that coins stand for points, and what one plays for
    # On the ribbon of the board in each phase of a deal
    backing: str
    choosing: str  # {name}: the dealer
    offering: str  # {name}: the dealer
    bidding: str  # {name}
    leading: str  # {name}
    calling: str
    next_card: str  # Above the card that is called for
    new_sequence: str  # Above who begins one
    first_card: str  # In its place before the first card of a deal: what who is named below does
    spare: str  # {count}: the hand that lies face down
    no_bid: str  # In place of the best bid for it before the first one
    deals: str  # Beside who deals
    passed: str  # Beside who bids no more
    has_spare: str  # Beside who plays with the spare hand
    hand: str  # Head of a hand
    no_cards: str  # In the place of the cards of an empty hand, or of one that is not dealt yet
    # Head of the slip with the racehorse a seat has backed, and what stands there before it has
    your_horse: str
    no_horse: str
    laid_down: str  # Above the hand that the seat has laid down
    out: str  # {name}: on the ribbon of a result, who played the last card and so has won the deal
    stuck: str  # There when nobody could lead
    alt: AltPhrases

    def colour(self, colour: str) -> str:
        """Return the name of a colour."""
        return self.colours.get(colour, colour)
