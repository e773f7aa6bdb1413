"""The one table of what the controls mean, by the part of the custom id that names them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.tables import Tables
from bot.ui.answers import say
from bot.ui.clicks.click import Click, TableClick
from bot.ui.clicks.desk_clicks import DeskClicks
from bot.ui.clicks.desk_refresh import DeskRefresh
from bot.ui.clicks.game_clicks import GameClicks
from bot.ui.clicks.lobby_clicks import LobbyClicks
from bot.ui.clicks.luck_clicks import LuckClicks
from bot.ui.clicks.privacy_clicks import PrivacyClicks
from bot.ui.clicks.rematch_clicks import RematchClicks
from bot.ui.clicks.settings_clicks import SettingsClicks
from bot.ui.screens import Screens
from bot.ui.screens.desk_layout import STOP


class Handlers:
    """Knows what every control means."""

    def __init__(
        self,
        tables: Tables,
        screens: Screens,
        desks: DeskRefresh,
        settings: SettingsClicks,
        privacy: PrivacyClicks,
    ) -> None:
        lobby, luck = LobbyClicks(tables, screens), LuckClicks(tables, screens)
        desk, rematch = DeskClicks(tables, screens, desks), RematchClicks(tables)
        self._game = GameClicks(tables, screens, desks)
        self._of_tables: Mapping[str, Callable[[TableClick], Awaitable[None]]] = {
            # A dot at the end: what follows it is an argument.
            "join": lobby.join,
            "leave": lobby.leave,
            "computer": lobby.add_computer,
            "fewer": lobby.remove_computer,
            "options": lobby.open_options,
            "options.set": lobby.set_options,
            "rules": lobby.show_rules,
            "ready.": lobby.say_ready,
            "start": lobby.start,
            "start.": lobby.start,
            "luck": luck.show,
            "luck.add": luck.open_form,
            "luck.set": luck.add_words,
            "order.": desk.order,
        }
        self._of_desks: Mapping[str, Callable[[TableClick], Awaitable[None]]] = {
            # Of these the whole name: `back.red` is a control of a game.
            "desk": desk.open,
            "back": desk.come_back,
            STOP: desk.stop,
            "rematch": rematch.open,
        }
        self._of_guilds: Mapping[str, Callable[[Click], Awaitable[None]]] = {
            "settings": settings.take,
            "privacy": privacy.take,
            "preferences": privacy.prefer,
        }
        self._taken = {what.partition(".")[0] for what in self._of_tables}
        """What no control of a game begins with."""

    async def handle(self, click: Click) -> None:
        """Do what a click means; a control that is not in the table is one of the game that is played there."""
        if isinstance(click, TableClick):
            await self._of_table(click)(click)
        else:
            await self._of_guilds.get(click.press.parts[0], say_unknown)(click)

    def _of_table(self, click: TableClick) -> Callable[[TableClick], Awaitable[None]]:
        head = click.press.parts[0]
        if head not in self._taken:
            return self._of_desks.get(click.what, self._game.take)
        with_argument = self._of_tables.get(f"{head}.", say_unknown) if click.argument else say_unknown
        return self._of_tables.get(click.what, with_argument)


async def say_unknown(click: Click) -> None:
    """Say that there is no such control: it is an old one, or a forged one."""
    await say(click.interaction, click.t.table.unknown_control)
