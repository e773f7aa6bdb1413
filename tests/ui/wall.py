"""A wall instead of Discord: keeps what is posted and edited, says what a message would notify, and fails as told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import count
from typing import Any

import discord
import pytest

from bot.cluster.ownership import Ownership
from bot.games.titles import prepared_lesson
from bot.lessons import Lessons
from bot.messages.layout import MessageLayout
from bot.outbox import NotFound, Opened, Post, Posted, PostError
from bot.outbox.worker import OutboxWorker
from bot.pictures.pool import Pictures
from bot.threads import Threads
from bot.ui.clicks.dispatch import Clicks
from bot.ui.clicks.help_clicks import HelpClicks
from bot.ui.clicks.night_clicks import NightClicks
from bot.ui.clicks.privacy_clicks import PrivacyClicks
from bot.ui.clicks.settings_clicks import SettingsClicks
from bot.ui.clicks.standings_clicks import StandingsClicks
from bot.ui.guild.help_pages import CommandNames
from bot.ui.lessons.lesson_clicks import LessonClicks
from bot.ui.respond import end_thinking, is_thinking
from bot.ui.screens import Screens
from tests.tables.playing import CHANNEL, TableRig

THREAD = 77
ANSWERS = 78
"""Where the answers stand that only one person sees."""


class Wall:
    """Stands in for the poster. Direct messages with a user are the channel of the user's own number."""

    def __init__(self) -> None:
        self.messages: dict[Posted, MessageLayout] = {}
        self.pictures: dict[Posted, int] = {}
        """How often the pictures of a message were sent."""
        self.heard: list[tuple[int, Posted]] = []
        """Whom a new message notified, and where, in order."""
        self.trouble: dict[str, PostError] = {}
        """What fails, by the name of the method, or by the number of a channel for what is sent there."""
        self.below: set[Posted] = set()
        """Direct messages that are not the newest of their channel."""
        self.may_attach = True
        self.answers: list[MessageLayout] = []
        """Desks shown in answers that only one person sees."""
        self.opened: dict[str, Posted] = {}
        """Where the answer stands that a token is good for."""
        self.missed: list[Posted] = []
        """Messages that were to be edited and are not there any more."""
        self._ids = count(1000)

    def public(self) -> list[MessageLayout]:
        """Return what stands in the thread, the oldest first."""
        return [layout for place, layout in self.messages.items() if place.channel_id == THREAD]

    def boards(self) -> list[MessageLayout]:
        """Return the boards that have their controls."""
        return [layout for layout in self.public() if ":0:desk" in str(controls(layout))]

    def desks(self, user_id: int) -> list[MessageLayout]:
        """Return what stands in somebody's direct messages."""
        return [layout for place, layout in self.messages.items() if place.channel_id == user_id]

    def _raise(self, *names: str) -> None:
        for name in names:
            if trouble := self.trouble.get(name):
                raise trouble

    # ----------------------------------------------------------------------------------- what a poster does

    def permissions(self, guild_id: int, channel_id: int) -> discord.Permissions | None:
        return discord.Permissions(attach_files=self.may_attach)

    def has_one_person(self, guild_id: int) -> bool:
        return False

    def may_write(self, guild_id: int, channel_id: int) -> bool:
        return True

    def may_edit(self, guild_id: int, channel_id: int) -> bool:
        return True

    def may_delete(self, guild_id: int, channel_id: int) -> bool:
        return True

    def is_on_top(self, place: Posted) -> bool:
        return place not in self.below

    async def open_thread(self, *_: object) -> int:
        return THREAD

    async def add_to_thread(self, *_: object) -> None:
        return

    async def direct_channel(self, user_id: int) -> int:
        return user_id

    async def send(
        self, channel_id: int, layout: MessageLayout, name: str, *, silent: bool = False
    ) -> Posted:
        self._raise("send", str(channel_id))
        place = Posted(channel_id, next(self._ids))
        self.messages[place] = layout
        self.pictures[place] = 1
        told = layout.pings if channel_id in {THREAD, CHANNEL} else [channel_id]
        if not silent:
            self.heard += [(user, place) for user in told]
        return place

    async def edit(self, place: Posted, layout: MessageLayout) -> None:
        self._raise("edit")
        self._show(place, layout)
        self.pictures[place] += bool(layout.drawings)

    async def edit_words(self, place: Posted, layout: MessageLayout) -> None:
        self._raise("edit_words")
        carried = {drawing.filename for drawing in self._standing(place).drawings}
        assert {drawing.filename for drawing in layout.drawings} == carried
        self._show(place, layout)

    async def edit_answer(self, interaction: Any, layout: MessageLayout) -> int:
        await asyncio.sleep(0)  # what follows from a press begins before Discord has answered
        self._raise("edit_answer")
        if interaction.message is None or is_thinking(interaction):
            place = Posted(ANSWERS, next(self._ids))
            self.messages[place], self.pictures[place] = layout, 1
            self.answers.append(layout)
        else:
            place = Posted(interaction.message.channel_id, interaction.message.id)
            self._show(place, layout)
            self.pictures[place] += bool(layout.drawings)
        self.opened[interaction.token] = place
        end_thinking(interaction)
        return place.message_id

    async def edit_pressed(self, interaction: Any, layout: MessageLayout) -> None:
        await asyncio.sleep(0)  # the same
        self._raise("edit_answer")
        place = Posted(interaction.message.channel_id, interaction.message.id)
        await self.edit_words(place, layout)
        self.opened[interaction.token] = place

    async def edit_opened(self, opened: Opened, layout: MessageLayout) -> None:
        self._raise("edit_opened")
        place = self._opened(opened)
        self._show(place, layout)
        self.pictures[place] += bool(layout.drawings)

    async def edit_opened_words(self, opened: Opened, layout: MessageLayout) -> None:
        self._raise("edit_opened")
        await self.edit_words(self._opened(opened), layout)

    def _opened(self, opened: Opened) -> Posted:
        place = self.opened.get(opened.token)
        if place is None:
            raise NotFound("400 50027")
        assert place.message_id == opened.message_id
        return place

    async def delete(self, place: Posted) -> None:
        self._raise("delete")
        self.messages.pop(place, None)

    def _show(self, place: Posted, layout: MessageLayout) -> None:
        self._standing(place)
        self.messages[place] = layout

    def _standing(self, place: Posted) -> MessageLayout:
        if place not in self.messages:
            self.missed.append(place)
            raise NotFound("404 10008")
        return self.messages[place]


