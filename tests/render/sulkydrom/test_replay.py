from __future__ import annotations

import hashlib

import pytest

from bot.games.sulkydrom.english.pictures import SULKYDROM
from engines.core import Chance
from render.sulkydrom import replay
from render.sulkydrom.replay import drives
from render.sulkydrom.sulky import silk
from render.sulkydrom.track import WIDTH
from tests.render.seen import NAMES, frames, views
from tests.render.sulkydrom.played import GAME, seen, standing


@pytest.mark.parametrize(("seats", "goal"), [(2, "victories"), (3, "minor")])
def test_every_drive_of_a_game_is_found_in_its_views(seats: int, goal: str) -> None:
    chance = Chance(hashlib.sha256(b"drives").digest())
    state, _ = GAME.new(GAME.options({"goal": goal}), seats, chance)
    shown, moved = [GAME.view(state, None)], []
    while acting := GAME.to_act(state):
        action = GAME.choices(state, acting[0]).sample(chance)
        state, happened = GAME.apply(state, acting[0], action, chance)
        moved += [
            (event["horse"], tuple(event["from"].values())) for event in happened if event["type"] == "moved"
        ]
        shown.append(GAME.view(state, None))
    assert [(drive.before.horses[drive.seat], tuple(drive.start)) for drive in drives(shown)] == moved


def test_a_replay_goes_from_the_start_to_the_last_place() -> None:
    picture = replay(seen(3), NAMES, SULKYDROM)
    assert picture.filename == "sulkydrom-replay-race1.gif"
    assert len(picture.data) < 4_000_000
    film = frames(picture)
    assert film[0].size == (720, 380)
    assert len(film) > 100
    zoom, way, first = 720 / WIDTH, standing(3), seen(3)[0]
    for seat, place in enumerate(first.places):
        assert place
        x, y = (round(edge * zoom) for edge in way.nose(place))
        seen_there = film[0].crop((x - 60, y + 30, x, y + 60)).getcolors(2000) or []
        assert silk(first.horses[seat]).colour in {colour for _, colour in seen_there}


def test_a_long_race_has_fewer_frames_a_drive() -> None:
    longest = max((seen(8), views("sulkydrom", 8, 1)), key=lambda game: len(list(drives(game))))
    picture = replay(longest, NAMES, SULKYDROM)
    assert len(picture.data) < 4_000_000
    assert picture.alt == "Race 1, animated."


def test_without_a_drive_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(seen()[:4], NAMES, SULKYDROM)
