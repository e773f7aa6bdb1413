"""The bot, as Discord sees it: what the rooms are handed of what Discord sends, and how they start and stop."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import discord

from bot.cluster.ownership import ShardsTaken
from bot.db import Database
from bot.db.errors import DatabaseBusy, DatabaseUnusable
from bot.metrics import counted
from bot.outbox import urgency
from bot.outbox.lookups import due_tables
from bot.outbox.urgency import Urgency
from bot.process_options import DEFAULTS, ProcessOptions
from bot.rooms import CLICKS, Rooms
from bot.shards import Shards
from bot.startup import Startup
from bot.tables.day_commands import follow_games
from bot.tables.queries import served_by
from bot.ui.post_errors import BROKEN_OFF

log = logging.getLogger(__name__)

GIVING_BACK = 1.5
"""Seconds in which the database takes what this process gives back, or else the others find out by themselves."""

FAREWELL = 1.0
"""Seconds for taking leave of the gateway."""


class Paddock(Rooms):
    """The bot. Everything it knows is in the database; a fresh process with the same store is the same bot."""

    def __init__(self, database: Database, options: ProcessOptions = DEFAULTS) -> None:
        super().__init__(database, options)
        self._beating: asyncio.Task[None] | None = None
        self.ousted: ShardsTaken | None = None
        """Why this process has to end: another one serves its shards."""
        self.startup = Startup(
            {
                "servers": self.server_news.look,
                "games": partial(follow_games, self.tables),
                "clocks": self._start_clocks,
                "posts": self._resume_posts,
                "permissions": self.server_news.try_forbidden,
                "commands": self._tell_commands,
                "greetings": self.greeter.resume,
                "acts": self.bank_audit.resume,
                "nights": self.nights.resume,
                "erasures": self.privacy.resume,
                "rules": self.tables.outdated.end_all,
                "sweeper": self.sweeper.resume,
            },
            (DatabaseUnusable, discord.HTTPException, *BROKEN_OFF),
        )

    @property
    def resumed(self) -> asyncio.Event:
        """Set once what an earlier run left open has been taken up."""
        return self.startup.done

    # ------------------------------------------------------------------------------------ start and stop

    async def setup_hook(self) -> None:
        """Have changes of tables seen to, and commands taken, from the first press on."""
        self.ownership.gained = self._take_up
        self.ownership.lost = self.screens.forget
        self.ownership.changed = self.tables.tell
        await self.ownership.join()
        await self.screens.doubt_desks(self.ownership.kept)  # before anything is shown
        self.ownership.listen()
        self._beating = asyncio.create_task(self._beat(), name="heartbeat")
        self.tables.listen(self.outbox.post_soon)
        self.tables.listen(self.clockwork.notify)
        self.tables.listen(self.nights.heard)
        await self.offer_commands()
        await self.ownership.begin_connecting()

    async def on_ready(self) -> None:
        """Take up, once, what an earlier run left open."""
        await self.ownership.end_connecting()
        if self.startup.begin():
            log.info("connected: %d servers, %d shards", len(self.guilds), self.shard_count or 1)
            await self.pictures.warm_up()

    async def stop(self) -> None:
        """Take no more presses, let those under way finish, and leave."""
        await self.admission.close()
        await self.startup.close()
        if self._beating:
            self._beating.cancel()
        closed = await asyncio.gather(
            self.server_news.close(),
            self.clicks.close(),
            self.privacy.close(),
            self.clockwork.close(),
            self.outbox.close(),
            self.screens.opened.close(),
            self.greeter.close(),
            self.bank_audit.close(),
            self.nights.close(),
            self.sweeper.close(),
            return_exceptions=True,
        )
        for error in filter(None, closed):  # whoever else has to hear of the end hears of it all the same
            log.error("a part of the bot could not be closed", exc_info=error)
        await self.screens.removals.close()
        self.threads.close()
        await self.pictures.close()
        await self._give_back()
        await self._take_leave()

    async def _give_back(self) -> None:
        """Leave what this process keeps to the others, or to the next start; where that takes long they find out."""
        giving = asyncio.create_task(self._leave(), name="give back")
        done, _ = await asyncio.wait({giving}, timeout=GIVING_BACK)
        try:
            if done:
                giving.result()
                return
            giving.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody waits for it
            giving.cancel()
            raise DatabaseBusy(f"the database has not taken it within {GIVING_BACK:.1f} s")
        except DatabaseUnusable as error:
            log.error("the other processes have to find out that this one has stopped: %s", error)

    async def _take_leave(self) -> None:
        leaving = asyncio.create_task(self.close())
        done, _ = await asyncio.wait({leaving}, timeout=FAREWELL)
        if not done:
            await self.http.close()  # cuts the connections that wait for a word from a gateway gone silent
        await asyncio.gather(leaving, return_exceptions=True)

    # ----------------------------------------------------------------------------------- what Discord says

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Let the clocks of a shard's servers stand still while nobody's press can arrive."""
        counted.CONNECTED.labels(shard_id).set(0)
        self.heartbeat.disconnected(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Let clocks go on where they stood still."""
        counted.CONNECTED.labels(shard_id).set(1)
        counted.CONNECTS.labels(shard_id, "resumed").inc()
        self.heartbeat.connected(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Let clocks go on after a connection that could not be resumed."""
        counted.CONNECTED.labels(shard_id).set(1)
        counted.CONNECTS.labels(shard_id, "new").inc()
        self.heartbeat.connected(shard_id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take presses and sent modals; commands go through the tree."""
        if interaction.type in CLICKS and await self.admission.admits(interaction):
            await self.clicks.take(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Note the newest direct message, so that a desk below it is sent anew when its owner is asked."""
        if message.guild is None:
            self.poster.heard(message.channel.id, message.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Bring races elsewhere that were run there."""
        self.poster.deleted(channel.id)
        self.server_news.channel_gone(channel.guild.id, channel.id)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Post what was forbidden in a channel that is open again."""
        self.server_news.permissions_changed(after.guild.id)

    async def on_thread_update(self, _before: discord.Thread, after: discord.Thread) -> None:
        """Post what was forbidden in a thread that is open again."""
        self.server_news.permissions_changed(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Post what was forbidden where the bot's roles allow more now."""
        self.server_news.permissions_changed(after.guild.id)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Post what was forbidden where the bot has another role now."""
        if after == after.guild.me:
            self.server_news.permissions_changed(after.guild.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Bring races elsewhere that were run there."""
        self.poster.deleted(thread.thread_id)
        self.server_news.channel_gone(thread.guild_id, thread.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Keep the tables of a server the bot was removed from for a while."""
        self.server_news.bot_left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on where the bot was removed and asked back; show a new server the first steps."""
        self.server_news.bot_joined(guild.id)

    async def on_guild_update(self, _before: discord.Guild, after: discord.Guild) -> None:
        """Note in which language a server is now, for this process and the others."""
        self.server_news.speaks_other_language(after.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Go on there as well if Discord calls the return an end of trouble; the same server twice does no harm.

        Those that are named at the start are looked at by its first step, all at once.
        """
        if self.startup.is_begun:
            self.server_news.is_back(guild.id)

    # --------------------------------------------------------------------------------- the other processes

    async def _beat(self) -> None:
        """Write that this process lives; end where another one serves its shards."""
        try:
            await self.heartbeat.run(self._sweep)
        except ShardsTaken as taken:
            self.ousted = taken
            await self.close()

    async def _start_clocks(self) -> None:
        """Set deadlines later by the time for which the bot was away, then have them run out."""
        served = self.ownership.serves
        await self.heartbeat.start(served.of if served else self.shard_count or 1)
        await self.clockwork.start(self.ownership.kept)

    async def _leave(self) -> None:
        """Write that this process lived until now, and release its shards."""
        try:
            await self.heartbeat.beat()
        finally:
            await self.ownership.leave()

    async def _take_up(self, shards: Shards) -> None:
        """Go on where another process, or this one before its session broke, has left tables."""
        await self.screens.doubt_desks(shards)
        await self._sweep(shards, Urgency.MADE_UP)
        await self.outbox.try_broken(served_by(shards))
        await self.clockwork.take_up(shards)
        await self.bank_audit.resume()
        await self.privacy.resume()
        await self.screens.removals.resume()
        await self.screens.opened.resume(shards)

    async def _resume_posts(self) -> None:
        """Post what an earlier run left due, remove what it could not, and keep an eye on desks that are opened."""
        await self.outbox.resume()
        await self.screens.removals.resume()
        await self.screens.opened.resume(self.ownership.kept)

    async def _sweep(self, shards: Shards | None, hurry: Urgency = Urgency.FOLLOWS) -> None:
        """Look after tables at which posts are due: a word of another process that changed them may be lost."""
        which = None if shards is None else served_by(shards)
        for table_id in await self.database.read(due_tables, which):
            with urgency.at(hurry):
                self.tables.tell(table_id)

    async def _tell_commands(self) -> None:
        """Tell Discord the commands; those that it has from an earlier run are taken meanwhile.

        Of several processes the one that hears direct messages does so, and the others ask what Discord was told.
        """
        is_teller = self.ownership.hears_direct_messages
        self.command_names.learn(await self.tree.told(is_teller=is_teller))

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log what went wrong in an event; its payload stays out of the log, for it may be private."""
        log.exception("event %s failed", event_method)
