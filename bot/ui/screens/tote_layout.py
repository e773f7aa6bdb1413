"""The slip of the tote, which only one person sees: what is offered, what they have chosen so far, and their bets.

What is chosen stands in the custom ids of its controls, `tote.<verb>.<race>.<pool>.<horse>.<horse>.<stake>`: it is no
secret, for nobody else is sent them, and so it survives every restart.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

import discord
from discord import ui

from bot.bank import tote
from bot.bank.playing import NEWCOMER_DAYS
from bot.bank.tote import MOST, Odds, Pool, Slip, placed
from bot.games.kit.amounts import MOST_TYPED
from bot.games.screens import Controls
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MOST_OPTIONS, MessageLayout, button, option, select
from bot.messages.layouts.tote_words import bet_on, likeliest, named, slip_lines
from bot.messages.snapshot import Snapshot
from bot.tables import Refusal, totes
from bot.tables.tote_commands import OpenTote, Receipt, Window
from bot.texts import Texts
from bot.ui.forms import line_form

STAKES = (50, 100, 250, 500)
USUAL_STAKE = 100

_SHORT = re.compile(r"[a-z0-9]{1,12}|[A-Z0-9]{1,11}")
_CAPITALS = "_"
"""Before a horse in capitals, which no custom id of ours has."""
_NOTHING = "-"
_POOLS = {str(pool)[0]: pool for pool in Pool}


class Draft(NamedTuple):
    """What somebody has chosen so far."""

    race: int
    pool: Pool = Pool.WIN
    first: str = ""
    """A horse; empty: none is chosen."""
    second: str = ""
    stake: int = USUAL_STAKE

    @property
    def horses(self) -> tuple[str, ...]:
        """The horses that are bet on; fewer than the pool takes while one is to be chosen."""
        chosen = (self.first, self.second)[: self.pool.horses]
        return tuple(horse for horse in chosen if horse)

    @property
    def is_whole(self) -> bool:
        """Whether it is a bet."""
        return len({*self.horses}) == self.pool.horses and 0 < self.stake <= MOST

    def written(self, verb: str) -> str:
        """Write it down as the part of a custom id that names a control."""
        horses = (token(horse) for horse in (self.first, self.second))
        return ".".join(["tote", verb, str(self.race), self.pool[0], *horses, str(self.stake)])


def token(horse: str) -> str:
    """Write a horse down in a custom id."""
    if not horse:
        return _NOTHING
    if not _SHORT.fullmatch(horse):
        return f"+{crc32(horse.encode()):08x}"
    return horse if horse == horse.lower() else f"{_CAPITALS}{horse.lower()}"


def _plain(written: str) -> str | None:
    """Read a horse that is written as it is called; None where one has to know them all."""
    if written == _NOTHING:
        return ""
    if written.startswith("+"):
        return None
    is_capital = written.startswith(_CAPITALS)
    return written.removeprefix(_CAPITALS).upper() if is_capital else written


def draft_from(parts: Sequence[str], horses: Collection[str] | None = None) -> Draft | None:
    """Read what `Draft.written` wrote, without its verb; None for what it never writes.

    Of `horses` those that do not run go; without them it is read if it says itself which they are.
    """
    if len(parts) != 5 or parts[1] not in _POOLS or not (parts[0].isdecimal() and parts[4].isdecimal()):
        return None
    if horses is None:
        first, second = map(_plain, parts[2:4])
        if first is None or second is None:
            return None
    else:
        known = {token(horse): horse for horse in horses}
        first, second = (known.get(part, "") for part in parts[2:4])
    return Draft(int(parts[0]), _POOLS[parts[1]], first, second, int(parts[4]))


def receipt_layout(snapshot: Snapshot, receipt: Receipt, draft: Draft) -> MessageLayout:
    """Say that a bet was taken, and offer another."""
    words = snapshot.t.tote
    lines = [
        words.title(snapshot.game_name, snapshot.table.table_id, draft.race),
        words.taken(draft.stake, bet_on(snapshot, draft.pool, draft.horses)),
        *(_bets(snapshot, receipt.slips) if sum(map(len, receipt.slips.values())) > 1 else []),
        words.follows,
    ]
    again = button(CustomId(snapshot.table.table_id, 0, draft.written("again")), words.again)
    return MessageLayout("\n".join(lines), controls=((again,),))


def tote_layout(snapshot: Snapshot, window: Window, draft: Draft | None, said: str = "") -> MessageLayout:
    """Lay the slip out; `said` is what came of the press."""
    words, opened = snapshot.t.tote, window.open
    race = opened.offer.race if opened else None
    head = [words.title(snapshot.game_name, snapshot.table.table_id, race), *([said] if said else [])]
    if opened is None:
        bets = _bets(snapshot, window.slips) or [words.no_bets]
        has_too_few = snapshot.offer and totes.has_too_few(snapshot.table)
        return MessageLayout("\n".join([*head, words.too_few if has_too_few else words.shut, *bets]))
    backed = _backed(window, opened)
    if not backed or not window.free:
        told = [
            _refusal(snapshot, window) if backed else words.players,
            *_odds(snapshot, opened, Pool.WIN),
            *_bets(snapshot, window.slips),
        ]
        return MessageLayout("\n".join([*head, *told]))
    draft = draft if draft and draft.race == opened.offer.race else Draft(opened.offer.race)
    draft = fitting(draft, opened, backed, is_own=window.own is not None)
    horses = None if window.own is None else ", ".join(named(snapshot, backed))
    lines = [
        *head,
        words.hint if horses is None else words.own_only(horses),
        words.free(window.free, window.wallet),
        words.keeps(opened.takeout),
        *_odds(snapshot, opened, draft.pool),
        *_chosen(snapshot, opened, draft),
        *_bets(snapshot, window.slips),
    ]
    return MessageLayout("\n".join(lines), controls=_controls(snapshot, window, opened, draft))


def _refusal(snapshot: Snapshot, window: Window) -> str:
    """Say why somebody has nothing to bet: their wallet is empty, or holds only what a newcomer was given."""
    if not window.wallet:
        return snapshot.t.tote.empty_wallet
    return snapshot.t.refusals.table(Refusal.TOTE_NEWCOMER, {"days": NEWCOMER_DAYS, "left": 0})


def fitting(draft: Draft, opened: OpenTote, backed: Sequence[str], *, is_own: bool) -> Draft:
    """Return a draft without what cannot be bet on; where there is but one horse to choose, that is chosen."""
    pools = _pools(opened, is_own=is_own)
    pool = draft.pool if draft.pool in pools else pools[0]
    first = draft.first if draft.first in backed else ""
    second = draft.second if draft.second in backed and draft.second != first else ""
    return draft._replace(pool=pool, first=backed[0] if len(backed) == 1 else first, second=second)


def stake_form(address: CustomId, draft: Draft, t: Texts) -> ui.Modal:
    """Ask for another stake."""
    words = t.tote
    at = address._replace(what=draft.written("typed"))
    return line_form(at, words.form_title, words.form_label, words.form_hint, "amount", MOST_TYPED)


def _backed(window: Window, opened: OpenTote) -> Sequence[str]:
    """Return the horses that somebody may bet on."""
    horses = opened.offer.horses
    return horses if window.own is None else [horse for horse in horses if horse in window.own]


def _pools(opened: OpenTote, *, is_own: bool) -> Sequence[Pool]:
    """Return the pools in which somebody may bet: on one's own horse alone no pair."""
    return [pool for pool in opened.offer.pools if not is_own or pool.horses == 1]


