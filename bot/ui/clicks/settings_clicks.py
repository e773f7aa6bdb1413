"""Clicks on the settings screen. Who may change them is asked at every click, of Discord alone."""

from __future__ import annotations

import discord

from bot.games.screens import OTHER, Misread
from bot.servers import read_settings
from bot.tables import Tables, guild_commands
from bot.texts import Texts
from bot.ui.clicks.click import Click
from bot.ui.guild.settings_changes import buy_ins_form, change_of, clock_form
from bot.ui.guild.settings_layout import facts_of, settings_layout, sure_layout
from bot.ui.respond import acknowledge, open_form, say, show_in_place


class SettingsClicks:
    """The settings screen, seen by who manages a server and by nobody else."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def open(self, interaction: discord.Interaction, t: Texts) -> None:
        """Show the settings to whoever may change them: the answer to `/settings`."""
        if guild_id := await _managed(interaction, t):
            await acknowledge(interaction)
            settings = await self._tables.database.read(read_settings, guild_id)
            await show_in_place(interaction, settings_layout(settings, facts_of(interaction), t))

    async def take(self, click: Click) -> None:
        """Do what a press or a sent form means, and show what holds then; what cannot be read is said to be so."""
        guild_id = await _managed(click.interaction, click.t)
        if not guild_id or await self._is_form_open(click, guild_id):
            return
        await acknowledge(click.interaction)
        if click.argument == "defaults":
            await show_in_place(click.interaction, sure_layout(click.t))
            return
        problem, chosen = None, () if click.press.is_typed else click.press.values
        try:
            if click.argument:
                change = change_of(click.press.parts[1:], chosen, click.fields, click.t)
                settings = await guild_commands.change_settings(
                    self._tables, guild_id, change, by=click.user_id
                )
            else:
                settings = await self._tables.database.read(read_settings, guild_id)
        except Misread as misread:
            problem, settings = str(misread), await self._tables.database.read(read_settings, guild_id)
        layout = settings_layout(settings, facts_of(click.interaction), click.t)
        await show_in_place(click.interaction, layout)
        if problem:
            await say(click.interaction, problem)

    async def _is_form_open(self, click: Click, guild_id: int) -> bool:
        """Answer with the form that a press asks for; one that was sent asks for none."""
        if click.interaction.type is discord.InteractionType.modal_submit:
            return False
        match click.press.parts[1:]:
            case ("clock",) if click.press.values == (OTHER,):
                await open_form(click.interaction, clock_form(click.t))
            case ("buy_ins", *page) if "".join(page).isdecimal() or not page:
                settings = await self._tables.database.read(read_settings, guild_id)
                await open_form(click.interaction, buy_ins_form(settings, click.t, int("".join(page) or 1)))
            case _:
                return False
        return True


async def _managed(interaction: discord.Interaction, t: Texts) -> int | None:
    """Return the server that somebody manages; tell whoever does not, and return None."""
    if interaction.guild_id is not None and interaction.permissions.manage_guild:
        return interaction.guild_id
    await say(interaction, t.settings.not_yours)
    return None
