from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from bot.games.newmarket.english.pictures import NEWMARKET
from engines.newmarket import Newmarket, Phase, Shown, View
from render.newmarket import board, final, hand, replay, result
from render.newmarket.alt import sequence
from render.newmarket.board import TRACK
from render.newmarket.horses import PALETTE, worn
from render.parts.palette import HEDGE, SHADE
from tests.render.seen import (
    NAMES,
    STRANGE,
    changed,
    drawn,
    frames,
    is_sound,
    of_every_phase,
    opened,
    states,
    views,
)

GAME = Newmarket.with_edition()
SEATS = range(3, 9)
PACK = [f"{colour}{value}" for colour in ("blue", "red", "yellow", "green") for value in range(1, 14)]


def seen(seats: int = 4, seat: int | None = None) -> tuple[View, ...]:
    return views("newmarket", seats, 0, seat)


def playing(seats: int = 4) -> list[Any]:
    return [
        state for state in states("newmarket", seats) if type(state).__name__ == "Playing" and state.plays
    ]


def first_deal(seats: int = 4) -> list[View]:
    running = [view for view in seen(seats) if view.deal == 1]
    return running + [view for view in seen(seats) if view.result and view.result.deal == 1][:1]


# ------------------------------------------------------------------------------------------------ the board


@pytest.mark.parametrize("seats", SEATS)
def test_the_board_is_drawn_in_every_phase_for_any_number_of_seats(seats: int) -> None:
    phases = of_every_phase("newmarket", seats)
    assert len(phases) >= 6
    for view in phases.values():
        is_sound(board(view, STRANGE if seats == 8 else NAMES, NEWMARKET))


def fill(image: Any, card: str) -> tuple[int, int, int]:
    """Return the colour of a card's space on the board, left of its number."""
    colour = card.rstrip("0123456789")
    x, y = TRACK.at(("blue", "red", "yellow", "green").index(colour), int(card[len(colour) :]))
    pixel: tuple[int, int, int] = image.getpixel((x + 8, y + 24))
    return pixel


@given(st.sampled_from(SEATS), st.floats(0, 1))
@settings(max_examples=6, deadline=None)
def test_cards_played_stand_out_and_the_sequence_that_runs_most(seats: int, when: float) -> None:
    played = [view for view in seen(seats) if view.plays]
    view = played[int(when * (len(played) - 1))]
    image = opened(board(view, NAMES, NEWMARKET))
    running = {play.card for play in sequence(view.plays)}
    done = {play.card for play in view.plays} - running
    for card in PACK:
        if card == view.wanted:
            continue
        expected = worn(card, view.colours).colour if card in running else SHADE if card in done else HEDGE
        assert fill(image, card) == expected, card


def test_a_sequence_is_what_follows_without_a_gap() -> None:
    def shown(*cards: str) -> tuple[Shown, ...]:
        return tuple(Shown(seat, card) for seat, card in enumerate(cards))

    assert sequence(()) == ()
    assert sequence(shown("red3")) == shown("red3")
    assert sequence(shown("red3", "green4", "green5"))[0].card == "green4"
    assert len(sequence(shown("red3", "red4", "red5"))) == 3
    assert len(sequence(shown("red4", "red6"))) == 1


def test_all_cards_played_are_told_in_stretches() -> None:
    view = next(view for view in seen() if view.plays)
    plays = tuple(Shown(0, card) for card in ("red1", "red2", "red3", "red9", "blue13", "green5"))
    told = board(replace(view, plays=plays, wanted=None), NAMES, NEWMARKET).alt
    assert "Played: Blue 13, Red 1–3, Red 9, Green 5." in told
    assert "The sequence now: Green 5." in told


def test_the_card_called_for_is_marked_and_told_but_not_who_holds_it() -> None:
    state = next(state for state in playing() if state.wanted is not None)
    pictures = {board(GAME.view(state, seat), NAMES, NEWMARKET) for seat in (None, 0, 1, 2, 3)}
    assert len(pictures) == 1, "the holder's own view gives the same board"
    view = GAME.view(state, None)
    assert changed(pictures.pop(), board(replace(view, wanted=None), NAMES, NEWMARKET))


@pytest.mark.parametrize("phase", Phase)
def test_every_seat_sees_the_same_board_and_hears_the_same_words(phase: Phase) -> None:
    step = max(at for at, view in enumerate(seen()) if view.phase is phase)
    state = states("newmarket", 4)[step]
    public = board(GAME.view(state, None), NAMES, NEWMARKET)
    assert [board(GAME.view(state, seat), NAMES, NEWMARKET) for seat in range(4)] == [public] * 4


def test_what_nobody_has_shown_is_neither_on_the_board_nor_told() -> None:
    backing = next(
        state for state in states("newmarket", 4) if any(x is not None for x in state.race_day.backs)
    )
    step = states("newmarket", 4).index(backing)
    state = states("newmarket", 4)[step]
    other = state._replace(hands=(*state.hands[2:], *state.hands[:2]))
    one, two = (GAME.view(each, None) for each in (state, other))
    two = replace(two, hand_counts=one.hand_counts)
    assert board(one, NAMES, NEWMARKET) == board(two, NAMES, NEWMARKET)


