from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.jumpyjack.english.pictures import JUMPYJACK
from engines.jumpyjack.view import Phase
from render.jumpyjack import board, slip
from render.jumpyjack.horses import silks
from render.jumpyjack.track import oval, point_of
from tests.render.jumpyjack.played import GAME, MANY, ODD, TEAMS, otherwise, racing, seen
from tests.render.seen import NAMES, STRANGE, changed, drawn, is_sound, of_every_phase, opened, states


@pytest.mark.parametrize(("seats", "options"), [(2, {"guessing": True}), (5, {}), (16, {}), (16, TEAMS)])
def test_the_board_is_drawn_in_every_phase_for_any_number_of_seats(seats: int, options: Any) -> None:
    phases = of_every_phase("jumpyjack", seats, **options)
    assert set(phases) >= {Phase.PREDICTING, Phase.RACING, Phase.OVER}
    for view in phases.values():
        is_sound(board(view, ODD if seats == 16 else MANY, JUMPYJACK))


@given(st.floats(0, 1))
@settings(max_examples=10, deadline=None)
def test_every_horse_is_seen_on_its_square_or_on_the_podium(when: float) -> None:
    view = racing()[int(when * (len(racing()) - 1))]
    picture = board(view, NAMES, JUMPYJACK)
    image, track = opened(picture), oval(view.course.squares)
    for number, (horse, worn) in enumerate(silks(view.horses).items()):
        name, place = JUMPYJACK.horses[horse], point_of(track, view.places, number)
        running, _, placed = picture.alt.partition("On the podium: ")
        if horse in view.podium:
            assert f"{view.podium.index(horse) + 1}. {name}" in placed
        else:
            assert place
            assert image.getpixel((round(place[0]), round(place[1]) - 19)) == worn.colour, view.places
            assert name in running


def test_a_barrier_is_drawn_and_told() -> None:
    view = replace(racing()[0], last=None, podium=(None,) * 5)
    apart = board(replace(view, places=(7, 9, 0, 0, 0)), NAMES, JUMPYJACK)
    pair = board(replace(view, places=(7, 7, 0, 0, 0)), NAMES, JUMPYJACK)
    alone = board(replace(view, places=(view.course.stop, 9, 0, 0, 0)), NAMES, JUMPYJACK)
    assert JUMPYJACK.alt.barriers.format(squares=7) in pair.alt
    assert JUMPYJACK.alt.barriers.format(squares=view.course.stop) in alone.alt
    assert "pass" not in apart.alt
    bar = oval(24).point(oval(24).start + 6 * oval(24).square, 60)
    colours = [opened(each).getpixel((round(bar[0]), round(bar[1]))) for each in (apart, pair)]
    assert colours[0] != colours[1]


def test_the_throw_and_whose_it_is_are_drawn() -> None:
    view = racing()[3]
    drawn = {board(replace(view, value=value), NAMES, JUMPYJACK).data for value in range(1, 7)}
    assert len(drawn) == 6
    following = replace(view, to_act=((view.to_act[0] + 1) % 4,))
    assert changed(board(view, NAMES, JUMPYJACK), board(following, NAMES, JUMPYJACK))


def test_the_podium_fills_from_both_ends() -> None:
    view = replace(racing()[0], places=(30, -1, 3, 4, 5), last=None)
    filled: list[Any] = [
        (None,) * 5,
        ("yellow", None, None, None, None),
        ("yellow", None, None, None, "black"),
    ]
    drawn = [board(replace(view, podium=podium), NAMES, JUMPYJACK) for podium in filled]
    for one, other in pairwise(drawn):
        left, top, right, _ = changed(one, other) or (0,) * 4
        assert (left, top) > (100, 100)
        assert right - left < 1100
    assert drawn[2].alt.endswith("On the podium: 1. Yellow, 5. Black.")


@pytest.mark.parametrize("step", [1, 20, -1])
def test_every_seat_sees_the_same_board_and_hears_the_same_words(step: int) -> None:
    state = states("jumpyjack", 8, **TEAMS)[step]
    public = board(GAME.view(state, None), NAMES, JUMPYJACK)
    assert [board(GAME.view(state, seat), NAMES, JUMPYJACK) for seat in range(8)] == [public] * 8


def test_what_is_predicted_and_guessed_is_not_on_the_board() -> None:
    for state in states("jumpyjack", 8, **TEAMS)[5:60:6]:
        other = otherwise(state)
        assert other != state
        assert board(GAME.view(state, None), NAMES, JUMPYJACK) == board(
            GAME.view(other, None), NAMES, JUMPYJACK
        )


def test_strange_names_change_nothing_on_the_course() -> None:
    for view in of_every_phase("jumpyjack", 8).values():
        one, two = (opened(board(view, names, JUMPYJACK)) for names in (NAMES, STRANGE))
        ring = [
            (x, y)
            for x in range(0, 1200, 7)
            for y in range(0, 750, 7)
            if not (300 < x < 900 and 200 < y < 600)
        ]
        assert [one.getpixel(at) for at in ring] == [two.getpixel(at) for at in ring]


def test_pictures_drawn_at_once_in_several_threads_are_the_same() -> None:
    shown = seen(4, 0)[::60]
    alone = [(board(view, NAMES, JUMPYJACK), slip(view, NAMES, JUMPYJACK)) for view in shown]
    with ThreadPoolExecutor(4) as threads:
        boards = threads.map(lambda view: drawn(board(view, NAMES, JUMPYJACK)), shown)
        slips = threads.map(lambda view: drawn(slip(view, NAMES, JUMPYJACK)), shown)
        assert list(zip(boards, slips, strict=True)) == alone
