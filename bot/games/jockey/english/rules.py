"""The rules of Jockey in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


def pages(edition: Mapping[str, Any], card: Callable[[str], str]) -> Sequence[str]:
    """Explain the game with the facts of an edition, in two pages; `card` names a card."""
    return _race_day(edition["squares"]), _cards(edition["squares"], edition["cards"], card)


def _race_day(squares: int) -> str:
    return (
        "## Jockey in two minutes\n"
        "**Nobody owns a horse.** Everybody holds cards, every card can move a horse, and everybody has a "
        "secret bet. Make the horse you backed win without showing which it is.\n"
        "### A race\n"
        "1. Cards are dealt: 15, 12, 10, 9 or 9 each for 2, 3, 4, 5 or 6 players. The rest is laid aside.\n"
        "2. Everybody places one secret bet, in steps of 100, of at most the capital they have (never over "
        "5,000 bills). Whoever has less than 1,000 bills may borrow from the bank for it.\n"
        "3. In turn, everybody plays one card. There is no passing, but a card that moves nothing may be "
        "played at any time.\n"
        f"4. The race is over when two horses have crossed the line after square {squares}. "
        "Then all bets are opened and settled.\n"
        "### Bets\n"
        "- **Place:** your horse is first or second → you win your stake.\n"
        "- **Win:** your horse is first → you win three times your stake.\n"
        "- **Double:** two horses in this order → four times both stakes. Only the first right → three times "
        "its stake, less the other. Only the second right → its stake, less the other.\n"
        "- What does not come in costs the stake.\n"
        "### A race day\n"
        "Three races are a round; everybody starts a round with 1,000 bills. Between races you may keep up to two "
        "cards and are dealt that many fewer. Most money at the end wins. Whoever is below zero owes the bank."
    )


def _cards(squares: int, cards: Mapping[str, int], card: Callable[[str], str]) -> str:
    listing = " · ".join(f"{number}× {card(name)}" for name, number in cards.items())
    return (
        "### The cards\n"
        "- **Colour +7, +10:** that horse goes on by so much.\n"
        "- **Colour ×3:** if that horse leads alone, its lead over the next one is tripled.\n"
        "- **Colour +30:** up to 30, but it stays at least 5 squares behind the leader. Once a horse is home, "
        "the full 30.\n"
        "- **No 2 +13, No 4 +20:** the horse in that position goes on by so much.\n"
        "- **No 3 +18:** up to 18, but at most one square ahead of the leading horse; no limit once it is "
        "home.\n"
        "- Horses on one square share the better position, and the next is missing: two in second place, "
        "nobody third. Where several share a position, you choose which one moves. The winner stays No 1.\n"
        "### When hands run out\n"
        "If every hand is empty before the race is over, everybody draws two of the cards laid aside; with "
        "none left there, from the bottom of the played pile.\n"
        "### Coins\n"
        "The lobby says what a seat costs. That stands for the 1,000 bills each round starts you with; you are paid "
        "by what you end with: one and a half times as much pays one and a half times the cost. Below zero you owe the "
        "house.\n"
        f"-# This edition: {squares} squares, {sum(cards.values())} cards: {listing}."
    )
