"""Where every button, select and form of Paddock arrives, and the one table of what the controls mean.

Whichever message a control is on, and whichever process sent it: what it means is said by its custom id.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord
from structlog.contextvars import bind_contextvars

from bot.lessons import is_lesson
from bot.messages.layouts.desk_layout import HINT, MORE, STOP
from bot.tables import Tables
from bot.ui.clicks.click import Click, TableClick, read
from bot.ui.clicks.desk_clicks import DeskClicks
from bot.ui.clicks.desk_refresh import DeskRefresh
from bot.ui.clicks.game_clicks import GameClicks
from bot.ui.clicks.help_clicks import HELP, HelpClicks, tell_rules
from bot.ui.clicks.lobby_clicks import LobbyClicks
from bot.ui.clicks.night_clicks import NightClicks
from bot.ui.clicks.opening_clicks import OPEN, OpeningClicks
from bot.ui.clicks.privacy_clicks import PrivacyClicks
from bot.ui.clicks.settings_clicks import SettingsClicks
from bot.ui.clicks.standings_clicks import StandingsClicks
from bot.ui.clicks.tote_clicks import ToteClicks
from bot.ui.explaining import explain
from bot.ui.lessons.lesson_clicks import LessonClicks
from bot.ui.odds_refresh import OddsRefresh
from bot.ui.respond import say
from bot.ui.screens import Screens

OfTables = Mapping[str, Callable[[TableClick], Awaitable[None]]]
OfGuilds = Mapping[str, Callable[[Click], Awaitable[None]]]
"""What controls of a table mean, and those that belong to no table."""


class Clicks:
    """Takes one interaction after another; any number may be under way at once."""

    def __init__(
        self,
        tables: Tables,
        screens: Screens,
        settings: SettingsClicks,
        privacy: PrivacyClicks,
        lessons: LessonClicks,
        nights: NightClicks,
        standings: StandingsClicks,
        commands: HelpClicks,
    ) -> None:
        self._lessons = lessons
        self._desks = DeskRefresh(tables, screens)
        lobby, desk = LobbyClicks(tables, screens), DeskClicks(tables, screens, self._desks)
        self._game = GameClicks(tables, screens, self._desks)
        self.odds = OddsRefresh(tables)
        privacy.odds_changed = self.odds.ask
        self._of_tables = _of_tables(lobby, desk, ToteClicks(tables, screens, self.odds))
        self._of_desks = _of_desks(lobby, desk)
        self._of_guilds: OfGuilds = {
            "settings": settings.take,
            "privacy": privacy.take,
            "preferences": privacy.prefer,
            "rules": tell_rules,
            OPEN: OpeningClicks(tables).take,
            "nights": nights.take,
            "standings": standings.take,
            "fame": standings.turn_fame,
            HELP: commands.take,
        }
        self._taken = {what.partition(".")[0] for what in self._of_tables}
        """What no control of a game begins with."""

    def kind(self, interaction: discord.Interaction) -> str:
        """Name the kind of a click: a control of ours, any control of a game as `game`, or `unknown`."""
        click = read(interaction)
        head = click.press.parts[0]
        if not isinstance(click, TableClick):
            return head if head in self._of_guilds else "unknown"
        if is_lesson(click.table_id):
            return "lesson"
        if head in self._taken:
            known = click.what if click.what in self._of_tables else f"{head}."
            return known.rstrip(".") if known in self._of_tables else "unknown"
        return click.what if click.what in self._of_desks else "game"

    async def close(self) -> None:
        """Have desks marked that are not up to date; one that cannot be still works."""
        await self.odds.close()
        await self._desks.close()

    async def take(self, interaction: discord.Interaction) -> None:
        """Answer a press of a component, or a form that was sent. Never raises."""
        click = read(interaction)
        head = click.press.parts[0]
        try:
            if not isinstance(click, TableClick):
                await self._of_guilds.get(head, say_unknown)(click)
                return
            bind_contextvars(table=click.table_id)  # of this task, so that whatever it logs says so
            if is_lesson(click.table_id):
                await self._lessons.take(click)
            elif head in self._taken:
                with_argument = (
                    self._of_tables.get(f"{head}.", say_unknown) if click.argument else say_unknown
                )
                await self._of_tables.get(click.what, with_argument)(click)
            else:
                await self._of_desks.get(click.what, self._game.take)(click)
        except Exception as error:  # noqa: BLE001 - whatever went wrong is logged, and whoever pressed is told
            await explain(interaction, error, f"a press on {click}")


async def say_unknown(click: Click) -> None:
    """Say that there is no such control: it is an old one, or a forged one."""
    await say(click.interaction, click.t.table.unknown_control)


def _of_tables(lobby: LobbyClicks, desk: DeskClicks, tote: ToteClicks) -> OfTables:
    """Return what the controls of tables mean. A dot at the end: what follows it is an argument."""
    return {
        "join": lobby.join,
        "join.": lobby.join,
        "leave": lobby.leave,
        "computer": lobby.add_computer,
        "fewer": lobby.remove_computer,
        "options": lobby.open_options,
        "options.set": lobby.set_options,
        "pace": lobby.open_manner,
        "pace.set": lobby.set_manner,
        "rules": lobby.show_rules,
        "money": lobby.show_money,
        "ready.": lobby.say_ready,
        "start": lobby.start,
        "start.": lobby.start,
        "now.": lobby.race_now,
        "luck": lobby.show_luck,
        "luck.add": lobby.ask_for_words,
        "luck.set": lobby.add_words,
        "order.": desk.order,
        "offer.": desk.answer_offer,
        "tote": tote.open,
        "tote.": tote.take,
    }


def _of_desks(lobby: LobbyClicks, desk: DeskClicks) -> OfTables:
    """Return what controls mean of which the whole name counts: `back.red` is one of a game."""
    return {
        "desk": desk.open,
        "back": desk.come_back,
        MORE: desk.tell_more,
        HINT: desk.hint,
        STOP: desk.stop,
        "rematch": lobby.open_rematch,
    }
