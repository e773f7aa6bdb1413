"""What a server has set: language, clocks, channels, stakes, each with its limits and default. It knows no Discord.

It is stored as a row a server, written the first time that something is set.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import Connection, bindparam, insert, select, update

from bot.db.locks import Lock, hold
from bot.db.schema import servers

log = logging.getLogger(__name__)

OWED = 0
"""In place of the time at which a server was shown the first steps: they have still to be shown."""

DAY_SECONDS = 24 * 60 * 60
"""A day, as a server sets the clocks of its seats: in seconds. What runs is counted in milliseconds."""
USUAL_LOCALE = "en-US"
"""What Discord has for a server in which nobody chose another. Source: its documentation, "Guild Resource"."""


Coins = Annotated[int, Field(ge=10, le=100_000)]


class BoardManner(StrEnum):
    """How the newest board is shown."""

    POSTED = "posted"
    """A new message after each turn; the controls of the one before are taken away."""
    EDITED = "edited"
    """One message, edited in place."""


class Pace(StrEnum):
    """How much time computer players take over a move that everybody watches."""

    AT_ONCE = "at_once"
    QUICK = "quick"
    STEADY = "steady"
    LEISURELY = "leisurely"


class ServerSettings(BaseModel):
    """What a server has set. Empty `channels` and `openers` mean everywhere and everybody."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    language: str = ""
    """A Discord locale such as `de`; empty: the one Discord has for the server."""
    locale: str = USUAL_LOCALE
    """The one Discord has for it, as it told the process that hears the server; the others know it from here."""
    clock: Annotated[int, Field(ge=30, le=7 * DAY_SECONDS)] = 180
    """Seconds a seat has for a decision."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened."""
    openers: tuple[int, ...] = ()
    """The roles that may open tables; who manages the server always may."""
    boards: BoardManner = BoardManner.POSTED
    pictures: bool = True
    money: bool = True
    """Whether tables are played for coins."""
    buy_ins: dict[str, Coins] = {}
    """By game, where it differs from what the title says; for each time that the game hands out money of its own."""
    computers: bool = True
    """Whether computer players may sit down."""
    pace: Pace | None = None
    """How much time they take over a move; None: as much as is usual for this bot."""
    audit_channel: int = 0
    """Where what managers do to wallets is posted; 0: nowhere."""
    most_tables: Annotated[int, Field(ge=1, le=50)] = 10
    """How many tables may be open at once."""
    most_hosted: Annotated[int, Field(ge=1, le=50)] = 3
    """How many of them one person may have opened or be host of."""
    tote: bool = True
    """Whether new bets are taken; those that are made stand."""
    takeout: Annotated[int, Field(ge=0, le=20)] = 10
    """Per cent of every pool of the tote that the house takes."""

    @property
    def spoken(self) -> str:
        """The locale in which the server is spoken to."""
        return self.language or self.locale

    def buy_in(self, game: str, usual: int) -> int:
        """Return the coins a seat of this game pays in; `usual` where nothing was set."""
        return self.buy_ins.get(game, usual)


DEFAULTS = ServerSettings()
"""What holds where nothing was set."""


_SETTINGS = select(servers.c.settings).where(servers.c.guild_id == bindparam("guild"))


def read_settings(db: Connection, guild_id: int) -> ServerSettings:
    """Read a server's settings; whatever was never set has its default."""
    text = db.scalar(_SETTINGS, {"guild": guild_id})
    return ServerSettings() if text is None else _read(guild_id, text)


def _read(guild_id: int, text: str) -> ServerSettings:
    """Read what is stored. For what cannot be read its default holds; the log alone keeps it at the next change."""
    try:
        return ServerSettings.model_validate_json(text)
    except ValidationError as error:
        errors = error.errors(include_url=False)
    wrong = ", ".join(f"{'.'.join(map(str, each['loc']))} {each['type']}" for each in errors)
    log.error(
        "server %d: of its settings some cannot be read, so defaults hold: %s in %s", guild_id, wrong, text
    )
    places = [each["loc"] for each in errors]
    return ServerSettings.model_validate(_without(json.loads(text), places) if all(places) else {})


def _without(stored: Any, places: Iterable[tuple[int | str, ...]]) -> Any:
    """Take out what stands at places: a setting, or of those that are by game the one of a game."""
    for setting, *inside in places:
        if inside and isinstance(stored.get(setting), dict):
            stored[setting].pop(inside[0], None)
        else:
            stored.pop(setting, None)
    return stored


def noted_locales(db: Connection) -> Mapping[int, str]:
    """Read which locale Discord has for servers, as it is noted; those that are left out have the usual one."""
    with_one = servers.c.settings.contains('"locale"')
    found = db.execute(select(servers.c.guild_id, servers.c.settings).where(with_one))
    return {row.guild_id: _read(row.guild_id, row.settings).locale for row in found}


def write_settings(db: Connection, guild_id: int, settings: ServerSettings) -> None:
    """Keep a server's settings in place of those before."""
    _keep(db, guild_id, settings=json.dumps(settings.model_dump(mode="json", exclude_defaults=True)))


def owe_greeting(db: Connection, guild_id: int) -> bool:
    """Note that a server has to be shown the first steps, unless it ever was; returns whether they are owed."""
    hold(db, Lock.SETTINGS, guild_id)
    greeted = db.scalar(select(servers.c.greeted_at).where(servers.c.guild_id == guild_id))
    if greeted is None:
        _keep(db, guild_id, greeted_at=OWED)
    return greeted in {None, OWED}


def owed_greetings(db: Connection) -> list[int]:
    """Name every server that has still to be shown the first steps."""
    return list(db.scalars(select(servers.c.guild_id).where(servers.c.greeted_at == OWED)))


def note_greeted(db: Connection, guild_id: int, now: int) -> None:
    """Note that a server was shown the first steps, or never can be."""
    _keep(db, guild_id, greeted_at=now)


def _keep(db: Connection, guild_id: int, **facts: object) -> None:
    hold(db, Lock.SETTINGS, guild_id)
    changed = db.execute(update(servers).where(servers.c.guild_id == guild_id).values(**facts))
    if changed.rowcount == 0:
        db.execute(insert(servers).values(guild_id=guild_id, **{"settings": "{}", **facts}))
