from __future__ import annotations

import pytest

from engines.core import Chance, IllegalAction
from engines.sulkydrom.actions import STAY
from engines.sulkydrom.choices import Drives, Orders
from engines.sulkydrom.state import Over, Stacking, Stacks
from tests.engines.sulkydrom.notation import parsed
from tests.engines.sulkydrom.preparing import stacked, started
from tests.engines.sulkydrom.slow import Umpire


def sat_out(match, rows):
    """Nobody drives, nobody plays anything but tempo cards: until the game is over."""
    while match.outcome is None:
        seat = match.to_act()[0]
        choices = match.game.choices(match.state, seat)
        if isinstance(choices, Orders):
            action = choices.sample(Chance(bytes(32)))
        else:
            action = STAY if isinstance(choices, Drives) else next(iter(choices))
        match, news = match.act(seat, action)
        rows += news
    return match, rows


def test_cards_run_out_once_are_dealt_again_and_run_out_twice_end_the_race_by_position(sulkydrom):
    header, match, rows = started(sulkydrom, 3)
    match, rows = sat_out(match, rows)

    deals = [row for row in rows if any(event["type"] == "dealt" for event in row.events)]
    assert len(deals) == 2
    assert deals[1].action == {"type": "drive", "path": []}
    lanes = rows[0].events[2]["order"]
    assert [(event["horse"], event["place"]) for event in rows[-1].events if event["type"] == "finished"] == [
        (horse, place) for place, horse in enumerate(lanes, 1)
    ]
    assert rows[-1].events[-2] == {"type": "race_over", "race": 1, "order": lanes}
    umpire = Umpire(header.edition, 3, "first")
    umpire.set_up(rows[0].events)
    for row in rows[1:]:
        umpire.row(row.seat, row.action, row.events)


def test_dealt_again_are_all_cards_to_the_owners_of_running_horses_only(sulkydrom, driving, chance):
    state = driving({"B": (1, 5), "C": (2, 4)}, {"C": 1}, home=("A",), turn="B")
    spent = state._replace(stacks=(state.stacks[0], Stacks((), ()), Stacks((), ())), to_act=(2,), waiting=())

    following, events = sulkydrom.apply(spent, 2, parsed("drive F"), chance)

    assert isinstance(following, Stacking)
    assert [(event["type"], event.get("seat")) for event in events[1:]] == [("dealt", 1), ("dealt", 2)]
    assert [len(stacks.horse) for stacks in following.stacks] == [0, 16, 16]
    assert following.turn == 2
    assert following.race.deal == 2
    assert following.race.jokers == state.race.jokers


def test_owners_of_horses_at_home_are_passed_over(sulkydrom, driving, chance):
    state = driving({"B": (1, 5), "C": (2, 4)}, {}, home=("A",), turn="C")
    state = state._replace(to_act=(2,), waiting=())

    following, _ = sulkydrom.apply(state, 2, STAY, chance)

    assert following.to_act == (1,)


@pytest.mark.parametrize(
    ("goal", "points", "wins", "winners"),
    [
        ("first", (0, 0), (0, 0), [0]),
        ("minor", (20, 40), (0, 1), [1]),
        ("minor", (32, 40), (1, 1), [0, 1]),
        ("minor", (31, 39), (0, 0), None),
        ("major", (32, 40), (1, 1), None),
        ("major", (96, 70), (3, 0), [0]),
        ("victories", (32, 80), (1, 1), [0]),
        ("victories", (96, 24), (0, 1), None),
    ],
)
def test_the_goal_says_when_the_game_ends_and_who_wins(
    sulkydrom, driving, chance, goal, points, wins, winners
):
    state = driving({"A": (1, 48), "C": (2, 4)}, {"A": 1}, goal=goal)
    state = state._replace(race_day=state.race_day._replace(points=points, wins=wins))

    following, events = sulkydrom.apply(state, 0, parsed("drive F"), chance)

    outcome = sulkydrom.outcome(following)
    assert (outcome and list(outcome.winners)) == winners
    assert isinstance(following, Over) == (winners is not None)
    if outcome:
        assert outcome.scores == (points[0] + 32, points[1] + 24)
        assert events[-1] == {"type": "game_over", "scores": list(outcome.scores), "winners": winners}


def test_only_a_single_choice_is_taken_by_the_table(sulkydrom, turning, chance):
    state = turning({"A": (1, 5), "B": (2, 6)}, "A", position=())
    spent = state.race._replace(jokers=(False, False), galopps=(False, True))

    assert sulkydrom.forced(state) is None
    assert sulkydrom.forced(state._replace(race=spent)) == (0, parsed("tempo horse"))
    two_stacks = turning({"A": (1, 5), "B": (2, 6)}, "A")._replace(race=spent)
    assert sulkydrom.forced(two_stacks) is None


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("joker F", "joker_spent"),
        ("galopp B", "galopp_spent"),
        ("tempo position", "stack_empty"),
        ("drive F", "wrong_phase"),
    ],
)
def test_what_is_spent_cannot_be_played(sulkydrom, turning, chance, action, reason):
    state = turning({"A": (1, 5), "B": (2, 6)}, "A", position=())
    state = state._replace(race=state.race._replace(jokers=(False, True), galopps=(False, True)))

    assert parsed(action) not in sulkydrom.choices(state, 0)
    with pytest.raises(IllegalAction) as refused:
        sulkydrom.apply(state, 0, parsed(action), chance)
    assert refused.value.reason == reason


def test_a_boxed_in_horse_has_no_joker_to_play(sulkydrom, turning, chance):
    state = turning({"A": (1, 5), "B": (1, 6), "C": (2, 6)}, "A")

    assert not list(sulkydrom.choices(state, 0).jokers())
    assert parsed("joker F") not in sulkydrom.choices(state, 0)


def test_the_top_card_is_turned_first(sulkydrom):
    _, match, rows = started(sulkydrom, 2)
    first = rows[0].events[1]["first"]
    match = stacked(match)
    top = match.state.stacks[first].position[0]

    match, rows = match.act(first, parsed("tempo position"))

    assert rows[0].events[0]["card"] == top
    assert match.state.pile == (top,)


def test_a_running_state_is_small(sulkydrom):
    _, match, _ = started(sulkydrom, 8)

    assert len(sulkydrom.dump_state(stacked(match).state)) < 4000
