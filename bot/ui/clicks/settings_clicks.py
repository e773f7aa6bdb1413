"""Clicks on the settings screen. Who may change them is asked at every click, of Discord alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from pydantic import ValidationError

from bot.games.screens import OTHER, Misread
from bot.servers import ServerSettings, read_settings
from bot.store import Store
from bot.tables import Tables
from bot.tables.guild_commands import Change
from bot.texts import LANGUAGES, Texts
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import open_form, say, show_in_place
from bot.ui.clicks.click import Click
from bot.ui.forms import typed
from bot.ui.guild.settings_forms import buy_ins_form, buy_ins_from, clock_form, clock_from, with_buy_ins
from bot.ui.guild.settings_layout import AS_DISCORD_SAYS, Place, settings_layout, sure_layout

SWITCHES: Mapping[tuple[str, str], Any] = {
    ("boards", "posted"): "posted",
    ("boards", "edited"): "edited",
    **{
        (setting, word): word == "on"
        for setting in ("pictures", "money", "computers")
        for word in ("on", "off")
    },
}


class SettingsClicks:
    """The settings screen, seen by who manages a server and by nobody else."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def open(self, interaction: discord.Interaction, t: Texts) -> None:
        """Show the settings to whoever may change them: the answer to `/settings`."""
        if await _is_refused(interaction, t):
            return
        await acknowledge(interaction)
        await _show(interaction, await self._settings(interaction), t)

    async def take(self, click: Click) -> None:
        """Do what a press or a sent form means; who may is asked anew each time."""
        interaction, t = click.interaction, click.t
        if await _is_refused(interaction, t):
            return
        form = await self._form(click)
        if form is not None:
            await open_form(interaction, form)
            return
        await acknowledge(interaction)
        if click.argument == "defaults":
            await show_in_place(interaction, sure_layout(t))
            return
        problem = None
        try:
            settings = await (self._change(click) if click.argument else self._settings(interaction))
        except Misread as misread:
            problem, settings = str(misread), await self._settings(interaction)
        await _show(interaction, settings, t)
        if problem:
            await say(interaction, problem)

    async def _form(self, click: Click) -> discord.ui.Modal | None:
        """Return the form that a press asks for; one that was sent asks for none."""
        if click.interaction.type is discord.InteractionType.modal_submit:
            return None
        if click.argument == "clock" and click.press.values == (OTHER,):
            return clock_form(click.t)
        match click.press.parts[1:]:
            case ("buy_ins", *page) if "".join(page).isdecimal() or not page:
                settings = await self._settings(click.interaction)
                return buy_ins_form(settings, click.t, int("".join(page) or 1))
        return None

    async def _settings(self, interaction: discord.Interaction) -> ServerSettings:
        assert interaction.guild_id is not None
        async with self._store.reading() as db:
            return await read_settings(db, interaction.guild_id)

    async def _change(self, click: Click) -> ServerSettings:
        assert click.interaction.guild_id is not None
        chosen = () if click.press.is_typed else click.press.values
        change = change_of(click.press.parts[1:], chosen, typed(click.interaction), click.t)
        return await self._tables.guilds.change_settings(click.interaction.guild_id, change)


async def _is_refused(interaction: discord.Interaction, t: Texts) -> bool:
    may = interaction.guild_id is not None and interaction.permissions.manage_guild
    if not may:
        await say(interaction, t.settings.not_yours)
    return not may


async def _show(interaction: discord.Interaction, settings: ServerSettings, t: Texts) -> None:
    await show_in_place(interaction, settings_layout(settings, place_of(interaction), t))


def place_of(interaction: discord.Interaction) -> Place:
    """Look up what the server has of its own, as far as the bot knows it."""
    guild = interaction.guild
    if guild is None:
        return Place(str(interaction.guild_locale or ""))
    channels = frozenset(channel.id for channel in guild.channels)
    return Place(str(guild.preferred_locale), channels, frozenset(role.id for role in guild.roles))


def change_of(parts: Sequence[str], chosen: Sequence[str], fields: Mapping[str, str], t: Texts) -> Change:
    """Read what is to change from a press; raise `Misread` for what cannot be read, or is out of bounds."""
    match tuple(parts):
        case ("reset",):
            return lambda _: ServerSettings()
        case (setting, word) if (setting, word) in SWITCHES:
            facts: dict[str, Any] = {setting: SWITCHES[setting, word]}
        case ("clock",) if fields:
            facts = {"clock": clock_from(fields, t)}
        case ("buy_ins",) if fields:
            read = buy_ins_from(fields, t)
            return lambda settings: with_buy_ins(settings, read)
        case ("language",) if len(chosen) == 1 and chosen[0] in {AS_DISCORD_SAYS, *LANGUAGES}:
            facts = {"language": "" if chosen[0] == AS_DISCORD_SAYS else chosen[0]}
        case ("clock" | "most_tables" | "most_hosted" as setting,) if len(chosen) == 1:
            facts = {setting: chosen[0]}
        case ("channels" | "openers" as setting,):
            facts = {setting: tuple(chosen)}
        case _:
            raise Misread(t.settings.unreadable)
    _require_sound(facts, t)
    return _changed(facts)


def _changed(facts: Mapping[str, Any]) -> Callable[[ServerSettings], ServerSettings]:
    return lambda settings: ServerSettings.model_validate(settings.model_dump() | dict(facts))


def _require_sound(facts: Mapping[str, Any], t: Texts) -> None:
    try:
        ServerSettings.model_validate(dict(facts))
    except ValidationError as error:
        raise Misread(t.settings.unreadable) from error
