"""The first steps: shown to a server once, in a channel where the bot may write."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.db import Database
from bot.messages.layout import MessageLayout
from bot.outbox import Forbidden, Posted, Retryable
from bot.servers import owe_greeting, owed_greetings
from bot.ui.guild import greeter
from bot.ui.guild.greeter import Greeter
from bot.ui.guild.help_pages import CommandNames
from tests.databases import reading, writing


class Server:
    """A server as the greeter sees it: channels by their ids, and those in which the bot may write."""

    def __init__(self, open_to_us: Sequence[int], system: int | None = None) -> None:
        self.id = 1
        self.preferred_locale = discord.Locale.american_english
        self.me = object()
        self.text_channels = [self._channel(each, each in open_to_us) for each in (10, 11, 12)]
        self.system_channel = next((each for each in self.text_channels if each.id == system), None)

    def _channel(self, channel_id: int, is_open: bool) -> Any:
        allowed = discord.Permissions(view_channel=True, send_messages=is_open)
        return SimpleNamespace(id=channel_id, permissions_for=lambda _: allowed)


@pytest.mark.parametrize(
    ("open_to_us", "system", "expected"),
    [
        ((10, 11, 12), 12, [12, 10, 11]),
        ((10, 11, 12), None, [10, 11, 12]),
        ((11,), 10, [11]),
        ((), 10, []),
    ],
)
def test_the_news_channel_comes_first_then_the_uppermost_that_is_open(
    open_to_us: Sequence[int], system: int | None, expected: list[int]
) -> None:
    assert [each.id for each in greeter.writable_channels(Server(open_to_us, system))] == expected


class Post:
    """Takes posts, after the trouble it was given."""

    def __init__(self, *trouble: Exception) -> None:
        self.trouble = list(trouble)
        self.sent: list[tuple[int, str]] = []

    async def send(self, channel_id: int, layout: MessageLayout, name: str) -> Posted:
        if self.trouble:
            raise self.trouble.pop(0)
        self.sent.append((channel_id, name))
        return Posted(channel_id, 1)


@pytest.fixture
async def store(new_url: str) -> AsyncIterator[Database]:
    opened = Database(new_url)
    yield opened
    await opened.close()


def greets(store: Database, post: Post, server: Server | None) -> Greeter:
    client = SimpleNamespace(get_guild=lambda _: server)
    return Greeter(client, store, post, CommandNames(), lambda: 5)


async def owed(store: Database) -> list[int]:
    with reading(store) as db:
        return owed_greetings(db)


async def test_a_server_is_greeted_once_whatever_comes_in_between(store: Database) -> None:
    post = Post(Retryable("down"))
    first = greets(store, post, Server((10, 11)))
    await first.joined(1)
    await first.close()
    assert (post.sent, await owed(store)) == ([], [1]), "the world was in trouble, and then the bot stopped"

    second = greets(store, post, Server((10, 11)))
    await second.resume()
    await second.close()
    assert (len(post.sent), await owed(store)) == (1, [])

    for _ in range(2):
        third = greets(store, post, Server((10, 11)))
        await third.resume()
        await third.joined(1)
        await third.close()
    assert [channel for channel, _ in post.sent] == [10]


async def test_a_post_that_was_made_but_not_noted_is_made_again_under_the_same_name(store: Database) -> None:
    post = Post()
    for _ in range(2):
        with writing(store) as db:
            owe_greeting(db, 1)
        await greets(store, post, Server((10,)))._run("1")
        with writing(store) as db:
            db.exec_driver_sql("UPDATE servers SET greeted_at = 0")
    assert len(post.sent) == 2
    assert len({name for _, name in post.sent}) == 1


async def test_where_a_channel_refuses_the_next_is_tried_and_with_none_left_it_is_let_be(
    store: Database,
) -> None:
    post = Post(Forbidden("403"))
    for server in (Server((10, 11)), Server(())):
        each = greets(store, post, server)
        await each.joined(1)
        await asyncio.sleep(0)
        await each.close()
    assert [channel for channel, _ in post.sent] == [11]
    assert await owed(store) == []


async def test_a_server_that_is_left_again_stays_owed(store: Database) -> None:
    each = greets(store, Post(), None)
    await each.joined(1)
    await each.close()
    assert await owed(store) == [1]
