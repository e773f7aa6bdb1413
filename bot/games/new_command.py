"""The command that opens a table of a title: what it asks for, in every language, and whether there is room for it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any, Final, NamedTuple, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.games.command_limits import LONGEST, MOST_OFFERED, Sent, complaints, names, size
from bot.games.lengths import Length, Lengths
from bot.games.options import Option, OptionWords
from bot.games.title import Title, TypedOption
from bot.texts import DEFAULT
from bot.texts.command_translations import COMMANDS, Named
from engines import catalog, core
from engines.core import Unreadable

Command: TypeAlias = app_commands.Command[Any, ..., Any]

Use: TypeAlias = Callable[
    [discord.Interaction, int, int | None, Mapping[str, Any]], Coroutine[Any, Any, None]
]
"""What the command does with the number of seats, the number of computer players against whom the race shall start at
once (None: it shall not), and with what was given of the options."""

RESERVED: Final = frozenset({"seats", "against", "interaction"})
"""What no option may be called: every command has these."""

LENGTH: Final = "length"
"""The option that every game with lengths has beside its own, which win over it."""
LENGTH_KEY: Final = "race.new.length"
LENGTH_TOLD: Final = "How long ({usual})"

SEATS_KEY: Final = "race.new.seats"
SEATS_TOLD: Final = "How many may play, at most"

AGAINST_KEY: Final = "race.new.against"
AGAINST_TOLD: Final = "Start now, against so many computers"

ROOM: Final = 3_150
"""Characters that all games of other distributions have in `/race`, which has `MOST_SIZE` with those built in."""


class Asked(NamedTuple):
    """An option as the command asks for it."""

    option: Option
    said: OptionWords
    typed: TypedOption | None
    key: str
    """Under which it is translated."""
    lengths: Mapping[Length, Any] = {}
    """Its value in each length of the game, where it is what makes a game long."""

    @property
    def name(self) -> str:
        """What it is called, in the rules and in the command."""
        return self.option.name

    @property
    def described(self) -> str:
        """What it is, with its default, or with those of all lengths of the game."""
        by_length = [f"{length} {self.said.value(value)}" for length, value in self.lengths.items()]
        usual = (", ".join(by_length) or self.said.value(self.option.default))[: LONGEST // 2]
        return f"{self.said.asks[: LONGEST - len(usual) - 3]} ({usual})"

    @property
    def choices(self) -> Mapping[str, str]:
        """The values to choose from, each with what it is called."""
        if self.typed or self.option.is_number or self._is_yes_or_no:
            return {}
        return {str(value): self.said.value(value)[:LONGEST] for value in self.option.values}

    @property
    def is_searched(self) -> bool:
        """Whether there are more choices than Discord lists: then those are offered that fit what is typed."""
        return len(self.choices) > MOST_OFFERED

    @property
    def limits(self) -> Mapping[str, int]:
        """What bounds it, as Discord calls that."""
        if self.typed:
            return {"min_length": 0, "max_length": self.typed.most}
        found = {"min_value": self.option.least, "max_value": self.option.most}
        return {name: bound for name, bound in found.items() if bound is not None}

    @property
    def annotation(self) -> Any:
        """Its type, as discord.py takes it."""
        if self.typed or self.choices:
            return Range[str, 0, self.typed.most] if self.typed else str
        if not self.option.is_number:
            return bool
        return Range[int, self.option.least, self.option.most] if self.limits else int

    def read(self, given: Any) -> Any:
        """Return the value that was given, as the rules take it."""
        if self.typed:
            return self.typed.read(given)
        return (
            {str(value): value for value in self.option.values}.get(given, given) if self.choices else given
        )

    @property
    def _is_yes_or_no(self) -> bool:
        return all(isinstance(value, bool) for value in self.option.values)


def asked(title: Title) -> Sequence[Asked]:
    """Return the options that a command asks for, in the order of the title's words; others keep their defaults."""
    options, said = title.options, title.words(DEFAULT).options
    every = [
        Asked(
            options[name],
            title.option_words(name, DEFAULT),
            title.typed.get(name),
            key_of(title, name),
            title.own_lengths.values if title.own_lengths and title.own_lengths.option == name else {},
        )
        for name in dict.fromkeys([*said, *options])
    ]
    return [each for each in every if each.typed or each.option.is_number or each.option.values]


