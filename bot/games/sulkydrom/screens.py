"""Sulkydrom at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from bot.games.kit.screens import KitScreens
from bot.games.screens import Controls, Seating, Who
from bot.games.sulkydrom import desk, drives, turns
from bot.games.sulkydrom.drives import DrivePanel
from bot.games.sulkydrom.ends import ends_of
from bot.games.sulkydrom.english import SulkydromTexts
from bot.games.sulkydrom.results import race_lines, winners_lines
from bot.games.sulkydrom.runners import named
from bot.games.sulkydrom.stacks import StackPanel
from bot.games.sulkydrom.turns import TurnPanel
from bot.games.sulkydrom.words import spoken
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import Drawing, described
from engines.sulkydrom import Card, Own, Phase, Place, View
from render import sulkydrom as pictures

Faces = tuple[tuple[Card, tuple[int, ...]], ...]
"""Cards in their order, each with what it shows."""


@lru_cache(maxsize=128)
def drawn_hand(view: View, faces: Faces, t: Texts) -> Drawing:
    """Draw the cards of a seat, numbered in their order, or what it has left of its stacks.

    What is looked at again, as after a press that changes nothing, is drawn once.
    """
    in_order = [card for card, _ in faces]
    return described(pictures.hand(view, spoken(t).words, dict(faces), in_order))


@lru_cache(maxsize=64)
def drawn_ends(view: View, ends: Sequence[Place], t: Texts) -> Drawing:
    """Draw the numbered spaces that the horse of a seat can reach."""
    assert view.seat is not None
    return described(pictures.choice(view, view.horses[view.seat], ends, spoken(t).words))


class SulkydromScreens(KitScreens[SulkydromTexts]):
    """Sulkydrom's side of every screen."""

    has_one_board_a_scene = True
    spoken = spoken
    drawings = pictures
    panels: ClassVar = {Phase.STACKING: StackPanel, Phase.TURNING: TurnPanel, Phase.DRIVING: DrivePanel}
    secret_phases = (Phase.STACKING,)

    def orders(self) -> Mapping[str, str]:
        """Drives may be left to the table."""
        return {desk.DRIVE: "steady"}

    def prompt(self, view: View, who: Who, t: Texts) -> str:
        """Say whom the table waits for and for what."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.STACKING:
                asked = sum(place is not None for place in view.places)
                return spoken(t).ask_stacks(waiting, asked - len(waiting), asked)
            case Phase.TURNING:
                return spoken(t).ask_card(waiting[0], turns.specials_left(view))
            case Phase.DRIVING:
                (seat,) = view.to_act
                return spoken(t).ask_drive(waiting[0], named(view, seat, t), view.allowances[seat])
        return ""

    def progress(self, view: View, t: Texts) -> str:
        """Say which race it is, and what is played to."""
        return spoken(t).progress(view.race, view.goal)

    def scene(self, view: View) -> str:
        """Name the race, the deal and the turn: a tempo card and all that is driven on it are one scene."""
        left = sum(view.horse_counts) + sum(view.position_counts) + (view.phase is Phase.DRIVING)
        return f"{view.race}:{view.deal}:{view.phase is Phase.STACKING}:{left}"

    def public_rows(self, view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
        """Offer under the board what is decided in the open: the stack to turn from, and where to drive."""
        match view.phase:
            case Phase.TURNING:
                return (turns.public_row(view, control, t),)
            case Phase.DRIVING:
                return (drives.public_row(view, control, t),)
        return ()

    def desk_rows(self, seating: Seating, t: Texts) -> Sequence[Controls]:
        """Lay out what may be pressed, with or without a decision to make."""
        return desk.with_order(seating, self.panel(seating, t), t)

    def desk_lines(self, seating: Seating, t: Texts) -> Sequence[str]:
        """Tell what is asked, and how the seat stands."""
        return desk.lines(seating, self.panel(seating, t), t)

    def desk_drawings(self, seating: Seating, t: Texts) -> Sequence[Drawing]:
        """Draw cards in the order of the slip, ends to choose from, or what the seat has left."""
        view, panel = seating.view, self.panel(seating, t)
        if isinstance(panel, StackPanel):
            hand, shown = panel.hand(), seating.choices.faces
            faces = tuple([(card, shown[card]) for card in (*hand.horse, *hand.position)])
            return (drawn_hand(replace(view, own=Own(hand)), faces, t),)
        if (reach := desk.reach_asked(panel)) is not None:
            return (drawn_ends(view, tuple([end.place for end in ends_of(reach)]), t),)
        return (drawn_hand(view, (), t),)

    def race_lines(self, view: View, who: Who, t: Texts) -> Sequence[str]:
        """Tell how a race ended, and what it brought everybody."""
        return race_lines(view, who, t)

    def final_lines(self, view: View, who: Who, t: Texts) -> Sequence[str]:
        """Tell the last race, then who has won the game."""
        return [*race_lines(view, who, t), *winners_lines(view, who, t)]
