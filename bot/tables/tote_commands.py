"""What can be done at the tote of a table: look at what is offered and how it stands, bet, and read what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from bot import outbox
from bot.bank import spendable, tote
from bot.bank.playing import NEWCOMER_DAYS, own_coins
from bot.bank.tote import (
    MOST_BETS,
    MOST_ON_A_RACE,
    Bet,
    EnoughBetsError,
    FrozenError,
    FullRaceError,
    NewcomerError,
    NoSuchBet,
    OverdrawnError,
    Pool,
    RaceReport,
    Slip,
    StakeError,
    Ticket,
)
from bot.servers import ServerSettings, read_settings
from bot.tables import deadlines, totes
from bot.tables.games import Games
from bot.tables.loading import load
from bot.tables.reading import Reading
from bot.tables.refusals import Outdated, Refusal, Refused
from bot.tables.standing import Standing, standing_of
from bot.tables.step import Step
from bot.tables.table import Status, Table
from bot.tables.totes import Offer


class OpenTote(NamedTuple):
    """What can be bet on at a table now, and how it stands."""

    offer: Offer
    takeout: int
    """Per cent that the house takes."""
    report: RaceReport | None
    """The pools with their odds; None while nobody has bet."""


class Receipt(NamedTuple):
    """What somebody is shown who has just bet."""

    reading: Reading
    """The table."""
    slips: Mapping[int, Sequence[Slip]]
    """Their bets on every race of the table, by race."""


class Window(NamedTuple):
    """What one person is shown at the tote of a table."""

    reading: Reading
    """The table."""
    open: OpenTote | None
    """What can be bet on now; None where nothing can."""
    own: frozenset[str] | None
    """The only horses they may bet on, since they have a seat; None: all."""
    wallet: int
    """The coins that they hold."""
    free: int
    """The coins that they may bet: of a newcomer only those that the house did not give them."""
    slips: Mapping[int, Sequence[Slip]]
    """Their bets on every race of the table, by race."""


def bet(
    db: Connection,
    step: Step,
    user_id: int,
    pool: Pool,
    horses: Sequence[str],
    stake: int,
    interaction_id: int,
    race: int | None = None,
    guild_id: int | None = None,
    name: str = "",
) -> Receipt:
    """Bet so many coins on the next race of a table; the same interaction never bets twice.

    `race` is the one that is meant, where it may have been run meanwhile, and `guild_id` the server in which the
    table has to be. `name` is what leaderboards call whoever bets. Refuses with `NO_TOTE` where there is none, with
    `TOTE_CLOSED` once the race is run, and with `TOTE_TOO_FEW` where fewer than two people sit at the table.
    """
    if guild_id not in {None, step.table.guild_id}:
        raise Refused(Refusal.NO_SUCH_TABLE)
    standing = _standing(db, step)
    offer = _offered(step.games, step.table, step.settings, standing)
    if offer is None or step.table.tote not in {0, offer.race}:  # one race after another is settled
        raise Refused(Refusal.TOTE_CLOSED)
    if race not in {None, offer.race}:
        raise Refused(Refusal.TOTE_CLOSED)
    combination = _combination(pool, horses, offer)
    runners = step.games.runners(step.table.game)
    assert runners
    totes.require_may_bet(step.table, standing, runners, user_id, horses)
    totes.require_saw_no_hand(db, step, user_id)
    of_race = totes.race_of(step.table, offer.race)
    step.is_quiet = step.table.tote == offer.race
    if not step.is_quiet:
        tote.open_race(db, of_race, offer.horses, step.settings.takeout)
        step.change(db, tote=offer.race)
    _taken(db, step, Bet(of_race, user_id, pool, combination, stake, str(interaction_id), name))
    return Receipt(step.reading(standing), tote.slips_at(db, step.table.table_id, user_id))


def window(db: Connection, games: Games, table_id: str, user_id: int) -> Window:
    """Return what somebody is shown at the tote: what they may bet on, and their own bets."""
    table = load(db, table_id)
    clocks, settings = deadlines.of_table(db, table_id), read_settings(db, table.guild_id)
    standing = _standing_if_running(db, games, table)
    is_open = _open(db, games, table, settings, standing)
    runners = games.runners(table.game) if is_open else None
    own = totes.own_horses(table, standing, runners, user_id) if runners else None
    held = spendable(db, table.guild_id, user_id)
    free = own_coins(db, table.guild_id, [user_id])[user_id]
    slips = tote.slips_at(db, table_id, user_id)
    return Window(Reading(table, clocks, settings, standing), is_open, own, held, max(0, free), slips)


def _standing_if_running(db: Connection, games: Games, table: Table) -> Standing | None:
    """Return where a race stands; None where none runs, or nobody can tell."""
    if table.status is not Status.RUNNING:
        return None
    try:
        return standing_of(db, games, table)
    except (Refused, Outdated):
        return None


def _open(
    db: Connection, games: Games, table: Table, settings: ServerSettings, standing: Standing | None
) -> OpenTote | None:
    if not games.is_here(table.game):
        return None
    try:
        offer = _offered(games, table, settings, standing)
    except Refused:
        return None
    if offer is None:
        return None
    report = tote.report(db, totes.race_of(table, offer.race)) if table.tote == offer.race else None
    return OpenTote(offer, report.takeout if report else settings.takeout, report)


def outcome(db: Connection, table_id: str, race: int) -> tuple[RaceReport, Ticket | None] | None:
    """Return what the tote of a race has paid, and the bet that paid most; None where nobody has bet."""
    named = totes.race_of(load(db, table_id), race)
    report = tote.report(db, named)
    return report and (report, tote.best_ticket(db, named))


def report(db: Connection, table_id: str, race: int) -> RaceReport | None:
    """Return how the tote of a race stands, and what it has paid; None where nobody has bet."""
    return tote.report(db, totes.race_of(load(db, table_id), race))


def odds(db: Connection, table_id: str) -> RaceReport | None:
    """Return how the race stands whose bets are still to be settled; None where there are none."""
    table = load(db, table_id)
    return tote.report(db, totes.race_of(table, table.tote)) if table.tote else None


def slips(db: Connection, table_id: str, race: int, user_id: int) -> Sequence[Slip]:
    """Return one person's bets on a race, for that person."""
    return tote.slips(db, totes.race_of(load(db, table_id), race), user_id)


