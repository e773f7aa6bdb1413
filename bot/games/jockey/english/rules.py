"""The rules of Jockey in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.kit.english_packs import Name, pack


def pages(edition: Mapping[str, Any], card: Name, horse: Name) -> Sequence[str]:
    """Explain the game with the facts of an edition: what one needs to begin, then the rest.

    `card` and `horse` name those.
    """
    listing = pack(edition["cards"], edition["horses"], card, horse)
    cards = sum(edition["cards"].values())
    return _in_short(edition["squares"]), _in_full(edition["squares"], cards, listing), _TIPS


def _in_short(squares: int) -> str:
    return (
        "## Jockey\n"
        "### In short\n"
        "**Aim:** win the most bills with secret bets. No horse is yours: everybody moves them all.\n"
        "**Your turn:** play one card and its horse moves. You cannot pass, but a card that moves nothing is "
        "allowed.\n"
        f"**The end:** when two horses are past square {squares} the race is over, and bets are opened and paid. "
        "Three races make a round.\n"
        "### Bets\n"
        "One a race, before the first card, in steps of 100 bills: at most all you have, and never over 5,000. If you "
        "have less than 1,000, the bank lends up to 1,000, debts included, for stakes up to 1,000. You can always "
        "stake 100.\n"
        "- **Place:** your horse is first or second → you win your stake.\n"
        "- **Win:** your horse is first → three times your stake.\n"
        "- **Double:** first and second in this order, a stake on each → four times both. Only the first right → "
        "three times its stake, less the other. Only the second → its stake, less the other.\n"
        "- If nothing comes in, you lose what you staked."
    )


def _in_full(squares: int, cards: int, listing: str) -> str:
    return (
        "### Cards\n"
        "- **Colour +7, +10:** that horse moves so far.\n"
        "- **Colour ×3:** if that horse leads alone, its lead is tripled; not once a horse is home.\n"
        "- **Colour +30:** up to 30, but at least 5 squares behind the leader. Once a horse is home, all 30.\n"
        "- **No. 2 +13, No. 4 +20:** the horse in that position moves.\n"
        "- **No. 3 +18:** up to 18, but at most one square ahead of the leader. Once that is home, all 18.\n"
        "### Positions\n"
        "Horses on one square share the better position, and the next is missing: with two second, nobody is third. "
        "If a card fits several, you choose. Horses at home do not move; the winner stays No. 1.\n"
        "### Hands\n"
        "15, 12, 10, 9 or 9 cards for 2, 3, 4, 5 or 6 players; the rest is laid aside. The player left of the dealer "
        "begins, and the deal passes left. When all hands are empty, everybody draws two of the cards laid aside or, "
        "when those are gone, from the bottom of the played pile. Between races keep up to two cards; you are dealt "
        "that many fewer.\n"
        "### Race day\n"
        "One round, or as many as the host chose. Each starts with 1,000 bills; below zero you owe the bank. What you "
        "have at the end of each round is added up, and the most wins. A rematch goes on with the evening: its result "
        "adds up the rounds of all of them.\n"
        "### Coins\n"
        "A seat costs what the lobby says, for the 1,000 bills of each round: end with 1,500 and get one and a half "
        "times the cost. Below zero you owe the house.\n"
        f"-# {squares} squares, {cards} cards: {listing}."
    )


_TIPS = (
    "### Tips from the booklet\n"
    "- Hide your horse for as long as you can. Others may push it along without knowing that they help you.\n"
    "- Keep the cards that take your horse clear away for late in the race.\n"
    "- Watch the position cards (No. 2, No. 3, No. 4). Almost every move changes which horse they move, so wait "
    "for the "
    "moment when they move yours.\n"
    "- **Place** suits a hand that favours one colour but can't be sure to win.\n"
    "- **Win** suits strong cards for one horse.\n"
    "- **Double** asks you to steer two horses at once. Play a few races before you try it.\n"
    "### An evening\n"
    "Three races make a round. If you go on, everybody gets a new 1,000 bills, and what they had before is "
    "noted. Press "
    "**Rematch** for that: the result adds up everybody's rounds."
)
