from __future__ import annotations

import pytest

from engines.agents import agent
from engines.core import Chance
from engines.turfe.actions import Play
from tests.engines.turfe.notation import parsed

SEEDS = [bytes([number]) * 32 for number in range(40)]


@pytest.mark.parametrize(
    ("hand", "pot", "bet"),
    [
        (("red+3", "red+5", "blue+4", "any+3"), 0, "bet win red 30 red+3"),
        (("red+3", "blue+2", "green+2", "any+3"), 0, "bet place red 30 red+3"),
        (("red+3", "blue+4", "any+3"), 260, "bet jackpot blue 50 blue+4"),
    ],
)
def test_it_backs_the_horse_its_hand_can_drive_furthest(hand, pot, bet, turfe, chance):
    state, _ = turfe.new(turfe.options({}), 3, chance)
    state = state._replace(race_day=state.race_day._replace(pot=pot), hands=(hand, *state.hands[1:]))

    decided = agent("steady", "turfe").decide(turfe.view(state, 0), turfe.choices(state, 0), chance)

    assert decided == parsed(bet)


def test_it_drives_its_own_horse_and_holds_the_leader_back(race, turfe, chance):
    places = {"red": "1:9", "blue": "3:10", "yellow": "5:4", "green": "4:0", "white": "5:0", "black": "6:0"}

    def played(*hand: str) -> Play:
        state = race(places, hand, aside="red+4")
        return agent("steady", "turfe").decide(turfe.view(state, 0), turfe.choices(state, 0), chance)

    first = played("red+5", "blue+5", "any-2")
    assert (first.card, first.horse) == ("red+5", "red")
    assert played("blue+5", "red+2").aside
    assert played("blue+5", "green+2", "red+5").horse == "red"


@pytest.mark.parametrize(
    ("hand", "backed"),
    [
        (("red+3", "green+3", "black+2"), {"red", "green"}),
        (("any-2", "any+3"), {"red", "blue", "yellow", "green", "white", "black"}),
    ],
)
def test_of_horses_that_its_hand_favours_alike_it_backs_any(hand, backed, turfe, chance):
    state, _ = turfe.new(turfe.options({}), 3, chance)
    state = state._replace(hands=(hand, *state.hands[1:]))
    view, choices, steady = turfe.view(state, 0), turfe.choices(state, 0), agent("steady", "turfe")

    assert {steady.decide(view, choices, Chance(seed)).horse for seed in SEEDS} == backed


def test_it_does_not_risk_more_than_half_its_money_on_the_jackpot(turfe, chance):
    state, _ = turfe.new(turfe.options({}), 3, chance)
    race_day = state.race_day._replace(pot=900, money=(90, 100, 100))
    state = state._replace(race_day=race_day, hands=(("red+5", "red+4", "any+3"), *state.hands[1:]))

    decided = agent("steady", "turfe").decide(turfe.view(state, 0), turfe.choices(state, 0), chance)

    assert decided == parsed("bet win red 30 red+4")


def test_without_a_bet_it_favours_no_horse(race, turfe):
    places = {"red": "1:9", "blue": "2:9", "yellow": "3:9", "green": "4:9", "white": "5:9", "black": "6:9"}
    state = race(places, ("any+3",))
    state = state._replace(bets=(None, *state.bets[1:]))
    view, choices, steady = turfe.view(state, 0), turfe.choices(state, 0), agent("steady", "turfe")

    assert {steady.decide(view, choices, Chance(seed)).horse for seed in SEEDS} == set(places)


@pytest.mark.parametrize(
    ("places", "hand", "played"),
    [
        # a win is taken at once, though holding the rival back would lead by more
        ({"red": "1:18", "blue": "2:17"}, ("red+2", "any-2"), "play red+2 red 1:19"),
        # a lane is changed for room ahead, and for nothing else
        ({"red": "3:4", "blue": "2:1"}, ("red+3",), "play red+3 red 3:7"),
        ({"red": "3:4", "blue": "3:8", "yellow": "2:9"}, ("red+3",), "play red+3 red 4:7"),
        # who is held back comes to stand behind another horse
        ({"red": "1:4", "blue": "3:9", "yellow": "4:8"}, ("any-2",), "play any-2 blue 4:7"),
    ],
)
def test_it_does_what_anybody_would_do(places, hand, played, race, turfe, chance):
    start = {"yellow": "4:0", "green": "4:0", "white": "5:0", "black": "6:0"}
    state = race({**start, **places}, hand)

    decided = agent("steady", "turfe").decide(turfe.view(state, 0), turfe.choices(state, 0), chance)

    assert decided == parsed(played)
