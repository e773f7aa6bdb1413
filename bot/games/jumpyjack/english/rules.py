"""The rules of Jumpy Jack in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import listed


def pages(edition: Mapping[str, Any], horse: Callable[[str], str]) -> Sequence[str]:
    """Explain the game with the facts of an edition: what one needs to begin, then the rest; `horse` names a horse."""
    return _in_short(edition, horse), _in_full(edition["hedges"]["double"]), _TIPS


def _in_short(edition: Mapping[str, Any], horse: Callable[[str], str]) -> str:
    squares, hedges = edition["squares"], edition["hedges"]
    return (
        "## Jumpy Jack\n"
        "### In short\n"
        f"**Aim:** predict in secret which three of {listed(map(horse, edition['horses']))} come in first, second and "
        "third. No horse is yours: everybody moves them all.\n"
        f"**Your turn:** a die of {edition['die']} sides is thrown for you. Move any horse by exactly that number. You "
        "cannot pass; some horse can always move.\n"
        "**The end:** when places 1, 2 and 3 are taken the race is over, and predictions are shown and scored.\n"
        "### Points\n"
        "- One horse on its predicted place: **2 points**. Two: **4**. All three: **10**, a Jumpy Jack.\n"
        "- The game ends after the race in which somebody reaches 16 points, or as many as the host chose. Most points "
        "win; ties share.\n"
        "- A prediction stands once it is sealed.\n"
        "### On the way\n"
        f"- **Home:** past square {squares}, on the best place still free. No exact number is needed.\n"
        "- **Barrier:** two horses on one square. No horse behind may join or pass them. Start and home have none.\n"
        f"- **STOP** (square {hedges['stop']}): one horse alone is a barrier.\n"
        f"- **DOUBLE** (square {hedges['double']}): a horse that leaves it moves twice the number thrown, or not at "
        "all if a barrier is in the way.\n"
        f"- **OUT** (square {hedges['out']}): out of the race, on the worst place still free: 5, 4, 3, then 2.\n"
        f"- **RESTART** (square {hedges['restart']}): back to the start, to run on from there.\n"
        "- Hedges act only on a horse that ends its move there.\n"
        "- The last horse neither home nor out takes the place left."
    )


def _in_full(double: int) -> str:
    return (
        "### Who begins\n"
        "Everybody throws before the first race, and the highest begins; ties throw again. Then it is the next player "
        "to the left each race.\n"
        "### Guesses, if the host chose them\n"
        "After a race, before predictions are shown, you may name one opponent and guess their three places in secret: "
        "+1 for each right, −1 if none is. You may decline. In teams the captain makes the team's one guess.\n"
        "### Teams, if the host chose them\n"
        "Equal teams of two or more sit in turn. Each makes one prediction a race; its captain writes it, and the team "
        "sees the slip. Captains take turns. Everybody moves horses, and all points are the team's. Opponents can read "
        "what you write in the channel.\n"
        "### DOUBLE on landing, if the host chose it\n"
        f"A horse that lands on square {double} goes the same number on at once, and what stands there acts as well. "
        "If a barrier is in the way, it cannot move there at all. It leaves the square as usual.\n"
        "### Coins\n"
        "A seat costs what the lobby says. It all goes into a purse: 60 per cent for the first, 30 for the second, 10 "
        "for the third; of two players the first takes all. Ties share what their places bring."
    )


_TIPS = (
    "### Tips from the booklet\n"
    "- Horses are easily put out (OUT) or held up (barriers, RESTART). If you guess a prediction, you can spoil it.\n"
    "- Watch the moves of the others, most of all when somebody spares a horse that they could have put out or "
    "held up. "
    "It may be a bluff.\n"
    "- Bluff a little yourself: now and then move a horse that isn't in your prediction.\n"
    "- Once two horses are out, the next one that goes out takes third place.\n"
    "- Three right places need good timing. Skilled players say that chance has little to do with it.\n"
    "### Variants\n"
    "The booklet recommends teams for more fun. Teammates may talk, but opponents listen. It also has guesses at the "
    "predictions of others after a race. The host chooses both under **Options**."
)
