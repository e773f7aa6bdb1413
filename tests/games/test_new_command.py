"""The command that opens a table: what Discord or discord.py would refuse keeps its game away, and no other."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord import app_commands

from bot.games.titles import problems, titles
from bot.slash_commands import MODULES
from bot.slash_commands.translator import Translator
from bot.texts import DEFAULT
from bot.ui.guild.help_pages import PAGE, CommandNames, first_steps, help_pages
from engines import catalog
from sandbox.validation.commands import read_commands
from tests.distributions import Bring
from tests.games.test_titles import POINT, QUOITS

IMPORTS = """
from typing import Literal
from bot.games.title import TypedOption
from bot.texts.command_translations import Named
"""
FAR = "far: Annotated[int, Field(ge=1, le=50)] = 8"
HUES = f"hue: Literal{[f'hue {n}' for n in range(30)]} = 'hue 29'"
ROUNDS = "rounds: Annotated[int, Field(ge=1, le=5)] = 1"


def program(options: str = "", facts: str = "translations={}") -> str:
    """Return a title with these options beside its rounds, one a line, and with these facts."""
    start, end = QUOITS.index("class Options"), QUOITS.index("class Quoits(")
    lines = "".join(f"    {line}\n" for line in (ROUNDS, *options.splitlines()))
    made = f"{QUOITS[:start]}class Options(core.Options):\n{lines}\n\n{QUOITS[end:]}"
    return IMPORTS + made.replace("translations={}", facts)


def numbers(count: int) -> str:
    return "\n".join(f"o{n}: Annotated[int, Field(ge=0, le=5)] = 1" for n in range(count))


LONG = f"hue: Literal{[str(n) * 50 for n in range(10, 35)]} = '{'10' * 50}'"
"""An option with 5,000 characters of choices."""


async def accepted() -> dict[str, list[dict[str, Any]]]:
    """Have every command read as Discord does; return the options of those of `/race` by their names."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for module in MODULES:
        for command in module.commands(MagicMock()):
            tree.add_command(command)
    sent = [await command.get_translated_payload(tree, Translator()) for command in tree.get_commands()]
    race = next(command for command in read_commands(sent) if command["name"] == "race")
    return {command["name"]: command.get("options", []) for command in race["options"]}


async def games() -> list[str]:
    return [command["name"] for command in (await accepted())["new"]]


@pytest.mark.parametrize(
    ("options", "facts", "why"),
    [
        ("", "translations={'de': {'': Named('Ringe werfen', 'x')}}", "'Ringe werfen' is no name"),
        ("", "translations={'de': {'': Named('ringe', 'x' * 120)}}", "has not 1 to 100 characters"),
        ("", "translations={'de': {'rounds': Named('plätze', 'x')}}", "two options are called 'seats'"),
        ("", "translations={'de': 7}", "TypeError"),
        ("hue: Literal['', 'a'] = 'a'", "translations={}", "'' has not 1 to 100 characters"),
        ("hue: Literal['a', 'b'] = 'a'", "translations={'de': {'hue.a': Named('a', '')}}", "'' has not"),
        (f"hue: Literal['a', '{'b' * 101}'] = 'a'", "translations={}", "has not 1 to 100 characters"),
        ("maxLaps: Annotated[int, Field(ge=1, le=5)] = 1", "translations={}", "'maxLaps' is no name"),
        ("x" * 40 + ": int = 1", "translations={}", "is no name: 1 to 32"),
        ("luck: Annotated[int, Field(ge=0, le=2**64)] = 1", "translations={}", "luck is a number from 0 to"),
        ("luck: Annotated[int, Field(ge=5, le=1)] = 5", "translations={}", "cannot be loaded"),
        (numbers(24), "translations={}", "has 27 options, more than 25"),
        (
            "interaction: Annotated[int, Field(ge=0, le=5)] = 1",
            "translations={}",
            "no option may be called",
        ),
        (
            "far: str = ''",
            "translations={}, typed={'far': TypedOption(read=str, most=6001)}",
            "6001 characters",
        ),
        ("far: int", "translations={}", "Field required"),
        (
            LONG,
            "translations={}",
            "no room for its command beside those of 5 games",
        ),
        (
            "",
            "translations={'de': {'': Named('turfe', 'x')}}",
            "another game has the name of its command",
        ),
    ],
)
async def test_a_game_whose_command_discord_would_refuse_is_left_out_in_one_line(
    bring: Bring, options: str, facts: str, why: str
) -> None:
    bring(POINT, program(options, facts))

    assert await games() == [each.key for each in titles()] == list(catalog.GAMES)
    ((key, told),) = problems()
    assert key == "quoits"
    assert told.startswith("the game 'quoits' of paddock-quoits cannot be loaded (")
    assert why in told
    assert "\n" not in told


