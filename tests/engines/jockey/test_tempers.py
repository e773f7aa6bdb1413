"""What players of one game with tempers of their own bet, and that none of them is foolish."""

from __future__ import annotations

from collections import Counter, defaultdict
from hashlib import sha256
from itertools import permutations

import pytest

from engines import catalog
from engines.agents import agent, play_out
from engines.core import Chance, Header
from engines.jockey.actions import Double

TEMPERS = catalog.tempers("jockey")
GAMES = 300

EVEN = ("brown+7", "blue+7", "red+10", "no2+13")
STRONG = ("red+30", "red+30", "red+10", "red+10", "blue+10")
PAIR = ("red+30", "red+10", "blue+30", "blue+7", "no2+13")


def test_each_has_a_temper_of_its_own():
    assert list(TEMPERS) == ["bold", "careful", "contrary"]
    assert list(catalog.tempers("turfe")) == ["steady"]


@pytest.mark.parametrize(
    ("hand", "kinds"),
    [
        (EVEN, {"careful": "place", "bold": "win", "contrary": "win"}),
        (STRONG, {"careful": "win", "bold": "win", "contrary": "place"}),
        (PAIR, {"careful": "place", "bold": "double", "contrary": "double"}),
    ],
)
def test_with_the_same_hand_they_bet_otherwise(hand, kinds, jockey, chance):
    state, _ = jockey.new(jockey.options({}), 4, chance)
    state = state._replace(hands=(hand, *state.hands[1:]))
    view, choices = jockey.view(state, 0), jockey.choices(state, 0)

    for name, kind in kinds.items():
        bets = [agent(name, "jockey").decide(view, choices, Chance(bytes([n]) * 32)) for n in range(40)]
        assert {kind_of(bet) for bet in bets} == {kind}
        assert len({bet.total for bet in bets}) > 2, "and one of them not always alike"
        assert all(bet in choices for bet in bets)


def test_they_bet_also_what_a_debtor_may(jockey, chance):
    state, _ = jockey.new(jockey.options({}), 4, chance)
    race_day = state.race_day._replace(capitals=(-900, -1000, -5000, 1000))
    state = state._replace(race_day=race_day)
    for seat in range(3):
        choices = jockey.choices(state, seat)
        for name in TEMPERS:
            assert agent(name, "jockey").decide(jockey.view(state, seat), choices, chance) in choices


def kind_of(bet):
    return "double" if isinstance(bet, Double) else bet.kind


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4])
def test_none_wins_much_more_or_less_than_the_steady_player_and_few_games_are_shared(seats):
    players = ("steady", *TEMPERS)
    scores, shared = played(list(permutations(players, seats)), seats)

    steady = scores.pop("steady")
    assert {
        name: round(score / steady, 2) for name, score in scores.items() if abs(score / steady - 1) > 0.15
    } == {}
    assert shared < GAMES / 10


def played(tables, seats):
    """Play games at these tables in turn; return what each player won on average, and how many games were shared."""
    game, shared = catalog.game("jockey"), 0
    won, times = defaultdict(int), Counter()
    for number in range(GAMES):
        table = tables[number % len(tables)]
        header = Header.of(game, game.options({}), seats, sha256(b"%d" % number).digest())
        _, outcome = play_out(game, header, [agent(name, "jockey") for name in table])
        shared += len(outcome.winners) > 1
        times.update(table)
        for name, score in zip(table, outcome.scores, strict=True):
            won[name] += score
    return {name: won[name] / times[name] for name in times}, shared
