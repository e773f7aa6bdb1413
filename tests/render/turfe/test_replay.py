from __future__ import annotations

from bot.games.turfe.english.pictures import TURFE
from engines.turfe.view import View
from render.turfe import replay
from tests.render.seen import NAMES
from tests.render.turfe.played import seen


def first_race(seats: int = 4) -> list[View]:
    running = [view for view in seen(seats) if view.race == 1]
    return running + [view for view in seen(seats) if view.result and view.result.race == 1][:1]


def test_views_seen_twice_are_shown_once_and_the_race_before_is_left_out() -> None:
    race = first_race()[-8:]
    assert replay([view for view in race for _ in range(2)], NAMES, TURFE) == replay(race, NAMES, TURFE)
    later = [view for view in seen() if view.race == 2][:12]
    assert replay([race[-1], *later], NAMES, TURFE) == replay(later, NAMES, TURFE)
