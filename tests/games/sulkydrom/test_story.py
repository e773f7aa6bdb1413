"""What Sulkydrom tells everyone: cards, drives, places and results, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.games.sulkydrom.story import STORY
from bot.games.sulkydrom.title import TITLE
from bot.messages.layouts.board_layout import board_layout
from bot.tables.table import Taken
from bot.texts import DEFAULT
from engines import catalog
from tests.games.race_days import Moment
from tests.games.sulkydrom.playing import NAMES, SCREENS, T, day, everyone
from tests.ui.limits import require_sendable


def lines(moment: Moment, rows: Sequence[Any] | None = None) -> list[str]:
    view = moment.snapshot.standing.view(None)
    return STORY.lines([(row, view) for row in rows or moment.rows], everyone, DEFAULT)


# ------------------------------------------------------------------------------------- lobby and results


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, ["one race", "horses are drawn"]),
        ({"goal": "minor"}, ["to 64 points", "horses are drawn"]),
        (
            {"goal": "major", "lane_change": "diagonal"},
            ["to 128 points", "diagonal lane changes", "horses are drawn"],
        ),
        (
            {"goal": "victories", "horses": ["C", None]},
            ["to two victories", "seat 1 drives 🇨 Casino", "seat 2 draws a horse"],
        ),
        ({"goal": "major", "horses": [None, None]}, ["to 128 points", "horses are drawn"]),
    ],
)
def test_the_lobby_says_what_is_played_to_and_who_was_given_which_horse(
    options: Any, said: list[str]
) -> None:
    resolved = catalog.game("sulkydrom").options(options).model_dump(mode="json")
    assert list(T.facts(resolved)) == said


def test_every_goal_of_the_rules_is_offered_under_a_name_of_its_own() -> None:
    goals = TITLE.asked_in_lobby["goal"]
    assert [catalog.game("sulkydrom").options({"goal": goal}).goal for goal in goals] == list(goals)
    names = [T.option_value("goal", goal) for goal in goals]
    assert names == ["One race", "64 points", "128 points", "Two victories"]


@pytest.mark.parametrize(
    ("goal", "why"),
    [("minor", "reached 64 points"), ("major", "reached 128 points"), ("victories", "won two races")],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_end_of_a_game_says_what_ended_it_and_lists_everybody_by_that(
    goal: str, why: str, seed: int
) -> None:
    last = day(4, seed, goal=goal)[-1].snapshot.standing
    view, (winner,) = last.view(None), last.match.outcome.winners
    lines = SCREENS.final_result(view, NAMES, everyone, T)[0].splitlines()

    reason = lines.index(f"{everyone(winner)} {why} first, which ended the game at once.")
    standing = lines[reason + 2 :]
    assert len(standing) == 4
    assert standing[0] == f"**1.** {everyone(winner)} — {T.score_of(view.points[winner], view.wins[winner])}"
    decides = view.wins if goal == "victories" else view.points
    listed = [next(seat for seat in range(4) if everyone(seat) in line) for line in standing]
    assert [decides[seat] for seat in listed] == sorted(decides, reverse=True)


def test_a_board_can_be_sent_and_asks_who_is_due() -> None:
    for moment in day(4, 3)[::10]:
        layout = board_layout(*moment)
        require_sendable(layout)
        assert all(moment.snapshot.who(seat) in layout.text for seat in moment.snapshot.standing.asked)


def test_the_first_board_tells_of_a_standing_order_even_if_it_is_posted_late() -> None:
    moments = day(2, 1)
    rows = [row for moment in moments for row in moment.rows]
    drive = next(row for row in rows if row.action and row.action["type"] == "drive")
    assert drive.seat is not None
    late = next(moment for moment in moments if drive in moment.rows)
    takers = {drive.n: Taken.ORDER}
    board = board_layout(late.snapshot, None, [row for row in rows if row.n <= late.rows[-1].n], takers)
    assert DEFAULT.table.taken(Taken.ORDER, [late.snapshot.who(drive.seat)]) in board.text
