"""Where `paddock bench store` writes: two databases that are alike, one for each way, which are removed again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
import psycopg
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from benches import options
from benches.bare_drivers import aiosqlite_alone, psycopg_alone
from benches.postgresql_server import Server, own_server
from benches.stored_moves import Move, make, ours
from bot.db import DatabaseUnusable

SQLITE, POSTGRESQL = "sqlite", "postgresql"

SETTINGS = ("fsync", "synchronous_commit", "full_page_writes")
"""A server on which one of these is off confirms what it may lose."""

Writing = Callable[[int], AbstractAsyncContextManager[Move]]
"""Entered for so many writers at once, it writes moves."""


class Place(NamedTuple):
    """Two databases that are alike."""

    bare: Writing
    ours: Writing
    takes_several: bool
    """Whether it is a server, to which several write at once."""
    server_seconds: Callable[[], float]
    """The processor time of the server so far; always 0 where there is none, or nobody knows."""


def place(database: str) -> AbstractContextManager[Place]:
    """Make databases where it is said: in files, on a server started for this, or on one that runs already.

    Raises UsageError where that cannot be, and ClickException where a server has something against it.
    """
    if database == SQLITE:
        return _in_files()
    return _on_own_server() if database == POSTGRESQL else _on_server(_address(database))


@contextmanager
def _in_files() -> Iterator[Place]:
    options.refuse_old_sqlite()
    with TemporaryDirectory(prefix="paddock-bench-") as folder:
        bare, mine = Path(folder, "bare.db"), Path(folder, "paddock.db")
        for file in (bare, mine):
            asyncio.run(make(f"sqlite+aiosqlite:///{file}"))
        yield Place(
            lambda _writers: aiosqlite_alone(str(bare)),
            partial(ours, f"sqlite+aiosqlite:///{mine}"),
            takes_several=False,
            server_seconds=float,
        )


@contextmanager
def _on_own_server() -> Iterator[Place]:
    options.refuse_windows()
    with own_server() as server, _on(server) as place:
        yield place


@contextmanager
def _on_server(address: URL) -> Iterator[Place]:
    try:
        with _on(Server(address)) as place:
            yield place
    except (OSError, psycopg.Error, DatabaseUnusable) as error:
        said = " ".join(str(error).split())
        raise click.ClickException(f"The server: {said or type(error).__name__}") from None


@contextmanager
def _on(server: Server) -> Iterator[Place]:
    if off := [name for name in SETTINGS if server.execute(f"SHOW {name}")[0][0] == "off"]:
        click.echo(f"This server may lose what it confirms: {', '.join(off)} off.", err=True)
    with ExitStack() as opened:
        names = [server.create(), server.create()]
        for name in names:
            opened.callback(server.drop, name)
            asyncio.run(make(server.url(name)))
        yield Place(
            partial(psycopg_alone, server.dsn(names[0])),
            partial(ours, server.url(names[1])),
            takes_several=True,
            server_seconds=lambda: server.processor_seconds() or 0.0,
        )


def _address(text: str) -> URL:
    try:
        address = make_url(text)
    except (ArgumentError, ValueError):
        address = None
    if address is None or address.get_backend_name() != POSTGRESQL or not address.database:
        raise click.UsageError(
            f"--database: {SQLITE}, {POSTGRESQL} or an address is expected, "
            "such as postgresql://user:password@host/postgres."
        )
    return address
