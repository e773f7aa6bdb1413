"""Every example and tip of the booklet and every case the rulings name, one data file each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.core import Chance, IllegalAction
from tests.engines.newmarket.notation import parsed

FILES = sorted(Path(__file__).parents[2].joinpath("golden/newmarket").glob("*.json"))
GOLDEN = {file.stem: json.loads(file.read_text()) for file in FILES}


def position(case, playing):
    return playing(
        case["hands"],
        case["played"],
        leader=case["seat"],
        on=case.get("on"),
        points=case.get("points", ()),
        wanted=case.get("wanted"),
        calling=case.get("calling", "auto"),
    )


@pytest.mark.parametrize("name", [name for name, case in GOLDEN.items() if "told" in case])
def test_an_action_does_what_the_example_says(name, newmarket, playing, chance: Chance):
    case = GOLDEN[name]
    state, action = position(case, playing), parsed(case["action"])

    if case["seat"] is None:
        assert newmarket.window(state).action == action
    else:
        assert action in newmarket.choices(state, case["seat"])
    following, events = newmarket.apply(state, case["seat"], action, chance)

    assert events == case["told"]
    if "then" in case:
        assert list(newmarket.to_act(following)) == case["then"]
    if "wants" in case:
        assert newmarket.view(following, None).wanted == case["wants"]
        assert bool(newmarket.window(following)) == bool(case["wants"])
    if "after" in case:
        view = newmarket.view(following, None)
        assert list(view.points) == case["after"]["points"]
        assert dict(zip(view.racehorses, view.pots, strict=True)) == case["after"]["on"]


@pytest.mark.parametrize("name", [name for name, case in GOLDEN.items() if "refused" in case])
def test_an_action_is_refused_as_the_example_says(name, newmarket, playing, chance: Chance):
    case = GOLDEN[name]
    state, action = position(case, playing), parsed(case["action"])

    assert action not in newmarket.choices(state, case["seat"])
    with pytest.raises(IllegalAction) as refused:
        newmarket.apply(state, case["seat"], action, chance)
    assert {"reason": refused.value.reason, **refused.value.facts} == case["refused"]
