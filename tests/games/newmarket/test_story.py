"""What is told of Newmarket: every event once, a sequence in a sentence, and nothing that anybody hides."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given, settings

from bot.games.newmarket import spoken as newmarket_words
from bot.games.newmarket.story import STORY, sequence
from bot.texts import DEFAULT
from engines.core import Chance
from engines.newmarket.actions import Time
from engines.newmarket.view import Phase
from tests.games.newmarket.playing import CALLING, NAMES, SCREENS, SEATS, SEEDS, everyone, views, whole_day
from tests.games.race_days import Moment

T = newmarket_words(DEFAULT)


def stretch(day: tuple[Moment, ...]) -> list[Any]:
    """Return every row of a game with everyone's view after it."""
    return [(row, moment.snapshot.standing.view(None)) for moment in day for row in moment.rows]


@settings(max_examples=6, deadline=None)
@given(SEATS, SEEDS, CALLING)
def test_every_event_is_told_once_however_the_log_is_cut(seats: int, seed: int, calling: str) -> None:
    day = whole_day(seats, seed, calling=calling)
    rows = stretch(day)
    by_type = Counter(event["type"] for row, _ in rows for event in row.events)
    leads = sum(row.action["type"] == "lead" for row, _ in rows if row.action)
    misses = sum(row.action == {"type": "missed"} for row, _ in rows if row.action)

    whole = STORY.lines(rows, everyone, DEFAULT)
    assert sum("led by" in line or "all by" in line for line in whole) == leads
    by_board = [line for moment in day for line in STORY.lines(stretch((moment,)), everyone, DEFAULT)]
    for said in ("\n".join(whole), "\n".join(by_board)):
        assert said.count("🏇") == by_type["claimed"]
        assert said.count("wins the deal!") == by_type["out"]
        assert said.count("🔨") == by_type["sold"]
        assert said.count("up for auction") == by_type["auction_opened"]
        assert said.count("swaps the hand dealt for the spare one") == by_type["swapped"]
        assert said.count("nswered") == misses
        assert len(re.findall(r" deals\.$", said, re.MULTILINE)) == by_type["race_started"]
        assert said.count("horses:") + said.count("has been claimed") == by_type["deal_over"]


def test_a_sequence_is_told_in_one_sentence_with_who_played_what() -> None:
    cards = [("Ana", "blue4"), ("Ben", "blue5"), ("Cleo", "blue6"), ("Cleo", "blue7"), ("Ana", "blue8")]

    assert T.sequence(cards) == "🔵 **Blue 4, 5, 6, 7, 8**: led by Ana, then Ben 5, Cleo 6 and 7, Ana 8."
    assert T.sequence(cards[2:4]) == "🔵 **Blue 6, 7**, all by Cleo."
    assert T.sequence(cards[2:]) == "🔵 **Blue 6, 7, 8**: led by Cleo up to 7, then Ana 8."
    assert T.sequence(cards[:1]) == "🔵 **Blue 4**, led by Ana."
    assert T.sequence_ended(cards[3:]) == "🔵 **Blue 7, 8**: Cleo 7, Ana 8."


def test_who_only_went_on_with_a_sequence_is_never_said_to_have_led_it() -> None:
    seen = 0
    for seed in range(20):
        for moment in whole_day(3, seed, calling="manual")[:-1]:
            (row, *_) = moment.rows
            over = any(event["type"] == "deal_over" for event in row.events)
            if over and row.action["type"] == "follow":
                (line, *_) = STORY.lines([(row, moment.snapshot.standing.view(None))], everyone, DEFAULT)
                assert line == T.sequence_ended([(everyone(row.seat), row.action["card"])])
                seen += 1
    assert seen


def test_a_board_that_is_edited_while_cards_are_called_tells_the_sequence_from_its_lead() -> None:
    day = whole_day(4, 5, calling="manual")
    long = max(views(day, Phase.CALLING), key=lambda m: len(sequence_of(m)))
    cards = sequence_of(long)
    (line, *_) = STORY.lines(
        [(row, long.snapshot.standing.view(None)) for row in long.rows[-1:]], everyone, DEFAULT
    )

    assert len(cards) > 2
    assert line == T.sequence([(everyone(play.seat), play.card) for play in cards])


def sequence_of(moment: Moment) -> Any:
    return sequence(moment.snapshot.standing.view(None).plays)


def test_one_board_tells_a_called_sequence_one_an_opening_and_every_other_turn_has_its_own() -> None:
    scenes = [
        (SCREENS.scene(view), SCREENS.is_secret(view))
        for view in (moment.snapshot.standing.view(None) for moment in whole_day(4, 5, calling="manual"))
    ]
    for (scene, _), (later, is_secret) in pairwise(scenes):
        if is_secret and "calling" in later and "calling" in scene:
            assert scene == later
        if "opening" in later and "opening" in scene:
            assert scene == later
    assert all("calling" in scene or "opening" in scene for scene, is_secret in scenes if is_secret)
    for moment in whole_day(4, 5, calling="manual"):
        view = moment.snapshot.standing.view(None)
        assert SCREENS.keeps_board(view) is (view.phase not in {Phase.LEADING, Phase.OVER})


def test_the_clock_is_told_and_named_as_the_end() -> None:
    moment = whole_day(3, 4, minutes=30)[5]
    standing, rows = moment.snapshot.standing.after(None, Time())
    assert STORY.lines([(row, standing.view(None)) for row in rows], everyone, DEFAULT) == [T.time_is_up]

    luck = Random(1)
    while standing.asked:
        number = luck.choice(sorted(standing.asked))
        standing, _ = standing.after(number, standing.choices(number).sample(Chance(luck.randbytes(32))))
    text, _ = SCREENS.final_result(standing.view(None), NAMES, everyone, T)
    assert "Time was up after 30 minutes" in text


def test_the_end_says_whether_somebody_is_ruined_or_the_deals_are_played() -> None:
    view = whole_day(3, 4)[-1].snapshot.standing.view(None)
    ruined = replace(view, points=(4, 50, 3))
    played = replace(view, points=(40, 40, 30), pots=(0, 10, 0, 0), deal=2, deals=2)

    text, _ = SCREENS.final_result(ruined, NAMES, everyone, T)
    assert "Ana and Cleo have fewer than 5 points" in text
    text, draws = SCREENS.final_result(played, NAMES, everyone, T)
    assert "That was the last of 2 deals." in text
    assert "**Ana and Ben share the win** with 40 points." in text
    assert "Nobody gets what is left on the horses: 10 points." in text
    assert "**1.** Ana — 40 points\n**1.** Ben — 40 points\n**3.** Cleo — 30 points" in text
    assert len(draws) == 2


def test_a_picture_of_the_board_tells_the_newest_sequence_as_the_story_tells_it() -> None:
    told = 0
    for moment in whole_day(3, 5):
        view = moment.snapshot.standing.view(None)
        if view.plays:
            plays = [(everyone(play.seat), play.card) for play in sequence(view.plays)]
            assert T.spelled_out(T.sequence(plays)) in SCREENS.board(view, NAMES, T).alt
            told += 1
    assert told
