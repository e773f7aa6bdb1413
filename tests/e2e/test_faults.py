"""Every fault of the sandbox, and the bot plays on: nothing is lost, nothing is posted twice, everybody is answered.

What the bot says of trouble that passes are warnings in one line.
"""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from bot import startup
from bot.client import Paddock
from bot.outbox import worker
from bot.tables import race_commands
from bot.tables.loading import load
from bot.tables.reading import open_in
from bot.ui import post_errors
from sandbox import Limits, Sandbox, UserClient
from sandbox.exchanges import Exchange
from sandbox.faults import Faults
from sandbox.limits import Rule
from tests.e2e.conftest import connected
from tests.e2e.eavesdropping import all_heard
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    all_noted,
    all_posted,
    asked,
    board_of,
    desk_of,
    fill_in,
    length,
    lobby_of,
    lobby_shows,
    open_slip,
    open_table,
    place_bet,
    press,
    start,
    start_table,
    table_id,
    told,
)
from tests.waiting import until

pytestmark = [pytest.mark.e2e, pytest.mark.refused]

POSTS, EDITS, ANSWERS = r"/channels/\d+/messages$", r"/channels/\d+/messages/\d+$", r"^/webhooks/"
CALLBACK = r"/callback$"

Order: TypeAlias = Callable[[Faults, str, str], object]
"""Orders a fault for the next request of a method to a path."""

ON_THE_WAY: dict[str, Order] = {
    "limited": lambda faults, method, path: faults.limit(method, path),
    "shared": lambda faults, method, path: faults.limit(method, path, scope="shared"),
    "global": lambda faults, method, path: faults.limit(method, path, scope="global"),
    "banned": lambda faults, method, path: faults.ban(method, path),
    "broken": lambda faults, method, path: faults.fail(method, path, 503, html=True),
    "done broken": lambda faults, method, path: faults.fail(method, path, 503, html=True, after=True),
    "slow": lambda faults, method, path: faults.delay(method, path, 0.05),
    "done slow": lambda faults, method, path: faults.delay(method, path, 0.05, after=True),
    "cut": lambda faults, method, path: faults.cut(method, path, after=False),
    "done cut": lambda faults, method, path: faults.cut(method, path),
    "reset": lambda faults, method, path: faults.reset(method, path),
    "done reset": lambda faults, method, path: faults.reset(method, path, after=True),
}
"""Of requests, whatever they are."""

on_the_way = pytest.mark.parametrize(
    "order", [pytest.param(order, id=name) for name, order in ON_THE_WAY.items()]
)


