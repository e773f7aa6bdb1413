"""Every example the booklet prints and every case the rulings name, one data file each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.core import Chance, IllegalAction
from engines.jockey.actions import Horse
from engines.jockey.bets import net
from tests.engines.jockey.notation import parsed

FILES = sorted(Path(__file__).parents[2].joinpath("golden/jockey").glob("*.json"))
GOLDEN = {file.stem: json.loads(file.read_text()) for file in FILES}
PLAYS = {name: case for name, case in GOLDEN.items() if "play" in case}
BETS = {name: case for name, case in GOLDEN.items() if "bet" in case}


@pytest.mark.parametrize("name", [name for name, case in PLAYS.items() if "after" in case])
def test_a_card_moves_the_horses_as_the_example_says(name, jockey, race, chance: Chance):
    case = PLAYS[name]
    play = parsed(case["play"])
    state = race(case["before"], (play.card, "red+7"), case["home"])

    assert play in jockey.choices(state, 0)
    following, events = jockey.apply(state, 0, play, chance)

    view = jockey.view(following, None)
    places = view.result.places if view.result else view.places
    assert dict(zip(view.horses, places, strict=True)) == case["after"]
    moved = [(event["horse"], event["from"], event["to"]) for event in events if event["type"] == "moved"]
    changed = [
        (horse, square, case["after"][horse])
        for horse, square in case["before"].items()
        if square != case["after"][horse]
    ]
    assert moved == changed
    finished = [(event["horse"], event["place"]) for event in events if event["type"] == "finished"]
    assert finished == ([tuple(case["finished"].values())] if "finished" in case else [])


@pytest.mark.parametrize("name", [name for name, case in PLAYS.items() if "refused" in case])
def test_a_play_is_refused_as_the_example_says(name, jockey, race, chance: Chance):
    case = PLAYS[name]
    play = parsed(case["play"])
    state = race(case["before"], (play.card, "red+7"), case["home"])

    assert play not in jockey.choices(state, 0)
    with pytest.raises(IllegalAction) as refused:
        jockey.apply(state, 0, play, chance)
    assert refused.value.reason == case["refused"]


@pytest.mark.parametrize("name", BETS)
def test_a_bet_brings_what_the_example_says(name):
    bet = parsed(BETS[name]["bet"])

    nets = {order: net(bet, tuple(Horse(horse) for horse in order.split())) for order in BETS[name]["nets"]}

    assert nets == BETS[name]["nets"]


def test_there_are_examples_of_every_kind():
    assert len(PLAYS) > 25
    assert len(BETS) == 3
