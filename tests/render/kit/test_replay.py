from __future__ import annotations

from dataclasses import replace

import pytest

from render import kit
from tests.render.kit.dice_derby import HORSES, replay
from tests.render.kit.played import RACING, race
from tests.render.seen import NAMES, film_of, frames, timed_frames


@pytest.mark.parametrize("is_round", [False, True])
def test_a_replay_is_made_of_boards_of_either_course(is_round: bool) -> None:
    seen = race(is_round=is_round)
    picture = replay(seen, NAMES)
    assert picture.filename == "derby-replay-race1.webp"
    winner = HORSES[seen[-1].home[0]]
    assert picture.alt.startswith(f"Race 1, animated. {winner} wins. In the order of finish: 1. {winner}, ")
    assert picture.width == 720
    assert len(picture.data) < 1_500_000
    assert 12_000 <= sum(milliseconds for _, milliseconds in timed_frames(picture)) <= 20_000


def test_of_many_races_the_one_asked_for_is_shown() -> None:
    day = [view for number in range(1, 12) for view in race(number=number)[:40]]
    assert film_of(replay(day, NAMES)).race == 11
    assert film_of(replay(day, NAMES, kit.Asked(4))).race == 4
    with pytest.raises(kit.NoSuchRace):
        replay(day, NAMES, kit.Asked(12))


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
