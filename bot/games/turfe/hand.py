"""The hand on a Turfe desk: a button or a select a card, then the lane where a move leaves a choice.

A control's address names the whole play, `play.red+3.red.2-7`, so what a press does never depends on a slip. The
slip only keeps which card is looked at more closely: one whose lane is to be chosen, or the one laid aside, because
to play it tells everybody the horse of the bet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import discord

from bot.games.screens import Act, Controls, Drafted, Misread, Press, Seating
from bot.games.turfe.moves import Move, flipped_moves, is_for_any, moves_of, place_of, told, told_end
from bot.games.turfe.words import spoken
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import button, select
from engines.turfe import Card, Place, View

_BLUE, _GREY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
_A_ROW = 5
_END = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")

Button = discord.ui.Button[discord.ui.LayoutView]


def looked_at(seating: Seating) -> Move | None:
    """Return the move whose ends are offered: the one that is picked, or the only one there is."""
    moves, draft = moves_of(seating.choices), seating.draft
    if len(moves) == 1:
        return moves[0]
    picked = (draft.get("card"), draft.get("horse"), draft.get("aside"))
    return next((move for move in moves if move[:3] == picked), None)


# ------------------------------------------------------------------------------------------ what is asked


def question(seating: Seating, t: Texts) -> str:
    """Ask for a card, or for the end of the move that is looked at."""
    view: View = seating.view
    move = looked_at(seating)
    if move is None:
        return spoken(t).own_turn if view.flipped is None else spoken(t).own_flipped(view.flipped)
    if move.aside and _has_others(seating):
        return spoken(t).own_aside(move.card, move.horse)
    name = _named(view, move, t)
    if move.has_choice:
        return spoken(t).own_lane(name, place_of(view, move.horse).space, move.ends[0].space)
    return spoken(t).own_last(name)


def _named(view: View, move: Move, t: Texts) -> str:
    if move.aside:
        return spoken(t).laid_aside(move.card)
    name = (
        spoken(t).for_horse(move.card, move.horse)
        if is_for_any(view, move.card)
        else spoken(t).card(move.card)
    )
    return spoken(t).turned_over(name) if view.flipped else name


def _has_others(seating: Seating) -> bool:
    return len(moves_of(seating.choices)) > 1


# ---------------------------------------------------------------------------------------- what is offered


def rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Offer every card, or the ends of the move that is looked at."""
    move = looked_at(seating)
    return _cards(seating, t) if move is None else _ends(seating, move, t)


