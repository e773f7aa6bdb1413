"""Titles: what each one has to have, and what other distributions bring."""

from __future__ import annotations

import subprocess
import sys
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord import app_commands
from pydantic import ValidationError

from bot.games.command_limits import MOST_OFFERED
from bot.games.title import LEAST_BUY_IN, MOST_ASKED, MOST_BUY_IN, Title
from bot.games.titles import by_name, is_here, name_of, problems, title, titles
from bot.servers import DEFAULTS, ServerSettings
from bot.slash_commands import MODULES
from bot.slash_commands.translator import Translator
from bot.texts import DEFAULT
from bot.ui.guild.help_pages import CommandNames, first_steps, help_pages
from bot.ui.guild.settings_changes import MOST_FIELDS, buy_in_pages, buy_ins_form
from bot.ui.guild.settings_layout import ServerFacts, settings_layout
from engines import catalog
from engines.core import Unreadable
from tests.distributions import POINT, Bring
from tests.ui.limits import components, require_openable, require_sendable

QUOITS = """
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from bot.games.jockey.english import JockeyTexts
from bot.games.jockey.screens import JockeyScreens
from bot.games.jockey.title import TITLE as JOCKEY
from bot.texts import Spoken
from engines import core


class Wind(StrEnum):
    NONE = "none"
    STRONG = "strong"


class Options(core.Options):
    rounds: Annotated[int, Field(ge=1, le=5, description="rounds of three races")] = 1
    wind: Annotated[Wind, Field(description="how the wind blows")] = Wind.NONE
    far: Annotated[int, Field(gt=0, lt=101, description="how far to throw")] = 8
    most: Annotated[int | None, Field(ge=2, le=9, description="points that end it")] = None
    blind: Annotated[bool, Field(description="nobody looks")] = False
    names: Annotated[tuple[str, ...], Field(description="what the quoits are called")] = ()


class Quoits(JOCKEY.engine):
    key = "quoits"
    options_type = Options
    seats = range(2, 5)


class Words(JockeyTexts):
    name = "Quoits"
    pitch = "rings on a pin"
    summary = "throw rings at a pin"


class Screens(JockeyScreens):
    spoken = Spoken({"en-US": Words()})


TITLE = replace(JOCKEY, engine=Quoits, screens=Screens(), translations={})
"""


@pytest.fixture
def quoits(bring: Bring) -> Title:
    """A title of another distribution, which says nothing of most of its options."""
    bring(POINT, QUOITS)
    return title("quoits")


