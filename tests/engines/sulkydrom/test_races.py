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
    ("goal", "points", "wins", "winner"),
    [
        ("first", (0, 0, 0), (0, 0, 0), 0),
        ("minor", (32, 40, 60), (1, 0, 0), 0),
        ("minor", (31, 40, 60), (1, 0, 0), None),
        ("major", (32, 0, 0), (1, 0, 0), None),
        ("major", (96, 127, 127), (3, 1, 1), 0),
        ("victories", (32, 80, 32), (1, 1, 1), 0),
        ("victories", (18, 96, 24), (0, 1, 1), None),
    ],
)
def test_whoever_reaches_the_goal_on_arrival_has_won_and_the_game_is_over_in_that_line(
    sulkydrom, driving, chance, goal, points, wins, winner
):
    state = driving({"A": (1, 48), "C": (2, 4), "E": (3, 20)}, {"A": 1, "E": 5}, goal=goal)
    state = state._replace(race_day=state.race_day._replace(points=points, wins=wins))

    following, events = sulkydrom.apply(state, 0, parsed("drive F"), chance)

    assert [event["type"] for event in events[:3]] == ["moved", "finished", "points"]
    assert events[2] == {
        "type": "points",
        "seat": 0,
        "points": 32,
        "total": points[0] + 32,
        "wins": wins[0] + 1,
    }
    assert isinstance(following, Over) == (winner is not None)
    if winner is None:
        assert sulkydrom.outcome(following) is None
        assert len(events) == 3
        return
    assert sulkydrom.outcome(following).winners == (winner,)
    assert events[-1] == {
        "type": "game_over",
        "scores": list(sulkydrom.outcome(following).scores),
        "winners": [winner],
    }
    assert all(not list(sulkydrom.choices(following, seat)) for seat in range(3))
    assert sulkydrom.forced(following) is None


def test_what_others_might_still_have_scored_is_not_scored_once_the_goal_is_reached(
    sulkydrom, driving, chance
):
    state = driving({"A": (1, 48), "C": (2, 47)}, {"A": 1}, home=("E",), turn="A")
    state = state._replace(race_day=state.race_day._replace(points=(62, 40, 60)))

    following, events = sulkydrom.apply(state, 1, parsed("drive F"), chance)

    assert [event for event in events if event["type"] == "points"] == [
        {"type": "points", "seat": 1, "points": 24, "total": 64, "wins": 0}
    ]
    assert events[-2:] == [
        {"type": "race_over", "race": 1, "order": ["E", "A"]},
        {"type": "game_over", "scores": [62, 64, 60], "winners": [1]},
    ]
    assert following.race_day.result.points == (32, 24, 0)
    assert sulkydrom.view(following, None).home == ("E", "A")


def test_the_last_one_left_may_reach_the_goal_with_the_place_it_is_given(sulkydrom, driving, chance):
    state = driving({"A": (1, 48), "C": (2, 4)}, {"A": 1})
    state = state._replace(race_day=state.race_day._replace(points=(31, 40)))

    _, events = sulkydrom.apply(state, 0, parsed("drive F"), chance)

    assert [event["seat"] for event in events if event["type"] == "points"] == [0, 1]
    assert events[-1] == {"type": "game_over", "scores": [63, 64], "winners": [1]}


def test_when_the_cards_run_out_the_foremost_to_reach_the_goal_is_the_last_to_score(
    sulkydrom, driving, chance
):
    places = {"A": (1, 40), "B": (2, 30), "C": (3, 20), "D": (4, 10)}
    state = driving(places, {}, deal=2, turn="D")
    state = state._replace(
        stacks=(Stacks((), ()),) * 4,
        to_act=(3,),
        waiting=(),
        race_day=state.race_day._replace(points=(0, 40, 63, 63)),
    )

    _, events = sulkydrom.apply(state, 3, STAY, chance)

    assert [event["horse"] for event in events if event["type"] == "finished"] == ["A", "B"]
    assert events[-2]["order"] == ["A", "B"]
    assert events[-1] == {"type": "game_over", "scores": [32, 64, 63, 63], "winners": [1]}


def test_what_stands_if_the_game_ends_early_changes_only_with_a_race_that_is_over(sulkydrom, driving, chance):
    state = driving({"A": (1, 48), "C": (2, 4), "E": (3, 20)}, {"A": 1, "C": 1})

    following, _ = sulkydrom.apply(state, 0, parsed("drive F"), chance)

    assert following.race_day.points == (32, 0, 0)
    assert sulkydrom.interim(following) is None


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
