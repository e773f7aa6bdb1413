"""Has race nights do what is due, and shows them: by the process that looks after their server.

What is to be done is rows, and each step of it can be done again; a post bears a nonce, so that a process killed
between the post and its note does not post it twice when it runs again at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

import discord
from sqlalchemy import Connection

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.games.lengths import Length
from bot.games.titles import is_here, title
from bot.messages.layout import MessageLayout
from bot.nights import (
    REMIND,
    League,
    Night,
    NightRefused,
    Nights,
    NightStatus,
    active,
    commands,
    find,
    league_of,
    note_posted,
    note_shown,
)
from bot.outbox import Forbidden, NotFound, Posted, PostError, Rejected, Retryable
from bot.pictures.pool import Pictures
from bot.remembered import Remembered
from bot.servers import ServerSettings, read_settings
from bot.texts import Texts, texts
from bot.ui.guild.night_layout import night_layout, word_layout
from bot.ui.post_errors import NO_MEMBER, answered, code_of
from bot.ui.posting import Poster, nonce
from bot.work_queue import WorkQueue
from engines import catalog

log = logging.getLogger(__name__)

ROUND = 15.0
"""Seconds between two looks for nights of which something is due."""

AHEAD = 60_000
"""Milliseconds by which a night is looked at before the first thing of it is due."""

GRACE = 2.0
"""Seconds that work under way gets to finish when the bot stops."""

AT_ONCE = 5
"""Steps of a night before it is shown; those that are due after them follow at once."""

REMEMBERED = 1_000
"""Tables of nights that are known as such; the others are found at the next look."""

NO_WORD = (Forbidden, NotFound, Rejected)
"""What a post fails with that is not tried again."""


def _settings_and_league(db: Connection, night: Night) -> tuple[ServerSettings, League | None]:
    return read_settings(db, night.guild_id), league_of(db, night)


def quick(game: str) -> Mapping[str, Any] | None:
    """Return the options with which a game is played at a night: its quick length, where it has several.

    None: the game is not here.
    """
    if not is_here(game):
        return None
    lengths = title(game).own_lengths
    chosen = lengths.options(Length.QUICK) if lengths else {}
    options: Mapping[str, Any] = catalog.game(game).options(dict(chosen)).model_dump(mode="json")
    return options


class NightKeeper:
    """Keeps the nights of the servers that this process looks after."""

    def __init__(
        self,
        client: discord.Client,
        database: Database,
        nights: Nights,
        poster: Poster,
        keeps: Callable[[int], bool],
        pictures: Pictures,
    ) -> None:
        """`keeps` tells whether this process looks after a server."""
        self._client = client
        self._database = database
        self._nights = nights
        self._poster = poster
        self._keeps = keeps
        self._pictures = pictures
        self._of_tables = Remembered[str, int](REMEMBERED)
        self._queue = WorkQueue(self._run, "race night", (Retryable, DatabaseUnusable))
        self._looking: asyncio.Task[None] | None = None

    def ask(self, night_id: int) -> None:
        """Have a night looked at: something of it changed."""
        self._queue.ask(str(night_id))

    def heard(self, table_id: str) -> None:
        """Look at the night of a table that has changed."""
        if (night_id := self._of_tables.get(table_id)) is not None:
            self.ask(night_id)

    async def resume(self) -> None:
        """Take up the nights that an earlier run left, and look for what is due from now on."""
        await self.look()
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_again(), name="look for nights that are due")

    async def close(self) -> None:
        """Let work under way finish; the rest waits in the database."""
        if self._looking:
            self._looking.cancel()
        await self._queue.close(GRACE)

    async def look(self) -> None:
        """Look at every night of which something is due, or may be."""
        found = await self._database.read(active, self._nights.now() + REMIND + AHEAD)
        for night_id, guild_id in found:
            if self._keeps(guild_id) and self._client.get_guild(guild_id):
                self.ask(night_id)

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            try:
                await self.look()
            except DatabaseUnusable as error:
                log.error("race nights wait: %s", error)
            except Exception:  # a fault of ours: nobody else would look for nights again
                log.exception("race nights wait")

    async def _run(self, key: str) -> None:
        """Do what is due of a night, show it, and wake up when there is more; it rests while its server is gone."""
        night = await self._database.read(find, int(key))
        if night is None or not self._keeps(night.guild_id) or not self._client.get_guild(night.guild_id):
            return
        for _ in range(AT_ONCE):  # so that a call to the tables names them
            again_at = await self._step(night.night_id)
            if again_at is None or again_at > self._nights.now():
                break
        night = await self._database.read(find, night.night_id)
        if night is None:
            return
        self._remember(night)
        await self._show(night)
        if again_at is not None:
            seconds = (again_at - self._nights.now()) / 1000
            if seconds < ROUND:
                self._queue.ask_in(max(0.0, seconds), key)

    async def _step(self, night_id: int) -> int | None:
        """Do what is due; a night begins only where it has a place, and once it was looked who has left.

        Return when to look again: at once where somebody has pressed something meanwhile.
        """
        night = await self._database.read(find, night_id)
        is_time = bool(night and night.starts_at <= self._nights.now())
        try:
            if night and is_time and night.status is NightStatus.PLANNED:
                if self._has_no_place(night):
                    await self._give_up(night)
                else:
                    await self._let_go(night)
            return await self._nights.advance(night_id, may_begin=is_time)
        except NightRefused as late:
            log.info("night %d: it is another one by now: %s", night_id, late.reason)
            return self._nights.now()

    async def _give_up(self, night: Night) -> None:
        """Call a night off that has no place."""
        await self._database.write(commands.give_up, night.guild_id, night.night_id, self._nights.now())

    def _has_no_place(self, night: Night) -> bool:
        """Whether the channel is gone in which a night was planned; not while Discord itself tells of no channels."""
        guild = self._client.get_guild(night.guild_id)
        if guild is None or guild.unavailable:
            return False
        return guild.get_channel(night.parent_id or night.channel_id) is None

    async def _let_go(self, night: Night) -> None:
        """Sign out players who have left the server, before the night begins.

        A player about whom Discord gives no answer stays signed up.
        """
        for each in night.players:
            try:
                await answered(self._client.http.get_member(night.guild_id, each.user_id))
            except NotFound as gone:
                if code_of(gone) not in NO_MEMBER:  # as while the bot is being removed from the server
                    return
                here = (night.guild_id, night.night_id)
                await self._database.write(commands.sign_out, *here, each.user_id)
            except Retryable as trouble:  # an outage: the next player would wait for it as well
                log.info("night %d: members of the server are not known: %s", night.night_id, trouble)
                return
            except PostError as trouble:
                log.info("night %d: one player cannot be looked up: %s", night.night_id, trouble)

    def _remember(self, night: Night) -> None:
        for table in night.now_at:
            if table.table_id and not table.state.is_done:
                self._of_tables[table.table_id] = night.night_id

    async def _show(self, night: Night) -> None:
        """Bring the post of a night up to date, and post what is owed besides."""
        if night.requested == night.shown and not night.owed:
            return
        settings, league = await self._database.read(_settings_and_league, night)
        t = texts(settings.spoken)
        if night.requested > night.shown:
            await self._bring_up_to_date(night, night_layout(night, league, t))
        for word in night.owed:
            await self._say(night, word, settings, t)

    async def _bring_up_to_date(self, night: Night, layout: MessageLayout) -> None:
        message_id = night.message_id
        try:
            message_id = await self._post(night, layout)
        except NO_WORD as trouble:
            log.warning("night %d: its post is not up to date: %s", night.night_id, trouble)
            if message_id is None and night.status is NightStatus.PLANNED:
                await self._give_up(night)
        await self._database.write(note_shown, night, message_id)

    async def _post(self, night: Night, layout: MessageLayout) -> int | None:
        """Edit the post, or post it where there is none, or none any more; return its id.

        Of a night that is over nobody has to hear again where its post is gone, or never could be made.
        """
        if night.message_id is not None:
            try:
                await self._poster.edit(Posted(night.channel_id, night.message_id), layout)
            except NotFound:
                log.info("night %d: its post is gone", night.night_id)
            else:
                return night.message_id
        if night.shown and not night.is_open:
            return None
        name = nonce("night", night.night_id, night.message_id)
        return (await self._poster.send(night.channel_id, layout, name)).message_id

    async def _say(self, night: Night, word: str, settings: ServerSettings, t: Texts) -> None:
        layout = word_layout(night, word, t)
        if layout:
            try:
                layout = await self._drawn(night, self._allowed(night, layout), settings)
                await self._poster.send(night.channel_id, layout, nonce("night", night.night_id, word))
            except NO_WORD as trouble:
                log.warning("night %d: a word was not posted: %s", night.night_id, trouble)
        await self._database.write(note_posted, night, word)

    async def _drawn(self, night: Night, layout: MessageLayout, settings: ServerSettings) -> MessageLayout:
        """Draw the pictures; leave them out where none are wanted or possible: the words say all that is in them."""
        allowed = self._poster.permissions(night.guild_id, night.channel_id)
        may_attach = allowed is None or allowed.attach_files
        if (
            settings.pictures
            and may_attach
            and await self._pictures.draw(layout.drawings, f"night {night.night_id}")
        ):
            return layout
        return layout._replace(drawings=())

    def _allowed(self, night: Night, layout: MessageLayout) -> MessageLayout:
        """Leave out roles that the bot may not mention in the channel."""
        guild = self._client.get_guild(night.guild_id)
        where = guild.get_channel_or_thread(night.channel_id) if guild else None
        if guild is None or where is None or (isinstance(where, discord.Thread) and where.parent is None):
            return layout._replace(roles=())
        may_all = where.permissions_for(guild.me).mention_everyone
        known = [role for each in layout.roles if (role := guild.get_role(each))]
        return layout._replace(roles=[role.id for role in known if may_all or role.mentionable])
