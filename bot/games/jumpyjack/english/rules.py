"""The rules of Jumpy Jack in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import listed


def pages(edition: Mapping[str, Any], horse: Callable[[str], str]) -> Sequence[str]:
    """Explain the game with the facts of an edition, in two pages; `horse` names a horse."""
    return _race(edition, horse), _variations(edition["hedges"]["double"])


def _race(edition: Mapping[str, Any], horse: Callable[[str], str]) -> str:
    squares, hedges = edition["squares"], edition["hedges"]
    return (
        "## Jumpy Jack in two minutes\n"
        "**Nobody owns a horse, and everybody moves them all.** You have written down in secret which three "
        "come in first, second and third. Steer the race there, and do not let anybody see where that is.\n"
        "### A race\n"
        f"1. Everybody predicts the first three of {listed(map(horse, edition['horses']))}, in order. What is "
        "sealed cannot be changed.\n"
        f"2. In turn, a die of {edition['die']} sides is thrown for each player, who moves one horse, whichever it "
        "is, by exactly that number. There is no passing, and one horse always can move.\n"
        f"3. A horse that gets past square {squares} is home and takes the best place still free. No exact "
        "number is needed.\n"
        "4. The race is over when places 1, 2 and 3 are taken. Then predictions are shown.\n"
        "### Points\n"
        "- One horse on its predicted place: **2 points**. Two: **4**. All three: **10**, a Jumpy Jack.\n"
        "- The game ends after a race in which somebody has the points the table plays to, 16 unless the host "
        "chose otherwise. Most points win; ties share.\n"
        "### What is in the way\n"
        "- **Barrier:** two horses on one square. No horse behind may join or pass them. At the start and at home "
        "there are no barriers.\n"
        f"- **STOP** (square {hedges['stop']}): one horse alone is a barrier there.\n"
        f"- **DOUBLE** (square {hedges['double']}): a horse standing there goes twice the number thrown, or not "
        "at all if a barrier is in the way of that.\n"
        f"- **OUT** (square {hedges['out']}): a horse that ends there leaves the race, on the worst place still "
        "free: 5, then 4, 3 and 2.\n"
        f"- **RESTART** (square {hedges['restart']}): a horse that ends there goes back to the start, and runs "
        "on from there.\n"
        "- A hedge acts only on the horse that ends its move on it; passing an empty one is free. The last horse "
        "neither home nor out takes the place that is left."
    )


def _variations(double: int) -> str:
    return (
        "### Who begins\n"
        "Before the first race everybody throws, and the highest begins; whoever ties throws again. After that the "
        "next player to the left begins each race.\n"
        "### Guesses\n"
        "If the table plays with guesses, everybody may name one opponent after a race and guess what they "
        "predicted: +1 for each place that is right, −1 if none is. Guesses are secret until all have decided, and "
        "nobody has to guess.\n"
        "### Teams\n"
        "Two teams or more, all of the same size, sit alternately. A team has one prediction a race: its captain "
        "writes it, and the team sees the slip on its desks while it is written. Captains take turns, a race each. "
        "Everybody moves horses, whoever is captain. Points, those for guesses too, belong to the whole team. Talk "
        "as much as you dare: what you write in the channel, your opponents read.\n"
        "### DOUBLE on landing\n"
        f"A table may read that hedge the other way: a horse that lands on square {double} goes the same number on "
        "at once, and whatever stands there acts as well. If a barrier is in the way, it may not move there at "
        "all. Leaving the square is then ordinary.\n"
        "### Coins\n"
        "What seats cost, as the lobby says, goes into a purse. The first gets 60 per cent of it, the second 30, the "
        "third 10; of two players the first takes it all. Whoever ties shares what their places bring.\n"
        "### A hint or two\n"
        "Watch which horses a player never harms. Move one you have not predicted, now and then, and look pleased "
        "about it. And count who is out: with two gone, the third to go comes in third."
    )
