"""Two seats of one name can be told apart, wherever they are named."""

from __future__ import annotations

import pytest

from bot.messages.layouts.lobby_playbill import playbill_of
from bot.messages.snapshot import Snapshot
from bot.tables import Person, lobby_commands, race_commands
from bot.tables.alike_names import told_apart
from bot.texts import texts
from tests.tables.playing import ANA, BEN, TableRig


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


async def test_a_computer_player_takes_no_name_of_a_person(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    await rig.tables.step(lobby_commands.join, table_id, Person(77, "CLOCKWORK"), rig.interaction())
    await rig.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, "Clockwork", "Tin Lizzie")
    assert (await rig.table(table_id)).names == ("Ana", "CLOCKWORK", "Tin Lizzie")


async def test_who_is_called_like_a_computer_player_is_marked_in_lists_and_pictures(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    await rig.tables.step(lobby_commands.add_computer, table_id, ANA.user_id, "Clockwork")
    await rig.tables.step(lobby_commands.join, table_id, Person(77, "clockwork"), rig.interaction())
    snapshot = Snapshot(await rig.table(table_id), None, texts("en-US"))
    assert [stall.name for stall in playbill_of(snapshot, 0).stalls] == ["Ana", "Clockwork", "clockwork (2)"]
    assert snapshot.who(1) == "🤖 Clockwork"


async def test_who_is_renamed_is_shown_by_the_new_name_from_their_next_press_on(rig: TableRig) -> None:
    table_id = await rig.race()
    asked = (await rig.standing(table_id)).asked[1]
    await rig.tables.step(
        race_commands.answer, table_id, BEN.user_id, asked, lambda *_: {"kind": "win"}, name="Benjamin"
    )
    assert (await rig.table(table_id)).names == ("Ana", "Benjamin")
    assert (await rig.restarted().table(table_id)).names == ("Ana", "Benjamin")
    await rig.tables.step(race_commands.answer, table_id, BEN.user_id, asked, lambda *_: {"kind": "win"})
    assert (await rig.table(table_id)).names == ("Ana", "Benjamin")
