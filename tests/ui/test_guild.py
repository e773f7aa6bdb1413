"""Screens that belong to no table: within Discord's limits, their presses read, the first steps shown once."""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.client import Paddock
from bot.exts import add_commands
from bot.exts.help import offered
from bot.exts.translator import translations
from bot.games.screens import Misread
from bot.games.titles import titles
from bot.outbox import Forbidden, Posted, Retryable
from bot.servers import DEFAULTS, Boards, ServerSettings, owe_greeting, owed_greetings
from bot.store import Store, StoreError
from bot.tables import Seat
from bot.texts import DEFAULT, LANGUAGES
from bot.texts.command_translations import COMMANDS
from bot.ui.clicks.privacy_clicks import PrivacyClicks
from bot.ui.clicks.settings_clicks import change_of
from bot.ui.custom_ids import CustomId
from bot.ui.guild import greeter
from bot.ui.guild.command_names import CommandNames
from bot.ui.guild.greeter import Greeter
from bot.ui.guild.guild_ids import GuildId
from bot.ui.guild.help_pages import Offered, first_steps, help_pages
from bot.ui.guild.privacy_layout import (
    LARGEST,
    export_file,
    preferences_layout,
    privacy_layout,
    sure_to_erase_layout,
)
from bot.ui.guild.settings_forms import buy_ins_form, buy_ins_from, clock_form, clock_from
from bot.ui.guild.settings_layout import Place, settings_layout, sure_layout
from bot.ui.message_layout import MessageLayout
from bot.ui.snapshot import Snapshot
from tests.games.race_days import table
from tests.ui.limits import components, require_openable, require_sendable

LAST = 2**63 - 1
MANY = tuple(LAST - each for each in range(25))
FULL = ServerSettings(
    language="en-US",
    clock=7 * 86_400 - 1,
    channels=MANY,
    openers=MANY,
    boards=Boards.EDITED,
    pictures=False,
    buy_ins=dict.fromkeys([title.key for title in titles()], 100_000),
    computers=False,
    most_tables=49,
)
languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)


def named() -> CommandNames:
    names = CommandNames()
    names.learn(dict.fromkeys(("race", "bank", "help", "privacy", "settings"), LAST))
    return names


# ------------------------------------------------------------------------------------------------- screens


@languages
@pytest.mark.parametrize("settings", [DEFAULTS, FULL, FULL.model_copy(update={"money": False})])
def test_settings_can_be_sent_and_say_what_holds(t, settings: ServerSettings) -> None:
    place = Place("en-US", frozenset(MANY), frozenset(MANY))
    layout = settings_layout(settings, place, t)
    require_sendable(layout)
    controls = [each["custom_id"] for each in components(layout.build()) if "custom_id" in each]
    assert all(GuildId.read(each) for each in controls)
    require_sendable(sure_layout(t))
    require_openable(clock_form(t))
    require_openable(buy_ins_form(settings, t))


def test_a_channel_that_is_gone_is_not_offered_as_chosen() -> None:
    layout = settings_layout(FULL, Place("en-US", frozenset(MANY[:2])), DEFAULT)
    chosen = [each["default_values"] for each in components(layout.build()) if each.get("default_values")]
    assert [[each["id"] for each in values] for values in chosen] == [list(MANY[:2])]


@languages
def test_help_first_steps_and_ones_own_data_can_be_sent(t) -> None:
    many = [Offered(f"race something-{n}", "x" * 100) for n in range(60)]
    pages = help_pages(many, named(), t)
    for page in pages:
        require_sendable(MessageLayout(page))
    assert sum(page.count("/race something-") for page in pages) == 60
    require_sendable(MessageLayout(first_steps(named(), t)))
    for layout in (privacy_layout(t), sure_to_erase_layout(t), MessageLayout(t.privacy.erased)):
        require_sendable(layout)
    for is_always in (True, False):
        require_sendable(preferences_layout(t, is_always=is_always))


