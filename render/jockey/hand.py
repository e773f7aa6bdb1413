"""A seat's own hand: its cards, equal ones fanned, where the horses are, and the seat's bet slip."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from engines.jockey import actions
from engines.jockey.view import Own, Phase, View
from render.jockey import alt
from render.jockey.captions import Captions
from render.jockey.faces import face
from render.jockey.horses import bet_of, palette_of, ranked, runners_of
from render.kit.hand import Hand, drawn_hand
from render.kit.slip import Slip
from render.parts.canvas import Canvas
from render.parts.cards import Card
from render.picture import Picture, needed, png


def hand(view: View, captions: Captions, suggested: actions.Bet | None = None) -> Picture:
    """Draw the hand of the seat that `view` is for, cards to be kept ticked; ValueError for everyone's view.

    On the slip is the seat's bet, or else the one that is suggested to it, marked as no more than that.
    """
    own = needed(view.own, "this view is everyone's: it shows no hand")
    name, told = f"jockey-hand-race{view.race}", alt.hand(view, own, captions, suggested)
    return png(partial(_drawn, view, own, captions, suggested), name, told, palette_of(view))


def _drawn(view: View, own: Own, captions: Captions, suggested: actions.Bet | None) -> Canvas:
    return drawn_hand(_held(view, own, captions, suggested), captions)


def _held(view: View, own: Own, captions: Captions, suggested: actions.Bet | None) -> Hand:
    def named(cards: Iterable[actions.Card]) -> list[Card]:
        return [Card(card, partial(face, card, horses=view.horses, captions=captions)) for card in cards]

    runners = dict(zip(view.horses, runners_of(view, captions), strict=True))
    return Hand(
        title=captions.hand if own.kept is None else captions.kept,
        empty=captions.no_cards,
        runners=[runners[horse] for horse in ranked(view)],
        cards=named(own.hand),
        kept=named(own.kept or ()),
        slip=_slip(view, own, captions, suggested) if view.phase in {Phase.BETTING, Phase.RACING} else None,
    )


def _slip(view: View, own: Own, captions: Captions, suggested: actions.Bet | None) -> Slip:
    race = captions.race_of.format(race=view.race, races=view.races)
    if own.bet is None and suggested:
        offered = bet_of(suggested, view.horses, captions)
        return Slip(race, captions.suggested, offered, captions.no_bet, captions.no_bet)
    loan = captions.loan.format(loan=captions.number(own.loan)) if own.bet and own.loan else ""
    bet = bet_of(own.bet, view.horses, captions) if own.bet else None
    return Slip(race, captions.your_bet, bet, captions.no_bet, loan)
