"""What tables can choose: every value of every option, one by one and in random company."""

from __future__ import annotations

from functools import cache
from typing import Any

from engines import catalog
from engines.core import Chance, pick

MANY = 32
"""Of a longer range of numbers only so many are played, its ends among them."""


@cache
def offered(game: catalog.AnyGame) -> dict[str, dict[str, Any]]:
    """The options of a game by name, as JSON schema."""
    return game.options_type.model_json_schema()["properties"]


def values(option: dict[str, Any], seats: int) -> list[Any]:
    """Every value of an option at a table of so many seats."""
    if "anyOf" in option:
        return [value for kind in option["anyOf"] for value in values(kind, seats)]
    if "enum" in option:
        return option["enum"]
    match option["type"]:
        case "null":
            return [None]
        case "boolean":
            return [False, True]
        case "array":
            return arrays([value for value in values(option["items"], seats) if value is not None], seats)
    numbers = range(option["minimum"], option["maximum"] + 1)
    return list(numbers) if len(numbers) <= MANY else [*numbers[:: len(numbers) // MANY], numbers[-1]]


def arrays(items: list[Any], seats: int) -> list[list[Any]]:
    """A wish of every seat, in both orders; of every other seat; of nobody."""
    wishes, backwards = items[:seats], items[::-1][:seats]
    some = [item if seat % 2 else None for seat, item in enumerate(wishes)]
    return [wishes, backwards, some, [None] * seats]


def fits(game: catalog.AnyGame, options: dict[str, Any], seats: int) -> bool:
    try:
        game.check_table(game.options(options), seats)
    except ValueError:
        return False
    return True


def drawn(game: catalog.AnyGame, seats: int, luck: Chance) -> dict[str, Any]:
    """Draw all options of a table, each mostly at its first value, so that most games are short."""
    while True:
        options = {name: drawn_value(values(option, seats), luck) for name, option in offered(game).items()}
        if fits(game, options, seats):
            return options


def drawn_value(offers: list[Any], luck: Chance) -> Any:
    return offers[0] if luck.below(6) else pick(luck, offers)
