"""Options of games that are short, so that starts and ends are struck as well."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engines import catalog

Values = Sequence[int | str | bool]

FIRST = 0.5
"""How often an option is drawn at the first of its values, which makes the shortest game."""

NUMBERS = 3
"""How many values of a number are drawn, from its least on."""


def short_options(game: catalog.AnyGame, seats: int, luck: Random) -> dict[str, Any]:
    """Draw options with which so many can play a short game; the command may take fewer than the rules."""
    fields = game.options_type.model_json_schema()["properties"]
    offered = {name: short for name, field in fields.items() if (short := _short(field))}
    while True:
        drawn = {name: _drawn(values, luck) for name, values in offered.items()}
        if _fits(game, drawn, seats):
            return drawn


def _short(field: dict[str, Any]) -> Values:
    """Return the values of an option that make no game long, from its JSON schema; none: leave it alone."""
    if field.get("clock"):
        return [field["default"]]
    if field.get("type") == "boolean":
        return [False, True]
    if "minimum" in field:
        return range(field["minimum"], field["maximum"] + 1)[:NUMBERS]
    return list(field.get("enum", ()))


def _drawn(values: Values, luck: Random) -> int | str | bool:
    return values[0] if luck.random() < FIRST else luck.choice(values)


def _fits(game: catalog.AnyGame, options: dict[str, Any], seats: int) -> bool:
    try:
        game.check_table(game.options(options), seats)
    except ValueError:
        return False
    return True
