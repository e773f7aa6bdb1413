"""Tables of every game at many moments on one database, with a bot that takes whatever anybody sends it.

What comes in goes the way of everything that Discord sends: discord.py reads the payload, the client admits it, the
dispatch of clicks or the command tree takes it. Only Discord's answers are missing. After each input the database is
compared with what it was: unless somebody committed anything it is the same byte for byte, and what was written has to
be about whoever pressed.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sqlite3
from collections.abc import Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

import discord
from discord import app_commands, ui
from sqlalchemy import make_url

from bot import rooms
from bot.bank.standings import Board, By, Since
from bot.client import Paddock
from bot.db import Database
from bot.db.schema import metadata
from bot.db.schema import tables as stored
from bot.games.screens import OTHER
from bot.servers import DEFAULTS
from bot.slash_commands import add_commands
from bot.tables import day_commands
from bot.texts import DEFAULT
from bot.ui.guild.privacy_layout import preferences_layout, privacy_layout, sure_to_erase_layout
from bot.ui.guild.settings_layout import ServerFacts, settings_layout, sure_layout
from bot.ui.guild.standings_layout import Wanted, board_layout, fame_layout
from bot.ui.limits import RateLimits
from engines import catalog
from tests.databases import reading
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, GUILD, TableRig
from tests.ui.wall import Painted, Wall

OTHER_GUILD = 5
STRANGER, MANAGER, GUEST = 999, 888, 555
EVERYBODY = (ANA.user_id, BEN.user_id, CLEO.user_id, STRANGER, MANAGER, GUEST)
ERASE = "s:privacy.erase.now"
MANAGE = discord.Permissions(manage_guild=True).value

Done = TypeVar("Done")
Rows = Mapping[str, frozenset[tuple[Any, ...]]]
"""Every row of the database, by table."""


class Control(NamedTuple):
    """A control that stands somewhere, with what a select offers or a form asks for."""

    custom_id: str
    values: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


class Sent(NamedTuple):
    """One thing that somebody sends: a press, a form, a command, or the letters of an option that is being typed."""

    kind: discord.InteractionType
    user: int
    guild: int | None
    data: dict[str, Any]
    by_manager: bool = False
    name: str = "Somebody"
    locale: str = "en-US"


TOLD_TO_ALL = {"season start", "season close", "bank give"}
"""The commands that tell everybody what they did."""


def _subcommand(data: Any) -> str:
    return " ".join([data["name"], *(option["name"] for option in data.get("options", ()))])


class Heard(discord.Interaction[Paddock]):
    """An interaction as discord.py reads it, whose answers are kept and not sent."""

    def hear(self) -> Heard:
        self.first: str | None = None
        self.said: list[str] = []
        self.form: ui.Modal | None = None
        self.offered: Sequence[app_commands.Choice[Any]] | None = None
        self._cs_response: Any = SimpleNamespace(
            defer=self._defer,
            send_message=self._send,
            send_modal=self._send_modal,
            autocomplete=self._offer,
            is_done=lambda: self.first is not None,
        )
        self._cs_followup: Any = SimpleNamespace(send=self._follow)
        return self

    def _answer(self, what: str) -> None:
        assert self.first is None, "answered twice"
        self.first = what

    async def _defer(self, **_: object) -> None:
        self._answer("defer")

    async def _send(self, *, view: ui.LayoutView, **_: object) -> None:
        self._answer("message")
        self._note(view)

    async def _send_modal(self, modal: ui.Modal) -> None:
        self._answer("form")
        self.form = modal

    async def _offer(self, choices: Sequence[app_commands.Choice[Any]]) -> None:
        self._answer("choices")
        self.offered = choices

    async def _follow(self, *, view: ui.LayoutView, ephemeral: bool, **_: object) -> None:
        assert self.first == "defer"
        assert ephemeral or _subcommand(self.data) in TOLD_TO_ALL
        self._note(view)

    async def edit_original_response(self, *, view: ui.LayoutView, **_: object) -> Any:  # type: ignore[override]
        assert self.first == "defer"
        self._note(view)
        return SimpleNamespace(id=self.id)

    def _note(self, view: ui.LayoutView) -> None:
        texts = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
        assert sum(map(len, texts)) <= 4000
        self.said += texts


class _Trouble(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


class Stage:
    """The bot, its tables, and what was on them when everything began."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "paddock.db"
        self._ids = count(10**18)
        self._runner = asyncio.Runner()
        self._trouble = _Trouble()
        self.controls: tuple[Control, ...] = ()
        self.tables: tuple[str, ...] = ()

    def __enter__(self) -> Stage:
        logging.getLogger().addHandler(self._trouble)
        self.run(self._set_up())
        assert not self._trouble.records
        self._pristine = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(self._file)) as now:
            now.backup(self._pristine)
        self._eye = sqlite3.connect(self._file)
        self._first = self.rows = self._read()
        self.digest = digest(self.rows)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self._trouble)
        self._eye.close()
        self._pristine.close()
        self.run(self._stop())
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, Done]) -> Done:
        return self._runner.run(work)

    # --------------------------------------------------------------------------------------------- set-up

    async def _set_up(self) -> None:
        address = f"sqlite+aiosqlite:///{self._file}"
        await (await Database.open(address)).close()
        self._database = Database(make_url(address))
        rig = TableRig(self._database)
        wall = Wall()
        wall.deleted = wall.heard_of = lambda *_: None  # type: ignore[attr-defined]
        with patch.object(rooms, "Poster", lambda *_: wall):
            self.bot = Paddock(self._database)
        seconds = count(0, 3600)
        self.bot.admission.rate_limits = RateLimits(lambda: float(next(seconds)))
        self.bot._connection.user = discord.ClientUser(state=self.bot._connection, data=_user(77))  # type: ignore[arg-type]
        add_commands(self.bot.services)
        await self._play(rig, Painted(rig, wall, self.bot.pictures))
        self.tables = tuple(table for table in await self._table_ids())
        self.controls = tuple(dict.fromkeys([*self._standing(wall), *_of_no_table()]))
        self.controls += tuple([form async for form in self._forms()])

    async def _play(self, rig: TableRig, painted: Painted) -> None:
        """Have tables of every game at many moments."""
        await rig.set_up_server(most_tables=50, most_hosted=50)
        for game in catalog.games():
            people = max(3, game.seats[0])
            painted_ids = [
                await rig.lobby(people=2, computers=1, game=game.key, options=game.options({}).model_dump())
            ]
            for decisions in (0, 5, 17):
                table_id = await rig.race(people, game=game.key, edition=None)
                luck = Random(f"{game.key} {decisions}")
                for _ in range(decisions):
                    await rig.decide(table_id, luck)
                painted_ids.append(table_id)
            for table_id in painted_ids:
                await painted.paint(table_id)
        over, cancelled, resting, handed = [await rig.race() for _ in range(4)]
        await rig.play_out(over, Random(3))
        await rig.tables.step(day_commands.cancel, cancelled, ANA.user_id, may_manage=True)
        await rig.tables.step(day_commands.pause, resting, ANA.user_id)
        await rig.hand_over(handed, BEN.user_id, GUEST)
        for table_id in (over, cancelled, resting, handed):
            await painted.paint(table_id)

    def _standing(self, wall: Wall) -> Iterator[Control]:
        for layout in wall.messages.values():
            yield from _controls(layout.controls)

    async def _forms(self) -> Any:
        """Yield the forms that controls open."""
        for control in self.controls:
            for user in (ANA.user_id, BEN.user_id, MANAGER):
                for values in [(value,) for value in control.values if value == OTHER] or [()]:
                    heard = await self._hear(
                        press(control.custom_id, user, values, by_manager=user == MANAGER)
                    )
                    if heard.form:
                        yield _of_form(heard.form)

    async def _table_ids(self) -> Sequence[str]:
        with reading(self._database) as db:
            return [row.table_id for row in db.execute(stored.select())]

    async def _stop(self) -> None:
        await self.bot.pictures.close()
        await self.bot.http.close()
        await self._database.close()

    # -------------------------------------------------------------------------------------------- hearing

    def take(self, sent: Sent) -> Heard:
        """Have the bot take what somebody sends; nothing may be logged as an error, and somebody has to be answered."""
        self._trouble.records.clear()
        heard = self.run(self._hear(sent))
        told = [record.getMessage() for record in self._trouble.records]
        assert not told, (told, *(record.exc_info for record in self._trouble.records))
        is_typing = sent.kind is discord.InteractionType.autocomplete
        assert is_typing or heard.first is not None, "nobody was answered"
        if heard.first == "message":
            assert heard.said
        return heard

    async def _hear(self, sent: Sent) -> Heard:
        heard = Heard(data=self._payload(sent), state=self.bot._connection).hear()  # type: ignore[arg-type]
        if sent.kind in rooms.CLICKS:
            heard.message = SimpleNamespace(  # type: ignore[assignment]
                id=10**9, channel_id=CHANNEL, flags=SimpleNamespace(ephemeral=False)
            )
            await self.bot.on_interaction(heard)
        else:
            try:
                await self.bot.tree._call(heard)
            except app_commands.AppCommandError as error:
                await self.bot.tree._dispatch_error(heard, error)
        return heard

    def _payload(self, sent: Sent) -> Any:
        user = _user(sent.user, sent.name)
        permissions = str(MANAGE if sent.by_manager else 0)
        member = {"user": user, "roles": [], "joined_at": None, "flags": 0, "permissions": permissions}
        channel = {
            "id": str(CHANNEL),
            "type": 0,
            "name": "paddock",
            "position": 0,
            "guild_id": str(sent.guild),
        }
        number = next(self._ids)
        payload = {
            "version": 1,
            "id": str(number),
            "type": sent.kind.value,
            "token": f"token {number}",
            "application_id": "77",
            "data": sent.data,
            "channel_id": str(CHANNEL),
            "locale": sent.locale,
            "entitlements": [],
            "attachment_size_limit": 1,
            "app_permissions": str(discord.Permissions.all().value),
        }
        if sent.guild is None:
            return payload | {"user": user, "context": 1}
        guild = {"id": str(sent.guild), "locale": "en-US", "features": []}
        return payload | {
            "guild_id": str(sent.guild),
            "guild": guild,
            "guild_locale": "en-US",
            "channel": channel | {"permissions": permissions},
            "member": member,
            "context": 0,
        }

    # ------------------------------------------------------------------------------------------ comparing

    def trespasses(self, sent: Sent) -> list[str]:
        """Say what the last input changed that is not its sender's to change; nothing where nobody wrote anything."""
        if not self._is_written():
            return []
        before, self.rows = self.rows, self._read()
        return list(trespasses(before, self.rows, sent))

    def put_back(self) -> None:
        """Have everything be as it was in the beginning."""
        if self.rows is not self._first:
            self.run(self._put_back())
            self.bot.tables.games.states.clear()
            assert digest(self._read()) == self.digest
            self.rows = self._first

    async def _put_back(self) -> None:
        """Do so while the bot writes nothing: it is broken off wherever it is between two inputs."""
        await self._database.write_alone(lambda _: None, lambda _: self._restore())

    def _restore(self) -> None:
        with closing(sqlite3.connect(self._file)) as now:
            self._pristine.backup(now)

    def _is_written(self) -> bool:
        """Whether anybody committed anything since this was asked last."""
        before, self._version = self._version, self._read_version()
        return before != self._version

    def _read_version(self) -> int:
        (version,) = self._eye.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _read(self) -> Rows:
        self._version = self._read_version()
        return {
            name: frozenset(self._eye.execute(f"SELECT {', '.join(table.columns.keys())} FROM {name}"))
            for name, table in metadata.tables.items()
        }


