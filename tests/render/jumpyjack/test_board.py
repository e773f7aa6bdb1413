from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.games.jumpyjack.english.pictures import JUMPYJACK
from engines.jumpyjack.view import Phase
from engines.parts.tuples import replaced
from render.jumpyjack import board
from render.jumpyjack.field import boxes_of, with_horses
from render.jumpyjack.ground import numbered, signs
from render.jumpyjack.leader import pennant_of
from render.jumpyjack.track import BOTTOM, leader, oval, point_of
from render.kit.leader import _common
from render.parts.palette import GOLD
from render.parts.poster import HEAD
from tests.render.jumpyjack.played import MANY, differing, racing
from tests.render.seen import (
    NAMES,
    away,
    changed,
    opened,
    views,
)


@given(st.floats(0, 1))
@settings(max_examples=10, deadline=None)
def test_every_horse_is_seen_on_its_square_or_on_the_podium(when: float) -> None:
    view = replace(racing()[int(when * (len(racing()) - 1))], last=None, recent=())
    picture = board(view, NAMES, JUMPYJACK)
    image, track = opened(picture), oval(view.course.squares)
    for number, horse in enumerate(view.horses):
        name, place = JUMPYJACK.horses[horse], point_of(track, view.places, number)
        running, _, placed = picture.alt.partition("On the podium: ")
        if horse in view.podium:
            assert f"{view.podium.index(horse) + 1}. {name}" in placed
        else:
            assert place
            gone = replace(view, places=replaced(view.places, number, -1))
            assert differing(image, opened(board(gone, NAMES, JUMPYJACK)), place) > 1500, view.places
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


def test_every_move_of_the_round_is_trailed_the_last_one_otherwise_and_all_are_told() -> None:
    view = next(view for view in racing() if len(view.recent) == 4 and not any(view.podium))
    *earlier, last = view.recent
    boards = [
        board(replace(view, recent=tuple(moves)), NAMES, JUMPYJACK)
        for moves in (view.recent, (last,), (last, *earlier))
    ]
    assert changed(boards[0], boards[1])
    assert changed(boards[0], boards[2])
    horse = JUMPYJACK.horses[last.horse]
    assert f"Last: {horse} from {last.way[0] or 'the start'} to " in boards[0].alt
    assert f"{NAMES[view.to_act[0]]} moves a horse by {view.value}." in boards[0].alt


@pytest.mark.parametrize(
    ("places", "podium", "number"),
    [
        ((7, 9, 0, 3, 1), (None,) * 5, 1),
        ((9, 9, 0, 3, 1), (None,) * 5, None),
        ((0, 0, 0, 0, 0), (None,) * 5, None),
        ((26, 9, 0, 3, 1), ("yellow", None, None, None, None), None),
        ((4, 9, 12, 23, -1), (None, None, None, None, "white"), 3),
    ],
)
def test_the_one_in_front_is_named(places: Any, podium: Any, number: int | None) -> None:
    view = replace(racing()[0], places=places, podium=podium, last=None, recent=())
    told = board(view, NAMES, JUMPYJACK).alt
    assert leader(view) == number
    assert ("leads" in told) is (number is not None)
    assert number is None or f"{JUMPYJACK.horses[view.horses[number]]} leads." in told


@pytest.mark.parametrize("hedges", [(5, 10, 16, 21), (1, 12, 23, 24), (9, 8, 22, 20), (2, 13, 14, 15)])
def test_signs_are_inside_the_picture_and_cover_neither_each_other_nor_the_pennant(hedges: Any) -> None:
    stop, double, out, restart = hedges
    course = replace(racing()[0].course, stop=stop, double=double, out=out, restart=restart)
    painted = signs(course, JUMPYJACK)
    assert [sign.text for sign in painted] == [
        f"{square} {word}" for square, word in zip(hedges, ("STOP", "DOUBLE", "OUT", "RESTART"), strict=True)
    ]
    for sign in painted:
        assert 0 <= sign.left < sign.left + sign.width <= 1200
        assert HEAD <= sign.top < sign.top + sign.height <= BOTTOM
    for one, other in combinations(painted, 2):
        assert apart(
            (one.left, one.top, one.width, one.height), (other.left, other.top, other.width, other.height)
        )
    for square in range(1, 25):
        view = replace(racing()[0], course=course, places=(square, 0, 0, 0, 0), recent=(), last=None)
        hung = pennant_of(view, JUMPYJACK)
        assert hung
        left, top, right, bottom = hung.box
        for sign in painted:
            box = left, top, right - left, bottom - top
            assert apart(box, (sign.left, sign.top, sign.width, sign.height)), (square, sign.text)


@pytest.mark.parametrize("square", range(1, 25))
def test_the_pennant_is_at_the_horse_that_leads_and_covers_none(square: int) -> None:
    behind = max(square - 1, 0)
    for others in ((0, 0, 0, 0), (behind, behind, 0, 0), (behind, max(square - 2, 0), 0, 0)):
        view = replace(racing()[0], places=(square, *others), recent=(), last=None)
        hung, boxes = pennant_of(view, JUMPYJACK), boxes_of(view)
        if leader(view) is None:
            continue
        assert hung
        tip = hung.x, hung.y
        assert away(tip, boxes[0]) < 8
        assert min(boxes, key=lambda number: away(tip, boxes[number])) == 0
        for box in boxes.values():
            assert _common(hung.box, box) < 0.12 * (box[2] - box[0]) * (box[3] - box[1]), (square, others)


def test_in_whatever_state_the_tip_is_nearest_to_the_horse_that_leads() -> None:
    shown = {view.places: view for seed in range(4) for view in views("jumpyjack", 4, seed)}
    for view in shown.values():
        hung, number = pennant_of(view, JUMPYJACK), leader(view)
        assert (hung is None) == (number is None)
        if hung and number is not None:
            far = {each: away((hung.x, hung.y), box) for each, box in boxes_of(view).items()}
            assert far[number] == min(far.values()), view.places


def test_no_horse_covers_a_number_or_a_sign() -> None:
    shown = {view.places: view for seed in range(3) for view in views("jumpyjack", 4, seed) if view.value}
    course = racing()[0].course
    painted = signs(course, JUMPYJACK)
    boxes = {
        sign.text: (sign.left, sign.top, sign.left + sign.width, sign.top + sign.height) for sign in painted
    }
    for square, (x, y) in numbered(course, painted):
        boxes[str(square)] = x - 13, y - 14, x + 13, y + 14
    assert len(boxes) == 24
    for view in [*shown.values()][::4]:
        horses = Image.new("RGBA", (1200, BOTTOM))
        with_horses(horses, view)
        solid = horses.getchannel("A").point([0] * 128 + [255] * 128)
        covered = [text for text, box in boxes.items() if solid.crop([*map(round, box)]).getbbox()]
        assert not covered, view.places


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether two boxes, each its left, top, width and height, have nothing in common."""
    return any(
        one[axis] + one[axis + 2] <= other[axis] or other[axis] + other[axis + 2] <= one[axis]
        for axis in (0, 1)
    )


@pytest.mark.parametrize("seats", [2, 16])
def test_the_die_lies_on_the_gold_of_whose_turn_it_is(seats: int) -> None:
    view = next(view for view in views("jumpyjack", seats) if view.phase is Phase.RACING)
    edge = [opened(board(view, MANY, JUMPYJACK)).getpixel((x, BOTTOM + 14 + 96)) for x in range(396)]
    assert edge.count(GOLD) >= 12, "on both sides of the die"
