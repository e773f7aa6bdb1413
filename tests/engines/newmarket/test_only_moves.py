"""When everybody can know that a lead is no choice: by the cards that were played, whatever is held."""

from __future__ import annotations

import pytest


def known(newmarket, state) -> bool:
    (leader,) = state.to_act
    return newmarket.has_only_move(newmarket.view(state, None), leader)


def test_a_last_card_is_an_only_move(newmarket, playing):
    assert known(newmarket, playing(["blue9", "red2 red3", "green2"], ["1 yellow13"]))
    assert not known(newmarket, playing(["blue9 red7", "red2 red3", "green2"], ["1 yellow13"]))


def test_a_first_lead_may_be_one_of_several_that_are_as_low(newmarket, playing):
    assert not known(newmarket, playing(["blue2 blue3", "red2", "green2"]))


@pytest.mark.parametrize("calling", ["auto", "manual"])
def test_of_a_colour_that_was_played_to_the_end_there_is_nothing_to_lead(newmarket, playing, calling):
    blue = [f"1 blue{number}" for number in range(1, 14)]
    state = playing(["red9 red11", "yellow2 yellow3", "green2"], [*blue, "2 green13"], calling=calling)
    assert known(newmarket, state)


def test_a_lead_shows_that_nothing_lower_is_held(newmarket, playing):
    """Seat 0 has led blue 12, its lowest, and blue 13 was played: red alone is left to it."""
    shown = ["1 green13", "0 blue12", "1 blue13", "1 green12"]
    assert known(newmarket, playing(["red9 red11", "yellow2 yellow3", "green2"], shown))
    assert not known(newmarket, playing(["red9 red11", "yellow2 yellow3", "green2"], shown[2:]))


@pytest.mark.parametrize(("calling", "is_known"), [("auto", True), ("manual", False)])
def test_a_card_that_nobody_laid_is_held_by_nobody_unless_it_had_to_be_called(
    newmarket, playing, calling, is_known
):
    shown = ["1 green13", "0 blue12", "2 green12"]
    state = playing(["red9 red11", "yellow2 yellow3", "green2"], shown, calling=calling)
    assert known(newmarket, state) is is_known


def test_it_is_nothing_to_who_does_not_lead(newmarket, playing):
    state = playing(["blue9", "red2", "green2"], ["1 yellow13"])
    assert not newmarket.has_only_move(newmarket.view(state, None), 1)


def test_whether_there_is_a_choice_in_the_hand_makes_no_difference(newmarket, playing):
    of_one = playing(["red9 red11", "yellow2 yellow3", "green2"], ["1 yellow13"])
    of_two = playing(["red9 blue11", "yellow2 yellow3", "green2"], ["1 yellow13"])
    assert len(list(newmarket.choices(of_one, 0))) == 1
    assert len(list(newmarket.choices(of_two, 0))) == 2
    assert not known(newmarket, of_one)
    assert not known(newmarket, of_two)
