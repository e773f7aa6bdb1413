"""Commentary: lines about what a move means, from what everyone sees, and none twice in a race."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from bot.cli.replay import story_lines, viewed
from bot.games.kit.comment_lines import Kind, Lines
from bot.games.kit.commentary import Commentary, Field, Jackpot
from bot.games.kit.english_commentary import COMMENTS, OF_POINTS_ON_A_HORSE
from bot.games.kit.story import Viewed
from bot.games.titles import title
from bot.texts import DEFAULT
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header
from engines.verify import Log

SEEDS = range(1, 7)
SEATS: Mapping[str, int] = {"jockey": 4, "turfe": 5, "jumpyjack": 4, "sulkydrom": 8, "newmarket": 4}
games = pytest.mark.parametrize("game", SEATS)


@lru_cache
def log_of(game: str, seed: int) -> Log:
    rules = catalog.game(game)
    header = Header.of(rules, rules.options({}), SEATS[game], seed.to_bytes(32, "big"))
    rows, _ = play_out(rules, header, [agent("steady", game)] * SEATS[game])
    return Log(1, header, tuple(row.line() for row in rows))


def seat_name(seat: int) -> str:
    return f"seat {seat}"


def told(game: str, rows: list[Viewed], table: str, before: Any = None) -> list[str]:
    return title(game).story.lines(rows, seat_name, DEFAULT, before, table)


def comments(lines: list[str]) -> list[str]:
    return [line for line in lines if re.fullmatch(r"\*[^*].*\*", line)]


def by_race(game: str, rows: list[Viewed]) -> Iterator[list[str]]:
    """Tell each race of a game by itself, and yield its commentary."""
    number, before, together = title(game).story.commentary, None, list[Viewed]()
    assert number is not None
    for row, view in rows:
        if together and number.race(view) != number.race(together[-1][1]):
            yield comments(told(game, together, "K7QH2M", before))
            before, together = together[-1][1], []
        together.append((row, view))
    yield comments(told(game, together, "K7QH2M", before))


@games
def test_no_line_comes_twice_in_a_race_and_most_races_have_some(game: str) -> None:
    races = [race for seed in SEEDS for race in by_race(game, list(viewed(log_of(game, seed), [])))]

    assert all(len(race) == len(set(race)) for race in races)
    assert sum(map(bool, races)) > len(races) // 2


@games
def test_a_quiet_race_has_few_lines(game: str) -> None:
    rows = list(viewed(log_of(game, 1), []))
    lines = told(game, rows, "K7QH2M")

    assert 0 < len(comments(lines)) < len(lines) / 3


@games
def test_the_same_rows_are_told_the_same_again_and_otherwise_at_another_table(game: str) -> None:
    rows = list(viewed(log_of(game, 2), []))

    assert told(game, rows, "K7QH2M") == told(game, rows, "K7QH2M")
    assert told(game, rows, "K7QH2M") != told(game, rows, "ABCDEF")


@games
def test_the_sentences_of_the_moves_stay_as_they_are(game: str) -> None:
    rows = list(viewed(log_of(game, 3), []))
    plain = " ".join(told(game, rows, "")).replace(" · ", " ")
    with_comments = told(game, rows, "K7QH2M")
    left = [line for line in with_comments if line not in comments(with_comments)]

    assert " ".join(left).replace(" · ", " ") == plain


def test_a_replay_in_words_has_no_commentary() -> None:
    assert comments([line[6:] for line in story_lines(log_of("jockey", 1))]) == []


# ------------------------------------------------------------------------------------------- what is said


@pytest.mark.parametrize("lines", [*COMMENTS.values(), OF_POINTS_ON_A_HORSE])
def test_there_are_eight_ways_at_least_and_as_many_ends_as_beginnings(lines: Lines) -> None:
    assert len({*lines.heads}) == len(lines.heads) >= 8
    assert not lines.tails or len({*lines.tails}) == len(lines.tails) == len(lines.heads)


@pytest.mark.parametrize("lines", COMMENTS.values())
def test_numbers_in_a_row_have_lines_of_their_own(lines: Lines) -> None:
    many = len(lines.heads) * max(1, len(lines.tails))
    assert len({lines.pick(1234567, number) for number in range(40, 40 + many)}) == many


class Seen(NamedTuple):
    """Everyone's view of a game made up."""

    red: int = 30
    blue: int = 20
    home: tuple[str, ...] = ()
    race: int = 1
    cards: tuple[int, ...] = (5, 5)
    pot: int = 0


def field(view: Seen) -> Field:
    to_go = {"red": view.red, "blue": view.blue}
    return Field({horse: left for horse, left in to_go.items() if horse not in view.home}, view.home)


TRIED = Commentary(
    field=field,
    early=20,
    near=10,
    close=2,
    hands=lambda view: view.cards,
    jackpot=lambda view: Jackpot(view.pot) if view.pot else None,
)


def kind_of(before: Seen | None, after: Seen, *, opened: bool = False) -> Kind | None:
    found = TRIED.found(opened, before, after)
    return found[0] if found else None


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (Seen(30, 20), Seen(15, 20), Kind.LEAD),
        (Seen(30, 20), Seen(25, 20), None),
        (Seen(40, 30), Seen(25, 30), None),
        (Seen(30, 20), Seen(20, 20), None),
        (Seen(20, 20), Seen(15, 20), None),
        (Seen(18, 12), Seen(18, 30), Kind.FALLEN),
        (Seen(30, 20), Seen(30, 8), Kind.NEAR),
        (Seen(30, 20), Seen(9, 20), Kind.NEAR),
        (Seen(30, 8), Seen(30, 6), None),
        (Seen(2, 8), Seen(2, 0, home=("blue",)), Kind.CLOSE),
        (Seen(9, 8), Seen(9, 0, home=("blue",)), None),
        (Seen(30, 20), Seen(15, 20, race=2), None),
        (None, Seen(15, 20), None),
        (Seen(cards=(2, 5)), Seen(cards=(1, 5)), Kind.LAST_CARD),
        (Seen(cards=(1, 2)), Seen(cards=(1, 1)), Kind.LAST_CARD),
        (Seen(cards=(1, 2)), Seen(cards=(0, 2)), None),
    ],
)
def test_what_is_worth_a_line(before: Seen | None, after: Seen, kind: Kind | None) -> None:
    assert kind_of(before, after) is kind


def test_no_horse_is_named_beside_another_that_is_as_near() -> None:
    level = Field({"red": 30, "blue": 30, "green": 2, "white": 2})
    assert (level.nearest(), Field({"red": 30, "blue": 4}).nearest()) == (None, "blue")
    assert (level.nearest(but="green"), Field({"red": 30}).nearest(but="red")) == ("white", None)
    tried = replace(TRIED, field=lambda view: view)
    assert tried._of_horses(level, Field({"red": 2, "blue": 2}, ("green",))) is None
    assert (
        tried._of_horses(
            Field({"red": 30, "blue": 30, "green": 20}), Field({"red": 30, "blue": 30, "green": 8})
        )
        is None
    )


def test_a_jackpot_is_told_as_its_race_opens_if_it_has_grown() -> None:
    assert kind_of(Seen(pot=100), Seen(race=2, pot=150), opened=True) is Kind.JACKPOT
    assert kind_of(Seen(pot=100), Seen(race=2, pot=150)) is None
    assert kind_of(Seen(pot=150), Seen(race=2, pot=100), opened=True) is None
    assert kind_of(Seen(pot=150), Seen(race=2), opened=True) is None
