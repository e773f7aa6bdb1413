"""The playbill of a lobby that waits: of everything in it the message says the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.bank.playing import PEOPLE_FOR_STAKES
from bot.bank.tote import Pool, horses_of
from bot.messages.layouts.expected_length import expected_minutes
from bot.messages.snapshot import Snapshot
from bot.tables import Seat
from bot.texts.markup import plain
from render.lobby import Entry, Fact, Playbill, Stall, playbill
from render.picture import Picture


def lobby_playbill(snapshot: Snapshot, cost: int, took: Sequence[int] = ()) -> Picture:
    """Draw the playbill of a lobby; a seat costs so many coins, and the server's last such games took that long."""
    return playbill(
        f"{snapshot.table.game}-playbill", playbill_of(snapshot, cost, took), snapshot.t.lobby.playbill
    )


def playbill_of(snapshot: Snapshot, cost: int, took: Sequence[int] = ()) -> Playbill:
    """Say what the playbill of a lobby shows."""
    table, words = snapshot.table, snapshot.t.lobby
    host = table.seat_of(table.host_id)
    return Playbill(
        title=plain(snapshot.words.name),
        hero=snapshot.screens.hero,
        host=table.names[host.number] if host else "",
        table=words.playbill_table(table.table_id),
        news=words.playbill_news(max(0, table.capacity - len(table.seats))),
        facts=tuple(_facts(snapshot, cost, took)),
        entries=tuple(_entries(snapshot)),
        stalls=tuple(Stall(table.names[seat.number], _note(snapshot, seat)) for seat in table.seats),
        capacity=table.capacity,
    )


def _facts(snapshot: Snapshot, cost: int, took: Sequence[int]) -> list[Fact]:
    """Name the stakes, the length, the options, and what the tote holds once there are bets."""
    words, minutes, total = snapshot.t.lobby, expected_minutes(snapshot, took), _total(snapshot)
    stakes = _stakes(snapshot, cost)
    played = " · ".join(map(plain, snapshot.words.facts(snapshot.table.options)))
    facts = [Fact(words.playbill_stakes, stakes)]
    facts += [Fact(words.playbill_length, words.playbill_minutes(minutes))] if minutes else []
    facts += [Fact(words.playbill_played, played)] if played else []
    return facts + ([Fact(words.playbill_tote, words.playbill_coins(total))] if total else [])


def _stakes(snapshot: Snapshot, cost: int) -> str:
    """Say what a seat costs as things stand: nothing until there are people to play for it with."""
    words = snapshot.t.lobby
    if not snapshot.settings.money:
        return words.playbill_no_stakes
    is_practice = len(snapshot.table.people) < PEOPLE_FOR_STAKES
    return words.playbill_practice if is_practice else words.playbill_coins(cost)


def _total(snapshot: Snapshot) -> int:
    """Return what the tote of the first race holds, as everybody was shown it last."""
    offer, report = snapshot.offer, snapshot.odds
    if offer is None or report is None or report.race != offer.race:
        return 0
    return sum(pool.gross for pool in report.pools.values())


def _entries(snapshot: Snapshot) -> list[Entry]:
    """Return the horses, with the odds of the Win pool once there are bets."""
    entries = snapshot.screens.entries(snapshot.table.edition, snapshot.words)
    report = snapshot.odds if _total(snapshot) else None
    win = report.pools.get(Pool.WIN) if report else None
    odds = {horses_of(key)[0]: snapshot.t.tote.odds(*each) for key, each in win.odds.items()} if win else {}
    return [entry._replace(odds=odds.get(horse, "")) for horse, entry in entries.items()]


def _note(snapshot: Snapshot, seat: Seat) -> str:
    """Say what is to be known of whoever sits there."""
    words = snapshot.t.lobby
    if seat.agent:
        return words.playbill_computer
    if not seat.ready:
        return words.playbill_not_ready
    return words.playbill_host if seat.user_id == snapshot.table.host_id else ""
