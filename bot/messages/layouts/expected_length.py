"""How long a table will take: by the server's last games of the kind, or else by what was measured of its game."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

from bot.messages.snapshot import Snapshot
from bot.tables.seat_limits import filled, playable
from engines import catalog
from engines.core import Unreadable

ENOUGH: Final = 5
"""So many games of a server have to be over before they tell more than what was measured."""

MOST: Final = 20
"""Of more games the last ones count."""


def expected_length(snapshot: Snapshot, took: Sequence[int] = ()) -> str:
    """Say how long the table of a lobby takes; nothing where that is not known.

    `took`: milliseconds that the server's last games of the kind took, the newest first.
    """
    words = snapshot.t.lobby
    lengths = snapshot.title.own_lengths
    length = lengths.length_of(snapshot.table.options) if lengths else None
    minutes = expected_minutes(snapshot, took)
    if minutes and len(took) >= ENOUGH:
        return words.took(length, minutes)
    return words.takes(length, minutes) if minutes else ""


def expected_minutes(snapshot: Snapshot, took: Sequence[int] = ()) -> int | None:
    """Return how many minutes the table of a lobby takes; None where that is not known. `took` is as above."""
    if len(took) >= ENOUGH:
        return _whole(median(took[:MOST]) / 60_000)
    minutes = _measured(snapshot, len(snapshot.table.people))
    return _whole(minutes) if minutes else None


def _measured(snapshot: Snapshot, people: int) -> float | None:
    table, lengths = snapshot.table, snapshot.title.own_lengths
    can_play = playable(table.game, table.options)
    if lengths is None or not can_play:
        return None
    seats = max(can_play[0], len(table.seats), _raced_alone(snapshot, can_play))
    minutes = lengths.minutes(table.options, seats, people)
    limit = _limit(snapshot)
    return min(minutes, limit) if minutes and limit else minutes


def _raced_alone(snapshot: Snapshot, can_play: Sequence[int]) -> int:
    """Return how many race where somebody who sits alone starts at once; 0 where they do not sit alone, or cannot."""
    table = snapshot.table
    if len(table.seats) != 1 or not snapshot.settings.computers:
        return 0
    return filled(can_play, 1, table.capacity, snapshot.title.company)


def _limit(snapshot: Snapshot) -> float | None:
    """Return the minutes that the game itself goes on for at most."""
    game = catalog.game(snapshot.table.game)
    try:
        limit = game.game_limit(game.options(snapshot.table.options))
    except Unreadable:
        return None
    return limit.seconds / 60 if limit else None


def _whole(minutes: float) -> int:
    """Round to whole minutes, and from half an hour on to five of them."""
    return max(1, round(minutes)) if minutes < 30 else 5 * round(minutes / 5)
