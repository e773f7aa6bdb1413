from __future__ import annotations

import hashlib
from typing import Any

import pytest

from bot.games.jumpyjack.english.pictures import JUMPYJACK
from engines.core import Chance
from engines.jumpyjack.view import View
from render.jumpyjack import replay
from render.jumpyjack.field import hedges_of
from render.jumpyjack.replay import Hedges, moves
from render.jumpyjack.track import middle, oval, waiting
from render.kit import Asked
from tests.render.jumpyjack.played import GAME, seen
from tests.render.seen import NAMES, film_of


def played(seats: int, seed: int, **options: Any) -> tuple[list[View], list[tuple[str, int, int]]]:
    """Play a game at random; return everyone's views and each move: the horse, from where, where it stays."""
    chance = Chance(hashlib.sha256(b"%d" % seed).digest())
    state, _ = GAME.new(GAME.options(options), seats, chance)
    shown, moved = [GAME.view(state, None)], []
    while acting := GAME.to_act(state):
        action = GAME.choices(state, acting[0]).sample(chance)
        state, happened = GAME.apply(state, acting[0], action, chance)
        stretches = [event for event in happened if event["type"] == "moved"]
        if stretches:
            end = -1 if any(event["type"] == "out" for event in happened) else stretches[-1]["to"]
            moved.append((stretches[0]["horse"], stretches[0]["from"], end))
        shown.append(GAME.view(state, None))
    return shown, moved


@pytest.mark.parametrize("options", [{}, {"guessing": True}, {"double": "landing"}])
def test_every_move_of_a_game_is_found_in_its_views(options: Any) -> None:
    for seed in range(3):
        shown, moved = played(3, seed, **options)
        found = [(move.last.horse, move.last.way[0], move.last.way[-1]) for move in moves(shown)]
        assert found == moved


def test_a_horse_that_is_out_vanishes_and_one_that_begins_anew_runs_back() -> None:
    ends = set()
    for race in range(1, 6):
        film = film_of(replay(seen(3, guessing=True), NAMES, JUMPYJACK, Asked(race)))
        moved = [move for move in moves(seen(3, guessing=True)) if move.race == race]
        for move, beat in zip(moved, film.beats, strict=True):
            (way,), end = beat.ways, min(move.last.way[-1], 1)
            assert way.vanishes == (end == -1)
            assert (way.places[-1] == film.start[way.horse]) == (end == 0)
            ends.add(end)
            assert beat.plays[0].die == move.last.value
    assert ends == {-1, 0, 1}


def test_a_horse_leaps_over_each_hedge_and_nowhere_else() -> None:
    stage = film_of(replay(seen(3), NAMES, JUMPYJACK)).stage
    assert isinstance(stage, Hedges)
    track, course = oval(stage.course.squares), stage.course
    hedges = [track.start + (square - 1) * track.square for square in hedges_of(course)]
    for hedge in hedges:
        heights = [stage.leap((hedge + part * track.square, 0.0)) for part in (-0.5, -0.2, 0, 0.2, 0.5)]
        assert heights[0] == heights[4] == 0 < heights[1] == pytest.approx(heights[3])
        assert heights[2] == max(heights)
    assert not any(stage.leap((middle(track, square), 0.0)) for square in range(course.squares + 1))
    assert not any(stage.leap(waiting(track, horse)) for horse in range(5))
