"""No text and no token leaves its box or is covered, whoever plays what: random games, names in every script.

`pytest tests/render/test_boxes.py --states 1000` looks at 2 000 states of every game, half of them with most seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from benches.shown_pictures import BOARD, REPLAY, Shown, beside_games, of_a_game
from engines import catalog
from engines.core import Chance
from render.parts.canvas import Canvas
from render.parts.lettering import write
from render.parts.palette import CREAM, FOREST, INK
from render.parts.shapes import put
from render.parts.silks import standard_silks, token
from render.picture import png
from tests.exam import domains
from tests.render.laid_out import faults
from tests.render.names import LONG, SHORT

A_GAME = 8
"""How many states of one game are looked at before another is played."""


TABLES = [
    pytest.param(key, seats, id=f"{key}-{seats}")
    for key in catalog.GAMES
    for seats in (catalog.game(key).seats[0], catalog.game(key).seats[-1])
]


def shown(key: str, seats: int, states: int) -> Iterator[Shown]:
    """Yield so many random states, each as everyone sees it and as somebody does, and all results of their games."""
    luck = Random(f"{key} {seats}")
    for number in range(-(-states // A_GAME)):
        names = [luck.choice(list((SHORT, LONG)[number % 2].values())) for _ in range(seats)]
        options = {} if not number else domains.drawn(catalog.game(key), seats, Chance(luck.randbytes(32)))
        every = list(of_a_game(key, names, luck, options))
        boards = [each for each in every if each.kind == BOARD]
        desks = [each for each in every if each.seat is not None]
        yield from luck.sample(boards, min(A_GAME, len(boards)))
        yield from luck.sample(desks, min(A_GAME, len(desks)))
        yield from (each for each in every if each.seat is None and each.kind not in {BOARD, REPLAY})
        yield from (each for each in every if each.kind == REPLAY and number < 2)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_no_text_and_no_token_leaves_its_box_or_is_covered(key: str, seats: int, wanted_states: int) -> None:
    told = [
        (each.picture.filename, fault)
        for each in shown(key, seats, wanted_states)
        for fault in faults(each.picture)
    ]

    assert told == []


@pytest.mark.drawn
@pytest.mark.parametrize("key", catalog.GAMES)
def test_no_board_takes_more_than_100_000_bytes_with_most_seats_and_the_longest_names(
    key: str, wanted_states: int
) -> None:
    luck, seats = Random(key), catalog.game(key).seats[-1]
    for _ in range(-(-wanted_states // 100)):
        names = [luck.choice(list(LONG.values())) for _ in range(seats)]
        boards = [each.picture for each in of_a_game(key, names, luck) if each.kind == BOARD]
        assert max(len(picture.data) for picture in luck.sample(boards, min(12, len(boards)))) <= 100_000


@pytest.mark.parametrize("names", [SHORT, LONG], ids=["1", "32"])
def test_nor_does_any_on_a_leaderboard_or_beside_a_curve(names: dict[str, str], wanted_states: int) -> None:
    pictures = beside_games(list(names.values()), Random(1))
    told = [
        fault
        for _, each in zip(range(wanted_states), pictures, strict=False)
        for fault in faults(each.picture)
    ]

    assert told == []


# ----------------------------------------------------------------------------- what is looked at is seen


def seen(draw: Callable[[Canvas], None]) -> list[str]:
    """Return the faults of a page with a paper that something is drawn on."""

    def drawn() -> Canvas:
        page, paper = Canvas(660, 300, FOREST), Canvas(600, 200, CREAM)
        draw(paper)
        put(page, paper, 30, 70)
        return page

    return faults(png(drawn, "name", "told"))


def test_what_lies_well_has_no_fault() -> None:
    def draw(paper: Canvas) -> None:
        red, black = standard_silks(2)
        paper.put(token(red, 60), 20, 20)
        paper.put(token(black, 60), 82, 20)
        write(paper, 300, 100, "Anna", 40)

    assert seen(draw) == []


def test_a_text_that_hangs_over_its_paper_is_seen() -> None:
    (fault,) = seen(lambda paper: void(write(paper, 500, 100, "Bartholomäus", 60)))

    assert fault.startswith("'Bartholomäus' leaves its paper of (600, 200)")


def void(_: object) -> None:
    """Do nothing more."""


def overhanging(paper: Canvas) -> None:
    other = Canvas(100, 100, CREAM)
    other.rectangle((0, 0, 100, 100), CREAM)
    other.put(token(standard_silks(1)[0], 60), 60, 60)
    paper.put(other, 320, 60)


@pytest.mark.parametrize(
    "cover",
    [
        lambda paper: write(paper, 320, 104, "Ben", 40),
        lambda paper: paper.rectangle((310, 90, 330, 110), INK),
        lambda paper: paper.put(token(standard_silks(1)[0], 60), 310, 80),
        overhanging,
    ],
    ids=["text", "rectangle", "token", "paper"],
)
def test_a_text_that_is_covered_is_seen(cover: Callable[[Canvas], object]) -> None:
    def draw(paper: Canvas) -> None:
        write(paper, 300, 100, "Anna", 40)
        cover(paper)

    told = seen(draw)

    assert told
    assert all(fault.startswith("'Anna' at ") and "of its ink are covered by" in fault for fault in told)


def test_tokens_that_lie_on_one_another_or_leave_the_picture_are_seen() -> None:
    red, black = standard_silks(2)

    def draw(paper: Canvas) -> None:
        paper.put(token(red, 60), 20, 20)
        paper.put(token(black, 60), 40, 20)

    def at_the_edge() -> Canvas:
        alone = Canvas(100, 100, CREAM)
        alone.put(token(red, 60), 70, 20)
        return alone

    (covered,), (gone,) = seen(draw), faults(png(at_the_edge, "name", "told"))

    assert covered.startswith("horse 1 at ")
    assert covered.endswith("is covered by horse 2")
    assert gone.startswith("horse 1 leaves the picture")
