"""A server's settings, each with its limits and default."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

DAY = 24 * 60 * 60
"""Seconds."""

BUY_INS: Mapping[str, int] = MappingProxyType(
    {"jockey": 1000, "turfe": 1000, "jumpyjack": 100, "sulkydrom": 100, "newmarket": 1000}
)
"""Coins a seat pays in where a server has not settled on anything else; in Jockey for every round."""

Coins = Annotated[int, Field(ge=10, le=100_000)]


class Boards(StrEnum):
    """How the newest board is shown."""

    POSTED = "posted"
    """A new message after each turn; the controls of the one before are taken away."""
    EDITED = "edited"
    """One message, edited in place."""


class ServerSettings(BaseModel):
    """What a server has settled on. Empty `channels` and `openers` mean everywhere and everybody."""

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
    """By game, where it differs from `BUY_INS`."""
    computers: bool = True
    """Whether computer players may sit down."""
    most_tables: Annotated[int, Field(ge=1, le=50)] = 10
    """How many tables may be open at once."""
    most_hosted: Annotated[int, Field(ge=1, le=50)] = 3
    """How many of them one person may have opened or be host of."""

    def buy_in(self, game: str) -> int:
        """Return the coins a seat of this game pays in; in Jockey for every round."""
        return self.buy_ins.get(game, BUY_INS[game])


DEFAULTS = ServerSettings()
"""What holds where nothing was settled."""
