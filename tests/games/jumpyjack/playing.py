"""Tables of Jumpy Jack at random, and what their desks offer and tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from bot.games.jumpyjack.screens import JumpyJackScreens
from bot.games.screens import Seating
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout
from bot.messages.layouts.desk_layout import MORE, desk_layout, seating_of
from bot.messages.snapshot import Snapshot
from engines import catalog
from tests.games.race_days import Moment, race_day

GAME = catalog.game("jumpyjack")
SCREENS = JumpyJackScreens()


def day(seats: int, seed: int = 1, **options: Any) -> tuple[Moment, ...]:
    """Play a short game at random."""
    return race_day(seats, seed, game="jumpyjack", chosen=tuple(({"target": 4} | options).items()))


def first_of(phase: str, seats: int = 4, **options: Any) -> Snapshot:
    """Return the first moment of a phase."""
    options = {"guessing": True} | options
    return next(m.snapshot for m in day(seats, **options) if m.snapshot.standing.view(None).phase == phase)


def seated(snapshot: Snapshot, number: int, draft: dict[str, Any] | None = None) -> Seating:
    return seating_of(snapshot, snapshot.table.seats[number], draft or {})


def asked(snapshot: Snapshot) -> Seating:
    return seated(snapshot, min(snapshot.standing.asked))


def controls(layout: MessageLayout) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return everything that can be pressed to play, each with the values to choose."""
    for item in (item for row in layout.controls for item in row):
        address = CustomId.read(item.custom_id)
        assert address is not None
        if isinstance(item, discord.ui.Select):
            yield address.what, tuple(option.value for option in item.options)
        elif not item.disabled and address.what != MORE:
            yield address.what, ()


def desk(snapshot: Snapshot, number: int, draft: dict[str, Any] | None = None) -> MessageLayout:
    return desk_layout(snapshot, snapshot.table.seats[number], draft or {}, has_place=True)