def test_backs_are_secret_until_all_have_backed() -> None:
    waiting = [state for state in states("newmarket", 4) if type(state).__name__ == "Backing"]
    state = next(state for state in waiting if state.backed[0] is not None)
    other = state._replace(backed=((state.backed[0] + 1) % 4, *state.backed[1:]))
    one, two = (board(GAME.view(each, None), NAMES, NEWMARKET) for each in (state, other))
    assert one == two


def test_whoever_backed_or_claimed_a_racehorse_is_shown_on_it() -> None:
    view = next(view for view in seen() if view.claims and view.plays)
    is_shown = board(view, NAMES, NEWMARKET)
    assert changed(is_shown, board(replace(view, claims=()), NAMES, NEWMARKET))
    assert changed(is_shown, board(replace(view, backed=view.backed[::-1]), NAMES, NEWMARKET))


def test_an_auction_shows_the_best_bid_and_who_has_passed() -> None:
    view = next(view for view in seen(5) if view.phase is Phase.BIDDING and len(view.bidders) > 2)
    bidden = replace(view, best=7, bidders=view.bidders)
    picture = board(bidden, NAMES, NEWMARKET)
    assert f"Best bid: 7 by {NAMES[view.bidders[-1]]}." in picture.alt
    assert changed(picture, board(replace(bidden, bidders=view.bidders[1:]), NAMES, NEWMARKET))


def test_strange_names_change_nothing_on_the_track() -> None:
    view = replace(seen(8)[20], plays=())
    _, top, _, bottom = changed(board(view, NAMES, NEWMARKET), board(view, STRANGE, NEWMARKET)) or (0,) * 4
    assert 626 <= top < bottom <= 900


def test_an_edition_with_other_colours_is_drawn_too() -> None:
    view = replace(
        seen()[0],
        colours=("black", "white", "pink", "gold"),
        racehorses=("black1", "white2", "pink3", "gold4"),
        wanted="pink9",
    )
    is_sound(board(view, NAMES, NEWMARKET))


# ------------------------------------------------------------------------------------------------ a hand


@pytest.mark.parametrize("seats", SEATS)
def test_a_seats_hand_is_drawn_in_every_phase(seats: int) -> None:
    for view in of_every_phase("newmarket", seats, 1).values():
        is_sound(hand(view, NEWMARKET))


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


def test_everyones_view_has_no_hand() -> None:
    with pytest.raises(ValueError, match="everyone"):
        hand(seen()[0], NEWMARKET)


def test_cards_that_may_be_led_are_marked_and_told() -> None:
    view = next(
        view for view in seen(4, 0) if view.own and len(view.own.leads) > 0 and len(view.own.hand) > 2
    )
    assert view.own is not None
    plain = hand(replace(view, own=replace(view.own, leads=())), NEWMARKET)
    assert changed(hand(view, NEWMARKET), plain)
    assert "You may lead" in hand(view, NEWMARKET).alt
    assert "You may lead" not in plain.alt


def test_the_card_called_for_is_marked_in_the_hand_that_holds_it_only() -> None:
    state = next(state for state in playing() if state.wanted is not None)
    for seat in range(4):
        view = GAME.view(state, seat)
        assert view.own is not None
        other = hand(replace(view, wanted=None), NEWMARKET)
        holds = view.wanted in view.own.hand
        assert (hand(view, NEWMARKET).data != other.data) == holds == (seat == state.to_act[0])


def test_what_others_hold_and_the_spare_hand_are_not_in_the_picture() -> None:
    state = next(state for state in playing(3) if state.discarder is None and state.to_act[0] == 0)
    other = state._replace(hands=(state.hands[0], state.hands[2], state.hands[1]), down=state.down ^ 1)
    assert hand(GAME.view(state, 0), NEWMARKET) == hand(GAME.view(other, 0), NEWMARKET)


# ------------------------------------------------------------------------------------------------ results


@pytest.mark.parametrize("seats", SEATS)
def test_the_result_and_the_final_standing_are_drawn_for_any_number_of_seats(seats: int) -> None:
    names = STRANGE if seats == 8 else NAMES
    is_sound(result(seen(seats)[-1], names, NEWMARKET))
    is_sound(final(seen(seats)[-1], names, NEWMARKET))


def test_a_result_tells_claims_payments_and_points() -> None:
    view = next(view for view in seen() if view.result and view.result.claims and view.result.out is not None)
    over = view.result
    assert over is not None
    assert over.out is not None
    told = result(view, NAMES, NEWMARKET).alt
    assert f"{NAMES[over.out]} is out." in told
    assert f"{NAMES[over.out]}: +{sum(over.paid)} for cards" in told
    assert f"{NAMES[over.claims[0].seat]} takes {over.claims[0].points} from" in told
    assert all(f"has {points}." in told for points in over.points)


