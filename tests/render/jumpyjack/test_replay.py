from __future__ import annotations

import hashlib
from typing import Any

import pytest

from bot.games.jumpyjack.english.pictures import JUMPYJACK
from engines.core import Chance
from engines.jumpyjack.view import View
from render.jumpyjack import replay
from render.jumpyjack.horses import silks
from render.jumpyjack.replay import SMALL, moves
from render.jumpyjack.track import oval, point_of
from tests.render.jumpyjack.played import GAME, seen, wearing
from tests.render.seen import NAMES, frames


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


def test_a_replay_goes_from_the_start_to_the_podium() -> None:
    shown = [view for view in seen(3, guessing=True) if view.race == 1]
    picture = replay(shown, NAMES, JUMPYJACK)
    assert picture.filename == "jumpyjack-replay-race1.gif"
    assert picture.alt.startswith(f"Race {shown[-1].race}, animated.")
    film = frames(picture)
    first, last = film[0], film[-1]
    assert first.size == (picture.width, picture.height) == (720, 442)
    track = oval(24, SMALL)
    over = shown[-1]
    for number, (horse, worn) in enumerate(silks(over.horses).items()):
        for image, view in ((first, shown[0]), (last, over)):
            place = point_of(track, view.places, number)
            if place and horse not in view.podium:
                assert wearing(image, place, worn.colour) > 8


def test_of_a_long_game_the_last_races_are_shown_and_the_file_stays_small() -> None:
    picture = replay(seen(2), NAMES, JUMPYJACK)
    assert picture.filename == f"jumpyjack-replay-race{seen(2)[-1].race}.gif"
    assert len(picture.data) < 4_000_000


def test_views_seen_twice_are_shown_once() -> None:
    shown = [view for view in seen(3) if view.race == 1][:20]
    assert replay([view for view in shown for _ in range(2)], NAMES, JUMPYJACK) == replay(
        shown, NAMES, JUMPYJACK
    )


def test_without_a_move_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(seen()[:3], NAMES, JUMPYJACK)
