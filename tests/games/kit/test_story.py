"""A log as sentences: boards keep secrets, logs tell everything, and nothing keeps a log from being read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from bot.cli.replay import viewed
from bot.games.kit.passages import Part, plainly, told_by
from bot.games.kit.story import Story
from bot.games.titles import title
from bot.texts import DEFAULT
from bot.texts.markup import unmarked
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Private, Public, Row
from engines.verify import Log

LOGS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "jockey": ("jockey", 3, {}),
    "turfe": ("turfe", 5, {"races": 4}),
    "teams": ("jumpyjack", 4, {"teams": 2, "guessing": True, "target": 4}),
    "landing": ("jumpyjack", 5, {"double": "landing", "target": 4}),
    "sulkydrom": ("sulkydrom", 8, {}),
    "calls": ("newmarket", 4, {"calling": "manual", "deals": 4}),
    "newmarket": ("newmarket", 6, {"deals": 2}),
}
"""Games in which nearly everything happens that can happen."""

logs = pytest.mark.parametrize("name", LOGS)


@lru_cache
def log_of(name: str) -> Log:
    game, seats, options = LOGS[name]
    rules = catalog.game(game)
    header = Header.of(rules, rules.options(options), seats, (1).to_bytes(32, "big"))
    rows, _ = play_out(rules, header, [agent("random", game)] * seats)
    return Log(1, header, tuple(row.line() for row in rows))


def story_of(log: Log) -> Story[Any]:
    return title(log.header.game).story


def seat_name(seat: int) -> str:
    return f"seat {seat}"


@lru_cache
def in_full(name: str) -> list[tuple[int, list[str]]]:
    log = log_of(name)
    return list(story_of(log).in_full(viewed(log, []), seat_name, DEFAULT))


def told(name: str) -> list[str]:
    return [line for _, lines in in_full(name) for line in lines]


def happened(log: Log) -> Iterator[Any]:
    return (event for row in log.rows() for event in row.events)


# ---------------------------------------------------------------------------------------- the five games


@logs
def test_every_action_and_event_has_a_sentence(name: str) -> None:
    log, lines = log_of(name), told(name)
    story = story_of(log)

    assert {event["type"] for event in happened(log)} <= {*story.events, *story.in_logs}
    assert {row.action["type"] for row in log.rows() if row.action} <= {*story.actions}
    assert not {plainly(event, seat_name) for event in happened(log)} & {*lines}
    assert all(lines)


@logs
def test_a_log_is_told_in_the_words_of_its_boards(name: str) -> None:
    log, before = log_of(name), None
    rows, starts = list(viewed(log, [])), [n for n, _ in in_full(name)]
    for (start, lines), end in zip(in_full(name), [*starts[1:], len(rows)], strict=True):
        board = story_of(log).lines(rows[start:end], seat_name, DEFAULT, before)
        assert [line for line in board if line not in lines] == []
        before = rows[end - 1][1]


@logs
def test_boards_tell_nothing_that_only_logs_tell(name: str) -> None:
    log = log_of(name)
    board = story_of(log).lines(viewed(log, []), seat_name, DEFAULT)

    secrets = re.compile(r"seat \d (is dealt|bets|predicts|shows|lays [Hh]|backs|draws|keeps|takes up) ")
    assert any(map(secrets.match, told(name)))
    assert not any(map(secrets.match, board))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "jockey",
            [
                "Race 1 of 3 — cards are dealt. seat 0 will play first.",
                "seat 0 bets 500 on Blue to place.",
                "The bank lends seat 1 300.",
                "seat 2 played Red +7 — 🔴 Red 0 → 7.",
                "🏁 Blue is home first!",
                "seat 0: 500 on Blue to place → +500 (capital 1,500)",
                "🥇 🔵 Blue · 🥈 🔴 Red",
                "seat 2 keeps nothing.",
                "seat 0 wins with 500 bills.",
            ],
        ),
        (
            "turfe",
            [
                "seat 0 bets 70 on Blue to win, and lays Blue +5 aside.",
                "seat 0 turned up the card laid aside, Blue +5: so that is the bet. 🔵 Blue 15 → home.",
                "seat 1: 90 on Green to place → −90 (has 10)",
                "seat 0 wins 250 of the jackpot.",
                "In the jackpot: 250",
            ],
        ),
        (
            "teams",
            [
                "seat 0 predicts Red, White, Yellow.",
                "seat 0 shows the team: Red, White, Yellow.",
                "seat 1 throws 1.",
                "seat 1 threw 1: ⚪ White 20 → 21, RESTART, back to the start.",
                "seat 0 guesses that seat 1 predicted Green, Black, Red.",
                "seat 3 makes no guess.",
                "seat 0 had predicted Red, White, Yellow.",
                "seat 0's guess at seat 1: no places right, −1.",
                "seat 1 scores +2, and has 2 points.",
            ],
        ),
        (
            "sulkydrom",
            [
                "seat 0 is dealt horse cards H25 H27 H10 H05; position cards P12 P10.",
                "seat 0 lays horse cards H05 H10 H25 H27; position cards P10 P12.",
                "seat 6 plays the Joker.",
                "🇬 Green Spirit → lane 8, space 2",
                "The card is H13.",
                "🥈 seat 0 with 🇫 Forecast → +24 (in all 24 points)",
                "seat 2 wins with 32 points.",
            ],
        ),
        (
            "calls",
            [
                "seat 0 backs 🔴 Red 12.",
                "seat 3 leaves the spare hand where it lies.",
                "🔴 Red 1, 2: led by seat 0, then seat 3 2.",
                "🤫 The call for 🔴 Red 3 went unanswered, so the sequence ends. Too bad for somebody.",
                "🏇 seat 3 plays the horse 🔵 Blue 13 and takes 10 points!",
            ],
        ),
    ],
)
def test_a_log_reads_like_a_race_somebody_watched(name: str, said: list[str]) -> None:
    lines = [unmarked(line) for line in told(name)]

    assert [line for line in said if line not in lines] == []


# ------------------------------------------------------------------------------------------ any sentences


def at(n: int, *events: dict[str, Any], seat: int | None = 1, **action: Any) -> tuple[Row, Any]:
    return Row(
        n, [event if isinstance(event, Private) else Public(event) for event in events], seat, action
    ), n


def lines(story: Story[Any], *rows: Any) -> list[str]:
    return story.lines(rows, seat_name, DEFAULT)


def in_log(story: Story[Any], *rows: Any) -> list[tuple[int, list[str]]]:
    return list(story.in_full(rows, seat_name, DEFAULT))


ROLL = at(
    1, {"type": "rolled", "seat": 1, "value": 6}, Private({"type": "seen", "card": "x"}, to=[1]), type="roll"
)


def test_a_game_without_sentences_is_told_by_types_and_facts_and_its_secrets_in_logs_only() -> None:
    assert lines(Story(), ROLL) == ["rolled: seat 1, value 6"]
    assert in_log(Story(), ROLL) == [(1, ["seat 1 roll", "rolled: seat 1, value 6", "seen: card x"])]


def test_what_only_logs_tell_stands_on_no_board() -> None:
    story = Story(in_logs={"rolled": lambda at, e: f"{e['value']}!"}, actions={"roll": None})

    assert lines(story, ROLL) == []
    assert in_log(story, ROLL) == [(1, ["6!", "seen: card x"])]


def test_of_a_secret_event_a_board_is_handed_only_what_is_announced() -> None:
    handed = []
    story = Story(
        events={"rolled": lambda *_: None, "seen": lambda at, e: handed.append(e)},
        announced={"seen": lambda e: {"type": "seen", "count": len(e["card"])}},
    )
    lines(story, ROLL)

    assert handed == [{"type": "seen", "count": 1}]


def test_an_action_that_has_no_event_is_told_ahead_of_what_comes_of_it() -> None:
    story = Story(
        events={"rolled": lambda *_: "rolled"}, silent={"roll": lambda at, row: f"{at.who(row.seat)} waits"}
    )
    assert lines(story, ROLL) == ["seat 1 waits", "rolled"]


def test_parts_of_neighbouring_rows_share_a_line() -> None:
    moved = {"type": "moved"}
    story = Story(events={"moved": lambda at, _: Part(str(at.view)), "out": lambda *_: "out"})
    rows = [at(1, moved), at(2, moved), at(3, {"type": "out"}), at(4, moved)]

    assert lines(story, *rows) == ["1 · 2", "out", "4"]


def test_rows_that_go_on_with_one_another_are_told_together_under_the_number_of_the_first() -> None:
    story = Story(
        events={
            "bid": lambda at, e: str([each["points"] for each in at.of("bid")]) if at.is_first(e) else None
        },
        actions={"bid": None, "pass": None},
        goes_on={"bid": frozenset({"bid"})},
    )
    bids = [at(n, {"type": "bid", "points": n}, type="bid") for n in (1, 2, 3)]

    assert in_log(story, *bids, at(4, type="pass")) == [(1, ["[1, 2, 3]"]), (4, ["seat 1 pass"])]
    assert lines(story, *bids[1:]) == ["[2, 3]"]


def test_a_sentence_knows_what_everyone_saw_before_and_after() -> None:
    story = Story(events={"moved": lambda at, _: f"{at.before} {at.view} {len(at.earlier)}"})
    rows = [at(n, {"type": "moved"}) for n in (1, 2)]

    assert lines(story, *rows) == ["None 1 0", "None 2 1"]
    assert story.lines(rows, seat_name, DEFAULT, "before") == ["before 1 0", "before 2 1"]


ODD: list[dict[str, Any]] = [
    {"type": "moved"},
    {"type": ["moved"]},
    {},
    Private({"type": "moved", "horse": "red"}, to=[0]),
    {"type": "aside", "card": 7},
]


@pytest.mark.parametrize("event", ODD)
def test_what_is_not_as_it_should_be_is_told_by_its_type_and_facts(event: dict[str, Any]) -> None:
    story = Story(
        events={
            "moved": lambda at, e: e["horse"].capitalize(),
            "aside": told_by("moved"),
            "bid": lambda at, e: "a bid" if at.is_first(e) else None,
        },
        actions={"bid": None},
        goes_on={"bid": frozenset({"bid"})},
    )
    bids = [at(n, {"type": "bid"}, type="bid") for n in (1, 2)]
    told = [line for _, lines in in_log(story, *bids, at(3, event, type="bid")) for line in lines]

    assert told[0] == "a bid"
    assert plainly(event, seat_name) in told
