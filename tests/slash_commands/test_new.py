"""`/race new`: what somebody gives for a game's options, read by the game's own rules."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.titles import title
from bot.slash_commands.new import resolved, unfit
from bot.texts import DEFAULT
from engines.core import Unreadable
from tests.distributions import Bring
from tests.games.test_new_command import FAR, HUES, program
from tests.games.test_titles import POINT

COURSE = "course: Annotated[str, Field(max_length=9)] = 'short'"


@pytest.mark.parametrize(
    ("options", "facts", "given", "meant"),
    [
        (COURSE, "typed={'course': TypedOption(read=str, most=20)}", {"course": None}, {"course": "short"}),
        (FAR, "typed={'far': TypedOption(read=int, most=5)}", {"far": None}, {"far": 8}),
        (FAR, "typed={'far': TypedOption(read=int, most=5)}", {"far": "12"}, {"far": 12}),
        ("laps: int = Field(ge=1, le=5, default_factory=lambda: 3)", "", {"laps": None}, {"laps": 3}),
        ("mark: Literal['a', 1] = 'a'", "", {"mark": "1"}, {"mark": 1}),
        ("mark: Literal['a', 1] = 1", "", {"mark": None}, {"mark": 1}),
        (HUES, "", {"hue": "hue 28"}, {"hue": "hue 28"}),
        (HUES, "", {}, {"hue": "hue 29"}),
        ("most: Annotated[int | None, Field(ge=1, le=9)] = 4", "", {"most": None}, {"most": 4}),
    ],
)
def test_what_is_given_is_read_and_what_is_left_out_keeps_its_default(
    bring: Bring, options: str, facts: str, given: dict[str, Any], meant: dict[str, Any]
) -> None:
    bring(POINT, program(options, f"translations={{}}, {facts}"))

    assert resolved(title("quoits"), given).model_dump() == {"rounds": 1, **meant}


@pytest.mark.parametrize("read", ["int", "{'ten': 10}.__getitem__", "lambda text: 99"])
def test_typed_text_that_cannot_be_read_is_refused_by_the_name_of_its_option(bring: Bring, read: str) -> None:
    bring(POINT, program(FAR, f"translations={{}}, typed={{'far': TypedOption(read={read}, most=5)}}"))

    given = {"rounds": 2, "far": "?"}
    with pytest.raises(Unreadable):
        resolved(title("quoits"), given)
    assert unfit(title("quoits"), given, DEFAULT) == DEFAULT.answers.unfit_option("far")


def test_a_length_chooses_what_makes_the_game_long() -> None:
    assert resolved(title("turfe"), {}).model_dump() == {"races": 4}
    assert resolved(title("turfe"), {"length": "quick"}).model_dump() == {"races": 2}
    assert resolved(title("newmarket"), {"length": "long"}).model_dump()["deals"] == 8
    assert resolved(title("sulkydrom"), {"length": "usual"}).model_dump()["goal"] == "minor"


def test_an_option_that_is_typed_wins_over_the_length() -> None:
    assert resolved(title("turfe"), {"length": "long", "races": 3}).model_dump() == {"races": 3}
    assert resolved(title("newmarket"), {"length": "long", "minutes": 20}).model_dump()["deals"] == 8
