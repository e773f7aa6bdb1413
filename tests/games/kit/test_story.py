"""A log as sentences: boards keep secrets, logs tell everything, and nothing keeps a log from being read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from bot.cli.replay import opening, story_lines, viewed
from bot.games.kit.passages import Fragment, plainly, told_by
from bot.games.kit.story import Story
from bot.games.titles import title
from bot.texts import DEFAULT
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


SENTENCE = re.compile(r"[A-Z](?:[^.!]|\.(?= )|!(?= ))*[.!]")
RAW = re.compile(
    "[\u2190-\u21ff\u2300-\u2bff\ufe0f\u20e3\U0001f000-\U0001faff·|*_`#~<>\\[\\]]"
    "|None|nothing$|[Ss]eat \\d+ \\d"
)


@logs
def test_a_log_is_printed_in_whole_sentences_and_plain_words(name: str) -> None:
    lines = [line[6:] for line in story_lines(log_of(name))]

    assert [line for line in lines if not SENTENCE.fullmatch(line) or RAW.search(line)] == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("jockey", "Jockey, 3 seats, 3 races"),
        ("teams", "Jumpy Jack, 4 seats, to 4 points, 2 teams, with guesses"),
        ("sulkydrom", "Sulkydrom, 8 seats, one race"),
        ("calls", "Newmarket, 4 seats, 4 deals, the players call, 10 seconds a card"),
    ],
)
def test_a_log_is_headed_by_what_was_agreed_on(name: str, said: str) -> None:
    assert opening(log_of(name).header) == said


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
        events={"rolled": None, "seen": lambda at, e: handed.append(e)},
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
    story = Story(events={"moved": lambda at, _: Fragment(str(at.view)), "out": lambda *_: "out"})
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


def test_an_event_that_needs_no_sentence_has_none() -> None:
    story = Story(events={"rolled": None}, in_logs={"seen": None}, actions={"roll": None})

    assert lines(story, ROLL) == []
    assert in_log(story, ROLL) == [(1, ["seat 1 roll"])]


def test_a_sentence_that_raises_costs_no_board_and_no_other_sentence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("the queen of hearts")

    story = Story(
        events={"moved": broken, "settled": lambda at, e: f"{e['net']} points"},
        in_logs={"seen": broken},
        actions={"go": None},
        silent={"go": broken},
    )
    moves = [{"type": "moved", "seat": 0, "to": n} for n in (1, 2)]
    row = at(
        1, *moves, {"type": "settled", "net": 3}, Private({"type": "seen", "card": "x"}, to=[1]), type="go"
    )

    assert lines(story, row) == ["seat 1 go", "moved: seat 0, to 1", "moved: seat 0, to 2", "3 points"]
    assert caplog.messages == [
        "the sentence of 'go' cannot be told: KeyError",
        "the sentence of 'moved' cannot be told: KeyError",
    ]
    ((_, told),) = in_log(story, row)
    assert told == [
        "seat 1 go",
        "moved: seat 0, to 1",
        "moved: seat 0, to 2",
        "3 points",
        "seen: card x",
    ]


def test_who_sees_a_secret_event_is_no_fact_of_it_but_where_something_goes_is() -> None:
    assert plainly(Private({"type": "seen", "card": "x"}, to=[1]), seat_name) == "seen: card x"
    assert plainly(Public({"type": "moved", "from": 0, "to": 7}), seat_name) == "moved: from 0, to 7"


ODD: list[dict[str, Any]] = [
    {"type": "moved"},
    {"type": ["moved"]},
    {},
    Private({"type": "moved", "horse": "red"}, to=[0]),
    {"type": "aside", "card": 7},
]


def test_where_a_sentence_looks_for_something_in_vain_the_log_is_told_all_the_same() -> None:
    bet = {"type": "bet", "kind": "win", "horse": "red", "stake": 1, "card": {"type": "play"}}

    ((_, told),) = title("turfe").story.in_full([(Row(1, [], 0, bet), None)], seat_name, DEFAULT)

    assert told == ["seat 0 bet: kind win, horse red, stake 1, card {'type': 'play'}"]


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
