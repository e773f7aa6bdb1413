"""What is told above a message: all of it where there is room, else a sum of the oldest, and who came home."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bot.games.kit.told import ToldPassage
from bot.messages.layout import MOST_TEXT, MessageLayout
from bot.messages.layouts.board_sentences import Stretch, by_race, stretch_of, told_passages, with_told_above
from bot.messages.snapshot import Snapshot
from bot.texts import DEFAULT
from engines import catalog
from tests.games.race_days import race_day

games = pytest.mark.parametrize("game", catalog.GAMES)

ROOM = 700
"""Characters that a message has left in these tests."""


def first_race(game: str) -> tuple[Snapshot, Stretch]:
    """Play a race; return how the table stands then, and what led there."""
    moments = race_day(4, 5, game=game)
    rows = [row for moment in moments for row in moment.rows]
    return moments[-1].snapshot, by_race(stretch_of(moments[-1].snapshot, None, rows))[0]


def told_in(room: int, snapshot: Snapshot, stretch: Stretch) -> list[str]:
    """Return what is told of a stretch above a message that has so much room left."""
    said = "x" * (MOST_TEXT - room)
    layout = with_told_above(MessageLayout(said), snapshot, stretch, None, {})
    assert len(layout.text) <= 4000
    return layout.text.removesuffix(said).splitlines()


def gains_in(line: str) -> dict[str, int]:
    """Return how far each horse came, as a line sums it up."""
    _, _, sums = line.partition(": ")
    return {
        name: int(gain.replace("−", "-")) for name, gain in re.findall(r"([^,:]+) ([+−]\d+)(?:, |$)", sums)
    }


def not_in(lines: list[str], passages: list[ToldPassage]) -> list[ToldPassage]:
    """Return the passages that lines do not tell; of those told alike the newest are there."""
    shown, left = Counter(part for line in lines for part in line.split(" · ")), list[ToldPassage]()
    for each in reversed(passages):
        parts = Counter(part for line in each.sentences for part in line.split(" · "))
        if parts <= shown:
            shown -= parts
        else:
            left.append(each)
    return left


def gained(passages: list[ToldPassage]) -> dict[str, int]:
    """Add up how far each horse came."""
    total = Counter[str]()
    for each in passages:
        total.update(each.gains)
    return {name: gain for name, gain in total.items() if gain}


@games
def test_what_has_room_is_told_whole(game: str) -> None:
    snapshot, stretch = first_race(game)
    few = stretch[-3:]

    assert told_in(3000, snapshot, few) == snapshot.title.story.lines(
        [(row, view) for row, view, _ in few], snapshot.who, DEFAULT, table=snapshot.table.table_id
    )


@games
def test_what_has_no_room_is_summed_up_with_what_the_horses_gained_in_it(game: str) -> None:
    snapshot, stretch = first_race(game)
    passages = told_passages(snapshot, stretch, None)
    head, *lines = told_in(ROOM, snapshot, stretch)

    left = not_in(lines, [each for each in passages if each.sentences])
    moves = sum(each.moves for each in left)
    assert head.startswith(f"-# … and {moves} move")
    assert gains_in(head) == gained(left)
    assert bool(gains_in(head)) == (game != "newmarket"), "nothing moves in Newmarket but cards"


@games
def test_whoever_came_home_is_told_even_if_that_is_long_past(game: str) -> None:
    snapshot, stretch = first_race(game)
    kept = [each for each in told_passages(snapshot, stretch, None) if each.is_kept]
    told = " · ".join(
        told_in(sum(len(line) for each in kept for line in each.sentences) + 300, snapshot, stretch)
    )

    assert kept
    assert [line for each in kept for line in each.sentences if line not in told] == []


def test_above_a_message_that_is_full_nothing_is_told_but_how_much_is_left_out() -> None:
    snapshot, before, rows = race_day(2, 1)[-1]
    full = MessageLayout("x" * (MOST_TEXT + 1))
    told = with_told_above(full, snapshot, stretch_of(snapshot, before, rows), before, {})
    left_out, said = told.text.splitlines()
    assert "1 move before" in left_out
    assert said == full.text


def test_horses_are_summed_up_from_the_one_that_came_furthest_and_who_stayed_is_not_named() -> None:
    said = DEFAULT.table.left_out(5, {"Red": 12, "Blue": -2})
    assert said == "-# … and 5 moves before: Red +12, Blue −2"
    assert DEFAULT.table.left_out(1, {}) == "-# … and 1 move before, told by the race log at the end"
