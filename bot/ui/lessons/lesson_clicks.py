"""Clicks in lessons: each is answered in the message that was pressed, which nobody else sees."""

from __future__ import annotations

from functools import partial

import discord

from bot.db import Database
from bot.games.screens import Act
from bot.lessons import Lessons, Progress, forget, leave
from bot.messages.layouts.desk_layout import HINT, MORE, more_of_desk
from bot.outbox.urgency import Urgency
from bot.pictures.pool import Pictures
from bot.servers import ServerSettings, read_settings
from bot.tables import Refusal, Refused, Tables
from bot.texts import Texts, texts
from bot.threads import Threads
from bot.ui.clicks.click import TableClick
from bot.ui.clicks.meaning import decision
from bot.ui.explaining import REFUSALS, refusal
from bot.ui.forms import amount_form
from bot.ui.guild.help_pages import Named
from bot.ui.hinting import hint
from bot.ui.lessons.lesson_layout import (
    LEAVE,
    learner_of,
    left_layout,
    lesson_layout,
    seating_in,
    snapshot_of,
)
from bot.ui.posting import Poster
from bot.ui.respond import acknowledge, open_form, say, show
from bot.ui.visitors import person


class LessonClicks:
    """Begins lessons, and takes what is pressed in them."""

    def __init__(
        self,
        database: Database,
        lessons: Lessons,
        tables: Tables,
        poster: Poster,
        threads: Threads,
        pictures: Pictures,
        named: Named,
    ) -> None:
        self._database = database
        self._lessons = lessons
        self._tables = tables
        self._poster = poster
        self._threads = threads
        self._pictures = pictures
        self._named = named

    async def begin(self, interaction: discord.Interaction, game: str) -> None:
        """Begin a lesson as the private answer to a command that was acknowledged; one before it is over then."""
        t = texts(str(interaction.locale))
        progress = await self._lessons.begin(person(interaction), game, t.lobby.computer_names)
        await self._show(interaction, progress, t)

    async def take(self, click: TableClick) -> None:
        """Do what was pressed. Raises `Refused` where it was pressed in no lesson of whoever pressed."""
        if not click.is_private:
            await say(click.interaction, click.t.table.unknown_control)
            return
        match click.press.parts:
            case (what,) if what == LEAVE:
                await self._leave(click)
            case (what,) if what in {HINT, MORE}:
                await self._tell(click, what)
            case _:
                await self._play(click)

    async def _leave(self, click: TableClick) -> None:
        await acknowledge(click.interaction)
        game = await self._database.write(leave, click.table_id, click.user_id)
        computers = (await self._settings(click.interaction)).computers
        layout = left_layout(game, click.t, self._named, has_computers=computers)
        await self._poster.edit_answer(click.interaction, layout)

    async def _tell(self, click: TableClick, what: str) -> None:
        """Tell what to do, or more about what is asked, beside the lesson."""
        await acknowledge(click.interaction, answer=True)
        progress = await self._lessons.read(click.table_id, click.user_id)
        if progress.asked is None:
            raise Refused(Refusal.NO_SUCH_LESSON)
        snapshot = snapshot_of(progress, click.t)
        if what == HINT:
            await say(click.interaction, hint(snapshot, click.user_id, click.t))
        else:
            seat = learner_of(progress)
            more = await self._threads.work(more_of_desk, snapshot, seat, progress.slip, progress.since)
            await show(click.interaction, more)

    async def _play(self, click: TableClick) -> None:
        """Decide, fill in a slip or give an order; then show the lesson as it is, and why a press was refused."""
        if click.press.wants_form and await self._is_form_open(click):
            return
        await acknowledge(click.interaction)
        progress = await self._lessons.read(click.table_id, click.user_id)
        problem = None
        try:
            progress = await self._gone_on(click, progress)
        except REFUSALS as refused:
            progress = await self._lessons.read(click.table_id, click.user_id)
            words = snapshot_of(progress, click.t).words
            problem = refusal(refused, words, click.t, "a press in a lesson")
        await self._show(click.interaction, progress, click.t)
        if problem:
            await say(click.interaction, problem)

    async def _gone_on(self, click: TableClick, progress: Progress) -> Progress:
        """Return how far a lesson is after a press; raise why it was refused."""
        if progress.asked is None:
            return progress
        snapshot = snapshot_of(progress, click.t)
        match click.press.parts:
            case ("order", kind, "on" | "off" as switch) if kind in snapshot.screens.orders:
                agent = snapshot.screens.orders[kind] if switch == "on" else None
                return await self._lessons.order(progress, kind, agent)
        seating = decision(snapshot, progress.slip, learner_of(progress), click)
        pressed = snapshot.screens.pressed(seating, click.press, snapshot.words)
        if isinstance(pressed, Act):
            return await self._lessons.decide(progress, pressed.action)
        return await self._lessons.fill_in(progress, pressed.draft)

    async def _is_form_open(self, click: TableClick) -> bool:
        """Answer with a form, which has to be the first answer; False: nothing was answered yet."""
        progress = await self._lessons.read(click.table_id, click.user_id)
        if progress.asked != click.asked:
            return False
        snapshot = snapshot_of(progress, click.t)
        form = snapshot.screens.form(seating_in(progress, snapshot), click.press, snapshot.words)
        if form is not None:
            await open_form(click.interaction, amount_form(click.address, form))
        return form is not None

    async def _show(self, interaction: discord.Interaction, progress: Progress, t: Texts) -> None:
        """Show a lesson as it is in the message an interaction belongs to; one that is over is kept no longer."""
        settings = await self._settings(interaction)
        lay_out = partial(lesson_layout, progress, t, self._named, has_computers=settings.computers)
        layout = await self._threads.work(lay_out)
        if not (settings.pictures and await self._pictures.draw(layout.drawings, "a lesson", Urgency.ASKED)):
            layout = layout.in_words()
        await self._poster.edit_answer(interaction, layout)
        if progress.asked is None:
            await self._database.write(forget, progress.stored.lesson_id)

    async def _settings(self, interaction: discord.Interaction) -> ServerSettings:
        """Return what the server has set in which somebody learns."""
        guild_id = interaction.guild_id
        return (
            ServerSettings()
            if guild_id is None
            else await self._tables.database.read(read_settings, guild_id)
        )
