"""How a race, a game, or a table that was ended early came out: what everyone sees of it, and the money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

import discord

from bot.bank import Receipt
from bot.games.screens import Controls
from bot.games.titles import feat_words
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, button
from bot.messages.layouts.board_sentences import (
    NOBODY,
    by_race,
    stretch_of,
    until_the_end,
    with_told_above,
)
from bot.messages.layouts.published_layout import log_file, views_of
from bot.messages.layouts.tote_words import Outcome, opens_tote, outcome_lines
from bot.messages.snapshot import Snapshot
from bot.tables import Standing, honours
from bot.tables.evening import Evening
from bot.tables.stakes import finals
from bot.tables.table import Taken
from bot.texts.markup import mention, plain
from engines.core import Row
from render import kit
from render.picture import Topic

MOST_HONOURED = 6
"""So many people are named with what they have achieved at a table."""


def result_layout(
    snapshot: Snapshot,
    race: int | None = None,
    before: Standing | None = None,
    rows: Sequence[Row] = (),
    takers: Mapping[int, Taken] = NOBODY,
    outcome: Outcome | None = None,
) -> MessageLayout:
    """Tell how the race ended that was over last, and what the tote has paid. Slow: for a worker thread.

    `rows` led there from `before`, which the newest board shows; of them what ended the race is told first.
    """
    assert snapshot.standing is not None
    view = snapshot.standing.view(None)
    text, drawing = snapshot.screens.race_result(view, snapshot.table.names, snapshot.who, snapshot.words)
    ending = until_the_end(stretch_of(snapshot, before, rows), race)
    told = "\n".join([text, *outcome_lines(snapshot, outcome), *snapshot.named])
    return with_told_above(
        MessageLayout(told, (drawing,), said={Topic.RESULT}), snapshot, ending, before, takers
    )


def final_layout(
    snapshot: Snapshot,
    receipts: Sequence[Receipt],
    rows: Sequence[Row],
    before: Standing | None = None,
    takers: Mapping[int, Taken] = NOBODY,
    watched: Sequence[tuple[int, str]] = (),
    outcome: Outcome | None = None,
    evening: Evening | None = None,
) -> MessageLayout:
    """Tell how the game ended, with the replay, the log and the offer of a rematch. Slow: for a worker thread.

    `watched` are those who achieved something there though they had no seat, by their ids. `rows` are the whole log.
    Those after `before`, which the newest board shows, are told first.
    """
    t, table = snapshot.t, snapshot.table
    money = _bankrolls(snapshot, receipts) if table.stakes else [t.table.practice]
    money = [*money, *honour_lines(snapshot, watched), *outcome_lines(snapshot, outcome)]
    if snapshot.standing is None:
        return _untold_layout(snapshot, money, rows)
    text, drawings = snapshot.screens.final_result(
        snapshot.standing.view(None), table.names, snapshot.who, snapshot.words
    )
    untold = rows[before.length if before else 0 :]
    ending = until_the_end(stretch_of(snapshot, before, untold), None)
    with suppress(kit.NothingMoved):
        views = views_of(snapshot, rows)
        drawings = (*drawings, snapshot.screens.replay(views, table.names, snapshot.words))
    layout = MessageLayout(
        "\n".join([text, *_evening(snapshot, evening), *_tempers(snapshot), *money, *snapshot.named]),
        drawings,
        rematch_button(snapshot, outcome),
        footer=t.table.proof(table.secret.hex()),
        attached=(log_file(snapshot, rows),),
        said={Topic.RESULT},
    )
    return with_told_above(layout, snapshot, ending, before, takers)


def _untold_layout(snapshot: Snapshot, money: Sequence[str], rows: Sequence[Row]) -> MessageLayout:
    """Close a game that was over before its result was posted, and that no rules at hand can tell any more."""
    t, table_id = snapshot.t, snapshot.table.table_id
    by_other_rules = t.table.over_by_other_rules(snapshot.game_name, table_id)
    told = by_other_rules if snapshot.is_here else t.table.over_without_game(table_id)
    return MessageLayout(
        "\n".join([told, *money]),
        controls=rematch_button(snapshot),
        footer=t.table.proof(snapshot.table.secret.hex()),
        attached=(log_file(snapshot, rows),),
    )


def honour_lines(snapshot: Snapshot, watched: Sequence[tuple[int, str]]) -> list[str]:
    """Tell what was achieved at a table for the first time, a line a person; of many lines only the first."""
    t, by_person = snapshot.t, dict[str, list[str]]()
    told = [
        (snapshot.who(honour.seat), honour.feat)
        for honour in honours.read(snapshot.table.honours)
        if honour.seat is not None
    ]
    for who, feat in (*told, *((mention(user), feat) for user, feat in watched)):
        if words := feat_words(feat, t):
            by_person.setdefault(who, []).append(words.name)
    lines = [t.profile.honours(who, names) for who, names in by_person.items()][:MOST_HONOURED]
    left = sum(len(names) for names in [*by_person.values()][MOST_HONOURED:])
    return [*lines, t.profile.more_honours(left)] if left else lines


MOST_CREDITED = 8
"""So many people are named with what the evening has brought them: those who sit here first of all."""


def _evening(snapshot: Snapshot, evening: Evening | None) -> list[str]:
    """Tell what the rounds of the evening have brought everybody, the most first."""
    if evening is None:
        return []
    here = {
        seat.name if seat.agent else seat.owner_id: snapshot.who(seat.number) for seat in snapshot.table.seats
    }
    first = sorted(evening.credits, key=lambda player: (player not in here, -evening.credits[player]))
    named = sorted(first[:MOST_CREDITED], key=lambda player: -evening.credits[player])
    start = money.amount if (money := snapshot.handed_out) else 0
    told = [
        (
            here.get(each) or _named(each),
            snapshot.words.score(evening.credits[each]),
            evening.credits[each] - start * evening.rounds_of[each],
        )
        for each in named
    ]
    words = snapshot.t.table
    return [
        words.evening(evening.rounds, told, len(first) - len(named)),
        words.evening_credits(snapshot.words.score(start)),
    ]


def _named(player: int | str) -> str:
    return f"🤖 {plain(player)}" if isinstance(player, str) else mention(player)


def _tempers(snapshot: Snapshot) -> list[str]:
    """Tell which tempers the computer players had: nothing of a secret, but who knows them guesses at their bets."""
    words = snapshot.words.tempers
    told = [
        (snapshot.who(seat.number), words[seat.agent])
        for seat in snapshot.table.seats
        if seat.agent is not None and seat.agent in words
    ]
    return [snapshot.t.table.tempers(told)] if told else []


def rematch_button(snapshot: Snapshot, outcome: Outcome | None = None) -> Sequence[Controls]:
    """Offer the same table once more; whoever has bet sees there what it paid."""
    again = CustomId(snapshot.table.table_id, 0, "rematch")
    bets = [opens_tote(snapshot)] if outcome else []
    return ((button(again, snapshot.t.table.rematch, discord.ButtonStyle.success), *bets),)


def _bankrolls(snapshot: Snapshot, receipts: Sequence[Receipt]) -> list[str]:
    """Tell what the table did to every bankroll, after the worth of the game's own money where a unit is no coin."""
    words, table, money = snapshot.t.table, snapshot.table, snapshot.handed_out
    told = [
        words.bankroll(
            snapshot.who(receipt.seat),
            receipt.final - table.buy_in,
            receipt.paid,
            receipt.repaid,
            receipt.charged,
            receipt.owed,
            receipt.balance,
        )
        for receipt in receipts
        if receipt.user is not None
    ]
    if kept := _kept(snapshot, receipts):
        told.append(words.kept_from_others(kept))
    price = table.buy_in // money.times if money else 0
    if told and money and price != money.amount:
        return [words.worth_of_the_rest(money.amount, price), *told]
    return told


