"""Posting: what Discord or the network answers, sorted into what to do about it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import aiohttp
import discord
import pytest
from discord.http import MultipartParameters

from bot.messages.layout import MessageLayout
from bot.outbox import (
    DirectMessagesClosed,
    Forbidden,
    Found,
    NotFound,
    Posted,
    PostError,
    Rejected,
    Retryable,
)
from bot.ui import post_errors
from bot.ui.post_errors import sorted_errors
from bot.ui.posting import Poster, nonce
from tests.waiting import PATIENCE


def answered(status: int, code: int = 0) -> discord.HTTPException:
    """Return what discord.py raises for Discord's answer."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    return kind(SimpleNamespace(status=status, reason="told"), {"code": code, "message": "why"})


def answering(layout: MessageLayout, flags: int = 0) -> AsyncMock:
    """Answer with a message that shows a layout."""
    components = layout.build().to_components()
    return AsyncMock(return_value={"id": "100", "components": components, "flags": flags})


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (answered(404, 10003), NotFound),
        (answered(404, 10008), NotFound),
        (answered(404, 10015), NotFound),
        (answered(403, 50007), DirectMessagesClosed),
        (answered(403, 50278), DirectMessagesClosed),
        (answered(400, 50033), DirectMessagesClosed),
        (answered(403, 50001), Forbidden),
        (answered(403, 50013), Forbidden),
        (answered(400, 50083), Forbidden),
        (answered(403, 160005), Forbidden),
        (answered(400, 160005), Forbidden),
        (answered(400, 50035), Rejected),
        (answered(413, 40005), Rejected),
        (answered(401), Retryable),
        (answered(405), Retryable),
        (answered(413), Retryable),
        (answered(403, 40003), Retryable),
        (answered(403, 20026), Retryable),
        (answered(429), Retryable),
        (answered(429, 30046), Retryable),
        (answered(500), Retryable),
        (answered(503), Retryable),
        (aiohttp.ClientConnectionError(), Retryable),
        (aiohttp.ServerDisconnectedError(), Retryable),
        (ConnectionResetError(), Retryable),
        (TimeoutError(), Retryable),
    ],
    ids=lambda value: (
        getattr(value, "__name__", None)
        or f"{type(value).__name__} {getattr(value, 'status', '')} {getattr(value, 'code', '')}"
    ),
)
async def test_trouble_is_one_of_five_kinds(error: Exception, kind: type[PostError]) -> None:
    with pytest.raises(PostError) as sorted_, sorted_errors():
        raise error

    assert type(sorted_.value) is kind
    assert sorted_.value.__cause__ is error


