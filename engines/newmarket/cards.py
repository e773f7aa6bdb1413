"""The form cards of Newmarket as numbers and hands as sets of bits, which is what sequences are quick with.

A card is a number from 0 to 51: its colour, in the edition's order, times 13, plus its printed number less
one. The next card of a sequence is the next number. A hand is a whole number with bit 1 << card set for each
of its cards, so the lowest card of a colour is its lowest bit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Number: TypeAlias = int
"""A card by its number in the pack, from 0."""

Hand: TypeAlias = int
"""A set of cards, one bit each."""

LENGTH: Final = 13
"""How many cards each colour has."""

COLOURS: Final = 4

PACK: Final = COLOURS * LENGTH

EVERY: Final[Hand] = (1 << PACK) - 1
"""The whole pack."""

BITS: Final[tuple[Hand, ...]] = tuple(1 << card for card in range(PACK))
"""By card: the hand that holds only this one."""

SUIT: Final = (1 << LENGTH) - 1

SUITS: Final[tuple[Hand, Hand, Hand, Hand]] = (SUIT, SUIT << LENGTH, SUIT << 2 * LENGTH, SUIT << 3 * LENGTH)
"""All cards of each colour."""


LOWER: Final[tuple[Hand, ...]] = tuple(SUITS[card // LENGTH] & (1 << card) - 1 for card in range(PACK))
"""By card: those of its colour with a lower number."""

LOWER_OF_ALL: Final[tuple[Hand, ...]] = tuple(
    sum(LOWER[colour * LENGTH + card % LENGTH] for colour in range(COLOURS)) for card in range(PACK)
)
"""By card: those of any colour with a lower number."""


def hand_of(cards: Iterable[Number]) -> Hand:
    """Return a hand of these cards, none of them twice."""
    return sum([BITS[card] for card in cards])


def cards_in(hand: Hand) -> list[Number]:
    """Return the cards of a hand in the order of the pack."""
    return [card for card in range(PACK) if hand >> card & 1]


def lowest(hand: Hand) -> Number:
    """Return the first card of a hand that is not empty, in the order of the pack."""
    return (hand & -hand).bit_length() - 1
