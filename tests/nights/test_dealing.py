"""Dealing names to tables, and what places bring."""

from __future__ import annotations

from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from bot.nights.dealing import POINTS, better_half, deal, points_of
from bot.nights.night import NightSeat, standing_of

SIZES = st.sets(st.integers(1, 16), min_size=1, max_size=6).map(sorted)


@given(st.integers(0, 48), SIZES, st.booleans())
def test_everybody_sits_at_one_table_at_most_and_every_table_can_play(
    number: int, can_play: list[int], computers: bool
) -> None:
    parties = deal(number, can_play, computers=computers)
    people = [each for party in parties for each in party.people]
    assert len(set(people)) == len(people)
    assert set(people) <= set(range(number))
    assert all(party.seats in can_play and 1 <= len(party.people) <= party.seats for party in parties)
    if computers:
        assert len(people) == number
    else:
        assert all(len(party.people) == party.seats for party in parties)


@given(st.integers(1, 24), SIZES)
def test_without_computer_players_as_many_sit_as_can(number: int, can_play: list[int]) -> None:
    most = (
        max(
            (
                sum(sizes)
                for tables in range(1, number // can_play[0] + 1)
                for sizes in combinations_with_replacement(can_play, tables)
                if sum(sizes) <= number
            ),
            default=0,
        )
        if number // can_play[0] <= 4
        else None
    )
    seated = sum(len(party.people) for party in deal(number, can_play, computers=False))
    if most is not None:
        assert seated == most


@given(st.integers(1, 48), st.integers(2, 4), st.integers(0, 6))
def test_tables_differ_by_one_where_any_number_can_play(number: int, least: int, more: int) -> None:
    can_play = list(range(least, 2 * least + more))
    sizes = [len(party.people) for party in deal(number, can_play, computers=True)]
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) == max(1, -(-number // can_play[-1]))


def test_a_single_person_gets_computer_players_or_no_table() -> None:
    assert [(list(party.people), party.seats) for party in deal(1, [2, 3], computers=True)] == [([0], 2)]
    assert not deal(1, [2, 3], computers=False)
    assert [party.seats for party in deal(7, [2, 4], computers=True)] == [4, 4]
    assert sorted(party.seats for party in deal(7, [2, 4], computers=False)) == [2, 4]


@given(st.permutations(range(1, 6)))
def test_places_bring_points_and_nobody_loses_by_coming_further_forward(places: list[int]) -> None:
    assert [points_of(places)[places.index(place)] for place in range(1, 6)] == list(POINTS)


def test_who_shares_a_place_shares_its_points() -> None:
    assert points_of([1, 1, 3]) == [8, 8, 4]
    assert points_of([2, 1, 2, 2]) == [4, 10, 4, 4]
    assert points_of([1, 2, 3, 4, 5, 6, 6]) == [10, 6, 4, 2, 1, 0, 0]


def test_of_an_odd_table_the_larger_half_goes_on() -> None:
    assert [list(better_half(range(each))) for each in (1, 2, 3, 6)] == [[0], [0], [0, 1], [0, 1, 2]]


def test_who_has_as_many_points_won_more_races_or_shares_the_rank() -> None:
    seats = [
        NightSeat(1, 1, 7, 1, 10),
        NightSeat(1, 1, 8, 2, 6),
        NightSeat(2, 1, 8, 3, 4),
        NightSeat(1, 1, 9, 2, 6),
        NightSeat(2, 1, 9, 3, 4),
        NightSeat(2, 1, 6, None, 0),
    ]
    assert [(line.rank, line.user_id, line.points) for line in standing_of(seats)] == [
        (1, 7, 10),
        (2, 8, 10),
        (2, 9, 10),
        (4, 6, 0),
    ]
