"""Clicks about one's seat: open the desk, come back, agree to stop, leave something to the table."""

from __future__ import annotations

from bot.tables import Refusal, Refused, Tables, Vote, day_commands, seat_commands
from bot.texts import Texts
from bot.texts.markup import mention
from bot.ui.clicks.click import TableClick
from bot.ui.clicks.desk_refresh import DeskRefresh
from bot.ui.hinting import hint
from bot.ui.respond import acknowledge, say, show
from bot.ui.screens import Screens


class DeskClicks:
    """Does what a desk offers beside the game, and shows the desk as it is then."""

    def __init__(self, tables: Tables, screens: Screens, desks: DeskRefresh) -> None:
        self._tables = tables
        self._screens = screens
        self._desks = desks

    async def open(self, click: TableClick) -> None:
        """Show somebody their desk: where a desk of theirs was pressed in its place, else in an answer of its own."""
        await acknowledge(click.interaction, answer=not click.is_private)
        await self._screens.show_desk(click.table_id, click.user_id, through=click.interaction)

    async def tell_more(self, click: TableClick) -> None:
        """Tell in private what somebody's desk leaves out."""
        await acknowledge(click.interaction, answer=True)
        await show(click.interaction, await self._screens.more_of_desk(click.table_id, click.user_id))

    async def come_back(self, click: TableClick) -> None:
        """Take one's seat into one's own hands again; who is there already is told so beside their desk."""
        await acknowledge(click.interaction, answer=not click.is_private)
        problem = None
        try:
            await self._tables.step(seat_commands.come_back, click.table_id, click.user_id)
        except Refused as refused:
            if refused.reason is not Refusal.THERE_ALREADY:
                raise
            problem = refused
        await self._desks.show(click)
        if problem:
            raise problem

    async def answer_offer(self, click: TableClick) -> None:
        """Take a seat that is offered, whose desk follows in the direct messages; or end the offer."""
        await acknowledge(click.interaction)
        match click.press.parts:
            case ("offer", "take", seat) if _is_number(seat):
                await self._tables.step(seat_commands.accept, click.table_id, click.user_id, int(seat))
                await say(click.interaction, click.t.answers.seat_accepted)
            case ("offer", "end", seat) if _is_number(seat):
                await self._tables.step(seat_commands.end_offer, click.table_id, click.user_id, int(seat))
                await say(click.interaction, click.t.answers.offer_ended)
            case _:
                await say(click.interaction, click.t.table.unknown_control)

    async def hint(self, click: TableClick) -> None:
        """Tell whoever asks, and nobody else, what the steady player would do in their place."""
        await acknowledge(click.interaction, answer=True)
        snapshot = await self._screens.snapshots.load(click.table_id)
        await say(click.interaction, hint(snapshot, click.user_id, click.t))

    async def stop(self, click: TableClick) -> None:
        """Agree to end a table early; pressed twice it does not take that back."""
        await acknowledge(click.interaction, answer=not click.is_private)
        vote = await self._tables.step(day_commands.vote_to_stop, click.table_id, click.user_id, would=True)
        await self._desks.show(click)
        await say(click.interaction, stop_answer(vote, click.t))

    async def order(self, click: TableClick) -> None:
        """Give or take back a standing order, whether the seat is asked at the moment or not."""
        await acknowledge(click.interaction, answer=not click.is_private)
        snapshot = await self._screens.snapshots.load(click.table_id)
        orders = snapshot.screens.orders
        match click.press.parts:
            case ("order", kind, "on" | "off" as switch) if kind in orders:
                agent = orders[kind] if switch == "on" else None
                await self._tables.step(seat_commands.order, click.table_id, click.user_id, kind, agent)
                await self._desks.show(click)
            case _:
                await say(click.interaction, click.t.table.unknown_control)


def stop_answer(vote: Vote, t: Texts) -> str:
    """Tell a player what became of their vote to stop: by `/race stop`, or on their desk."""
    ends = t.table.early_end(vote.counted, stakes=vote.table.stakes)
    return t.answers.stop_noted(list(map(mention, vote.missing)), ends, vote.until, would=vote.would)


def _is_number(text: str) -> bool:
    """Return whether a part of a custom id, which anybody can forge, numbers a seat."""
    return text.isdecimal() and len(text) <= 2