def _odds(snapshot: Snapshot, opened: OpenTote, pool: Pool) -> list[str]:
    """Say how a pool stands."""
    words = snapshot.t.tote
    found = opened.report.pools.get(pool) if opened.report else None
    if found is None or not found.gross:
        return [words.nobody_yet(pool)]
    told, more = likeliest(found.odds)
    said = [(named(snapshot, tote.horses_of(key)), words.odds(*odds)) for key, odds in told]
    return [words.line(pool, said, more)]


def _chosen(snapshot: Snapshot, opened: OpenTote, draft: Draft) -> list[str]:
    """Say what the next press bets, and what it would pay."""
    words = snapshot.t.tote
    if not draft.is_whole:
        return [words.choose_two if draft.pool.horses > 1 else words.choose]
    least, most = (tote.payout(draft.stake, odds) for odds in _pays(opened, draft))
    return [words.ready(draft.stake, bet_on(snapshot, draft.pool, draft.horses), least, most)]


def _pays(opened: OpenTote, draft: Draft) -> Odds:
    """Return what a bet would pay if it were made, it won, and nothing more were bet."""
    report, horses = opened.report, opened.offer.horses
    found = report.pools.get(draft.pool) if report else None
    stakes = dict(found.stakes) if found else {}
    key = tote.combination(draft.pool, draft.horses, horses)
    stakes[key] = stakes.get(key, 0) + draft.stake
    return tote.odds(draft.pool, stakes, len(horses), opened.takeout)[key]


