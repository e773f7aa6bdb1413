from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.core import Chance, IllegalAction
from engines.turfe.actions import Bet, Card, Horse
from engines.turfe.state import Betting, Racing
from tests.engines.turfe.notation import parsed

HAND = ("red+3", "red+3", "blue+2", "blue+5", "any-2", "any+3")


@pytest.fixture
def betting(turfe, chance: Chance) -> Callable[..., Betting]:
    """Three seats about to bet; seat 0 has `money` and `hand`, the others 100 each and what they were dealt."""

    def state(money: int = 100, hand: tuple[str, ...] = HAND) -> Betting:
        state, _ = turfe.new(turfe.options({}), 3, chance)
        return state._replace(
            race_day=state.race_day._replace(money=(money, 100, 100)),
            hands=(tuple(map(Card, hand)), *state.hands[1:]),
        )

    return state


def refusal(turfe, state, text: str, chance: Chance) -> tuple[str, dict]:
    assert parsed(text) not in turfe.choices(state, 0)
    with pytest.raises(IllegalAction) as refused:
        turfe.apply(state, 0, parsed(text), chance)
    return str(refused.value.reason), refused.value.facts


@pytest.mark.parametrize(
    "text", ["bet win red 10 red+3", "bet place blue 100 blue+5", "bet jackpot blue 50 blue+2"]
)
def test_a_bet_lays_a_card_of_its_colour_aside_from_the_hand(text, betting, turfe, chance):
    bet = parsed(text)
    assert bet in turfe.choices(betting(), 0)

    following, events = turfe.apply(betting(), 0, bet, chance)

    assert events == []
    own = turfe.view(following, 0).own
    assert own.bet == bet
    assert own.aside == bet.card
    assert sorted((*own.hand, own.aside)) == sorted(HAND)
    assert turfe.view(following, 1).card_counts[0] == len(HAND)


def test_the_card_may_be_left_out_where_those_of_the_colour_are_all_alike(betting, turfe, chance):
    assert parsed("bet win red 20") in turfe.choices(betting(), 0)

    following, _ = turfe.apply(betting(), 0, parsed("bet win red 20"), chance)

    assert turfe.view(following, 0).own.bet == parsed("bet win red 20 red+3")


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("bet win blue 20", "card_needed", {"horse": "blue", "cards": ["blue+2", "blue+5"]}),
        ("bet win green 20", "colour_not_held", {"horse": "green", "horses": ["red", "blue"]}),
        ("bet win green 20 green+2", "colour_not_held", {"horse": "green", "horses": ["red", "blue"]}),
        ("bet win red 20 red+5", "card_not_in_hand", {"card": "red+5"}),
        ("bet win red 20 blue+2", "wrong_card", {"card": "blue+2", "horse": "red", "cards": ["red+3"]}),
        ("bet win red 20 any+3", "wrong_card", {"card": "any+3", "horse": "red", "cards": ["red+3"]}),
        ("bet win pink 20", "unknown_horse", {"horse": "pink",
         "horses": ["red", "blue", "yellow", "green", "white", "black"]}),
        ("bet win red 0", "stake_too_small", {"stake": 0, "least": 10}),
        ("bet place red 5", "stake_too_small", {"stake": 5, "least": 10}),
        ("bet place red 15", "stake_not_in_steps", {"stake": 15, "step": 10}),
        ("bet win red 110", "stake_too_large", {"stake": 110, "most": 100}),
        ("bet jackpot red 40", "jackpot_stake", {"stake": 40, "exactly": 50}),
        ("bet jackpot red 60", "jackpot_stake", {"stake": 60, "exactly": 50}),
    ],
)  # fmt: skip
def test_a_bet_against_the_rules_is_refused_with_its_reason(text, reason, facts, betting, turfe, chance):
    assert refusal(turfe, betting(), text, chance) == (reason, facts)


def test_all_money_may_be_staked_and_the_jackpot_needs_fifty(betting, turfe, chance):
    assert parsed("bet win red 40") in turfe.choices(betting(money=40), 0)
    assert turfe.choices(betting(money=40), 0).kinds == ("win", "place")
    assert turfe.choices(betting(money=50), 0).kinds == ("win", "place", "jackpot")
    assert refusal(turfe, betting(money=40), "bet jackpot red 50", chance) == (
        "stake_too_large",
        {"stake": 50, "most": 40},
    )


def test_who_has_no_coloured_card_bets_on_any_horse_without_one(betting, turfe, chance):
    state = betting(hand=("any-2", "any+3"))

    assert list(turfe.choices(state, 0).horses) == list(turfe.setup.horses)
    assert refusal(turfe, state, "bet win red 20 red+3", chance)[0] == "card_not_in_hand"
    assert refusal(turfe, state, "bet win red 20 any+3", chance)[0] == "wrong_card"
    following, _ = turfe.apply(state, 0, parsed("bet win green 20"), chance)
    assert turfe.view(following, 0).own.aside is None
    assert following.hands[0] == ("any-2", "any+3")


def test_nobody_bets_twice(betting, turfe, chance):
    following, _ = turfe.apply(betting(), 0, parsed("bet win red 20"), chance)

    assert refusal(turfe, following, "bet win red 20", chance) == (
        "not_your_turn",
        {"seat": 0, "to_act": [1, 2]},
    )


def test_kinds_and_stakes_are_shown_in_seat_order_when_all_have_bet_and_horses_are_not(
    betting, turfe, chance
):
    state = betting()
    others = [turfe.choices(state, seat).sample(chance) for seat in (1, 2)]

    state, first = turfe.apply(state, 2, others[1], chance)
    assert turfe.view(state, None).stakes == (None, None, None)
    assert turfe.view(state, None).has_bet == (False, False, True)
    state, second = turfe.apply(state, 0, parsed("bet place blue 30 blue+5"), chance)
    state, last = turfe.apply(state, 1, others[0], chance)

    assert first == second == []
    assert last == [
        {"type": "bet_placed", "seat": 0, "kind": "place", "stake": 30},
        {"type": "bet_placed", "seat": 1, "kind": others[0].kind, "stake": others[0].stake},
        {"type": "bet_placed", "seat": 2, "kind": others[1].kind, "stake": others[1].stake},
    ]
    assert isinstance(state, Racing)
    assert turfe.view(state, 1).stakes[0] == ("place", 30)
    assert turfe.to_act(state) == (state.race_day.banker,)


def test_a_broke_seat_does_not_bet_but_plays(turfe, chance):
    state, _ = turfe.new(turfe.options({}), 3, chance)
    state = state._replace(
        race_day=state.race_day._replace(money=(0, 100, 100), banker=0),
        to_act=(1, 2),
        bets=(None, None, None),
    )
    events = []
    for seat in (1, 2):
        state, news = turfe.apply(state, seat, turfe.choices(state, seat).sample(chance), chance)
        events += news

    assert [event["seat"] for event in events] == [1, 2]
    assert turfe.to_act(state) == (0,)
    assert turfe.choices(state, 0)
    assert turfe.view(state, 1).stakes[0] is None


def test_what_can_be_staked_is_described(betting, turfe):
    choices = turfe.choices(betting(money=70), 0)

    assert (choices.least, choices.most, choices.step, choices.jackpot) == (10, 70, 10, 50)
    assert choices.horses == {"red": ("red+3",), "blue": ("blue+2", "blue+5")}
    assert Bet("win", Horse("red"), 70, Card("red+3")) in choices
    assert Bet("win", Horse("red"), 80, Card("red+3")) not in choices
