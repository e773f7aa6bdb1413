"""`/race new`: one command a title, with the options of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.games.lengths import Length
from bot.games.new_command import LENGTH, Use, asked, new_command, played
from bot.games.title import Title
from bot.games.titles import titles
from bot.slash_commands.command import CommandServices, named, texts_of
from bot.tables import Opening
from bot.tables.race_commands import Company
from bot.texts import Texts
from bot.ui.respond import acknowledge, say
from bot.ui.visitors import person, visitor
from engines import core
from engines.core import Unreadable
from engines.entry_points import one_line


def new(services: CommandServices) -> app_commands.Group:
    """Return `/race new`."""
    group = app_commands.Group(name=named("race.new", "new"), description=named("race.new", "Open a table"))
    for title in titles():
        group.add_command(new_command(title, opener(services, title)))
    return group


def opener(services: CommandServices, title: Title) -> Use:
    """Return what opens a table of a title."""

    async def open_table(
        interaction: discord.Interaction, seats: int, against: int | None, given: Mapping[str, Any]
    ) -> None:
        t = texts_of(interaction)
        await acknowledge(interaction)
        if against is not None and seats <= against:
            await say(interaction, t.lobby.too_few_seats(against, seats))
            return
        try:
            options = resolved(title, given)
        except Unreadable:
            await say(interaction, unfit(title, given, t))
            return
        opening = Opening(
            visitor=visitor(interaction),
            host=person(interaction),
            game=title.key,
            options=options.model_dump(mode="json"),
            capacity=seats,
            interaction_id=interaction.id,
        )
        table = await services.tables.open(opening)
        if against is None:
            await say(interaction, t.lobby.opened(table.table_id))
            return
        company = Company(1 + against, t.lobby.computer_names)
        await services.tables.start(table.table_id, opening.host.user_id, interaction.id, company=company)
        await say(interaction, t.lobby.begun(table.table_id))

    return open_table


def resolved(title: Title, given: Mapping[str, Any]) -> core.Options:
    """Return the options that were given, the others as the length has them, or their defaults; raise Unreadable."""
    read = {each.name: each.read for each in asked(title)}
    with one_line(title.key):
        chosen = {
            name: read[name](value) for name, value in given.items() if name in read and value is not None
        }
    return played(title, Length(given[LENGTH]) if given.get(LENGTH) else None, chosen)


def unfit(title: Title, given: Mapping[str, Any], t: Texts) -> str:
    """Say which option the rules do not take, and what they would."""
    for name, value in given.items():
        try:
            resolved(title, {name: value})
        except Unreadable:
            return title.option_words(name, t).unfit or t.answers.unfit_option(name)
    return t.answers.unfit_options
