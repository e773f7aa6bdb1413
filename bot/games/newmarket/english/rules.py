"""The rules of Newmarket in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import listed

_HIGHEST = 13


def pages(
    edition: Mapping[str, Any], card: Callable[[str], str], colour: Callable[[str], str]
) -> Sequence[str]:
    """Explain the game with the facts of an edition, in two pages; `card` and `colour` name those."""
    horses = listed(map(card, edition["racehorses"]))
    first, second = (listed(map(colour, pair), "or") for pair in edition["colours"])
    return _deal(horses, edition["points"], edition["stake"]), _play(
        first, second, edition["points"], edition["stake"]
    )


def _deal(horses: str, points: int, stake: int) -> str:
    return (
        "## Newmarket in two minutes\n"
        f"**Four racehorses lie in the middle, with points on them:** {horses}. Whoever plays the card of that name "
        "takes the points, and whoever is first to be rid of all cards is paid by everybody else.\n"
        "### Before the cards\n"
        f"1. Everybody starts the game with {points} points.\n"
        f"2. Each deal everybody puts {stake} of them on one horse, in secret, before a card is dealt. What nobody "
        "claimed in earlier deals still lies there.\n"
        f"3. All {4 * _HIGHEST} cards are dealt: a hand for each player and a **spare hand** that nobody sees.\n"
        "### The spare hand\n"
        "- The dealer looks at the hand dealt and may swap it for the spare one, unseen and for good. What is laid "
        "down is out of the deal.\n"
        "- A dealer who keeps that hand may put the spare one up for auction. Bids rise, from the dealer's left "
        "on; whoever passes is out of the bidding. The best bidder pays the dealer, lays the hand dealt down and plays "
        "with the spare one.\n"
        "- Cards that lie face down are missing from play, and that is what stops sequences.\n"
        "### The end of a deal\n"
        "- Whoever plays the last card in hand ends the deal at once, and everybody else pays them a point for each "
        "card they still hold, or all they have.\n"
        "- If nobody can lead any more, the deal is over too, and cards cost nothing.\n"
        "- Points on horses that nobody claimed stay for the next deal, which is dealt by the next player."
    )


def _play(first: str, second: str, points: int, stake: int) -> str:
    return (
        "### Sequences\n"
        "1. The player to the dealer's left leads the **lowest card in hand**; of several equally low ones, whichever "
        "they like.\n"
        "2. Whoever has the next number of that colour plays it, then whoever has the one after that, and so on, until "
        f"nobody has the next one. {_HIGHEST} is the highest.\n"
        "3. Whoever played last leads again, and the colours change: "
        f"after {first} comes {second}, and the other way round. It has to be the lowest card they hold in the colour "
        "they choose.\n"
        "4. Whoever has neither colour passes the lead to the player on the right.\n"
        "### Who plays the cards\n"
        "Only a lead is a choice, so the table plays the rest of a sequence by itself. A host who likes it brisker "
        "lets the players call: each next card is announced, and its holder has a few seconds to press the button. "
        "Nobody else knows who that is. A call that is missed ends the sequence.\n"
        "### The end of the game\n"
        f"After the deals or the minutes agreed on, or once somebody has fewer than {stake} points left and cannot "
        "back a horse any more. The deal that is being played is always played out. Most points win; what still lies "
        "on the horses belongs to nobody.\n"
        "### Coins\n"
        f"The lobby says what a seat costs. That stands for your {points} points, and you are paid by what you end "
        "with: twice as many pay twice the cost.\n"
        "### Worth knowing\n"
        "- A card whose next one lies face down or is played already ends its sequence, and you lead again.\n"
        "- Cards left in your hand cost you, so the way out is often worth more than the horse.\n"
        "- If a horse is the only card you hold in its colour, lead it as soon as you may."
    )
