"""What can be done at the tote of a table: look at what is offered and how it stands, bet, and read what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.bank import tote
from bot.bank.tote import Bet, FrozenError, NoSuchBet, OverdrawnError, Pool, RaceReport, Slip, StakeError
from bot.servers import ServerSettings
from bot.tables import totes
from bot.tables.absent import is_here
from bot.tables.refusals import Outdated, Refusal, Refused
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.steps import Commands, Steps
from bot.tables.table import Table
from bot.tables.totes import Offer


class OpenTote(NamedTuple):
    """What can be bet on at a table now, and how it stands."""

    offer: Offer
    takeout: int
    """Per cent that the house takes."""
    report: RaceReport | None
    """The pools with their odds; None while nobody has bet."""


class ToteCommands(Commands):
    """The tote. Bets refuse with `NO_TOTE` where there is none, and with `TOTE_CLOSED` once the race is run."""

    async def bet(
        self, table_id: str, user_id: int, pool: Pool, horses: Sequence[str], stake: int, interaction_id: int
    ) -> None:
        """Bet so many coins on the next race of a table; the same interaction never bets twice."""
        async with self._steps.at(table_id) as step:
            standing = await _standing(step)
            offer = _offered(self._steps, step.table, step.settings, standing)
            if offer is None or step.table.tote not in {0, offer.race}:  # one race after another is settled
                raise Refused(Refusal.TOTE_CLOSED)
            combination = _combination(pool, horses, offer)
            runners = self._steps.runners(step.table.game)
            assert runners
            totes.require_may_bet(step.table, standing, runners, user_id, horses)
            await totes.require_saw_no_hand(step, user_id)
            race = totes.race_of(step.table, offer.race)
            is_first = step.table.tote != offer.race
            if is_first:
                await tote.open_race(step.db, race, offer.horses, step.settings.takeout, step.now)
                step.facts["tote"] = offer.race
                step.left = replace(step.table, tote=offer.race)
            step.is_quiet = not is_first
            made = Bet(race, user_id, pool, combination, stake, str(interaction_id))
            await _taken(step, made, is_first=is_first)

    async def open_for(self, table_id: str) -> OpenTote | None:
        """Return what can be bet on at a table now; None where nothing can."""
        async with self._steps.store.reading() as db:
            known = await self._steps.known.read(db, table_id)
            table = known.table
            if not is_here(table.game):
                return None
            try:
                standing = await self._steps.standings.standing(db, table) if table.length else None
                offer = _offered(self._steps, table, known.settings, standing)
            except (Refused, Outdated):
                return None
            if offer is None:
                return None
            report = (
                await tote.report(db, totes.race_of(table, offer.race)) if table.tote == offer.race else None
            )
            return OpenTote(offer, report.takeout if report else known.settings.takeout, report)

    async def report(self, table_id: str, race: int) -> RaceReport | None:
        """Return how the tote of a race stands, and what it has paid; None where nobody has bet."""
        async with self._steps.store.reading() as db:
            table = await self._steps.known.table(db, table_id)
            return await tote.report(db, totes.race_of(table, race))

    async def odds(self, table_id: str) -> RaceReport | None:
        """Return how the race stands whose bets are still to be settled; None where there are none."""
        async with self._steps.store.reading() as db:
            table = await self._steps.known.table(db, table_id)
            return await tote.report(db, totes.race_of(table, table.tote)) if table.tote else None

    async def slips(self, table_id: str, race: int, user_id: int) -> Sequence[Slip]:
        """Return one person's bets on a race, for that person."""
        async with self._steps.store.reading() as db:
            table = await self._steps.known.table(db, table_id)
            return await tote.slips(db, totes.race_of(table, race), user_id)


async def _standing(step: Step) -> Standing | None:
    if not step.table.status.is_open:
        raise Refused(Refusal.TOTE_CLOSED)
    step.table.require_here()
    return await step.standing_if_started()


def _offered(steps: Steps, table: Table, settings: ServerSettings, standing: Standing | None) -> Offer | None:
    """Return what is offered; refuse with `NO_TOTE` where no game, or no server, has a tote."""
    runners = steps.runners(table.game)
    if runners is None or not settings.money:
        raise Refused(Refusal.NO_TOTE)
    return totes.offered(table, standing, runners)


def _combination(pool: Pool, horses: Sequence[str], offer: Offer) -> str:
    if pool not in offer.pools:
        raise Refused(Refusal.TOTE_NO_SUCH_BET)
    try:
        return tote.combination(pool, horses, offer.horses)
    except NoSuchBet:
        raise Refused(Refusal.TOTE_NO_SUCH_BET) from None


async def _taken(step: Step, made: Bet, *, is_first: bool) -> None:
    try:
        await tote.bet(step.db, made, step.now, is_first=is_first)
    except StakeError:
        raise Refused(Refusal.TOTE_STAKE, most=tote.MOST) from None
    except FrozenError:
        raise Refused(Refusal.TOTE_FROZEN) from None
    except OverdrawnError:
        raise Refused(Refusal.TOTE_WALLET, stake=made.stake) from None
