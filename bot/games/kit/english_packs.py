"""A pack of cards in words, as rules list it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import in_words

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


MOST_DIFFERENCES, LONGEST_DIFFERENCE = 5, 100
"""So many differences of an edition are told, and in so many characters each at most."""


def differences(edition: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """Tell how an edition differs from the packaged one: `brown has four +30, not two`; empty if it does not."""
    told = [
        phrase if len(phrase) <= LONGEST_DIFFERENCE else f"{phrase[: LONGEST_DIFFERENCE - 1]}…"
        for phrase in _different((), edition, usual, [*map(str, usual.get("horses", ()))])
    ]
    more = len(told) - MOST_DIFFERENCES
    return "; ".join([*told[:MOST_DIFFERENCES], *([f"and {more} more"] if more > 0 else [])])


def _different(path: tuple[str, ...], own: Any, usual: Any, horses: Sequence[str]) -> Iterator[str]:
    if isinstance(own, Mapping) and isinstance(usual, Mapping):
        for name in dict.fromkeys((*own, *usual)):
            yield from _different((*path, str(name)), own.get(name), usual.get(name), horses)
    elif own != usual:
        yield _difference(path, own, usual, horses)


def _difference(path: tuple[str, ...], own: Any, usual: Any, horses: Sequence[str]) -> str:
    what = path[-1].replace("_", " ")
    if path[0] != "cards" or not isinstance(own or usual, int):
        return f"{' '.join(path).replace('_', ' ')}: {_value(own)}, not {_value(usual)}"
    horse = next((each for each in horses if what.startswith(each)), "")
    number, instead = in_words(own or 0), in_words(usual or 0)
    if horse:
        return f"{horse} has {number} {what.removeprefix(horse).strip()}, not {instead}"
    return f"the pack has {number} {what}, not {instead}"


def _value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return " ".join(map(_value, value))
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_value(each)}" for name, each in value.items())
    return str(value)


def _listed(cards: Mapping[str, int]) -> str:
    return " · ".join(f"{number}× {name}" for name, number in cards.items() if number)
