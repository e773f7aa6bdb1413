"""What holds for the pictures of every game: drawn in every phase at any table, the same for everyone, and whole."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from bot.games.titles import title
from bot.texts import DEFAULT
from engines import catalog
from render import Picture
from tests.render.seen import NAMES, STRANGE, is_sound, of_every_phase, states, views

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("jockey", 2, {}),
    ("jockey", 6, {}),
    ("turfe", 3, {}),
    ("turfe", 6, {}),
    ("jumpyjack", 2, {"guessing": True}),
    ("jumpyjack", 16, {}),
    ("jumpyjack", 16, {"teams": 4, "guessing": True}),
    ("sulkydrom", 2, {}),
    ("sulkydrom", 8, {"goal": "minor"}),
    ("newmarket", 3, {"calling": "manual"}),
    ("newmarket", 8, {}),
]
"""Every game with the fewest and with the most seats."""

tables = pytest.mark.parametrize(("key", "seats", "options"), TABLES)
every_game = pytest.mark.parametrize("key", catalog.GAMES)


def drawing(key: str, what: str) -> Any:
    """Return the function of a game that makes a picture of a view and names."""
    return partial(getattr(import_module(f"render.{key}"), what), captions=title(key).words(DEFAULT).captions)


def of_a_seat(key: str, view: Any) -> Picture:
    """Make the picture of what a seat holds."""
    more: dict[str, dict[str, Any]] = {
        "jumpyjack": {"names": NAMES * 2},
        "sulkydrom": {"faces": catalog.game("sulkydrom").setup.faces},
    }
    picture: Picture = drawing(key, "slip" if key == "jumpyjack" else "hand")(view, **more.get(key, {}))
    return picture


@tables
def test_every_picture_of_a_game_is_drawn_in_every_phase(key: str, seats: int, options: Any) -> None:
    names = (STRANGE if seats > 4 else NAMES) * 2
    public, own = of_every_phase(key, seats, **options), of_every_phase(key, seats, 1, **options)
    pictures = [drawing(key, "board")(view, names) for view in public.values()]
    pictures += [of_a_seat(key, view) for view in own.values()]
    over = views(key, seats, **options)[-1]
    pictures += [drawing(key, what)(over, names) for what in ("result", "final")]
    for picture in pictures:
        is_sound(picture)


@tables
def test_every_seat_sees_the_same_board_and_hears_the_same_words(key: str, seats: int, options: Any) -> None:
    game, board = catalog.game(key), drawing(key, "board")
    for state in states(key, seats, **options)[1 :: -(-len(states(key, seats, **options)) // 4)]:
        public = board(game.view(state, None), NAMES * 2)
        assert {board(game.view(state, seat), NAMES * 2) for seat in range(seats)} == {public}


@every_game
def test_everyones_view_has_no_hand(key: str) -> None:
    with pytest.raises(ValueError, match="everyone"):
        of_a_seat(key, views(key, 4)[0])


@every_game
def test_there_is_no_result_before_a_race_is_over_and_it_stays_when_the_next_begins(key: str) -> None:
    options = {"goal": "minor"} if key == "sulkydrom" else {"rounds": 2} if key == "jockey" else {}
    seen, result = views(key, 4, **options), drawing(key, "result")
    with pytest.raises(ValueError, match="finished"):
        result(seen[0], NAMES)
    first = next(view.result for view in seen if view.result)
    later = [view for view in seen if view.result == first]
    assert len({view.phase for view in later}) > 1
    assert len({result(view, NAMES) for view in later[:: -(-len(later) // 4)]}) == 1


@every_game
def test_pictures_drawn_at_once_in_several_threads_are_the_same(key: str) -> None:
    seen, board = views(key, 4, 0, 0), drawing(key, "board")
    some = seen[:: -(-len(seen) // 6)]
    pictures = [
        draw(view) for view in some for draw in (partial(of_a_seat, key), partial(board, names=NAMES))
    ]
    with ThreadPoolExecutor(4) as threads:
        at_once = [*threads.map(Picture.draw, pictures)]
    assert at_once == [picture.draw() for picture in pictures]
