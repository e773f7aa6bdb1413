"""The hand on a Turfe desk: a button or a select a card, then the lane where a move leaves a choice.

A control's address names the whole play, `play.red+3.red.2-7`, so what a press does never depends on a slip. The
slip only keeps which card is looked at more closely: one whose lane is to be chosen, or the one laid aside, because
to play it tells everybody the horse of the bet; or that such a card is about to be picked. A card drives straight on
with one press, wherever that is among its ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from bot.games.kit.panels import (
    BLUE,
    GREY,
    IDLE,
    Button,
    Option,
    Panel,
    Select,
    side_by_side,
    useful_first,
    useless_folded,
)
from bot.games.screens import Act, Controls, Drafted, Misread, Press, Seating
from bot.games.turfe.english import TurfeTexts
from bot.games.turfe.moves import (
    Move,
    end_label,
    facts,
    flipped_moves,
    is_for_any,
    move_label,
    moves_of,
    place_of,
    usual_end,
)
from engines.turfe.actions import Card, Spot

_MOST_ROWS = 5
"""Rows of controls that the cards may take."""

_END = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")


class Hand(Panel[TurfeTexts]):
    """Every card, or the ends of the move that is looked at."""

    def __init__(self, seating: Seating, words: TurfeTexts) -> None:
        super().__init__(seating, words)
        self.moves = moves_of(seating.choices)

    @property
    def looked_at(self) -> Move | None:
        """The move whose ends are offered: the one that is picked, or the only one there is."""
        if len(self.moves) == 1:
            return self.moves[0]
        picked = (self.draft.get("card"), self.draft.get("horse"), self.draft.get("aside"))
        return next((move for move in self.moves if move[:3] == picked), None)

    # -------------------------------------------------------------------------------------- what is asked

    def question(self) -> str:
        """Ask for a card, or for the end of the move that is looked at."""
        view, move = self.view, self.looked_at
        if move is None and self._picks_lane:
            return self.words.own_other_lane
        if move is None:
            return self.words.own_turn if view.flipped is None else self.words.own_flipped(view.flipped)
        if move.aside and len(self.moves) > 1:
            return self.words.own_aside(move.card, move.horse)
        name = self._named(move)
        if move.has_choice:
            return self.words.own_lane(name, facts(place_of(view, move.horse)))
        return self.words.own_last(name)

    def _named(self, move: Move) -> str:
        if move.aside:
            return self.words.laid_aside(move.card)
        is_for = self.words.for_horse(move.card, move.horse)
        name = is_for if is_for_any(self.view, move.card) else self.words.card(move.card)
        return self.words.turned_over(name) if self.view.flipped else name

    # ------------------------------------------------------------------------------------ what is offered

    def controls(self) -> Sequence[Controls]:
        """Offer every card, or the ends of the move that is looked at, or the cards that leave a choice of lane."""
        if move := self.looked_at:
            return self._ends(move)
        return self._cards_with_lanes() if self._picks_lane else self._cards()

    @property
    def _picks_lane(self) -> bool:
        """Whether the seat is about to pick a card in order to choose its lane."""
        return bool(self.draft.get("lanes")) and bool(self._with_lanes)

    @property
    def _with_lanes(self) -> list[Move]:
        """The moves that drive straight on when their card is pressed, and could go elsewhere."""
        return [move for move in self.moves if move.has_choice and not move.aside]

    def _cards(self) -> Sequence[Controls]:
        """Offer a button for each coloured card and a select for each card for any horse: at most five rows."""
        coloured = [
            (self._card(move), bool(move.ends)) for move in self.moves if not is_for_any(self.view, move.card)
        ]
        if self._with_lanes:
            coloured.append((self.button("lanes.more", self.words.other_lanes), True))
        selects = self._selects(self.moves)
        folded = useless_folded(self, coloured, self.words.throw_away)
        if len(folded) + len(selects) > _MOST_ROWS:
            folded = useful_first(coloured)
        return [*folded, *selects]

    def _cards_with_lanes(self) -> Sequence[Controls]:
        """Offer the cards whose lane can be chosen, and the way back to all of them."""
        coloured = [self._lanes_of(move) for move in self._with_lanes if not is_for_any(self.view, move.card)]
        back = self.button("hand", self.words.all_cards)
        return [*side_by_side([*coloured, back]), *self._selects(self._with_lanes)]

    def _lanes_of(self, move: Move) -> Button:
        label = move_label(self.view, move, self.words.card(move.card), self.words)
        return self.button(_pick(move), label, BLUE, emoji=self.words.sign(move.horse))

    def _card(self, move: Move) -> Button:
        name = self.words.laid_aside(move.card) if move.aside else self.words.card(move.card)
        what = _pick(move) if move.aside else _play(move, usual_end(self.view, move))
        style = BLUE if move.ends and not move.aside else GREY
        told = self._straight_on(move, name)
        label = self.words.asks_more(told) if move.aside else told
        return self.button(what, label, style, emoji=self.words.sign(move.horse))

    def _straight_on(self, move: Move, name: str) -> str:
        """Say what a card does when it is pressed; the one laid aside leaves its lane open."""
        end = None if move.aside and move.has_choice else usual_end(self.view, move)
        if end is None:
            return move_label(self.view, move, name, self.words)
        return end_label(self.view, move.horse, end, name, self.words)

    def _selects(self, moves: Sequence[Move]) -> list[Controls]:
        """Offer a select for each card for any horse among `moves`."""
        return [
            (self._horses(card, list(same)),)
            for card, same in groupby(moves, lambda move: move.card)
            if is_for_any(self.view, card)
        ]

    def _horses(self, card: Card, moves: Sequence[Move]) -> Select:
        copies = self.view.own.hand.count(card)
        return self.select(
            f"any.{card}", self.words.any_placeholder(card, copies), [*map(self._for_horse, moves)]
        )

    def _for_horse(self, move: Move) -> Option:
        name, sign = self.words.horse(move.horse), self.words.sign(move.horse)
        if self._picks_lane:
            return Option(label=move_label(self.view, move, name, self.words), value=move.horse, emoji=sign)
        value = f"{move.horse}.{_end(move, usual_end(self.view, move))}"
        return Option(label=self._straight_on(move, name), value=value, emoji=sign)

    def _ends(self, move: Move) -> Sequence[Controls]:
        """Offer the ends of a move, and the way back to the other cards."""
        ends = self._squares(move) if move.has_choice else [self._only_end(move)]
        if len(self.moves) == 1:
            return [ends]
        back = self.words.another_horse if self.view.flipped else self.words.another_card
        return [ends, (self.button("hand", back),)]

    def _squares(self, move: Move) -> list[Button]:
        """Name the ends by their squares, as the picture does."""
        lane, sign = place_of(self.view, move.horse).lane, self.words.sign(move.horse)
        labels = [self.words.end(facts(end), own_lane=end.lane == lane) for end in move.ends]
        return [
            self.button(_play(move, end), label, BLUE, emoji=sign)
            for end, label in zip(move.ends, labels, strict=True)
        ]

    def _only_end(self, move: Move) -> Button:
        label = move_label(self.view, move, self.words.card(move.card), self.words)
        return self.button(_play(move), label, BLUE, emoji=self.words.sign(move.horse))

    # ------------------------------------------------------------------------------------ under the board

    def public_controls(self) -> Sequence[Controls]:
        """Offer every way to play the card turned over, for whoever sees the board; nothing without one."""
        moves = flipped_moves(self.view)
        if not moves:
            return ()
        if len(moves) == 1:
            return [[self._lane(moves[0], end) for end in moves[0].ends]]
        card = moves[0].card
        ways = [self._way(move, end) for move in moves for end in move.ends or (None,)]
        return [(self.select(f"any.{card}", self.words.any_placeholder(card, 1), ways),)]

    def _lane(self, move: Move, end: Spot) -> Button:
        label = self.words.end(facts(end))
        return self.button(_play(move, end), label, BLUE, emoji=self.words.sign(move.horse))

    def _way(self, move: Move, end: Spot | None) -> Option:
        """Offer a horse and where it ends; None: it stays."""
        name, sign = self.words.horse(move.horse), self.words.sign(move.horse)
        label = (
            end_label(self.view, move.horse, end, name, self.words) if end else self.words.would_stay(name)
        )
        return Option(label=label, value=f"{move.horse}.{_end(move, end)}", emoji=sign)

    # ---------------------------------------------------------------------------------- what a press means

    def pressed(self, press: Press) -> Act | Drafted:
        """Play a card, or look at one more closely."""
        match press.parts, press.values:
            case ("hand",), ():
                return Drafted({})
            case ("lanes", "more"), () if self._with_lanes:
                return self._lanes()
            case (address,), (value,) if address == IDLE:
                return self.pressed(Press(tuple(value.split("."))))
            case ("pick", card, horse, *aside), () if aside in ([], ["aside"]):
                return self._picked(card, horse, aside=bool(aside))
            case ("any", card), (value,):
                horse, _, end = value.partition(".")
                return self._played(card, horse, end) if end else self._picked(card, horse, aside=False)
            case ("play", card, horse, end, *aside), () if aside in ([], ["aside"]):
                return self._played(card, horse, end, aside=bool(aside))
        raise Misread

    def _lanes(self) -> Drafted:
        """Look at the one card that leaves a choice of lane, or have one of them picked."""
        if len(moves := self._with_lanes) > 1:
            return Drafted({"lanes": True})
        return self._picked(moves[0].card, moves[0].horse, aside=False)

    def _picked(self, card: str, horse: str, *, aside: bool) -> Drafted:
        if (card, horse, aside) not in [move[:3] for move in self.moves]:
            raise Misread
        return Drafted({"card": card, "horse": horse, "aside": aside})

    def _played(self, card: str, horse: str, end: str, *, aside: bool = False) -> Act:
        at = _END.fullmatch(end)
        if not at and end != "-":
            raise Misread
        action: dict[str, Any] = {"type": "play", "card": card, "horse": horse}
        action["to"] = {"lane": int(at[1]), "space": int(at[2])} if at else None
        return Act(action | {"aside": True} if aside else action)


# ----------------------------------------------------------------------------------------------- addresses


def _end(move: Move, end: Spot | None = None) -> str:
    """Write an end, the only one of the move unless another is given."""
    end = end or next(iter(move.ends), None)
    return f"{end.lane}-{end.space}" if end else "-"


def _play(move: Move, end: Spot | None = None) -> str:
    return f"play.{move.card}.{move.horse}.{_end(move, end)}{'.aside' * move.aside}"


def _pick(move: Move) -> str:
    return f"pick.{move.card}.{move.horse}{'.aside' * move.aside}"
