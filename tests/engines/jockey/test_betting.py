from __future__ import annotations

import pytest

from engines.core import Chance, IllegalAction
from engines.jockey.actions import Double, Horse, Single
from engines.jockey.bets import Bets, limit, loan
from engines.jockey.state import Betting, Racing
from tests.engines.jockey.notation import parsed, place, win


@pytest.fixture
def betting(jockey, chance: Chance) -> Betting:
    state, _ = jockey.new(jockey.options({}), 3, chance)
    return state


def with_capital(state: Betting, capital: int) -> Betting:
    capitals = (capital, *state.race_day.capitals[1:])
    return state._replace(race_day=state.race_day._replace(capitals=capitals))


@pytest.mark.parametrize(
    ("capital", "most"),
    [
        (1000, 1000),
        (1200, 1200),
        (5000, 5000),
        (5100, 5000),
        (23400, 5000),
        (900, 1000),
        (100, 1000),
        (0, 1000),
        (-100, 900),
        (-500, 500),
        (-800, 200),
        (-900, 100),
        (-1000, 100),
        (-7700, 100),
    ],
)
def test_a_seat_may_stake_its_capital_or_what_the_bank_makes_it_up_to(capital, most, betting, jockey, chance):
    state = with_capital(betting, capital)

    assert limit(capital) == most
    assert jockey.choices(state, 0).most == most
    assert place(Horse("red"), most) in jockey.choices(state, 0)
    assert place(Horse("red"), most + 100) not in jockey.choices(state, 0)
    with pytest.raises(IllegalAction) as refused:
        jockey.apply(state, 0, place(Horse("red"), most + 100), chance)
    assert refused.value.reason == "stake_too_large"
    assert refused.value.facts == {"stake": most + 100, "most": most, "capital": capital}


@pytest.mark.parametrize(
    ("stake", "capital", "lent"),
    [(1000, 1000, 0), (100, 2000, 0), (1000, 400, 600), (100, 0, 100), (500, -500, 1000), (100, -3000, 3100)],
)
def test_the_bank_lends_what_the_stake_lacks_and_tells_only_the_seat(
    stake, capital, lent, betting, jockey, chance
):
    _, events = jockey.apply(with_capital(betting, capital), 0, place(Horse("red"), stake), chance)

    told = [{"type": "loan", "seat": 0, "amount": lent, "to": [0]}] if lent else []
    assert loan(stake, capital) == lent
    assert events == [*told, {"type": "bet_placed", "seat": 0}]


def test_a_double_s_stakes_count_together(betting, jockey):
    choices = jockey.choices(betting, 0)

    assert Double(Horse("red"), Horse("blue"), 400, 600) in choices
    assert Double(Horse("red"), Horse("blue"), 500, 600) not in choices


@pytest.mark.parametrize(
    ("bet", "reason"),
    [
        ("bet place green 100", "unknown_horse"),
        ("bet win red 0", "stake_too_small"),
        ("bet win red 50", "stake_too_small"),
        ("bet win red 150", "stake_not_in_steps"),
        ("bet win red 1100", "stake_too_large"),
        ("bet double red red 100 100", "same_horse"),
        ("bet double red blue 100 0", "stake_too_small"),
        ("bet double red blue 0 100", "stake_too_small"),
        ("bet double red green 100 100", "unknown_horse"),
        ("play red+7", "wrong_phase"),
        ("keep", "wrong_phase"),
    ],
)
def test_a_bet_against_the_rules_is_refused_with_its_reason(bet, reason, betting, jockey, chance):
    with pytest.raises(IllegalAction) as refused:
        jockey.apply(betting, 0, parsed(bet), chance)

    assert refused.value.reason == reason
    assert parsed(bet) not in jockey.choices(betting, 0)


def test_a_stake_below_zero_is_refused(betting, jockey, chance):
    with pytest.raises(IllegalAction, match="stake_too_small"):
        jockey.apply(betting, 0, win(Horse("red"), -100), chance)


def test_each_seat_bets_once_in_any_order_and_then_the_left_of_the_dealer_begins(betting, jockey, chance):
    state = betting
    for seat in (2, 0, 1):
        assert isinstance(state, Betting)
        assert seat in jockey.to_act(state)
        state, events = jockey.apply(state, seat, place(Horse("red"), 100), chance)
        assert events == [{"type": "bet_placed", "seat": seat}]

    assert isinstance(state, Racing)
    assert jockey.to_act(state) == ((state.race_day.dealer + 1) % 3,)


def test_a_second_bet_is_refused(betting, jockey, chance):
    state, _ = jockey.apply(betting, 1, place(Horse("red"), 100), chance)

    assert not jockey.choices(state, 1)
    with pytest.raises(IllegalAction, match="not_your_turn"):
        jockey.apply(state, 1, place(Horse("blue"), 100), chance)


def test_others_learn_that_a_seat_has_bet_but_not_on_what(betting, jockey, chance):
    on_red, _ = jockey.apply(betting, 1, place(Horse("red"), 100), chance)
    on_blue, _ = jockey.apply(betting, 1, win(Horse("blue"), 900), chance)

    assert jockey.view(on_red, 0) == jockey.view(on_blue, 0)
    assert jockey.view(on_red, None) == jockey.view(on_blue, None)
    assert jockey.view(on_red, 0).has_bet == (False, True, False)
    assert jockey.view(on_red, 1).own.bet == place(Horse("red"), 100)


def test_a_seat_that_can_only_stake_100_has_no_double_to_choose(betting, jockey):
    choices = jockey.choices(with_capital(betting, -900), 0)

    assert isinstance(choices, Bets)
    assert choices.kinds == ("place", "win")
    assert {type(choices.sample(Chance(bytes([n] * 32)))) for n in range(30)} == {Single}


def test_sampled_bets_are_of_every_kind_and_on_every_horse(betting, jockey, chance):
    bets = [jockey.choices(betting, 0).sample(chance) for _ in range(200)]

    assert {bet.kind for bet in bets} == {"place", "win", "double"}
    assert {bet.horse for bet in bets if isinstance(bet, Single)} == set(jockey.setup.horses)
    assert {bet.total for bet in bets if isinstance(bet, Single)} == set(range(100, 1001, 100))