async def sent() -> dict[str, dict[str, Any]]:
    """Return the commands of `/race`, by their names, as Discord gets them."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for module in MODULES:
        for command in module.commands(MagicMock()):
            tree.add_command(command)
    race = await tree.get_command("race").get_translated_payload(tree, Translator())
    return {command["name"]: command for command in race["options"]}


# ------------------------------------------------------------------------------------- the titles built in


def test_there_is_a_title_for_every_game() -> None:
    assert [each.key for each in titles()] == list(catalog.GAMES)
    assert [each.words(DEFAULT).name for each in by_name(DEFAULT)] == [
        "Jockey",
        "Jumpy Jack",
        "Newmarket",
        "Sulkydrom",
        "Turfe",
    ]


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_title_names_only_options_that_its_rules_have(key: str) -> None:
    declared = title(key)
    said = declared.words(DEFAULT).options

    assert set(said) == set(declared.options)
    assert set(declared.offers) | set(declared.typed) <= set(declared.options)
    for option, words in said.items():
        called = [value for value in words.called if value is not None]
        assert set(called) <= set(declared.options[option].values)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_lobby_offers_only_what_the_rules_take(key: str) -> None:
    declared, game = title(key), catalog.game(key)

    assert len(declared.asked_in_lobby) <= MOST_ASKED
    for option, values in declared.asked_in_lobby.items():
        assert len(values) <= MOST_OFFERED
        assert [game.options({option: value}).model_dump()[option] for value in values] == list(values)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_seat_can_be_left_to_the_computer_players_that_every_game_has(key: str) -> None:
    assert {"random", "steady"} <= set(title(key).computers)


@pytest.mark.parametrize("command", [["simulate", "jockey", "--seed", "7"], ["verify", "-"]])
def test_games_alone_are_played_and_checked_without_discord(command: list[str]) -> None:
    code = (
        "import sys; from bot.__main__ import main\n"
        f"try: main({command!r})\n"
        "except SystemExit: print(*[name for name in sys.modules if name == 'discord'], sep='\\n', file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], input="", capture_output=True, text=True, check=True)

    assert "discord" not in ran.stderr.split()


# ----------------------------------------------------------------------------- those of other distributions


def test_a_title_of_another_distribution_stands_beside_the_others(quoits: Title) -> None:
    assert [each.key for each in titles()] == [*catalog.GAMES, "quoits"]
    assert name_of("quoits", DEFAULT) == "Quoits"
    assert "- **Quoits**, 2 to 4 players: throw rings at a pin." in help_pages(CommandNames(), DEFAULT)[0]
    assert "Six horse-racing games" in help_pages(CommandNames(), DEFAULT)[0]
    assert "**Quoits**" in first_steps(CommandNames(), DEFAULT)


def test_a_title_and_a_server_may_ask_for_the_same_buy_ins() -> None:
    for coins in (LEAST_BUY_IN, MOST_BUY_IN):
        assert ServerSettings(buy_ins={"jockey": coins}).buy_in("jockey", 100) == coins
    for coins in (LEAST_BUY_IN - 1, MOST_BUY_IN + 1):
        with pytest.raises(ValidationError):
            ServerSettings(buy_ins={"jockey": coins})


async def test_its_command_is_made_from_its_options_and_what_it_says_of_them(quoits: Title) -> None:
    commands = await sent()
    (command,) = [each for each in commands["new"]["options"] if each["name"] == "quoits"]
    rules = commands["rules"]["options"][0]["choices"]

    assert command["description"] == "Quoits: rings on a pin. 2 to 4 players"
    told = {
        option["name"]: {fact: option[fact] for fact in option if fact in FACTS}
        for option in command["options"]
    }
    assert told == {
        "rounds": {
            "description": "How many rounds of three races (1)",
            "type": 4,
            "min_value": 1,
            "max_value": 5,
        },
        "wind": {
            "description": "how the wind blows (none)",
            "type": 3,
            "choices": [{"name": "none", "value": "none"}, {"name": "strong", "value": "strong"}],
        },
        "far": {"description": "how far to throw (8)", "type": 4, "min_value": 1, "max_value": 100},
        "most": {"description": "points that end it (none)", "type": 4, "min_value": 2, "max_value": 9},
        "blind": {"description": "nobody looks (no)", "type": 5},
        "seats": {"description": "How many may play, at most", "type": 4, "min_value": 2, "max_value": 4},
        "against": {
            "description": "Start now, against so many computers",
            "type": 4,
            "min_value": 1,
            "max_value": 3,
        },
    }
    assert {"name": "Quoits", "value": "quoits"} in rules


FACTS = {"description", "type", "min_value", "max_value", "choices"}


def test_its_lobby_asks_for_what_can_be_listed(quoits: Title) -> None:
    assert quoits.asked_in_lobby == {
        "rounds": range(1, 6),
        "wind": ("none", "strong"),
        "most": (None, *range(2, 10)),
        "blind": (False, True),
    }
    assert quoits.option_words("wind", DEFAULT).label == "Wind"


def test_more_games_than_a_form_has_fields_are_asked_for_in_two_forms(quoits: Title) -> None:
    pages = buy_in_pages(DEFAULT)
    assert [len(page) for page in pages] == [MOST_FIELDS, 1]

    layout = settings_layout(DEFAULTS, ServerFacts("en-US"), DEFAULT)
    require_sendable(layout)
    buttons = {
        each["custom_id"]: each["label"]
        for each in components(layout.build())
        if "buy_ins" in each.get("custom_id", "")
    }
    assert buttons == {
        "s:settings.buy_ins": "Buy-ins: Jockey to Sulkydrom …",
        "s:settings.buy_ins.2": "Buy-ins: Turfe …",
    }
    for page in (1, 2):
        form = buy_ins_form(DEFAULTS, DEFAULT, page)
        require_openable(form)
        fields = [each["custom_id"] for each in components(form) if each["type"] == 4]
        assert fields == [each.key for each in pages[page - 1]]


@pytest.mark.parametrize(
    ("points", "program", "why"),
    [
        (POINT, "raise OSError('two\\nlines')", "cannot be loaded (OSError: two lines)"),
        (POINT, QUOITS.replace('"quoits"', '"chess"'), "its engine calls itself 'chess'"),
        (
            POINT,
            QUOITS + "from types import SimpleNamespace\n"
            "TITLE = SimpleNamespace(engine=Quoits, computers=TITLE.computers)",
            "its entry point names no Title",
        ),
        (POINT, QUOITS.replace('pitch = "rings on a pin"', "pitch = None"), "a name, a pitch and a summary"),
        (POINT, QUOITS.replace('"Quoits"', "'x' * 46"), "is not one line of at most 45 characters"),
        (POINT, QUOITS.replace('"Quoits"', "'two\\nlines'"), "is not one line"),
        (POINT, QUOITS.replace('"throw', "'x' * 300 + \"throw"), "is not one line of at most 300 characters"),
        (POINT, QUOITS.replace("    far: ", "    seats: "), "no option may be called seats"),
        (
            POINT,
            QUOITS.replace("engine=Quoits,", 'engine=Quoits, computers={"random": None},'),
            "no computer player of it is called steady",
        ),
        (
            POINT,
            QUOITS.replace("engine=Quoits,", 'engine=Quoits, tempers=("gloomy",),'),
            "no computer player of it is called gloomy",
        ),
        (
            POINT,
            QUOITS.replace("spoken = Spoken", "spoken = str or Spoken"),
            "cannot be loaded (AttributeError",
        ),
        *(
            (POINT, QUOITS.replace("engine=Quoits,", f"engine=Quoits, buy_in={coins},"), "its buy-in is")
            for coins in (-5, 0, 9, 100_001, 50.5, "'100'")
        ),
    ],
    ids=lambda fact: None if "\n" in fact else fact,
)
async def test_a_broken_one_is_one_line_and_hides_no_other(
    bring: Bring, points: str, program: str, why: str
) -> None:
    bring(points, program)

    assert [each.key for each in titles()] == list(catalog.GAMES)
    ((key, told),) = problems()
    assert key == "quoits"
    assert why in told
    assert "\n" not in told
    assert [each["name"] for each in (await sent())["new"]["options"]] == list(catalog.GAMES)
    assert name_of("quoits", DEFAULT) == "a game that is not here"


def test_a_distribution_that_brings_a_game_built_in_is_told_and_takes_none_away(bring: Bring) -> None:
    bring("jockey = quoits.game:TITLE", QUOITS)

    assert [key for key, _ in problems()] == ["jockey"]
    assert [each.key for each in titles()] == list(catalog.GAMES)


def test_a_title_whose_edition_cannot_be_read_is_left_out_and_told_of(bring: Bring) -> None:
    bring(POINT, QUOITS, edition="{}")

    assert not is_here("quoits")

    assert [each.key for each in titles()] == list(catalog.GAMES)
    ((key, told),) = problems()
    assert key == "quoits"
    assert "cannot be loaded" in told
    assert "\n" not in told


def test_a_game_that_nobody_brings_is_none(quoits: Title) -> None:
    with pytest.raises(Unreadable, match="no game is called 'chess'"):
        title("chess")
