"""The words that Jockey's pictures carry; their values come from the bot, in its languages."""

from __future__ import annotations

from dataclasses import dataclass

from render.words import HorseCaptions


@dataclass(frozen=True, slots=True)
class Words(HorseCaptions):
    """Every word in a picture of Jockey. Fields in braces are filled in with `str.format`."""

    race_of: str
    """`{race}`, `{races}`."""
    position: str
    """`{position}`: a position in the race, as on the cards: No 3."""
    home: str
    """Beside a horse that is over the line."""
    start: str
    finish: str
    """At the two lines of the course."""
    betting: str
    """Head of the board while bets are placed."""
    keeping: str
    """Head of the board between races, while seats choose the cards they keep."""
    laid_aside: str
    """`{count}`: cards laid aside."""
    first_card: str
    """In the place of the played pile before the first card."""
    stays: str
    """Under a card that moved no horse."""
    lead_tripled: str
    """On the card that triples a lead."""
    stays_behind: str
    """On the card that must stay five squares behind the leader."""
    one_ahead: str
    """On the card that may get one square in front of the leader."""
    hand: str
    """Head of a hand."""
    no_cards: str
    """In the place of the cards of an empty hand."""
    kept: str
    """Head of a hand of which the cards to keep are chosen, and ticked."""
    your_bet: str
    no_bet: str
    """Head of the seat's bet slip, and what stands on it before the bet."""
    place: str
    win: str
    double: str
    """The three kinds of bet."""
    loan: str
    """`{loan}`: what the bank lends."""
    result: str
    """`{race}`, `{races}`: head of a race's result."""
    bet: str
    net: str
    capital: str
    """Heads of the columns of a result."""
    thousands: str
    """Between the thousands of an amount of money; may be empty."""
