"""The two stacks on a desk before they are laid: sorted by strength, as dealt, or picked card after card by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.games.screens import Act, Controls, Drafted, Misread, Press, Seating
from bot.games.sulkydrom.runners import named
from bot.games.sulkydrom.words import spoken
from bot.texts import Texts
from bot.ui.message_layout import button, select
from engines.sulkydrom import Card, Deck, Orders, Stack, Stacks, View
from engines.sulkydrom.steady import best_order

DECKS: tuple[Deck, Deck] = ("horse", "position")
_LETTERS = "ABCDEFGH"
_MOST_OPTIONS = 25
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
        if len(left) <= _MOST_OPTIONS:
            return left
        start = self.skipped[deck] % len(left)
        return left[start : start + _MOST_OPTIONS - 1]

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
        return self.draft() | {
            deck: cards,
            "picked": self.picked | {deck: len(picked) + 1},
        }

    def draft(self) -> dict[str, Any]:
        """Return the slip to store."""
        return {"horse": self.cards["horse"], "position": self.cards["position"], "picked": self.picked}

    def stack(self) -> Stack:
        """Return the action this amounts to."""
        return Stack(tuple(self.cards["horse"]), tuple(self.cards["position"]))


def sorted_hand(seating: Seating) -> Stacks:
    """Return the own cards in the order they have on the slip, to draw them so."""
    sorting = Sorting(seating.draft, seating.view, seating.choices)
    return Stacks(tuple(sorting.cards["horse"]), tuple(sorting.cards["position"]))


# ------------------------------------------------------------------------------------------- what is said


def lines(seating: Seating, t: Texts) -> list[str]:
    """Tell both stacks, the card that is turned first at the front."""
    view, orders = seating.view, seating.choices
    sorting = Sorting(seating.draft, view, orders)
    own, positions = _LETTERS.index(view.horses[seating.seat]), _positions(view)
    horse = [[orders.faces[card][own] for card in part] for part in sorting.parts("horse")]
    position = [
        [[orders.faces[card][at - 1] for at in positions] for card in part]
        for part in sorting.parts("position")
    ]
    return [
        spoken(t).horse_stack(named(view, seating.seat, t), *horse),
        spoken(t).position_stack(positions, *position),
    ]


def _positions(view: View) -> Sequence[int]:
    """Return the positions that running horses have or can come to have."""
    return range(len(view.home) + 1, view.seats + 1)


# --------------------------------------------------------------------------------------------- the slip


def rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    """Lay the slip out: what seals it and what sorts it, then a select for each stack to pick by hand."""
    words = spoken(t)
    sorting = Sorting(seating.draft, seating.view, seating.choices)
    buttons = [
        button(seating.control("stack.go"), words.lay, discord.ButtonStyle.success),
        button(seating.control("stack.sort"), words.by_strength),
        button(seating.control("stack.dealt"), words.as_dealt),
    ]
    if any(sorting.picked.values()):
        buttons.append(button(seating.control("stack.again"), words.pick_again))
    return [buttons, *_picks(seating, sorting, t)]


def _picks(seating: Seating, sorting: Sorting, t: Texts) -> Iterator[Controls]:
    """Ask for the next card of each stack in which there is still a choice."""
    for deck in DECKS:
        picked, left = sorting.parts(deck)
        if len(left) > 1:
            options = [_option(seating, deck, card, t) for card in sorting.offered(deck)]
            if len(options) < len(left):
                options.append(discord.SelectOption(label=spoken(t).more_cards, value=MORE))
            placeholder = spoken(t).pick(deck, len(picked) + 1)
            yield (select(seating.control(f"stack.{deck}"), placeholder, options),)


def _option(seating: Seating, deck: Deck, card: Card, t: Texts) -> discord.SelectOption:
    view, face, words = seating.view, seating.choices.faces[card], spoken(t)
    if deck == "position":
        label = words.position_face(card, [(at, face[at - 1]) for at in _positions(view)])
        return discord.SelectOption(label=label, value=card)
    numbers = {letter: face[_LETTERS.index(letter)] for letter in view.horses}
    own = view.horses[seating.seat]
    rivals = [
        (letter, numbers[letter])
        for letter, place in zip(view.horses, view.places, strict=True)
        if place is not None and letter != own
    ]
    return discord.SelectOption(
        label=words.horse_face(card, view.names[seating.seat], numbers[own]),
        value=card,
        description=words.rivals_face(sorted(rivals)),
    )


def pressed(seating: Seating, press: Press, t: Texts) -> Act | Drafted:
    """Say what a press on the slip means; raise Misread."""
    hand: Stacks = seating.choices.hand
    sorting = Sorting(seating.draft, seating.view, seating.choices)
    match press.parts[1:], press.values:
        case ("go",), ():
            stack = sorting.stack()
            return Act({"type": "stack", "horse": list(stack.horse), "position": list(stack.position)})
        case ("sort",), ():
            return Drafted({})
        case ("dealt",), ():
            return Drafted({"horse": list(hand.horse), "position": list(hand.position)})
        case ("again",), ():
            return Drafted(sorting.draft() | {"picked": {}})
        case ("horse" | "position" as deck,), (value,):
            return _picked(seating, deck, value, t)
    raise Misread(t.table.unknown_control)


def _picked(seating: Seating, deck: Deck, value: str, t: Texts) -> Drafted:
    sorting = Sorting(seating.draft, seating.view, seating.choices)
    if value == MORE:
        return Drafted(sorting.with_more(deck))
    if value not in sorting.cards[deck]:
        raise Misread(t.table.unknown_control)
    return Drafted(sorting.with_next(deck, Card(value)))
