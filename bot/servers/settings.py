"""A server's settings, each with its limits and default."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

DAY = 24 * 60 * 60
"""Seconds."""

Coins = Annotated[int, Field(ge=10, le=100_000)]


class Boards(StrEnum):
    """How the newest board is shown."""

    POSTED = "posted"
    """A new message after each turn; the controls of the one before are taken away."""
    EDITED = "edited"
    """One message, edited in place."""


class ServerSettings(BaseModel):
    """What a server has set. Empty `channels` and `openers` mean everywhere and everybody."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    language: str = ""
    """A Discord locale such as `de`; empty: the one Discord has for the server."""
    clock: Annotated[int, Field(ge=30, le=7 * DAY)] = 180
    """Seconds a seat has for a decision."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened."""
    openers: tuple[int, ...] = ()
    """The roles that may open tables; who manages the server always may."""
    boards: Boards = Boards.POSTED
    pictures: bool = True
    money: bool = True
    """Whether tables are played for coins."""
    buy_ins: dict[str, Coins] = {}
    """By game, where it differs from what the title says; for each time that the game hands out money of its own."""
    computers: bool = True
    """Whether computer players may sit down."""
    most_tables: Annotated[int, Field(ge=1, le=50)] = 10
    """How many tables may be open at once."""
    most_hosted: Annotated[int, Field(ge=1, le=50)] = 3
    """How many of them one person may have opened or be host of."""

    def buy_in(self, game: str, usual: int) -> int:
        """Return the coins a seat of this game pays in; `usual` where nothing was set."""
        return self.buy_ins.get(game, usual)


DEFAULTS = ServerSettings()
"""What holds where nothing was set."""
