"""The luck in the open: every press that goes into it, whose it was, words of one's own, Starts that were refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.outbox import LOBBY
from bot.tables import Person, Refusal, Refused, StartRefused, Status, lobby_commands, luck
from bot.tables.loading import load
from bot.tables.luck import Ingredient, PressKind
from bot.tables.standing import header_of, read_log
from engines.core.salt import Pressed, digest
from engines.verify import logs, verify
from tests.databases import reading
from tests.tables.playing import ANA, BEN, CLEO, HERE
from tests.tables.rules import Rules

SECOND = 1000 << 22
"""How much an id grows in a second."""

NOON = 1_300_000_000_000_000_000


def ingredients(rules: Rules, table_id: str) -> list[Ingredient]:
    table = rules.table(table_id)
    with reading(rules.database) as db:
        return luck.read(db, table)


def told(rules: Rules, table_id: str) -> list[tuple[PressKind | None, int | None]]:
    return [(ingredient.kind, ingredient.user_id) for ingredient in ingredients(rules, table_id)]


def log_of(rules: Rules, table_id: str) -> str:
    with reading(rules.database) as db:
        rows = read_log(db, load(db, table_id))
    header = header_of(rules.table(table_id))
    return "\n".join([header.line(), *(row.line() for row in rows), ""])


def refusal(attempt, *facts: Any, **named: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        attempt(*facts, **named)
    return refused.value


def test_says_who_pressed_what_from_the_opening_to_the_start(rules: Rules) -> None:
    table_id = rules.lobby(people=2)
    rules.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "lucky me", NOON)
    rules.tables.start(table_id, ANA.user_id, NOON + SECOND)

    assert told(rules, table_id) == [
        (PressKind.OPENED, ANA.user_id),
        (PressKind.JOINED, BEN.user_id),
        (PressKind.WORDS, BEN.user_id),
        (PressKind.STARTED, ANA.user_id),
    ]
    *_, words, start = ingredients(rules, table_id)
    assert words.pressed == Pressed(NOON, "lucky me")
    assert rules.table(table_id).salt[-2:] == (f"{NOON} lucky me", f"{NOON + SECOND}")
    assert start.pressed.at - words.pressed.at == 1000


def test_the_opening_of_a_rematch_is_its_first_press(rules: Rules) -> None:
    before = rules.race()
    rules.play_out(before, Random(1))
    after = rules.tables.rematch(before, BEN, HERE, 77)

    assert told(rules, after.table_id) == [(PressKind.OPENED, BEN.user_id)]


def test_presses_that_arrive_late_stand_where_they_were_made(rules: Rules) -> None:
    table_id = rules.lobby(people=1)
    rules.tables.step(lobby_commands.join, table_id, BEN, NOON + SECOND)
    rules.tables.step(lobby_commands.join, table_id, CLEO, NOON)

    assert told(rules, table_id) == [
        (PressKind.OPENED, ANA.user_id),
        (PressKind.JOINED, CLEO.user_id),
        (PressKind.JOINED, BEN.user_id),
    ]


def come_and_go(rules: Rules, table_id: str, person: Person, times: int) -> None:
    for _ in range(times):
        rules.tables.step(lobby_commands.join, table_id, person, rules.interaction())
        rules.tables.step(lobby_commands.leave, table_id, person.user_id)


class TestALobby:
    def test_refuses_the_tenth_join_of_one_person_and_keeps_its_salt(self, rules: Rules) -> None:
        table_id = rules.lobby(people=1)
        come_and_go(rules, table_id, BEN, 9)
        before = rules.everything()
        refused = refusal(rules.tables.step, lobby_commands.join, table_id, BEN, rules.interaction())

        assert refused.reason is Refusal.ENOUGH_JOINS
        assert refused.facts["most"] == luck.MOST_JOINS == 9
        assert rules.everything() == before

    def test_of_many_people_takes_no_more_joins_and_words_but_still_starts(self, rules: Rules) -> None:
        table_id = rules.lobby(people=2)
        joined = 2
        while len(rules.table(table_id).salt) < luck.MOST_PRESSES:
            joined += 1
            come_and_go(rules, table_id, Person(joined * 1000, "Guest"), 1)
        late = refusal(rules.tables.step, lobby_commands.join, table_id, CLEO, rules.interaction())
        said = refusal(
            rules.tables.step, lobby_commands.add_words, table_id, BEN.user_id, "me too", rules.interaction()
        )
        rules.start(table_id)

        assert (late.reason, said.reason) == (Refusal.FULL_LUCK, Refusal.FULL_LUCK)
        assert rules.table(table_id).status is Status.RUNNING

    def test_takes_no_start_after_very_many_in_vain(self, rules: Rules) -> None:
        table_id = rules.lobby(people=1)
        for _ in range(luck.MOST_WITH_STARTS - 1):
            vain = refusal(rules.tables.start, table_id, ANA.user_id, rules.interaction())
            assert vain.reason is Refusal.TOO_FEW
        rules.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, "Tin")
        refused = refusal(rules.tables.start, table_id, ANA.user_id, rules.interaction())

        assert refused.reason is Refusal.FULL_LUCK, (
            "no Start beyond the limit counts, whatever it would bring"
        )
        assert len(rules.table(table_id).salt) == luck.MOST_WITH_STARTS


class TestAStart:
    def test_that_is_refused_for_what_the_table_lacks_stays_in_the_luck(self, rules: Rules) -> None:
        table_id = rules.lobby(people=1)
        early = refusal(rules.tables.start, table_id, ANA.user_id, NOON)
        rules.tables.step(lobby_commands.join, table_id, BEN, NOON + SECOND)
        rules.tables.start(table_id, ANA.user_id, NOON + 2 * SECOND)

        assert early.reason is Refusal.TOO_FEW
        assert isinstance(early, StartRefused)
        assert str(NOON) in rules.table(table_id).salt
        _, pressed, *_ = ingredients(rules, table_id)
        assert pressed == Ingredient(Pressed(NOON), PressKind.REFUSED, ANA.user_id, Refusal.TOO_FEW)

    def test_that_is_refused_is_shown_in_the_lobby_at_once(self, rules: Rules) -> None:
        table_id = rules.lobby(people=1)
        shown = rules.requested(table_id)[LOBBY]
        rules.told.clear()
        refusal(rules.tables.start, table_id, ANA.user_id, NOON)

        after = rules.table(table_id)
        assert rules.requested(table_id)[LOBBY] == shown + 1
        assert rules.told == [table_id]
        assert after.status is Status.LOBBY

    def test_of_a_guest_starts_nothing_and_leaves_no_trace(self, rules: Rules) -> None:
        table_id = rules.lobby(people=2)
        before = rules.everything()
        assert refusal(rules.tables.start, table_id, BEN.user_id, NOON).reason is Refusal.NOT_HOST
        assert rules.everything() == before

    def test_that_was_held_up_until_something_later_came_in_is_refused_and_kept(self, rules: Rules) -> None:
        table_id = rules.lobby(people=2)
        rules.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "chosen to suit", NOON + SECOND)
        late = refusal(rules.tables.start, table_id, ANA.user_id, NOON)
        rules.tables.start(table_id, ANA.user_id, NOON + 2 * SECOND)

        assert late.reason is Refusal.OVERTAKEN
        assert [kind for kind, _ in told(rules, table_id)][2:] == [
            PressKind.REFUSED,
            PressKind.WORDS,
            PressKind.STARTED,
        ]

    def test_counts_for_the_luck_that_its_host_saw(self, rules: Rules) -> None:
        table_id = rules.lobby(people=2)
        seen = digest(rules.table(table_id).salt)
        rules.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "slipped in", NOON - SECOND)
        stale = refusal(rules.tables.start, table_id, ANA.user_id, NOON, seen)

        assert stale.reason is Refusal.OVERTAKEN
        seen = digest(rules.table(table_id).salt)
        rules.tables.start(table_id, ANA.user_id, NOON + SECOND, seen)
        *before, _ = rules.table(table_id).salt
        assert digest(before) == seen

    def test_makes_a_log_whose_check_finds_its_words(self, rules: Rules) -> None:
        table_id = rules.lobby(people=2)
        rules.tables.step(
            lobby_commands.add_words, table_id, BEN.user_id, 'Glück "auf" 🍀', rules.interaction()
        )
        rules.start(table_id)
        rules.play_out(table_id, Random(3))
        (log,) = logs(log_of(rules, table_id))

        assert verify(log)
        assert log.header.salt[2].endswith(' Glück "auf" 🍀')


class TestWords:
    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            ("lucky", "lucky"),
            ("  two \n lines\t", "two lines"),
            ("a\u2028b\u0000c", "a bc"),
            ("e\u0301", "é"),
            ("\u202eback\u200b", "back"),
            ("👩\u200d🚀", "👩\u200d🚀"),
            ("\ud800x", "x"),
            ("**bold** <@1>", "**bold** <@1>"),
        ],
    )
    def test_are_kept_on_one_line_without_what_cannot_be_seen(self, typed: str, kept: str) -> None:
        assert luck.normal(typed) == kept
        assert luck.normal(kept) == kept

    @pytest.mark.parametrize("typed", ["", "  \n ", "\u200b", "\u200d", "\u0301"])
    def test_have_to_be_seen(self, rules: Rules, typed: str) -> None:
        table_id = rules.lobby()
        refused = refusal(rules.tables.step, lobby_commands.add_words, table_id, ANA.user_id, typed, NOON)
        assert refused.reason is Refusal.NO_WORDS

    def test_are_as_long_as_a_line_and_no_longer(self, rules: Rules) -> None:
        table_id = rules.lobby()
        rules.tables.step(lobby_commands.add_words, table_id, ANA.user_id, "x" * luck.LONGEST_WORDS, NOON)
        refused = refusal(
            rules.tables.step,
            lobby_commands.add_words,
            table_id,
            ANA.user_id,
            "x" * (luck.LONGEST_WORDS + 1),
            NOON,
        )
        assert refused.reason is Refusal.LONG_WORDS

    def test_are_added_a_few_times_by_each(self, rules: Rules) -> None:
        table_id = rules.lobby()
        for number in range(luck.MOST_WORDS):
            rules.tables.step(
                lobby_commands.add_words, table_id, ANA.user_id, f"take {number}", NOON + number
            )
        refused = refusal(
            rules.tables.step, lobby_commands.add_words, table_id, ANA.user_id, "once more", NOON + SECOND
        )
        assert refused.reason is Refusal.ENOUGH_WORDS
        rules.tables.step(lobby_commands.add_words, table_id, BEN.user_id, "mine", NOON + 2 * SECOND)

    def test_of_one_person_take_nothing_from_what_others_may_add(self, rules: Rules) -> None:
        table_id = rules.lobby(people=1)
        come_and_go(rules, table_id, BEN, luck.MOST_JOINS)
        rules.tables.step(lobby_commands.join, table_id, CLEO, rules.interaction())
        rules.tables.step(lobby_commands.add_words, table_id, CLEO.user_id, "mine", rules.interaction())

    def test_are_for_those_who_sit_there(self, rules: Rules) -> None:
        table_id = rules.lobby(people=1)
        refused = refusal(rules.tables.step, lobby_commands.add_words, table_id, BEN.user_id, "lucky", NOON)
        assert refused.reason is Refusal.NOT_SEATED
