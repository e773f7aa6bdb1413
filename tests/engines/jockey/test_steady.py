"""What the steady player does with the cards of a moment."""

from __future__ import annotations

import pytest

from engines.agents import agent
from engines.core import Chance
from engines.jockey.state import Keeping
from tests.engines.jockey.notation import parsed


def test_of_horses_that_its_hand_favours_alike_it_backs_any(jockey, chance):
    state, _ = jockey.new(jockey.options({}), 2, chance)
    state = state._replace(hands=(("brown+7", "red+7", "no2+13"), *state.hands[1:]))
    view, choices, steady = jockey.view(state, 0), jockey.choices(state, 0), agent("steady", "jockey")

    decided = {steady.decide(view, choices, Chance(bytes([number]) * 32)).horse for number in range(40)}

    assert decided == {"brown", "red"}


@pytest.mark.parametrize(
    ("squares", "hand", "played"),
    [
        # the second horse needs its lead as much as the first
        ({"red": 70, "blue": 30, "brown": 32, "yellow": 5}, ("red+10", "blue+10"), "play blue+10"),
        # but it must not get past the first
        ({"red": 40, "blue": 36, "brown": 20, "yellow": 5}, ("brown+7", "blue+10"), "play brown+7"),
        # what helps neither should at least not help the others
        ({"red": 60, "blue": 40, "brown": 5, "yellow": 4}, ("yellow+10", "yellowx3"), "play yellowx3"),
    ],
)
def test_it_brings_about_both_halves_of_a_double(squares, hand, played, jockey, race, chance):
    state = race(squares, hand)
    state = state._replace(bets=(parsed("bet double red blue 200 200"), state.bets[1]))

    decided = agent("steady", "jockey").decide(jockey.view(state, 0), jockey.choices(state, 0), chance)

    assert decided == parsed(played)


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        (("brown+7", "brownx3", "brown+7", "red+10", "red+30"), "keep red+10 red+30"),
        (("brown+7", "brown+7", "red+30", "no2+13"), "keep brown+7 brown+7"),
        (("brown+7", "no2+13"), "keep brown+7"),
        (("no2+13", "no4+20"), "keep"),
    ],
)
def test_it_keeps_the_two_cards_of_a_colour_that_are_worth_most(hand, kept, jockey, race, chance):
    racing = race({"red": 85, "blue": 82, "brown": 20, "yellow": 5}, hand, home=("red", "blue"))
    state = Keeping(racing.race_day, racing.hands, racing.aside, racing.pile, (None, ()), (0,))

    decided = agent("steady", "jockey").decide(jockey.view(state, 0), jockey.choices(state, 0), chance)

    assert decided == parsed(kept)
