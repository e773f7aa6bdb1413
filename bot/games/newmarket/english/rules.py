"""The rules of Newmarket in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import listed

_HIGHEST = 13


def pages(
    edition: Mapping[str, Any], card: Callable[[str], str], colour: Callable[[str], str]
) -> Sequence[str]:
    """Explain the game with the facts of an edition: what one needs to begin, then the rest.

    `card` and `colour` name those.
    """
    horses = listed(map(card, edition["racehorses"]), "or")
    first, second = (listed(map(colour, pair), "or") for pair in edition["colours"])
    points, stake = edition["points"], edition["stake"]
    return _in_short(horses, first, second, points, stake), _in_full(points, stake), _TIPS


def _in_short(horses: str, first: str, second: str, points: int, stake: int) -> str:
    return (
        "## Newmarket\n"
        "### In short\n"
        "**Aim:** have the most points. Points lie on four racehorses: play a horse's card and take them. Get rid of "
        "all your cards first, and the others pay you.\n"
        "**Your turn:** lead your lowest card. Whoever has the next number of its colour goes on.\n"
        "**The end:** a deal ends when somebody plays a last card, the game with the last deal.\n"
        "### Before the cards\n"
        f"Everybody starts with {points} points. Each deal everybody puts {stake} of them on one horse in secret: "
        f"{horses}. What nobody claimed before still lies there.\n"
        "### Leading\n"
        "1. The player left of the dealer leads the **lowest card in hand**; of equal ones, any.\n"
        f"2. Whoever has the next number of that colour plays it, and so on, up to {_HIGHEST}. The table calls "
        "these cards and plays them for you, or the players call them: see **Calling**.\n"
        "3. Where nobody has the next one, the last to play leads again, and the colours change: "
        f"after {first} comes {second}, and the other way round. It is the lowest card you have in the colour you "
        "choose.\n"
        "4. If you have neither colour, the lead passes to your right."
    )


def _in_full(points: int, stake: int) -> str:
    return (
        "### The spare hand\n"
        f"All {4 * _HIGHEST} cards are dealt, one hand more than there are players. Nobody sees the spare one. The "
        "dealer may swap hands, unseen and for good, or keep the first and auction the spare one.\n"
        "Bids go round from the dealer's left and rise, up to all you have; who passes is out. The best bidder pays "
        "the dealer, lays down their hand and plays the spare one. Cards lying face down are missing from "
        "sequences.\n"
        "### The end of a deal\n"
        "- Who plays a last card gets a point from everybody for each card they still hold, or all they have.\n"
        "- If nobody can lead, the deal is over, and cards cost nothing.\n"
        "- Points left on horses stay there. The next player to the left deals.\n"
        "### The end of the game\n"
        "It ends after the agreed deals, with the deal in which the agreed minutes run out, or after one that leaves "
        f"somebody with fewer than {stake} points. Most points win; those still on horses are nobody's.\n"
        "### Calling\n"
        "The host chooses who calls: the table, or the players, against the clock. Where the players call, each next "
        "card is announced, whether anybody holds it or not. Everybody has the same few seconds to find it in their "
        "hand and press it there. If nobody does the sequence ends, and the last to play leads again: nobody "
        "learns whether the card was missed or lies face down.\n"
        "### Coins\n"
        f"A seat costs what the lobby says, for your {points} points: end with twice as many and get twice the cost."
    )


_TIPS = (
    "### Tips from the booklet\n"
    "- Play briskly. The booklet has everybody call out the cards, so that nobody misses theirs. If you miss "
    "one, that's "
    "your own fault. The host can choose that under **Options**, as **Calling**.\n"
    "- Remember which cards were played. Then you know when you can play several cards in a row because each of them "
    "ends its sequence.\n"
    "- It's usually better to get rid of your hand than to wait for a horse's card. Best of all is both.\n"
    "- If a horse's card is your only card of its colour, take the points as soon as you can.\n"
    "### How long to play\n"
    "The booklet plays for an agreed time, or until somebody has no points left. The host can set minutes under "
    "**Options**."
)
