"""Every example the booklet prints, every rule it names and every case of the rulings, one data file each."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from engines.core import Chance, IllegalAction
from engines.jumpyjack.predictions import POINTS, guess_points, hits
from engines.jumpyjack.state import Guessing
from engines.jumpyjack.teams import team_of
from tests.engines.jumpyjack.notation import parsed

FILES = sorted(Path(__file__).parents[2].joinpath("golden/jumpyjack").glob("*.json"))
GOLDEN = {file.stem: json.loads(file.read_text()) for file in FILES}
MOVES = {name: case for name, case in GOLDEN.items() if "move" in case}
LEGAL = [name for name, case in MOVES.items() if "after" in case]
REFUSED = [name for name, case in MOVES.items() if "refused" in case]


def started(case, race):
    return race(case["before"], case["thrown"], case["podium"], double=case.get("double", "leaving"))


@pytest.mark.parametrize("name", LEGAL)
def test_a_horse_moves_as_the_example_says(name, jumpyjack, race, chance: Chance):
    case = MOVES[name]
    state, move = started(case, race), parsed(case["move"])

    assert move in jumpyjack.choices(state, 0)
    following, events = jumpyjack.apply(state, 0, move, chance)

    assert dict(zip(jumpyjack.setup.horses, following.places, strict=True)) == case["after"]
    assert following.podium == tuple(case["podium_after"])
    moved = [event for event in events if event["type"] == "moved"]
    assert {event["horse"] for event in moved} == {move.horse}
    assert [[event["from"], event["to"]] for event in moved] == case["moved"]
    assert all(before["to"] == after["from"] for before, after in pairwise(moved))


@pytest.mark.parametrize("name", LEGAL)
def test_who_gets_on_the_podium_is_told_and_three_places_end_the_race(name, jumpyjack, race, chance: Chance):
    case = MOVES[name]

    following, events = jumpyjack.apply(started(case, race), 0, parsed(case["move"]), chance)

    told = {event["place"]: event["horse"] for event in events if event["type"] in {"finished", "out"}}
    changed = enumerate(zip(case["podium"], case["podium_after"], strict=True), 1)
    assert told == {place: after for place, (before, after) in changed if before != after}
    is_over = None not in case["podium_after"][:3]
    assert isinstance(following, Guessing) == is_over
    assert (events[-1]["type"] == "rolled") == (not is_over)


@pytest.mark.parametrize("name", REFUSED)
def test_a_move_is_refused_as_the_example_says(name, jumpyjack, race, chance: Chance):
    case = MOVES[name]
    state, move = started(case, race), parsed(case["move"])

    assert move not in jumpyjack.choices(state, 0)
    assert move not in list(jumpyjack.choices(state, 0))
    with pytest.raises(IllegalAction) as refused:
        jumpyjack.apply(state, 0, move, chance)
    assert refused.value.reason == case["refused"]


@pytest.mark.parametrize("name", [name for name, case in GOLDEN.items() if "arrival" in case])
def test_a_prediction_brings_what_the_example_says(name):
    case = GOLDEN[name]

    assert POINTS[hits(parsed(case["prediction"]).order, tuple(case["arrival"]))] == case["points"]


@pytest.mark.parametrize("name", [name for name, case in GOLDEN.items() if "guess" in case])
def test_a_guess_brings_what_the_variation_says(name):
    case = GOLDEN[name]
    right = hits(parsed(case["guess"]).order, tuple(case["prediction"]))

    assert (right, guess_points(right)) == (case["right"], case["points"])


def test_teams_alternate_round_the_table_as_in_the_example(jumpyjack):
    case = GOLDEN["teams-alternate-round-the-table"]
    options = jumpyjack.options({"teams": case["teams"]})
    teams = [
        {case["players"][seat] for seat in team_of(first, options, case["seats"])}
        for first in range(case["teams"])
    ]

    assert teams == [set(mates) for mates in case["mates"]]


def test_a_refused_move_names_the_first_barrier_in_the_way(jumpyjack, race, chance: Chance):
    squares = {"yellow": 1, "black": 5, "red": 7, "green": 7, "white": 0}
    with pytest.raises(IllegalAction) as refused:
        jumpyjack.apply(race(squares, 6), 0, parsed("move yellow"), chance)

    assert refused.value.facts == {"horse": "yellow", "barrier": 5}


def test_there_are_examples_of_every_kind():
    assert len(LEGAL) > 25
    assert len(REFUSED) > 10
    assert sum("arrival" in case for case in GOLDEN.values()) == 4
    assert sum("guess" in case for case in GOLDEN.values()) == 4
