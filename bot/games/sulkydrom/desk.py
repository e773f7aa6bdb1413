"""The desk of a Sulkydrom seat: what is asked of it, how its horse stands, and what may be pressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.games.kit.panels import Button, Panel
from bot.games.screens import Controls, Seating
from bot.games.sulkydrom.drives import DrivePanel
from bot.games.sulkydrom.english import SulkydromTexts
from bot.games.sulkydrom.runners import following, named, spot_of, to_go
from bot.games.sulkydrom.stacks import StackPanel
from bot.games.sulkydrom.turns import TurnPanel, specials
from bot.messages.layout import button
from engines.sulkydrom.paths import Reach
from engines.sulkydrom.view import Phase, View

DRIVE = "drive"
"""The kind of action that may be left to the table."""


def reach_asked(panel: Panel[Any] | None) -> Reach | None:
    """Return what lies open to a horse whose way is asked for: with a card, or with a Joker taken up."""
    is_asked = isinstance(panel, DrivePanel) or (isinstance(panel, TurnPanel) and panel.is_joker_open)
    reach: Reach | None = panel.choices.reach if panel and is_asked else None
    return reach


def with_order(seating: Seating, panel: Panel[Any] | None, words: SulkydromTexts) -> Sequence[Controls]:
    """Lay out what may be pressed, and the standing order; without a decision only what takes one back."""
    if panel is None:
        return [(_order(seating, words),)] if DRIVE in seating.orders else []
    if isinstance(panel, StackPanel) and DRIVE not in seating.orders:
        return panel.controls()
    first, *others = panel.controls()
    return [(*first, _order(seating, words)), *others]


def _order(seating: Seating, words: SulkydromTexts) -> Button:
    """Offer to leave the drives to the table, or to take that back."""
    if DRIVE in seating.orders:
        control = seating.order_control(DRIVE, on=False)
        return button(control, words.drive_myself, discord.ButtonStyle.danger)
    return button(seating.order_control(DRIVE, on=True), words.drive_on)


def lines(seating: Seating, panel: Panel[Any] | None, words: SulkydromTexts) -> Sequence[str]:
    """Say what is asked, then how the horse of the seat stands."""
    view, seat = seating.view, seating.seat
    spot = spot_of(view.places[seat])
    return (
        _question(seating, panel, words),
        words.running(named(view, seat, words), view.positions[seat], spot, to_go(view, seat)),
        words.own_points(view.points[seat], view.wins[seat]) if view.race > 1 else "",
        words.ordered_on if DRIVE in seating.orders else "",
    )


def more_lines(seating: Seating, panel: Panel[Any] | None, words: SulkydromTexts) -> Sequence[str]:
    """Tell the cards of a seat in words, as far as it may look at them."""
    stacks = panel.lines() if isinstance(panel, StackPanel) else ()
    return (*stacks, _holding(seating.view, seating.seat, words))


def _holding(view: View, seat: int, words: SulkydromTexts) -> str:
    counts = view.horse_counts[seat], view.position_counts[seat]
    return words.holding(*counts, joker=view.jokers[seat], galopp=view.galopps[seat])


def _question(seating: Seating, panel: Panel[Any] | None, words: SulkydromTexts) -> str:
    view, seat = seating.view, seating.seat
    match panel:
        case StackPanel():
            return words.own_stacks(named(view, seat, words))
        case TurnPanel(is_joker_open=True):
            return words.own_joker(seating.choices.reach.most)
        case TurnPanel():
            stopped = None if view.stopped is None else named(view, view.stopped, words)
            return words.own_card(specials(seating.choices), view.special, stopped)
        case DrivePanel():
            then = following(view)
            after = None if then is None else named(view, then, words)
            return words.own_drive(named(view, seat, words), view.allowances[seat], after)
    return _waiting(view, seat, words)


def _waiting(view: View, seat: int, words: SulkydromTexts) -> str:
    """Say what goes on while nothing is asked of a seat."""
    if view.turn is None:
        return words.day_over
    if view.places[seat] is None:
        return words.own_home
    match view.phase:
        case Phase.STACKING:
            return words.own_laid
        case Phase.DRIVING if seat in view.waiting:
            return words.own_queue(view.allowances[seat], 1 + view.waiting.index(seat))
        case Phase.DRIVING:
            return words.own_driven
    return words.own_watching(named(view, view.turn, words))
