"""Sees to it that whoever reads “thinking…” is answered, by the next run if this one is killed meanwhile.

Discord shows “thinking…” until the answer is there or its token dies. So each token is kept until then: it is written
while the press is acknowledged, which waits for nothing, and forgotten once the answer is there. What a start finds
was left by a run that could not answer any more. Tokens are never logged.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.messages.layout import MessageLayout
from bot.outbox import NotFound, PostError, Retryable, unanswered
from bot.outbox.unanswered import LIFETIME, Unanswered
from bot.tables.this_process import Process
from bot.texts import texts
from bot.ui import thinking
from bot.ui.posting import Poster
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

SOON = 2.0
"""Seconds after which answers that were given are forgotten, all of them at once."""

A_WHILE = 5.0
"""Seconds after which what nobody sees to any more is answered."""

GRACE = 2.0
"""Seconds that an answer under way gets when the bot stops."""

BOOK = "book"
"""The key of writing down: all of it is one piece of work."""


class LateAnswers:
    """Knows who waits for an answer, and gives the answers that nobody else gives."""

    def __init__(self, database: Database, poster: Poster, now: Callable[[], int], process: Process) -> None:
        self._process = process
        self._database = database
        self._poster = poster
        self._now = now
        self._open: dict[int, Unanswered] = {}
        """What somebody waits for, whose press this run took."""
        self._fresh: dict[int, Unanswered] = {}
        """What of it is not in the database yet."""
        self._over: set[int] = set()
        """What was answered, and may still be in the database."""
        self._left: dict[str, Unanswered] = {}
        """What is to be answered from here, by the ids of interactions."""
        self._writing = WorkQueue(self._write, "write what is unanswered in the", (DatabaseUnusable,))
        self._giving = WorkQueue(self._give, "answer", (Retryable, DatabaseUnusable))

    def follow(self, interaction: discord.Interaction) -> None:
        """Be told whether somebody waits for the answer to this interaction."""
        thinking.listen(interaction, self.waits, self.answered)

    def waits(self, interaction: discord.Interaction) -> None:
        """Note that “thinking…” shows from now on."""
        answer = Unanswered(interaction.id, interaction.token, str(interaction.locale), self._now())
        self._open[interaction.id] = self._fresh[interaction.id] = answer
        self._writing.ask(BOOK)

    def answered(self, interaction: discord.Interaction) -> None:
        """Note that the answer shows in its place."""
        self._forget(interaction.id)

    def abandoned(self, interaction: discord.Interaction) -> None:
        """Give, in a while, the answer to an interaction whose task has ended, if it still is without one."""
        if answer := self._open.get(interaction.id):
            self._take_up(answer, A_WHILE)

    async def resume(self) -> None:
        """Give the answers that an earlier run, or a process that lives no more, did not give."""
        written = await self._database.write(unanswered.claim, self._process.id)
        for answer in written:
            if answer.interaction_id not in self._open and answer.interaction_id not in self._over:
                self._take_up(answer, 0)

    async def close(self) -> None:
        """Write everything down; the next run answers what is unanswered."""
        await self._giving.close(GRACE)
        await self._writing.close(GRACE)
        if self._fresh or self._over:
            try:
                await self._write(BOOK)
            except DatabaseUnusable as error:
                log.error("which answers are waited for was not written down: %s", error)

    # --------------------------------------------------------------------------------------- writing down

    def _forget(self, interaction_id: int) -> None:
        self._open.pop(interaction_id, None)
        if self._fresh.pop(interaction_id, None) is None:
            self._over.add(interaction_id)
            self._writing.ask_in(SOON, BOOK)

    async def _write(self, book: str) -> None:
        """Write down, in one transaction, what came and went since the last time."""
        fresh, over = self._fresh, self._over
        if not fresh and not over and all(each.is_awaited(self._now()) for each in self._open.values()):
            return
        self._fresh, self._over = {}, set()
        try:
            await self._database.write(
                unanswered.write_down, fresh.values(), over, self._now(), self._process.id
            )
        except BaseException:  # nothing is lost, also if it is cancelled
            self._fresh = {
                number: each for number, each in fresh.items() if number in self._open
            } | self._fresh
            self._over |= over
            raise
        self._open = {number: each for number, each in self._open.items() if each.is_awaited(self._now())}
        if self._open:
            self._writing.ask_in(LIFETIME / 1000, book)

    # --------------------------------------------------------------------------------------------- giving

    def _take_up(self, answer: Unanswered, seconds: float) -> None:
        key = str(answer.interaction_id)
        self._left[key] = answer
        self._giving.ask_in(seconds, key)

    async def _give(self, key: str) -> None:
        """Tell whoever waits what to do; once the token is dead, they wait no more."""
        answer = self._left[key]
        if answer.is_awaited(self._now()):
            try:
                await self._poster.answer_late(
                    answer.token, MessageLayout(texts(answer.locale).table.unanswered)
                )
            except Retryable:
                raise
            except NotFound:
                pass  # Discord never showed “thinking…”, or shows it no more
            except PostError as trouble:
                log.warning("an answer cannot be given: %s", trouble)
        del self._left[key]
        self._forget(answer.interaction_id)