@pytest.fixture(autouse=True)
async def _sober(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[None]:
    """Have the bot try again soon, and hold its log and everybody's screens to be in order at the end."""
    monkeypatch.setattr(worker, "FIRST_WAIT", 20)
    monkeypatch.setattr(post_errors, "FIRST_PAUSE", 0.01)
    yield
    ours = [record for record in caplog.get_records("call") if record.name.startswith("bot.")]
    assert not [each.getMessage() for each in ours if each.levelno >= logging.ERROR or each.exc_info]
    assert not sandbox.services.interactions.unfinished


def shown(person: UserClient, text: str) -> int:
    """Count the messages that somebody sees and that say something."""
    return sum(text in message.text for message in person.messages())


# ----------------------------------------------------------------------------------------- of any request


@on_the_way
async def test_a_table_is_opened_and_started_and_everything_is_posted_once(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, order: Order
) -> None:
    order(sandbox.faults, "POST", CALLBACK)
    order(sandbox.faults, "PATCH", ANSWERS)
    table = await open_table(ana, ben)
    for method, path in (
        ("POST", POSTS),
        ("PATCH", EDITS),
        ("POST", "/users/@me/channels"),
        ("POST", "/threads$"),
    ):
        order(sandbox.faults, method, path)
    await start(ana, table)
    for person in (ana, ben):
        await desk_of(person, table, "Your bet, please")
    order(sandbox.faults, "DELETE", "")
    await board_of(ben, "0 of 2 placed")
    await place_bet(ana, table)
    await board_of(ben, "1 of 2 placed")
    await all_noted(bot, table)
    await all_heard(sandbox, ana, ben)
    assert [shown(ben, text) for text in ("Sealed luck", "of 2 placed")] == [1, 1]
    assert [shown(person, "Your desk ·") for person in (ana, ben)] == [1, 1]
    assert len(sandbox.guild.threads) == 1


@on_the_way
async def test_a_press_counts_once_and_whoever_pressed_is_told_what_came_of_it(
    sandbox: Sandbox,
    bot: Paddock,
    ana: UserClient,
    ben: UserClient,
    order: Order,
    request: pytest.FixtureRequest,
) -> None:
    table = await start_table(ana, ben)
    desk = await fill_in(ana, table, "red", "100")
    before = await length(bot, table)
    order(sandbox.faults, "PATCH", ANSWERS)
    await press(ana, desk, asked(desk) + ":bet.place")
    await desk_of(ana, table, "**Your bet:** 100 on Red to place.")
    assert await length(bot, table) == before + 1
    order(sandbox.faults, "POST", CALLBACK)
    form = await ben.select(await open_slip(ben, table), "How much?", "other")
    assert form.modal
    order(sandbox.faults, "POST", r"^/webhooks/\d+/[^/]+$")
    refused = await ben.submit(form, {"amount": "12345"})
    fault = request.node.callspec.id
    if fault != "cut":  # half of an answer may as well be that to a word that was told
        assert "Enter a number" in await told(refused)
    if fault != "done reset":  # Discord knows no name for such a word: it may come twice
        await all_heard(sandbox, ben)
        assert len(refused.followups) == (fault != "cut")


# ---------------------------------------------------------------------------------------------- no answer


async def test_a_rate_limit_that_lasts_too_long_is_no_request_that_is_waited_for(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    """Direct messages cannot be opened for ten minutes: everybody plays from the desk that they open themselves."""
    sandbox.faults.limit("POST", "/users/@me/channels", seconds=600.0, scope="shared")
    requests = list[Exchange]()
    sandbox.exchanges.hooks.append(requests.append)
    table = await open_table(ana, ben)
    await start(ana, table)
    for person in (ana, ben):
        opened = await person.command("race desk", CHANNEL, table=table)
        assert "Your desk" in (await opened.answer(PATIENCE)).text
    for _ in range(5):
        await bot.tables.step(race_commands.show_desks, table, [int(ana.id), int(ben.id)])
        await all_posted()
    assert len([each for each in requests if each.path.endswith("/users/@me/channels")]) <= 2


# -------------------------------------------------------------------------------------------- rate limits


async def test_a_race_goes_on_under_narrow_limits_that_are_counted(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    narrow = {
        ("POST", "/channels/{channel_id}/messages"): Rule(1, 0.1),
        ("PATCH", "/channels/{channel_id}/messages/{message_id}"): Rule(1, 0.1),
        ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): Rule(1, 0.1),
    }
    sandbox.services.limiter.limits = Limits(rules=narrow, together=Rule(5, 0.1))
    table = await start_table(ana, ben)
    for person in (ana, ben):
        await place_bet(person, table)
    await board_of(ben, "plays a card")
    await all_noted(bot, table)
    assert [shown(person, "Your desk ·") for person in (ana, ben)] == [1, 1]


async def test_one_race_after_another_begins_in_the_same_channel_under_the_limits_of_discord(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    """Of threads Discord allows so many in five minutes: the first uses up none of the others."""
    sandbox.services.limiter.limits = Limits.discord()
    for _ in range(2):
        table = await start_table(ana, ben)
        await all_noted(bot, table)
        assert (await bot.tables.database.read(load, table)).thread_id


# ------------------------------------------------------------------------------------------- interactions


async def test_a_press_whose_token_is_dead_changes_nothing_and_works_again(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, caplog: pytest.LogCaptureFixture
) -> None:
    table = await start_table(ana, ben)
    desk = await open_slip(ana, table)
    sandbox.faults.expire(CALLBACK)
    patience, sandbox.services.interactions.patience = sandbox.services.interactions.patience, 0.2
    assert (await ana.select(desk, "Which horse?", "red")).failed
    sandbox.services.interactions.patience = patience
    assert any(re.fullmatch("the answer to .* was lost: 404 10062", line) for line in caplog.messages)
    await place_bet(ana, table)


async def test_a_move_whose_token_dies_before_it_can_be_answered_counts_and_its_desk_is_brought_up_to_date(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    desk = await fill_in(ana, table, "red", "100")
    sandbox.faults.expire("@original")
    await press(ana, desk, asked(desk) + ":bet.place")
    await desk_of(ana, table, "**Your bet:** 100 on Red to place.")
    await all_posted()
    await all_heard(sandbox, ana)
    assert shown(ana, "Your desk ·") == 1


async def test_of_two_bots_with_one_token_only_the_one_that_answers_acts_and_the_other_says_so(
    sandbox: Sandbox,
    bot: Paddock,
    ana: UserClient,
    ben: UserClient,
    tmp_path: Path,
    new_database: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with connected(sandbox, Path(shutil.copy(new_database, tmp_path / "twin.db"))) as twin:
        command = await ana.command("race new jockey", CHANNEL)
        assert "Another copy of this bot answered" in (await command.followup(timeout=PATIENCE)).text
        lobby = await lobby_of(ben)
        joined = await press(ben, lobby, "Join")
        await ben.wait_for(
            lambda: any("Another copy" in said.text for said in joined.responses) or None,
            PATIENCE,
            "the same",
        )
        opened = [await each.tables.database.read(open_in, int(sandbox.guild.id)) for each in (bot, twin)]
    assert sorted(map(len, opened)) == [0, 1]
    assert [record for record in caplog.records if "another process answers" in record.getMessage()]


# ------------------------------------------------------------------------------------- events and gateway


async def test_a_press_that_discord_sends_twice_counts_once_and_nobody_is_told_otherwise(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    sandbox.faults.double("INTERACTION_CREATE", times=2)
    opened = await ana.command("race new jockey", CHANNEL)
    assert "Your table" in (await opened.answer(PATIENCE)).text
    lobby = await lobby_of(ben)
    joined = await press(ben, lobby, "Join")
    await lobby_shows(ana, table_id(lobby), f"<@{ben.id}>")
    await all_posted()
    await all_heard(sandbox, ana, ben)
    assert shown(ben, "Sealed luck") == 1
    assert not joined.followups


async def test_events_that_come_twice_or_in_another_order_change_nothing(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    sandbox.faults.reorder(".*", times=15)
    sandbox.faults.double(".*", times=15)
    table = await start_table(ana, ben)
    for person in (ana, ben):
        await place_bet(person, table)
    await board_of(ben, "plays a card")
    await all_posted()
    await all_heard(sandbox, ana, ben)
    assert [shown(person, "Your desk ·") for person in (ana, ben)] == [1, 1]


async def test_whoever_pressed_a_button_of_which_nobody_told_the_bot_presses_again(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana)
    lobby = await lobby_of(ben, table)
    sandbox.faults.lose("INTERACTION_CREATE")
    patience, sandbox.services.interactions.patience = sandbox.services.interactions.patience, 0.2
    assert (await ben.click(lobby, "Join")).failed
    sandbox.services.interactions.patience = patience
    await press(ben, lobby, "Join")
    await lobby_shows(ana, table, f"<@{ben.id}>")


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(lambda faults: faults.drop(), id="dropped"),
        pytest.param(lambda faults: faults.reconnect(), id="reconnect"),
        pytest.param(lambda faults: faults.invalidate(resumable=True), id="invalid but resumable"),
        pytest.param(lambda faults: faults.freeze(0.2), id="frozen for a moment"),
    ],
)
async def test_presses_while_the_connection_breaks_arrive_with_the_resume(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, trouble: Callable[[Faults], None]
) -> None:
    table = await start_table(ana, ben)
    trouble(sandbox.faults)
    for person in (ana, ben):
        await place_bet(person, table)
    await board_of(ben, "plays a card")
    await all_posted()
    assert [shown(person, "Your desk ·") for person in (ana, ben)] == [1, 1]
    await until(lambda: bot.heartbeat.still is None)


async def test_a_connection_that_only_seems_to_stand_is_replaced_and_what_it_kept_back_arrives(
    sandbox: Sandbox, database: Path
) -> None:
    sandbox.gateway.heartbeat_ms = 50
    async with (
        connected(sandbox, database, heartbeat_timeout=0.4) as bot,
        sandbox.user("Ana") as ana,
        sandbox.user("Ben") as ben,
    ):
        table = await start_table(ana, ben)
        sandbox.faults.freeze()
        for person in (ana, ben):
            await place_bet(person, table)
        await board_of(ben, "plays a card")
        await until(lambda: bot.heartbeat.still is None)


async def test_after_a_session_that_is_gone_the_bot_identifies_anew_and_the_race_goes_on(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    again = bot.wait_for("shard_ready", check=lambda _: True, timeout=PATIENCE)
    sandbox.faults.drop(resumable=False)
    await again
    for person in (ana, ben):
        await place_bet(person, table)
    await board_of(ben, "plays a card")
    await all_posted()
    assert [shown(person, "Your desk ·") for person in (ana, ben)] == [1, 1]


# -------------------------------------------------------------------------------------------- the start


@pytest.mark.parametrize("name", ["limited", "broken", "cut", "done reset"])
async def test_a_start_is_finished_whatever_befalls_its_requests(
    sandbox: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(startup, "FIRST_PAUSE", 0.02)
    ON_THE_WAY[name](sandbox.faults, "PUT", r"/commands$")
    async with connected(sandbox, database) as bot:
        assert bot.startup.pending == ()
