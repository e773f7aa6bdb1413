"""A Newmarket desk: what it asks, the hand in words, and a button for everything that can be done."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.games.newmarket import auction
from bot.games.newmarket.words import spoken
from bot.games.screens import Act, Controls, Misread, Press, Seating
from bot.texts import Texts
from bot.ui.message_layout import button
from engines.newmarket.view import Phase, View

GREEN, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.primary


# ------------------------------------------------------------------------------------------ what it says


def text(seating: Seating, t: Texts) -> str:
    """Say what is asked and what happens next, then what the seat holds."""
    view: View = seating.view
    own = view.own
    assert own is not None
    lines = [question(view, t) if seating.choices else waiting(view, t)]
    if own.hand:
        lines.append(spoken(t).hand(suits(view, own.hand)))
    if own.discarded:
        lines.append(spoken(t).laid_down(suits(view, own.discarded)))
    lines.append(spoken(t).purse(view.points[seating.seat], own.horse))
    return "\n".join(lines)


def waiting(view: View, t: Texts) -> str:
    """Say that nothing is asked of the seat now."""
    return spoken(t).own_backed if view.phase is Phase.BACKING else spoken(t).own_wait


def question(view: View, t: Texts) -> str:
    """Say what the seat is asked."""
    words = spoken(t)
    assert view.own is not None
    match view.phase:
        case Phase.BACKING:
            return words.own_back(view.stake)
        case Phase.CHOOSING:
            return words.own_hand(view.down_count)
        case Phase.OFFERING:
            return words.own_auction()
        case Phase.BIDDING:
            return words.own_bid(view.best, auction.limits(view)[1], view.down_count)
        case Phase.LEADING:
            return words.own_lead(view.own.leads, is_first=not view.plays)
    assert view.wanted is not None
    return words.own_call(view.wanted, view.window)


def suits(view: View, cards: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Sort cards by colour."""
    return [
        (colour, [card for card in cards if card.rstrip("0123456789") == colour]) for colour in view.colours
    ]


# ---------------------------------------------------------------------------------------- what it offers


def rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Offer what the seat may do; nothing where it is not asked."""
    view: View = seating.view
    if not seating.choices:
        return ()
    match view.phase:
        case Phase.BACKING:
            return _horses(seating, t)
        case Phase.CHOOSING:
            return _two(seating, ("hand.own", spoken(t).keep), ("hand.spare", spoken(t).swap))
        case Phase.OFFERING:
            return _two(seating, ("auction.open", spoken(t).auction), ("auction.none", spoken(t).no_auction))
        case Phase.BIDDING:
            return auction.rows(view, seating.control, t)
        case Phase.LEADING:
            return _leads(seating, t)
    return _call(seating, t)


def _horses(seating: Seating, t: Texts) -> Sequence[Controls]:
    view: View = seating.view
    return [
        [
            button(
                seating.control(f"back.{horse}"),
                spoken(t).back(horse, pot),
                BLUE,
                emoji=spoken(t).sign(horse),
            )
            for horse, pot in zip(view.racehorses, view.pots, strict=True)
        ]
    ]


def _two(seating: Seating, *offers: tuple[str, str]) -> Sequence[Controls]:
    (usual, label), (other, otherwise) = offers
    return [(button(seating.control(usual), label, BLUE), button(seating.control(other), otherwise))]


def _leads(seating: Seating, t: Texts) -> Sequence[Controls]:
    view: View = seating.view
    assert view.own is not None
    return [
        [
            button(seating.control(f"lead.{card}"), spoken(t).lead(card), BLUE, emoji=spoken(t).sign(card))
            for card in view.own.leads
        ]
    ]


def _call(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Offer the call by itself, so that nobody in a hurry presses the other."""
    card = seating.view.wanted
    call = button(seating.control(f"follow.{card}"), spoken(t).call(card), GREEN, emoji=spoken(t).sign(card))
    return [(call,), (button(seating.control("follow.miss"), spoken(t).keep_quiet),)]


# -------------------------------------------------------------------------------------- what a press means


def pressed(seating: Seating, press: Press, t: Texts) -> Act:
    """Say what a press means; what does not fit the phase is misread."""
    match seating.view.phase, press.parts:
        case Phase.BACKING, ("back", horse):
            return Act({"type": "back", "horse": horse})
        case Phase.CHOOSING, ("hand", "own" | "spare" as hand):
            return Act({"type": "hand", "take": hand})
        case Phase.OFFERING, ("auction", "open" | "none" as offer):
            return Act({"type": "auction", "open": offer == "open"})
        case Phase.BIDDING, ("bid", _):
            return auction.bid(seating.view, press, t)
        case Phase.LEADING, ("lead", card):
            return Act({"type": "lead", "card": card})
        case Phase.CALLING, ("follow", card):
            return Act({"type": "follow", "card": None if card == "miss" else card})
    raise Misread(t.table.unknown_control)
