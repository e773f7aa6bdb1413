"""Playing hours and pace, as people meet them: said in a form, read in the lobby, and nobody is called outside them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.client import Paddock
from bot.db.schema import tables
from bot.servers import Pace
from bot.tables.deadlines import Clock
from bot.tables.loading import load
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from sandbox.model import Flag
from tests.databases import writing
from tests.e2e.conftest import connected
from tests.e2e.players import (
    PATIENCE,
    all_posted,
    board_of,
    desk_of,
    find_desk,
    lobby_of,
    lobby_shows,
    open_table,
    place_bet,
    press,
    start,
    told,
)
from tests.e2e.shortcuts import ring

pytestmark = pytest.mark.e2e

STILL = "Clocks stand still until <t:"


def span(first: int, last: int) -> str:
    """Return playing hours, UTC, from and to so many hours from now."""
    now = datetime.now(UTC).replace(minute=0)
    return "-".join(f"{now + timedelta(hours=hours):%H:%M}" for hours in (first, last))


def silently(message: SeenMessage) -> bool:
    """Whether a message notified nobody."""
    return bool(message.raw["flags"] & Flag.SUPPRESS_NOTIFICATIONS) and not message.raw["mentions"]


async def settled(host: UserClient, table: str, hours: str, zone: str = "UTC", pace: str = "server") -> None:
    """Fill in the form of a lobby that the host opens."""
    form = await press(host, await lobby_of(host, table), "Pace")
    await host.submit(form, {"hours": hours, "zone": zone, "pace": [pace], "hints": ["usual"]})


async def begin(bot: Paddock, table: str) -> None:
    """Have the hours of a table begin, which are about to by what they say."""
    with writing(bot.database) as db:
        this = tables.c.table_id == table
        db.execute(update(tables).where(this).values(hours=f"{span(-1, 6)} UTC"))
    await ring(bot, table, Clock.OPEN)


async def test_the_host_says_in_a_form_when_it_is_played_at_what_pace_and_with_hints_or_without(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    form = await press(ana, await lobby_of(ana, table), "Pace")
    assert form.modal
    assert form.modal.title == "Pace, playing hours and hints"
    wrong = {"hours": "18-23", "zone": "Europe/Berln", "pace": ["quick"], "hints": ["yes"]}
    assert "Try `Europe/Berlin`" in await told(await ana.submit(form, wrong))
    form = await press(ana, await lobby_of(ana, table), "Pace")
    assert "Write playing hours as `18:00-23:00`" in await told(
        await ana.submit(form, wrong | {"hours": "evenings"})
    )

    form = await press(ana, await lobby_of(ana, table), "Pace")
    await ana.submit(form, wrong | {"zone": "europe / berlin"})
    lobby = await lobby_shows(
        ana, table, "18:00–23:00, Europe/Berlin · computer players quick · hints allowed"
    )
    assert f"<@{ben.id}> · not ready" in lobby.text
    await press(ben, await lobby_of(ben, table), "Ready")
    await lobby_shows(ana, table, "presses **Start**")
    assert (await bot.tables.database.read(load, table)).pace is Pace.QUICK

    other = await open_table(ana)
    form = await press(ana, await lobby_of(ana, other), "Pace")
    assert "Europe/Berlin" in str(form.modal and form.modal.raw)


async def test_outside_the_hours_nobody_is_notified_and_when_they_begin_whoever_is_asked(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    await settled(ana, table, span(3, 6))
    await lobby_shows(ana, table, ", UTC")
    await press(ben, await lobby_of(ben, table), "Ready")
    await lobby_shows(ana, table, "presses **Start**")
    await start(ana, table)
    board = await board_of(ana, STILL)
    desks = [await desk_of(person, table, STILL) for person in (ana, ben)]
    assert all(silently(message) for message in (board, *desks))

    await place_bet(ana, table)
    board = await board_of(ben, "1 of 2 placed")
    await all_posted()
    assert silently(board)
    assert (find_desk(ben, table) or board).id == desks[1].id

    await begin(bot, table)
    desk = await ben.wait_for(lambda: _other(ben, table, desks[1]), PATIENCE, "a desk that calls")
    assert not silently(desk)
    assert STILL not in desk.text
    await place_bet(ben, table)
    await board_of(ben, "plays a card")


def _other(person: UserClient, table: str, before: SeenMessage) -> SeenMessage | None:
    desk = find_desk(person, table)
    return desk if desk and desk.id != before.id else None


async def test_who_was_asked_in_the_night_is_called_though_the_bot_was_killed_meanwhile(
    sandbox: Sandbox, database: Path
) -> None:
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        async with connected(sandbox, database) as bot:
            table = await open_table(ana, ben)
            await settled(ana, table, span(3, 6))
            await lobby_shows(ana, table, ", UTC")
            await press(ben, await lobby_of(ben, table), "Ready")
            await lobby_shows(ana, table, "presses **Start**")
            await start(ana, table)
            desk = await desk_of(ben, table, STILL)
            await all_posted()
        async with connected(sandbox, database) as bot:
            await all_posted()
            assert (find_desk(ben, table) or desk).id == desk.id
            await begin(bot, table)
            called = await ben.wait_for(lambda: _other(ben, table, desk), PATIENCE, "a desk that calls")
            assert not silently(called)
