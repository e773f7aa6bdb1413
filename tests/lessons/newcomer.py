"""A newcomer who does in a lesson what the hint says, press by press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import discord

from bot.games.kit.suggestion import suggested
from bot.games.screens import Act, Controls, Misread, Press, Seating
from bot.lessons import Progress
from bot.messages.custom_ids import CustomId
from bot.texts import DEFAULT
from bot.ui.lessons.lesson_layout import seating_in, snapshot_of

LONGEST = 4
"""Presses that a decision takes at most."""


class Way(NamedTuple):
    """A press on a control: a button, or a select with what is chosen there."""

    custom_id: str
    values: tuple[str, ...] = ()


def hinted(progress: Progress) -> dict[str, Any]:
    """Return what the hint would have the learner do, as JSON data."""
    seating = seating_in(progress, snapshot_of(progress, DEFAULT))
    assert seating.game is not None
    return dict(seating.game.dump_action(suggested(seating)))


def presses(progress: Progress) -> Sequence[Way]:
    """Find the fewest presses on what the learner sees that do what the hint says."""
    snapshot = snapshot_of(progress, DEFAULT)
    wanted = hinted(progress)
    ways: list[tuple[Seating, Sequence[Way]]] = [(seating_in(progress, snapshot), ())]
    for seating, before in ways:
        if len(before) == LONGEST:
            break
        for way in _offered(snapshot.screens.desk_controls(seating, snapshot.words)):
            address = CustomId.read(way.custom_id)
            if address is None or address.n != seating.asked:
                continue
            try:
                meant = snapshot.screens.pressed(
                    seating, Press(tuple(address.what.split(".")), way.values), snapshot.words
                )
            except Misread:
                continue
            if not isinstance(meant, Act):
                ways.append((replace(seating, draft=meant.draft), (*before, way)))
            elif _plain(seating, meant) == wanted:
                return (*before, way)
    raise AssertionError(f"nothing that is offered leads to {wanted}")


def _plain(seating: Seating, act: Act) -> dict[str, Any]:
    assert seating.game is not None
    return dict(seating.game.dump_action(seating.game.read_action(act.action)))


def _offered(controls: Sequence[Controls]) -> Iterator[Way]:
    for item in (item for row in controls for item in row):
        if isinstance(item, discord.ui.Select):
            yield from (Way(str(item.custom_id), (option.value,)) for option in item.options)
        elif isinstance(item, discord.ui.Button):
            yield Way(str(item.custom_id))
