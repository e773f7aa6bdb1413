from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.jockey.game import Jockey
from engines.jockey.view import Phase, View
from render.jockey import hand
from tests.engines.jockey.notation import parsed, place
from tests.render.jockey.played import CAPTIONS, views
from tests.render.seen import opened

PACK = [card for card, count in Jockey.with_edition().edition.cards.items() for _ in range(count)]
FIRST = views(2, seat=0)[0]


def holding(view: View, *cards: str) -> View:
    assert view.own is not None
    return replace(view, own=replace(view.own, hand=cards))


@given(st.lists(st.sampled_from(PACK), max_size=54))
@settings(max_examples=15, deadline=None)
def test_any_cards_fit(cards: list[str]) -> None:
    picture = hand(holding(FIRST, *sorted(cards)), CAPTIONS)
    image = opened(picture)
    assert image.width == 1200
    assert image.height <= 1200
    edge = {image.getpixel((x, y)) for x in (0, 1, 1198, 1199) for y in range(100, image.height)}
    assert len(edge) == 1, "a card hangs over the edge"


def test_every_card_of_the_pack_looks_different() -> None:
    kinds = sorted(set(PACK))
    assert len({hand(holding(FIRST, card), CAPTIONS).data for card in kinds}) == len(kinds) == 19


def test_one_card_more_of_a_kind_is_seen() -> None:
    once, twice = (hand(holding(FIRST, *["red+10"] * count), CAPTIONS) for count in (1, 2))
    assert once.data != twice.data


def test_the_bet_slip_shows_the_own_bet() -> None:
    assert FIRST.own is not None
    bets = (None, place("red", 100), place("red", 200), parsed("bet double red blue 2500 2500"))
    drawn = {hand(replace(FIRST, own=replace(FIRST.own, bet=bet)), CAPTIONS).data for bet in bets}
    assert len(drawn) == len(bets)


def test_a_loan_stands_on_the_bet_slip() -> None:
    assert FIRST.own is not None
    bet = replace(FIRST.own, bet=parsed("bet double red blue 500 500"))
    one, other = (hand(replace(FIRST, own=replace(bet, loan=loan)), CAPTIONS) for loan in (0, 800))
    assert one.data != other.data


def test_cards_that_are_kept_are_ticked() -> None:
    view = holding(replace(FIRST, phase=Phase.KEEPING), "red+10", "red+10", "no2+13")
    assert view.own is not None
    drawn = [
        hand(replace(view, own=replace(view.own, kept=kept)), CAPTIONS).data
        for kept in (None, (), ("red+10",), ("red+10", "red+10"), ("red+10", "no2+13"))
    ]
    assert len(set(drawn)) == len(drawn)


def test_a_bet_that_is_suggested_looks_like_none_that_is_placed() -> None:
    bet = place("red", 500)
    assert FIRST.own is not None
    placed = replace(FIRST, own=replace(FIRST.own, bet=bet))

    drawn = {hand(FIRST, CAPTIONS).data, hand(FIRST, CAPTIONS, bet).data, hand(placed, CAPTIONS).data}
    assert len(drawn) == 3
    assert hand(placed, CAPTIONS, place("blue", 100)).data == hand(placed, CAPTIONS).data
