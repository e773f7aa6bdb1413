"""What a server has settled on is kept; the first steps are owed once."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError
from sqlalchemy import Connection, update

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
from tests.databases import write

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


def test_settings_are_kept_by_server_and_the_first_steps_are_owed_until_they_are_shown(
    db: Connection,
) -> None:
    assert read_settings(db, 1) == DEFAULTS
    write(db, write_settings, 1, SETTLED)
    assert owed_greetings(db) == [], "a server that is known is greeted only when it is joined"
    assert write(db, owe_greeting, 1)
    assert write(db, owe_greeting, 1), "not shown yet: still owed"
    assert write(db, owe_greeting, 2)
    assert owed_greetings(db) == [1, 2]
    write(db, note_greeted, 1, 1_700_000_000_000)
    assert owed_greetings(db) == [2]
    assert not write(db, owe_greeting, 1)
    assert (read_settings(db, 1), read_settings(db, 2)) == (SETTLED, DEFAULTS)


KEPT = SETTLED.model_dump(mode="json")
SPOILT = {"takeout": 50, "pace": ["quick"], "buy_ins": {"jockey": 2500, "turfe": 5, "sulkydrom": "much"}}


@pytest.mark.parametrize(
    ("text", "left", "lost"),
    [
        *((text, DEFAULTS, text) for text in ("", "no object", "[1, 2]", '{"clock": 300, "money"')),
        ('{"clock": 5}', DEFAULTS, "clock"),
        *((json.dumps(KEPT | SPOILT), SETTLED, lost) for lost in ("takeout", "pace", "buy_ins.turfe")),
        (json.dumps(KEPT | SPOILT), SETTLED, "buy_ins.sulkydrom"),
    ],
)
def test_settings_that_cannot_be_read_are_logged_and_take_none_of_the_others_with_them(
    db: Connection, caplog: pytest.LogCaptureFixture, text: str, left: ServerSettings, lost: str
) -> None:
    write(db, write_settings, 1, SETTLED)
    db.execute(update(servers).values(settings=text))
    assert read_settings(db, 1) == left
    assert "server 1: of its settings some cannot be read" in caplog.text
    assert lost in caplog.text


def test_the_language_of_one_server_is_found_beside_another_that_cannot_be_read(db: Connection) -> None:
    for guild, text in ((1, '{"locale": '), (2, '{"locale": "de", "clock": 5}'), (3, '{"locale": "de"}')):
        write(db, write_settings, guild, DEFAULTS)
        db.execute(update(servers).where(servers.c.guild_id == guild).values(settings=text))
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
