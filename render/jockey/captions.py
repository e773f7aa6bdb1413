"""The captions of Jockey's pictures; their values come from the bot, in its languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.captions import CardRaceCaptions, Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class AltPhrases(Phrases):
    """The phrases of the alternative texts."""

    board: str  # {race}, {squares}, {horses}: those in front first, each as one of the next three
    # {horse}, {square}
    at_start: str
    on_square: str
    at_home: str
    card: str  # {whom}, {move}: a card, and the horse or the position it is for
    hand: str  # {cards}
    no_cards: str
    bet: str  # {bet}: the seat's own, its horses each as stake
    suggested: str  # {bet}: one that the seat has not placed
    stake: str  # {horse}, {amount}
    result: str  # {order}: the horses at home, each as placed
    placed: str  # {horse}, {rank}: one of ranks, from the first
    ranks: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Captions(CardRaceCaptions):
    """Every word in a picture of Jockey."""

    position: str  # {position}: a position in the race, as on the cards: No. 3
    home: str  # Beside a horse that is over the line
    keeping: str  # Head of the board between races, while seats choose the cards they keep
    laid_aside: str  # {count}: cards laid aside
    lead_tripled: str  # Of the card that triples a lead, in words
    stays_behind: str  # Of the card that must stay five squares behind the leader
    one_ahead: str  # Of the card that may get one square in front of the leader
    kept: str  # Head of a hand of which the cards to keep are chosen, and ticked
    double: str  # A kind of bet
    loan: str  # {loan}: what the seat owes the bank if the bet is lost
    capital: str  # Head of a column of a result
    alt: AltPhrases
