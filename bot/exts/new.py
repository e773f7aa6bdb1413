"""`/race new`: one command a title, with the options of its rules."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.exts.services import Services
from bot.exts.table_argument import words
from bot.exts.translator import named
from bot.games.options import Option
from bot.games.title import MOST_OFFERED, Title, TypedOption
from bot.games.title_words import OptionWords
from bot.games.titles import titles
from bot.tables import Opening
from bot.texts import DEFAULT, Texts
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import person, say
from bot.ui.visitors import visitor
from engines import catalog
from engines.core import Unreadable
from engines.entry_points import one_line

log = logging.getLogger(__name__)

Command: TypeAlias = Callable[..., Coroutine[Any, Any, None]]

SEATS = "seats"
LONGEST = 100
"""Characters of a description, and of what a choice is called."""


def new(services: Services) -> app_commands.Group:
    """Return `/race new`."""
    group = app_commands.Group(name=named("race.new", "new"), description=named("race.new", "Open a table"))
    for title in titles():
        try:
            with one_line(title.key):
                group.add_command(opener(services, title))
        except Unreadable as error:
            log.error("no command opens a table: %s", error)
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

    said, seats = title.words(DEFAULT), title.engine.seats
    told = f"{said.name}: {said.pitch}. {seats[0]} to {seats[-1]} players"
    return app_commands.Command(
        name=named(key_of(title), title.key),
        description=named(key_of(title), told[:LONGEST]),
        callback=described(title, command),
    )


def key_of(title: Title, *parts: str) -> str:
    """Return the key under which a command, an option or a choice is translated: `race.new.jockey.rounds`."""
    return ".".join(["race.new", title.key, *parts])


# ----------------------------------------------------------------------------------- what Discord is told


class Asked(NamedTuple):
    """An option as the command asks for it."""

    option: Option
    said: OptionWords
    typed: TypedOption | None
    key: str
    """Under which it is translated."""

    @property
    def name(self) -> str:
        """What the rules call it, and the command in English."""
        return self.option.name

    @property
    def is_choice(self) -> bool:
        """Whether one of several words is chosen."""
        return bool(self.option.values) and all(isinstance(value, str) for value in self.option.values)

    @property
    def parameter(self) -> Parameter:
        """The option as discord.py takes it: its type with the limits of the rules, and its default."""
        default, kind = self.option.default, self._type()
        if self.typed:
            default, kind = "", Range[str, 0, self.typed.most]
        elif self.option.may_be_left_out:
            kind = kind | None
        return Parameter(self.name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)

    def _type(self) -> Any:
        if not self.option.is_number:
            return str if self.is_choice else bool
        least, most = self.option.least, self.option.most
        return int if least is None and most is None else Range[int, least, most]

    @property
    def described(self) -> locale_str:
        """What it is, with its default."""
        usual = self._called(self.option.default)
        return named(self.key, f"{self.said.asks[: LONGEST - len(usual) - 3]} ({usual})")

    @property
    def choices(self) -> list[Choice[str]]:
        """The words to choose from, each by what it is called."""
        return [
            Choice(name=named(f"{self.key}.{value}", self._called(value)[:LONGEST]), value=value)
            for value in self.option.values[:MOST_OFFERED]
        ]

    def _called(self, value: Any) -> str:
        if value in self.said.called:
            return self.said.called[value]
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "none" if value is None else str(value)


def asked(title: Title) -> Sequence[Asked]:
    """Return the options that a command asks for, in the order of the title's words; others keep their defaults."""
    options, said = title.options, title.words(DEFAULT).options
    every = [
        Asked(options[name], title.option_words(name, DEFAULT), title.typed.get(name), key_of(title, name))
        for name in dict.fromkeys([*said, *options])
    ]
    return [each for each in every if each.typed or each.option.is_number or each.option.values]


def described(title: Title, command: Command) -> Command:
    """Tell discord.py the options of a command: their types, names, descriptions and choices."""
    options, seats = asked(title), title.engine.seats
    parameters = [
        Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
        *(each.parameter for each in options),
        Parameter(
            SEATS, Parameter.KEYWORD_ONLY, default=seats[-1], annotation=Range[int, seats[0], seats[-1]]
        ),
    ]
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    names = {each.name: named(each.key, each.name) for each in options}
    told = {each.name: each.described for each in options}
    rename = app_commands.rename(**names, seats=named("race.new.seats", SEATS))
    describe = app_commands.describe(**told, seats=named("race.new.seats", "How many may play, at most"))
    choose = app_commands.choices(**{each.name: each.choices for each in options if each.is_choice})
    return choose(describe(rename(command)))


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
