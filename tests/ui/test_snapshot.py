from __future__ import annotations

from dataclasses import replace

from bot.messages.snapshot import Snapshot
from bot.tables import Seat
from bot.texts import DEFAULT
from tests.games.race_days import table


def test_who_is_forgotten_is_named_by_a_neutral_name() -> None:
    seat = Seat(0, None, None, "Player 1")
    snapshot = Snapshot(replace(table(2), seats=(seat, *table(2).seats[1:])), None, DEFAULT)
    assert snapshot.who(0) == "👤 Player 1"
