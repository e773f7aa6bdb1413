"""Sulkydrom in words: a sentence for every refusal, a name for every horse, and rules that state the facts."""

from __future__ import annotations

import pytest

from bot.games.screens import Seating
from bot.games.sulkydrom import spoken as sulkydrom_words
from bot.games.sulkydrom.screens import SulkydromScreens
from bot.texts import DEFAULT, LANGUAGES
from engines import catalog
from engines.sulkydrom.state import Over
from tests.games.sulkydrom.provoked import ON_TRACK, RACE, STACKS, WON

GAME = catalog.game("sulkydrom")
T = sulkydrom_words(DEFAULT)
SCREENS = SulkydromScreens()
languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)


def test_every_horse_has_a_sign_of_its_own() -> None:
    signs = [T.sign(letter) for letter in GAME.edition.horses]
    assert signs == list("🇦🇧🇨🇩🇪🇫🇬🇭")


@pytest.mark.parametrize(
    ("place", "said"),
    [((3, 12), "lane 3, space 12"), ((4, 0), "lane 4, at the start"), (None, "over the line")],
)
def test_places_are_named(place, said: str) -> None:
    assert T.spot(place) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st")],
)
def test_places_in_a_stack_are_counted(number: int, said: str) -> None:
    assert T.pick("horse", number) == f"By hand: which horse card is turned {said}?"


def test_the_rules_in_short_say_that_the_first_horse_home_ends_a_game_of_one_race() -> None:
    in_short, *_ = T.rules(GAME.edition.model_dump(mode="json"))
    (end,) = (line for line in in_short.splitlines() if line.startswith("**The end:**"))
    assert "a game of one race is over when the first horse is home" in end


def test_where_a_horse_lies_is_told_by_its_rank_as_everywhere_else() -> None:
    assert "furthest ahead, 3rd with 12 half lengths to go" in T.hint_galopp("🇦 Avanti", 3, 12)
    assert "you are 3rd" in T.running("🇦 Avanti", 3, (2, 1), 12)
    assert T.captions.positions[2] == "You are 3rd"
    assert T.position_stack([1, 2], [], [(4, 6)]) == "**Position cards** for being 1st/2nd: 4/6"
    assert "1st is the foremost" in "".join(T.rules(GAME.edition.model_dump(mode="json")))


def test_a_day_that_is_over_is_told_in_the_words_of_every_game() -> None:
    view = GAME.view(Over(WON, RACE, STACKS, (), ON_TRACK, (3,), (), None), 0)
    seating = Seating("ABCDEF", 0, view, (), 1, draft={}, names=("Ana", "Ben", "Cleo", "Dan"))
    assert "The race day is over." in SCREENS.desk_lines(seating, T)
    assert T.final_title == "## 🏆 The race day is over"
