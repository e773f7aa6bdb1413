"""What the tote says of pools and bets, in the words of a game: the line of a board, dividends, somebody's own bets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from discord import ui

from bot.bank.tote import Odds, Pool, PoolReport, RaceReport, RaceStatus, Slip, Ticket, horses_of
from bot.games.screens import Controls
from bot.messages.custom_ids import CustomId
from bot.messages.layout import button
from bot.messages.snapshot import Snapshot
from bot.tables.table import Status, Table
from bot.texts.markup import mention

MOST_TOLD = 8
"""Combinations of a pool that are told in a line, those that pay least."""

MOST_SLIPS = 12
"""Bets of one race that are listed; the others are summed up."""

Outcome = tuple[RaceReport, Ticket | None]
"""What the tote of a race has paid, and the bet that paid most."""


def tote_button(snapshot: Snapshot) -> Controls:
    """Offer the tote, while it is open."""
    return (opens_tote(snapshot),) if snapshot.offer else ()


def opens_tote(snapshot: Snapshot) -> ui.Button[ui.LayoutView]:
    """Offer to look at the tote."""
    return button(CustomId(snapshot.table.table_id, 0, "tote"), snapshot.t.tote.button, emoji="🎟️")


def board_line(snapshot: Snapshot) -> list[str]:
    """Tell how the Win pool stands, while the tote is open and somebody has bet."""
    offer, report = snapshot.offer, snapshot.odds
    if offer is None or report is None or report.race != offer.race:
        return []
    total = sum(pool.gross for pool in report.pools.values())
    if not total:
        return []
    said, win = snapshot.t.tote, report.pools.get(Pool.WIN)
    told, more = likeliest(win.odds if win else {})
    named = [(snapshot.words.horse(horses_of(key)[0]), said.odds(*odds)) for key, odds in told]
    return [said.board(named, total, more)]


def likeliest(odds: Mapping[str, Odds]) -> tuple[Sequence[tuple[str, Odds]], int]:
    """Return the combinations that pay least, and how many others there are."""
    ranked = sorted(odds.items(), key=lambda each: (each[1], each[0]))
    return ranked[:MOST_TOLD], max(0, len(ranked) - MOST_TOLD)


def named(snapshot: Snapshot, horses: Collection[str]) -> list[str]:
    """Name horses as the game does."""
    return [snapshot.words.horse(horse) for horse in horses]


def bet_on(snapshot: Snapshot, pool: Pool, horses: Sequence[str]) -> str:
    """Name what is bet on."""
    return snapshot.t.tote.on(pool, named(snapshot, horses))


def slip_lines(snapshot: Snapshot, slips: Sequence[Slip]) -> list[str]:
    """List somebody's bets on a race, the oldest summed up where there are many."""
    said = snapshot.t.tote
    left, shown = slips[:-MOST_SLIPS], slips[-MOST_SLIPS:]
    told = [
        said.slip(each.stake, bet_on(snapshot, each.pool, each.horses), each.paid, each.returned)
        for each in shown
    ]
    if not left:
        return told
    is_over = all(each.paid is not None for each in left)
    paid = sum(each.paid or 0 for each in left) if is_over else None
    return [said.more_slips(len(left), sum(each.stake for each in left), paid), *told]


def is_cut_short(table: Table, race: int) -> bool:
    """Whether a table ended while a race was run, so that bets on it count as the horses stood."""
    return table.status is Status.CANCELLED and race > table.counted


def outcome_lines(snapshot: Snapshot, outcome: Outcome | None) -> list[str]:
    """Tell everybody what a race has paid, and the best ticket; nothing where nobody has bet."""
    if outcome is None:
        return []
    said, (report, best) = snapshot.t.tote, outcome
    if report.status is RaceStatus.REFUNDED:
        return [said.refunded(report.race)]
    bet = [(pool, report.pools[pool]) for pool in Pool if pool in report.pools and report.pools[pool].gross]
    if report.status is not RaceStatus.SETTLED or not bet:
        return []
    paid = [(pool, None if each.is_refunded else _paid(snapshot, each)) for pool, each in bet]
    cut_short = is_cut_short(snapshot.table, report.race)
    lines = [said.dividends(paid, is_cut_short=cut_short)]
    if cut_short:
        lines.insert(0, said.cut_short(report.race))
    if best:
        who = said.somebody if best.user is None else mention(best.user)
        lines.append(said.best(who, best.stake, bet_on(snapshot, best.pool, best.horses), best.paid))
    return lines


def _paid(snapshot: Snapshot, pool: PoolReport) -> list[tuple[list[str], int]]:
    return [(named(snapshot, horses_of(key)), each) for key, each in pool.dividends.items() if each]
