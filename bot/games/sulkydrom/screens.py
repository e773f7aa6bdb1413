"""Sulkydrom at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from bot.games.kit.screens import KitScreens, drawn
from bot.games.screens import Controls, Seating, Who
from bot.games.sulkydrom import desk, spoken, turns
from bot.games.sulkydrom.drives import DrivePanel
from bot.games.sulkydrom.ends import ends_of
from bot.games.sulkydrom.english import SulkydromTexts
from bot.games.sulkydrom.hint import hint
from bot.games.sulkydrom.runners import named, owner_of
from bot.games.sulkydrom.stacks import StackPanel
from bot.games.sulkydrom.turns import TurnPanel
from engines.catalog import STEADY
from engines.sulkydrom.actions import Action, Card
from engines.sulkydrom.rules import outcome
from engines.sulkydrom.view import Own, Phase, View
from render import sulkydrom as pictures
from render.kit.hero import Hero
from render.lobby import Entry
from render.picture import Picture
from render.sulkydrom.alt import final_ranks
from render.sulkydrom.sulky import silk

Faces = tuple[tuple[Card, tuple[int, ...]], ...]
"""Cards in their order, each with what it shows."""


@lru_cache(maxsize=128)
def drawn_hand(view: View, faces: Faces, words: SulkydromTexts) -> Picture:
    """Draw the cards of a seat, numbered in their order, or what it has left of its stacks.

    What is looked at again, as after a press that changes nothing, is drawn once.
    """
    in_order = [card for card, _ in faces]
    return pictures.hand(view, words.captions, dict(faces), in_order)


class SulkydromScreens(KitScreens[SulkydromTexts]):
    """Sulkydrom's side of every screen."""

    has_one_board_a_scene = True
    spoken = spoken
    drawings = pictures
    panels: ClassVar = {Phase.STACKING: StackPanel, Phase.TURNING: TurnPanel, Phase.DRIVING: DrivePanel}
    secret_phases = (Phase.STACKING,)
    orders: ClassVar = {desk.DRIVE: STEADY}
    hero = Hero.TROT

    def entries(self, edition: Mapping[str, Any], words: SulkydromTexts) -> Mapping[str, Entry]:
        """Return the horses of which the players get theirs."""
        return {letter: Entry(name, silk(letter)) for letter, name in edition["horses"].items()}

    def prompt(self, view: View, who: Who, words: SulkydromTexts) -> str:
        """Say whom the table waits for and for what."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.STACKING:
                asked = sum(place is not None for place in view.places)
                return words.ask_stacks(waiting, asked - len(waiting), asked)
            case Phase.TURNING:
                return words.ask_card(waiting[0], turns.specials_left(view))
            case Phase.DRIVING:
                (seat,) = view.to_act
                return words.ask_drive(waiting[0], named(view, seat, words), view.allowances[seat])
        return ""

    def progress(self, view: View, words: SulkydromTexts) -> str:
        """Say which race it is, and what is played to."""
        return words.progress(view.race, view.goal)

    def scene(self, view: View) -> str:
        """Name the race, the deal and the turn: a tempo card and all that is driven on it are one scene."""
        left = sum(view.horse_counts) + sum(view.position_counts) + (view.phase is Phase.DRIVING)
        return f"{view.race}:{view.deal}:{view.phase is Phase.STACKING}:{left}"

    def public_controls(self, seating: Seating, words: SulkydromTexts) -> Sequence[Controls]:
        """Offer under the board what is decided in the open: the stack to turn from, and where to drive."""
        match seating.view.phase:
            case Phase.TURNING:
                return (TurnPanel(seating, words).public_controls(),)
            case Phase.DRIVING:
                return (DrivePanel(seating, words).public_controls(),)
        return ()

    def desk_controls(self, seating: Seating, words: SulkydromTexts) -> Sequence[Controls]:
        """Lay out what may be pressed, with or without a decision to make."""
        return desk.with_order(seating, self.panel(seating, words), words)

    def desk_lines(self, seating: Seating, words: SulkydromTexts) -> Sequence[str]:
        """Tell what is asked, and how the seat stands."""
        return desk.lines(seating, self.panel(seating, words), words)

    def desk_more(self, seating: Seating, words: SulkydromTexts) -> Sequence[str]:
        """Tell the cards of the seat in words."""
        return desk.more_lines(seating, self.panel(seating, words), words)

    def desk_drawings(self, seating: Seating, words: SulkydromTexts) -> Sequence[Picture]:
        """Draw cards in the order of the slip, ends to choose from, or what the seat has left."""
        view, panel = seating.view, self.panel(seating, words)
        if isinstance(panel, StackPanel):
            hand, shown = panel.hand(), seating.choices.faces
            faces = tuple([(card, shown[card]) for card in (*hand.horse, *hand.position)])
            return (drawn_hand(replace(view, own=Own(hand)), faces, words),)
        if (reach := desk.reach_asked(panel)) is not None:
            ends = tuple([end.place for end in ends_of(reach)])
            return (drawn(pictures.choice, words, view, view.horses[seating.seat], ends),)
        return (drawn_hand(view, (), words),)

    def hint(self, seating: Seating, action: Action, words: SulkydromTexts) -> str:
        """Say what the steady player would do, and why."""
        return hint(seating, action, words)

    def race_lines(self, view: View, who: Who, words: SulkydromTexts) -> Sequence[str]:
        """Tell the race that was over last: every seat by its rank, what it brought, and what it has now."""
        assert view.result is not None
        over, lines = view.result, [words.result_title(view.result.race)]
        for rank, letter in enumerate(over.order, 1):
            seat = owner_of(view, letter)
            horse, total, wins = named(view, seat, words), over.totals[seat], over.wins[seat]
            lines.append(words.scored(rank, who(seat), horse, over.points[seat], total, wins))
        for seat in view.on_track():
            horse, total, wins = named(view, seat, words), over.totals[seat], over.wins[seat]
            lines.append(words.on_track(who(seat), horse, total, wins))
        return lines

    def final_lines(self, view: View, who: Who, words: SulkydromTexts) -> Sequence[str]:
        """Tell the last race, then why that ended the game, who has won, and everybody by what decides it."""
        assert view.result is not None
        ended = outcome(view.goal, view.result)
        (best,) = ended.winners
        won_by = words.score_of(view.points[best], view.wins[best])
        winners = words.winners([who(best)], won_by)
        lines = [*self.race_lines(view, who, words), words.final_title]
        if view.goal == "first":  # the race is the game, and its lines are the standing
            return [*lines, winners]
        ranks = final_ranks(view)
        seats = sorted(range(view.seats), key=lambda seat: (ranks[seat], -view.points[seat]))
        standing = [words.standing(ranks[s], who(s), view.points[s], view.wins[s]) for s in seats]
        return [*lines, words.reached(who(best), view.goal), winners, *standing]
