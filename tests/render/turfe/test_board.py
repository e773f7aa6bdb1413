from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.turfe.english.pictures import TURFE
from engines.turfe.actions import Spot
from engines.turfe.view import Phase
from render.turfe import board, hand
from render.turfe.board import track_of
from render.turfe.track import Field, point_of, silks
from tests.render.seen import NAMES, STRANGE, changed, drawn, is_sound, of_every_phase, opened, states
from tests.render.turfe.played import GAME, SEATS, finished, otherwise, racing, seen


@pytest.mark.parametrize("seats", SEATS)
def test_the_board_is_drawn_in_every_phase_for_any_number_of_seats(seats: int) -> None:
    phases = of_every_phase("turfe", seats)
    assert set(phases) == set(Phase)
    for view in phases.values():
        is_sound(board(view, STRANGE if seats == 6 else NAMES, TURFE))


@given(st.sampled_from(SEATS), st.floats(0, 1))
@settings(max_examples=10, deadline=None)
def test_every_horse_is_seen_on_its_space(seats: int, when: float) -> None:
    game = seen(seats)
    view = game[int(when * (len(game) - 1))]
    picture = board(view, NAMES, TURFE)
    image = opened(picture)
    field = Field(view.horses, view.places, view.home)
    for horse, worn in silks(view.horses).items():
        if view.places.count(field.place(horse)) == 1:
            x, y = point_of(track_of(view), field, horse)
            assert image.getpixel((round(x), round(y) - 15)) == worn.colour, (horse, view.places)
            told = TURFE.alt.on_track.format(
                horse=TURFE.horses[horse], lane=field.place(horse).lane, space=field.place(horse).space
            )
            assert (told in picture.alt) == (0 < field.place(horse).space <= view.length)


@given(st.lists(st.builds(Spot, st.integers(1, 6), st.integers(0, 19)), min_size=6, max_size=6))
@settings(max_examples=6, deadline=None)
def test_any_places_can_be_drawn(places: list[Spot]) -> None:
    home = tuple(
        horse
        for horse, place in zip(finished().horses, places, strict=True)
        if place.space > finished().length
    )
    is_sound(board(replace(finished(), places=tuple(places), home=home), NAMES, TURFE))


def test_an_edition_with_other_horses_and_a_longer_track_is_drawn_too() -> None:
    view = replace(
        seen()[0],
        horses=("grullo", "red", "dun"),
        length=40,
        places=(Spot(1, 40), Spot(2, 0), Spot(2, 41)),
        home=("dun",),
    )
    is_sound(board(view, NAMES, TURFE))


def test_strange_names_change_nothing_on_the_track() -> None:
    for view in of_every_phase("turfe", 6).values():
        left, top, right, bottom = changed(board(view, NAMES, TURFE), board(view, STRANGE, TURFE)) or (0,) * 4
        assert (left, right) > (28, 0)
        assert right < 28 + 680
        assert 512 <= top < bottom <= 872


@pytest.mark.parametrize("step", [1, 14, 40])
def test_every_seat_sees_the_same_board_and_hears_the_same_words(step: int) -> None:
    state = states("turfe", 3)[step]
    public = board(GAME.view(state, None), NAMES, TURFE)
    assert [board(GAME.view(state, seat), NAMES, TURFE) for seat in range(3)] == [public] * 3


@pytest.mark.parametrize("step", [3, 20, 30])
def test_what_nobody_has_shown_is_neither_on_the_board_nor_told(step: int) -> None:
    state = racing()[step]
    one, two = (GAME.view(each, None) for each in (state, otherwise(state)))
    if any(one.shown):
        two = replace(two, shown=one.shown)
    assert otherwise(state) != state
    assert board(one, NAMES, TURFE) == board(two, NAMES, TURFE)


def test_a_bet_is_told_by_kind_and_stake_and_its_horse_once_its_card_is_shown() -> None:
    view = next(view for view in seen() if any(view.shown))
    hidden = replace(view, shown=(None,) * view.seats)
    assert changed(board(view, NAMES, TURFE), board(hidden, NAMES, TURFE))
    seat, stake = next((seat, stake) for seat, stake in enumerate(view.stakes) if stake)
    assert f"{NAMES[seat]} {stake.stake} {stake.kind}" in board(view, NAMES, TURFE).alt


def test_whose_turn_it_is_changes_picture_and_words() -> None:
    view = seen()[20]
    following = replace(view, to_act=((view.to_act[0] + 1) % 4,))
    one, two = board(view, NAMES, TURFE), board(following, NAMES, TURFE)
    assert one.data != two.data
    assert one.alt != two.alt


def test_a_flipped_card_is_shown_and_told() -> None:
    view = replace(seen()[30], flipped="green+4", stock_count=7)
    picture = board(view, NAMES, TURFE)
    assert changed(picture, board(seen()[30], NAMES, TURFE))
    assert "Green +4" in picture.alt


@pytest.mark.parametrize("money", [9, 12_340, 999_990, 168_000_000])
def test_no_amount_of_money_leaves_its_column(money: int) -> None:
    view = seen(6)[30]
    rich = board(replace(view, money=(money,) * 6), NAMES, TURFE)
    left, _, right, _ = changed(rich, board(replace(view, money=(1,) * 6), NAMES, TURFE)) or (0,) * 4
    assert 1020 < left < right <= 1140


def test_pictures_drawn_at_once_in_several_threads_are_the_same() -> None:
    some = seen(4, 0)[::60]
    alone = [(board(view, NAMES, TURFE), hand(view, TURFE)) for view in some]
    with ThreadPoolExecutor(3) as threads:
        boards = threads.map(lambda view: drawn(board(view, NAMES, TURFE)), some)
        hands = threads.map(lambda view: drawn(hand(view, TURFE)), some)
        assert list(zip(boards, hands, strict=True)) == alone
