"""The rooms of a process, put together: a Discord client that has them all, and that hears nothing yet."""

from __future__ import annotations

from typing import Any

import discord

from bot.cluster.heartbeat import Clock, Heartbeat
from bot.cluster.ownership import Ownership
from bot.db import Database
from bot.games.titles import made_at_once, prepared_lesson
from bot.lessons import Lessons
from bot.messages.snapshot import installed_games
from bot.metrics.watching import requests_traced
from bot.nights import Nights
from bot.outbox import urgency
from bot.outbox.urgency import Urgency
from bot.outbox.worker import OutboxWorker
from bot.pictures.pool import Pictures
from bot.process_options import DEFAULTS, ProcessOptions
from bot.shards import Shards
from bot.slash_commands import add_commands
from bot.slash_commands.command import CommandServices
from bot.slash_commands.general import offered
from bot.slash_commands.translator import Translator
from bot.slash_commands.tree import Tree
from bot.tables import Tables
from bot.tables.clockwork import Clockwork
from bot.tables.pace import Pacing
from bot.tables.retention import Sweeper
from bot.texts import DEFAULT
from bot.threads import Threads
from bot.ui.clicks.dispatch import Clicks
from bot.ui.clicks.help_clicks import HelpClicks
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
from bot.ui.lessons.lesson_clicks import LessonClicks
from bot.ui.limits import Admission
from bot.ui.posting import Poster
from bot.ui.screens import Screens

INTENTS = discord.Intents(guilds=True, dm_messages=True)
"""Nothing privileged: servers with their channels, and which direct message is the newest."""

CLICKS = {discord.InteractionType.component, discord.InteractionType.modal_submit}
"""What is pressed, and forms that are sent."""

SERVERS_APART = 0.5
"""Seconds without another server after which Discord is taken to have named them all, at the start.

What a late one waits for is posted once it is there.
"""


class Rooms(discord.AutoShardedClient):
    """Whatever a process has; each room is handed those that it needs, and they stand above it."""

    def __init__(self, database: Database, options: ProcessOptions = DEFAULTS) -> None:
        super().__init__(
            **_served(options.shards),
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=SERVERS_APART,
            http_trace=requests_traced(),
        )
        self.database = database
        self.threads = Threads()
        self.pictures = Pictures(options.render_workers)
        self.poster = Poster(self, options.shards)
        self.time = Clock()
        self.ownership = Ownership(database, options.shards, database.session_locks())
        self.command_names = CommandNames()
        self._put_up_tables(options)
        self._put_up_screens()
        self._put_up_guild_rooms()
        self._put_up_clicks()
        self._put_up_commands()

    def _put_up_tables(self, options: ProcessOptions) -> None:
        """Put up the matches, the clocks they are played by, and who lets go of what is kept no longer."""
        database, now = self.database, self.time.now
        pacing = Pacing(options.pace, made_at_once)
        self.tables = Tables(database, now, installed_games(), self.ownership.announce, pacing)
        self.heartbeat = Heartbeat(database, self.ownership, self.time, self._tell_of_an_absence)
        self.clockwork = Clockwork(
            database, self.tables, self.threads.think, now, self.heartbeat, self.ownership.keeps_table
        )
        self.sweeper = Sweeper(database, now, options.retention)

    def _put_up_screens(self) -> None:
        """Put up what is shown of tables, and who posts it."""
        now = self.time.now
        self.screens = Screens(
            self.database, self.tables, self.poster, self.threads, self.pictures, now, self.ownership
        )
        self.outbox = OutboxWorker(
            self.database,
            self.screens.show,
            now,
            self.screens.look,
            self.screens.notes,
            is_kept=self.ownership.keeps_table,
        )

    def _put_up_guild_rooms(self) -> None:
        """Put up what belongs to servers and to no table: nights, the first steps, what managers did, their news."""
        database, poster, now = self.database, self.poster, self.time.now
        nights = Nights(database, self.tables, now, quick, DEFAULT.lobby.computer_names)
        self.nights = NightKeeper(self, database, nights, poster, self.ownership.keeps, self.pictures)
        self.greeter = Greeter(self, database, poster, self.command_names, now)
        self.bank_audit = BankAudit(database, poster, self.ownership.keeps)
        self.server_news = ServerNews(
            self, self.tables, self.greeter, self.ownership, self.outbox.try_forbidden, poster.may_write
        )

    def _put_up_clicks(self) -> None:
        """Put up what answers presses and forms, and who lets them in."""
        database, tables, now = self.database, self.tables, self.time.now
        self.settings = SettingsClicks(tables)
        self.privacy = PrivacyClicks(database, tables, self.poster, self.screens.notes, now)
        lessons = Lessons(database, now, prepared_lesson, self.threads.work)
        self.lessons = LessonClicks(
            database, lessons, tables, self.poster, self.threads, self.pictures, self.command_names
        )
        self.night_clicks = NightClicks(database, self.nights, now)
        self.standings = StandingsClicks(database, self.pictures, now)
        self.clicks = Clicks(
            tables,
            self.screens,
            self.settings,
            self.privacy,
            self.lessons,
            self.night_clicks,
            self.standings,
            HelpClicks(lambda locale: offered(self.tree, locale), self.command_names),
        )
        self.admission = Admission(self._kind, lambda: self.shard_count or 1)

    def _put_up_commands(self) -> None:
        """Put up the slash commands' tree, and what they are made with."""
        self.tree = Tree(self, self.admission.admits)
        self.services = CommandServices(
            self.tree,
            self.database,
            self.tables,
            self.screens,
            self.settings,
            self.privacy,
            self.lessons,
            Profiles(self.database, self.tables, self.pictures),
            self.command_names,
            self.bank_audit,
            self.night_clicks,
            self.standings,
            self.time.now,
        )

    async def offer_commands(self) -> None:
        """Have slash commands taken, in every language."""
        await self.tree.set_translator(Translator())
        add_commands(self.services)

    def _tell_of_an_absence(self, table_id: str) -> None:
        with urgency.at(Urgency.MADE_UP):
            self.tables.tell(table_id)

    def _kind(self, interaction: discord.Interaction) -> str:
        """Name the control or the command that was used."""
        if interaction.type in CLICKS:
            return self.clicks.kind(interaction)
        command = interaction.command
        return f"/{command.qualified_name}" if command else "unknown"


def _served(shards: Shards | None) -> dict[str, Any]:
    """Say which shards a process serves, as discord.py takes it; all where no others are named."""
    return {"shard_ids": sorted(shards.numbers), "shard_count": shards.of} if shards else {}
