"""Posts what managers do to wallets in the channel that their server named for it: once, whatever comes in between.

An act is a row before it is posted; each post bears a nonce, so that a process killed between the post and its note
does not post it twice when it runs again at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from bot import bank
from bot.bank import Act
from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.messages.layout import MessageLayout
from bot.outbox import Forbidden, NotFound, Rejected, Retryable
from bot.servers import ServerSettings, read_settings
from bot.texts import texts
from bot.texts.markup import mention
from bot.ui.posting import Poster, nonce
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

GRACE = 2.0
"""Seconds that a post under way gets to finish when the bot stops."""


def _untold(db: Connection, guild: int) -> tuple[ServerSettings, Sequence[Act]]:
    return read_settings(db, guild), bank.untold(db, guild)


class BankAudit:
    """Posts acts, those of a server one after another."""

    def __init__(self, database: Database, poster: Poster, keeps: Callable[[int], bool]) -> None:
        """`keeps` tells whether this process looks after a server."""
        self._database = database
        self._poster = poster
        self._keeps = keeps
        self._queue = WorkQueue(self._run, "post acts of server", (Retryable, DatabaseUnusable))

    def ask(self, guild: int) -> None:
        """Have the acts of a server posted that are not yet."""
        self._queue.ask(str(guild))

    async def resume(self) -> None:
        """Post what an earlier run still owes."""
        owed = await self._database.read(bank.guilds_untold)
        for guild in owed:
            if self._keeps(guild):
                self.ask(guild)

    async def close(self) -> None:
        """Let a post under way finish; what is owed still waits in the database."""
        await self._queue.close(GRACE)

    async def _run(self, key: str) -> None:
        settings, acts = await self._database.read(_untold, int(key))
        for act in acts:
            await self._post(act, settings)
            await self._database.write(bank.note_told, act.act)

    async def _post(self, act: Act, settings: ServerSettings) -> None:
        """Post an act; where Discord does not let us, or nobody wants to read it, the row alone tells it."""
        if not settings.audit_channel:
            return
        by, user = (None if each is None else mention(each) for each in (act.by, act.user))
        said = texts(settings.spoken).bank.act(act.kind, by, user, act.amount, act.words)
        try:
            await self._poster.send(settings.audit_channel, MessageLayout(said), nonce("act", act.act))
        except (Forbidden, NotFound, Rejected) as trouble:
            log.warning("server %d: an act of the bank was not posted: %s", act.guild, trouble)
