"""What may be known of where a match stands is composed once."""

from __future__ import annotations

from copy import copy
from random import Random

import pytest

from bot.tables.standing import Standing
from engines.jockey.game import Jockey
from tests.tables.playing import TableRig


async def test_a_view_is_composed_once_for_a_seat_and_anew_after_every_move(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed: list[int | None] = []
    view = Jockey.view

    def noting(game: Jockey, state: object, seat: int | None) -> object:
        composed.append(seat)
        return view(game, state, seat)

    table_id = await rig.race(people=2)
    before = await rig.standing(table_id)
    monkeypatch.setattr(Jockey, "view", noting)
    first = [before.view(seat) for seat in (None, 0, 1, None, 0, 1)]
    assert composed == [None, 0, 1]
    assert first[:3] == first[3:]

    await rig.decide(table_id, Random(1))
    composed.clear()
    after = await rig.standing(table_id)
    assert after.view(None) == view(after.match.game, after.match.state, None)
    assert after.view(0) != before.view(0) or after.view(1) != before.view(1)


async def test_one_match_is_not_taken_for_another_that_is_like_it(rig: TableRig) -> None:
    standing = await rig.standing(await rig.race(people=2))
    twin = Standing(copy(standing.match), standing.asked)
    assert twin.match == standing.match
    assert twin.view(0) is not standing.view(0)
    assert twin.view(0) == standing.view(0)
