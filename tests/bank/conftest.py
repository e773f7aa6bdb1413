from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.db import Database


@pytest.fixture
async def store(new_url: str) -> AsyncIterator[Database]:
    opened = Database(new_url)
    yield opened
    await opened.close()
