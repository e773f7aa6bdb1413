"""What Jockey's pictures show, told in words; from the same views, so with the same secrets kept."""

from __future__ import annotations

from engines.jockey.actions import Card, Horse
from engines.jockey.state import Result
from engines.jockey.view import View
from render.jockey.faces import kind
from render.jockey.words import Words
from render.kit.alt import alt_text


def board(view: View, words: Words) -> str:
    """Tell a board: where the horses are, the foremost first."""
    race = words.race_of.format(race=view.race, races=view.races)
    ahead = sorted(zip(view.places, view.horses, strict=True), key=lambda pair: -pair[0])
    horses = ", ".join(_where(view, horse, square, words) for square, horse in ahead)
    return alt_text(words.alt.board.format(race=race, squares=view.squares, horses=horses))


def _where(view: View, horse: Horse, square: int, words: Words) -> str:
    phrase = words.alt.on_square if square else words.alt.at_start
    if square > view.squares:
        phrase = words.alt.at_home
    return phrase.format(horse=words.horse_in_text(horse), square=square)


def hand(view: View, words: Words) -> str:
    """Tell the cards of a hand; nothing of everyone's view."""
    if view.own is None:
        return ""
    cards = ", ".join(_card(card, words) for card in view.own.hand)
    return alt_text(words.alt.hand.format(cards=cards) if cards else words.alt.no_cards)


def _card(card: Card, words: Words) -> str:
    horse, position, move = kind(card)
    if horse and horse not in words.horses:
        return card
    whom = words.horse(horse) if horse else words.position.format(position=position)
    return words.alt.card.format(whom=whom, move=move.replace("x", "×"))


def result(over: Result, words: Words) -> str:
    """Tell the order of finish."""
    placed = (
        words.alt.placed.format(horse=words.horse_in_text(horse), rank=rank)
        for horse, rank in zip(over.order, words.alt.ranks, strict=False)
    )
    return alt_text(words.alt.result.format(order=", ".join(placed)))
