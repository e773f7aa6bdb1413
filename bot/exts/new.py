"""`/race new`: one command a title, with the options of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.exts.services import Services
from bot.exts.table_argument import words
from bot.exts.translator import named
from bot.games.options import Option
from bot.games.title import Title
from bot.games.title_words import OptionWords
from bot.games.titles import titles
from bot.tables import Opening
from bot.texts import DEFAULT, Texts
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import person, say
from bot.ui.visitors import visitor
from engines import catalog
from engines.core import Unreadable

SEATS = "seats"
LONGEST = 100
"""Characters of a description, and of what a choice is called."""


def new(services: Services) -> app_commands.Group:
    """Return `/race new`."""
    group = app_commands.Group(name=named("race.new", "new"), description=named("race.new", "Open a table"))
    for title in titles():
        group.add_command(opener(services, title))
    return group


def opener(services: Services, title: Title) -> app_commands.Command[Any, ..., Any]:
    """Return the command that opens a table of a title."""

    async def command(interaction: discord.Interaction, seats: int, **given: Any) -> None:
        t = words(interaction)
        await acknowledge(interaction)
        try:
            options = resolved(title, given)
        except Unreadable:
            await say(interaction, unfit(title, given, t))
            return
        opening = Opening(
            visitor=visitor(interaction),
            host=person(interaction),
            game=title.key,
            options=options,
            capacity=seats,
            interaction_id=interaction.id,
        )
        table = await services.tables.opening.open(opening)
        await say(interaction, t.lobby.opened(table.table_id))

    for describe in described(title):
        command = describe(command)
    said, seats = title.words(DEFAULT), title.engine.seats
    told = f"{said.name}: {said.pitch}. {seats[0]} to {seats[-1]} players"
    return app_commands.Command(
        name=named(key_of(title), title.key), description=named(key_of(title), told), callback=command
    )


def key_of(title: Title, *parts: str) -> str:
    """Return the key under which a command, an option or a choice is translated: `race.new.jockey.rounds`."""
    return ".".join(["race.new", title.key, *parts])


# ----------------------------------------------------------------------------------- what Discord is told


def described(title: Title) -> Iterator[Callable[[Any], Any]]:
    """Give what tells Discord the options of a title's command: their types, names, descriptions and choices."""
    asked = {name: option for name, option in title.options.items() if is_asked(title, option)}
    said = {name: title.option_words(name, DEFAULT) for name in in_order(title, asked)}
    keys = {name: key_of(title, name) for name in said}
    seats = title.engine.seats
    parameters = [
        Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
        *(parameter(title, asked[name]) for name in said),
        Parameter(
            SEATS,
            Parameter.KEYWORD_ONLY,
            default=seats[-1],
            annotation=Range[int, seats[0], seats[-1]],
        ),
    ]
    yield _with_signature(Signature(parameters))
    names = {name: named(keys[name], name) for name in said}
    yield app_commands.rename(**names, seats=named("race.new.seats", SEATS))
    told = {name: named(keys[name], asks(said[name], asked[name].default)) for name in said}
    yield app_commands.describe(**told, seats=named("race.new.seats", "How many may play, at most"))
    yield app_commands.choices(
        **{
            name: [
                Choice(name=called(said[name], value, keys[name]), value=value)
                for value in asked[name].values
            ]
            for name in said
            if is_choice(asked[name])
        }
    )


def _with_signature(signature: Signature) -> Callable[[Any], Any]:
    def signed(command: Any) -> Any:
        command.__signature__ = signature
        return command

    return signed


def in_order(title: Title, asked: Mapping[str, Option]) -> list[str]:
    """Return the options in the order of the title's words; those without words follow."""
    return [name for name in dict.fromkeys([*title.words(DEFAULT).options, *asked]) if name in asked]


def is_asked(title: Title, option: Option) -> bool:
    """Whether a command can ask for an option; any other keeps its default."""
    return bool(option.name in title.typed or option.is_number or option.values)


def is_choice(option: Option) -> bool:
    """Whether one of several words is chosen."""
    return bool(option.values) and all(isinstance(value, str) for value in option.values)


def parameter(title: Title, option: Option) -> Parameter:
    """Return an option as discord.py takes it: its type with the limits of the rules, and its default."""
    default, kind = option.default, _type_of(option)
    if option.name in title.typed:
        default, kind = "", Range[str, 0, title.typed[option.name].most]
    elif option.may_be_left_out:
        kind = kind | None
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _type_of(option: Option) -> Any:
    if option.is_number:
        has_bounds = option.least is not None or option.most is not None
        return Range[int, option.least, option.most] if has_bounds else int
    return str if is_choice(option) else bool


def asks(said: OptionWords, default: Any) -> str:
    """Describe an option, with its default."""
    usual = called_plainly(said, default)
    return f"{said.asks[: LONGEST - len(usual) - 3]} ({usual})"


def called(said: OptionWords, value: Any, key: str) -> locale_str:
    """Return what a choice is called, translatable."""
    return named(f"{key}.{value}", called_plainly(said, value)[:LONGEST])


def called_plainly(said: OptionWords, value: Any) -> str:
    """Return what a value is called in a command."""
    if value in said.called:
        return said.called[value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


# -------------------------------------------------------------------------------------- what was given


def resolved(title: Title, given: Mapping[str, Any]) -> dict[str, Any]:
    """Read what was given, and fill in the rest; raise Unreadable for what the rules do not take."""
    game = catalog.game(title.key)
    return dict(game.options(read(title, given)).model_dump(mode="json"))


def read(title: Title, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as the rules take them."""
    return {
        name: title.typed[name].read(value) if name in title.typed else value for name, value in given.items()
    }


def unfit(title: Title, given: Mapping[str, Any], t: Texts) -> str:
    """Say which option the rules do not take, and what they would."""
    game = catalog.game(title.key)
    for name, value in read(title, given).items():
        try:
            game.options({name: value})
        except Unreadable:
            return title.option_words(name, t).unfit or t.answers.unfit_option(name)
    return t.answers.unfit_options