async def test_a_request_without_an_answer_fails_in_time_and_goes_on_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It must not be cancelled: discord.py holds locks while it waits for a rate limit."""
    monkeypatch.setattr(post_errors, "PATIENCE", 0.01)
    answers, ended = asyncio.Event(), asyncio.Event()

    async def request() -> None:
        await answers.wait()
        ended.set()

    with pytest.raises(Retryable):
        await post_errors.answered(request())
    answers.set()
    async with asyncio.timeout(PATIENCE):
        await ended.wait()


async def test_a_fault_of_ours_stays_what_it_is() -> None:
    with pytest.raises(KeyError), sorted_errors():
        raise KeyError


def test_a_post_has_one_name_that_fits_and_another_post_another() -> None:
    assert nonce("T", "board", 0, 7, None) == nonce("T", "board", 0, 7, None)
    assert len(nonce("T", "board", 0, 7, None)) <= 25
    assert len({nonce("T", "board", 0, length, 5) for length in range(100)}) == 100


class TestThePoster:
    @pytest.fixture
    def client(self) -> Any:
        return MagicMock()

    def test_takes_a_message_for_the_newest_until_it_hears_of_a_newer_one(self, client: Any) -> None:
        poster, place = Poster(client), Posted(5, 100)
        assert poster.is_on_top(place)
        poster.heard(5, 100)
        poster.heard(6, 900)
        assert poster.is_on_top(place)
        poster.heard(5, 101)
        poster.heard(5, 99)
        assert not poster.is_on_top(place)
        assert poster.is_on_top(Posted(5, 101))

    async def test_posts_once_under_a_name_and_tells_discord_whether_to_notify(self, client: Any) -> None:
        client.http.send_message = answering(MessageLayout("Red leads.", footer="2 to go"))
        layout = MessageLayout("Red leads.", footer="2 to go", pings=[7])
        assert await Poster(client).send(5, layout, "name", silent=True) == Posted(5, 100)
        asked = client.http.send_message.await_args.kwargs["params"].payload
        assert (asked["nonce"], asked["enforce_nonce"]) == ("name", True)
        assert asked["allowed_mentions"] == {"parse": [], "users": [7]}
        assert discord.MessageFlags._from_value(asked["flags"]).suppress_notifications
        client.http.edit_message.assert_not_called()

    async def test_brings_a_message_up_to_date_that_an_earlier_run_posted(self, client: Any) -> None:
        client.http.send_message = answering(MessageLayout("Blue leads."))
        client.http.edit_message = answering(MessageLayout("Red leads."))
        found = await Poster(client).send(5, MessageLayout("Red leads."), "name")
        assert found == Found(5, 100)
        assert isinstance(found, Found)
        asked = client.http.edit_message.await_args
        assert asked.args == (5, 100)
        assert (
            asked.kwargs["params"].payload["components"]
            == MessageLayout("Red leads.").build().to_components()
        )

    @pytest.mark.parametrize("silent", [False, True])
    async def test_tells_that_nobody_has_heard_of_a_message_that_an_earlier_run_posted_silently(
        self, client: Any, silent: bool
    ) -> None:
        client.http.send_message = answering(MessageLayout("Red leads."), flags=1 << 12)
        sent = await Poster(client).send(5, MessageLayout("Red leads."), "name", silent=silent)
        assert isinstance(sent, Found) is not silent
        assert not client.http.edit_message.called

    async def test_uploads_a_file_again_at_every_try_of_an_edit(
        self, client: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(post_errors, "FIRST_PAUSE", 0)
        sent: list[bytes] = []

        async def refused(*_: object, params: MultipartParameters) -> None:
            assert params.files
            sent.extend(file.fp.read() for file in params.files)
            raise answered(503)

        client.http.edit_message = refused
        with pytest.raises(Retryable):
            await Poster(client).edit(Posted(5, 100), MessageLayout("", attached=[("race.json", b"log")]))
        assert sent == [b"log"] * 3

    async def test_keeps_the_files_of_a_message_of_which_only_the_words_change(self, client: Any) -> None:
        client.http.edit_message = answering(MessageLayout("Red leads."))
        await Poster(client).edit_words(Posted(5, 100), MessageLayout("Red leads."))
        assert "attachments" not in client.http.edit_message.await_args.kwargs["params"].payload
        await Poster(client).edit(Posted(5, 100), MessageLayout("Red leads."))
        assert client.http.edit_message.await_args.kwargs["params"].payload["attachments"] == []

    async def test_takes_a_message_that_is_gone_for_deleted(self, client: Any) -> None:
        client.http.delete_message = AsyncMock(side_effect=answered(404, 10008))
        await Poster(client).delete(Posted(5, 100))
        client.http.delete_message.assert_awaited_once()

    async def test_says_when_it_may_not_delete(self, client: Any) -> None:
        client.http.delete_message = AsyncMock(side_effect=answered(403, 50001))
        with pytest.raises(Forbidden):
            await Poster(client).delete(Posted(5, 100))


class TestAThread:
    @pytest.fixture
    def client(self) -> Any:
        """A client that knows one text channel, in which it may do everything, and no thread."""
        client, channel = MagicMock(), MagicMock(spec=discord.TextChannel)
        channel.permissions_for.return_value = discord.Permissions.all()
        channel.is_news.return_value = False
        channel.create_thread = AsyncMock(return_value=SimpleNamespace(id=77))
        guild = client.get_guild.return_value
        guild.unavailable = False
        guild.get_channel_or_thread.return_value = channel
        guild.get_thread.return_value = None
        channel.guild = guild
        return client

    @pytest.fixture
    def channel(self, client: Any) -> Any:
        return client.get_guild().get_channel_or_thread()

    @pytest.fixture
    def message(self, channel: Any) -> Any:
        message = channel.get_partial_message.return_value
        message.create_thread = AsyncMock(return_value=SimpleNamespace(id=100))
        return message

    async def test_is_opened_on_the_message_of_the_lobby(self, client: Any, message: Any) -> None:
        assert await Poster(client).open_thread(1, 5, 100, "x" * 200) == 100
        assert len(message.create_thread.await_args.kwargs["name"]) == 100

    async def test_that_a_message_has_already_is_found(self, client: Any, message: Any) -> None:
        message.create_thread.side_effect = answered(400, 160004)
        assert await Poster(client).open_thread(1, 5, 100, "race") == 100

    async def test_that_is_known_is_not_asked_for(self, client: Any, message: Any) -> None:
        client.get_guild().get_thread.return_value = SimpleNamespace(id=100)
        assert await Poster(client).open_thread(1, 5, 100, "race") == 100
        message.create_thread.assert_not_awaited()

    @pytest.mark.parametrize(
        ("is_news", "kind"),
        [(False, discord.ChannelType.public_thread), (True, discord.ChannelType.news_thread)],
    )
    async def test_stands_alone_where_the_lobby_is_gone(
        self, client: Any, channel: Any, message: Any, is_news: bool, kind: discord.ChannelType
    ) -> None:
        message.create_thread.side_effect = answered(404, 10008)
        channel.is_news.return_value = is_news
        assert await Poster(client).open_thread(1, 5, 100, "x" * 200) == 77
        wanted = channel.create_thread.await_args.kwargs
        assert (len(wanted["name"]), wanted["type"]) == (100, kind)

    @pytest.mark.parametrize("error", [answered(403, 50013), answered(400, 50035)])
    async def test_that_may_not_be_opened_is_said_so(
        self, client: Any, message: Any, error: Exception
    ) -> None:
        message.create_thread.side_effect = error
        with pytest.raises((Forbidden, Rejected)):
            await Poster(client).open_thread(1, 5, 100, "race")

    @pytest.mark.parametrize(
        "kind",
        [
            discord.Thread,
            discord.VoiceChannel,
            discord.StageChannel,
            discord.ForumChannel,
            discord.CategoryChannel,
        ],
    )
    async def test_is_not_asked_for_where_there_are_none(self, client: Any, kind: type) -> None:
        client.get_guild().get_channel_or_thread.return_value = MagicMock(spec=kind)
        with pytest.raises(Forbidden):
            await Poster(client).open_thread(1, 5, 100, "race")
        client.get_partial_messageable.assert_not_called()

    async def test_is_not_asked_for_where_the_bot_does_not_know_the_place(self, client: Any) -> None:
        client.get_guild().get_channel_or_thread.return_value = None
        with pytest.raises(Forbidden):
            await Poster(client).open_thread(1, 5, 100, "race")

    @pytest.mark.parametrize("missing", ["create_public_threads", "send_messages_in_threads"])
    async def test_is_not_asked_for_where_the_bot_may_not(
        self, client: Any, channel: Any, message: Any, missing: str
    ) -> None:
        channel.permissions_for.return_value = discord.Permissions(
            discord.Permissions.all().value & ~discord.Permissions(**{missing: True}).value
        )
        with pytest.raises(Forbidden):
            await Poster(client).open_thread(1, 5, 100, "race")
        message.create_thread.assert_not_awaited()
        channel.create_thread.assert_not_awaited()

    async def test_waits_while_the_server_is_out_of_order(self, client: Any) -> None:
        client.get_guild().unavailable = True
        with pytest.raises(Retryable):
            await Poster(client).open_thread(1, 5, 100, "race")


class TestWhatTheBotMayDo:
    """The bot knows channels, threads that are awake, and what it may do there."""

    @pytest.fixture
    def known(self) -> Any:
        """A client whose server has one channel (5) and one thread in it (6), where it may do everything."""
        client, channel, thread = (
            MagicMock(),
            MagicMock(spec=discord.TextChannel),
            MagicMock(spec=discord.Thread),
        )
        guild = client.get_guild.return_value
        guild.unavailable = False
        guild.get_channel_or_thread.side_effect = {5: channel, 6: thread}.get
        guild.get_thread.side_effect = {6: thread}.get
        thread.locked = False
        channel.permissions_for.return_value = thread.permissions_for.return_value = discord.Permissions.all()
        return SimpleNamespace(client=client, guild=guild, channel=channel, thread=thread)

    def may(self, known: Any, place: int) -> tuple[bool, bool, bool]:
        """Say whether it may write, edit and delete in a place."""
        poster = Poster(known.client)
        return poster.may_write(1, place), poster.may_edit(1, place), poster.may_delete(1, place)

    @pytest.mark.parametrize("place", [5, 6])
    def test_is_everything_where_nothing_is_barred(self, known: Any, place: int) -> None:
        assert self.may(known, place) == (True, True, True)

    @pytest.mark.parametrize(
        ("place", "missing", "expected"),
        [
            (5, "send_messages", (False, True, True)),
            (5, "send_messages_in_threads", (True, True, True)),
            (5, "view_channel", (False, False, False)),
            (6, "send_messages_in_threads", (False, True, True)),
            (6, "send_messages", (True, True, True)),
            (6, "view_channel", (False, False, False)),
        ],
    )
    def test_is_what_its_permissions_say(
        self, known: Any, place: int, missing: str, expected: tuple[bool, bool, bool]
    ) -> None:
        allowed = discord.Permissions(
            discord.Permissions.all().value & ~discord.Permissions(**{missing: True}).value
        )
        known.channel.permissions_for.return_value = known.thread.permissions_for.return_value = allowed
        assert self.may(known, place) == expected

    def test_is_nothing_but_deleting_in_a_thread_that_is_locked_unless_it_moderates(self, known: Any) -> None:
        known.thread.locked = True
        assert self.may(known, 6) == (True, True, True)
        known.thread.permissions_for.return_value = discord.Permissions(
            view_channel=True, send_messages_in_threads=True
        )
        assert self.may(known, 6) == (False, False, True)

    def test_is_tried_in_a_thread_that_sleeps_but_for_editing(self, known: Any) -> None:
        assert self.may(known, 7) == (True, False, True)

    def test_is_nothing_where_the_place_was_deleted(self, known: Any) -> None:
        poster = Poster(known.client)
        poster.deleted(7)
        may = (poster.may_write(1, 7), poster.may_edit(1, 7), poster.may_delete(1, 7))
        assert may == (False, False, False)

    def test_is_nothing_in_a_server_that_removed_it(self, known: Any) -> None:
        known.client.get_guild.return_value = None
        assert self.may(known, 5) == (False, False, False)

    @pytest.mark.parametrize(("members", "one"), [(2, True), (3, False), (None, False)])
    def test_counts_who_else_is_in_the_server(self, known: Any, members: int | None, one: bool) -> None:
        known.guild.member_count = members
        assert Poster(known.client).has_one_person(1) is one
        known.client.get_guild.return_value = None
        assert not Poster(known.client).has_one_person(1)

    def test_is_not_known_while_the_server_is_out_of_order(self, known: Any) -> None:
        known.guild.unavailable = True
        with pytest.raises(Retryable):
            self.may(known, 5)
