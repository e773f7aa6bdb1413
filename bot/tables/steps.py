"""One step at a table: it is loaded, changed and committed in one transaction, and then whoever watches is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from bot.db import Database
from bot.metrics import counted
from bot.servers import ServerSettings
from bot.tables import lobby
from bot.tables.feats import FeatsOf
from bot.tables.horses import RunnersOf
from bot.tables.known_tables import KnownTables
from bot.tables.news import told
from bot.tables.outdated import OutdatedTables
from bot.tables.stakes import UsualBuyIn
from bot.tables.standing_cache import StandingCache
from bot.tables.step import Step
from bot.tables.table import Seat, Table
from bot.tables.watchers import Watchers

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def nothing_more() -> str:
    """Tell nothing of a table but that it changed."""
    return ""


class Announce(Protocol):
    """Told in a transaction of which server it changes which table, so that its keeper hears of it."""

    def __call__(
        self, db: Connection, guild_id: int, table_id: str, word: Callable[[], str] = nothing_more, /
    ) -> bool:
        """Tell the keeper, if that is another process, with a `word` of what became of it (see `bot.tables.news`).

        Returns whether there is another one, which lives for all that is known.
        """


class Steps:
    """Makes steps. A step that raises has changed nothing, and nobody is told of it."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        usual_buy_in: UsualBuyIn,
        announce: Announce,
        runners: RunnersOf,
        feats: FeatsOf,
    ) -> None:
        """`announce` has whoever keeps a table hear of a change, once it is committed.

        `runners` is for the tote, `feats` for what people achieve.
        """
        self.database = database
        self.announce = announce
        self.now = now
        self.usual_buy_in = usual_buy_in
        self.runners = runners
        self.feats = feats
        self.known = KnownTables()
        self.standings = StandingCache()
        self.watchers = Watchers()
        self.outdated = OutdatedTables(database, now, self.standings, self.watchers, announce)

    def terms_of(self, table: Table, settings: ServerSettings) -> str:
        """Return a checksum of what the players of a lobby agree to, under settings of its server."""
        return lobby.checksum(self.terms(table, settings))

    def terms(self, table: Table, settings: ServerSettings) -> Mapping[str, Any]:
        """Return what the players of a lobby agree to, under settings of its server."""
        return lobby.terms(table, settings, self.usual_buy_in, self.runners)

    async def at(
        self,
        table_id: str,
        change: Callable[Concatenate[Step, Arguments], Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Change one table by `change(step, …)`, which runs in the transaction, and return what it returns.

        Where the rules of the table are gone it ends, and the change is refused.
        """

        @wraps(change)  # the log names it where it takes long
        def work(db: Connection) -> tuple[Step, Answer]:
            known = self.known.read(db, table_id)
            step = Step.of(db, known, self.now(), self.standings)
            step.runners = self.runners
            step.feats = self.feats
            answer = change(step, *arguments, **named)
            if not step.is_quiet:
                step.made = made = step.finish()
                word = partial(told, known, made.known, step.presser) if made else nothing_more
                has_keeper = self.announce(db, step.table.guild_id, table_id, word)
                step.is_left_to_keeper = has_keeper and made is not None and step.presser is not None
            return step, answer

        async with self.outdated.refused(table_id):
            step, answer = await self.database.write(work)
        if not step.is_quiet:
            self._hand_on(step)
        return answer

    def _hand_on(self, step: Step) -> None:
        """Remember and tell what a committed step has made."""
        table_id = step.table.table_id
        if step.reached:
            self.standings.remember(table_id, step.reached, step.told)
        if step.decided_by:
            counted.MOVES.labels(step.table.game, step.decided_by).inc()
            counted.BOARDS.moved(table_id)
        if kept := step.kept:
            self.known.remember(kept)
        else:
            self.known.forget(table_id)
        self.watchers.tell(table_id, step.made)


class Commands:
    """Commands of one kind: each is one step. They raise `Refused`, and then nothing has changed."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def _settle(self, step: Step, host_id: int, **facts: Any) -> None:
        """Change how a lobby plays, as its host decides; changed terms take back everybody else's Ready."""
        before = self._steps.terms(step.table, step.settings)
        taken: Sequence[Seat] = step.table.seats
        if self._steps.terms(replace(step.table, **facts), step.settings) != before:
            facts["agreed"] = lobby.agreed(step.table, before)
            taken = lobby.take_back_ready(step.db, step.table, host_id)
        lobby.change(step, taken, **facts)
