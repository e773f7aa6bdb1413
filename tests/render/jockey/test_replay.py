from __future__ import annotations

from engines.jockey.view import Phase, View
from render.jockey import replay
from tests.render.jockey.played import CAPTIONS, NAMES, views
from tests.render.seen import film_of


def race(seats: int, number: int = 1) -> list[View]:
    """Return the views of one race, up to the first in which it is over."""
    seen = [view for view in views(seats) if view.race == number]
    return seen + [view for view in views(seats) if view.result and view.result.race == number][:1]


def test_the_race_before_is_left_out() -> None:
    later = race(6, 2)
    earlier = [view for view in race(6, 1) if view.phase is not Phase.RACING][-1:]
    assert replay([*earlier, *later], NAMES, CAPTIONS) == replay(later, NAMES, CAPTIONS)


def test_every_card_is_told_and_its_horse_runs_from_square_to_square() -> None:
    film = film_of(replay(race(4), NAMES, CAPTIONS))
    places = list(film.start)
    cards = [view for view in race(4) if view.phase is Phase.RACING and view.last]
    assert places == [(0.0,)] * 4
    for view, beat in zip(cards, film.beats, strict=False):
        assert view.last
        (play,) = beat.plays
        assert play.seat == view.last.seat
        for way in beat.ways:
            assert places[way.horse] == way.places[0]
            places[way.horse] = way.places[-1]
        assert [place for (place,) in places] == list(view.places)
    assert len(film.beats) == len(cards) + 1, "the last card is in the result alone"
    assert any(play.did == CAPTIONS.stays for beat in film.beats for play in beat.plays)
    over = race(4)[-1].result
    assert over
    assert film.finish[: len(over.order)] == tuple(map(race(4)[0].horses.index, over.order))
