"""The rules of Dice Derby, as the games built in have theirs tried: sentences, and numbers by hand."""

from __future__ import annotations

import pytest
from dice_derby import rules
from dice_derby.actions import Bet, Run
from dice_derby.game import BETS, DiceDerby
from dice_derby.state import Betting, Over, RaceDay, Running

from engines.core import Chance, IllegalAction

GAME = DiceDerby.with_edition()
DAY = RaceDay(races=1, race=1, first=0, chips=(20, 20), result=None)
START = (0,) * 6


def running(*dice: int, places: tuple[int, ...] = START, home: tuple[int, ...] = ()) -> Running:
    return Running(DAY, (Bet(3, 5), Bet(4, 2)), places, home, None, (dice[0], dice[1]), (0,))


def chance(number: int = 0) -> Chance:
    return Chance(bytes([number]) * 32)


def test_either_die_names_the_horse_and_the_other_how_far_it_runs() -> None:
    assert rules.readings(running(2, 5)) == (Run(2, 5), Run(5, 2))


def test_a_double_is_one_reading_and_taken_by_the_table() -> None:
    assert GAME.forced(running(4, 4)) == (0, Run(4, 4))


@pytest.mark.parametrize(("dice", "left"), [((3, 6), (Run(6, 3),)), ((3, 3), ())])
def test_a_horse_that_is_home_is_not_named(dice: tuple[int, int], left: tuple[Run, ...]) -> None:
    assert rules.readings(running(*dice, home=(3,))) == left


def test_where_no_reading_is_possible_the_turn_passes() -> None:
    for number in range(256):
        state, news = rules.throw(running(1, 1, home=(3,)), chance(number))
        if "passed" in [event["type"] for event in news]:
            assert news[0]["dice"] == [3, 3]
            assert state.to_act == (1,)
            return
    pytest.fail("no double of the horse that is home was thrown")


def test_first_home_pays_four_to_one_second_returns_the_stake_and_all_others_lose() -> None:
    assert [rules.net(Bet(horse, 5), home=(3, 6)) for horse in (3, 6, 1)] == [20, 0, -5]


def test_the_race_ends_with_the_second_horse_home_and_the_last_race_with_most_chips() -> None:
    places = (0, 0, 31, 29, 0, 0)
    state, news = GAME.apply(running(4, 2, places=places, home=(3,)), 0, Run(4, 2), chance())
    assert isinstance(state, Over)
    assert GAME.outcome(state) is not None
    assert state.day.chips == (40, 20)
    assert [event["type"] for event in news][-2:] == ["race_over", "game_over"]


def test_a_bet_is_one_to_five_chips_on_one_of_six_horses() -> None:
    state = Betting(DAY, (None, None), (0, 1))
    for bet in (Bet(0, 1), Bet(7, 1), Bet(1, 0), Bet(1, 6)):
        assert bet not in BETS
        with pytest.raises(IllegalAction):
            GAME.apply(state, 0, bet, chance())
