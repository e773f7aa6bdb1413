"""Clicks at the tote: it is opened from lobbies and boards, and everything else happens on a slip of one's own."""

from __future__ import annotations

from dataclasses import replace

from bot.bank.tote import Pool
from bot.games.kit.amounts import whole_number
from bot.games.screens import Misread
from bot.messages.snapshot import Snapshot
from bot.tables import Refusal, Refused, Tables, tote_commands
from bot.tables.tote_commands import Receipt, Window
from bot.ui.clicks.click import TableClick
from bot.ui.clicks.meaning import table_here
from bot.ui.explaining import note_refusal
from bot.ui.odds_refresh import OddsRefresh
from bot.ui.respond import acknowledge, open_form, say, show, show_in_place
from bot.ui.screens import Screens
from bot.ui.screens.tote_layout import Draft, draft_from, receipt_layout, stake_form, tote_layout
from bot.ui.visitors import person


class ToteClicks:
    """Shows the tote, and takes bets."""

    def __init__(self, tables: Tables, screens: Screens, odds: OddsRefresh) -> None:
        self._tables = tables
        self._screens = screens
        self._odds = odds

    async def open(self, click: TableClick) -> None:
        """Show somebody what they can bet on, and what they have bet."""
        await table_here(self._tables, click, answer=True)
        window = await self._tables.database.read(
            tote_commands.window, self._tables.games, click.table_id, click.user_id
        )
        await show(click.interaction, tote_layout(self._snapshot(click, window), window, None))

    async def take(self, click: TableClick) -> None:
        """Fill the slip in, ask for a stake, or bet; who has nothing to bet is not asked for a stake."""
        try:
            await self._take(click.press.parts[1], click)
        except Misread as why:
            note_refusal(f"a press on {click}", why)
            await say(click.interaction, str(why) or click.t.table.unknown_control)

    async def _take(self, verb: str, click: TableClick) -> None:
        if (
            verb == "other"
            and (
                await self._tables.database.read(
                    tote_commands.window, self._tables.games, click.table_id, click.user_id
                )
            ).free
        ):
            snapshot = await self._looked_at(click)
            await open_form(click.interaction, stake_form(click.address, _draft(click, snapshot), click.t))
            return
        await acknowledge(click.interaction, answer=not click.is_private)
        if verb == "bet" and (draft := draft_from(click.press.parts[2:])):
            await self._bet(click, draft)
            return
        draft = _draft(click, await self._looked_at(click))
        if verb == "bet":
            await self._bet(click, draft)
            return
        draft = _filled_in(verb, draft, click)
        window = await self._tables.database.read(
            tote_commands.window, self._tables.games, click.table_id, click.user_id
        )
        is_past = window.open and draft.race != window.open.offer.race
        layout = tote_layout(
            self._snapshot(click, window), window, draft, click.t.tote.passed if is_past else ""
        )
        await show_in_place(click.interaction, layout)

    async def _looked_at(self, click: TableClick) -> Snapshot:
        """Look at the table of a click; refuse one of another server."""
        snapshot = await self._screens.snapshots.load(click.table_id)
        if snapshot.table.guild_id != click.interaction.guild_id:
            raise Refused(Refusal.NO_SUCH_TABLE)
        return snapshot

    async def _bet(self, click: TableClick, draft: Draft) -> None:
        if not draft.is_whole:
            raise Refused(Refusal.TOTE_NO_SUCH_BET)
        at, who, press, guild_id = (
            click.table_id,
            click.user_id,
            click.interaction.id,
            click.interaction.guild_id,
        )
        pool, horses, stake, race = draft.pool, draft.horses, draft.stake, draft.race
        name = person(click.interaction).name
        receipt = await self._tables.step(
            tote_commands.bet, at, who, pool, horses, stake, press, race, guild_id or 0, name
        )
        self._odds.ask(at)
        await show_in_place(click.interaction, receipt_layout(self._snapshot(click, receipt), receipt, draft))

    def _snapshot(self, click: TableClick, seen: Window | Receipt) -> Snapshot:
        """Look at the table in the language of whoever pressed."""
        return replace(self._screens.snapshots.of(seen.reading), t=click.t)


def _draft(click: TableClick, snapshot: Snapshot) -> Draft:
    """Read what was chosen before the press."""
    offer = snapshot.offer
    draft = draft_from(click.press.parts[2:], offer.horses if offer else ())
    if draft is None:
        raise Misread
    return draft


def _filled_in(verb: str, draft: Draft, click: TableClick) -> Draft:
    """Return a slip with what was pressed or chosen now; a stake stands in its control."""
    chosen = click.press.values[0] if click.press.values else ""
    match verb:
        case "pool" if chosen in {*Pool}:
            return draft._replace(pool=Pool(chosen))
        case "first":
            return draft._replace(first=chosen, second="" if chosen == draft.second else draft.second)
        case "second":
            return draft._replace(second=chosen)
        case "stake" | "again" | "other":
            return draft
        case "typed":
            stake = whole_number(click.fields.get("amount", ""))
            if not stake:
                raise Misread(click.t.tote.no_amount)
            return draft._replace(stake=stake)
    raise Misread
