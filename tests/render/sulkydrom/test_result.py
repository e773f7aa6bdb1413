from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.sulkydrom.english.pictures import SULKYDROM
from render.sulkydrom import final, replay, result
from tests.render.seen import NAMES, STRANGE, film_of, is_sound, opened
from tests.render.sulkydrom.played import seen


@pytest.mark.parametrize(("seats", "goal"), [(2, "victories"), (5, "minor"), (8, "first")])
def test_result_and_final_standing_are_drawn_and_told(seats: int, goal: str) -> None:
    view = seen(seats, goal=goal)[-1]
    assert view.result
    for names in (NAMES, STRANGE):
        is_sound(result(view, names, SULKYDROM))
        is_sound(final(view, names, SULKYDROM))
    winner = view.horses.index(view.result.order[0])
    assert f"1. {view.horses[winner]} {view.names[winner]}" in result(view, NAMES, SULKYDROM).alt
    best = max(range(seats), key=lambda seat: view.wins[seat] if goal == "victories" else view.points[seat])
    assert f"1. {NAMES[best]}" in final(view, NAMES, SULKYDROM).alt


def test_whoever_was_still_on_the_track_when_the_game_was_won_has_a_ticket_without_a_place() -> None:
    view = seen(5, goal="victories")[-1]
    over = view.result
    assert over
    assert len(over.order) == 1
    told = result(view, NAMES, SULKYDROM)
    seats = sorted(range(view.seats), key=lambda seat: view.positions[seat])
    left = [f"{view.horses[s]} {view.names[s]}" for s in seats if view.horses[s] not in over.order]
    assert told.alt.endswith(f"Still on the track when the game was won: {', '.join(left)}.")
    placed = replace(view, result=over._replace(order=view.horses))
    assert opened(told).size == opened(result(placed, NAMES, SULKYDROM)).size
    assert "on the track" not in result(placed, NAMES, SULKYDROM).alt


@pytest.mark.parametrize(("goal", "seats"), [("first", 8), ("victories", 1)])
def test_the_replay_ends_with_the_horses_that_have_a_place(goal: str, seats: int) -> None:
    views = seen(8, goal=goal)
    over = views[-1].result
    assert over
    film = film_of(replay(views, NAMES, SULKYDROM))
    assert [views[-1].horses[seat] for seat in film.finish] == list(over.order)
    assert len(film.finish) == seats


def test_one_point_is_told_as_one_point() -> None:
    view = seen(8, goal="first")[-1]
    assert view.result
    assert 1 in view.result.points
    for told in (result(view, NAMES, SULKYDROM).alt, final(view, NAMES, SULKYDROM).alt):
        assert " 1 point" in told
        assert " 1 points" not in told
        assert f" {max(view.result.points)} points" in told
