"""What Sulkydrom tells everyone: cards, drives, places and results, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.sulkydrom.story import STORY
from bot.games.sulkydrom.title import TITLE
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import seating_of
from bot.messages.snapshot import Snapshot
from bot.tables import Standing
from bot.tables.table import Taken
from bot.texts import DEFAULT
from engines import catalog
from engines.sulkydrom.choices import Drives, Orders
from engines.sulkydrom.view import Phase
from tests.games.race_days import Moment, table
from tests.games.sulkydrom.playing import NAMES, SCREENS, T, act, day, everyone
from tests.ui.limits import require_sendable

SEATS, SEEDS = st.integers(2, 8), st.integers(0, 10**6)


def lines(moment: Moment, rows: Sequence[Any] | None = None) -> list[str]:
    view = moment.snapshot.standing.view(None)
    return STORY.lines([(row, view) for row in rows or moment.rows], everyone, DEFAULT)


@settings(max_examples=5, deadline=None)
@given(SEATS, SEEDS)
def test_every_card_every_drive_and_every_place_is_told(seats: int, seed: int) -> None:
    for moment in day(seats, seed, goal="victories"):
        view, said = moment.snapshot.standing.view(None), "\n".join(lines(moment))
        horses = {letter: T.horse(letter, name) for letter, name in zip(view.horses, view.names, strict=True)}
        events = [event for row in moment.rows for event in row.events]
        home = {event["horse"] for event in events if event["type"] == "finished"}
        for event in events:
            match event["type"]:
                case "moved" if event["horse"] not in home:
                    place = T.spot((event["to"]["lane"], event["to"]["space"]))
                    assert T.drove(horses[event["horse"]], place_of(event)) in said
                    assert place in said
                case "tempo":
                    told = [f"{horses[h]} **{event['allowances'][h]}**" for h in event["order"]]
                    assert f"{NAMES[event['seat']]} turned a {event['deck']} card: {' · '.join(told)}" in said
                case "finished":
                    ordinal = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
                    assert horses[event["horse"]] in said
                    assert ordinal[event["place"] - 1] in said
                case "galopp" | "joker":
                    assert f"**{event['type'].capitalize()}**" in said
                case "race_started":
                    assert f"**Race {event['race']}:**" in said
                case "owners":
                    assert all(
                        f"{NAMES[i]} drives {horses[h]}" in said for i, h in enumerate(event["horses"])
                    )


def place_of(event: dict[str, Any]) -> tuple[int, int]:
    return event["to"]["lane"], event["to"]["space"]


def test_the_drives_of_one_card_are_told_in_one_line() -> None:
    moments = day(6, 5)
    first = next(i for i, m in enumerate(moments) if m.snapshot.standing.view(None).phase is Phase.DRIVING)
    after = next(
        i
        for i, m in enumerate(moments)
        if i > first and m.snapshot.standing.view(None).phase is not Phase.DRIVING
    )
    rows = [(row, m.snapshot.standing.view(None)) for m in moments[first : after + 1] for row in m.rows]
    card, *others = STORY.lines(rows, everyone, DEFAULT)

    assert "turned a" in card
    assert len(others) == 1
    drives = [row for row, _ in rows if row.action["type"] == "drive" and not row.auto]
    assert len(others[0].split(" · ")) == len(drives) > 1


def test_they_are_off_when_the_last_stacks_are_laid_and_only_then() -> None:
    for moment in day(4, 2, goal="victories"):
        laid = moment.before and moment.before.view(None).phase is Phase.STACKING
        over = moment.snapshot.standing.view(None).phase is not Phase.STACKING
        assert any("off they trot" in line for line in lines(moment)) is bool(laid and over)


def strolling(seats: int) -> Iterator[tuple[Any, list[Any], Any]]:
    """Play a race in which nobody drives; yield state, rows and view after each decision."""
    standing, rows = Standing.begin(table(seats, game="sulkydrom"))
    while standing.asked:
        seat = min(standing.asked)
        seating = seating_of(
            Snapshot(table(seats, game="sulkydrom"), standing, DEFAULT), table(seats).seats[seat], {}
        )
        what = {Orders: "stack.go", Drives: "drive.hold"}.get(type(seating.choices), "")
        what = what or f"tempo.{seating.choices.decks[0]}"
        standing, rows = standing.after(seat, act(seating, what))
        yield standing, rows, standing.view(None)


def test_cards_that_run_out_are_told_once_and_so_are_places_by_position() -> None:
    told = [
        line
        for _, rows, view in strolling(8)
        for line in STORY.lines([(r, view) for r in rows], everyone, DEFAULT)
    ]

    assert sum("run out" in line for line in told) == 1
    (left,) = [line for line in told if "Left on the track" in line]
    assert [left.count(f"{ordinal} ") for ordinal in ("first", "second", "eighth", "ninth")] == [1, 1, 1, 0]
    assert sum("off they trot" in line for line in told) == 2
    assert any("holds" in line for line in told)


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


def test_the_places_that_the_first_over_the_line_leaves_are_told_in_one_line() -> None:
    last = day(8, 3, goal="first")[-1]
    events = [event for row in last.rows for event in row.events]
    order = next(event["order"] for event in events if event["type"] == "race_over")
    view = last.snapshot.standing.view(None)
    named = [T.horse(letter, view.names[view.horses.index(letter)]) for letter in order]
    told = lines(last)

    assert [line for line in told if "is home" in line] == [f"🏁 {named[0]} is home **first**"]
    (left,) = [line for line in told if "Left on the track" in line]
    assert left.index(f"second {named[1]}") < left.index(f"eighth {named[7]}")


@pytest.mark.parametrize("goal", ["first", "minor", "victories"])
def test_results_tell_every_place_and_the_winners_of_the_rules(goal: str) -> None:
    last = day(4, 6, goal=goal)[-1].snapshot.standing
    view = last.view(None)
    race, _ = SCREENS.race_result(view, NAMES, everyone, T)
    final, _ = SCREENS.final_result(view, NAMES, everyone, T)
    (title, *scored), outcome = race.splitlines(), last.match.outcome

    assert title == f"## 🏁 Race {view.race}"
    assert len(scored) == view.seats
    on_track = [seat for seat, letter in enumerate(view.horses) if letter not in view.result.order]
    on_track.sort(key=lambda seat: view.positions[seat])
    for seat, line in zip(on_track, scored[len(view.result.order) :], strict=True):
        horse = T.horse(view.horses[seat], view.names[seat])
        assert f"{NAMES[seat]} with {horse} was still on the track" in line
    for place, (letter, line) in enumerate(zip(view.result.order, scored, strict=False)):
        seat = view.horses.index(letter)
        assert NAMES[seat] in line
        assert T.horse(letter, view.names[seat]) in line
        assert f"+{catalog.game('sulkydrom').setup.points[place]}" in line
        assert f"in all {view.points[seat]} point" in line
    (won,) = [line for line in final.splitlines() if "wins**" in line]
    assert all(NAMES[seat] in won for seat in outcome.winners)
    assert sum(name in won for name in NAMES) == len(outcome.winners)


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


def test_progress_says_which_race_it_is_where_there_are_several() -> None:
    assert SCREENS.progress(day(2, 1)[0].snapshot.standing.view(None), T) == "One race"
    view = day(2, 1, goal="minor")[0].snapshot.standing.view(None)
    assert SCREENS.progress(view, T) == "Race 1 · to 64 points"


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
