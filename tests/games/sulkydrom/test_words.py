"""Sulkydrom in words: a sentence for every refusal, a name for every horse, and rules that state the facts."""

from __future__ import annotations

import pytest

from bot.games.kit.english import OTHERWISE
from bot.games.screens import Seating
from bot.games.sulkydrom import spoken as sulkydrom_words
from bot.games.sulkydrom.screens import SulkydromScreens
from bot.texts import DEFAULT, LANGUAGES
from engines import catalog
from engines.core import Chance, IllegalAction, SharedRefusal
from engines.sulkydrom.actions import STAY, Card, Drive, Galopp, Joker, Refusal, Stack, Tempo
from engines.sulkydrom.course import AT_HOME, Spot
from engines.sulkydrom.state import Driving, Over, Race, RaceDay, Stacking, Stacks, Turned, Turning
from tests.texts.test_refusals import require_helpful

GAME = catalog.game("sulkydrom")
T = sulkydrom_words(DEFAULT)
SCREENS = SulkydromScreens()
languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)

EVERY, NO_CARDS = (True,) * 4, Stacks((), ())
RACE_DAY = RaceDay("minor", "sideways", 1, ("A", "C", "E", "H"), (0,) * 4, (0,) * 4, None)
WON = RACE_DAY._replace(points=(64, 0, 0, 0))
RACE = Race((0, 1, 2, 3), 1, NO_CARDS, EVERY, EVERY, (False, True, False, False))
STACKS = (Stacks((Card("h01"),), ()), NO_CARDS, NO_CARDS, NO_CARDS)


def cells(*places: tuple[int, int]) -> tuple[int, ...]:
    """Put Avanti, Casino and Express on the oval; Happy Days is home."""
    return (*(GAME.setup.course.cell(Spot(*place)) for place in places), AT_HOME)


ON_TRACK, NEAR_HOME = cells((1, 3), (1, 5), (2, 9)), cells((1, 48), (1, 5), (2, 9))
STACKING = Stacking(RACE_DAY, RACE, STACKS, cells((1, 0), (2, 0), (3, 0)), (3,), (0, 1), 0)
TURNING = Turning(RACE_DAY, RACE, STACKS, (), ON_TRACK, (3,), (0,), None, None, None)
AFTER = TURNING._replace(race=RACE._replace(jokers=(False,) * 4, galopps=(False,) * 4))


def driving(at: tuple[int, ...]) -> Driving:
    turned = Turned(0, "horse", Card("h01"))
    return Driving(RACE_DAY, RACE, STACKS, (), at, (3,), (0,), turned, None, (5, 2, 3, 0), (2, 1, 0), ())


PROVOKED = {
    SharedRefusal.GAME_OVER: (Over(WON, RACE, STACKS, (), ON_TRACK, (3,), (), None), 0, STAY),
    SharedRefusal.NOT_YOUR_TURN: (TURNING, 1, Tempo("horse")),
    SharedRefusal.WRONG_PHASE: (TURNING, 0, STAY),
    Refusal.WRONG_CARDS: (STACKING, 0, Stack((), ())),
    Refusal.STACK_EMPTY: (TURNING, 0, Tempo("position")),
    Refusal.ONE_A_TURN: (TURNING._replace(special="joker"), 0, Galopp("E")),
    Refusal.JOKER_SPENT: (AFTER, 0, Joker(("F",))),
    Refusal.GALOPP_SPENT: (AFTER, 0, Galopp("E")),
    Refusal.NO_STEP: (TURNING, 0, Joker(())),
    Refusal.HORSE_NOT_RUNNING: (TURNING, 0, Galopp("H")),
    Refusal.OWN_HORSE: (TURNING, 0, Galopp("A")),
    Refusal.HAS_HAD_GALOPP: (TURNING, 0, Galopp("C")),
    Refusal.TOO_FAR: (driving(ON_TRACK), 0, Drive(("R", "F", "F", "F", "F"))),
    Refusal.NO_LANE_THERE: (driving(ON_TRACK), 0, Drive(("L",))),
    Refusal.BLOCKED: (driving(ON_TRACK), 0, Drive(("F", "F"))),
    Refusal.ALREADY_HOME: (driving(NEAR_HOME), 0, Drive(("F", "F"))),
}

SAID = {
    Refusal.WRONG_CARDS: "Your horse stack",
    Refusal.STACK_EMPTY: "Your position stack has run out",
    Refusal.HORSE_NOT_RUNNING: "choose 🇦 Avanti, 🇨 Casino or 🇪 Express.",
    Refusal.OWN_HORSE: "🇦 Avanti is your own horse",
    Refusal.HAS_HAD_GALOPP: "🇨 Casino has had its one Galopp",
    Refusal.TOO_FAR: "takes 6 half lengths and you have 5",
}


def refused(reason) -> IllegalAction:
    """Do what the rules refuse for this reason."""
    state, seat, action = PROVOKED[reason]
    with pytest.raises(IllegalAction) as illegal:
        GAME.apply(state, seat, action, Chance(bytes(32)))
    assert illegal.value.reason is reason
    return illegal.value


def test_every_refusal_of_the_rules_is_provoked() -> None:
    assert set(PROVOKED) == {*SharedRefusal, *Refusal}


@languages
@pytest.mark.parametrize("reason", PROVOKED)
def test_every_refusal_has_a_sentence_of_its_own(t, reason) -> None:
    illegal = refused(reason)
    said = SCREENS.spoken(t).refusal(str(illegal.reason), illegal.facts)

    require_helpful(said)
    assert said != OTHERWISE


def test_refusals_are_told_apart_and_name_what_would_be_accepted() -> None:
    said = {
        reason: T.refusal(str(reason), refused(reason).facts)
        for reason in PROVOKED
    }  # fmt: skip

    assert len(set(said.values())) == len(PROVOKED)
    for reason, part in SAID.items():
        assert part in said[reason]


@languages
def test_a_refusal_that_nobody_foresaw_still_says_where_to_look(t) -> None:
    require_helpful(SCREENS.spoken(t).refusal("a reason that nobody foresaw", {}))


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


def test_the_rules_name_the_facts_of_the_edition() -> None:
    edition = GAME.edition.model_dump(mode="json") | {"joker": 7, "points": [99, 2], "lanes": 11}
    said = "\n".join(T.rules(edition))

    assert "up to 7 half lengths at once" in said
    assert "From the first place on: 99 and 2." in said
    assert "11 lanes" in said
    assert "32 horse cards and 16 position cards" in said
    assert "H Happy Days" in said
    assert "straight 12 · curve 8" in said


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
