"""What Jockey's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from engines.jockey.actions import Bet, Card, Horse
from engines.jockey.state import Result
from engines.jockey.view import Own, View
from render.jockey.captions import Captions
from render.jockey.faces import kind
from render.jockey.horses import bet_of
from render.kit.alt import alt_text
from render.picture import Listing, Sentence, Topic


def board(view: View, captions: Captions) -> str:
    """Tell a board: where the horses are, the foremost first."""
    race = captions.race_of.format(race=view.race, races=view.races)
    ahead = sorted(zip(view.places, view.horses, strict=True), key=lambda pair: -pair[0])
    horses = [_where(view, horse, square, captions) for square, horse in ahead]
    phrase = captions.alt.board.format(race=race, squares=view.squares, horses="{horses}")
    return alt_text(Listing(phrase, horses))


def _where(view: View, horse: Horse, square: int, captions: Captions) -> str:
    phrase = captions.alt.on_square if square else captions.alt.at_start
    if square > view.squares:
        phrase = captions.alt.at_home
    return phrase.format(horse=captions.horse_in_text(horse), square=square)


def hand(view: View, own: Own, captions: Captions, suggested: Bet | None = None) -> str:
    """Tell the cards of a hand, and its bet or the one that is suggested."""
    cards = ", ".join(_card(card, captions) for card in own.hand)
    return alt_text(
        captions.alt.hand.format(cards=cards) if cards else captions.alt.no_cards,
        Sentence(Topic.OWN, _bet(view, own, captions, suggested)),
    )


def _bet(view: View, own: Own, captions: Captions, suggested: Bet | None) -> str:
    phrase, told = (captions.alt.bet, own.bet) if own.bet else (captions.alt.suggested, suggested)
    if told is None:
        return ""
    manner, backed = bet_of(told, view.horses, captions)
    stakes = [
        captions.alt.stake.format(horse=each.horse, amount=captions.number(each.amount)) for each in backed
    ]
    return phrase.format(bet=", ".join([*stakes, manner]))


def _card(card: Card, captions: Captions) -> str:
    horse, position, move = kind(card)
    if horse and horse not in captions.horses:
        return card
    whom = captions.horse(horse) if horse else captions.position.format(position=position)
    told = captions.alt.card.format(whom=whom, move=move.replace("x", "×"))
    condition = _condition(position, move, captions)
    return f"{told} ({condition})" if condition else told


def _condition(position: int | None, move: str, captions: Captions) -> str:
    """Say in words what a card shows at its foot."""
    if move == "x3":
        return captions.lead_tripled
    if move == "+30":
        return captions.stays_behind
    return captions.one_ahead if position == 3 else ""


def result(over: Result, captions: Captions) -> str:
    """Tell the order of finish."""
    placed = (
        captions.alt.placed.format(horse=captions.horse_in_text(horse), rank=rank)
        for horse, rank in zip(over.order, captions.alt.ranks, strict=False)
    )
    return alt_text(Sentence(Topic.RESULT, captions.alt.result.format(order=", ".join(placed))))