@pytest.mark.parametrize("locale", ["en-US", *COMMANDS])
async def test_help_lists_every_command_and_every_game(tmp_path: Path, locale: str) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'paddock.db'}")
    bot = Paddock(store)
    add_commands(bot.services)
    commands = list(offered(bot.tree, locale))
    text = "\n".join(help_pages(commands, CommandNames(), DEFAULT))
    assert {"race new jockey", "race join", "bank balance", "settings", "privacy"} <= {
        c.name for c in commands
    }
    assert all(f"`/{command.name}` · {command.what}" in text for command in commands)
    assert all(f"**{title.words(DEFAULT).name}**" in text for title in titles())
    if locale in COMMANDS:
        spoken = {entry.description for entry in translations(locale).values()}
        assert [command.name for command in commands if command.what not in spoken] == []
    await store.close()


# ------------------------------------------------------------------------------------------------- presses


@given(st.from_regex(r"[a-z0-9_.+-]{1,90}", fullmatch=True))
def test_ids_read_back_and_are_no_tables_ids(what: str) -> None:
    assert GuildId.read(str(GuildId(what))) == GuildId(what)
    assert CustomId.read(str(GuildId(what))) is None
    assert GuildId.read(str(CustomId("K7QH2M", 3, what[:70]))) is None
    assert GuildId.read(f"s:{what}\n") is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("45 s", 45),
        ("45sec", 45),
        ("90 seconds", 90),
        ("15 min", 900),
        ("15m", 900),
        (" 2 H ", 7200),
        ("1 day", 86_400),
        ("7d", 604_800),
    ],
)
def test_times_are_read(text: str, seconds: int) -> None:
    assert clock_from({"clock": text}, DEFAULT) == seconds


@pytest.mark.parametrize(
    "text", ["", "90", "29 s", "8 d", "1000000 s", "soon", "-5 min", "5 lightyears", "٣ hm?"]
)
def test_what_is_no_time_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(Misread, match="30 s to 7 d"):
        clock_from({"clock": text}, DEFAULT)


@pytest.mark.parametrize(
    ("text", "amount"),
    [("2500", 2500), ("2,500", 2500), ("2.500", 2500), ("2 500", 2500), ("100’000", 100_000), ("10", 10)],
)
def test_buy_ins_are_read_and_only_what_differs_is_kept(text: str, amount: int) -> None:
    change = change_of(("buy_ins",), (), {"jockey": text, "turfe": "1,000", "newmarket": ""}, DEFAULT)
    assert change(DEFAULTS).buy_ins == {"jockey": amount}


def test_buy_ins_that_a_form_does_not_ask_for_stay_as_they_were() -> None:
    held = ServerSettings(buy_ins={"turfe": 50, "newmarket": 70, "a_game_that_is_gone": 90})
    change = change_of(("buy_ins",), (), {"jockey": "20", "turfe": ""}, DEFAULT)
    assert change(held).buy_ins == {"jockey": 20, "newmarket": 70, "a_game_that_is_gone": 90}


@pytest.mark.parametrize("text", ["9", "100001", "2,5", "many", "-50", "1e3", "1" * 10])
def test_what_is_no_buy_in_is_refused_with_the_games_name(text: str) -> None:
    with pytest.raises(Misread, match="Look at Jockey again"):
        buy_ins_from({"jockey": text, "turfe": "50"}, DEFAULT)


@pytest.mark.parametrize(
    ("parts", "chosen", "changed"),
    [
        (("clock",), ("30",), {"clock": 30}),
        (("most_tables",), ("50",), {"most_tables": 50}),
        (("language",), ("en-US",), {"language": "en-US"}),
        (("language",), ("discord",), {}),
        (("channels",), ("5", "6"), {"channels": (5, 6)}),
        (("openers",), (), {}),
        (("boards", "edited"), (), {"boards": "edited"}),
        (("money", "off"), (), {"money": False}),
        (("money", "on"), (), {}),
    ],
)
def test_presses_change_what_they_say(parts: Any, chosen: Sequence[str], changed: dict[str, Any]) -> None:
    assert change_of(parts, chosen, {}, DEFAULT)(DEFAULTS) == ServerSettings(**changed)
    assert change_of(("reset",), (), {}, DEFAULT)(FULL) == DEFAULTS


