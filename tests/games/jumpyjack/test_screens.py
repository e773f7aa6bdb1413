"""Jumpy Jack at the table: whole games by presses alone, secrets kept between teams, and what everyone is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.jumpyjack import spoken
from bot.games.jumpyjack import spoken as jumpyjack_words
from bot.games.jumpyjack.story import STORY
from bot.games.jumpyjack.title import TITLE
from bot.games.kit.english_signs import ORDINALS
from bot.games.screens import Press
from bot.texts import DEFAULT
from engines.core import Public, Row
from engines.jumpyjack import events
from tests.games.jumpyjack.playing import (
    GAME,
    SCREENS,
    TABLES,
    day,
    desk,
    first_of,
    seated,
)
from tests.games.race_days import LAST_ID

SEEDS = st.integers(0, 10**6)

tables = pytest.mark.parametrize(("seats", "options"), TABLES)


class TestATeam:
    def test_watches_its_captains_slip_until_it_is_sealed(self) -> None:
        snapshot = first_of("predicting", 6, teams=2)
        watching = [SCREENS.watches(snapshot.standing.view(seat)) for seat in range(6)]
        sealed, _ = snapshot.standing.after(
            0, GAME.read_action({"type": "predict", "order": ["red", "green", "white"]})
        )

        assert watching == [None, None, 0, 1, 0, 1]
        assert [SCREENS.watches(sealed.view(seat)) for seat in range(6)] == [None, None, None, 1, None, 1]
        assert SCREENS.watches(snapshot.standing.view(None)) is None
        assert SCREENS.watches(first_of("predicting").standing.view(2)) is None
        assert SCREENS.watches(first_of("racing", 6, teams=2).standing.view(2)) is None

    def test_sees_slip_and_prediction_and_opponents_see_neither(self) -> None:
        snapshot = first_of("predicting", 6, teams=2)
        draft = {"first": "red", "third": "white"}
        sealed, _ = snapshot.standing.after(
            0, GAME.read_action({"type": "predict", "order": ["red", "green", "white"]})
        )
        later = replace(snapshot, standing=sealed)

        assert "You are the captain" in desk(snapshot, 1).text
        assert "**The slip so far:** 1. 🔴 Red · 3. ⚪ White" in desk(snapshot, 2, draft).text
        assert "nothing yet" in desk(snapshot, 3).text
        for seat in range(6):
            assert ("1. 🔴 Red · 2. 🟢 Green · 3. ⚪ White" in desk(later, seat).text) is (seat % 2 == 0)

    def test_is_named_on_every_desk_with_its_captain_and_the_next(self) -> None:
        names = [f"n{number}_" for number in range(6)]
        snapshot = first_of("racing", 6, teams=2)
        seats = tuple(seat._replace(name=names[seat.number]) for seat in snapshot.table.seats)
        snapshot = replace(snapshot, table=replace(snapshot.table, seats=seats))

        assert r"**Team 1:** you, n2\_ and n4\_. The captain in this race: you; in the next: n2\_." in (
            desk(snapshot, 0).text
        )
        assert r"**Team 2:** you, n1\_ and n3\_. The captain in this race: n1\_; in the next: n3\_." in (
            desk(snapshot, 5).text
        )

    def test_is_told_with_everybody_in_it_in_the_result(self) -> None:
        moment = next(m for m in day(4, teams=2, guessing=True) if m.snapshot.standing.view(None).result)
        text, _ = SCREENS.race_result(
            moment.snapshot.standing.view(None),
            moment.snapshot.table.names,
            moment.snapshot.who,
            SCREENS.spoken(DEFAULT),
        )

        for team in (0, 1):
            assert f"Team {team + 1} (<@{LAST_ID - team}> and <@{LAST_ID - team - 2}>)" in text


@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, teams=st.sampled_from([0, 2]))
def test_a_result_opens_every_prediction_and_guess_with_its_points(seed: int, teams: int) -> None:
    for moment in day(4, seed, teams=teams, guessing=True):
        events = [event for row in moment.rows for event in row.events]
        if not any(event["type"] == "race_over" for event in events):
            continue
        view = moment.snapshot.standing.view(None)
        text, _ = SCREENS.race_result(
            view, moment.snapshot.table.names, moment.snapshot.who, SCREENS.spoken(DEFAULT)
        )
        for event in events:
            who = moment.snapshot.who(event["seat"]) if "seat" in event else ""
            lines = [line for line in text.splitlines() if who in line]
            match event["type"]:
                case "prediction_shown" if isinstance(event, Public):
                    pairs = zip(event["order"], view.result.podium, strict=False)
                    right = sum(horse == there for horse, there in pairs)
                    brought = f"{right} right, {('±0', '+2', '+4', '+10')[right]}"
                    assert any(
                        f"{jumpyjack_words(DEFAULT).order(event['order'])}: {brought}" in line
                        for line in lines
                    )
                case "guessed":
                    points = f"+{event['points']}" if event["points"] > 0 else "−1"
                    of = f"Team {event['of'] % 2 + 1}" if teams else moment.snapshot.who(event["of"])
                    assert any(f"{of} {points}" in line for line in lines)
                case "scored":
                    better = {
                        each % (teams or 4)
                        for each, total in enumerate(view.totals)
                        if total > event["total"]
                    }
                    total = str(event["total"]).replace("-", "−")
                    assert any(line.startswith(f"**{1 + len(better)}.**") for line in lines)
                    assert any(f"**{total} point" in line for line in lines)


@tables
def test_every_public_event_is_told_and_the_story_is_the_same_whatever_is_hidden(
    seats: int, options: dict[str, Any]
) -> None:
    told_later = {"prediction_shown", "guessed", "scored", "race_over", "game_over"}
    for moment in day(seats, **options):
        view = moment.snapshot.standing.view(None)
        for row in moment.rows:
            lines = STORY.lines([(row, view)], moment.snapshot.who, DEFAULT)
            hidden = replace(row, action=row.action and {"type": "hidden"})
            assert STORY.lines([(hidden, view)], moment.snapshot.who, DEFAULT) == lines
            text = "\n".join(lines)
            is_home = any(event["type"] in {"finished", "out"} for event in row.events[-1:])
            assert (jumpyjack_words(DEFAULT).guesses_open in lines) is (is_home and view.options.guessing)
            for event in row.events:
                match event["type"]:
                    case "rolled" if row.action is None:
                        assert f"{moment.snapshot.who(event['seat'])} {event['value']}" in text
                    case "rolled" | "predicted":
                        assert "and they are off" in text or not all(view.has_predicted) or view.last
                    case "moved":
                        start, end = event["from"] or "start", event["to"] or "start"
                        end = "home" if end != "start" and end > view.course.squares else end
                        assert f"{start} → {end}" in text or end == "start" or "DOUBLE" in text
                    case "out":
                        assert f"**OUT**: comes in {ORDINALS[event['place'] - 1]}" in text
                    case "restarted":
                        assert "**RESTART**, back to the start" in text
                    case "finished":
                        assert f"🏁 {jumpyjack_words(DEFAULT).horse(event['horse'])}" in text
                    case "race_started":
                        assert f"**Race {event['race']}.**" in text
                    case other:
                        assert other in told_later


def test_the_throws_for_the_first_move_are_told_round_by_round() -> None:
    throws = [(0, 5), (1, 2), (2, 5), (3, 5), (0, 4), (2, 6), (3, 6), (2, 1), (3, 3)]
    rolled = [events.rolled(seat, value) for seat, value in throws]

    view = day(4)[0].snapshot.standing.view(None)
    (line,) = STORY.lines([(Row(0, rolled), view)], "ABCD".__getitem__, DEFAULT)
    assert line == "🎲 Thrown for the first move: A 5, B 2, C 5, D 5; again, A 4, C 6, D 6; again, C 1, D 3."


def test_boards_wait_in_secret_phases_and_each_race_has_scenes_of_its_own() -> None:
    views = [moment.snapshot.standing.view(None) for moment in day(3, guessing=True, target=10)]

    assert all(
        SCREENS.is_secret(view) is (len(view.to_act) != 1 or view.phase != "racing") for view in views[:-1]
    )
    assert {SCREENS.scene(view) for view in views} >= {"1:predicting", "1:racing", "1:guessing", "2:racing"}


def test_everybodys_board_is_the_same_by_what_draws_it_and_so_drawn_once() -> None:
    standing, names = first_of("racing").standing, ("Ana",) * 4

    boards = [
        SCREENS.board(standing.view(seat), names, SCREENS.spoken(DEFAULT)) for seat in (None, 0, 1, 2, 3)
    ]
    assert boards[0].recipe
    assert all(board.recipe == boards[0].recipe for board in boards)


def test_a_throw_is_told_with_the_number_on_the_die() -> None:
    for double in ("leaving", "landing"):
        for moment in day(3, 5, double=double, target=10):
            rows = [row for row in moment.rows if row.events[0]["type"] == "moved" and not row.auto]
            for row in rows:
                value = moment.before.view(None).value
                (line, *_) = STORY.lines([(row, moment.before.view(None))], moment.snapshot.who, DEFAULT)
                assert line.startswith(f"{moment.snapshot.who(row.seat)} threw {value}: ")


@pytest.mark.parametrize(
    ("seats", "options"), [(16, {"guessing": True}), (16, {"guessing": True, "teams": 2})]
)
def test_the_end_of_a_game_of_sixteen_leaves_room_for_everybodys_coins(
    seats: int, options: dict[str, Any]
) -> None:
    last = day(seats, **options)[-1].snapshot
    text, drawings = SCREENS.final_result(
        last.standing.view(None), last.table.names, last.who, SCREENS.spoken(DEFAULT)
    )

    assert len(text) <= 1000
    assert all(last.who(seat) in text for seat in range(seats))
    assert sum(len(drawing.alt) for drawing in drawings) <= 150


def test_the_lobby_names_what_it_offers() -> None:
    said = spoken(DEFAULT)
    for option, values in TITLE.asked_in_lobby.items():
        assert len({said.option_value(option, value) for value in values}) == len(values)
    assert said.facts(GAME.options({}).model_dump()) == [
        "to 16 points",
        "everybody for themselves",
    ]
    chosen = GAME.options({"target": 10, "teams": 2, "guessing": True, "double": "landing"})
    assert said.facts(chosen.model_dump()) == [
        "to 10 points",
        "2 teams",
        "with guesses",
        "DOUBLE acts on landing",
    ]


def test_nothing_has_to_be_typed() -> None:
    snapshot = first_of("guessing")
    assert SCREENS.form(seated(snapshot, 0), Press(("guess", "other")), SCREENS.spoken(DEFAULT)) is None
