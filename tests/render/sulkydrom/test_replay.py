from __future__ import annotations

import hashlib

import pytest

from bot.games.sulkydrom.english.pictures import SULKYDROM
from engines.core import Chance
from engines.sulkydrom.view import Phase
from render.kit.replay import Asked
from render.sulkydrom import replay
from render.sulkydrom.replay import drives
from tests.render.seen import NAMES, film_of
from tests.render.sulkydrom.played import GAME, seen


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


def test_a_tempo_card_is_one_beat_and_whoever_is_home_stands_apart() -> None:
    shown = seen(8, goal="minor")
    film = film_of(replay(shown, NAMES, SULKYDROM, Asked(race=1)))
    assert len(film.beats) < sum(drive.race == 1 for drive in drives(shown)) / 2
    places = list(film.start)
    for beat in film.beats:
        for way in beat.ways:
            assert way.places[0] == places[way.horse]
            places[way.horse] = way.places[-1]
    stood = [film.stage.point(horse, places[horse]) for horse in film.beats[-1].home]
    over_the_line = [y for x, y in stood if x == max(stood)[0]]
    assert len(set(over_the_line)) == len(over_the_line) >= 5


def test_a_trotter_that_a_card_stops_breaks_into_a_gallop_and_moves_at_none_of_its_beats() -> None:
    beats = film_of(replay(seen(8), NAMES, SULKYDROM)).beats
    stopped = {
        drive.before.stopped
        for drive in drives(seen(8))
        if drive.race == 1 and drive.before.phase is Phase.DRIVING and drive.before.stopped is not None
    }
    assert {horse for beat in beats for horse in beat.breaking} == stopped != set()
    assert not any({way.horse for way in beat.ways} & {*beat.breaking} for beat in beats)
