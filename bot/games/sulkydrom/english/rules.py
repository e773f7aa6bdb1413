"""The rules of Sulkydrom in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import count, listed


def pages(edition: Mapping[str, Any]) -> Sequence[str]:
    """Explain the game with the facts of an edition: what one needs to begin, then the rest."""
    return _in_short(edition), _in_full(edition), _TIPS


def _in_short(edition: Mapping[str, Any]) -> str:
    horses, positions = len(edition["horse_cards"]), len(edition["position_cards"])
    return (
        "## Sulkydrom\n"
        "### In short\n"
        "**Aim:** drive your own horse home before the others; places bring points.\n"
        "**Your turn:** turn the top card of one of your two stacks. It says how far each horse may go. All drive, the "
        "foremost first, each so far or less.\n"
        "**The end:** a game of one race is over when the first horse is home. In a longer game a race ends when only "
        "one horse is left, and that horse is last.\n"
        "### Cards\n"
        f"- {horses} horse cards and {positions} position cards are dealt out evenly, each pack by itself; what is "
        "left over is shown.\n"
        "- Order a stack of each kind in secret. Once face down, nobody may look at them, not even you.\n"
        "- A **horse card** has a number for each horse, a **position card** for each position. 1st is the "
        "foremost, of level horses the inner one; horses at home keep their position.\n"
        "- All numbers are **half lengths**, a space each.\n"
        "### Joker and Galopp\n"
        "You have one of each a race, and may play one of them before you turn a card.\n"
        f"- **Joker:** your horse drives up to {count(edition['joker'], 'half length')} at once.\n"
        "- **Galopp:** a rival's horse cannot use the card you turn now. Each horse gets one a race at most."
    )


def _in_full(edition: Mapping[str, Any]) -> str:
    names = listed(f"{letter} {name}" for letter, name in edition["horses"].items())
    points = listed(map(str, edition["points"]))
    widen = max(section["widen"] for section in edition["course"])
    sections = " · ".join(f"{section['kind']} {section['spaces']}" for section in edition["course"])
    return (
        "### Driving\n"
        "- **Straight on** costs 1 a space, and the space has to be free.\n"
        "- **A sideways lane change** costs 2: you go to the space beside you, then one space on. Both must be free. "
        "One change may follow another.\n"
        "- **A diagonal lane change**, if the host chose that, costs 2 as well: you go straight to the same end, and "
        "only that space must be free.\n"
        "- The space beside is the level one; in a curve, where there is none, the next one back.\n"
        f"- Each lane further out is {count(widen, 'space')} longer in a curve.\n"
        "- Nobody jumps over a horse. One that cannot or may not move stays.\n"
        "- One step past the last space of a lane is home, which is never full.\n"
        "- **Drive on for me** leaves all drives to the table until you take it back.\n"
        "### Who begins\n"
        "Start lanes are drawn for the first race. Later the last horse starts in lane 1, the last but one in lane 2, "
        "and so on. The seat in the highest lane turns first, then the next seat, as long as its horse runs. You "
        "have the same horse all game.\n"
        "### When a stack runs out\n"
        "Turn the other one. When the next seat has no card at all, all are shuffled and dealt again to those still "
        "running. If those run out too, the positions count.\n"
        "### Points\n"
        f"From the first place on: {points}. You get them as soon as your horse is home. The table plays one race, to "
        "64 points, to 128, or to two victories. The first to get there has won, and the game is over at once: horses "
        "still on the track score nothing then. In a game of one race they take the places left, as they stand. Points "
        "decide the places behind the winner; equals share.\n"
        "### Coins\n"
        "A seat costs what the lobby says. It all goes into a purse: 60 per cent for the winner, 30 for the second, 10 "
        "for the third; of two players the winner takes all. Ties share what their places bring.\n"
        f"-# {names}. {count(edition['lanes'], 'lane')}; the inner one has {sections}."
    )


_TIPS = (
    "### Tips from the booklet\n"
    "- The order of your stacks matters, because you can't look at the cards again. Find the best order for the cards "
    "you were dealt.\n"
    "- You win by three things: you know how to trot, you make others break into a gallop, and you play the "
    "Joker at the "
    "right time.\n"
    "- You need not use all your half lengths. Sometimes it's better to stand still, or to block a lane.\n"
    "- A Joker is worth two changes of lane. Use it where a gap opens.\n"
    "### How long to play\n"
    "Choose by the time you have: one race, 64 points (two to four races), 128 points, or two victories. The booklet "
    "welcomes changes to its rules. It also suggests bets as at a real course: here the tote takes them."
)
