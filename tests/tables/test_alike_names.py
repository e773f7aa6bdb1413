"""Two seats of one name can be told apart, wherever they are named."""

from __future__ import annotations

import pytest

from bot.messages.layouts.lobby_playbill import playbill_of
from bot.messages.snapshot import Snapshot
from bot.tables import Person, lobby_commands, race_commands
from bot.tables.alike_names import told_apart
from bot.texts import texts
from tests.tables.playing import ANA, BEN
from tests.tables.rules import Rules


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Ana", "Ben"), ("Ana", "Ben")),
        (("Ana", "Ana", "ana"), ("Ana", "Ana (2)", "ana (3)")),
        (("Ana", "\uff21na"), ("Ana", "\uff21na (2)")),
        (("Ana", "A\u200bna"), ("Ana", "A\u200bna (2)")),
        (("Ana", " Ana\ufe0f "), ("Ana", " Ana\ufe0f  (2)")),
        (("Ana", "Ana\u2800"), ("Ana", "Ana\u2800 (2)")),
        (("Ana B", "Ana\u2800B"), ("Ana B", "Ana\u2800B (2)")),
        (("Ana", "Ana (2)", "Ana"), ("Ana", "Ana (2)", "Ana (3)")),
        (("Straße", "STRASSE"), ("Straße", "STRASSE (2)")),
        (("Ana", "Player 2"), ("Ana", "Player 2")),
        (("Ana", "player 4"), ("Ana", "player 4 (2)")),
        (("Clockwork", "clockwork"), ("Clockwork", "clockwork (2)")),
        (("Ana", "Ana\ue000"), ("Ana", "Ana\ue000 (2)")),
        (("Ana", "Ana\u0378"), ("Ana", "Ana\u0378 (2)")),
        (("", "\u200b"), ("", "\u200b")),
    ],
)
def test_the_later_of_two_names_that_look_alike_is_marked(
    names: tuple[str, ...], told: tuple[str, ...]
) -> None:
    assert told_apart(names) == told


def test_a_computer_player_takes_no_name_of_a_person(rules: Rules) -> None:
    table_id = rules.lobby(people=1)
    rules.tables.step(lobby_commands.join, table_id, Person(77, "CLOCKWORK"), rules.interaction())
    rules.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, "Clockwork", "Tin Lizzie")
    assert rules.table(table_id).names == ("Ana", "CLOCKWORK", "Tin Lizzie")


def test_who_is_called_like_a_computer_player_is_marked_in_lists_and_pictures(rules: Rules) -> None:
    table_id = rules.lobby(people=1)
    rules.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, "Clockwork")
    rules.tables.step(lobby_commands.join, table_id, Person(77, "clockwork"), rules.interaction())
    snapshot = Snapshot(rules.table(table_id), None, texts("en-US"))
    assert [stall.name for stall in playbill_of(snapshot, 0).stalls] == ["Ana", "Clockwork", "clockwork (2)"]
    assert snapshot.who(1) == "🤖 Clockwork"


def test_who_is_renamed_is_shown_by_the_new_name_from_their_next_press_on(rules: Rules) -> None:
    table_id = rules.race()
    asked = rules.standing(table_id).asked[1]
    rules.tables.step(
        race_commands.answer, table_id, BEN.user_id, asked, lambda *_: {"kind": "win"}, name="Benjamin"
    )
    assert rules.table(table_id).names == ("Ana", "Benjamin")
    assert (rules.restarted().table(table_id)).names == ("Ana", "Benjamin")
    rules.tables.step(race_commands.answer, table_id, BEN.user_id, asked, lambda *_: {"kind": "win"})
    assert rules.table(table_id).names == ("Ana", "Benjamin")
