from __future__ import annotations

from hashlib import sha256

import pytest

from engines.agents import agent, play_out
from engines.core import Header
from engines.turfe import parsed

GAMES = 24


@pytest.mark.parametrize("seats", [3, 6])
def test_the_steady_player_of_turfe_wins_far_more_than_its_share_against_random_ones(seats, turfe):
    wins = 0.0
    for number in range(GAMES):
        header = Header.of(turfe, turfe.options({}), seats, sha256(b"%d" % number).digest())
        steady = number % seats
        players = [agent("steady" if seat == steady else "random", "turfe") for seat in range(seats)]
        _, outcome = play_out(turfe, header, players)
        wins += (steady in outcome.winners) / len(outcome.winners)

    assert wins / GAMES > 2 / seats


@pytest.mark.parametrize(
    ("hand", "pot", "bet"),
    [
        (("red+3", "red+5", "blue+4", "any+3"), 0, "bet win red 30 red+3"),
        (("red+3", "blue+2", "green+2", "any+3"), 0, "bet place red 30 red+3"),
        (("red+3", "blue+4", "any+3"), 260, "bet jackpot blue 50 blue+4"),
        (("any-2", "any+3"), 0, "bet place red 30"),
    ],
)
def test_it_backs_the_horse_its_hand_can_drive_furthest(hand, pot, bet, turfe, chance):
    state, _ = turfe.new(turfe.options({}), 3, chance)
    state = state._replace(meeting=state.meeting._replace(pot=pot), hands=(hand, *state.hands[1:]))

    decided = agent("steady", "turfe").decide(turfe.view(state, 0), turfe.choices(state, 0), chance)

    assert str(decided) == bet


def test_it_drives_its_own_horse_and_holds_the_leader_back(race, turfe, chance):
    places = {"red": "1:9", "blue": "3:10", "yellow": "5:4", "green": "4:0", "white": "5:0", "black": "6:0"}

    def played(*hand: str) -> str:
        state = race(places, hand, aside="red+4")
        return str(agent("steady", "turfe").decide(turfe.view(state, 0), turfe.choices(state, 0), chance))

    assert played("red+5", "blue+5", "any-2").startswith("play red+5 red")
    assert played("blue+5", "red+2").endswith("aside")
    assert parsed(played("blue+5", "green+2", "red+5")).horse == "red"
