"""The Discord client: puts the rooms together, hands them what Discord sends, and stops in good order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

import discord

from bot.games.titles import feats_of, is_here, made_at_once, prepared_lesson, runners_of, usual_buy_in
from bot.lessons import Lessons
from bot.nights import Nights
from bot.observing import observer
from bot.outbox import urgency
from bot.outbox.urgency import Urgency
from bot.outbox.worker import OutboxWorker
from bot.process_options import DEFAULTS, ProcessOptions
from bot.shards import Shards
from bot.slash_commands import add_commands
from bot.slash_commands.command import CommandServices
from bot.slash_commands.translator import Translator
from bot.slash_commands.tree import Tree
from bot.startup import Startup
from bot.store import Store
from bot.store.errors import StoreBusy, StoreError
from bot.tables import Tables
from bot.tables.clockwork import Clockwork
from bot.tables.counted_time import CountedTime
from bot.tables.elsewhere import ChangedElsewhere
from bot.tables.joining import ShardsTaken
from bot.tables.pace import Pacing
from bot.tables.process import Process
from bot.tables.processes import DIRECT_MESSAGES
from bot.tables.retention import Sweeper
from bot.texts import DEFAULT
from bot.ui.admission import Admission
from bot.ui.clicks.dispatch import Clicks
from bot.ui.clicks.night_clicks import NightClicks
from bot.ui.clicks.privacy_clicks import PrivacyClicks
from bot.ui.clicks.settings_clicks import SettingsClicks
from bot.ui.clicks.standings_clicks import StandingsClicks
from bot.ui.guild.bank_audit import BankAudit
from bot.ui.guild.greeter import Greeter
from bot.ui.guild.help_pages import CommandNames
from bot.ui.guild.night_keeper import NightKeeper, quick
from bot.ui.guild.profiles import Profiles
from bot.ui.guild.server_news import ServerNews
from bot.ui.late_answers import LateAnswers
from bot.ui.lessons.lesson_clicks import LessonClicks
from bot.ui.post_errors import BROKEN_OFF
from bot.ui.posting import Poster
from bot.ui.render_pool import RenderPool
from bot.ui.screens import Screens

log = logging.getLogger(__name__)

INTENTS = discord.Intents(guilds=True, dm_messages=True)
"""Nothing privileged: servers with their channels, and which direct message is the newest."""

UNUSED = "MESSAGE_UPDATE"
"""What Discord sends with those as well: that a desk was edited, as we have had it edited."""

CLICKS = {discord.InteractionType.component, discord.InteractionType.modal_submit}
"""What is pressed, and forms that are sent."""

GIVING_BACK = 1.5
"""Seconds in which the database takes what this process gives back, or else the others find out by themselves."""

FAREWELL = 1.0
"""Seconds for taking leave of the gateway."""

TELLING = 60.0
"""Seconds in which Discord takes the commands, or else is told them again later."""

SERVERS_APART = 0.5
"""Seconds without another server after which Discord is taken to have named them all, at the start.

