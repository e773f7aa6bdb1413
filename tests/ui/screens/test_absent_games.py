"""What people see of tables whose game was taken away: a kind word for its name, and why nothing goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.bank import Receipt
from bot.messages.layouts.desk_layout import desk_layout
from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.layouts.luck_layout import luck_layout
from bot.messages.layouts.notice_layout import notice_layout
from bot.messages.layouts.published_layout import log_file, log_layout, replay_layout, verdict_layout
from bot.messages.layouts.result_layout import cancelled_layout, final_layout
from bot.messages.snapshot import Snapshot
from bot.outbox import Notice
from bot.slash_commands.race import line
from bot.slash_commands.table_finder import table_name
from bot.tables import Refusal, Refused, Status, Table
from bot.tables.refusals import Absent
from bot.texts import DEFAULT, LANGUAGES
from engines.core import Row
from tests.distributions import TakeAway
from tests.games.race_days import race_day, table
from tests.ui.limits import require_sendable

NAME = "a game that is not here"
Tables = dict[Status, Table]
languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)


@pytest.fixture
def over(take_away: TakeAway) -> tuple[Snapshot, list[Row]]:
    """A game that was played to its end before it was taken away."""
    day = race_day(6, 4)
    rows = [row for moment in day for row in moment.rows]
    take_away("jockey")
    finished = replace(day[-1].snapshot.table, status=Status.FINISHED)
    return replace(day[-1].snapshot, table=finished, standing=None), rows


@pytest.fixture
def without_it(take_away: TakeAway) -> Tables:
    """Make tables, and then take their game away."""
    made = {status: table(4, status=status) for status in Status}
    take_away("jockey")
    return made


@languages
@pytest.mark.parametrize("status", Status)
def test_a_table_is_listed_and_named(t, status: Status, without_it: Tables) -> None:
    listed = without_it[status]

    assert table_name(listed, t) == f"{NAME} {listed.table_id}"
    assert NAME in line(listed, t)
    assert Snapshot(listed, None, t).game_name == NAME


@languages
@pytest.mark.parametrize("status", Status)
def test_its_lobby_and_its_luck_can_be_shown(t, status: Status, without_it: Tables) -> None:
    snapshot = Snapshot(without_it[status], None, t)
    lobby = lobby_layout(snapshot, 10**12)

    require_sendable(lobby)
    require_sendable(luck_layout(snapshot, (), 1))
    assert ("cannot start" in lobby.text) == (status is Status.LOBBY)
    offered = [item.label for row in lobby.controls for item in row]
    assert offered == ([t.lobby.leave] if status is Status.LOBBY else [])


def test_everybody_is_told_in_public_that_it_rests_and_what_can_be_done(without_it: Tables) -> None:
    snapshot = Snapshot(without_it[Status.RUNNING], None, DEFAULT)
    told = notice_layout(snapshot, Notice.ABSENT, None).text

    assert "rests until it is back" in told
    assert "keeps its stakes" in told
    assert "`/race cancel`" in told


def test_whoever_presses_something_is_told_why_nothing_comes_of_it(without_it: Tables) -> None:
    snapshot = Snapshot(without_it[Status.RUNNING], None, DEFAULT)

    for attempt in (snapshot.require_here, lambda: snapshot.screens, lambda: snapshot.words):
        with pytest.raises(Absent) as refused:
            attempt()
        assert "not here at the moment" in DEFAULT.refusals.table(refused.value.reason, refused.value.facts)


@pytest.mark.parametrize("status", Status)
def test_only_a_race_that_runs_is_said_to_rest_with_its_stakes(status: Status, without_it: Tables) -> None:
    with pytest.raises(Absent) as refused:
        _ = Snapshot(without_it[status], None, DEFAULT).words

    told = DEFAULT.refusals.table(refused.value.reason, refused.value.facts)
    assert ("the table rests until it is back" in told) == (status is Status.RUNNING)
    assert ("wait until it is back" in told) == (status is Status.LOBBY)
    assert ("is closed" in told) == (not status.is_open)


@languages
@pytest.mark.parametrize("status", [Status.FINISHED, Status.CANCELLED, Status.EXPIRED])
def test_a_table_that_is_over_is_told_to_be(t, status: Status, without_it: Tables) -> None:
    closed = Snapshot(without_it[status], None, t)

    closed.require_here()
    require_sendable(desk_layout(closed, closed.table.seats[0], {}, has_place=True))
    require_sendable(cancelled_layout(closed))


def test_a_log_is_published_and_what_takes_the_game_is_refused_with_a_way_out(over) -> None:
    snapshot, rows = over

    assert NAME in log_layout(snapshot, rows).text
    for layout in (verdict_layout, replay_layout):
        with pytest.raises(Refused) as refused:
            layout(snapshot, rows)
        assert refused.value.reason is Refusal.ABSENT_LOG
        assert "`/race log`" in DEFAULT.refusals.table(refused.value.reason, refused.value.facts)


def test_a_result_that_was_still_to_be_posted_tells_money_and_log_without_pictures(over) -> None:
    snapshot, rows = over
    receipts = [Receipt(seat.number, seat.user_id, 1500, 0, 0, 0, 2500, 0) for seat in snapshot.table.people]
    layout = final_layout(snapshot, receipts, rows)

    assert "Its game is not here any more" in layout.text
    assert all(snapshot.who(seat.number) in layout.text for seat in snapshot.table.people)
    assert layout.drawings == ()
    assert layout.attached == (log_file(snapshot, rows),)
