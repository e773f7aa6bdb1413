"""The rules of Turfe in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.kit.english_packs import Name, pack
from bot.texts.english.phrases import listed


def pages(edition: Mapping[str, Any], card: Name, horse: Name) -> Sequence[str]:
    """Explain the game with the facts of an edition: what one needs to begin, then the rest.

    `card` and `horse` name those.
    """
    horses = listed(map(horse, edition["horses"]))
    listing = pack(edition["cards"], edition["horses"], card, horse)
    return (
        _in_short(edition["length"]),
        _in_full(horses, edition["length"], sum(edition["cards"].values()), listing),
        _TIPS,
    )


def _in_short(length: int) -> str:
    return (
        "## Turfe\n"
        "### In short\n"
        "**Aim:** have the most dollars after the last race. No horse is yours: bet on one in secret, and help it home "
        "with your cards.\n"
        "**Your turn:** play one card and its horse moves. You cannot pass.\n"
        f"**The end:** when two horses are over the line after space {length} the race is over, and bets are opened "
        "and paid.\n"
        "### Bets\n"
        "Everybody bets once, before the race: on a horse you hold a card of, in steps of 10, at least 10, at most "
        "all you have. One card of its colour is laid aside, face down. Everybody sees kind and stake, nobody the "
        "horse. Without a coloured card, bet on any horse and lay nothing aside.\n"
        "- **Place:** your horse is first or second → you win twice your stake.\n"
        "- **Win:** your horse is first → five times your stake.\n"
        "- **Jackpot:** costs exactly 50. Your horse is first → the jackpot as it stood before the race. Several "
        "winners share it in equal tens; the rest stays.\n"
        "- A bet that wins gets its stake back. A lost stake goes into the next race's jackpot."
    )


def _in_full(horses: str, length: int, cards: int, listing: str) -> str:
    return (
        "### Moving\n"
        "- A coloured card moves its horse. A card for **any horse** moves one you name: 3 on, or 2 back but never "
        "behind the start.\n"
        "- Lanes are A to F: C14 is space 14 of lane C.\n"
        "- A space holds one horse; the start and home hold all.\n"
        "- Once a move a step may be diagonal: one space on and one lane over.\n"
        "- A horse goes the full number if any way is free, else as far as it can. You choose among spaces that are "
        "equally far; the picture names them.\n"
        "- A card whose horse is home or cannot move is played, and nobody moves.\n"
        "### The card laid aside\n"
        "Play it like any other, but then everybody sees your horse. It stays open in front of you.\n"
        "### Order and hands\n"
        "The banker, drawn by lot for the first race, plays first, then the others to the left. The bank passes left "
        "each race. Hands are 14, 10, 8 or 7 cards for 3, 4, 5 or 6 players; with 4 or 5 one of each card for any "
        "horse is left out.\n"
        "When all hands are empty, the cards played are shuffled, without those laid aside. From the banker on, each "
        "player turns the top one over and plays it.\n"
        "### Race day\n"
        "Everybody starts with 100 dollars. With less than 10 you are broke: you cannot bet, but still play your "
        "cards. If everybody is broke, the day is over.\n"
        "### Coins\n"
        "A seat costs what the lobby says, for your 100 dollars: end with 150 and get one and a half times the cost.\n"
        f"-# {horses}; {length} spaces, {cards} cards: {listing}."
    )


_TIPS = (
    "### Tips from the booklet\n"
    "- There is a strategy, and you find it by playing.\n"
    "- Don't show your horse too early. Sometimes it pays to bluff: push another horse, so that the others think it is "
    "yours.\n"
    "- Everybody plays for themselves. Your aim is to bring your horse home first or second.\n"
    "- The jackpot is made of lost stakes. It is rarely worth 50 dollars before the second or third race.\n"
    "- Your bet can't be changed once it is placed. So look at your cards first: a horse you hold several cards for is "
    "a horse you can help.\n"
    "### How many races\n"
    "The booklet suggests eight races and lets the players agree on another number. The host sets it under **Options**."
)
