"""Which desks in direct messages have made room for newer ones: a press on one may still be on its way."""

from __future__ import annotations

import discord

from bot.outbox import Posted
from bot.remembered import Remembered

REMEMBERED = 10_000
"""Of how many desks it is known which message was deleted: long enough for presses that are on their way."""


class RemovedDesks:
    """The newest message of each desk that was deleted after a newer one was sent, by table and user."""

    def __init__(self) -> None:
        self._newest = Remembered[tuple[str, int], int](REMEMBERED)

    def note(self, table_id: str, user_id: int, posted: Posted) -> None:
        """Note that a message was deleted, be it later than a newer one."""
        before = self._newest.get((table_id, user_id), 0)
        self._newest[table_id, user_id] = max(before, posted.message_id)

    def was_pressed(self, table_id: str, user_id: int, through: discord.Interaction) -> bool:
        """Whether the message that was pressed is a desk that was deleted while the press was on its way."""
        message = through.message
        if message is None or through.guild_id is not None or message.flags.ephemeral:
            return False
        return message.id <= self._newest.get((table_id, user_id), 0)
