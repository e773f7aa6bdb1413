from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.newmarket.english.pictures import NEWMARKET
from engines.newmarket.view import Phase
from render.newmarket import hand
from tests.render.laid_out import faults
from tests.render.newmarket.played import GAME, PACK, seen
from tests.render.seen import changed, opened, states


@given(st.sets(st.sampled_from(PACK), max_size=18))
@settings(max_examples=8, deadline=None)
def test_any_cards_fit_and_all_are_told(cards: set[str]) -> None:
    view = seen(3, 0)[-2]
    assert view.own is not None
    held = tuple(card for card in PACK if card in cards)
    picture = hand(replace(view, wanted=None, own=replace(view.own, hand=held, discarded=held)), NEWMARKET)
    assert opened(picture).height <= 1200
    assert picture.alt.count(",") + picture.alt.count(" down ") >= 2 * len(cards) - 2 if cards else True


def test_every_card_has_a_face_of_its_own() -> None:
    view = seen(3, 0)[-2]
    assert view.own is not None
    own = replace(view.own, leads=())
    drawn = {
        hand(replace(view, wanted=None, own=replace(own, hand=(card,))), NEWMARKET).data for card in PACK
    }
    assert len(drawn) == len(PACK)


@pytest.mark.parametrize("points", [0, 5, 30, 125])
def test_the_mark_of_the_horse_that_is_backed_covers_no_money(points: int) -> None:
    view = next(view for view in seen(4, 0) if view.phase is Phase.BACKING and view.own)
    assert view.own is not None
    for horse in view.racehorses:
        backed = replace(view, pots=(points,) * 4, own=replace(view.own, horse=horse))
        assert faults(hand(backed, NEWMARKET)) == []


def test_cards_that_may_be_led_are_marked_and_told() -> None:
    view = next(
        view for view in seen(4, 0) if view.own and len(view.own.leads) > 0 and len(view.own.hand) > 2
    )
    assert view.own is not None
    plain = hand(replace(view, own=replace(view.own, leads=())), NEWMARKET)
    assert changed(hand(view, NEWMARKET), plain)
    assert "You may lead" in hand(view, NEWMARKET).alt
    assert "You may lead" not in plain.alt


def test_the_card_called_for_is_marked_in_no_hand() -> None:
    called = [state for state in states("newmarket", 4, calling="manual") if GAME.window(state)]
    held = next(state for state in called if GAME.able(state))
    for seat in range(4):
        view = GAME.view(held, seat)
        other = hand(replace(view, wanted="blue1" if view.wanted != "blue1" else "red1"), NEWMARKET)
        assert hand(view, NEWMARKET).data == other.data


def test_before_the_deal_the_posters_are_shown_and_the_backed_one_is_ringed() -> None:
    view = seen(4, 0)[0]
    assert view.own is not None
    pictures = [
        hand(replace(view, own=replace(view.own, horse=horse)), NEWMARKET)
        for horse in (None, *view.racehorses)
    ]
    assert len({picture.data for picture in pictures}) == 5
    for picture in pictures[1:]:
        box = changed(pictures[0], picture)
        assert box is not None
        assert box[1] < 112, "a ring around a poster"
