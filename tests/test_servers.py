"""What a server has settled on is kept; the first steps are owed once."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator

import pytest
from pydantic import ValidationError
from sqlalchemy import update

from bot.servers import (
    DEFAULTS,
    ServerSettings,
    note_greeted,
    owe_greeting,
    owed_greetings,
    read_settings,
    write_settings,
)
from bot.store import Store
from bot.store.schema import servers

SETTLED = ServerSettings(
    language="en-US",
    clock=3600,
    channels=(2**63 - 1, 5),
    openers=(7,),
    boards="edited",
    pictures=False,
    money=False,
    buy_ins={"jockey": 2500},
    computers=False,
    most_tables=2,
)


@pytest.fixture
async def store(new_url: str) -> AsyncIterator[Store]:
    opened = Store(new_url)
    yield opened
    await opened.close()


async def test_settings_are_kept_by_server_and_the_first_steps_are_owed_until_they_are_shown(
    store: Store,
) -> None:
    async with store.writing() as db:
        assert await read_settings(db, 1) == DEFAULTS
        await write_settings(db, 1, SETTLED)
    async with store.writing() as db:
        assert await owed_greetings(db) == [], "a server that is known is greeted only when it is joined"
        assert await owe_greeting(db, 1)
        assert await owe_greeting(db, 1), "not shown yet: still owed"
        assert await owe_greeting(db, 2)
        assert await owed_greetings(db) == [1, 2]
        await note_greeted(db, 1, 1_700_000_000_000)
        assert await owed_greetings(db) == [2]
        assert not await owe_greeting(db, 1)
        assert await read_settings(db, 1) == SETTLED
        assert await read_settings(db, 2) == DEFAULTS


async def test_settings_that_cannot_be_read_are_logged_and_the_defaults_hold(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async with store.writing() as db:
        await write_settings(db, 1, SETTLED)
        await db.execute(update(servers).values(settings='{"clock": 5}'))
        with caplog.at_level(logging.ERROR):
            assert await read_settings(db, 1) == DEFAULTS
    assert "server 1: its settings cannot be read" in caplog.text


@pytest.mark.parametrize(
    "facts",
    [
        {"clock": 29},
        {"clock": 604_801},
        {"most_tables": 0},
        {"most_tables": 51},
        {"buy_ins": {"jockey": 9}},
        {"buy_ins": {"jockey": 100_001}},
        {"boards": "shouted"},
    ],
)
def test_settings_have_bounds(facts: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ServerSettings.model_validate(facts)