MANY = (
    program()
    + """
def made(number):
    class Quoits(JOCKEY.engine):
        key = f"quoits{number}"

    class Words(JockeyTexts):
        name = f"Quoits {number}"
        pitch = "rings on a pin, thrown by horses of all ages in the old way"
        summary = "throw rings at a pin, as was done by the horses of old, " + "before there were hats, " * 9

    class Screens(JockeyScreens):
        spoken = Spoken({"en-US": Words()})

    return replace(JOCKEY, engine=Quoits, screens=Screens(), translations={})


for number in range(30):
    globals()[f"T{number}"] = made(number)
"""
)


def points(count: int) -> str:
    return "\n".join(f"quoits{n} = quoits.game:T{n}" for n in range(count))


async def test_discord_has_room_for_a_dozen_other_games_that_are_told_at_length(bring: Bring) -> None:
    bring(points(12), MANY)

    assert list(problems()) == []
    assert len(await games()) == 17


async def test_the_help_tells_of_as_many_games_in_pages(bring: Bring) -> None:
    bring(points(12), MANY)

    pages = help_pages(CommandNames(), DEFAULT)
    assert max(map(len, pages)) <= PAGE
    assert all(f"- **{each.words(DEFAULT).name}**" in "\n".join(pages) for each in titles())
    assert len(first_steps(CommandNames(), DEFAULT)) <= PAGE


async def test_of_more_games_than_discord_has_room_for_some_are_left_out_in_one_line_each(
    bring: Bring,
) -> None:
    bring(points(22), MANY)

    offered = await games()
    told = dict(problems())
    assert {*offered, *told} == {*catalog.all_keys()}
    assert {line.partition("(")[2] for line in told.values()} == {
        f"Discord has no room for its command beside those of {len(offered)} games)"
    }
    assert [choice["value"] for choice in (await accepted())["rules"][0]["choices"]] != []


async def test_a_game_with_a_long_command_takes_the_room_of_no_other(bring: Bring) -> None:
    bring(
        "alpha = alpha.game:TITLE",
        program(LONG).replace('"quoits"', '"alpha"'),
        package="alpha",
    )
    bring(points(12), MANY)

    assert [key for key, _ in problems()] == ["alpha"]
    assert len(await games()) == 17


async def test_a_default_of_any_length_is_described_in_what_room_there_is(bring: Bring) -> None:
    typed = "translations={}, typed={'far': TypedOption(read=str, most=200)}"
    bring(POINT, program(f"far: Annotated[str, Field(description='how far')] = '{'ab' * 60}'", typed))

    command = (await accepted())["new"][-1]
    assert command["options"][1]["description"] == f"how far ({'ab' * 25})"


async def test_a_made_default_is_told(bring: Bring) -> None:
    bring(POINT, program("laps: int = Field(ge=1, le=5, default_factory=lambda: 3, description='laps')"))

    assert (await accepted())["new"][-1]["options"][1]["description"] == "laps (3)"


async def test_more_choices_than_discord_lists_are_offered_by_what_is_typed(bring: Bring) -> None:
    bring(POINT, program(HUES))

    option = (await accepted())["new"][-1]["options"][1]
    assert option["autocomplete"]
    assert not option.get("choices")
