"""The desk of a Sulkydrom seat: what is asked of it, how its horse stands, and what may be pressed."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.games.screens import Controls, Seating
from bot.games.sulkydrom import drives, stacks, turns
from bot.games.sulkydrom.runners import following, named, shown, to_go
from bot.games.sulkydrom.words import spoken
from bot.texts import Texts
from bot.ui.message_layout import button
from engines.sulkydrom import Drives, Orders, Phase, Reach, Turns, View

DRIVE = "drive"
"""The kind of action that may be left to the table."""


def rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Lay out what may be pressed; without a decision only what takes a standing order back."""
    match seating.choices:
        case Orders():
            laid_out = stacks.rows(seating, t)
        case Turns():
            laid_out = turns.rows(seating, t)
        case Drives():
            laid_out = drives.rows(seating, DRIVE, seating.choices.reach, t, drives.hold(seating, t))
        case _:
            return [(_order(seating, t),)] if DRIVE in seating.orders else []
    if isinstance(seating.choices, Orders) and DRIVE not in seating.orders:
        return laid_out
    first, *others = laid_out
    return [(*first, _order(seating, t)), *others]


def reach_asked(seating: Seating) -> Reach | None:
    """Return what lies open to a horse whose way is asked for: with a card, or with a Joker taken up."""
    match seating.choices:
        case Drives(reach=reach):
            return reach
        case Turns(reach=reach) if turns.is_joker_open(seating):
            return reach
    return None


def _order(seating: Seating, t: Texts) -> ui.Button[ui.LayoutView]:
    """Offer to leave the drives to the table, or to take that back."""
    if DRIVE in seating.orders:
        control = seating.order_control(DRIVE, on=False)
        return button(control, spoken(t).drive_myself, discord.ButtonStyle.danger)
    return button(seating.order_control(DRIVE, on=True), spoken(t).drive_on)


def text(seating: Seating, t: Texts) -> str:
    """Say what is asked and what happens next, then what the seat has."""
    words, view, seat = spoken(t), seating.view, seating.seat
    lines = [_question(seating, t)]
    if isinstance(seating.choices, Orders):
        lines += stacks.lines(seating, t)
    place = shown(view.places[seat])
    lines.append(words.running(named(view, seat, t), view.positions[seat], place, to_go(view, seat)))
    lines.append(_holding(view, seat, t))
    if view.race > 1:
        lines.append(words.own_score(view.points[seat], view.wins[seat]))
    if DRIVE in seating.orders:
        lines.append(words.ordered_on)
    return "\n".join(lines)


def _holding(view: View, seat: int, t: Texts) -> str:
    counts = view.horse_counts[seat], view.position_counts[seat]
    return spoken(t).holding(*counts, joker=view.jokers[seat], galopp=view.galopps[seat])


def _question(seating: Seating, t: Texts) -> str:
    words, view, seat = spoken(t), seating.view, seating.seat
    match seating.choices:
        case Orders():
            return words.own_stacks(named(view, seat, t))
        case Turns() if (reach := reach_asked(seating)) is not None:
            return words.own_joker(reach.most)
        case Turns():
            stopped = None if view.stopped is None else named(view, view.stopped, t)
            return words.own_card(turns.specials(seating.choices), view.special, stopped)
        case Drives():
            then = following(view)
            after = None if then is None else named(view, then, t)
            return words.own_drive(named(view, seat, t), view.allowances[seat], after)
    return _waiting(view, seat, t)


def _waiting(view: View, seat: int, t: Texts) -> str:
    """Say what goes on while nothing is asked of a seat."""
    words = spoken(t)
    if view.turn is None:
        return words.own_over
    if view.places[seat] is None:
        return words.own_home
    match view.phase:
        case Phase.STACKING:
            return words.own_laid
        case Phase.DRIVING if seat in view.waiting:
            return words.own_queue(view.allowances[seat], 1 + view.waiting.index(seat))
        case Phase.DRIVING:
            return words.own_driven
    return words.own_watching(named(view, view.turn, t))