class Painted:
    """Tables whose screens are posted on a wall, when it is asked for and one after another."""

    def __init__(self, rig: TableRig, wall: Wall, render_pool: Pictures) -> None:
        self.rig = rig
        self.wall = wall
        self.pictures = render_pool
        self.threads = Threads()
        self.screens = Screens(
            rig.database,
            rig.tables,
            wall,  # type: ignore[arg-type]
            self.threads,
            render_pool,
            lambda: rig.time,
            Ownership(rig.database),
        )
        self._outbox = OutboxWorker(
            rig.database, self.screens.show, lambda: rig.time, self.screens.look, self.screens.notes
        )

    async def paint(self, table_id: str) -> None:
        """Post what is due, in public first; what that brings up comes after it."""
        await self._outbox._post_public(table_id)
        await self._outbox._post_private(table_id)
        if not self._outbox._words.is_at_work(table_id):  # a worker that was closed begins nothing by itself
            await self._outbox._post_words(table_id)
        await self._outbox.close()

    async def paint_desks_first(self, table_id: str) -> None:
        """Post what is due, the desks first, as it happens where Discord slows the public place down."""
        await self._outbox._post_private(table_id)
        await self.paint(table_id)

    async def problems(self, table_id: str) -> list[Post]:
        """Return the posts that were given up."""
        return [post for post in await self.rig.posts(table_id) if post.problem]


def lessons_on(painted: Painted) -> LessonClicks:
    """Take what is pressed in lessons beside what is painted."""
    rig, threads = painted.rig, painted.threads
    lessons = Lessons(rig.database, lambda: rig.time, prepared_lesson, threads.work)
    return LessonClicks(
        rig.database,
        lessons,
        rig.tables,
        painted.wall,  # type: ignore[arg-type]
        threads,
        painted.pictures,
        CommandNames(),
    )


def clicks_on(painted: Painted) -> Clicks:
    """Take clicks on what is painted; nobody's data are exported or erased there, and no night is planned."""
    rig = painted.rig
    settings = SettingsClicks(rig.tables)
    privacy = PrivacyClicks(rig.database, rig.tables, None, None, lambda: rig.time)  # type: ignore[arg-type]
    nights = NightClicks(rig.database, None, lambda: rig.time)  # type: ignore[arg-type]
    standings = StandingsClicks(rig.database, painted.pictures, lambda: rig.time)
    lessons, commands = lessons_on(painted), HelpClicks(lambda _: {}, CommandNames())
    return Clicks(rig.tables, painted.screens, settings, privacy, lessons, nights, standings, commands)


def controls(layout: MessageLayout) -> Sequence[str]:
    """Return the addresses of a layout's controls."""
    items: list[Any] = [item for row in layout.controls for item in row]
    return [str(item.custom_id) for item in items]


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
async def render_pool() -> AsyncIterator[Pictures]:
    made = Pictures()
    yield made
    await made.close()


@pytest.fixture
def painted(rig: TableRig, wall: Wall, render_pool: Pictures) -> Painted:
    return Painted(rig, wall, render_pool)
