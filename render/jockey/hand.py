"""A seat's own hand: its cards, equal ones fanned, where the horses are, and the seat's bet slip."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from engines.jockey import actions
from engines.jockey.view import Own, Phase, View
from render.jockey import alt
from render.jockey.faces import face
from render.jockey.horses import bet_of, ranked, runners_of
from render.jockey.words import Words
from render.kit.faces import Card
from render.kit.hand import Hand, drawn_hand
from render.kit.slip import Slip
from render.parts.lettering import number
from render.picture import Picture, needed, png


def hand(view: View, words: Words) -> Picture:
    """Draw the hand of the seat that `view` is for; ValueError for everyone's view.

    Cards chosen to be kept have a check mark.
    """
    own = needed(view.own, "this view is everyone's: it shows no hand")
    name, told = f"jockey-hand-race{view.race}", alt.hand(view, words)
    return png(lambda: drawn_hand(_held(view, own, words), words.thousands), name, told)


def _held(view: View, own: Own, words: Words) -> Hand:
    def named(cards: Iterable[actions.Card]) -> list[Card]:
        return [Card(card, partial(face, card, horses=view.horses, words=words)) for card in cards]

    runners = dict(zip(view.horses, runners_of(view, words), strict=True))
    return Hand(
        title=words.hand if own.kept is None else words.kept,
        empty=words.no_cards,
        runners=[runners[horse] for horse in ranked(view)],
        cards=named(own.hand),
        kept=named(own.kept or ()),
        slip=_slip(view, own, words) if view.phase in {Phase.BETTING, Phase.RACING} else None,
    )


def _slip(view: View, own: Own, words: Words) -> Slip:
    race = words.race_of.format(race=view.race, races=view.races)
    loan = words.loan.format(loan=number(own.loan, words.thousands)) if own.bet and own.loan else ""
    bet = bet_of(own.bet, view.horses, words) if own.bet else None
    return Slip(race, words.your_bet, bet, words.no_bet, loan)
