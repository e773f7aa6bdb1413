"""Jockey's fullest hand and its forms are ones that Discord takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.screens import OTHER, Press, Seating
from bot.messages.layout import MessageLayout
from bot.messages.layouts.desk_layout import seating_of
from bot.ui.forms import amount_form
from engines import catalog
from engines.jockey.choices import Plays
from tests.games.race_days import Moment, race_day
from tests.ui.limits import require_openable, require_sendable


@pytest.mark.parametrize("places", [(0, 0, 0, 0), (9, 9, 9, 9), (9, 3, 3, 3), (9, 8, 8, 1), (9, 8, 7, 7)])
def test_a_hand_of_every_card_there_is_can_be_sent(places: tuple[int, ...]) -> None:
    game = catalog.game("jockey")
    moment = next(m for m in race_day(2, 1) if m.snapshot.standing.view(None).phase == "racing")
    (number,) = moment.snapshot.standing.asked
    snapshot = moment.snapshot
    view = snapshot.standing.view(number)
    hand = tuple(dict.fromkeys(game.setup.pack))
    full = replace(view, places=places, own=replace(view.own, hand=hand))
    seating = replace(_seating(moment, number), view=full, choices=Plays(game.setup, hand, places))
    desk = snapshot.screens.desk(seating, snapshot.words)

    assert len(hand) == 19
    require_sendable(MessageLayout(desk.text, desk.drawings, desk.controls))
    offered = sum(len(getattr(item, "options", [item])) for row in desk.controls for item in row)
    assert offered == len(list(seating.choices))


def _seating(moment: Moment, number: int) -> Seating:
    return seating_of(moment.snapshot, moment.snapshot.table.seats[number], {})


@pytest.mark.parametrize("field", ["stake", "stake_first", "stake_second"])
def test_forms_for_a_stake_can_be_opened(field: str) -> None:
    moment = race_day(2, 1)[0]
    seating = _seating(moment, 0)
    press = Press(("bet", field), (OTHER,))
    form = moment.snapshot.screens.form(seating, press, moment.snapshot.words)

    assert form is not None
    require_openable(amount_form(seating.control(f"bet.{field}"), form))


def test_what_is_no_stake_asks_for_no_form() -> None:
    betting = race_day(2, 1)[0]
    racing = next(m for m in race_day(2, 1) if m.snapshot.standing.view(None).phase == "racing")

    assert (
        betting.snapshot.screens.form(
            _seating(betting, 0), Press(("bet", "horse"), (OTHER,)), betting.snapshot.words
        )
        is None
    )
    assert (
        racing.snapshot.screens.form(
            _seating(racing, 0), Press(("bet", "stake"), (OTHER,)), racing.snapshot.words
        )
        is None
    )
