from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from PIL import ImageChops

from render import Picture
from render.kit.replay import last_races
from tests.render.kit.dice_derby import replay
from tests.render.kit.played import RACING, race
from tests.render.seen import NAMES, frames


class Step(NamedTuple):
    race: int
    what: str


STEPS = [Step(1, "a"), Step(1, "b"), Step(2, "c"), Step(3, "d"), Step(3, "e"), Step(3, "f")]
"""Races with two, one and three steps."""


def first_and_last(picture: Picture) -> tuple[Any, Any]:
    shown = frames(picture)
    return shown[0], shown[-1]


@pytest.mark.parametrize("is_round", [False, True])
def test_a_replay_goes_from_the_start_to_the_finish(is_round: bool) -> None:
    seen = race(is_round=is_round)
    picture = replay(seen, NAMES)
    assert picture.filename == "derby-replay-race1.gif"
    assert picture.alt == "Race 1, animated."
    assert picture.width == 720
    assert len(picture.data) < 2_000_000
    first, last = first_and_last(picture)
    assert ImageChops.difference(first, last).getbbox()


def test_no_frame_of_a_replay_leaves_anything_behind() -> None:
    seen = race()
    whole = frames(replay(seen[:12], NAMES))
    alone = frames(replay(seen[11:12], NAMES))
    assert any(ImageChops.difference(alone[-1], frame).getbbox() is None for frame in whole[-3:])


def test_of_many_races_the_last_ones_are_shown() -> None:
    day = [view for number in range(1, 12) for view in race(number=number)[:40]]
    picture = replay(day, NAMES)
    assert picture.filename == "derby-replay-race11.gif"
    assert "Races " in picture.alt
    assert "to 11, animated" in picture.alt
    assert len(picture.data) < 4_000_000


def test_horses_that_moved_at_once_are_shown_at_once() -> None:
    view = replace(RACING, spaces=(5, 9, 0, 0, 0, 0), moved={0: 2, 1: 9 - 4}, home=())
    then = replace(view, spaces=(5, 12, 0, 0, 0, 0), moved={1: 9})
    assert len(frames(replay([view], NAMES))) < len(frames(replay([view, then], NAMES)))


def test_what_moved_is_seen_from_one_board_to_the_next_and_shown_once() -> None:
    seen = race()
    never_told = [replace(view, moved={}) for view in seen]
    told_twice = [view for view in seen for _ in range(2)]
    assert replay(seen, NAMES).data == replay(never_told, NAMES).data == replay(told_twice, NAMES).data


def test_where_nothing_moved_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(race()[:2], NAMES)


@pytest.mark.parametrize(("most", "shown"), [(6, [1, 2, 3]), (5, [2, 3]), (4, [2, 3]), (3, [3]), (1, [3])])
def test_a_replay_shows_as_many_of_the_last_races_as_fit_and_always_one(most: int, shown: list[int]) -> None:
    races = last_races(STEPS, most)
    assert [{number for number, _ in race} for race in races] == [{number} for number in shown]
    assert [step for race in races for step in race] == [step for step in STEPS if step[0] in shown]


def test_where_nothing_happened_there_is_no_race() -> None:
    assert last_races([], 10) == []
