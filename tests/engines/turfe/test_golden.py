"""Every example the booklet prints and every case its headings and the rulings name, one data file each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.core import Chance, IllegalAction
from engines.turfe.actions import Bet, Horse
from engines.turfe.bets import settlement
from tests.engines.turfe.notation import noted, parsed

FILES = sorted(Path(__file__).parents[2].joinpath("golden/turfe").glob("*.json"))
GOLDEN = {file.stem: json.loads(file.read_text()) for file in FILES}
PLAYS = {name: case for name, case in GOLDEN.items() if "play" in case}
PAYMENTS = {name: case for name, case in GOLDEN.items() if "bets" in case}


def place_of(plain: dict[str, int]) -> str:
    return f"{plain['lane']}:{plain['space']}"


@pytest.mark.parametrize("name", [name for name, case in PLAYS.items() if "after" in case])
def test_a_card_moves_the_horses_as_the_example_says(name, turfe, race, chance: Chance):
    case = PLAYS[name]
    play = parsed(case["play"])
    state = race(case["before"], (play.card, "black+2"), case["home"])

    assert play in turfe.choices(state, 0)
    following, events = turfe.apply(state, 0, play, chance)

    view = turfe.view(following, None)
    places = view.places if view.race == 1 else view.result.places
    assert dict(zip(view.horses, map(noted, places), strict=True)) == case["after"]
    moved = [
        (event["horse"], place_of(event["from"]), place_of(event["to"]))
        for event in events
        if event["type"] == "moved"
    ]
    changed = [
        (horse, place, case["after"][horse])
        for horse, place in case["before"].items()
        if place != case["after"][horse]
    ]
    assert moved == changed
    finished = [(event["horse"], event["place"]) for event in events if event["type"] == "finished"]
    assert finished == ([tuple(case["finished"].values())] if "finished" in case else [])


@pytest.mark.parametrize("name", [name for name, case in PLAYS.items() if "ends" in case])
def test_the_seat_may_choose_among_the_ends_the_example_names(name, turfe, race):
    case = PLAYS[name]
    play = parsed(case["play"])
    choices = turfe.choices(race(case["before"], (play.card, "black+2"), case["home"]), 0)

    listed = [each for each in choices if (each.card, each.horse) == (play.card, play.horse)]

    assert [noted(each.to) for each in listed] == case["ends"]


@pytest.mark.parametrize("name", [name for name, case in PLAYS.items() if "refused" in case])
def test_a_play_is_refused_as_the_example_says(name, turfe, race, chance: Chance):
    case = PLAYS[name]
    play = parsed(case["play"])
    state = race(case["before"], (play.card, "black+2"), case["home"])

    assert play not in turfe.choices(state, 0)
    with pytest.raises(IllegalAction) as refused:
        turfe.apply(state, 0, play, chance)
    assert refused.value.reason == case["refused"]


@pytest.mark.parametrize("name", PAYMENTS)
def test_bets_bring_what_the_example_says_and_the_pot_is_carried_over(name):
    case = PAYMENTS[name]
    bets = [text and parsed(text) for text in case["bets"]]
    assert all(bet is None or isinstance(bet, Bet) for bet in bets)

    brought = settlement(bets, [Horse(horse) for horse in case["order"].split()], case["pot"])

    assert list(brought.nets) == case["nets"]
    assert list(brought.jackpots) == case["jackpots"]
    assert brought.pot == case["left"]


def test_there_are_examples_of_every_kind():
    assert len(PLAYS) > 30
    assert sum("refused" in case for case in PLAYS.values()) > 8
    assert len(PAYMENTS) > 10
