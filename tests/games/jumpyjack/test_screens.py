"""Jumpy Jack at the table: whole games by presses alone, secrets kept between teams, and what everyone is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.games.jumpyjack import spoken
from bot.games.jumpyjack.title import TITLE
from bot.games.screens import Press
from bot.texts import DEFAULT
from tests.games.jumpyjack.playing import (
    GAME,
    SCREENS,
    day,
    desk,
    first_of,
    seated,
)
from tests.games.race_days import LAST_ID


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
