from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from render.kit.photo import BOTTOM
from render.kit.result import in_order
from render.parts.palette import CREAM, GAIN, LINE, LOSS
from tests.render.kit.dice_derby import HORSES, final, result
from tests.render.kit.played import OVER, race
from tests.render.seen import NAMES, STRANGE, is_sound, opened

PAPER: set[object] = {CREAM}


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_result_opens_every_bet_and_tells_what_it_brought(seats: int) -> None:
    view = race(seats)[-1]
    nets = [chips - 100 for chips in view.chips]
    for names in (NAMES[:seats], STRANGE[:seats]):
        is_sound(result(view, names, nets))
    told = result(view, NAMES[:seats], nets).alt
    assert told.startswith(f"Race 1: 1. {HORSES[view.home[0]]}, 2. {HORSES[view.home[1]]}, 3. ")
    horse, chips = view.bets[0] or (0, 0)
    net = f"+{nets[0]}" if nets[0] > 0 else f"−{-nets[0]}"
    assert f"Anna: to win, {chips} on {HORSES[horse]}, {net}, has {view.chips[0]}." in told


def test_who_had_no_bet_is_told_so() -> None:
    view = replace(OVER, bets=(None, *OVER.bets[1:]))
    assert "Anna: no bet, " in result(view, NAMES[:4], (0,) * 4).alt


def test_a_game_without_bets_has_no_column_for_them() -> None:
    view = replace(OVER, bets=(None,) * 4)
    picture = result(view, NAMES[:4], (3,) * 4)
    assert f"Anna: +3, has {view.chips[0]}." in picture.alt
    assert "bet" not in picture.alt
    is_sound(picture)
    lower_left = (40, BOTTOM + 96, 330, BOTTOM + 120)
    assert inks(opened(picture).crop(lower_left)) <= PAPER
    assert inks(opened(result(OVER, NAMES[:4], (3,) * 4)).crop(lower_left)) > PAPER


def test_a_lost_bet_is_torn_and_a_paid_one_stamped() -> None:
    lost, even, paid = (opened(result(OVER, NAMES[:4], (net,) * 4)) for net in (-3, 0, 3))
    perforation = (342, BOTTOM + 30, 354, BOTTOM + 110)
    assert LINE in inks(paid.crop(perforation))
    assert LINE in inks(even.crop(perforation))
    assert LINE not in inks(lost.crop(perforation))
    stub = (368, BOTTOM + 20, 584, BOTTOM + 90)
    assert [GAIN in inks(each.crop(stub)) for each in (lost, even, paid)] == [False, False, True]
    assert LOSS in inks(lost.crop(stub))


def test_the_tickets_lie_in_the_order_of_what_they_brought() -> None:
    first, other = (40, BOTTOM + 20, 330, BOTTOM + 120), (620, BOTTOM + 20, 910, BOTTOM + 120)
    one, two = (opened(result(OVER, NAMES[:4], nets)) for nets in ((5, 9, 0, 0), (9, 5, 0, 0)))
    assert one.crop(first).tobytes() == two.crop(other).tobytes()


def inks(image: Image.Image) -> set[object]:
    """Return the colours in an image."""
    return {colour for _, colour in image.getcolors(100_000) or ()}


def test_the_final_ranking_is_drawn_and_told() -> None:
    view = replace(OVER, chips=(80, 1400, 80, -20))
    is_sound(final(view, NAMES))
    told = "1. Bartholomäus with 1,400, 2. Anna with 80, 2. Chiara ✨ with 80, 4. Дмитрий with −20"
    assert final(view, NAMES).alt == f"Final ranking: {told}."


def test_horses_at_home_come_before_the_rest_of_whom_equals_share_a_place() -> None:
    placed = in_order(("red", "blue", "white", "black", "grey"), ("black", "red"), (81, 40, 62, 81, 40))
    assert placed == [("black", 1), ("red", 2), ("white", 3), ("blue", 4), ("grey", 4)]
