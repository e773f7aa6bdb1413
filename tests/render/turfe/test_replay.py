from __future__ import annotations

import pytest
from PIL import ImageChops

from bot.games.turfe.english.pictures import TURFE
from engines.turfe.view import Phase, View
from render.turfe import replay
from tests.render.seen import NAMES, frames
from tests.render.turfe.played import finished, seen


def first_race(seats: int = 4) -> list[View]:
    running = [view for view in seen(seats) if view.race == 1]
    return running + [view for view in seen(seats) if view.result and view.result.race == 1][:1]


def test_a_race_is_shown_from_the_start_to_the_finish() -> None:
    race = first_race()
    picture = replay(race, NAMES, TURFE)
    assert picture.filename == "turfe-replay-race1.gif"
    assert len(picture.data) < 2_000_000
    assert picture.alt == "Race 1, card by card, animated."
    shown = frames(picture)
    assert shown[0].size == (720, 480)
    assert ImageChops.difference(shown[0], shown[-1]).getbbox()


def test_no_frame_of_a_replay_leaves_anything_behind() -> None:
    cards = [view for view in first_race(3) if view.phase is Phase.RACING and view.last][:14]
    whole = frames(replay(cards, NAMES, TURFE))
    for until in (3, 9):
        alone = frames(replay(cards[until - 1 : until], NAMES, TURFE))
        assert any(ImageChops.difference(alone[-2], frame).getbbox() is None for frame in whole)


def test_views_seen_twice_are_shown_once_and_the_race_before_is_left_out() -> None:
    race = first_race()[-8:]
    assert replay([view for view in race for _ in range(2)], NAMES, TURFE) == replay(race, NAMES, TURFE)
    later = [view for view in seen() if view.race == 2][:12]
    assert replay([race[-1], *later], NAMES, TURFE) == replay(later, NAMES, TURFE)


def test_of_a_long_game_the_last_races_are_shown() -> None:
    picture = replay(seen(3), NAMES, TURFE)
    assert len(picture.data) < 4_000_000
    assert str(finished(3).race) in picture.alt


def test_without_a_card_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(seen()[:2], NAMES, TURFE)
