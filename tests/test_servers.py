"""What a server has settled on is kept; the first steps are owed once."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator

import pytest
from pydantic import ValidationError
from sqlalchemy import update

from bot.db import Database
from bot.db.schema import servers
from bot.servers import (
    DEFAULTS,
    ServerSettings,
    note_greeted,
    noted_locales,
    owe_greeting,
    owed_greetings,
    read_settings,
    write_settings,
)
from tests.databases import writing

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
async def store(new_url: str) -> AsyncIterator[Database]:
    opened = Database(new_url)
    yield opened
    await opened.close()


async def test_settings_are_kept_by_server_and_the_first_steps_are_owed_until_they_are_shown(
    store: Database,
) -> None:
    with writing(store) as db:
        assert read_settings(db, 1) == DEFAULTS
        write_settings(db, 1, SETTLED)
    with writing(store) as db:
        assert owed_greetings(db) == [], "a server that is known is greeted only when it is joined"
        assert owe_greeting(db, 1)
        assert owe_greeting(db, 1), "not shown yet: still owed"
        assert owe_greeting(db, 2)
        assert owed_greetings(db) == [1, 2]
        note_greeted(db, 1, 1_700_000_000_000)
        assert owed_greetings(db) == [2]
        assert not owe_greeting(db, 1)
        assert read_settings(db, 1) == SETTLED
        assert read_settings(db, 2) == DEFAULTS


@pytest.mark.parametrize("text", ["", "no object", "[1, 2]", '{"clock": 5}', '{"clock": 300, "money"'])
async def test_settings_that_cannot_be_read_are_logged_and_the_defaults_hold(
    store: Database, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    with writing(store) as db:
        write_settings(db, 1, SETTLED)
        db.execute(update(servers).values(settings=text))
        with caplog.at_level(logging.ERROR):
            assert read_settings(db, 1) == DEFAULTS
    assert "server 1: of its settings some cannot be read" in caplog.text
    assert text in caplog.text


async def test_what_cannot_be_read_takes_none_of_the_other_settings_with_it(
    store: Database, caplog: pytest.LogCaptureFixture
) -> None:
    kept = SETTLED.model_dump(mode="json")
    spoilt = {
        **kept,
        "takeout": 50,
        "pace": ["quick"],
        "buy_ins": {"jockey": 2500, "turfe": 5, "sulkydrom": "much"},
    }
    with writing(store) as db:
        write_settings(db, 1, SETTLED)
        db.execute(update(servers).values(settings=json.dumps(spoilt)))
        with caplog.at_level(logging.ERROR):
            assert read_settings(db, 1) == SETTLED
    for lost in ("takeout", "pace", "buy_ins.turfe", "buy_ins.sulkydrom"):
        assert lost in caplog.text


async def test_the_language_of_one_server_is_found_beside_another_that_cannot_be_read(
    store: Database,
) -> None:
    for guild in (1, 2, 3):
        with writing(store) as db:
            write_settings(db, guild, ServerSettings(locale="de"))
    with writing(store) as db:
        db.execute(update(servers).where(servers.c.guild_id == 1).values(settings='{"locale": '))
        db.execute(
            update(servers).where(servers.c.guild_id == 2).values(settings='{"locale": "de", "clock": 5}')
        )
        assert noted_locales(db) == {1: DEFAULTS.locale, 2: "de", 3: "de"}


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
