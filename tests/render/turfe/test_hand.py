from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.turfe.english.pictures import TURFE
from engines.turfe.actions import Bet
from engines.turfe.view import Phase
from render.turfe import hand
from tests.render.seen import changed, opened
from tests.render.turfe.played import GAME, seen


@given(st.lists(st.sampled_from(list(GAME.edition.cards)), max_size=14))
@settings(max_examples=10, deadline=None)
def test_any_cards_fit_and_all_are_told(cards: list[str]) -> None:
    view = seen(3, 0)[0]
    assert view.own is not None
    picture = hand(replace(view, own=replace(view.own, hand=tuple(sorted(cards)))), TURFE)
    assert opened(picture).height <= 1200
    assert picture.alt.count("+") + picture.alt.count("−") == len(cards)


def test_every_kind_of_card_has_a_face_of_its_own() -> None:
    view = seen(3, 0)[0]
    assert view.own is not None
    drawn = {
        hand(replace(view, own=replace(view.own, hand=(card,))), TURFE).data for card in GAME.edition.cards
    }
    assert len(drawn) == len(GAME.edition.cards)


def test_the_card_laid_aside_lies_beside_the_hand_until_it_is_played() -> None:
    view = next(view for view in seen(4, 0) if view.own and view.own.aside)
    assert view.own is not None
    assert view.own.aside is not None
    gone = replace(view, own=replace(view.own, aside=None))
    assert changed(hand(view, TURFE), hand(gone, TURFE))
    assert "Laid aside" in hand(view, TURFE).alt
    assert "Laid aside" not in hand(gone, TURFE).alt


def test_the_bet_slip_shows_the_own_bet() -> None:
    view = seen(4, 0)[0]
    assert view.own is not None
    bets = (
        None,
        Bet("win", "red", 20),
        Bet("place", "red", 20),
        Bet("win", "red", 30),
        Bet("win", "blue", 20),
    )
    drawn = [hand(replace(view, own=replace(view.own, bet=bet)), TURFE) for bet in bets]
    assert len({picture.data for picture in drawn}) == len({picture.alt for picture in drawn}) == len(bets)


def test_a_bet_that_is_suggested_looks_like_none_that_is_placed() -> None:
    view, bet = seen(4, 0)[0], Bet("win", "red", 20)
    assert view.own is not None
    placed = replace(view, own=replace(view.own, bet=bet))
    drawn = [hand(view, TURFE), hand(view, TURFE, bet), hand(placed, TURFE)]

    assert len({picture.data for picture in drawn}) == 3
    assert drawn[1].alt.endswith("No bet yet; suggested: 20 dollars on Red, win.")
    assert hand(placed, TURFE, Bet("place", "blue", 30)).data == drawn[2].data


def test_a_flipped_card_lies_before_the_seat_that_has_to_play_it() -> None:
    view = next(view for view in seen(4, 0) if view.phase is Phase.RACING)
    flipped = replace(view, flipped="green+4", to_act=(0,))
    assert "Green +4" in hand(flipped, TURFE).alt
    assert hand(replace(flipped, to_act=(1,)), TURFE) == hand(replace(view, to_act=(1,)), TURFE)