def test_a_deal_in_which_nobody_could_lead_is_told_as_such() -> None:
    view = seen()[-1]
    assert view.result is not None
    stuck = replace(view, result=replace(view.result, out=None, paid=(0,) * 4))
    is_sound(result(stuck, NAMES, NEWMARKET))
    assert NEWMARKET.alt.stuck in result(stuck, NAMES, NEWMARKET).alt


def test_there_is_no_result_before_a_deal_is_over() -> None:
    with pytest.raises(ValueError, match="finished"):
        result(seen()[0], NAMES, NEWMARKET)


def test_the_result_does_not_change_when_the_next_deal_begins() -> None:
    later = [view for view in seen() if view.result and view.result.deal == 1][::12]
    assert len({view.phase for view in later}) > 1
    assert len({result(view, NAMES, NEWMARKET) for view in later}) == 1


def test_columns_of_a_result_do_not_touch() -> None:
    view = seen(8)[-1]
    assert view.result is not None
    claims = tuple(
        replace(view.result.claims[0], seat=3, horse=horse, points=80) for horse in view.racehorses
    )
    rich = replace(view.result, points=(99_999,) * 8, paid=(7,) * 8, claims=claims)
    image = opened(result(replace(view, result=rich), NAMES, NEWMARKET))
    for column in (348 + 296, 348 + 540, 348 + 668):
        inks = {image.getpixel((column, y)) for y in range(160, 770)}
        assert len(inks) <= 2, "only the two papers of the rows"


# ------------------------------------------------------------------------------------------------ the replay


def test_a_deal_is_shown_card_by_card() -> None:
    deal = first_deal()
    picture = replay(deal, NAMES, NEWMARKET)
    assert picture.filename == "newmarket-replay-deal1.gif"
    assert picture.alt.endswith("deal 1.")
    assert len(picture.data) < 1_500_000
    shown = frames(picture)
    cards = {len(view.plays) for view in deal if view.plays}
    assert shown[0].size == (720, 420)
    assert len(shown) == len(cards) + 2, "the opening, every card, the end"


def test_the_card_that_ended_a_deal_is_shown_whether_it_was_called_for_or_led() -> None:
    ends = {
        one.wanted is None: (one, two)
        for seed in range(2)
        for one, two in pairwise(views("newmarket", 4, seed))
        if one.plays and two.result and two.result.deal == one.deal and two.result.out is not None
    }
    assert ends.keys() == {False, True}
    for one, two in ends.values():
        assert two.result is not None
        last = frames(replay([one, two], NAMES, NEWMARKET))[-1]
        without = replace(two, result=replace(two.result, last=one.plays[-1]))
        box = ImageChops.difference(last, frames(replay([one, without], NAMES, NEWMARKET))[-1]).getbbox()
        assert box is not None
        assert box[1] < 260 < 290 < box[3], "on the track, and on the paper below it"


def test_no_frame_of_a_replay_leaves_anything_behind() -> None:
    deal = first_deal(3)
    whole = frames(replay(deal, NAMES, NEWMARKET))
    for until in (5, 12):
        view = [view for view in deal if view.plays][until]
        alone = frames(replay([view], NAMES, NEWMARKET))
        assert any(ImageChops.difference(alone[-1], frame).getbbox() is None for frame in whole)


def test_views_seen_twice_are_shown_once() -> None:
    deal = first_deal()
    doubled = [view for view in deal for _ in range(2)]
    assert replay(doubled, NAMES, NEWMARKET) == replay(deal, NAMES, NEWMARKET)


def test_of_a_long_game_the_last_deals_are_shown() -> None:
    picture = replay(seen(3), NAMES, NEWMARKET)
    assert len(picture.data) < 4_000_000
    assert str(seen(3)[-1].deal) in picture.alt


def test_without_a_card_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(seen()[:2], NAMES, NEWMARKET)


# ------------------------------------------------------------------------------------------------ the house


def test_pictures_drawn_at_once_in_several_threads_are_the_same() -> None:
    some = seen(4, 0)[::60]
    alone = [(board(view, NAMES, NEWMARKET), hand(view, NEWMARKET)) for view in some]
    with ThreadPoolExecutor(3) as threads:
        boards = threads.map(lambda view: drawn(board(view, NAMES, NEWMARKET)), some)
        hands = threads.map(lambda view: drawn(hand(view, NEWMARKET)), some)
        assert list(zip(boards, hands, strict=True)) == alone


def test_every_colour_has_a_pattern_and_a_place_in_the_palette() -> None:
    silks = [worn(horse, seen()[0].colours) for horse in seen()[0].racehorses]
    assert [silk.number for silk in silks] == ["13", "12", "11", "10"]
    assert len({silk.pattern for silk in silks}) == len({silk.colour for silk in silks}) == 4
    held = PALETTE.getpalette() or []
    assert {silk.colour for silk in silks} <= {tuple(held[at : at + 3]) for at in range(0, len(held), 3)}
