"""A desk that somebody has opened where they play: in a private answer to a press, within reach of its token alone.

Such an answer can be edited for fifteen minutes, and whoever presses it makes it fifteen more. Meanwhile it is the
desk that is kept up to date.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Update, update

from bot.db.schema import outbox

LIFETIME = 15 * 60_000
"""Milliseconds for which a token is good. Source: Discord, "Receiving and Responding": followup messages."""

LAST_MINUTE = 60_000
"""Milliseconds before the end of a token by which the answer is left, while it can still be told how to go on."""


class Opened(NamedTuple):
    """Where an opened desk stands, and what it is edited with."""

    channel_id: int
    message_id: int
    token: str
    until: int
    """When the token runs out, in milliseconds since 1970 UTC."""

    def __repr__(self) -> str:
        """Leave the token out: whoever knows it can speak in the bot's place."""
        return f"Opened({self.channel_id}, {self.message_id}, until={self.until})"

    @property
    def leaves_at(self) -> int:
        """When it is followed no more, though its token is good for a minute yet."""
        return self.until - LAST_MINUTE


def leaving(*these: ColumnElement[bool]) -> Update:
    """Forget where desks are opened, and have them shown in the direct messages."""
    nowhere = {f"opened_{field}": None for field in Opened._fields}
    return update(outbox).where(*these).values(**nowhere, requested=outbox.c.requested + 1)


def runs_out(now: int) -> int:
    """Say when the token of a press runs out that came just now."""
    return now + LIFETIME
