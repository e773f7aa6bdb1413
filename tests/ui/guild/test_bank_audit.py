"""What managers did is posted also by the process that takes over from a killed one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

from bot import bank
from bot.client import Paddock
from bot.db import Database
from bot.outbox import Posted
from bot.servers import ServerSettings, write_settings
from bot.shards import Shards
from bot.ui.guild.bank_audit import BankAudit
from tests.databases import reading, writing

GUILD, MOD, ANN, CHANNEL, NOW = 1, 33, 11, 9, 1_789_000_000_000


async def test_an_act_that_a_killed_process_has_not_posted_is_posted_by_the_one_that_takes_its_shards(
    new_url: str,
) -> None:
    store, poster = await Database.open(new_url), AsyncMock()
    poster.send.return_value = Posted(CHANNEL, 1)
    with writing(store) as db:
        write_settings(db, GUILD, ServerSettings(audit_channel=CHANNEL))
        act = bank.Act(7, GUILD, MOD, ANN, bank.ActKind.GRANT, 100, "a prize", NOW)
        bank.grant(db, act)  # and the process that heard the command is killed here
    kept = set[int]()
    audit = BankAudit(store, poster, kept.__contains__)
    await audit.resume()  # the other process was started before, and kept nothing of it
    kept.add(GUILD)
    process: Any = SimpleNamespace(
        _sweep=AsyncMock(),
        outbox=AsyncMock(),
        clockwork=AsyncMock(),
        privacy=AsyncMock(),
        bank_audit=audit,
    )
    process.screens = SimpleNamespace(opened=AsyncMock(), removals=AsyncMock(), doubt_desks=AsyncMock())
    await Paddock._take_up(process, Shards(frozenset({0}), 1))
    await audit.close()
    assert poster.send.await_count == 1
    with reading(store) as db:
        assert bank.untold(db, GUILD) == []
    await store.close()
