"""Clicks about one's own data: to read it, to erase it; and about what one wishes everywhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable

import discord
from sqlalchemy import Connection

from bot import nights
from bot.db import Database
from bot.db.errors import DatabaseBusy, DatabaseUnusable
from bot.messages.layout import MessageLayout
from bot.outbox import Opened, Post, Posted, PostError
from bot.outbox.notes import Notes
from bot.tables import Tables, erasure, export, seat_commands
from bot.tables.erasure import Erased
from bot.tables.reading import is_asked_always
from bot.texts import Texts, texts
from bot.ui.clicks.click import Click
from bot.ui.export_files import written
from bot.ui.guild.privacy_layout import (
    preferences_layout,
    privacy_layout,
    sure_to_erase_layout,
)
from bot.ui.posting import Poster
from bot.ui.respond import acknowledge, say, show, show_in_place
from bot.ui.screens.screen_posts import name_of
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

LOG = "log beside the database"
"""The key of cutting it: it holds what was erased until nobody reads from it."""

BEGUN = "users who asked for it"
"""The key of going on with erasing: it names nobody, since keys are logged."""

GRACE = 1.0
"""Seconds that each kind of work gets when the bot stops; the next start does the rest."""


class PrivacyClicks:
    """The screens of `/privacy` and `/preferences`, for whoever opened them."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        poster: Poster,
        notes: Notes,
        now: Callable[[], int],
    ) -> None:
        """`notes` are those of whatever is posted: they are written before somebody is forgotten."""
        self._database = database
        self._tables = tables
        self._poster = poster
        self._notes = notes
        self._now = now
        self._exporting = asyncio.Lock()
        """One file is written at a time, so that many who ask cannot fill the memory or the disk."""
        self._tidying = WorkQueue(self._tidy, "cut the", (DatabaseUnusable,))
        self._erasing = WorkQueue(lambda _: self.resume(), "erase", (DatabaseUnusable,))
        self.odds_changed: Callable[[str], None] = lambda _: None
        """Hears of tables at which whoever is forgotten had bet."""

    async def close(self) -> None:
        """Let go of what is still to be erased and tidied: the next start does it, or closing the database."""
        await self._erasing.close(GRACE)
        await self._tidying.close(GRACE)

    async def open(self, interaction: discord.Interaction, t: Texts) -> None:
        """Say what is stored: the answer to `/privacy`."""
        await acknowledge(interaction)
        await show(interaction, privacy_layout(t))

    async def open_preferences(self, interaction: discord.Interaction, t: Texts) -> None:
        """Show what a person wishes: the answer to `/preferences`."""
        await acknowledge(interaction)
        is_always = await self._tables.database.read(is_asked_always, interaction.user.id)
        await show_in_place(interaction, preferences_layout(t, is_always=is_always))

    async def take(self, click: Click) -> None:
        """Do what a click on the privacy screen means."""
        interaction, t = click.interaction, click.t
        match click.argument:
            case "export":
                await acknowledge(interaction, answer=True)
                await self._export(interaction, t)
            case "erase.now":
                await acknowledge(interaction)
                await self._erase(interaction, t)
            case "" | "erase":
                await acknowledge(interaction)
                await show_in_place(
                    interaction, sure_to_erase_layout(t) if click.argument else privacy_layout(t)
                )
            case _:
                await say(interaction, t.table.unknown_control)

    async def prefer(self, click: Click) -> None:
        """Note what a click on the preferences screen wishes."""
        await acknowledge(click.interaction)
        if click.argument in {"always", "less"}:
            await self._tables.database.write(
                seat_commands.ask_always, click.user_id, is_wanted=click.argument == "always"
            )
        is_always = await self._tables.database.read(is_asked_always, click.user_id)
        await show_in_place(click.interaction, preferences_layout(click.t, is_always=is_always))

    async def _export(self, interaction: discord.Interaction, t: Texts) -> None:
        async with self._exporting:
            file = await written(self._kept_about(interaction.user.id))
            parts = file.parts()
            while part := await asyncio.to_thread(next, parts, None):
                said = t.privacy.exported(part.number, part.of)
                await show(interaction, MessageLayout(said, attached=((part.name, part.content),)))

    async def _kept_about(self, user_id: int) -> AsyncIterator[export.Page]:
        async for page in export.pages(self._database.read, user_id):
            yield page
        yield "nights", await self._database.read(nights.kept_about, user_id)

    async def _erase(self, interaction: discord.Interaction, t: Texts) -> None:
        user_id = interaction.user.id
        await erasure.begin(self._database, user_id, self._now())
        try:
            erased = await self._forget(user_id)
        except Exception:  # noqa: BLE001 - it is begun, so it goes on; the queue logs what prevents it
            self._erasing.ask(BEGUN)
            await show_in_place(interaction, MessageLayout(t.privacy.erasing))
            return
        await show_in_place(interaction, MessageLayout(t.privacy.erased))
        if erased:
            await self._close_desks(erased, user_id, t)

    async def resume(self) -> None:
        """Finish every erasure that was begun; raise the first error once all were tried."""
        errors = list[Exception]()
        for user_id in await erasure.unfinished(self._database):
            try:
                if erased := await self._forget(user_id):
                    await self._close_desks(erased, user_id, texts(None))
            except Exception as error:  # noqa: BLE001 - it is raised once the others are tried
                errors.append(error)
        if errors:
            raise errors[0]

    async def _forget(self, user_id: int) -> Erased | None:
        """Forget a user who has asked for it; None: that is done already. Each transaction can be made again."""
        await erasure.forget_past(self._database, user_id, self._neutral)
        # Else a desk that was posted just now would stay, for nobody knew where it is.
        await self._notes.settle_all()
        erased = await self._database.write(self._erase_from, user_id, self._now())
        if erased is None:
            return None
        for table_id in erased.tables:
            self._tables.tell(table_id)
        for table_id in erased.odds:
            self.odds_changed(table_id)
        await self._tidy_soon()
        return erased

    def _erase_from(self, db: Connection, user_id: int, now: int) -> Erased | None:
        """Erase what is left of a user and have the keepers of their tables hear of it; None: that is done already."""
        if not erasure.take(db, user_id):
            return None
        erased = erasure.erase(db, self._tables.games, user_id, now, self._neutral)
        for table_id, guild_id in erased.tables.items():
            self._tables.announce(db, guild_id, table_id)
        nights.forget(db, user_id)
        return erased

    async def _close_desks(self, erased: Erased, user_id: int, t: Texts) -> None:
        """Take down what somebody who is forgotten had in their direct messages, or where they play."""
        await self._close(erased.desks, t)
        await self._close_opened(erased.opened, t)
        await self._take_down(erased.unnoted, user_id, t)

    async def _tidy_soon(self) -> None:
        """Cut the log that still holds what was erased: at once, or else as soon as that can be."""
        try:
            await self._tidy(LOG)
        except DatabaseUnusable:
            self._tidying.ask(LOG)

    async def _tidy(self, _log: str) -> None:
        if not await self._database.tidy():
            raise DatabaseBusy("Somebody still reads from it.")

    def _neutral(self, locale: str, number: int) -> str:
        return texts(locale).privacy.neutral_name(number + 1)

    async def _take_down(self, unnoted: Iterable[Post], user_id: int, t: Texts) -> None:
        """Delete desks that a killed process may have sent: what is sent under the same name is what it sent, or new.

        Discord knows a name for some minutes. What is new is silent, and gone at once.
        """
        for post in unnoted:
            try:
                channel = (
                    post.posted.channel_id if post.posted else await self._poster.direct_channel(user_id)
                )
                words = MessageLayout(t.privacy.desk_erased)
                await self._poster.delete(await self._poster.send(channel, words, name_of(post), silent=True))
            except PostError as trouble:
                log.info("a desk of somebody who is forgotten may stay as it is: %s", trouble)

    async def _close_opened(self, desks: Iterable[Opened], t: Texts) -> None:
        """Do so with desks that they had opened where they play."""
        for desk in desks:
            try:
                await self._poster.edit_opened(desk, MessageLayout(t.privacy.desk_erased))
            except PostError as trouble:
                log.info("an opened desk of somebody who is forgotten stays as it is: %s", trouble)

    async def _close(self, desks: Iterable[Posted], t: Texts) -> None:
        """Take the controls from desks that nobody keeps up to date any more; their presses are refused anyway."""
        for desk in desks:
            try:
                await self._poster.edit(desk, MessageLayout(t.privacy.desk_erased))
            except PostError as trouble:
                log.info("a desk of somebody who is forgotten stays as it is: %s", trouble)
