"""An error becomes one sentence, in one place, and whoever was waiting is told it."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.bank import BankRefusal, BankRefused
from bot.db import DatabaseUnusable
from bot.games.screens import Misread
from bot.games.titles import title
from bot.nights import NightRefusal, NightRefused
from bot.outbox import Forbidden
from bot.tables import Refusal, Refused, StartRefused
from bot.texts import DEFAULT
from bot.ui.explaining import explain, refusal
from engines.core import IllegalAction, Unreadable
from engines.jockey.actions import Refusal as Jockey
from tests.tables.playing import ANA
from tests.ui.clicks.test_clicks import Pressed


@pytest.fixture
def press() -> Any:
    return Pressed(1, "p:K7QH2M:0:join", None)


@pytest.mark.parametrize(
    ("error", "said", "logged"),
    [
        (
            Refused(Refusal.CLOSED),
            DEFAULT.refusals.table(Refusal.CLOSED, {}),
            "a press was refused: closed",
        ),
        (
            Refused(Refusal.TOTE_NEWCOMER, days=3, left=40, stake=70, user=ANA.user_id),
            DEFAULT.refusals.table(Refusal.TOTE_NEWCOMER, {"days": 3, "left": 40}),
            "a press was refused: tote_newcomer, days 3, left 40",
        ),
        (
            BankRefused(BankRefusal.GIVEN_ENOUGH, most=1000, left=0),
            DEFAULT.bank.refused(BankRefusal.GIVEN_ENOUGH, {"most": 1000, "left": 0}),
            "a press was refused: given_enough, most 1000, left 0",
        ),
        (
            NightRefused(NightRefusal.ZONE, zone="Anytown", meant=["Anytown/North"]),
            DEFAULT.nights.refused(NightRefusal.ZONE, {"zone": "Anytown", "meant": ["Anytown/North"]}),
            "a press was refused: zone",
        ),
        (
            DatabaseUnusable("the disk is full"),
            DEFAULT.table.busy,
            "a press was not saved: the disk is full",
        ),
        (ZeroDivisionError(), DEFAULT.table.broken, "a press failed"),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_whoever_pressed_is_told_and_one_line_of_the_log_says_why(
    press: Any, caplog: pytest.LogCaptureFixture, error: Exception, said: str, logged: str
) -> None:
    caplog.set_level(logging.INFO)
    await explain(press, error, "a press")

    assert press.said == [said]
    assert [record.getMessage() for record in caplog.records] == [logged]


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (
            IllegalAction(Jockey.STAKE_TOO_LARGE, stake=700, most=500, capital=500),
            "stake_too_large, most 500",
        ),
        (IllegalAction(Jockey.STAKE_NOT_IN_STEPS, stake=150, step=100), "stake_not_in_steps, step 100"),
        (IllegalAction(Jockey.WRONG_HORSE, card="red+10", horse="blue", horses=["red"]), "wrong_horse"),
        (Refused(Refusal.STALE), "stale"),
        (Misread("Enter a number."), "misread"),
        (Unreadable("not a card: red+10"), "unreadable"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_refused_move_leaves_its_reason_and_bounds_in_the_log_and_neither_card_nor_bet(
    caplog: pytest.LogCaptureFixture, error: Any, logged: str
) -> None:
    caplog.set_level(logging.INFO)
    assert refusal(error, title("jockey").words(DEFAULT), DEFAULT, "a press on table K7QH2M")

    assert caplog.messages == [f"a press on table K7QH2M was refused: {logged}"]


async def test_who_could_not_start_is_told_which_press_went_into_the_luck(press: Any) -> None:
    await explain(press, StartRefused(Refusal.TOO_FEW, least=2), "a press")

    refused = DEFAULT.refusals.table(Refusal.TOO_FEW, {"least": 2})
    assert press.said == [f"{refused}\n{DEFAULT.luck.pressed(press.id)}"]


@pytest.mark.parametrize("while_telling", [False, True])
async def test_an_answer_that_discord_does_not_take_is_logged_and_raises_nothing(
    press: Any, caplog: pytest.LogCaptureFixture, while_telling: bool
) -> None:
    caplog.set_level(logging.WARNING)
    press.trouble = OSError("the network")
    await explain(press, Refused(Refusal.CLOSED) if while_telling else Forbidden("403 50013"), "a press")

    assert press.said == []
    (lost,) = caplog.records
    assert lost.getMessage().startswith("the answer to a press was lost: ")
