"""A board's message: whom it notifies, and what remains of it without pictures and once it is not the newest."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.messages.layout import MessageLayout
from bot.messages.layouts.board_layout import board_layout
from bot.tables.table import Attendance
from tests.games.race_days import LAST_ID, race_day


def test_whoever_alone_is_asked_is_notified_and_nobody_where_all_decide() -> None:
    for moment in race_day(3, 1):
        asked = moment.snapshot.standing.asked
        pings = board_layout(*moment).pings
        assert pings == ([LAST_ID - next(iter(asked))] if len(asked) == 1 else [])


def test_a_computer_player_is_never_notified() -> None:
    for moment in race_day(3, 1, computers=2):
        assert set(board_layout(*moment).pings) <= {LAST_ID}


GAMES = ["jumpyjack", "sulkydrom", "newmarket"]


@pytest.mark.parametrize("game", GAMES)
def test_moves_stand_under_the_board_for_a_person_alone(game: str) -> None:
    seen = set()
    for moment in race_day(4, 1, computers=2, game=game):
        snapshot, asked = moment.snapshot, moment.snapshot.standing.asked
        moves = _moves(board_layout(*moment))
        is_computers = len(asked) == 1 and snapshot.table.seats[next(iter(asked))].user_id is None
        assert not (moves and is_computers)
        seen.add((bool(moves), is_computers))
    assert seen >= {(True, False), (False, True)}


@pytest.mark.parametrize("game", GAMES)
def test_moves_of_somebody_who_is_away_do_not_stand_under_the_board_until_they_are_back(game: str) -> None:
    moment = next(m for m in race_day(4, 1, game=game) if _moves(board_layout(*m)))
    snapshot, (number,) = moment.snapshot, moment.snapshot.standing.asked
    seats = list(snapshot.table.seats)
    seats[number] = seats[number]._replace(attendance=Attendance.AWAY)
    away = replace(snapshot, table=replace(snapshot.table, seats=tuple(seats)))

    assert not _moves(board_layout(away, moment.before, moment.rows))


def _moves(layout: MessageLayout) -> list[str]:
    """Return the addresses under a board that decide something."""
    pressed = [str(item.custom_id) for row in layout.controls for item in row]
    return [each for each in pressed if not each.endswith((":0:desk", ":0:tote"))]


def test_only_those_who_are_asked_may_be_notified_by_a_message() -> None:
    layout = next(s for s in (board_layout(*m) for m in race_day(3, 1)) if s.pings)
    mentions = layout.mentions()

    assert (mentions.everyone, mentions.roles, mentions.replied_user) == (False, False, False)
    assert [user.id for user in mentions.users] == list(layout.pings)


def test_pictures_can_be_left_out_without_losing_what_they_say() -> None:
    for moment in race_day(2, 1)[::5]:
        layout = board_layout(*moment)
        bare = layout.without_files()
        assert bare.files() == []
        said = re.sub(r"\W+", " ", bare.text)
        assert all(re.sub(r"\W+", " ", drawing.alt).strip() in said for drawing in layout.drawings)


def test_a_board_that_is_not_the_newest_any_more_asks_nobody_for_anything() -> None:
    for moment in race_day(3, 1)[5:20]:
        layout = board_layout(*moment)
        prompt = moment.snapshot.screens.prompt(
            moment.snapshot.standing.view(None), moment.snapshot.who, moment.snapshot.words
        )
        asked = f"▸ {prompt}"
        assert asked in layout.text.splitlines(), "marked, for what has happened is told in the same tense"
        assert prompt not in layout.remains().text
