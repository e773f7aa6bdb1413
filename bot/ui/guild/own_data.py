"""A person's own data: to read, to erase; and what they wish everywhere."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import discord

from bot.outbox import Posted, PostError
from bot.store import Store
from bot.store.errors import StoreBusy, StoreError
from bot.tables import Tables, attendance, erasure, export
from bot.texts import Texts, texts
from bot.ui.answers import acknowledge, say, show
from bot.ui.guild.guild_ids import GuildId
from bot.ui.message_layout import MessageLayout, button
from bot.ui.posting import Poster
from bot.ui.render_pool import RenderPool
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

LOG = "log beside the database"
"""What the errand of cutting it is asked for by: it holds what was erased until nobody reads from it."""

GRACE = 1.0
"""Seconds that cutting it gets when the bot stops, which cuts it as well."""

FILE = "paddock-data.json"
LARGEST = 8_000_000
"""Bytes of a file that is sent as it is; Discord takes ten million."""


def privacy_sheet(t: Texts) -> MessageLayout:
    """Say what is stored, and offer to export or erase it."""
    words = t.privacy
    return MessageLayout(
        "\n".join([words.title, words.asks, words.follows, *words.told]),
        rows=(
            (
                button(GuildId("privacy.export"), words.export, discord.ButtonStyle.primary),
                button(GuildId("privacy.erase"), words.erase, discord.ButtonStyle.danger),
            ),
        ),
    )


def sure_sheet(t: Texts) -> MessageLayout:
    """Say what erasing does, and ask once more."""
    words = t.privacy
    return MessageLayout(
        "\n".join([words.sure_title, words.sure_asks, words.sure_follows, *words.sure_told]),
        rows=(
            (
                button(GuildId("privacy.erase.now"), words.sure, discord.ButtonStyle.danger),
                button(GuildId("privacy"), words.keep),
            ),
        ),
    )


def preferences_sheet(t: Texts, *, is_always: bool) -> MessageLayout:
    """Say what a person wishes everywhere, and offer the contrary."""
    words = t.preferences
    holds = words.always if is_always else words.only_where_it_matters
    label = words.ask_less if is_always else words.ask_always
    switch = button(GuildId(f"preferences.{'less' if is_always else 'always'}"), label)
    return MessageLayout("\n".join([words.title, words.asks, words.follows, holds]), rows=((switch,),))


def export_file(kept: Mapping[str, Any]) -> tuple[str, bytes]:
    """Write everything into a file, compressed where it is too large. Slow: for a worker thread."""
    plain = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    if len(plain) <= LARGEST:
        return FILE, plain
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE, plain)
    return f"{FILE}.zip", packed.getvalue()


class PrivacyPresses:
    """The screens of `/privacy` and `/preferences`, for whoever opened them."""

    def __init__(
        self, store: Store, tables: Tables, poster: Poster, render_pool: RenderPool, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._tables = tables
        self._poster = poster
        self._render_pool = render_pool
        self._now = now
        self._tidying = WorkQueue(self._tidy, "cut the", (StoreError,))

    async def close(self) -> None:
        """Let go of what is still to be tidied: closing the database does it."""
        await self._tidying.close(GRACE)

    async def take(self, interaction: discord.Interaction, parts: Sequence[str], t: Texts) -> None:
        """Do what a press on the privacy screen means."""
        match tuple(parts):
            case ():
                await acknowledge(interaction)
                await self._poster.edit_answer(interaction, privacy_sheet(t))
            case ("export",):
                await acknowledge(interaction, answer=True)
                await self._export(interaction, t)
            case ("erase",):
                await acknowledge(interaction)
                await self._poster.edit_answer(interaction, sure_sheet(t))
            case ("erase", "now"):
                await acknowledge(interaction)
                await self._erase(interaction, t)
            case _:
                await say(interaction, t.table.unknown_control)

    async def _export(self, interaction: discord.Interaction, t: Texts) -> None:
        async with self._store.reading() as db:
            kept = await export.kept_about(db, interaction.user.id)
        file = await self._render_pool.work(export_file, kept)
        await show(interaction, MessageLayout(t.privacy.exported, attached=(file,)))

    async def _erase(self, interaction: discord.Interaction, t: Texts) -> None:
        async with self._store.writing() as db:
            erased = await erasure.erase(db, interaction.user.id, self._now(), self._neutral)
        for table_id in erased.tables:
            self._tables.tell(table_id)
        await self._tidy_soon()
        await self._poster.edit_answer(interaction, MessageLayout(t.privacy.erased))
        await self._close(erased.desks, t)

    async def _tidy_soon(self) -> None:
        """Cut the log that still holds what was erased: at once, or else as soon as that can be."""
        try:
            await self._tidy(LOG)
        except StoreError:
            self._tidying.ask(LOG)

    async def _tidy(self, _log: str) -> None:
        if not await self._store.tidy():
            raise StoreBusy("Somebody still reads from it.")

    def _neutral(self, guild_id: int, language: str, number: int) -> str:
        return texts(language or self._poster.locale(guild_id)).privacy.neutral_name(number + 1)

    async def _close(self, desks: Iterable[Posted], t: Texts) -> None:
        """Take the controls from desks that nobody keeps up to date any more; their presses are refused anyway."""
        for desk in desks:
            try:
                await self._poster.edit(desk, MessageLayout(t.privacy.desk_erased))
            except PostError as trouble:
                log.info("a desk of somebody who is forgotten stays as it is: %s", trouble)

    async def prefer(self, interaction: discord.Interaction, parts: Sequence[str], t: Texts) -> None:
        """Do what a press on the preferences screen means; without one, show it."""
        await acknowledge(interaction)
        user_id = interaction.user.id
        if tuple(parts) in {("always",), ("less",)}:
            await self._tables.ask_always(user_id, is_wanted=parts[0] == "always")
        async with self._store.reading() as db:
            is_always = await attendance.is_asked_always(db, user_id)
        await self._poster.edit_answer(interaction, preferences_sheet(t, is_always=is_always))
