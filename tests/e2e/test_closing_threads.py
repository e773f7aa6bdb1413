"""Threads of races that are over: closed once their last word has stood for a while, and where they are not."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.client import Paddock
from bot.outbox import THREAD
from bot.tables.deadlines import Clock
from bot.tables.reading import open_in
from bot.ui.screens import thread_posts
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from sandbox.model import ThreadState
from tests import waiting
from tests.e2e.players import (
    PATIENCE,
    all_posted,
    final_of,
    hurry,
    posts_at,
    press,
    start_table,
    told,
)
from tests.e2e.shortcuts import ring

pytestmark = pytest.mark.e2e


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a last word stand for no time at all, once the clock is made to run out."""
    monkeypatch.setattr(thread_posts, "deadlines", SimpleNamespace(THREAD_CLOSES_AFTER=0))


async def finished(bot: Paddock, *people: UserClient) -> tuple[str, SeenMessage]:
    """Play a race to its end; return its table and what is posted then."""
    table = await start_table(*people)
    await hurry(bot, table)
    final = await final_of(people[0], table)
    await all_posted()
    return table, final


def state_of(sandbox: Sandbox, message: SeenMessage) -> ThreadState:
    state = sandbox.world.channels[message.channel_id].thread
    assert state
    return state


async def seen_to(bot: Paddock, table: str) -> None:
    """Have the clock run out, and wait until the thread was seen to."""
    await ring(bot, table, Clock.THREAD)

    async def is_done() -> bool:
        posts = {post.key: post for post in await posts_at(bot, table)}
        return THREAD in posts and not posts[THREAD].is_due

    await waiting.until(is_done)


async def test_the_thread_of_a_race_that_is_over_is_archived_and_not_locked(
    sandbox: Sandbox, bot: Paddock, at_once: None, ana: UserClient, ben: UserClient
) -> None:
    table, final = await finished(bot, ana, ben)
    await seen_to(bot, table)
    state = state_of(sandbox, final)
    assert (state.archived, state.locked) == (True, False)

    await told(await press(ben, final, "Rematch"))
    lobby = await ana.wait_message(lambda m: "Join" in m.labels, PATIENCE, final.channel_id)
    assert not state.archived
    (fresh,) = await bot.tables.database.read(open_in, int(sandbox.guild.id))
    await all_posted()
    await ring(bot, fresh.table_id, Clock.LOBBY)
    await ana.wait_message(lambda m: m.id == lobby.id and "Nobody started" in m.text, PATIENCE)
    await seen_to(bot, fresh.table_id)
    assert state.archived


async def test_a_thread_in_which_somebody_has_written_since_stays_open(
    sandbox: Sandbox, bot: Paddock, at_once: None, ana: UserClient, ben: UserClient
) -> None:
    table, final = await finished(bot, ana, ben)
    await ben.say(final, "Well ridden!")
    await seen_to(bot, table)
    assert not state_of(sandbox, final).archived


async def test_a_thread_that_somebody_has_locked_is_left_as_it_is_and_nothing_is_refused(
    sandbox: Sandbox, bot: Paddock, at_once: None, ana: UserClient, ben: UserClient
) -> None:
    table, final = await finished(bot, ana, ben)
    sandbox.world.lock_thread(sandbox.world.channels[final.channel_id])
    await seen_to(bot, table)
    assert not state_of(sandbox, final).archived