def _cards(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Offer a button for each coloured card and a select for each card for any horse: at most five rows."""
    view: View = seating.view
    moves = moves_of(seating.choices)
    coloured = [_card(seating, move, t) for move in moves if not is_for_any(view, move.card)]
    selects = [
        (_horses(seating, card, list(same), t),)
        for card, same in groupby(moves, lambda move: move.card)
        if is_for_any(view, card)
    ]
    return [*_in_rows(coloured), *selects]


def _in_rows(buttons: Sequence[Button]) -> list[Controls]:
    return [buttons[start : start + _A_ROW] for start in range(0, len(buttons), _A_ROW)]


def _card(seating: Seating, move: Move, t: Texts) -> Button:
    name = spoken(t).laid_aside(move.card) if move.aside else spoken(t).card(move.card)
    return button(
        seating.control(_pick(move) if move.has_choice or move.aside else _play(move)),
        told(seating.view, move, name, t),
        _BLUE if move.ends and not move.aside else _GREY,
        emoji=spoken(t).sign(move.horse),
    )


def _horses(
    seating: Seating, card: Card, moves: Sequence[Move], t: Texts
) -> discord.ui.Select[discord.ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=told(seating.view, move, spoken(t).horse(move.horse), t),
            value=move.horse if move.has_choice else f"{move.horse}.{_end(move)}",
            emoji=spoken(t).sign(move.horse),
        )
        for move in moves
    ]
    copies = seating.view.own.hand.count(card)
    return select(seating.control(f"any.{card}"), spoken(t).any_placeholder(card, copies), options)


def _ends(seating: Seating, move: Move, t: Texts) -> Sequence[Controls]:
    """Offer the ends of a move, and the way back to the other cards."""
    view: View = seating.view
    ends = _numbered(seating, move, t) if move.has_choice else [_only_end(seating, move, t)]
    if not _has_others(seating):
        return [ends]
    back = spoken(t).another_horse if view.flipped else spoken(t).another_card
    return [ends, (button(seating.control("hand"), back),)]


def _numbered(seating: Seating, move: Move, t: Texts) -> list[Button]:
    """Number the ends as the picture does."""
    lane = place_of(seating.view, move.horse).lane
    return [
        button(
            seating.control(_play(move, end)),
            spoken(t).end(number, end.lane, end.space, own_lane=end.lane == lane),
            _BLUE,
            emoji=spoken(t).sign(move.horse),
        )
        for number, end in enumerate(move.ends, 1)
    ]


def _only_end(seating: Seating, move: Move, t: Texts) -> Button:
    label = told(seating.view, move, spoken(t).card(move.card), t)
    return button(seating.control(_play(move)), label, _BLUE, emoji=spoken(t).sign(move.horse))


# ---------------------------------------------------------------------------------------- under the board


def flipped_rows(view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
    """Offer every way to play the card turned over, for whoever sees the board; nothing without one."""
    moves = flipped_moves(view)
    if not moves:
        return ()
    if len(moves) == 1:
        return [[_lane(moves[0], end, control, t) for end in moves[0].ends]]
    card = moves[0].card
    options = [_way(view, move, end, t) for move in moves for end in move.ends or (None,)]
    return [(select(control(f"any.{card}"), spoken(t).any_placeholder(card, 1), options),)]


def _lane(move: Move, end: Place, control: Callable[[str], CustomId], t: Texts) -> Button:
    label = spoken(t).lane(end.lane, end.space)
    return button(control(_play(move, end)), label, _BLUE, emoji=spoken(t).sign(move.horse))


def _way(view: View, move: Move, end: Place | None, t: Texts) -> discord.SelectOption:
    """Offer a horse and where it ends; None: it stays."""
    name = spoken(t).horse(move.horse)
    label = told_end(view, move.horse, end, name, t) if end else spoken(t).would_stay(name)
    return discord.SelectOption(
        label=label, value=f"{move.horse}.{_end(move, end)}", emoji=spoken(t).sign(move.horse)
    )


# ----------------------------------------------------------------------------------------------- addresses


def _end(move: Move, end: Place | None = None) -> str:
    """Write an end, the only one of the move unless another is given."""
    end = end or next(iter(move.ends), None)
    return f"{end.lane}-{end.space}" if end else "-"


def _play(move: Move, end: Place | None = None) -> str:
    return f"play.{move.card}.{move.horse}.{_end(move, end)}{'.aside' * move.aside}"


def _pick(move: Move) -> str:
    return f"pick.{move.card}.{move.horse}{'.aside' * move.aside}"


# -------------------------------------------------------------------------------------- what a press means


def pressed(seating: Seating, press: Press, t: Texts) -> Act | Drafted:
    """Play a card, or look at one more closely."""
    match press.parts, press.values:
        case ("hand",), ():
            return Drafted({})
        case ("pick", card, horse), ():
            return _looked_at(seating, card, horse, False, t)
        case ("pick", card, horse, "aside"), ():
            return _looked_at(seating, card, horse, True, t)
        case ("any", card), (value,):
            horse, _, end = value.partition(".")
            return _played(card, horse, end, False, t) if end else _looked_at(seating, card, horse, False, t)
        case ("play", card, horse, end), ():
            return _played(card, horse, end, False, t)
        case ("play", card, horse, end, "aside"), ():
            return _played(card, horse, end, True, t)
    raise Misread(t.table.unknown_control)


def _looked_at(seating: Seating, card: str, horse: str, aside: bool, t: Texts) -> Drafted:
    if (card, horse, aside) not in [move[:3] for move in moves_of(seating.choices)]:
        raise Misread(t.table.unknown_control)
    return Drafted({"card": card, "horse": horse, "aside": aside})


def _played(card: str, horse: str, end: str, aside: bool, t: Texts) -> Act:
    at = _END.fullmatch(end)
    if not at and end != "-":
        raise Misread(t.table.unknown_control)
    action: dict[str, Any] = {"type": "play", "card": card, "horse": horse}
    action["to"] = {"lane": int(at[1]), "space": int(at[2])} if at else None
    return Act(action | {"aside": True} if aside else action)
