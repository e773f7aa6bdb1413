"""Ratings: Plackett–Luce with ties, teams and what does not count."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from sqlalchemy import select

from bot import bank
from bot.bank import By, Since
from bot.bank.playing import DAY
from bot.bank.standings import board, most_rated
from bot.bank.standings.ratings import NEW, Placed, Rating, rated
from bot.db.schema import ratings
from tests.bank.books import ANN, BEN, CAT, DAN, GUILD, NOW, play, shown


def test_ratings_are_those_of_plackett_luce_with_teams_and_without_computers() -> None:
    model = PlackettLuce()
    new = [model.rating(), model.rating(), model.rating()]
    seats = [Placed(ANN, None, 1), Placed(None, None, 2), Placed(BEN, None, 3), Placed(CAT, None, 4)]
    ours = rated(seats, {})
    theirs = [each for (each,) in model.rate([[each] for each in new], ranks=[1, 2, 3])]
    assert [(each.mu, each.sigma) for each in ours.values()] == [
        pytest.approx((each.mu, each.sigma), abs=1e-6) for each in theirs
    ]
    assert ours[ANN].shown > NEW.shown == 1000 > ours[CAT].shown

    teams = rated([Placed(ANN, 0, 1), Placed(BEN, 1, 3), Placed(CAT, 0, 1), Placed(DAN, 1, 3)], {})
    assert teams[ANN] == teams[CAT] != teams[BEN] == teams[DAN]


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    st.lists(st.lists(st.tuples(st.floats(-10, 60), st.floats(0.5, 8)), min_size=1, max_size=3), min_size=2)
)
def test_without_ties_ratings_are_those_of_openskill(sides) -> None:
    seats, known = [], {}
    for place, side in enumerate(sides[:8], 1):
        for mu, sigma in side:
            known[len(seats)] = Rating(mu, sigma, 9)
            seats.append(Placed(len(seats), place, place))
    model = PlackettLuce()
    teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in side] for side in sides[:8]]
    theirs = [each for team in model.rate(teams) for each in team]
    ours = rated(seats, known)
    assert [(ours[seat].mu, ours[seat].sigma) for seat in sorted(ours)] == [
        (pytest.approx(each.mu, abs=1e-5), pytest.approx(each.sigma, abs=1e-5)) for each in theirs
    ]


def test_of_six_newcomers_the_fourth_gains_less_than_both_seconds() -> None:
    places = [2, 4, 1, 2, 5, 6]
    after = [each.shown for each in rated([Placed(n, None, at) for n, at in enumerate(places)], {}).values()]
    assert after[2] > after[0] == after[3] > after[1] > after[4] > after[5]


strengths = st.builds(
    Rating,
    st.floats(-10, 60).map(lambda mu: round(mu, 6)),
    st.floats(0.5, NEW.sigma).map(lambda sigma: round(sigma, 6)),
    st.sampled_from([0, 4, 5, 90]),
)
fields = st.lists(st.tuples(st.integers(1, 8), strengths), min_size=2, max_size=8)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(fields, strengths, st.lists(st.integers(1, 8), min_size=2, max_size=4))
def test_among_equals_a_later_place_never_gains_more_and_equal_places_gain_the_same(
    others, strength: Rating, places
) -> None:
    equals = dict(enumerate(places))
    field = [(place, strength) for place in places] + others[: 8 - len(places)]
    seats = [Placed(number, None, place) for number, (place, _) in enumerate(field)]
    known = {number: each for number, (_, each) in enumerate(field)}
    after = known | rated(seats, known)
    for one, other in permutations(equals, 2):
        if equals[one] == equals[other]:
            assert after[one] == after[other]
        elif equals[one] < equals[other]:
            assert after[one].mu >= after[other].mu
            assert after[one].shown >= after[other].shown


@settings(max_examples=300, deadline=None, derandomize=True)
@given(fields)
def test_who_comes_first_alone_never_loses_and_who_comes_last_alone_never_gains(field) -> None:
    seats = [Placed(number, None, place) for number, (place, _) in enumerate(field)]
    known = {number: each for number, (_, each) in enumerate(field)}
    places = sorted(place for place, _ in field)
    for player, new in rated(seats, known).items():
        if field[player][0] == places[0] < places[1]:
            assert new.mu >= known[player].mu
        if field[player][0] == places[-1] > places[-2]:
            assert new.mu <= known[player].mu


@pytest.mark.parametrize(
    "seats",
    [
        [Placed(ANN, None, 1), Placed(None, None, 2)],
        [Placed(None, None, 1), Placed(None, None, 2)],
        [Placed(ANN, 0, 1), Placed(None, 1, 2), Placed(BEN, 0, 1), Placed(None, 1, 2)],
    ],
)
def test_who_has_beaten_nobody_is_not_rated(seats: list[Placed]) -> None:
    assert rated(seats, {}) == {}


def of_game(db, game: str = "jockey") -> dict[int, int]:
    return {user: value for _, user, value in shown(db, By.RATING, game=game)}


def test_a_pairing_moves_ratings_once_a_day_in_each_game(db):
    play(db, "A", [ANN, BEN], [2, 1])
    once = of_game(db)
    for number in range(20):
        play(db, f"B{number}", [ANN, BEN], [2, 1])
    assert of_game(db) == once
    play(db, "C", [ANN, BEN], [2, 1], game="turfe")
    assert of_game(db, "turfe") == once

    play(db, "D", [ANN, BEN, CAT], [3, 2, 1])
    assert of_game(db)[ANN] > once[ANN], "against Cat it was the first time"
    before = of_game(db)
    play(db, "E", [ANN, BEN], [2, 1], now=NOW + DAY)
    assert of_game(db)[ANN] > before[ANN]


def test_people_of_one_team_have_not_met(db):
    play(db, "A", [ANN, BEN, CAT, DAN], [2, 1, 2, 1], sides=[0, 1, 0, 1])
    before = of_game(db)
    play(db, "B", [ANN, CAT], [2, 1])
    play(db, "C", [ANN, DAN], [2, 1])
    after = of_game(db)
    assert after[ANN] > before[ANN] > after[CAT]
    assert after[DAN] == before[DAN]


def test_new_accounts_do_not_lift_an_old_one(db):
    for number in range(5):
        play(db, f"A{number}", [ANN, BEN], [2, 1], now=NOW + number * DAY)
    old = [*db.execute(select(ratings).where(ratings.c.user_id == ANN))]
    for number in range(10):
        play(db, f"B{number}", [ANN, CAT], [2, 1], now=NOW + (10 + number) * DAY)
        bank.forget(db, CAT, NOW + (10 + number) * DAY)
    assert [*db.execute(select(ratings).where(ratings.c.user_id == ANN))] == old


def test_a_rating_is_provisional_below_five_games_and_of_one_game(db):
    for number in range(5):
        play(db, f"A{number}", [ANN, BEN], [2, 1], now=NOW + number * DAY)
    play(db, "B", [ANN, CAT, BEN], [1, 2, 3], now=NOW + 6 * DAY)
    found = board(db, GUILD, By.RATING, "jockey", Since.ALL, 1, ANN, NOW)
    assert {line.user: (line.games, line.is_provisional) for line in found.lines} == {
        ANN: (6, False),
        BEN: (6, False),
        CAT: (1, True),
    }
    assert of_game(db, "turfe") == {}
    assert most_rated(db, GUILD) == "jockey"
