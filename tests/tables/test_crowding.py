"""A server whose tables are all taken: one that rests goes on or makes room."""

from __future__ import annotations

from contextlib import suppress

import pytest

from bot.outbox import Notice
from bot.tables import Refusal, Refused, Status, day_commands
from bot.tables.deadlines import DAY, Clock
from bot.tables.refusals import Room
from tests.tables.playing import ANA, BEN, CLEO
from tests.tables.rules import Rules
from tests.tables.test_entry import opened

HOUR = 60


@pytest.fixture
def resting(rules: Rules) -> list[str]:
    """A full server: a race, and two tables that rest, the one that has rested longest first."""
    rules.set_up_server(most_tables=3)
    rules.race(people=2)
    tables = []
    for _ in range(2):
        table_id = rules.race(people=3)
        rules.tables.step(day_commands.pause, table_id, ANA.user_id)
        rules.pass_minutes(60)
        tables.append(table_id)
    return tables


def refused(rules: Rules) -> Refused:
    with pytest.raises(Refused) as refusal:
        opened(rules, CLEO)
    assert refusal.value.reason is Refusal.TOO_MANY_TABLES
    return refusal.value


def test_the_table_that_has_rested_longest_is_told_that_its_rest_ends_in_an_hour(
    rules: Rules, resting: list[str]
) -> None:
    rules.told.clear()

    refusal = refused(rules)

    at = rules.time + HOUR * 60_000
    assert refusal.facts["room"] == Room(resting[0], at)
    assert [row.kind for row in rules.everything()["deadlines"] if row.due_at == at] == [Clock.CROWDED]
    assert set(rules.notices(resting[0])) == {Notice.PAUSED, Notice.CROWDED}
    assert rules.told == [resting[0]]


def test_whoever_asks_next_waits_for_the_same_table(rules: Rules, resting: list[str]) -> None:
    first = refused(rules).facts["room"]
    rules.pass_minutes(10)
    assert refused(rules).facts["room"] == first
    assert Notice.CROWDED not in rules.notices(resting[1])


def test_its_place_is_free_once_the_hour_is_over(rules: Rules, resting: list[str]) -> None:
    before = rules.worth(3)
    refused(rules)
    rules.pass_minutes(HOUR)
    rules.run_out(resting[0], Clock.CROWDED)

    assert rules.table(resting[0]).status is Status.CANCELLED
    assert sum(map(sum, rules.worth(3))) == sum(map(sum, before)), "nothing was run there: all returns"
    assert rules.audit() == []
    opened(rules, CLEO)


def test_anybody_who_sits_there_lets_it_go_on_and_then_another_is_asked(
    rules: Rules, resting: list[str]
) -> None:
    refused(rules)
    with pytest.raises(Refused) as stranger:
        rules.tables.step(day_commands.resume, resting[0], 999)
    assert stranger.value.reason is Refusal.NOT_SEATED

    rules.tables.step(day_commands.resume, resting[0], BEN.user_id)

    assert Clock.CROWDED not in {row.kind for row in rules.everything()["deadlines"]}
    assert rules.table(resting[0]).paused_at is None
    assert refused(rules).facts["room"].table_id == resting[1]


def test_where_a_place_is_free_by_then_it_rests_on(rules: Rules, resting: list[str]) -> None:
    refused(rules)
    rules.tables.step(day_commands.cancel, resting[1], ANA.user_id, may_manage=True)
    rules.run_out(resting[0], Clock.CROWDED)

    table = rules.table(resting[0])
    assert (table.status, table.paused_at is None) == (Status.RUNNING, False)
    clocks = {row.kind for row in rules.everything()["deadlines"] if row.table_id == resting[0]}
    assert Clock.PAUSED in clocks
    assert Clock.CROWDED not in clocks


def test_where_no_table_rests_nobody_is_asked(rules: Rules) -> None:
    rules.set_up_server(most_tables=1)
    rules.race(people=2)
    assert refused(rules).facts == {"most": 1}


def test_a_rest_that_ends_sooner_anyway_is_left_to_its_end(rules: Rules, resting: list[str]) -> None:
    rules.time += 7 * DAY - (3 * 60 - 59) * 60_000
    assert refused(rules).facts["room"].at < rules.time + HOUR * 60_000
    assert Notice.CROWDED not in rules.notices(resting[0])


def test_nobody_is_asked_for_who_has_tables_enough_of_their_own(rules: Rules, resting: list[str]) -> None:
    with suppress(Refused):
        opened(rules, ANA)
    assert Notice.CROWDED not in rules.notices(resting[0])


def test_for_a_day_only_the_host_ends_a_rest_and_then_everybody_who_sits_there(
    rules: Rules,
) -> None:
    table_id = rules.race(people=2)
    rules.tables.step(day_commands.pause, table_id, ANA.user_id)
    rules.time += DAY - 1
    with pytest.raises(Refused) as guest:
        rules.tables.step(day_commands.resume, table_id, BEN.user_id)
    assert guest.value.reason is Refusal.NOT_HOST
    rules.time += 1
    rules.tables.step(day_commands.resume, table_id, BEN.user_id)
    assert rules.table(table_id).paused_at is None