def key_of(title: Title, *parts: str) -> str:
    """Return the key under which a command, an option or a choice is translated: `race.new.jockey.rounds`."""
    return ".".join(["race.new", title.key, *parts])


def _told(title: Title) -> str:
    said, seats = title.words(DEFAULT), title.engine.seats
    return f"{said.name}: {said.pitch}. {seats[0]} to {seats[-1]} players"[:LONGEST]


# --------------------------------------------------------------------------------- as discord.py makes it


def new_command(title: Title, use: Use) -> Command:
    """Return the command; raise ValueError and TypeError for what discord.py does not take."""

    async def command(
        interaction: discord.Interaction, seats: int, against: int | None, **given: Any
    ) -> None:
        await use(interaction, seats, against, given)

    options = asked(title)
    command.__signature__ = Signature([*_parameters(title, options)])  # type: ignore[attr-defined]
    _name(command, title, options)
    for each in options:
        if each.is_searched:
            app_commands.autocomplete(**{each.name: _search(each)})(command)
        elif each.choices:
            app_commands.choices(**{each.name: _choices(each)})(command)
    if title.own_lengths:
        lengths = [_length_choice(length) for length in title.own_lengths.values]
        app_commands.choices(length=lengths)(command)
    return app_commands.Command(
        name=locale_str(title.key, key=key_of(title)),
        description=locale_str(_told(title), key=key_of(title)),
        callback=command,
    )


def _parameters(title: Title, options: Sequence[Asked]) -> Iterator[Parameter]:
    """Yield what is asked for, in the order in which Discord shows it."""
    seats = title.engine.seats
    yield Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    if title.own_lengths:
        yield Parameter(LENGTH, Parameter.KEYWORD_ONLY, default=None, annotation=str)
    for each in options:
        yield Parameter(each.name, Parameter.KEYWORD_ONLY, default=None, annotation=each.annotation)
    yield Parameter(
        "seats", Parameter.KEYWORD_ONLY, default=seats[-1], annotation=Range[int, seats[0], seats[-1]]
    )
    opponents = Range[int, _fewest(title), seats[-1] - 1]
    yield Parameter("against", Parameter.KEYWORD_ONLY, default=None, annotation=opponents)


def _name(command: Callable[..., Any], title: Title, options: Sequence[Asked]) -> None:
    """Say what everything that is asked for is called and what it means, to be translated."""
    asked_for = [(each.name, each.described, each.key) for each in options]
    asked_for += [("seats", SEATS_TOLD, SEATS_KEY), ("against", AGAINST_TOLD, AGAINST_KEY)]
    if title.own_lengths:
        asked_for.append((LENGTH, _length_told(title.own_lengths), LENGTH_KEY))
    app_commands.rename(**{name: locale_str(name, key=key) for name, _, key in asked_for})(command)
    app_commands.describe(**{name: locale_str(told, key=key) for name, told, key in asked_for})(command)


def _fewest(title: Title) -> int:
    """Return the fewest opponents with whom one person can play."""
    return max(1, title.engine.seats[0] - 1)


def _length_told(lengths: Lengths) -> str:
    return LENGTH_TOLD.format(usual=lengths.usual)


def _length_choice(length: Length) -> Choice[str]:
    return Choice(name=locale_str(length, key=f"{LENGTH_KEY}.{length}"), value=length)


def _choices(each: Asked) -> list[Choice[str]]:
    return [
        Choice(name=locale_str(name, key=f"{each.key}.{value}"), value=value)
        for value, name in each.choices.items()
    ]


def _search(each: Asked) -> Callable[..., Coroutine[Any, Any, list[Choice[str]]]]:
    async def search(_: discord.Interaction, current: str) -> list[Choice[str]]:
        fitting = [choice for choice in _choices(each) if current.lower() in choice.name.lower()]
        return fitting[:MOST_OFFERED]

    return search


