from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.store import StoreError
from bot.ui.clicks.privacy_clicks import PrivacyClicks


async def test_what_was_erased_is_cut_from_the_log_as_soon_as_it_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.001)
    answers = [StoreError("in use by another program"), False, True]
    is_cut = asyncio.Event()

    async def tidy() -> bool:
        answer = answers.pop(0)
        if isinstance(answer, StoreError):
            raise answer
        if answer:
            is_cut.set()
        return answer

    nobody: Any = None
    store: Any = SimpleNamespace(tidy=tidy)
    presses = PrivacyClicks(store, nobody, nobody, nobody, lambda: 0)
    await presses._tidy_soon()
    await is_cut.wait()
    await presses.close()
    assert not answers
