"""Who keeps race nights goes on looking for them, whatever goes wrong at a look."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from bot.ui.guild import night_keeper
from bot.ui.guild.night_keeper import NightKeeper


async def test_nights_are_looked_for_again_after_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(night_keeper, "ROUND", 0.001)
    nobody: Any = None
    keeper = NightKeeper(nobody, nobody, nobody, nobody, lambda _: True, nobody)
    looks, goes_on = list[int](), asyncio.Event()

    async def look() -> None:
        looks.append(len(looks))
        if len(looks) == 2:
            raise ValueError
        if len(looks) == 4:
            goes_on.set()

    monkeypatch.setattr(keeper, "look", look)
    await keeper.resume()
    await asyncio.wait_for(goes_on.wait(), 10)
    await keeper.close()

    assert [record.levelno for record in caplog.records] == [logging.ERROR]