@pytest.mark.parametrize(
    ("parts", "chosen"),
    [
        (("clock",), ("1",)),
        (("clock",), ("soon",)),
        (("clock",), ()),
        (("most_tables",), ("51",)),
        (("language",), ("xx",)),
        (("channels",), ("here",)),
        (("boards", "shouted"), ()),
        (("money",), ()),
        (("extra", "on"), ()),
        (("buy_ins",), ()),
    ],
)
def test_forged_presses_change_nothing(parts: Any, chosen: Sequence[str]) -> None:
    with pytest.raises(Misread, match="nothing was changed"):
        change_of(parts, chosen, {}, DEFAULT)


def test_an_export_that_is_too_large_is_sent_compressed() -> None:
    name, plain = export_file({"user_id": 1})
    assert (name, json.loads(plain)) == ("paddock-data.json", {"user_id": 1})
    name, packed = export_file({"decisions": ["x" * LARGEST]})
    assert name == "paddock-data.json.zip"
    assert len(packed) < LARGEST
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        assert archive.namelist() == ["paddock-data.json"]


def test_who_is_forgotten_is_named_by_a_neutral_name() -> None:
    seat = Seat(0, None, None, "Player 1")
    snapshot = Snapshot(replace(table(2), seats=(seat, *table(2).seats[1:])), None, DEFAULT)
    assert snapshot.who(0) == "👤 Player 1"


# --------------------------------------------------------------------------------------------- first steps


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
    assert [each.id for each in greeter.places(Server(open_to_us, system))] == expected


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
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite:///{tmp_path / 'paddock.db'}")
    yield opened
    await opened.close()


def greets(store: Store, post: Post, server: Server | None) -> Greeter:
    client = SimpleNamespace(get_guild=lambda _: server)
    return Greeter(client, store, post, CommandNames(), lambda: 5)


async def owed(store: Store) -> list[int]:
    async with store.reading() as db:
        return await owed_greetings(db)


async def test_a_server_is_greeted_once_whatever_comes_in_between(store: Store) -> None:
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


async def test_a_post_that_was_made_but_not_noted_is_made_again_under_the_same_name(store: Store) -> None:
    post = Post()
    for _ in range(2):
        async with store.writing() as db:
            await owe_greeting(db, 1)
        await greets(store, post, Server((10,)))._greet(Server((10,)))
        async with store.writing() as db:
            await db.exec_driver_sql("UPDATE servers SET greeted_at = 0")
    assert len(post.sent) == 2
    assert len({name for _, name in post.sent}) == 1


async def test_where_a_channel_refuses_the_next_is_tried_and_with_none_left_it_is_let_be(
    store: Store,
) -> None:
    post = Post(Forbidden("403"))
    for server in (Server((10, 11)), Server(())):
        each = greets(store, post, server)
        await each.joined(1)
        await asyncio.sleep(0)
        await each.close()
    assert [channel for channel, _ in post.sent] == [11]
    assert await owed(store) == []


async def test_a_server_that_is_left_again_stays_owed(store: Store) -> None:
    each = greets(store, Post(), None)
    await each.joined(1)
    await each.close()
    assert await owed(store) == [1]


async def test_what_was_erased_is_cut_from_the_log_as_soon_as_it_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.001)
    answers = [StoreError("in use by another program"), False, True]
    is_cut = asyncio.Event()

    async def tidy() -> bool:
        answer = answers.pop(0)
        if isinstance(answer, StoreError):
            raise answer
        if answer:
            is_cut.set()
        return answer

    nobody: Any = None
    store: Any = SimpleNamespace(tidy=tidy)
    presses = PrivacyClicks(store, nobody, nobody, nobody, lambda: 0)
    await presses._tidy_soon()
    await is_cut.wait()
    await presses.close()
    assert not answers
