from __future__ import annotations

import pytest

from engines.agents import agent
from tests.engines.sulkydrom.notation import parsed


@pytest.mark.parametrize(
    ("places", "driven"),
    [
        ({"A": (1, 5), "B": (8, 3)}, "drive FFFF"),  # nothing is shorter than the inner lane
        ({"A": (3, 5), "B": (8, 3)}, "drive LL"),  # each lane further in saves two spaces
        ({"A": (1, 5), "B": (1, 6)}, "drive RFF"),  # around the horse ahead
        ({"A": (1, 5), "B": (1, 6), "C": (2, 6)}, "drive"),  # boxed in
    ],
)
def test_it_drives_the_shortest_way_home(places, driven, sulkydrom, driving, chance):
    state = driving(places, {"A": 4})
    state = state._replace(to_act=(0,))

    decided = agent("steady", "sulkydrom").decide(
        sulkydrom.view(state, 0), sulkydrom.choices(state, 0), chance
    )

    assert decided == parsed(driven)


def test_it_stops_the_leading_rival_late_in_the_race(sulkydrom, turning, chance):
    state = turning({"A": (1, 20), "B": (2, 30), "C": (3, 26)}, "A")

    decided = agent("steady", "sulkydrom").decide(
        sulkydrom.view(state, 0), sulkydrom.choices(state, 0), chance
    )

    assert decided == parsed("galopp B")


@pytest.mark.parametrize(
    ("places", "decided"),
    [
        ({"A": (1, 40), "B": (8, 60)}, "joker FFFF"),
        ({"A": (1, 34), "B": (1, 35), "C": (2, 37)}, "galopp C"),  # boxed in, it would bring nothing
    ],
)
def test_it_plays_its_joker_late_and_not_for_nothing(places, decided, sulkydrom, turning, chance):
    state = turning(places, "A")

    assert agent("steady", "sulkydrom").decide(
        sulkydrom.view(state, 0), sulkydrom.choices(state, 0), chance
    ) == parsed(decided)