def _bets(snapshot: Snapshot, slips: Mapping[int, Sequence[Slip]]) -> list[str]:
    """List what somebody has bet on this race, and on the one before."""
    words = snapshot.t.tote
    races = sorted(slips)[-2:]
    return [line for race in races for line in (words.own_bets(race), *slip_lines(snapshot, slips[race]))]


def _controls(snapshot: Snapshot, window: Window, opened: OpenTote, draft: Draft) -> Sequence[Controls]:
    words, table_id, backed = snapshot.t.tote, snapshot.table.table_id, _backed(window, opened)

    def at(verb: str) -> CustomId:
        return CustomId(table_id, 0, draft.written(verb))

    pools = _pool_options(snapshot, opened, draft, is_own=window.own is not None)
    is_pair, is_ordered = draft.pool.horses > 1, draft.pool is Pool.EXACTA
    asks = words.first_placeholder if is_ordered else words.horse_placeholder
    rows: list[Controls] = [
        (select(at("pool"), words.pool_placeholder, pools),),
        (select(at("first"), asks, _options(snapshot, backed, draft.first)),),
    ]
    if is_pair:
        others = [horse for horse in backed if horse != draft.first]
        asks = words.second_placeholder if is_ordered else words.other_placeholder
        rows.append((select(at("second"), asks, _options(snapshot, others, draft.second)),))
    bet = words.bet(draft.stake)
    bets = button(at("bet"), bet, discord.ButtonStyle.success, disabled=not draft.is_whole)
    return [*rows, _stakes(snapshot, draft), (bets,)]


def _pool_options(
    snapshot: Snapshot, opened: OpenTote, draft: Draft, *, is_own: bool
) -> list[discord.SelectOption]:
    words, places = snapshot.t.tote, placed(len(opened.offer.horses))
    return [
        option(words.pool(pool), pool, words.pool_hint(pool, places), is_chosen=pool is draft.pool)
        for pool in _pools(opened, is_own=is_own)
    ]


def _stakes(snapshot: Snapshot, draft: Draft) -> Controls:
    """Offer the usual stakes, and another one; the one that is chosen is blue."""
    blue, grey = discord.ButtonStyle.primary, discord.ButtonStyle.secondary

    def at(verb: str, told: Draft) -> CustomId:
        return CustomId(snapshot.table.table_id, 0, told.written(verb))

    usual = [
        button(at("stake", draft._replace(stake=each)), f"{each:,}", blue if each == draft.stake else grey)
        for each in STAKES
    ]
    other = button(at("other", draft), snapshot.t.tote.other, grey if draft.stake in STAKES else blue)
    return (*usual, other)


def _options(snapshot: Snapshot, horses: Sequence[str], chosen: str) -> list[discord.SelectOption]:
    return [
        option(snapshot.words.horse(horse), horse, is_chosen=horse == chosen)
        for horse in horses[:MOST_OPTIONS]
    ]