def digest(rows: Rows) -> str:
    """Return a short word for everything that is stored."""
    return hashlib.sha256(
        repr([(name, sorted(rows[name], key=repr)) for name in sorted(rows)]).encode()
    ).hexdigest()


def trespasses(before: Rows, after: Rows, sent: Sent) -> Iterator[str]:
    """Say which rows were changed that are not about whoever sent something, or not theirs to change."""
    if sent.data.get("custom_id") == ERASE:
        yield from _erased_of_others(before, after, sent.user)
        return
    theirs = _tables_of(before, sent) | _tables_of(after, sent)
    moved = {
        end
        for row in _named("movements", before["movements"] ^ after["movements"])
        if row["table_id"] in theirs or row["table_id"] is None  # whose the movement is, is asked below
        for end in (row["source"], row["target"])
    }
    held = {
        (row["table_id"], row["seat"])
        for row in _named("seats", before["seats"])
        if row["user_id"] == sent.user
    }
    acts = (_named("bank_acts", rows["bank_acts"]) for rows in (before, after))
    known = set.intersection(*(set(map(_but_told, each)) for each in acts))
    for name in metadata.tables:
        for rows, is_new in ((after[name] - before[name], True), (before[name] - after[name], False)):
            for row in _named(name, rows):
                if name == "bank_acts" and _but_told(row) in known:
                    continue  # the bot itself has told the server's channel of it
                if not _may(name, row, sent, theirs, moved, held, is_new=is_new):
                    yield f"{name}: {'' if is_new else 'no more '}{row}"


