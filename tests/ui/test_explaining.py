"""An error becomes one sentence, in one place, and whoever was waiting is told it."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.db import DatabaseUnusable
from bot.outbox import Forbidden
from bot.tables import Refusal, Refused, StartRefused
from bot.texts import DEFAULT
from bot.ui.explaining import explain
from tests.ui.clicks.test_clicks import Pressed


@pytest.fixture
def press() -> Any:
    return Pressed(1, "p:K7QH2M:0:join", None)


@pytest.mark.parametrize(
    ("error", "said", "logged"),
    [
        (Refused(Refusal.CLOSED), DEFAULT.refusals.table(Refusal.CLOSED, {}), []),
        (
            DatabaseUnusable("the disk is full"),
            DEFAULT.table.busy,
            ["a press was not saved: the disk is full"],
        ),
        (ZeroDivisionError(), DEFAULT.table.broken, ["a press failed"]),
    ],
)
async def test_whoever_pressed_is_told_and_only_what_went_wrong_is_logged(
    press: Any, caplog: pytest.LogCaptureFixture, error: Exception, said: str, logged: list[str]
) -> None:
    caplog.set_level(logging.WARNING)
    await explain(press, error, "a press")

    assert press.said == [said]
    assert [record.getMessage() for record in caplog.records] == logged


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
