"""Sulkydrom at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from bot.games.screens import Act, Controls, Desk, Drafted, Form, GameScreens, Misread, Press, Seating, Who
from bot.games.sulkydrom import desk, drives, stacks, turns
from bot.games.sulkydrom.ends import ends_of
from bot.games.sulkydrom.results import game_told, race_told
from bot.games.sulkydrom.runners import named
from bot.games.sulkydrom.story import told
from bot.games.sulkydrom.words import spoken
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import Drawing, described
from engines.core import Row
from engines.sulkydrom import Card, Orders, Own, Phase, Place, View
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


def desk_drawing(seating: Seating, t: Texts) -> Drawing:
    """Draw what a desk is about: cards in the order of the slip, ends to choose from, or what the seat has left."""
    view: View = seating.view
    if isinstance(seating.choices, Orders):
        hand, shown = stacks.sorted_hand(seating), seating.choices.faces
        faces = tuple([(card, shown[card]) for card in (*hand.horse, *hand.position)])
        return drawn_hand(replace(view, own=Own(hand)), faces, t)
    reach = desk.reach_asked(seating)
    if reach is not None:
        return drawn_ends(view, tuple([end.place for end in ends_of(reach)]), t)
    return drawn_hand(view, (), t)


class SulkydromScreens(GameScreens):
    """Sulkydrom's side of every screen."""

    has_one_board_a_scene = True

    # ------------------------------------------------------------------------------------------ the lobby

    def orders(self) -> Mapping[str, str]:
        """Drives may be left to the table."""
        return {desk.DRIVE: "steady"}

    # ----------------------------------------------------------------------------------------- in public

    def happened(self, row: Row, view: View, who: Who, t: Texts) -> list[str]:
        """Tell a row of the log, a sentence an item."""
        return told([(row, view)], who, t)

    def story(
        self, rows: Sequence[tuple[Row, View]], who: Who, t: Texts, before: View | None = None
    ) -> list[str]:
        """Tell a stretch of the log, the drives of a card in one line."""
        return told(rows, who, t)

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

    def is_secret(self, view: View) -> bool:
        """Stacks are ordered by all at once."""
        return view.phase is Phase.STACKING

    def board(self, view: View, names: Sequence[str], t: Texts) -> Drawing:
        """Draw the oval."""
        return described(pictures.board(view, names, spoken(t).words))

    def public_rows(self, view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
        """Offer under the board what is decided in the open: the stack to turn from, and where to drive."""
        match view.phase:
            case Phase.TURNING:
                return (turns.public_row(view, control, t),)
            case Phase.DRIVING:
                return (drives.public_row(view, control, t),)
        return ()

    # ------------------------------------------------------------------------------------------- the desk

    def desk(self, seating: Seating, t: Texts) -> Desk:
        """Lay out one seat's desk."""
        return Desk(desk.text(seating, t), (desk_drawing(seating, t),), desk.rows(seating, t))

    def form(self, seating: Seating, press: Press, t: Texts) -> Form | None:
        """Nothing has to be typed."""
        return None

    def pressed(self, seating: Seating, press: Press, t: Texts) -> Act | Drafted:
        """Say what a press means; what does not fit the phase is misread."""
        if not seating.choices:
            raise Misread(t.table.unknown_control)
        match seating.view.phase, press.parts[0]:
            case Phase.STACKING, "stack":
                return stacks.pressed(seating, press, t)
            case Phase.TURNING, "tempo" | "galopp" | "joker":
                return turns.pressed(seating, press, t)
            case Phase.DRIVING, "drive":
                return drives.pressed(seating, press, t)
        raise Misread(t.table.unknown_control)

    def refusal(self, reason: str, facts: Mapping[str, Any], t: Texts) -> str:
        """Say why the rules refused."""
        return spoken(t).refusal(reason, facts)

    # ---------------------------------------------------------------------------------------- the results

    def race_result(self, view: View, names: Sequence[str], who: Who, t: Texts) -> tuple[str, Drawing]:
        """Tell how a race ended, and what it brought everybody."""
        return "\n".join(race_told(view, who, t)), described(pictures.result(view, names, spoken(t).words))

    def final_result(
        self, view: View, names: Sequence[str], who: Who, t: Texts
    ) -> tuple[str, Sequence[Drawing]]:
        """Tell the last race, then who has won the game."""
        last, last_drawing = self.race_result(view, names, who, t)
        lines = [last, *game_told(view, who, t)]
        return "\n".join(lines), (
            described(pictures.final(view, names, spoken(t).words)),
            last_drawing,
        )

    def replay(self, views: Sequence[View], names: Sequence[str], t: Texts) -> Drawing:
        """Draw the whole game again, animated."""
        return described(pictures.replay(views, names, spoken(t).words))
