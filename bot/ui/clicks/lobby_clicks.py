"""Clicks on a lobby: its buttons, the forms of its options and of words for its luck; and the offer of a rematch."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.titles import title
from bot.messages.layouts.lobby_layout import money_layout
from bot.messages.layouts.luck_layout import why_no_words
from bot.remembered import Remembered
from bot.tables import Status, Table, Tables, lobby_commands
from bot.tables.loading import load
from bot.tables.lobby_commands import usual_zone
from bot.tables.offsets import called
from bot.tables.race_commands import Company
from bot.texts import Texts
from bot.texts.markup import channel, mention
from bot.ui.clicks.click import TableClick
from bot.ui.clicks.meaning import table_here
from bot.ui.forms import options_form, options_from, words_form
from bot.ui.manner_form import NOTHING_TYPED, manner_form, manner_from
from bot.ui.respond import acknowledge, open_form, say, say_pages, show
from bot.ui.screens import Screens
from bot.ui.visitors import person, thread_of, visitor

FORMS_REMEMBERED = 100
"""How many forms that could not be read are kept in memory."""


class LobbyClicks:
    """Opens and changes lobbies; mostly their message shows what came of it."""

    def __init__(self, tables: Tables, screens: Screens) -> None:
        self._tables = tables
        self._screens = screens
        self._unread = Remembered[tuple[str, int], Mapping[str, str]](FORMS_REMEMBERED)
        """What hosts typed into the form of pace that could not be read, by table and host."""

    async def join(self, click: TableClick) -> None:
        """Sit down, on the terms that the button names."""
        await table_here(self._tables, click)
        await self._tables.step(
            lobby_commands.join,
            click.table_id,
            person(click.interaction),
            click.interaction.id,
            click.argument,
        )

    async def leave(self, click: TableClick) -> None:
        """Stand up."""
        await table_here(self._tables, click)
        await self._tables.step(lobby_commands.leave, click.table_id, click.user_id)

    async def add_computer(self, click: TableClick) -> None:
        """Seat a computer player."""
        await table_here(self._tables, click)
        await self._tables.step(
            lobby_commands.add_computer, click.table_id, click.user_id, *click.t.lobby.computer_names
        )

    async def remove_computer(self, click: TableClick) -> None:
        """Send the computer player away that sat down last."""
        await table_here(self._tables, click)
        await self._tables.step(lobby_commands.remove_computer, click.table_id, click.user_id)

    async def say_ready(self, click: TableClick) -> None:
        """Say Ready to the terms that the button names."""
        await table_here(self._tables, click)
        await self._tables.step(lobby_commands.say_ready, click.table_id, click.user_id, click.argument)

    async def start(self, click: TableClick) -> None:
        """Start the race, from the luck whose digest the button names."""
        await table_here(self._tables, click)
        seen = click.argument or None
        await self._tables.start(click.table_id, click.user_id, click.interaction.id, seen)

    async def race_now(self, click: TableClick) -> None:
        """Start at once, with computer players on free seats, from the luck whose digest the button names."""
        table = await table_here(self._tables, click)
        self._tables.games.require_here(table)
        company = Company(title(table.game).company, click.t.lobby.computer_names)
        seen = click.argument or None
        await self._tables.start(click.table_id, click.user_id, click.interaction.id, seen, company)

    async def open_options(self, click: TableClick) -> None:
        """Ask the host in a form what shall be played."""
        snapshot = await self._screens.snapshots.load(click.table_id)
        snapshot.table.require_lobby()
        snapshot.table.require_host(click.user_id)
        await open_form(click.interaction, options_form(snapshot))

    async def set_options(self, click: TableClick) -> None:
        """Change what is played to what the form says."""
        await table_here(self._tables, click)
        options, capacity = options_from(await self._screens.snapshots.load(click.table_id), click.fields)
        await self._tables.step(lobby_commands.set_options, click.table_id, click.user_id, options, capacity)

    async def open_manner(self, click: TableClick) -> None:
        """Ask the host in a form how it shall be played: pace, playing hours, hints."""
        snapshot = await self._screens.snapshots.load(click.table_id)
        table = snapshot.table
        table.require_lobby()
        table.require_host(click.user_id)
        usual = table.guild_id, click.user_id
        zone = table.hours.zone if table.hours else await self._tables.database.read(usual_zone, *usual)
        typed = self._unread.get((click.table_id, click.user_id), NOTHING_TYPED)
        await open_form(click.interaction, manner_form(snapshot, called(zone), typed))

    async def set_manner(self, click: TableClick) -> None:
        """Have it played as the form says; one that cannot be read is kept, to be put right."""
        await table_here(self._tables, click)
        snapshot, whose = await self._screens.snapshots.load(click.table_id), (click.table_id, click.user_id)
        self._unread[whose] = click.fields
        manner = manner_from(snapshot, click.fields)
        del self._unread[whose]
        await self._tables.step(lobby_commands.set_manner, click.table_id, click.user_id, manner)

    async def show_rules(self, click: TableClick) -> None:
        """Explain the game as this table plays it."""
        await acknowledge(click.interaction, answer=True)
        snapshot = await self._screens.snapshots.load(click.table_id)
        await say_pages(click.interaction, snapshot.words.rules(snapshot.table.edition))

    async def show_money(self, click: TableClick) -> None:
        """Say what a seat costs, and what can be won."""
        await table_here(self._tables, click, answer=True)
        snapshot = await self._screens.snapshots.load(click.table_id)
        snapshot.require_here()
        await show(click.interaction, money_layout(snapshot))

    async def show_luck(self, click: TableClick) -> None:
        """List what the luck is mixed from."""
        await table_here(self._tables, click, answer=True)
        await show(click.interaction, await self._screens.published.luck(click.table_id, click.user_id))

    async def ask_for_words(self, click: TableClick) -> None:
        """Ask in a form for the words that somebody adds to the luck."""
        snapshot = await self._screens.snapshots.load(click.table_id)
        if why_not := why_no_words(snapshot.table, click.user_id, click.t):
            await say(click.interaction, why_not)
            return
        snapshot.table.require_lobby()
        snapshot.table.require_seat(click.user_id)
        await open_form(click.interaction, words_form(snapshot))

    async def add_words(self, click: TableClick) -> None:
        """Mix the words of the form into the luck, and show it with them."""
        table = await table_here(self._tables, click, answer=True)
        if why_not := why_no_words(table, click.user_id, click.t):
            await say(click.interaction, why_not)
            return
        text = click.fields.get("words", "")
        said = await self._tables.step(
            lobby_commands.add_words, click.table_id, click.user_id, text, click.interaction.id
        )
        head = click.t.luck.written(said.words, said.press)
        await show(click.interaction, await self._screens.published.luck(click.table_id, click.user_id, head))

    async def open_rematch(self, click: TableClick) -> None:
        """Sit down at the rematch, which the first to press opens; say where it is.

        They are ready if it is played on the terms of the table that is over; other terms they have not seen.
        Nobody's rights in the server are known in direct messages, where desks of older versions have the button.
        """
        if click.interaction.guild_id is None:
            await acknowledge(click.interaction, answer=True)
            over = await self._tables.database.read(load, click.table_id)
            await say(click.interaction, click.t.table.rematch_in_thread(channel(over.stands_in)))
            return
        interaction, table = click.interaction, await table_here(self._tables, click, answer=True)
        who, home = person(interaction), visitor(interaction, home=table.channel_id)
        thread_id = thread_of(interaction, table, home)
        there = home if thread_id is None else home._replace(denied=())
        await self._screens.wake_thread(interaction.channel)
        rematch = await self._tables.rematch(click.table_id, who, there, interaction.id, thread_id)
        said, seat = _rematch_answer(rematch, who.user_id, click.t), rematch.seat_of(who.user_id)
        is_ready = seat is None or seat.ready
        if rematch.status is Status.LOBBY and seat is None:
            seen = await self._tables.database.read(
                lobby_commands.read_terms, self._tables.games, click.table_id
            )
            is_ready = await self._tables.step(
                lobby_commands.join, rematch.table_id, who, interaction.id, seen
            )
        await say(interaction, said if is_ready else f"{said}\n{click.t.answers.other_terms}")


def _rematch_answer(rematch: Table, user_id: int, t: Texts) -> str:
    """Say where the rematch is and who starts it; it may have been played already."""
    link = channel(rematch.stands_in)
    if rematch.status is Status.LOBBY:
        host = None if rematch.host_id == user_id else mention(rematch.host_id)
        return t.answers.rematch_open(link, host)
    return t.answers.rematch_taken(rematch.table_id, link, is_over=rematch.status is Status.FINISHED)
