"""A pack of cards in words, as rules list it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

Name = Callable[[str], str]


def pack(cards: Mapping[str, int], horses: Sequence[str], card: Name, horse: Name) -> str:
    """List the cards of a pack and how many there are of each; what every horse has the same of is listed once.

    Names of cards begin with those of their horses, as the race log has them; `card` and `horse` name those.
    """
    suits = [
        {name.removeprefix(each): number for name, number in cards.items() if name.startswith(each)}
        for each in horses
    ]
    first = horses[0]
    if any(suit != suits[0] for suit in suits):
        return _listed({card(name): number for name, number in cards.items()})
    each = {card(first + rest).removeprefix(f"{horse(first)} "): number for rest, number in suits[0].items()}
    others = {card(name): number for name, number in cards.items() if not name.startswith(tuple(horses))}
    return f"of each colour {_listed(each)}" + (f"; besides {_listed(others)}" if others else "")


def _listed(cards: Mapping[str, int]) -> str:
    return " · ".join(f"{number}× {name}" for name, number in cards.items() if number)
