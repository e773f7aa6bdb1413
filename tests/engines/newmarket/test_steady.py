from __future__ import annotations

import pytest

from engines.newmarket.actions import Card, Follow, Lead
from engines.newmarket.steady import SteadyNewmarket, prospect


def test_it_never_misses_a_call(newmarket, playing, chance):
    state = playing(["red9 green4", "blue4 yellow3"], ["0 blue3"], wanted="blue4", calling="manual")
    choices = newmarket.choices(state, 1)

    assert SteadyNewmarket().decide(newmarket.view(state, 1), choices, chance) == Follow(Card("blue4"))


def test_it_leads_where_it_can_go_on_itself(newmarket, playing, chance):
    state = playing(["yellow2 yellow3 yellow4 green1 blue1", "red3", "red5 green2"], ["0 blue9"])
    view = newmarket.view(state, 0)

    assert prospect(view, Card("yellow2")) > prospect(view, Card("green1"))
    assert SteadyNewmarket().decide(view, newmarket.choices(state, 0), chance) == Lead(Card("yellow2"))


@pytest.mark.parametrize(("points", "bids"), [(35, 1), (6, 1), (5, None)])
def test_it_bids_for_a_better_hand_but_keeps_a_stake_for_the_next_deal(
    points, bids, newmarket, bidding, chance
):
    rich = bidding.race_day._replace(points=(35, 35, 35, points), pots=(300, 300, 300, 300))
    without_horses = bidding._replace(
        race_day=rich,
        hands=(*bidding.hands[:3], bidding.hands[3] & ~newmarket.setup.numbered(newmarket.setup.racehorses)),
    )
    view, choices = newmarket.view(without_horses, 3), newmarket.choices(without_horses, 3)

    assert SteadyNewmarket().decide(view, choices, chance).points == bids