def show_odds(db: Connection, step: Step, pause: int) -> int:
    """Have the post that shows the odds brought up to date: that of the lobby, or the newest board.

    So many milliseconds have to lie between two times, whichever process asks. Returns how long it is until then,
    where it was not done; 0: it was, or there is nothing to show.
    """
    step.require_here()
    if not step.table.tote or not step.table.status.is_open:
        step.is_quiet = True  # they were settled meanwhile
        return 0
    since = step.now - (step.table.odds_at or 0)
    if 0 <= since < pause:  # a clock that was set back makes nobody wait
        step.is_quiet = True
        return pause - since
    step.change(db, odds_at=step.now)
    is_lobby = step.table.status is Status.LOBBY
    outbox.ask_for(db, step.table.table_id, outbox.LOBBY if is_lobby else outbox.BOARD_WORDS)
    return 0


def _standing(db: Connection, step: Step) -> Standing | None:
    if not step.table.status.is_open:
        raise Refused(Refusal.TOTE_CLOSED)
    step.require_here()
    return step.standing_if_started(db)


def _offered(games: Games, table: Table, settings: ServerSettings, standing: Standing | None) -> Offer | None:
    """Return what is offered; refuse where no game or server has a tote, and at a table with too few people."""
    runners = games.runners(table.game)
    if runners is None or not (settings.money and settings.tote):
        raise Refused(Refusal.NO_TOTE)
    offer = totes.offered(table, standing, runners)
    if offer and totes.has_too_few(table):
        raise Refused(Refusal.TOTE_TOO_FEW)
    return offer


def _combination(pool: Pool, horses: Sequence[str], offer: Offer) -> str:
    if pool not in offer.pools:
        raise Refused(Refusal.TOTE_NO_SUCH_BET)
    try:
        return tote.combination(pool, horses, offer.horses)
    except NoSuchBet:
        raise Refused(Refusal.TOTE_NO_SUCH_BET) from None


def _taken(db: Connection, step: Step, made: Bet) -> None:
    try:
        tote.bet(db, made, step.now, is_earned=True)
    except StakeError:
        raise Refused(Refusal.TOTE_STAKE, most=tote.MOST) from None
    except NewcomerError as newcomer:
        raise Refused(Refusal.TOTE_NEWCOMER, days=NEWCOMER_DAYS, left=newcomer.left) from None
    except EnoughBetsError:
        raise Refused(Refusal.TOTE_ENOUGH, most=MOST_BETS) from None
    except FullRaceError:
        raise Refused(Refusal.TOTE_FULL, most=MOST_ON_A_RACE) from None
    except FrozenError:
        raise Refused(Refusal.TOTE_FROZEN) from None
    except OverdrawnError:
        raise Refused(Refusal.TOTE_WALLET, stake=made.stake) from None
