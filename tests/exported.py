"""What is handed out to a person about them, put together from its pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import nullcontext
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import bank
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


async def kept_about(db: AsyncConnection, user: int) -> dict[str, Any]:
    """Return what a connection reads about a user."""
    return await gathered(pages(lambda: nullcontext(db), user))


async def kept_in_books(db: AsyncConnection, user: int) -> dict[str, list[dict[str, Any]]]:
    """Return what a connection reads about a user in the books."""
    themes = bank.pages_about(lambda: nullcontext(db), user)
    return {theme: [row async for some in found for row in some] for theme, found in themes.items()}
