"""Clicks on race nights: the form that plans one, and the buttons of its post."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from bot.db import Database
from bot.games.titles import is_here
from bot.nights import LEAST_PEOPLE, Form, NotCalled, Plan, commands, read_when, the_zone
from bot.remembered import Remembered
from bot.tables.alike_names import folded
from bot.tables.offsets import called
from bot.tables.playing_hours import LONGEST_ZONE
from bot.texts import Texts
from bot.ui.clicks.click import Click, filled_in
from bot.ui.guild.night_keeper import NightKeeper
from bot.ui.guild.night_layout import Planned, plan_form, zone_in_form_id
from bot.ui.respond import acknowledge, open_form, say
from bot.ui.visitors import person, visitor

FORMS_REMEMBERED = 100
"""How many forms that were refused are kept in memory."""

MOST = 2**63 - 1
"""The highest number that a database keeps; ids that Discord gives are lower."""


class NightClicks:
    """Race nights, as people press them."""

    def __init__(self, database: Database, keeper: NightKeeper, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now
        self._keeper = keeper
        self._refused = Remembered[tuple[int | None, int], Planned](FORMS_REMEMBERED)
        """What people planned in vain, by server and user: their next form there has it, to be put right."""

    async def open(self, interaction: discord.Interaction, t: Texts, named: str | None) -> None:
        """Ask what is planned: the answer to `/race night`, which may name the user's time zone.

        Raises `NightRefused` where that names none, or several.
        """
        typed = self._refused.get((interaction.guild_id, interaction.user.id), Planned())
        if named is not None:
            typed = typed._replace(zone=the_zone(named[:LONGEST_ZONE]))
        usual = typed.zone or await self._database.read(commands.zone_of, interaction.user.id)
        await open_form(interaction, plan_form(t, usual, typed))

    async def take(self, click: Click) -> None:
        """Do what a press or the sent form means. Raises `NightRefused` and `Refused`."""
        interaction = click.interaction
        form, _, written = click.argument.partition(".")
        if interaction.guild_id is not None and form == "plan":
            await acknowledge(interaction, answer=True)
            await self._plan(click, zone_in_form_id(written) if written else None)
            return
        what, numbers = _read(click.argument)
        if interaction.guild_id is None or not numbers:
            await say(interaction, click.t.table.unknown_control)
            return
        await acknowledge(interaction)
        if not await self._pressed(click, interaction.guild_id, what, *numbers):
            await say(interaction, click.t.table.unknown_control)
            return
        self._keeper.ask(numbers[0])

    async def _pressed(
        self, click: Click, guild_id: int, what: str, night_id: int, number: int | None = None
    ) -> bool:
        """Do what a button means, which may be about a round; whether there is such a one."""
        write, manages = self._database.write, click.interaction.permissions.manage_guild
        who, press, said = person(click.interaction), click.interaction.id, click.t.nights
        mine = (guild_id, night_id, click.user_id)
        match what:
            case "in":
                if not await write(commands.sign_up, guild_id, night_id, who, press):
                    await say(click.interaction, said.is_in)
            case "out":
                if not await write(commands.sign_out, *mine):
                    await say(click.interaction, said.is_out)
            case "start":
                await write(commands.start, *mine, self._now(), may_manage=manages)
            case "on":
                await write(commands.go_on, *mine, number, may_manage=manages)
            case "cancel":
                await write(commands.cancel, *mine, self._now(), may_manage=manages)
            case _:
                return False
        return True

    async def _plan(self, click: Click, zone: str | None) -> None:
        """Plan what a form says; `zone` is the time zone that the command named."""
        interaction, said = click.interaction, click.t.nights
        here = interaction.guild_id, click.user_id
        self._refused[here] = _typed(click, zone)
        usual = zone or await self._database.read(commands.zone_of, click.user_id)
        when = read_when(click.fields.get("when", ""), self._now(), usual)
        wished = next((int(each) for each in filled_in(interaction, "role") if each.isdecimal()), None)
        why_not = None if wished is None else _why_not_called(interaction, wished)
        form, _, least = click.fields.get("form", "").partition(".")
        name = " ".join(click.fields.get("name", "").split())
        plan = Plan(
            name=name if folded(name) or form == Form.LEAGUE else said.usual_name,
            form=Form(form) if form in list(Form) else Form.EVENING,
            games=[game for game in dict.fromkeys(filled_in(interaction, "games")) if is_here(game)],
            role_id=None if why_not else wished,
            starts_at=when.at,
            least=next((each for each in LEAST_PEOPLE if str(each) == least), LEAST_PEOPLE[0]),
        )
        named = when.zone if when.is_named else zone
        who = (visitor(interaction), person(interaction))
        facts = (plan, *who, interaction.id, self._now(), named)
        night = await self._database.write(commands.plan, *facts)
        self._refused.pop(here, None)
        self._keeper.ask(night.night_id)
        not_called = (wished, why_not) if wished and why_not else None
        is_known = when.is_named or usual is not None
        await say(
            interaction, said.planned(when.at, when.zone and called(when.zone), not_called, is_known=is_known)
        )


def _typed(click: Click, zone: str | None) -> Planned:
    """Return what the form says, to be shown again."""
    fields, interaction = click.fields, click.interaction
    return Planned(
        fields.get("when", ""),
        filled_in(interaction, "games"),
        fields.get("form", ""),
        fields.get("name", ""),
        filled_in(interaction, "role"),
        zone,
    )


def _read(argument: str) -> tuple[str, Sequence[int]]:
    """Read what a button is for and its numbers, the night's first; of a forged one there may be none."""
    what, *written = argument.split(".")
    are_numbers = len(written) <= 2 and all(each.isdecimal() and int(each) <= MOST for each in written)
    return what, [int(each) for each in written] if are_numbers else []


def _why_not_called(interaction: discord.Interaction, role_id: int) -> NotCalled | None:
    """Return why a role cannot be called when a night begins; None: it can."""
    if role_id == interaction.guild_id:
        return NotCalled.EVERYONE
    role = interaction.guild.get_role(role_id) if interaction.guild else None
    is_open = role is not None and role.mentionable
    if role is None or not (is_open or interaction.permissions.mention_everyone):
        return NotCalled.BY_YOU
    return None if is_open or interaction.app_permissions.mention_everyone else NotCalled.BY_ME