def played(title: Title, length: Length | None = None, chosen: Mapping[str, Any] = {}) -> core.Options:
    """Return the options of a table: those `chosen`, the others as a length has them (None: the usual one).

    Raises Unreadable where the rules do not take them.
    """
    by_length = title.own_lengths.options(length) if title.own_lengths else {}
    options: core.Options = catalog.game(title.key).options({**by_length, **chosen})
    return options


# ------------------------------------------------------------------------------------ as Discord is sent it


def require_command(title: Title) -> None:
    """Raise whatever is wrong with the command of a title by itself."""
    reserved = RESERVED | {LENGTH} if title.own_lengths else RESERVED
    if taken := reserved & set(title.options):
        raise Unreadable(f"no option may be called {' or '.join(sorted(taken))}, which every command has")
    for why in complaints(sent(title)):
        raise Unreadable(f"Discord does not take its command: {why}")
    new_command(title, _nothing)


async def _nothing(
    interaction: discord.Interaction, seats: int, against: int | None, given: Mapping[str, Any]
) -> None: ...


def without_room(titles: Sequence[Title]) -> Iterator[tuple[str, str]]:
    """Say which titles have no room beside the others in `/race new`, and why: those that need least come first."""
    house = [each for each in titles if each.key in catalog.GAMES]
    others = [(each, sent(each)) for each in titles if each.key not in catalog.GAMES]
    taken = {name for each in house for name in names(sent(each))}
    count, room = len(house), ROOM
    for each, command in sorted(others, key=lambda other: size(other[1])):
        as_choice = {
            "name": each.words(DEFAULT).name,
            "value": each.key,
        }  # of `/race rules` and `/race learn`
        needed = size(command) + 2 * size(as_choice)
        if taken & names(command):
            yield each.key, "another game has the name of its command"
        elif count == MOST_OFFERED or needed > room:
            yield each.key, f"Discord has no room for its command beside those of {count} games"
        else:
            taken, count, room = taken | names(command), count + 1, room - needed


def sent(title: Title) -> Sent:
    """Return the command as Discord is sent it, as far as there are rules for it."""
    options = [_option(title, each) for each in asked(title)]
    length = [_length(title.own_lengths)] if title.own_lengths else []
    return {
        **_words(_spoken(title, ""), title.key, _told(title)),
        "options": [
            *length,
            *options,
            _words(_of_all(SEATS_KEY), "seats", SEATS_TOLD),
            _words(_of_all(AGAINST_KEY), "against", AGAINST_TOLD),
        ],
    }


def _length(lengths: Lengths) -> Sent:
    choices = [_length_sent(length) for length in lengths.values]
    return {**_words(_of_all(LENGTH_KEY), LENGTH, _length_told(lengths)), "choices": choices}


def _length_sent(length: Length) -> Sent:
    spoken = _of_all(f"{LENGTH_KEY}.{length}")
    translated = {locale: named.description for locale, named in spoken.items()}
    return {"value": str(length), "name": str(length), "name_localizations": translated}


def _option(title: Title, each: Asked) -> Sent:
    choices = [_choice(title, each, value) for value in each.choices if not each.is_searched]
    words = _words(_spoken(title, each.name), each.name, each.described)
    return {**words, **each.limits, "choices": choices}


def _choice(title: Title, each: Asked, value: str) -> Sent:
    spoken = _spoken(title, f"{each.name}.{value}")
    translated = {locale: named.description for locale, named in spoken.items()}
    return {"value": value, "name": each.choices[value], "name_localizations": translated}


def _of_all(key: str) -> Mapping[str, Named]:
    """Return what the commands of all games call something, by language."""
    return {locale: spoken[key] for locale, spoken in COMMANDS.items()}


def _spoken(title: Title, key: str) -> Mapping[str, Named]:
    return {locale: named[key] for locale, named in title.translations.items() if key in named}


def _words(spoken: Mapping[str, Named], name: str, description: str) -> Sent:
    return {
        "name": name,
        "name_localizations": {locale: named.name for locale, named in spoken.items()},
        "description": description,
        "description_localizations": {locale: named.description for locale, named in spoken.items()},
    }
