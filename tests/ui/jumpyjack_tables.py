"""Tables of Jumpy Jack at random, and what their desks offer and tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import discord

from bot.ui.games.base import Seating
from bot.ui.games.jumpyjack import JumpyJackScreens
from bot.ui.ids import CustomId
from bot.ui.look import Look
from bot.ui.screens.desk import desk_sheet, seating_of
from bot.ui.sheets import Sheet
from engines import catalog
from engines.core import Chance
from tests.ui.limits import components
from tests.ui.race_days import Moment, race_day

GAME = catalog.game("jumpyjack")
SCREENS = JumpyJackScreens()
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"guessing": True, "double": "landing"}),
    (4, {"guessing": True, "teams": 2}),
    (16, {"guessing": True}),
    (16, {"guessing": True, "teams": 8, "double": "landing"}),
]


def day(seats: int, seed: int = 1, **options: Any) -> tuple[Moment, ...]:
    """Play a short game at random."""
    return race_day(seats, seed, game="jumpyjack", chosen=tuple(({"target": 4} | options).items()))


def first_of(phase: str, seats: int = 4, **options: Any) -> Look:
    """Return the first moment of a phase."""
    options = {"guessing": True} | options
    return next(m.look for m in day(seats, **options) if m.look.standing.view(None).phase == phase)


def seated(look: Look, number: int, draft: dict[str, Any] | None = None) -> Seating:
    return seating_of(look, look.table.seats[number], draft or {})


def asked(look: Look) -> Seating:
    return seated(look, min(look.standing.asked))


def controls(sheet: Sheet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return everything that can be pressed, each with the values to choose."""
    for item in (item for row in sheet.rows for item in row):
        address = CustomId.read(item.custom_id)
        assert address is not None
        if isinstance(item, discord.ui.Select):
            yield address.what, tuple(option.value for option in item.options)
        elif not item.disabled:
            yield address.what, ()


def shown(sheet: Sheet) -> Any:
    """Return all that a message tells: its text, its controls, and what its pictures are said to show."""
    return sheet.text, components(sheet.layout()), [drawing.alt for drawing in sheet.drawings]


def desk(look: Look, number: int, draft: dict[str, Any] | None = None) -> Sheet:
    return desk_sheet(look, look.table.seats[number], draft or {}, has_place=True)


def imagined(look: Look, seat: int | None, luck: Random) -> Look:
    """Return the same table with everything changed that a seat may not know."""
    match = look.standing.match
    state = GAME.imagine(look.standing.view(seat), Chance(luck.randbytes(32)))
    return replace(look, standing=look.standing._replace(match=replace(match, state=state)))