def _erased_of_others(before: Rows, after: Rows, user: int) -> Iterator[str]:
    """Say what somebody lost by another's having their data erased."""
    for name in ("drafts", "presses", "results", "sent_away", "stood_in", "users", "accounts"):
        for row in _named(name, before[name] - after[name]):
            owner = str(row.get("user_id") or row.get("owner"))
            if owner != str(user) and (name != "accounts" or row["kind"] in {"wallet", "marker"}):
                yield f"{name}: no more {row}"


def _but_told(act: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(value for name, value in act.items() if name != "told")


def _may(
    name: str,
    row: Mapping[str, Any],
    sent: Sent,
    theirs: Collection[str],
    moved: Collection[str],
    held: Collection[tuple[str, int]],
    *,
    is_new: bool,
) -> bool:
    match name:
        case "log":
            by_nobody = row["decided_by"] is None and (row["auto"] or row["taken_by"] or not row["action"])
            by_them = row["decided_by"] == sent.user and (row["table_id"], row["seat"]) in held
            return is_new and row["table_id"] in theirs and bool(by_nobody or by_them)
        case "drafts" | "presses" if is_new:
            return row["user_id"] == sent.user
        case "users":
            return row["user_id"] == sent.user
        case "lessons" | "achievements":
            return row["user_id"] == sent.user
        case "servers" | "bank_acts" | "frozen_wallets" | "seasons":
            return sent.by_manager and row["guild_id"] == sent.guild
        case "movements" if is_new and row["table_id"] is None:
            own = f"wallet:{sent.guild}:{sent.user}"
            return sent.by_manager or own in {row["source"], row["target"]}
        case "accounts":
            return row["account_id"] in moved or row["owner"] == str(sent.user) or row["owner"] in theirs
    return row.get("table_id") in theirs


def _tables_of(rows: Rows, sent: Sent) -> set[str]:
    """Name the tables at which somebody sits, owns a seat or decides as host, or whose server they manage."""
    seated = {
        row["table_id"]
        for row in _named("seats", rows["seats"])
        if sent.user in {row["user_id"], row["owner_id"]}
    }
    hosted = {
        row["table_id"]
        for row in _named("tables", rows["tables"])
        if sent.user == row["host_id"] or (sent.by_manager and row["guild_id"] == sent.guild)
    }
    return seated | hosted


def _named(name: str, rows: Collection[tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    columns = metadata.tables[name].columns.keys()
    for row in rows:
        yield dict(zip(columns, row, strict=True))


def press(
    custom_id: str,
    user: int,
    values: Sequence[str] = (),
    *,
    guild: int | None = GUILD,
    by_manager: bool = False,
) -> Sent:
    """Press a control, or choose in it."""
    data = {"custom_id": custom_id, "component_type": 3 if values else 2, "values": list(values)}
    return Sent(discord.InteractionType.component, user, guild, data, by_manager)


def _controls(rows: Sequence[Sequence[ui.Item[Any]]]) -> Iterator[Control]:
    items: list[Any] = [item for row in rows for item in row]
    for item in items:
        yield Control(str(item.custom_id), tuple(option.value for option in getattr(item, "options", ())))


def _of_no_table() -> Iterator[Control]:
    layouts = [
        settings_layout(DEFAULTS, ServerFacts("en-US"), DEFAULT),
        sure_layout(DEFAULT),
        privacy_layout(DEFAULT),
        sure_to_erase_layout(DEFAULT),
        *(preferences_layout(DEFAULT, is_always=always) for always in (True, False)),
        board_layout(
            Wanted(By.PROFIT, "", Since.WEEK, 2), Board([], None, 40, 2), 0, {}, None, DEFAULT, worth=0
        ),
        fame_layout([], 2, 3, DEFAULT),
    ]
    for layout in layouts:
        yield from _controls(layout.controls)


def _of_form(form: ui.Modal) -> Control:
    items: list[Any] = [item for item in form.walk_children() if hasattr(item, "custom_id")]
    values = (option.value for item in items for option in getattr(item, "options", ()))
    return Control(form.custom_id, tuple(values), tuple(str(item.custom_id) for item in items))


def _user(user_id: int, name: str = "Somebody") -> dict[str, Any]:
    return {"id": str(user_id), "username": name, "global_name": name, "discriminator": "0", "avatar": None}
