"""Leaderboards and the hall of fame, as whoever reads them turns their pages: to each their own place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import discord
from sqlalchemy import Connection

from bot.bank import balance
from bot.bank.standings import (
    Board,
    By,
    Fame,
    Line,
    Season,
    Since,
    board,
    fame,
    most_rated,
    names_of,
    open_season,
    season_count,
)
from bot.db import Database
from bot.messages.layout import MessageLayout
from bot.outbox.urgency import Urgency
from bot.pictures.pool import Pictures
from bot.servers import ServerSettings, read_settings
from bot.texts import Texts
from bot.ui.clicks.click import Click
from bot.ui.guild.standings_layout import (
    SEASONS_A_PAGE,
    Wanted,
    board_layout,
    fame_layout,
    page_of,
    season_told,
)
from bot.ui.respond import acknowledge, say, show, show_in_place

BEST = 3
"""Up to which place the hall of fame is told."""


class StandingsClicks:
    """The screens of `/leaderboard` and `/season`, for whoever opened them."""

    def __init__(self, database: Database, pictures: Pictures, now: Callable[[], int]) -> None:
        self._database = database
        self._pictures = pictures
        self._now = now

    async def open(
        self, interaction: discord.Interaction, wanted: Wanted, t: Texts, remark: str = ""
    ) -> None:
        """Show a page of a board: the answer to `/leaderboard`; `remark` says what was wanted and cannot be had."""
        await acknowledge(interaction)
        await show(interaction, await self._board(interaction, wanted, t, remark))

    async def take(self, click: Click) -> None:
        """Turn the page of a board."""
        await acknowledge(click.interaction)
        wanted = Wanted.read(click.press.parts[1:])
        if wanted is None or click.interaction.guild_id is None:
            await say(click.interaction, click.t.table.unknown_control)
            return
        await show_in_place(click.interaction, await self._board(click.interaction, wanted, click.t))

    async def open_fame(self, interaction: discord.Interaction, t: Texts) -> None:
        """Show the hall of fame: the answer to `/season fame`."""
        await acknowledge(interaction)
        await show(interaction, await self._fame(interaction, 1, t))

    async def turn_fame(self, click: Click) -> None:
        """Turn the page of the hall of fame."""
        await acknowledge(click.interaction)
        page = page_of(click.argument)
        if page is None or click.interaction.guild_id is None:
            await say(click.interaction, click.t.table.unknown_control)
            return
        await show_in_place(click.interaction, await self._fame(click.interaction, page, click.t))

    async def open_season(self, interaction: discord.Interaction, t: Texts) -> None:
        """Show how the open season stands: the answer to `/season show`."""
        await acknowledge(interaction)
        assert interaction.guild_id is not None
        guild, reader = interaction.guild_id, interaction.user.id
        season, lines = await self._database.read(_open_season, guild, reader, self._now())
        await say(interaction, _season_now(season, lines, t))

    async def _board(
        self, interaction: discord.Interaction, wanted: Wanted, t: Texts, remark: str = ""
    ) -> MessageLayout:
        guild, reader = interaction.guild_id, interaction.user.id
        assert guild is not None
        read = await self._database.read(_page, guild, reader, wanted, self._now())
        if read is None:
            return MessageLayout(t.standings.no_season)
        names = {**read.names, reader: interaction.user.display_name}
        layout = board_layout(
            read.wanted, read.board, reader, names, read.season, t, worth=read.worth, remark=remark
        )
        if read.settings.pictures and await self._pictures.draw(
            layout.drawings, "a leaderboard", Urgency.ASKED
        ):
            return layout
        return layout._replace(drawings=())  # the words say all that is in the picture

    async def _fame(self, interaction: discord.Interaction, page: int, t: Texts) -> MessageLayout:
        assert interaction.guild_id is not None
        return fame_layout(*await self._database.read(_fame_page, interaction.guild_id, page), t)


class _Page(NamedTuple):
    """A page of a board, as it is shown to its reader."""

    wanted: Wanted
    """With the game, where the reader named none."""
    board: Board
    season: Season | None
    worth: int
    """What the reader has, where they have no place on the board."""
    names: Mapping[int, str]
    settings: ServerSettings


def _page(db: Connection, guild: int, reader: int, wanted: Wanted, now: int) -> _Page | None:
    """Read a page of a board; None where no season is open."""
    settings = read_settings(db, guild)
    if wanted.by is By.RATING and not wanted.game:
        wanted = wanted._replace(game=most_rated(db, guild) or "")
    found = board(db, guild, wanted.by, wanted.game, wanted.since, wanted.page, reader, now)
    if found is None:
        return None
    season = open_season(db, guild) if wanted.since is Since.SEASON else None
    worth = 0 if found.own else balance(db, guild, reader).worth
    names = names_of(db, guild, {line.user for line in found.lines} | {reader})
    return _Page(wanted, found, season, worth, names, settings)


def _open_season(db: Connection, guild: int, reader: int, now: int) -> tuple[Season | None, Sequence[Fame]]:
    """Read the open season and its best."""
    season = open_season(db, guild)
    return season, [
        Fame(by, "", line.place, line.user, line.value)
        for by in (By.PROFIT, By.WINS)
        for line in _best(db, guild, reader, by, now)
        if line.place <= BEST
    ]


def _best(db: Connection, guild: int, reader: int, by: By, now: int) -> Sequence[Line]:
    found = board(db, guild, by, "", Since.SEASON, 1, reader, now)
    return found.lines if found else ()


def _fame_page(
    db: Connection, guild: int, page: int
) -> tuple[Sequence[tuple[Season, Sequence[Fame]]], int, int]:
    """Read a page of the hall of fame, or the last one; return which page that is, and of how many."""
    pages = max(1, -(-season_count(db, guild) // SEASONS_A_PAGE))
    page = min(page, pages)
    return fame(db, guild, BEST, SEASONS_A_PAGE, SEASONS_A_PAGE * (page - 1)), page, pages


def _season_now(season: Season | None, lines: Sequence[Fame], t: Texts) -> str:
    if season is None:
        return t.standings.no_season
    named = t.standings.season(season.name, season.started_at)
    return season_told(season, lines, t, t.standings.open_season(named))
