from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engines.jockey.view import Phase, View
from render import Picture
from render.jockey import replay
from render.jockey.horses import silks
from render.kit.round import SMALL, Round
from tests.render.jockey.played import CAPTIONS, NAMES, views


def race(seats: int, number: int = 1) -> list[View]:
    """Return the views of one race, up to the first in which it is over."""
    seen = [view for view in views(seats) if view.race == number]
    return seen + [view for view in views(seats) if view.result and view.result.race == number][:1]


def frames(picture: Picture) -> list[Image.Image]:
    film = Image.open(io.BytesIO(picture.data))
    assert film.format == "GIF"
    shown = []
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        shown.append(film.convert("RGB"))
    return shown


def test_a_race_is_shown_from_the_start_to_the_finish() -> None:
    seen = race(4)
    picture = replay(seen, NAMES, CAPTIONS)
    assert picture.filename == "jockey-replay-race1.gif"
    assert len(picture.data) < 4_000_000
    shown = frames(picture)
    first, last = shown[0], shown[-1]
    assert first.size == (picture.width, picture.height) == (720, 480)
    over = seen[-1].result
    assert over is not None
    track = Round(80, 4, SMALL)
    for lane, worn in enumerate(silks(seen[0].horses).values()):
        for image, place in ((first, 0), (last, over.places[lane])):
            x, y = track.point(place, lane)
            assert image.getpixel((round(x), round(y) - 10)) == worn.colour


def test_no_frame_leaves_anything_behind() -> None:
    cards = [view for view in race(2) if view.phase is Phase.RACING and view.last]
    whole = frames(replay(cards, NAMES, CAPTIONS))
    for until in (3, 9, len(cards) - 1):
        alone = frames(replay(cards[until - 1 : until], NAMES, CAPTIONS))
        assert any(ImageChops.difference(alone[-2], frame).getbbox() is None for frame in whole)


def test_a_card_that_moves_nothing_is_shown_too() -> None:
    idle = next(view for view in views(2) if view.last and view.last.horse is None)
    moving = next(view for view in views(2) if view.last and view.last.horse)
    assert 0 < len(frames(replay([idle], NAMES, CAPTIONS))) < len(frames(replay([moving], NAMES, CAPTIONS)))


def test_views_seen_twice_are_shown_once() -> None:
    seen = race(3)
    doubled = [view for view in seen for _ in range(2)]
    assert replay(doubled, NAMES, CAPTIONS) == replay(seen, NAMES, CAPTIONS)


def test_the_race_before_is_left_out() -> None:
    later = race(6, 2)
    earlier = [view for view in race(6, 1) if view.phase is not Phase.RACING][-1:]
    assert replay([*earlier, *later], NAMES, CAPTIONS) == replay(later, NAMES, CAPTIONS)


def test_of_a_long_meeting_the_last_races_are_shown() -> None:
    day = [
        replace(view, race=view.race + 3 * number, result=None) for number in range(3) for view in views(2)
    ]
    last = max(view.race for view in day)
    picture = replay(day, NAMES, CAPTIONS)
    assert picture.filename == f"jockey-replay-race{last}.gif"
    assert re.fullmatch(
        rf"Races \d+ to {last}, card by card, animated\. The race log tells the races before\.", picture.alt
    )
    assert len(picture.data) < 4_000_000


def test_without_a_card_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(views(2)[:2], NAMES, CAPTIONS)


def test_strange_names_do_no_harm() -> None:
    one = next(view for view in views(2) if view.last)
    usual, strange = (
        frames(replay([one], names, CAPTIONS))[-1] for names in (NAMES, ("🏇" * 40, "W\n" * 60))
    )
    left, top, right, bottom = ImageChops.difference(usual, strange).getbbox() or (425, 200, 426, 201)
    assert 420 <= left < right <= 575
    assert 215 <= top < bottom <= 255
