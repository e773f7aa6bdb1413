"""Replays of every game: how long, how large, what they open on, what moves, and that they show nothing private."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from itertools import combinations
from typing import Any

import pytest
from PIL import ImageChops

from bot.games.titles import title
from bot.texts import DEFAULT
from engines import catalog
from render import Picture
from render.kit import LAST, Asked, Form, NoSuchRace, NothingMoved
from render.kit.film import FRAME, SCENES, STILL, Screening, scenes
from render.kit.page import Seats
from render.kit.stage import Beat
from render.kit.still import photo_finish
from render.parts.inks import Inks
from tests.render.seen import NAMES, STRANGE, film_of, frames, timed_frames, views

SEATS = {"jockey": (2, 6), "turfe": (3, 6), "sulkydrom": (2, 8), "jumpyjack": (2, 8), "newmarket": (3, 8)}
"""The fewest and the most of each game."""
MOST = [(key, SEATS[key][1]) for key in catalog.GAMES]
EVERY = [(key, seats) for key in catalog.GAMES for seats in SEATS[key]]


def replay(key: str, shown: Sequence[Any], asked: Asked = LAST, names: Sequence[str] = NAMES) -> Picture:
    return title(key).screens.replay(shown, names, title(key).words(DEFAULT), asked)


@cache
def first(key: str, seats: int, form: Form = Form.WEBP) -> Picture:
    """Return the replay of the first race of a game."""
    return replay(key, views(key, seats), Asked(1, form), NAMES[:seats])


@cache
def timed(key: str, seats: int, form: Form = Form.WEBP) -> list[tuple[bytes, int]]:
    """Return what stands for each frame, another one for another picture, and for how many milliseconds it stands."""
    shown = timed_frames(first(key, seats, form))
    return [(blake2b(frame.tobytes()).digest(), milliseconds) for frame, milliseconds in shown]


def screening(key: str, seats: int) -> Screening:
    captions = title(key).words(DEFAULT).captions
    return Screening(Seats(NAMES[:seats], captions), film_of(first(key, seats)))


@pytest.mark.parametrize(("key", "seats"), EVERY)
def test_a_replay_takes_twelve_to_twenty_seconds_and_at_most_one_and_a_half_megabytes(
    key: str, seats: int
) -> None:
    picture = first(key, seats)
    assert 12_000 <= sum(milliseconds for _, milliseconds in timed(key, seats)) <= 20_000
    assert len(picture.data) <= 1_500_000
    assert picture.width == 720
    assert picture.filename.endswith("1.webp")


@pytest.mark.parametrize(("key", "seats"), MOST)
def test_a_replay_opens_on_the_photo_finish_with_the_winner_s_name(key: str, seats: int) -> None:
    film, (still, milliseconds) = film_of(first(key, seats)), next(timed_frames(first(key, seats)))
    finish = photo_finish(film, still.height).indexed(Inks(film.stage.palette))
    assert ImageChops.difference(still, finish.convert("RGB")).getbbox() is None
    assert milliseconds == STILL
    assert film.winner
    other = photo_finish(film._replace(winner="Nobody"), still.height)
    box = ImageChops.difference(still, other.image()).getbbox()
    assert box, "the name is in the picture"


@pytest.mark.parametrize(("key", "seats"), [("jockey", 6), ("turfe", 3)])
def test_horses_that_are_level_at_the_end_share_a_rank_as_where_bets_are_settled(
    key: str, seats: int
) -> None:
    level = 0
    for luck in (2, 3, 23, 25):
        seen = list(views(key, seats, luck))
        shown = replay(key, seen, Asked(1), NAMES)
        film = film_of(shown)
        over = next(view.result for view in seen if view.result)
        spaces = [place if isinstance(place, int) else place.space for place in over.places]
        ranks = dict(film.ranked)
        running = [at for at, horse in enumerate(seen[0].horses) if horse not in over.order]
        for one, other in combinations(running, 2):
            assert (ranks[one] == ranks[other]) is (spaces[one] == spaces[other])
            level += spaces[one] == spaces[other]
        told = ", ".join(f"{rank}. {film.stage.starters()[horse].name}" for horse, rank in film.ranked)
        assert f"In the order of finish: {told}." in shown.alt
    assert level, "some horses were level"


@pytest.mark.parametrize("key", catalog.GAMES)
def test_both_forms_show_the_same(key: str) -> None:
    seats = SEATS[key][1]
    assert len(first(key, seats, Form.GIF).data) <= 1_500_000
    one, other = (timed(key, seats, form) for form in Form)
    assert one == other


@pytest.mark.parametrize(("key", "seats"), MOST)
def test_horses_go_through_the_phases_of_their_stride_and_never_jump(key: str, seats: int) -> None:
    playing = screening(key, seats)
    seen = {horse: set[int | None]() for horse in range(len(playing.field))}
    before, steps = list(playing.field), [0.0]
    for _ in playing.shots():
        for horse, now in enumerate(playing.field):
            seen[horse].add(now.phase)
            x, y = playing.stage.point(horse, now.place)
            old_x, old_y = playing.stage.point(horse, before[horse].place)
            steps.append(abs(x - old_x) + abs(y - old_y))
        before = list(playing.field)
    assert all(phases == {None} or set(range(4)) <= phases for phases in seen.values())
    assert sum({None} < phases for phases in seen.values()) >= 2
    assert max(steps) < 260


@pytest.mark.parametrize(("key", "seats"), MOST)
def test_the_race_is_decided_in_slow_motion(key: str, seats: int) -> None:
    film = film_of(first(key, seats))
    told = scenes(film.beats)
    slow = [scene for scene in told if scene.is_slow]
    assert len(told) <= SCENES + 3
    (decided,) = slow
    assert not any(beat.home for scene in told[: told.index(decided)] for beat in scene.beats)
    assert film.finish[0] in decided.beats[-1].home
    assert [beat for scene in told for beat in scene.beats] == list(film.beats), "all of it, in its order"
    stands = "".join("r" if shot.milliseconds == FRAME else "." for shot in screening(key, seats).shots())
    *_, second, longest = sorted(map(len, stands.split(".")))
    assert longest >= 20
    assert longest >= 2 * second or len(told) < SCENES / 2


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_replay_shows_nothing_that_only_a_seat_knows(key: str) -> None:
    seats = SEATS[key][0]
    own = replay(key, views(key, seats, seat=0), Asked(1), NAMES[:seats])
    assert own == first(key, seats)
    for told in (film_of(own), own.alt):
        assert "Own(" not in repr(told)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_equal_views_give_equal_bytes_and_views_seen_twice_are_shown_once(key: str) -> None:
    seats = SEATS[key][1]
    again = pickle.loads(pickle.dumps([view for view in views(key, seats) for _ in range(2)]))
    assert replay(key, again, Asked(1), NAMES[:seats]) == first(key, seats)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_of_a_race_day_the_last_race_is_shown_unless_another_is_asked_for(key: str) -> None:
    seats = SEATS[key][0]
    day = views(key, seats)
    races = range(1, film_of(replay(key, day)).race + 1)
    assert [film_of(replay(key, day, Asked(race))).race for race in races] == list(races)
    assert replay(key, day, Asked(races[-1])) == replay(key, day)
    with pytest.raises(NoSuchRace) as missing:
        replay(key, day, Asked(races[-1] + 1))
    assert list(missing.value.races) == list(races)


@pytest.mark.parametrize("key", catalog.GAMES)
def test_of_what_has_not_begun_there_is_no_replay(key: str) -> None:
    with pytest.raises(NothingMoved):
        replay(key, views(key, SEATS[key][0])[:1])


def _beats(key: str, shown: Sequence[Any]) -> Sequence[Beat]:
    try:
        return film_of(replay(key, shown)).beats
    except NothingMoved:
        return ()


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_race_that_was_broken_off_is_shown_from_its_start_without_a_winner(key: str) -> None:
    seats = SEATS[key][0]
    day = views(key, seats)
    begun = next(until for until in range(len(day)) if len(_beats(key, day[:until])) > 4)
    picture = replay(key, day[:begun], LAST, NAMES[:seats])
    film = film_of(picture)
    assert (film.finish, film.winner) == ((), "")
    assert "wins" not in picture.alt
    assert len(frames(picture)) > 2


@pytest.mark.parametrize("key", catalog.GAMES)
def test_strange_names_do_no_harm(key: str) -> None:
    seats = SEATS[key][1]
    shown = replay(key, views(key, seats), Asked(1), STRANGE[:seats])
    assert len(shown.data) <= 1_500_000
    assert len(shown.alt) <= 1024