def _kept(snapshot: Snapshot, receipts: Sequence[Receipt]) -> int:
    """Return how many coins the house has kept of what winners would get where everybody had lost their own."""
    match = snapshot.standing.match if snapshot.standing else None
    if match is None or not receipts:
        return 0
    outcome = match.outcome or (match.interim.outcome if match.interim else None)
    if outcome is None:
        return 0
    due = finals(snapshot.handed_out, snapshot.table.buy_in, outcome)
    return sum(due[receipt.seat] - receipt.final for receipt in receipts if receipt.user is not None)


def cancelled_layout(
    snapshot: Snapshot,
    rows: Sequence[Row] = (),
    receipts: Sequence[Receipt] = (),
    before: Standing | None = None,
    takers: Mapping[int, Taken] = NOBODY,
    watched: Sequence[tuple[int, str]] = (),
    outcome: Outcome | None = None,
) -> MessageLayout:
    """Close a race that was cancelled: say what went back, or what was paid for the races that count.

    What happened after `before`, which the newest board shows, is told first. Its secret and its log, `rows`, are
    published as far as it went. Slow: for a worker thread.
    """
    ended = snapshot.t.lobby.cancelled(snapshot.table.stakes, snapshot.table.counted)
    paid = _bankrolls(snapshot, receipts) if snapshot.table.counted else []
    paid = [*paid, *honour_lines(snapshot, watched), *outcome_lines(snapshot, outcome), *snapshot.named]
    if not rows:
        return MessageLayout("\n".join([ended, *paid]))
    layout = MessageLayout(
        "\n".join([f"{ended} {snapshot.t.table.unsealed}", *paid]),
        footer=snapshot.t.table.proof(snapshot.table.secret.hex()),
        attached=(log_file(snapshot, rows),),
    )
    if snapshot.standing is None:
        return layout
    untold = stretch_of(snapshot, before, rows[before.length if before else 0 :])
    return with_told_above(layout, snapshot, by_race(untold)[-1], before, takers)
