from __future__ import annotations

from hashlib import sha256

import pytest

from engines.core import Chance, Header, IllegalAction, Match
from engines.sulkydrom import STAY, Drives, Orders, Place, Stacks
from engines.sulkydrom.state import Driving, Over, Stacking, Turning
from tests.engines.sulkydrom.notation import parsed
from tests.engines.sulkydrom.slow import Umpire


def started(game, seats, number=0, **options):
    header = Header.of(game, game.options(options), seats, sha256(b"race %d" % number).digest())
    match, rows = Match.start(game, header)
    return header, match, rows


def stacked(match):
    """Every seat leaves its cards as dealt."""
    for seat in match.to_act():
        hand = match.state.stacks[seat]
        match, _ = match.act(seat, parsed(f"stack {' '.join(hand.horse)} / {' '.join(hand.position)}"))
    return match


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


def test_owners_come_first_then_the_race_the_lanes_the_cards_and_what_is_left_over(sulkydrom):
    _, match, (row,) = started(sulkydrom, 3, horses=["C", None, "A"])

    assert [event["type"] for event in row.events] == [
        "owners", "race_started", "lanes", "dealt", "dealt", "dealt", "surplus",
    ]  # fmt: skip
    owners, race, lanes, *hands, surplus = row.events
    assert owners["horses"][0] == "C"
    assert owners["horses"][2] == "A"
    assert owners["horses"][1] not in "AC"
    assert race["first"] == owners["horses"].index(lanes["order"][-1])
    assert [(len(hand["horse"]), len(hand["position"])) for hand in hands] == [(10, 5)] * 3
    assert (len(surplus["horse"]), len(surplus["position"])) == (2, 1)
    assert match.to_act() == (0, 1, 2)


def test_where_the_cards_come_out_even_there_is_no_surplus(sulkydrom):
    _, _, (row,) = started(sulkydrom, 4)

    assert "surplus" not in {event["type"] for event in row.events}


def test_the_seat_in_the_highest_lane_begins_and_the_next_seat_number_follows(sulkydrom):
    _, match, rows = started(sulkydrom, 5, number=1)
    first = rows[0].events[1]["first"]
    match = stacked(match)

    assert isinstance(match.state, Turning)
    assert match.to_act() == (first,)
    match, _ = match.act(first, parsed("tempo horse"))
    while isinstance(match.state, Driving):
        match, _ = match.act(match.to_act()[0], STAY)
    assert match.to_act() == ((first + 1) % 5,)


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


def test_the_last_of_a_race_starts_the_next_one_in_lane_1(sulkydrom, driving, chance):
    state = driving({"B": (1, 48), "C": (2, 4)}, {"B": 1}, home=("A",), goal="minor")

    following, events = sulkydrom.apply(state, 1, parsed("drive F"), chance)

    assert [event["type"] for event in events][:8] == [
        "moved", "finished", "finished", "points", "points", "points", "race_over", "race_started",
    ]  # fmt: skip
    assert events[6]["order"] == ["A", "B", "C"]
    assert events[8] == {"type": "lanes", "order": ["C", "B", "A"]}
    assert events[7]["first"] == 0
    assert [sulkydrom.setup.course.places[cell] for cell in following.cells] == [
        Place(3, 0),
        Place(2, 0),
        Place(1, 0),
    ]


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


@pytest.mark.parametrize(
    ("change", "facts"),
    [
        (lambda cards: cards[1:], lambda cards: {"missing": [cards[0]], "foreign": []}),
        (lambda cards: (*cards, "p99"), lambda _: {"missing": [], "foreign": ["p99"]}),
        (
            lambda cards: (cards[0], *cards[:-1]),
            lambda cards: {"missing": [cards[-1]], "foreign": [cards[0]]},
        ),
    ],
)
def test_a_stack_holds_exactly_the_cards_dealt(sulkydrom, change, facts, chance):
    _, match, _ = started(sulkydrom, 4)
    hand = match.state.stacks[0]
    stack = parsed(f"stack {' '.join(hand.horse)} / {' '.join(change(hand.position))}")

    assert stack not in sulkydrom.choices(match.state, 0)
    with pytest.raises(IllegalAction) as refused:
        sulkydrom.apply(match.state, 0, stack, chance)
    assert refused.value.reason == "wrong_cards"
    assert refused.value.facts == {"deck": "position", **facts(hand.position)}


def test_once_stacked_nobody_sees_the_cards_again_until_they_are_turned(sulkydrom):
    _, match, _ = started(sulkydrom, 2)
    hand = match.state.stacks[0]
    assert sulkydrom.view(match.state, 0).own.hand == hand
    assert sulkydrom.view(match.state, 1).own.hand != hand

    match, (row,) = match.act(0, parsed(f"stack {' '.join(hand.horse)} / {' '.join(hand.position)}"))

    assert row.events == [{"type": "stacked", "seat": 0}]
    for seat in (None, 0, 1):
        view = sulkydrom.dump_view(sulkydrom.view(match.state, seat))
        assert not [card for card in (*hand.horse, *hand.position) if f'"{card}"' in view]


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
