"""What a press does: acknowledge, find out who pressed and what, let the table decide, answer.

Every button, select and modal of Paddock arrives here, whichever message it is on and whichever process sent it:
the custom id says where it belongs, the interaction says who pressed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.games.screens import Act, Drafted, Misread, Press, Seating
from bot.outbox import NotFound, PostError
from bot.store.errors import StoreError
from bot.tables import Refusal, Refused, StartRefused, Status, Table, Tables
from bot.tables.lobby import require_host, require_lobby
from bot.tables.races import require_running
from bot.texts import Texts, texts
from bot.texts.markup import channel
from bot.ui.answers import acknowledge, is_private, person, say, say_pages, show, stop_answer
from bot.ui.custom_ids import CustomId
from bot.ui.forms import amount_form, options_form, options_from, pressed, typed, words_form
from bot.ui.posting import sorted_errors
from bot.ui.screens import Screens, seating_of
from bot.ui.screens.desk_layout import STOP
from bot.ui.screens.luck_layout import why_no_words
from bot.ui.snapshot import Snapshot
from bot.ui.visitors import visitor
from bot.work_queue import WorkQueue
from engines.core import IllegalAction, Unreadable

log = logging.getLogger(__name__)

GRACE = 1.0
"""Seconds that marking a desk gets when the bot stops."""

LOBBY = frozenset({"join", "leave", "computer", "fewer", "options", "rules", "ready", "start"})
"""What a press in a lobby begins with."""


class Clicks:
    """Takes one interaction after another; any number may be under way at once."""

    def __init__(self, tables: Tables, screens: Screens) -> None:
        self._tables = tables
        self._screens = screens
        self._stale = WorkQueue(self._show_again, "bring up to date desk", (StoreError,))

    async def close(self) -> None:
        """Have desks marked that are not up to date; one that cannot be still works."""
        await self._stale.close(GRACE)

    async def take(self, interaction: discord.Interaction) -> None:
        """Answer a press of a component, or a modal that was sent. Never raises."""
        t = texts(str(interaction.locale))
        data: Mapping[str, Any] = interaction.data or {}
        address = CustomId.read(str(data.get("custom_id", "")))
        try:
            if address is None:
                await say(interaction, t.table.unknown_control)
            else:
                await self._dispatch(interaction, address, pressed(address, data), t)
        except PostError as error:
            log.warning("an answer was lost: %s", error)

    async def _dispatch(
        self, interaction: discord.Interaction, address: CustomId, press: Press, t: Texts
    ) -> None:
        try:
            await self._do(interaction, address, press, t)
        except StartRefused as refusal:
            said = t.refusals.table(refusal.reason, refusal.facts)
            await say(interaction, f"{said}\n{t.luck.pressed(interaction.id)}")
        except Refused as refusal:
            await say(interaction, t.refusals.table(refusal.reason, refusal.facts))
        except StoreError as error:
            log.error("a press was not saved: %s", error)
            await say(interaction, t.table.busy)
        except PostError:
            raise
        except Exception:
            log.exception("a press on table %s failed", address.table)
            await say(interaction, t.table.broken)

    async def _do(self, interaction: discord.Interaction, address: CustomId, press: Press, t: Texts) -> None:
        if press.parts[0] in LOBBY:
            await self._in_lobby(interaction, address, press, t)
        elif press.parts[0] == "luck":
            await self._in_luck(interaction, address, press, t)
        elif address.what == "desk":
            await self._open_desk(interaction, address)
        elif address.what == "rematch":
            await self._rematch(interaction, address, t)
        elif address.what == "back":
            await self._come_back(interaction, address, t)
        elif address.what == STOP:
            await self._stop(interaction, address, t)
        elif press.parts[0] == "order":
            await self._order(interaction, address, press, t)
        else:
            await self._on_desk(interaction, address, press, t)

    # -------------------------------------------------------------------------------------------- the lobby

    async def _in_lobby(
        self, interaction: discord.Interaction, address: CustomId, press: Press, t: Texts
    ) -> None:
        table_id, user_id = address.table, interaction.user.id
        if press.parts == ("options",):
            await self._open_options(interaction, table_id)
            return
        if press.parts == ("rules",):
            await acknowledge(interaction, answer=True)
            snapshot = await self._screens.snapshot(table_id)
            await say_pages(interaction, snapshot.screens.rules(snapshot.table.edition, t))
            return
        await acknowledge(interaction)
        await self._require_here(interaction, table_id)
        match press.parts:
            case ("join",):
                await self._tables.join(table_id, person(interaction), interaction.id)
            case ("leave",):
                await self._tables.leave(table_id, user_id)
            case ("computer",):
                await self._tables.add_computer(table_id, user_id, *t.lobby.computer_names)
            case ("fewer",):
                await self._tables.remove_computer(table_id, user_id)
            case ("ready", terms):
                await self._tables.agree(table_id, user_id, terms)
            case ("start", *seen):
                await self._tables.start(table_id, user_id, interaction.id, ".".join(seen) or None)
            case ("options", "set"):
                await self._set_options(interaction, table_id)
            case _:
                await say(interaction, t.table.unknown_control)

    async def _require_here(self, interaction: discord.Interaction, table_id: str) -> Table:
        """Return a table whose public messages something was pressed on; refuse one of another server, or of none."""
        table = await self._tables.table(table_id)
        if table.guild_id != interaction.guild_id:
            raise Refused(Refusal.OTHER_SERVER)
        return table

    async def _in_luck(
        self, interaction: discord.Interaction, address: CustomId, press: Press, t: Texts
    ) -> None:
        """Show what the luck is mixed from, or let somebody add words."""
        table_id, user_id = address.table, interaction.user.id
        if press.parts == ("luck", "add"):
            snapshot = await self._screens.snapshot(table_id)
            if why_not := why_no_words(snapshot.table, user_id, t):
                await say(interaction, why_not)
                return
            require_lobby(snapshot.table)
            snapshot.table.require_seat(user_id)
            async with sorted_errors():
                await interaction.response.send_modal(words_form(snapshot))
            return
        await acknowledge(interaction, answer=True)
        await self._require_here(interaction, table_id)
        match press.parts:
            case ("luck",):
                head = ""
            case ("luck", "set"):
                if why_not := why_no_words(await self._tables.table(table_id), user_id, t):
                    await say(interaction, why_not)
                    return
                text = typed(interaction).get("words", "")
                said = await self._tables.add_words(table_id, user_id, text, interaction.id)
                head = t.luck.written(said.words, said.press)
            case _:
                await say(interaction, t.table.unknown_control)
                return
        await show(interaction, await self._screens.records.luck(table_id, user_id, head))

    async def _open_options(self, interaction: discord.Interaction, table_id: str) -> None:
        snapshot = await self._screens.snapshot(table_id)
        require_lobby(snapshot.table)
        require_host(snapshot.table, interaction.user.id)
        async with sorted_errors():
            await interaction.response.send_modal(options_form(snapshot))

    async def _set_options(self, interaction: discord.Interaction, table_id: str) -> None:
        snapshot = await self._screens.snapshot(table_id)
        options, capacity = options_from(snapshot, typed(interaction))
        await self._tables.set_options(table_id, interaction.user.id, options, capacity)

    # -------------------------------------------------------------------------------------------- the desk

    async def _open_desk(self, interaction: discord.Interaction, address: CustomId) -> None:
        await acknowledge(interaction, answer=True)
        await self._screens.show_desk(address.table, interaction.user.id, through=interaction)

    async def _on_desk(
        self, interaction: discord.Interaction, address: CustomId, press: Press, t: Texts
    ) -> None:
        if press.wants_form and await self._is_form_open(interaction, address, press, t):
            return
        await acknowledge(interaction)
        problem = await self._decide(interaction.user.id, address, press, t)
        if is_private(interaction):
            await self._show_desk(interaction, address.table)
        if problem:
            await say(interaction, problem)

    async def _show_desk(self, interaction: discord.Interaction, table_id: str) -> None:
        """Show a desk in the message on which something was pressed; what that decided stands in any case.

        A message may be gone by then, replaced by a newer desk, which has to be brought up to date instead.
        """
        try:
            await self._screens.show_desk(table_id, interaction.user.id, through=interaction)
        except Refused:
            raise
        except Exception as error:
            if not is_private(interaction):
                raise
            if not isinstance(error, NotFound):
                known = isinstance(error, PostError | StoreError)
                log.warning(
                    "a pressed desk of table %s was not shown: %r", table_id, error, exc_info=not known
                )
            desk = f"{table_id} {interaction.user.id}"
            try:
                await self._show_again(desk)
            except StoreError:
                self._stale.ask(desk)

    async def _show_again(self, desk: str) -> None:
        """Have a desk brought up to date that could not be shown where it was pressed."""
        table_id, user_id = desk.split()
        await self._tables.show_desks(table_id, [int(user_id)])

    async def _come_back(self, interaction: discord.Interaction, address: CustomId, t: Texts) -> None:
        await acknowledge(interaction, answer=not is_private(interaction))
        problem = None
        try:
            await self._tables.come_back(address.table, interaction.user.id)
        except Refused as refusal:
            if refusal.reason is not Refusal.THERE_ALREADY:
                raise
            problem = t.refusals.table(refusal.reason, refusal.facts)
        await self._show_desk(interaction, address.table)
        if problem:
            await say(interaction, problem)

    async def _stop(self, interaction: discord.Interaction, address: CustomId, t: Texts) -> None:
        """Agree to end a table early; pressed twice it does not take that back."""
        await acknowledge(interaction, answer=not is_private(interaction))
        vote = await self._tables.vote_to_stop(address.table, interaction.user.id, would=True)
        await self._show_desk(interaction, address.table)
        await say(interaction, stop_answer(vote, t))

    async def _order(
        self, interaction: discord.Interaction, address: CustomId, press: Press, t: Texts
    ) -> None:
        """Give or take back a standing order, whether the seat is asked at the moment or not."""
        await acknowledge(interaction, answer=not is_private(interaction))
        snapshot = await self._screens.snapshot(address.table)
        orders = snapshot.screens.orders()
        match press.parts:
            case ("order", kind, "on" | "off" as switch) if kind in orders:
                agent = orders[kind] if switch == "on" else None
                await self._tables.order(address.table, interaction.user.id, kind, agent)
            case _:
                await say(interaction, t.table.unknown_control)
                return
        await self._show_desk(interaction, address.table)

    async def _decide(self, user_id: int, address: CustomId, press: Press, t: Texts) -> str | None:
        """Do what a press on a desk means; return the sentence of a refusal, None if it was taken."""
        snapshot = await self._screens.snapshot(address.table)
        snapshot.table.require_seat(user_id)  # whoever has no seat has no desk to refresh either
        try:
            seating = await self._seating(snapshot, address, user_id)
            meant = snapshot.screens.pressed(seating, press, t)
            if isinstance(meant, Act):
                await self._tables.act(address.table, user_id, address.n, meant.action)
            else:
                await self._tables.draft(address.table, user_id, address.n, filler(snapshot, seating, press))
                await self._tables.show_desks(address.table, watchers(snapshot, seating.seat))
        except Misread as misread:
            return str(misread)
        except Refused as refusal:
            return t.refusals.table(refusal.reason, refusal.facts)
        except IllegalAction as illegal:
            return snapshot.screens.refusal(str(illegal.reason), illegal.facts, t)
        except Unreadable:
            return t.table.unknown_control
        return None

    async def _seating(self, snapshot: Snapshot, address: CustomId, user_id: int) -> Seating:
        """Find the decision a press is about; refuse one that is settled, and anybody else's."""
        seat = snapshot.table.require_seat(user_id)
        require_running(snapshot.table)
        assert snapshot.standing is not None
        snapshot.standing.require_asked(seat.number, address.n)
        draft = await self._tables.look_at_draft(address.table, user_id, address.n)
        return seating_of(snapshot, seat, draft)

    async def _is_form_open(
        self, interaction: discord.Interaction, address: CustomId, press: Press, t: Texts
    ) -> bool:
        """Answer with a modal: it has to be the first answer, so the table is looked at before.

        False: what it is about is settled, and nothing was answered yet.
        """
        snapshot = await self._screens.snapshot(address.table)
        try:
            seating = await self._seating(snapshot, address, interaction.user.id)
        except Refused:
            return False
        form = snapshot.screens.form(seating, press, t)
        if form is None:
            await say(interaction, t.table.unknown_control)
            return True
        async with sorted_errors():
            await interaction.response.send_modal(amount_form(address, form))
        return True

    # --------------------------------------------------------------------------------------- after the race

    async def _rematch(self, interaction: discord.Interaction, address: CustomId, t: Texts) -> None:
        await acknowledge(interaction, answer=True)
        table = await self._require_here(interaction, address.table)
        where = visitor(interaction, home=table.channel_id)
        fresh = await self._tables.rematch(address.table, person(interaction), where, interaction.id)
        await say(interaction, rematch_answer(fresh, t))


def rematch_answer(rematch: Table, t: Texts) -> str:
    """Say where the rematch is, and what is still to do there: it may have been played already."""
    if rematch.status is Status.LOBBY:
        return t.answers.rematch_open(channel(rematch.channel_id))
    link = channel(rematch.thread_id or rematch.channel_id)
    return t.answers.rematch_taken(rematch.table_id, link, is_over=rematch.status is Status.FINISHED)


def watchers(snapshot: Snapshot, number: int) -> list[int]:
    """Name the users who may see the slip of a seat while it is filled in."""
    assert snapshot.standing is not None
    return [
        seat.user_id
        for seat in snapshot.table.people
        if seat.user_id is not None
        and seat.number != number
        and snapshot.screens.watches(snapshot.standing.view(seat.number)) == number
    ]


def filler(
    snapshot: Snapshot, seating: Seating, press: Press
) -> Callable[[dict[str, Any]], Mapping[str, Any]]:
    """Return what a press does to a slip, whatever other presses have filled in meanwhile."""

    def fill(draft: dict[str, Any]) -> Mapping[str, Any]:
        meant = snapshot.screens.pressed(replace(seating, draft=draft), press, snapshot.t)
        return meant.draft if isinstance(meant, Drafted) else draft

    return fill
