"""Pictures that other processes draw: of every game, as pickles, equal where they show the same."""

from __future__ import annotations

import pickle
import pickletools
from typing import Any

import pytest

from bot.games.titles import title
from bot.texts import DEFAULT
from engines import catalog
from render.picture import Picture
from tests.render.seen import NAMES, views

SEATS = 4


def _pictures(key: str) -> dict[str, Picture]:
    """Draw, or rather do not draw yet, one picture of each kind that a game has."""
    screens, words = title(key).screens, title(key).words(DEFAULT)
    seen: dict[str, Any] = {view.phase: view for view in views(key, SEATS)}
    shown = {f"board {phase}": screens.board(view, NAMES[:SEATS], words) for phase, view in seen.items()}
    last = views(key, SEATS)[-1]
    final = screens.final_result(last, NAMES[:SEATS], NAMES.__getitem__, words)[1]
    shown |= {f"final {number}": picture for number, picture in enumerate(final)}
    own = next((view for view in views(key, SEATS, seat=0) if view.to_act == (0,)), None)
    drawings: Any = screens.drawings
    if own is not None and hasattr(drawings, "hand"):
        shown["hand"] = drawings.hand(own, words.captions)
    return shown | {"replay": screens.replay(views(key, SEATS)[:20], NAMES[:SEATS], words)}


@pytest.mark.parametrize("key", catalog.GAMES)
def test_every_picture_can_be_handed_to_another_process(key: str) -> None:
    shown = _pictures(key)
    assert all(picture.recipe for picture in shown.values())
    first = next(iter(shown.values()))
    assert pickle.loads(first.recipe)() == first.draw()


@pytest.mark.parametrize("key", catalog.GAMES)
def test_equal_views_have_equal_recipes_even_if_they_share_nothing(key: str) -> None:
    screens, words = title(key).screens, title(key).words(DEFAULT)
    view = views(key, SEATS)[len(views(key, SEATS)) // 2]
    again = pickle.loads(pickle.dumps(view))
    names = [str(name.encode(), "utf-8") for name in NAMES[:SEATS]]
    recipe = screens.board(view, NAMES[:SEATS], words).recipe
    assert screens.board(again, tuple(names), words).recipe == recipe
    assert screens.board(views(key, SEATS)[0], NAMES[:SEATS], words).recipe != recipe


@pytest.mark.parametrize("key", catalog.GAMES)
def test_no_recipe_holds_a_set_whose_order_nobody_knows(key: str) -> None:
    for name, picture in _pictures(key).items():
        opcodes = {opcode.name for opcode, _, _ in pickletools.genops(picture.recipe)}
        assert not opcodes & {"EMPTY_SET", "FROZENSET"}, name
