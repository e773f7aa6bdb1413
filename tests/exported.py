"""What is handed out to a person about them, put together from its pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from sqlalchemy import Connection

from bot import bank
from bot.db.statements import Read
from bot.tables.export import Page, pages


async def gathered(found: AsyncIterator[Page]) -> dict[str, Any]:
    """Put pages together."""
    kept: dict[str, Any] = {}
    async for theme, page in found:
        if isinstance(page, list):
            kept.setdefault(theme, []).extend(page)
        else:
            kept[theme] = page
    return kept


def kept_about(db: Connection, user: int) -> dict[str, Any]:
    """Return what a connection reads about a user."""
    return _at_once(gathered(pages(_read_by(db), user)))


def kept_in_books(db: Connection, user: int) -> dict[str, list[dict[str, Any]]]:
    """Return what a connection reads about a user in the books."""

    async def kept() -> dict[str, list[dict[str, Any]]]:
        themes = bank.pages_about(_read_by(db), user)
        return {theme: [row async for some in found for row in some] for theme, found in themes.items()}

    return _at_once(kept())


def _read_by(db: Connection) -> Read:
    """Have a connection stand for a database."""

    async def read(work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        return work(db, *arguments, **named)

    return read


def _at_once(work: Coroutine[Any, Any, Any]) -> Any:
    """Run what waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")
