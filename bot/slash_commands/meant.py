"""Which tables a command can be about: which fit, and what is said where there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.tables import Status, Table
from bot.texts import Texts


class Meant(NamedTuple):
    """Which tables a command can be about."""

    fits: Callable[[Table, int], bool]
    """Whether a table is one of them, for the user of this id."""
    nothing: Callable[[Texts], str]
    """What is said where there is none."""
    finished: bool = False
    """Whether they are looked for among those that are over, and not among the open ones."""
    newest: bool = False
    """Whether of several open ones that fit the newest is meant, and where none is open the last that is over."""


def is_mine(table: Table, user_id: int) -> bool:
    """Whether a user sits at a table, or owns a seat there."""
    return table.seat_of(user_id) is not None or user_id in table.owners


MINE = Meant(is_mine, lambda t: t.answers.no_table)
"""The user sits there, or owns a seat there that somebody else holds."""

MY_LAST = MINE._replace(newest=True)
"""The same; of several the newest, and where none is open the last at which the user sat."""

MY_LOBBY = Meant(
    lambda table, user_id: table.status is Status.LOBBY and table.seat_of(user_id) is not None,
    lambda t: t.answers.no_seat_in_a_lobby,
)
"""The user sits there, and the race has not started."""

MY_RACE = Meant(
    lambda table, user_id: table.status is Status.RUNNING and is_mine(table, user_id),
    lambda t: t.answers.no_race,
)
"""The user sits there, and the race runs."""

MY_REST = Meant(
    lambda table, user_id: table.paused_at is not None and is_mine(table, user_id),
    lambda t: t.answers.no_rest,
)
"""The user sits at a table that rests: for some time only its host lets it go on."""

MY_HOSTED_LOBBY = Meant(
    lambda table, user_id: table.status is Status.LOBBY and table.host_id == user_id,
    lambda t: t.answers.no_hosted_lobby,
)
"""The user is host of a table that has not started."""

MY_HOSTED_TABLE = Meant(
    lambda table, user_id: table.host_id == user_id,
    lambda t: t.answers.no_hosted_table,
)
"""The user is host of an open table."""

LOBBY_WITH_ROOM = Meant(
    lambda table, user_id: (
        table.status is Status.LOBBY and len(table.seats) < table.capacity and not is_mine(table, user_id)
    ),
    lambda t: t.answers.no_lobby,
)
"""The user can sit down there."""

PUBLISHED = Meant(
    lambda table, _: not table.status.is_open and table.length > 0,
    lambda t: t.answers.nothing_finished,
    finished=True,
)
"""Everyone may read the log: the race is over or was cancelled. Without a name one's own last is meant."""
