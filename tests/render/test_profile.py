"""The curve of a bankroll: what it tells in words is what it shows, and it stays within its picture."""

from __future__ import annotations

import pytest

from bot.texts import DEFAULT
from render.profile import Curve, _Scale, bankroll, drawn
from tests.render.seen import require_apart

CAPTIONS = DEFAULT.profile.captions


def curve(*values: int) -> Curve:
    return Curve("Bankroll", f"{values[-1]:,} coins", "3 Nov 2026", "23 Nov 2026", values)


def test_it_is_told_in_words() -> None:
    picture = bankroll("bankroll", curve(5000, 12_500, -300, 6000), CAPTIONS)
    assert picture.filename == "bankroll.png"
    assert picture.alt == (
        "Bankroll: 6,000 coins now. From 3 Nov 2026 to 23 Nov 2026 between −300 and 12,500, from 5,000 to 6,000."
    )


def test_of_one_day_it_names_that_day_once() -> None:
    of_a_day = curve(5000, 4700, 5100)._replace(until="3 Nov 2026")
    assert bankroll("bankroll", of_a_day, CAPTIONS).alt == (
        "Bankroll: 5,100 coins now. On 3 Nov 2026 between 4,700 and 5,100, from 5,000 to 5,100."
    )
    assert len(drawn(of_a_day, CAPTIONS).strokes) < len(drawn(curve(5000, 4700, 5100), CAPTIONS).strokes)


@pytest.mark.parametrize(
    "values",
    [
        (5000, 5000),
        (5000, 6000),
        (5000, 4900),
        (-(10**12), 10**12),
        tuple(range(0, 12_200, 100)),
        (0, -1),
        (0, 0),
    ],
    ids=["level", "two", "close", "far", "many", "below", "nothing"],
)
def test_it_stays_within_its_picture(values: tuple[int, ...]) -> None:
    image = drawn(curve(*values), CAPTIONS)
    assert image.size == (1200, 680)
    assert all(image._holds(stroke) for stroke in image.strokes)
    require_apart(image)


@pytest.mark.parametrize(
    ("values", "fall"),
    [((5000, 4900), 32), ((5000, 3750), 406), ((5000, 0), 406)],
    ids=["a little", "a quarter", "all"],
)
def test_a_small_loss_looks_small(values: tuple[int, int], fall: int) -> None:
    scale = _Scale.of(values)
    high, low = map(scale.height, values)
    assert low - high == fall


def test_it_can_be_handed_to_a_painter() -> None:
    picture = bankroll("bankroll", curve(5000, 6000), CAPTIONS)
    assert picture.recipe == bankroll("bankroll", curve(5000, 6000), CAPTIONS).recipe
