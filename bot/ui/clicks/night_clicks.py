"""Clicks on race nights: the form that plans one, and the buttons of its post."""

from __future__ import annotations

import discord

from bot.games.titles import is_here
from bot.nights import Form, Nights, Plan, read_when
from bot.texts import Texts
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import open_form, say
from bot.ui.clicks.click import Click, filled_in
from bot.ui.guild.night_keeper import NightKeeper
from bot.ui.guild.night_layout import plan_form
from bot.ui.visitors import person, visitor


class NightClicks:
    """Race nights, as people press them."""

    def __init__(self, nights: Nights, keeper: NightKeeper) -> None:
        self._nights = nights
        self._keeper = keeper

    async def open(self, interaction: discord.Interaction, t: Texts) -> None:
        """Ask what is planned: the answer to `/race night`."""
        zone = await self._nights.zone_of(interaction.user.id)
        await open_form(interaction, plan_form(t, zone))

    async def take(self, click: Click) -> None:
        """Do what a press or the sent form means. Raises `NightRefused` and `Refused`."""
        interaction = click.interaction
        what, _, number = click.argument.partition(".")
        if interaction.guild_id is None or (what != "plan" and not number.isdecimal()):
            await say(interaction, click.t.table.unknown_control)
            return
        if what == "plan":
            await acknowledge(interaction, answer=True)
            await self._plan(click)
            return
        await acknowledge(interaction)
        if not await self._pressed(click, interaction.guild_id, what, int(number)):
            await say(interaction, click.t.table.unknown_control)
            return
        self._keeper.ask(int(number))

    async def _pressed(self, click: Click, guild_id: int, what: str, night_id: int) -> bool:
        """Do what a button means; whether there is such a one."""
        nights, manages = self._nights, click.interaction.permissions.manage_guild
        who, press, said = person(click.interaction), click.interaction.id, click.t.nights
        match what:
            case "in":
                if not await nights.sign_up(guild_id, night_id, who, press):
                    await say(click.interaction, said.is_in)
            case "out":
                if not await nights.sign_out(guild_id, night_id, click.user_id):
                    await say(click.interaction, said.is_out)
            case "start":
                await nights.start(guild_id, night_id, click.user_id, may_manage=manages)
            case "on":
                await nights.go_on(guild_id, night_id, click.user_id, may_manage=manages)
            case "cancel":
                await nights.cancel(guild_id, night_id, click.user_id, may_manage=manages)
            case _:
                return False
        return True

    async def _plan(self, click: Click) -> None:
        interaction, said = click.interaction, click.t.nights
        usual = await self._nights.zone_of(click.user_id)
        when = read_when(click.fields.get("when", ""), self._nights.now(), usual)
        wished = next((int(each) for each in filled_in(interaction, "role") if each.isdecimal()), None)
        role_id = wished if wished is not None and _may_mention(interaction, wished) else None
        form = click.fields.get("form", "")
        plan = Plan(
            name=" ".join(click.fields.get("name", "").split()) or said.usual_name,
            form=Form(form) if form in list(Form) else Form.EVENING,
            games=[game for game in dict.fromkeys(filled_in(interaction, "games")) if is_here(game)],
            role_id=role_id,
            starts_at=when.at,
        )
        named = when.zone if when.is_named else None
        night = await self._nights.plan(
            plan, visitor(interaction), person(interaction), interaction.id, named
        )
        self._keeper.ask(night.night_id)
        left_out = wished if role_id is None else None
        is_known = when.is_named or usual is not None
        await say(interaction, said.planned(when.at, when.zone, left_out, is_known=is_known))


def _may_mention(interaction: discord.Interaction, role_id: int) -> bool:
    """Whether somebody may mention a role where they are."""
    role = interaction.guild.get_role(role_id) if interaction.guild else None
    return role is not None and (role.mentionable or interaction.permissions.mention_everyone)
