"""Who may know what was predicted and guessed, and whose prediction may be guessed."""

from __future__ import annotations

import pytest

from engines.core import Chance, IllegalAction
from engines.jumpyjack.actions import Decline, Guess, Horse, Move, Predict
from engines.jumpyjack.game import JumpyJack
from engines.jumpyjack.state import State

YBR = (Horse("yellow"), Horse("black"), Horse("red"))
GWR = (Horse("green"), Horse("white"), Horse("red"))


def predicted(game: JumpyJack, seats: int, chance: Chance, **options: object) -> State:
    """A race in which captain 0 has predicted `YBR` and all others `GWR`."""
    state, _ = game.new(game.options(options), seats, chance)
    for seat in game.to_act(state):
        state, _ = game.apply(state, seat, Predict(GWR if seat else YBR), chance)
    return state


def raced(game: JumpyJack, seats: int, chance: Chance, **options: object) -> State:
    """The same when the race is over and everybody may guess."""
    state = predicted(game, seats, chance, guessing=True, **options)
    while game.view(state, None).phase == "racing":
        (seat,) = game.to_act(state)
        state, _ = game.apply(state, seat, game.choices(state, seat).sample(chance), chance)
    return state


def test_a_prediction_is_seen_by_its_seat_alone(jumpyjack, chance):
    state = predicted(jumpyjack, 3, chance)

    assert [jumpyjack.view(state, seat).own.prediction for seat in range(3)] == [YBR, GWR, GWR]
    assert jumpyjack.view(state, None).own is None
    assert "yellow" not in jumpyjack.dump_view(jumpyjack.view(state, 1)).replace('"yellow","black"', "", 1)


def test_a_captain_shows_the_prediction_to_the_team_and_to_nobody_else(jumpyjack, chance):
    state, _ = jumpyjack.new(jumpyjack.options({"teams": 2}), 6, chance)
    assert jumpyjack.to_act(state) == (0, 1)

    state, events = jumpyjack.apply(state, 0, Predict(YBR), chance)

    assert events == [
        {"type": "predicted", "seat": 0},
        {"type": "prediction_shown", "seat": 0, "order": list(YBR), "to": [0, 2, 4]},
    ]
    seen = [jumpyjack.view(state, seat).own.prediction for seat in range(6)]
    assert seen == [YBR, None, YBR, None, YBR, None]


def test_an_own_guess_is_seen_while_others_are_still_guessing(jumpyjack, chance):
    state = raced(jumpyjack, 3, chance)

    state, events = jumpyjack.apply(state, 1, Guess(0, YBR), chance)

    assert events == []
    assert jumpyjack.view(state, 1).own.guess == Guess(0, YBR)
    assert jumpyjack.view(state, 0).own.guess is None
    assert jumpyjack.view(state, 0).has_guessed == (False, True, False)
    assert jumpyjack.to_act(state) == (0, 2)


def test_predictions_come_to_light_only_with_the_last_guess(jumpyjack, chance):
    state = raced(jumpyjack, 3, chance)
    state, _ = jumpyjack.apply(state, 0, Decline(), chance)
    state, _ = jumpyjack.apply(state, 1, Guess(0, GWR), chance)

    _, events = jumpyjack.apply(state, 2, Guess(0, YBR), chance)

    kinds = [event["type"] for event in events]
    assert kinds[:9] == [*["prediction_shown"] * 3, *["guessed"] * 2, *["scored"] * 3, "race_over"]
    assert events[3:5] == [
        {"type": "guessed", "seat": 1, "of": 0, "right": 1, "points": 1},
        {"type": "guessed", "seat": 2, "of": 0, "right": 3, "points": 3},
    ]


@pytest.mark.parametrize("teams", [2, 4, 8])
def test_a_team_makes_one_guess_a_race_by_its_captain_and_all_of_it_have_the_points(jumpyjack, chance, teams):
    state = raced(jumpyjack, 16, chance, teams=teams, target=50)
    arrival = jumpyjack.view(state, None).podium[:3]
    assert jumpyjack.to_act(state) == tuple(range(teams))
    for mate in range(teams, 16):
        assert not list(jumpyjack.choices(state, mate))
        with pytest.raises(IllegalAction) as refused:
            jumpyjack.apply(state, mate, Guess((mate + 1) % teams, GWR), chance)
        assert refused.value.reason == "not_your_turn"
    for seat in (0, *range(2, teams)):
        state, _ = jumpyjack.apply(state, seat, Decline(), chance)

    state, events = jumpyjack.apply(state, 1, Guess(teams, YBR), chance)

    right = sum(mine == came for mine, came in zip(GWR, arrival, strict=True))
    points = {0: 0, 1: 2, 2: 4, 3: 10}[right] + 3
    scored = {event["seat"]: event["points"] for event in events if event["type"] == "scored"}
    assert {scored[seat] for seat in range(1, 16, teams)} == {points}
    assert {jumpyjack.view(state, None).totals[seat] for seat in range(1, 16, teams)} == {points}
    assert len([event for event in events if event["type"] == "guessed"]) == 1


def test_captains_of_the_next_race_guess_in_it(jumpyjack, chance):
    state = raced(jumpyjack, 4, chance, teams=2, target=50)
    for seat in (0, 1):
        state, _ = jumpyjack.apply(state, seat, Decline(), chance)
    assert jumpyjack.to_act(state) == (2, 3)
    while jumpyjack.view(state, None).phase != "guessing":
        seat = jumpyjack.to_act(state)[0]
        state, _ = jumpyjack.apply(state, seat, jumpyjack.choices(state, seat).sample(chance), chance)

    assert jumpyjack.to_act(state) == (2, 3)


@pytest.mark.parametrize(
    ("guess", "reason"),
    [
        (Guess(0, YBR), "no_opponent"),
        (Guess(2, YBR), "no_opponent"),
        (Guess(4, YBR), "no_opponent"),
        (Guess(-1, YBR), "no_opponent"),
        (Guess(1, (YBR[0], YBR[1], YBR[0])), "same_horse"),
        (Guess(1, (YBR[0], YBR[1], Horse("blue"))), "unknown_horse"),
        (Move(YBR[0]), "wrong_phase"),
    ],
)
def test_only_opponents_and_three_different_horses_may_be_guessed(guess, reason, jumpyjack, chance):
    state = raced(jumpyjack, 4, chance, teams=2)

    assert guess not in jumpyjack.choices(state, 0)
    with pytest.raises(IllegalAction) as refused:
        jumpyjack.apply(state, 0, guess, chance)
    assert refused.value.reason == reason


def test_of_a_team_any_seat_may_be_named_but_only_its_captain_is_listed(jumpyjack, chance):
    choices = jumpyjack.choices(raced(jumpyjack, 4, chance, teams=2), 0)

    assert Guess(1, YBR) in choices
    assert Guess(3, YBR) in choices
    assert Decline() in choices
    assert {action.seat for action in choices} == {None, 1}
    assert len(list(choices)) == 61


@pytest.mark.parametrize(
    ("order", "reason"),
    [((YBR[0], YBR[0], YBR[1]), "same_horse"), ((Horse("blue"), *YBR[:2]), "unknown_horse")],
)
def test_three_different_horses_of_the_race_are_predicted(order, reason, jumpyjack, chance):
    state, _ = jumpyjack.new(jumpyjack.options({}), 2, chance)

    assert Predict(order) not in jumpyjack.choices(state, 0)
    with pytest.raises(IllegalAction) as refused:
        jumpyjack.apply(state, 0, Predict(order), chance)
    assert refused.value.reason == reason
    assert len(jumpyjack.choices(state, 0)) == 60
