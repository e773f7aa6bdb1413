"""The two stacks on a desk before they are laid: sorted by strength, as dealt, or picked card after card by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.games.kit.panels import GREEN, Option, Panel
from bot.games.screens import Act, Controls, Drafted, Misread, Press, Seating
from bot.games.sulkydrom.english import SulkydromTexts
from bot.games.sulkydrom.runners import named
from bot.messages.layout import MOST_OPTIONS
from engines.sulkydrom.actions import Card, Deck
from engines.sulkydrom.choices import Orders
from engines.sulkydrom.state import Stacks
from engines.sulkydrom.steady import best_order
from engines.sulkydrom.view import View

DECKS: tuple[Deck, Deck] = ("horse", "position")
_LETTERS = "ABCDEFGH"
MORE = "+more"
"""What asks for the cards that did not fit into a select; no card can be called so."""


class Sorting:
    """Both stacks as far as they are in order. Nothing chosen yet: by strength.

    Of each stack the first `picked` cards were picked by hand, one after another; the others follow as they lay.
    """

    def __init__(self, draft: Mapping[str, Any], view: View, orders: Orders) -> None:
        self.strongest = best_order(view, orders)
        self.cards: dict[Deck, list[Card]] = {}
        self.picked: dict[Deck, int] = {}
        self.skipped: dict[Deck, int] = {}
        for deck in DECKS:
            hand: tuple[Card, ...] = getattr(orders.hand, deck)
            laid = draft.get(deck) or getattr(self.strongest, deck)
            self.cards[deck] = list(laid if sorted(laid) == sorted(hand) else hand)
            self.picked[deck] = min(int(draft.get("picked", {}).get(deck, 0)), len(hand))
            self.skipped[deck] = int(draft.get("skipped", {}).get(deck, 0))

    def parts(self, deck: Deck) -> tuple[Sequence[Card], Sequence[Card]]:
        """Return the cards of a stack that were picked, and those that follow."""
        cards, picked = self.cards[deck], self.picked[deck]
        return cards[:picked], cards[picked:]

    def offered(self, deck: Deck) -> Sequence[Card]:
        """Return the cards to pick from next; of more than fit into a select only some, others after `with_more`."""
        _, left = self.parts(deck)
        if len(left) <= MOST_OPTIONS:
            return left
        start = self.skipped[deck] % len(left)
        return left[start : start + MOST_OPTIONS - 1]

    def with_more(self, deck: Deck) -> dict[str, Any]:
        """Offer other cards of a stack."""
        skipped = self.skipped | {deck: self.skipped[deck] + len(self.offered(deck))}
        return self.draft() | {"skipped": skipped}

    def with_next(self, deck: Deck, card: Card) -> dict[str, Any]:
        """Pick the card that comes next in a stack; one that is picked already stays where it is."""
        picked, left = self.parts(deck)
        if card in picked:
            return self.draft()
        cards = [*picked, card, *(other for other in left if other != card)]
        return self.draft() | {deck: cards, "picked": self.picked | {deck: len(picked) + 1}}

    def draft(self) -> dict[str, Any]:
        """Return the slip to store."""
        return {"horse": self.cards["horse"], "position": self.cards["position"], "picked": self.picked}


class StackPanel(Panel[SulkydromTexts]):
    """What seals the stacks and what sorts them, and a select for each to pick by hand."""

    def __init__(self, seating: Seating, words: SulkydromTexts) -> None:
        super().__init__(seating, words)
        self.sorting = Sorting(seating.draft, seating.view, seating.choices)

    def hand(self) -> Stacks:
        """Return the own cards in the order they have on the slip, to draw them so."""
        return Stacks(tuple(self.sorting.cards["horse"]), tuple(self.sorting.cards["position"]))

    def lines(self) -> list[str]:
        """Tell both stacks, the card that is turned first at the front."""
        faces, positions = self.choices.faces, _positions(self.view)
        own = _LETTERS.index(self.view.horses[self.seating.seat])
        horse = [[faces[card][own] for card in part] for part in self.sorting.parts("horse")]
        position = [
            [[faces[card][at - 1] for at in positions] for card in part]
            for part in self.sorting.parts("position")
        ]
        name = named(self.view, self.seating.seat, self.words)
        return [self.words.horse_stack(name, *horse), self.words.position_stack(positions, *position)]

    def controls(self) -> Sequence[Controls]:
        """Lay the slip out: the strongest order, ready to be laid, until somebody wants another."""
        if not self.draft:
            by_hand = self.button("stack.open", self.words.by_hand)
            return [(self.button("stack.strong", self.words.lay_by_strength, GREEN), by_hand)]
        buttons = [
            self.button("stack.go", self.words.lay, GREEN),
            self.button("stack.sort", self.words.by_strength),
            self.button("stack.dealt", self.words.as_dealt),
        ]
        if any(self.sorting.picked.values()):
            buttons.append(self.button("stack.again", self.words.pick_again))
        return [buttons, *self._picks()]

    def _picks(self) -> Iterator[Controls]:
        """Ask for the next card of each stack in which there is still a choice."""
        for deck in DECKS:
            picked, left = self.sorting.parts(deck)
            if len(left) > 1:
                options = [self._option(deck, card) for card in self.sorting.offered(deck)]
                if len(options) < len(left):
                    options.append(Option(label=self.words.more_cards, value=MORE))
                yield (self.select(f"stack.{deck}", self.words.pick(deck, len(picked) + 1), options),)

    def _option(self, deck: Deck, card: Card) -> Option:
        view, face = self.view, self.choices.faces[card]
        if deck == "position":
            label = self.words.position_face(card, [(at, face[at - 1]) for at in _positions(view)])
            return Option(label=label, value=card)
        numbers = {letter: face[_LETTERS.index(letter)] for letter in view.horses}
        own = view.horses[self.seating.seat]
        rivals = [
            (letter, numbers[letter])
            for letter, place in zip(view.horses, view.places, strict=True)
            if place is not None and letter != own
        ]
        return Option(
            label=self.words.horse_face(card, view.names[self.seating.seat], numbers[own]),
            value=card,
            description=self.words.rivals_face(sorted(rivals)),
        )

    def pressed(self, press: Press) -> Act | Drafted:
        """Say what a press on the slip means; raise Misread. By strength is laid whatever stands on the slip by now."""
        hand: Stacks = self.choices.hand
        match press.parts, press.values:
            case ("stack", "go"), ():
                cards = self.sorting.cards
                return Act(_laid(cards["horse"], cards["position"]))
            case ("stack", "strong"), ():
                return Act(_laid(self.sorting.strongest.horse, self.sorting.strongest.position))
            case ("stack", "open"), ():
                return Drafted(self.sorting.draft())
            case ("stack", "sort"), ():
                return Drafted({})
            case ("stack", "dealt"), ():
                return Drafted({"horse": list(hand.horse), "position": list(hand.position)})
            case ("stack", "again"), ():
                return Drafted(self.sorting.draft() | {"picked": {}})
            case ("stack", "horse" | "position" as deck), (value,):
                return self._picked(deck, value)
        raise Misread

    def _picked(self, deck: Deck, value: str) -> Drafted:
        if value == MORE:
            return Drafted(self.sorting.with_more(deck))
        if value not in self.sorting.cards[deck]:
            raise Misread
        return Drafted(self.sorting.with_next(deck, Card(value)))


def _laid(horse: Sequence[Card], position: Sequence[Card]) -> Mapping[str, Any]:
    """Return the action that lays the stacks so."""
    return {"type": "stack", "horse": list(horse), "position": list(position)}


def _positions(view: View) -> Sequence[int]:
    """Return the positions that running horses have or can come to have."""
    return range(len(view.home) + 1, view.seats + 1)
