"""Games of Sulkydrom played at random, and how their desks are pressed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import discord

from bot.games.screens import Act, Desk, Press, Seating
from bot.games.sulkydrom import spoken as sulkydrom_words
from bot.games.sulkydrom.screens import SulkydromScreens
from bot.messages.custom_ids import CustomId
from bot.messages.layouts.desk_layout import seating_of
from bot.texts import DEFAULT
from engines import catalog
from tests.games.race_days import Moment, race_day

SCREENS = SulkydromScreens()
T = sulkydrom_words(DEFAULT)
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")

Pressable = tuple[CustomId, tuple[str, ...]]
"""The address of a control, and the value that is chosen if it is a select."""


def day(seats: int, seed: int, **chosen: Any) -> tuple[Moment, ...]:
    """Play a whole game at random."""
    return race_day(seats, seed, game="sulkydrom", chosen=tuple(sorted(chosen.items())))


def asked(moments: Sequence[Moment], choices: type) -> list[Seating]:
    """Return the side of every seat that has such choices."""
    found = (
        seating_of(moment.snapshot, moment.snapshot.table.seats[seat], {})
        for moment in moments
        for seat in moment.snapshot.standing.asked
    )
    return [seating for seating in found if isinstance(seating.choices, choices)]


def desk(seating: Seating) -> Desk:
    return SCREENS.desk(seating, T)


def pressable(rows: Sequence[Sequence[Any]]) -> list[Pressable]:
    """Return everything that can be pressed or chosen."""
    found: list[Pressable] = []
    for item in chain.from_iterable(rows):
        address = CustomId.read(str(item.custom_id))
        assert address is not None
        if isinstance(item, discord.ui.Select):
            found += [(address, (option.value,)) for option in item.options]
        else:
            found.append((address, ()))
    return found


def with_draft(seating: Seating, draft: Any) -> Seating:
    """Return a seat's side with its slip as it is read again after a restart."""
    return replace(seating, draft=json.loads(json.dumps(draft)))


def press(seating: Seating, what: str, *values: str) -> Seating | Act:
    """Press a control; return the seat's side with the slip filled in, or what was decided."""
    meant = SCREENS.pressed(seating, Press(tuple(what.split(".")), values), T)
    return meant if isinstance(meant, Act) else with_draft(seating, meant.draft)


def act(seating: Seating, what: str, *values: str) -> Any:
    """Press a control that decides; return the action."""
    meant = press(seating, what, *values)
    assert isinstance(meant, Act)
    return catalog.game("sulkydrom").read_action(meant.action)


def everyone(seat: int) -> str:
    return NAMES[seat]
