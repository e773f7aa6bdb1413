"""Whether people at a table may have hints: one person alone may, several where their host says so."""

from __future__ import annotations

from random import Random

import pytest

from bot.outbox import LOBBY, Notice, desk_of
from bot.tables import Refusal, Refused, lobby_commands, seat_commands
from bot.tables.loading import load
from tests.tables.playing import ANA, BEN, HERE
from tests.tables.rules import Rules


def test_one_person_alone_has_hints_and_several_have_none(rules: Rules) -> None:
    alone, together = rules.lobby(people=1, computers=2), rules.lobby(people=2)
    assert rules.table(alone).has_hints
    assert not rules.table(together).has_hints
    with pytest.raises(Refused) as refused:
        rules.table(together).require_hints()
    assert refused.value.reason is Refusal.NO_HINTS
    assert refused.value.facts["host"] == ANA.user_id


def test_one_who_has_left_still_counts_as_somebody_who_plays(rules: Rules) -> None:
    table_id = rules.race(people=2)
    rules.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    assert not rules.table(table_id).has_hints


def test_the_host_says_in_the_lobby_whether_there_are_hints_and_its_message_shows_it(
    rules: Rules,
) -> None:
    table_id = rules.lobby(people=2)
    before = rules.requested(table_id)[LOBBY]
    rules.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    assert rules.table(table_id).has_hints
    assert rules.requested(table_id)[LOBBY] == before + 1
    rules.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    assert rules.requested(table_id)[LOBBY] == before + 1, "it was so already"
    rules.start(table_id)
    assert rules.table(table_id).has_hints
    assert rules.notices(table_id) == []


def test_in_a_race_everybody_hears_of_it_and_every_desk_is_shown_anew(rules: Rules) -> None:
    table_id = rules.race(people=2)
    before = rules.requested(table_id)
    rules.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    after = rules.requested(table_id)
    assert rules.notices(table_id) == [Notice.HINTS]
    for user in (ANA.user_id, BEN.user_id):
        assert after[desk_of(user)] == before[desk_of(user)] + 1
    rules.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=False)
    assert sorted(rules.notices(table_id)) == [Notice.HINTS, Notice.NO_HINTS]
    assert not (rules.restarted().tables.database.read(load, table_id)).has_hints


def test_what_holds_anyway_is_noted_and_told_to_nobody(rules: Rules) -> None:
    table_id = rules.race(people=1, computers=2)
    rules.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    assert rules.table(table_id).hints is True
    assert rules.notices(table_id) == []


def test_nobody_but_the_host_decides_and_nobody_of_a_table_that_is_over(rules: Rules) -> None:
    table_id = rules.race(people=2)
    with pytest.raises(Refused) as refused:
        rules.tables.step(lobby_commands.allow_hints, table_id, BEN.user_id, is_allowed=True)
    assert refused.value.reason is Refusal.NOT_HOST
    rules.play_out(table_id, Random(1))
    with pytest.raises(Refused) as refused:
        rules.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    assert refused.value.reason is Refusal.CLOSED


def test_a_rematch_keeps_what_the_host_said(rules: Rules) -> None:
    table_id = rules.race(people=2)
    rules.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=True)
    rules.play_out(table_id, Random(1))
    rematch = rules.tables.rematch(table_id, ANA, HERE, rules.interaction())
    assert rematch.hints is True
