"""`/leaderboard` and `/season`: how everybody of a server stands, and the stretches of time it plays for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import discord
from discord import app_commands
from sqlalchemy import Connection

from bot.bank import By, Since, standings
from bot.bank.standings import Fame, Season
from bot.games.titles import by_name
from bot.messages.layout import MessageLayout
from bot.slash_commands.bank_admin import managed
from bot.slash_commands.command import Command, CommandServices, named, slash_command, texts_of
from bot.texts import DEFAULT, Texts
from bot.ui.guild.standings_layout import Wanted, season_told
from bot.ui.respond import say, say_to_all

Name: TypeAlias = app_commands.Range[str, 1, standings.LONGEST_NAME]

_BY = {
    By.WORTH: "bankroll",
    By.PROFIT: "profit",
    By.WINS: "wins",
    By.RATING: "rating",
    By.TOTE: "tote profit",
}
_SINCE = {
    Since.TODAY: "today",
    Since.WEEK: "this week",
    Since.MONTH: "this month",
    Since.SEASON: "this season",
    Since.ALL: "all time",
}


def commands(services: CommandServices) -> Sequence[Command | app_commands.Group]:
    """Return `/leaderboard` and the `/season` group."""
    group = app_commands.Group(
        name=named("season", "season"), description=named("season", "Seasons of this server"), guild_only=True
    )
    for command in (*managing(services), *reading(services)):
        group.add_command(command)
    return (leaderboard(services), group)


def leaderboard(services: CommandServices) -> Command:
    """Return `/leaderboard`."""
    games = [app_commands.Choice(name=each.words(DEFAULT).name, value=each.key) for each in by_name(DEFAULT)]
    columns = [_choice("by", each.value, said) for each, said in _BY.items()]
    spans = [_choice("since", each.value, said) for each, said in _SINCE.items()]

    @slash_command("leaderboard", "Who has most in this server, and where you stand")
    @app_commands.guild_only()
    @app_commands.rename(
        by=named("leaderboard.by", "by"),
        of=named("leaderboard.of", "of"),
        since=named("leaderboard.since", "since"),
        page=named("leaderboard.page", "page"),
    )
    @app_commands.describe(
        by=named("leaderboard.by", "In the order of what"),
        of=named("leaderboard.of", "Only this game"),
        since=named("leaderboard.since", "Since when is counted"),
        page=named("leaderboard.page", "Which page"),
    )
    @app_commands.choices(by=columns, of=games[:25], since=spans)
    async def show_board(
        interaction: discord.Interaction,
        by: str | None = None,
        of: str | None = None,
        since: str | None = None,
        page: app_commands.Range[int, 1, standings.MOST_PAGES] = 1,
    ) -> None:
        t = texts_of(interaction)
        wanted = Wanted.read(_address(by, of, since, page))
        if wanted is None:
            await say(interaction, t.table.unknown_control)
            return
        await services.standings.open(interaction, wanted, t, _remark(wanted, of, since, t))

    return show_board


def _choice(option: str, value: str, said: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=named(f"leaderboard.{option}.{value}", said), value=value)


def _address(by: str | None, of: str | None, since: str | None, page: int) -> tuple[str, str, str, str]:
    """Say which board is wanted: who names a game or a period, and nothing else, wants to see profit."""
    usual = By.PROFIT if of or since else By.WORTH
    return by or usual, of or "all", since or Since.ALL, str(page)


def _remark(wanted: Wanted, of: str | None, since: str | None, t: Texts) -> str:
    """Say what was asked for and cannot be had."""
    if wanted.by is By.WORTH and (of or since):
        return t.standings.worth_is_now
    if wanted.by is By.RATING and since:
        return t.standings.rating_is_now
    return ""


def managing(services: CommandServices) -> Sequence[Command]:
    """Return what opens and closes a season, for who manages the server: which the bot asks itself, at every use."""

    @slash_command("season.start", "For those who manage the server: open a season")
    @app_commands.rename(name=named("season.start.name", "name"))
    @app_commands.describe(name=named("season.start.name", "What it is called; may be left out"))
    async def start(interaction: discord.Interaction, name: Name | None = None) -> None:
        guild = await managed(interaction)
        if guild is None:
            return
        season = await services.database.write(
            standings.start, guild, " ".join((name or "").split()), services.now()
        )
        words = texts_of(interaction).standings
        await say(interaction, words.told_all)
        said = words.started(words.season(season.name, season.started_at))
        await say_to_all(interaction, MessageLayout(said))

    @slash_command(
        "season.close", "For those who manage the server: close the season and keep its best for ever"
    )
    async def close(interaction: discord.Interaction) -> None:
        guild = await managed(interaction)
        if guild is None:
            return
        closed, (season, lines) = await services.database.write(_close, guild, services.now())
        t = texts_of(interaction)
        head = t.standings.closed(t.standings.season(closed.name, closed.started_at, closed.closed_at))
        await say(interaction, t.standings.told_all)
        await say_to_all(interaction, MessageLayout(season_told(season, lines, t, head)))

    return (start, close)


def _close(db: Connection, guild: int, now: int) -> tuple[Season, tuple[Season, Sequence[Fame]]]:
    """Close the season of a server; return it, and what the hall of fame keeps of it."""
    closed = standings.close(db, guild, now)
    (kept,) = standings.fame(db, guild, most=3, limit=1)
    return closed, kept


def reading(services: CommandServices) -> Sequence[Command]:
    """Return what shows seasons, to everybody."""

    @slash_command("season.show", "How the open season stands")
    async def show_season(interaction: discord.Interaction) -> None:
        await services.standings.open_season(interaction, texts_of(interaction))

    @slash_command("season.fame", "The best of every season that is over")
    async def show_fame(interaction: discord.Interaction) -> None:
        await services.standings.open_fame(interaction, texts_of(interaction))

    return (show_season, show_fame)
