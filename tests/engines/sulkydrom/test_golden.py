"""The examples the booklet prints and the cases the rulings name, one data file each.

A step names the horse whose owner acts and the action, then `auto` if the table takes it by itself, or the
reason why it is refused.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.core import Chance, IllegalAction, Match
from engines.sulkydrom.course import Spot
from engines.sulkydrom.game import Sulkydrom
from tests.engines.sulkydrom.notation import parsed

FILES = sorted(Path(__file__).parents[2].joinpath("golden/sulkydrom").glob("*.json"))
GOLDEN = {file.stem: json.loads(file.read_text()) for file in FILES}


def with_cards(game: Sulkydrom, cards: dict[str, list[int]]) -> Sulkydrom:
    """The booklet's examples show cards of their own."""
    edition = game.edition.model_dump(mode="json")
    for deck in ("horse_cards", "position_cards"):
        edition[deck] |= {card: face for card, face in cards.items() if card in edition[deck]}
    again = Sulkydrom.with_edition(edition)
    assert isinstance(again, Sulkydrom)
    return again


def before(case, turning, driving):
    home = tuple(case.get("home", ()))
    options = {option: case[option] for option in ("goal", "lane_change") if option in case}
    if "cards" in case or ("turn" in case and "allowances" not in case):
        return turning(case["places"], case["turn"], home=home, **options)
    return driving(case["places"], case["allowances"], turn=case.get("turn"), home=home, **options)


@pytest.mark.parametrize("name", GOLDEN)
def test_horses_move_as_the_example_says(name, sulkydrom, turning, driving):
    case = GOLDEN[name]
    game = with_cards(sulkydrom, case.get("cards", {}))
    match = Match(game, bytes(32), before(case, turning, driving), 0, 1)
    horses = list(match.state.race_day.horses)
    happened = []
    for horse, text, *said in case["steps"]:
        seat, action = horses.index(horse), parsed(text)
        if said and said != ["auto"]:
            assert action not in game.choices(match.state, seat)
            with pytest.raises(IllegalAction) as refused:
                match.act(seat, action)
            assert [refused.value.reason] == said
            continue
        assert action in game.choices(match.state, seat)
        assert (game.forced(match.state) == (seat, action)) == bool(said)
        state, events = game.apply(match.state, seat, action, Chance(bytes(32)))
        happened += events
        match = Match(game, bytes(32), state, 0, 1)

    assert (game.outcome(match.state) is not None) == case.get("is_over", False)
    view = game.view(match.state, None)
    places = {
        horse: "home" if place is None else list(place)
        for horse, place in zip(view.horses, view.places, strict=True)
    }
    assert places == case["after"]
    of_kind = {
        kind: [event for event in happened if event["type"] == kind] for kind in ("finished", "points")
    }
    assert [[event["horse"], event["place"]] for event in of_kind["finished"]] == case.get("finished", [])
    if "points" in case:
        points = {horses[event["seat"]]: [event["points"], event["wins"]] for event in of_kind["points"]}
        assert points == case["points"]
    turned = [event for event in happened if event["type"] == "tempo"]
    if turned and "order" in case:
        assert turned[0]["order"] == case["order"]
    if turned and "allowances" in case:
        assert turned[0]["allowances"] == case["allowances"]


@pytest.mark.parametrize("name", [name for name, case in GOLDEN.items() if "cost" in case])
def test_a_path_costs_what_the_example_says(name, driving, sulkydrom):
    case = GOLDEN[name]
    ((horse, text),) = case["steps"]
    state = driving(case["places"], {horse: case["cost"] - 1})

    with pytest.raises(IllegalAction) as refused:
        sulkydrom.apply(state, state.race_day.horses.index(horse), parsed(text), Chance(bytes(32)))
    assert refused.value.facts == {"cost": case["cost"], "most": case["cost"] - 1}


def test_the_start_of_example_1_leaves_the_last_horse_no_lane_inside(sulkydrom, driving):
    """G stands beside H after half a length, so the two changes of the example need another start."""
    case = GOLDEN["example-1-the-start"]
    horses = {horse: tuple(place) for horse, place in case["after"].items()}
    state = driving(horses, {"H": 7})

    reach = sulkydrom.choices(state._replace(to_act=(6,)), 6)
    assert parsed("drive FLLFF") not in reach
    assert parsed("drive FR") in reach
    assert sulkydrom.setup.course.spots[reach.reach.cell] == Spot(7, 0)