What a late one waits for is posted once it is there.
"""


class Paddock(discord.AutoShardedClient):
    """The bot. Everything it knows is in the store; a fresh process with the same store is the same bot."""

    def __init__(self, store: Store, options: ProcessOptions = DEFAULTS) -> None:
        shards = options.shards
        mine: dict[str, Any] = {}
        if shards:
            mine = {"shard_ids": sorted(shards.numbers), "shard_count": shards.of}
        super().__init__(
            **mine,
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=SERVERS_APART,
            http_trace=observer().http_trace,
        )
        self._connection.parsers.pop(UNUSED, None)  # else a message is made of each, for nobody
        self._observer = observer()
        self.store = store
        self.render_pool = RenderPool(options.painters)
        self.poster = Poster(self, shards)
        self.time = CountedTime(counts=lambda: store.is_writable)
        now = self.time.now
        self.process = Process(store, self.time, shards, is_alone=store.is_alone)
        pacing = Pacing(options.pace, made_at_once)
        self.tables = Tables(
            store, now, usual_buy_in, is_here, self.process.announce, pacing, runners_of, feats_of
        )
        self.screens = Screens(store, self.tables, self.poster, self.render_pool, now)
        self.outbox = OutboxWorker(
            store,
            self.screens.show,
            now,
            self.screens.look,
            self.screens.notes,
            is_kept=self.process.keeps_table,
            hand_on=self.screens.hand_on,
        )
        self.elsewhere = ChangedElsewhere(
            self.screens.look_at_all, self.tables.read, self.tables.watchers, self.outbox.begin_with
        )
        self.clockwork = Clockwork(
            store, self.tables, self.render_pool.think, self.time, self._tell_of_an_absence, self.process
        )
        self.command_names = CommandNames()
        self.settings = SettingsClicks(self.tables)
        self.privacy = PrivacyClicks(
            store, self.tables, self.poster, self.screens.notes, self.render_pool, now
        )
        lessons = Lessons(store, now, prepared_lesson, self.render_pool.work)
        self.lessons = LessonClicks(lessons, self.tables, self.poster, self.render_pool, self.command_names)
        nights = Nights(store, self.tables, now, quick, DEFAULT.lobby.computer_names)
        keeps, watchers = self.process.keeps, self.tables.watchers
        self.nights = NightKeeper(self, store, nights, self.poster, keeps, watchers, self.render_pool)
        self.night_clicks = NightClicks(nights, self.nights)
        self.standings = StandingsClicks(store, self.render_pool, now)
        self.clicks = Clicks(
            self.tables,
            self.screens,
            self.settings,
            self.privacy,
            self.lessons,
            self.night_clicks,
            self.standings,
        )
        self.greeter = Greeter(self, store, self.poster, self.command_names, now)
        self.bank_audit = BankAudit(store, self.poster, self.process.keeps)
        self.late_answers = LateAnswers(store, self.poster, now, self.process)
        self.sweeper = Sweeper(store, now, options.retention)
        self.server_news = ServerNews(
            self.tables,
            self.greeter,
            lambda guild_id: self.get_guild(guild_id) is not None,
            self._note_languages,
        )
        self.admission = Admission(self.late_answers, self._kind, lambda: self.shard_count or 1)
        self.tree = Tree(self, self.admission.admits)
        self.services = CommandServices(
            self.tree,
            store,
            self.tables,
            self.screens,
            self.settings,
            self.privacy,
            self.lessons,
            Profiles(store, self.tables, self.render_pool),
            self.command_names,
            self.bank_audit,
            self.night_clicks,
            self.standings,
            now,
        )
        self._beating: asyncio.Task[None] | None = None
        self.ousted: ShardsTaken | None = None
        """Why this process has to end: another one serves its shards."""
        self.startup = Startup(
            {
                "servers": self._look_for_servers,
                "games": self.tables.day.follow_games,
                "clocks": self.clockwork.resume,
                "posts": self._resume_posts,
                "commands": self._tell_commands,
                "greetings": self.greeter.resume,
                "acts": self.bank_audit.resume,
                "nights": self.nights.resume,
                "answers": self.late_answers.resume,
                "rules": self.tables.outdated.end_all,
                "sweeper": self.sweeper.resume,
            },
            (StoreError, discord.HTTPException, *BROKEN_OFF),
        )

    @property
    def resumed(self) -> asyncio.Event:
        """Set once what an earlier run left open has been taken up."""
        return self.startup.done

    # ------------------------------------------------------------------------------------ start and stop

    async def setup_hook(self) -> None:
        """Have changes of tables seen to, and commands taken, from the first press on."""
        await self.clockwork.wake()
        self.process.take_up = self._take_up
        self.process.sweep = self._sweep
        self.process.lost = self.screens.forget
        self.process.listen(self.elsewhere.notice)
        self._beating = asyncio.create_task(self._beat(), name="this process lives")
        self.tables.watchers.add(self.outbox.post_soon)
        self.tables.watchers.add(self.clockwork.notify)
        self.tables.watchers.add(self.render_pool.overtake)
        self.tables.watchers.add(self.nights.heard)
        await self.tree.set_translator(Translator())
        add_commands(self.services)

    async def on_ready(self) -> None:
        """Take up, once, what an earlier run left open."""
        self.clockwork.outages.learn(self.shard_count or 1)
        if self.startup.begin():
            log.info("connected: %d servers, %d shards", len(self.guilds), self.shard_count or 1)

    async def stop(self) -> None:
        """Take no more presses, let those under way finish, and leave."""
        await self.admission.close()
        await self.startup.close()
        if self._beating:
            self._beating.cancel()
        await asyncio.gather(
            self.server_news.close(),
            self.elsewhere.close(),
            self.clicks.close(),
            self.privacy.close(),
            self.clockwork.close(),
            self.outbox.close(),
            self.screens.opened.close(),
            self.greeter.close(),
            self.bank_audit.close(),
            self.nights.close(),
            self.late_answers.close(),
            self.sweeper.close(),
        )
        await self.render_pool.close()
        await self._give_back()
        await self._take_leave()

    async def _give_back(self) -> None:
        """Leave what this process keeps to the others, or to the next start; where that takes long they find out."""
        giving = asyncio.create_task(self.process.leave(), name="give back")
        done, _ = await asyncio.wait({giving}, timeout=GIVING_BACK)
        try:
            if done:
                giving.result()
                return
            giving.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody waits for it
            giving.cancel()
            raise StoreBusy(f"the database has not taken it within {GIVING_BACK:.1f} s")
        except StoreError as error:
            log.error("the other processes have to find out that this one has stopped: %s", error)

    async def _take_leave(self) -> None:
        leaving = asyncio.create_task(self.close())
        done, _ = await asyncio.wait({leaving}, timeout=FAREWELL)
        if not done:
            await self.http.close()  # cuts the connections that wait for a word from a gateway gone silent
        await asyncio.gather(leaving, return_exceptions=True)

    def _kind(self, interaction: discord.Interaction) -> str:
        """Name the control or the command that was used."""
        if interaction.type in CLICKS:
            return self.clicks.kind(interaction)
        command = interaction.command
        return f"/{command.qualified_name}" if command else "unknown"

    # ----------------------------------------------------------------------------------- what Discord says

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Let the clocks of a shard's servers stand still while nobody's press can arrive."""
        self._observer.shard_disconnected(shard_id)
        self.clockwork.outages.begin(shard_id, self.shard_count or 1)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Let clocks go on where they stood still."""
        self._observer.shard_connected(shard_id, resumed=True)
        self.clockwork.outages.end(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Let clocks go on after a connection that could not be resumed."""
        self._observer.shard_connected(shard_id, resumed=False)
        self.clockwork.outages.end(shard_id)

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
        """Show the other processes that this one lives; end where another one serves its shards."""
        try:
            await self.process.run()
        except ShardsTaken as taken:
            self.ousted = taken
            await self.close()

    async def _take_up(self, shards: Shards) -> None:
        """Go on where another process, or this one before it was taken for dead, has left tables."""
        await self._sweep(shards, Urgency.MADE_UP)
        await self.clockwork.take_up(shards)
        await self.bank_audit.resume()
        await self.late_answers.resume()
        await self.screens.opened.resume(shards)

    async def _resume_posts(self) -> None:
        """Post what an earlier run left due, and keep an eye on the desks that people have opened."""
        await self.outbox.resume()
        await self.screens.opened.resume(self.process.kept)

    async def _sweep(self, shards: Shards | None, hurry: Urgency = Urgency.FOLLOWS) -> None:
        """Look after tables at which posts are due: a word of another process that changed them may be lost."""
        for table_id in await self.tables.read.with_posts_due(shards):
            with urgency.at(hurry):
                self.tables.watchers.tell(table_id)

    def _tell_of_an_absence(self, table_id: str) -> None:
        with urgency.at(Urgency.MADE_UP):
            self.tables.watchers.tell(table_id)

    async def _tell_commands(self) -> None:
        """Tell Discord the commands; those that it has from an earlier run are taken meanwhile.

        Of several processes the one that hears direct messages does so, and the others ask what Discord was told.
        """
        tells = DIRECT_MESSAGES in self.process.numbers
        async with asyncio.timeout(TELLING):
            told = await (self.tree.sync() if tells else self.tree.fetch_commands())
        if not told:
            raise TimeoutError("Discord was not told any commands yet")
        self.command_names.learn({command.name: command.id for command in told})

    async def _look_for_servers(self) -> None:
        present = {guild.id for guild in self.guilds}
        await self.tables.guilds.follow_guilds(present, self.process.serves)
        await self._note_languages(present)

    async def _note_languages(self, guild_ids: Iterable[int]) -> None:
        """Have other processes know which languages Discord has for servers that this one hears."""
        heard = [guild for each in guild_ids if (guild := self.get_guild(each))]
        await self.tables.guilds.follow_locales({guild.id: str(guild.preferred_locale) for guild in heard})

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log what went wrong in an event; its payload stays out of the log, for it may be private."""
        log.exception("event %s failed", event_method)
