"""Each achievement is found where somebody has done it, and not where they have barely missed it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from bot.achievements import ANY_GAME, HUNDRED_TO_ONE, Career, Ended
from bot.games.titles import every_feat, feat_words, titles
from bot.texts import DEFAULT
from engines.core import Private, Public, Row

Change = Callable[[Ended], Ended]


def log(*events: dict[str, Any]) -> Sequence[Row]:
    return [Row(n, [Public(event)]) for n, event in enumerate(events)]


ENDED = Ended(game="turfe", rows=[], places=[2, 1], careers={0: Career(1), 1: Career(1)}, buy_in=1000)
"""Seat 0 is looked at: it has done nothing yet."""


def placed(*places: int) -> Change:
    return lambda ended: replace(ended, places=places)


def career(**facts: Any) -> Change:
    return lambda ended: replace(ended, careers={0: Career(**facts), 1: Career()})


def brought(profit: int) -> Change:
    return lambda ended: replace(ended, profits={0: profit, 1: 0}, worth={0: 0, 1: 0})


def holding(worth: int) -> Change:
    return lambda ended: replace(ended, profits={0: 0, 1: 0}, worth={0: worth, 1: 0})


def logged(*events: dict[str, Any]) -> Change:
    return lambda ended: replace(ended, rows=log(*events))


def over(*order: str) -> dict[str, Any]:
    return {"type": "race_over", "race": 1, "order": list(order)}


def double(first: str, second: str, seat: int = 0) -> dict[str, Any]:
    return {"type": "bet_shown", "seat": seat, "bet": {"kind": "double", "first": first, "second": second}}


def single(horse: str) -> dict[str, Any]:
    return {"type": "bet_shown", "seat": 0, "bet": {"kind": "win", "horse": horse}}


def predicted(*order: str, seat: int = 0) -> dict[str, Any]:
    return {"type": "prediction_shown", "seat": seat, "order": list(order)}


def jackpot(seat: int) -> dict[str, Any]:
    return {"type": "jackpot_paid", "seat": seat, "amount": 50}


def claimed(*horses: str, seat: int = 0) -> list[dict[str, Any]]:
    return [{"type": "claimed", "seat": seat, "horse": horse, "points": 1} for horse in horses]


DEAL_OVER = {"type": "deal_over", "unclaimed": {}}
OWNERS = {"type": "owners", "horses": ["A", "B"]}
RIGHT = (predicted("a", "b", "c"), over("a", "b", "c"))
WRONG = (predicted("a", "c", "b"), over("a", "b", "c"))


class Case(NamedTuple):
    feat: str
    got: Change
    missed: Change


CASES = (
    Case("first_win", placed(1, 2), placed(2, 1)),
    Case("hat_trick", career(streak=3), career(streak=2, wins=9)),
    Case("all_rounder", career(won=frozenset("abcde")), career(won=frozenset("abcd"), wins=50)),
    Case("regular", career(games=50), career(games=49)),
    Case("large_field", placed(1, 2, 3, 4, 5, 6), placed(1, 2, 3, 4, 5)),
    Case("dead_heat", placed(1, 1), placed(1, 2)),
    Case("doubled", brought(1000), brought(999)),
    Case("over_the_limit", brought(-1001), brought(-1000)),
    Case("fortune", holding(10_000), holding(9_999)),
    Case(
        "jockey.double",
        logged(double("red", "blue"), over("red", "blue", "brown")),
        logged(double("red", "blue"), over("blue", "red"), over("red", "blue")),
    ),
    Case(
        "jockey.double",
        logged(double("red", "blue"), over("red", "blue")),
        logged(single("red"), over("red")),
    ),
    Case("turfe.jackpot", logged(jackpot(0)), logged(jackpot(1))),
    Case("jumpyjack.triple", logged(*RIGHT), logged(*WRONG)),
    Case("jumpyjack.triple", logged(*RIGHT), logged(predicted("a", "b", "c", seat=1), over("a", "b", "c"))),
    Case("jumpyjack.three_triples", logged(*RIGHT * 3), logged(*RIGHT * 2, *WRONG, *RIGHT)),
    Case("jumpyjack.three_triples", logged(*WRONG, *RIGHT * 3), logged(*RIGHT * 2)),
    Case(
        "newmarket.stable",
        logged(*claimed("A", "K", "Q", "J"), DEAL_OVER),
        logged(*claimed("A", "K", "Q"), DEAL_OVER, *claimed("J"), DEAL_OVER),
    ),
    Case(
        "newmarket.stable",
        logged(*claimed("A", "K", "Q", "J"), DEAL_OVER),
        logged(*claimed("A", "K", "Q"), *claimed("J", seat=1), DEAL_OVER),
    ),
    Case("sulkydrom.unbeaten", logged(OWNERS, *[over("A", "B")] * 3), logged(OWNERS, *[over("A", "B")] * 2)),
    Case(
        "sulkydrom.unbeaten",
        logged(OWNERS, *[over("A", "B")] * 3),
        logged(OWNERS, *[over("A", "B")] * 3, over("B", "A")),
    ),
)

FEATS = {feat.key: feat for feat in (*ANY_GAME, *(own for each in titles() for own in each.feats.own))}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.feat)
def test_an_achievement_is_found_and_barely_missed(case: Case) -> None:
    found = FEATS[case.feat].found

    assert found(case.got(ENDED), 0)
    assert not found(case.missed(ENDED), 0)
    assert not found(ENDED, 0), "and not in a game in which nothing happened"


def test_every_achievement_of_a_game_is_tried_here() -> None:
    assert {case.feat for case in CASES} == set(FEATS)
    assert every_feat() == len(FEATS) + 1
    assert len(FEATS) >= 12


@pytest.mark.parametrize("key", [*FEATS, HUNDRED_TO_ONE])
def test_every_achievement_has_a_name_and_a_sentence_and_one_word_for_a_key(key: str) -> None:
    words = feat_words(key, DEFAULT)

    assert words is not None
    assert 0 < len(words.name) <= 30
    assert 0 < len(words.sentence) <= 80
    assert not words.sentence.endswith(".")
    assert " " not in key
    assert ":" not in key


def test_an_achievement_of_a_game_that_is_not_here_has_no_words() -> None:
    assert feat_words("chess.mate", DEFAULT) is None
    assert feat_words("turfe.unknown", DEFAULT) is None


def test_what_only_some_were_told_is_no_part_of_an_achievement() -> None:
    shown = Private({"type": "prediction_shown", "seat": 0, "order": ["a", "b", "c"]}, to=[0])
    ended = replace(ENDED, rows=[Row(0, [shown]), *log(over("a", "b", "c"))])

    assert not FEATS["jumpyjack.triple"].found(ended, 0)
    assert list(next(each for each in titles() if each.key == "jumpyjack").feats.bets(ended.rows)) == []


BETS = {
    "jockey": ([single("red"), double("blue", "red")], [(0, "red"), (0, "blue")]),
    "turfe": ([{"type": "bet_shown", "seat": 1, "horse": "red"}], [(1, "red")]),
    "jumpyjack": ([predicted("a", "b", "c")], [(0, "a")]),
    "newmarket": ([{"type": "backed", "seat": 1, "horse": "K", "points": 1}], [(1, "K")]),
    "sulkydrom": ([OWNERS], []),
}


@pytest.mark.parametrize("game", BETS)
def test_bets_are_those_that_a_log_has_opened(game: str) -> None:
    events, bets = BETS[game]
    title = next(each for each in titles() if each.key == game)

    assert list(title.feats.bets(log(*events))) == bets
