"""What can be done in a race: start it, decide for a seat, fill in a slip."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from bot import outbox
from bot.outbox import PostKind
from bot.tables import lobby, luck, starting
from bot.tables.absent import require_here
from bot.tables.decisions import Decision, decide
from bot.tables.drafts import read_draft, write_draft
from bot.tables.loading import load
from bot.tables.luck import Kind
from bot.tables.refusals import Refused, StartRefused
from bot.tables.steps import Commands
from bot.tables.table import Taken
from engines.core.salt import Pressed


class RaceCommands(Commands):
    """Commands in a race. Beside `Refused` they raise what the engines refuse with."""

    async def start(self, table_id: str, user_id: int, interaction_id: int, seen: str | None = None) -> None:
        """Start the race of a lobby, from the luck whose digest was `seen` (None: it is not known). The host decides.

        Raises `StartRefused` if something is missing. The press of the host goes into the luck all the same, so that
        none is passed over unseen.
        """
        pressed, why_not = Pressed(interaction_id), None
        async with self._steps.at(table_id) as step:
            step.table.require_lobby()
            step.table.require_host(user_id)
            require_here(step.table.game)
            try:
                starting.require_may_start(step.table, pressed, seen)
            except Refused as refused:
                why_not = StartRefused(refused.reason, **refused.facts)
                salt = await luck.add(step.db, step.table, pressed, Kind.REFUSED, user_id, refused.reason)
                await lobby.changed(step.db, step.table, salt=salt)
            else:
                salt = await luck.add(step.db, step.table, pressed, Kind.STARTED, user_id)
                await starting.start(step, salt, self._steps.usual_buy_in)
        if why_not:
            raise why_not

    async def act(self, table_id: str, user_id: int, asked: int, action: Mapping[str, Any]) -> None:
        """Answer, for a person, the question asked at log length `asked`."""
        async with self._steps.at(table_id) as step:
            seat = step.table.require_seat(user_id)
            await decide(step, Decision(seat.number, asked, action, user_id=user_id))

    async def act_for(
        self, table_id: str, number: int, asked: int, action: Mapping[str, Any], taken: Taken | None = None
    ) -> None:
        """Answer, in a seat's place, the question asked at log length `asked`; `taken` says why."""
        async with self._steps.at(table_id) as step:
            await decide(step, Decision(number, asked, action, taken))

    async def draft(
        self, table_id: str, user_id: int, asked: int, fill: Callable[[dict[str, Any]], Mapping[str, Any]]
    ) -> None:
        """Fill in a slip: `fill` gets it as it is and returns what it is to be. Refuses where nothing is asked.

        Nobody is told of it.
        """
        async with self._steps.outdated.refused(table_id), self._steps.store.writing() as db:
            table = await load(db, table_id)
            seat = table.require_seat(user_id)
            table.require_awake()
            standing = await self._steps.standings.standing(db, table)
            standing.require_asked(seat.number, asked)
            draft = fill(await read_draft(db, table_id, user_id, asked))
            await write_draft(db, table_id, user_id, asked, draft)

    async def show_desks(self, table_id: str, users: Collection[int]) -> None:
        """Have the desks of some users shown again as they are now."""
        if not users:
            return
        async with self._steps.at(table_id) as step:
            for user_id in users:
                await outbox.show_again(step.db, table_id, PostKind.DESK, user_id)
