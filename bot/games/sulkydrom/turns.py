"""A turn on a desk: which stack to turn from, and before that a Joker for the own horse or a Galopp for a rival's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord

from bot.games.screens import Act, Controls, Drafted, Misread, Press, Seating
from bot.games.sulkydrom import drives
from bot.games.sulkydrom.runners import owner_of, to_go
from bot.games.sulkydrom.words import spoken
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import button, select
from engines.sulkydrom import Deck, Turns, View

_LONGEST_NAME = 32


def is_joker_open(seating: Seating) -> bool:
    """Whether the desk asks where the Joker shall lead."""
    return bool(seating.draft.get("joker")) and seating.choices.reach is not None


def specials(turns: Turns) -> Sequence[str]:
    """Name what may be played before the tempo card."""
    return [*(["joker"] if turns.reach is not None else []), *(["galopp"] if turns.horses else [])]


def specials_left(view: View) -> Sequence[str]:
    """Name what everyone sees that the seat whose turn it is may still play in this turn."""
    (seat,) = view.to_act
    left = {"joker": view.jokers[seat], "galopp": view.galopps[seat]}
    return [special for special, is_left in left.items() if is_left and view.special is None]


def rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Offer the stacks, then what may be played before; or where a Joker leads, once it is taken up."""
    words, turns = spoken(t), seating.choices
    if is_joker_open(seating):
        keep = button(seating.control("joker.keep"), words.keep_joker)
        return drives.rows(seating, "joker", turns.reach, t, keep)
    buttons = list(stack_buttons(seating.view, turns.decks, seating.control, t))
    if turns.reach is not None:
        buttons.append(button(seating.control("joker.open"), words.play_joker(turns.reach.most)))
    return [buttons, (_galopp(seating, turns, t),)] if turns.horses else [buttons]


def stack_buttons(
    view: View, decks: Sequence[Deck], control: Callable[[str], CustomId], t: Texts
) -> Sequence[discord.ui.Button[discord.ui.LayoutView]]:
    """Offer the top of each stack that is left to the seat whose turn it is."""
    (seat,) = view.to_act
    left: Mapping[Deck, int] = {"horse": view.horse_counts[seat], "position": view.position_counts[seat]}
    return [
        button(control(f"tempo.{deck}"), spoken(t).turn_top(deck, left[deck]), discord.ButtonStyle.primary)
        for deck in decks
    ]


def public_row(view: View, control: Callable[[str], CustomId], t: Texts) -> Controls:
    """Offer the stacks under the board."""
    (seat,) = view.to_act
    counts = (("horse", view.horse_counts[seat]), ("position", view.position_counts[seat]))
    decks: list[Any] = [deck for deck, count in counts if count]
    return stack_buttons(view, decks, control, t)


def _galopp(seating: Seating, turns: Turns, t: Texts) -> discord.ui.Select[discord.ui.LayoutView]:
    """Offer the rivals, the foremost first."""
    view: View = seating.view
    owners = sorted((owner_of(view, horse) for horse in turns.horses), key=lambda seat: view.positions[seat])
    options = [
        discord.SelectOption(
            label=spoken(t).rival(view.names[seat], seating.names[seat][:_LONGEST_NAME]),
            value=view.horses[seat],
            emoji=spoken(t).sign(view.horses[seat]),
            description=spoken(t).where(view.positions[seat], to_go(view, seat)),
        )
        for seat in owners
    ]
    return select(seating.control("galopp.on"), spoken(t).galopp_placeholder, options)


def pressed(seating: Seating, press: Press, t: Texts) -> Act | Drafted:
    """Say what a press means; raise Misread. Whether it is allowed, the rules say."""
    turns: Turns = seating.choices
    match press.parts, press.values:
        case ("tempo", "horse" | "position" as deck), ():
            return Act({"type": "tempo", "deck": deck})
        case ("galopp", "on"), (horse,) if horse in seating.view.horses:
            return Act({"type": "galopp", "horse": horse})
        case ("joker", "open"), ():
            return Drafted({"joker": True})
        case ("joker", "keep"), ():
            return Drafted({})
        case ("joker", "more"), ():
            return drives.turned_over(seating)
        case ("joker", *_), _ if turns.reach is not None:
            return Act({"type": "joker", "path": list(drives.chosen(turns.reach, press, t).path)})
    raise Misread(t.table.unknown_control)
