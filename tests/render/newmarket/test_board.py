from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.newmarket.english.pictures import NEWMARKET
from engines.newmarket.view import Phase
from render.newmarket import board
from render.newmarket.alt import sequence
from render.newmarket.faces import STABLE, worn
from render.newmarket.list import middle_of
from render.newmarket.owners import OWNERS
from render.newmarket.run import CARD, ROOM, laid_down, run_width, seen_on_turf
from render.parts.palette import SHADE
from tests.render.newmarket.played import GAME, PACK, SEATS, playing, seen
from tests.render.seen import NAMES, changed, is_sound, of_every_phase, opened


def space(image: Any, card: str) -> tuple[int, int, int]:
    """Return the colour of a card's space in the record of a board, beside its middle."""
    colour = card.rstrip("0123456789")
    x, y = middle_of(("blue", "red", "yellow", "green").index(colour), int(card[len(colour) :]))
    pixel: tuple[int, int, int] = image.getpixel((round(x) - 12, round(y) - 12))
    return pixel


@given(st.sampled_from(SEATS), st.floats(0, 1))
@settings(max_examples=6, deadline=None)
def test_the_record_shows_every_card_that_is_played_and_no_other(seats: int, when: float) -> None:
    played = [view for view in seen(seats) if view.plays]
    view = played[int(when * (len(played) - 1))]
    image = opened(board(view, NAMES, NEWMARKET))
    done = {play.card for play in view.plays}
    for card in PACK:
        expected = worn(card, view.colours).colour if card in done else SHADE
        assert space(image, card) == expected, card


@given(st.sampled_from(SEATS), st.floats(0, 1))
@settings(max_examples=30, deadline=None)
def test_what_every_seat_played_last_is_seen_on_the_turf_or_beside_its_name(seats: int, when: float) -> None:
    played = [view for view in seen(seats) if view.plays]
    view = played[int(when * (len(played) - 1))]
    _, newest, took = laid_down(view.plays)
    assert tuple(newest) == sequence(view.plays), "the whole sequence lies there"
    assert run_width(len(newest), ROOM) + took <= ROOM
    seen_there = seen_on_turf(view.plays)
    for play in {play.seat: play for play in view.plays}.values():
        if play not in seen_there:
            passed_on = replace(play, seat=(play.seat + 1) % seats)
            plays = tuple(passed_on if each == play else each for each in view.plays)
            other = board(replace(view, plays=plays), NAMES, NEWMARKET)
            assert changed(board(view, NAMES, NEWMARKET), other)


def test_cards_of_a_run_show_their_numbers_and_who_played_them_however_long_it_is() -> None:
    for cards in range(2, 14):
        step = (run_width(cards, ROOM) - CARD) / (cards - 1)
        assert step >= CARD * 0.38, "the left side of a card, where both are"


def test_a_run_shows_who_played_each_of_its_cards() -> None:
    view = next(view for view in seen(5) if len(sequence(view.plays)) > 3)
    for at in range(1, 4):
        play = view.plays[-at]
        passed_on = replace(play, seat=(play.seat + 1) % 5)
        other = tuple(passed_on if each == play else each for each in view.plays)
        assert changed(board(view, NAMES, NEWMARKET), board(replace(view, plays=other), NAMES, NEWMARKET))


@pytest.mark.parametrize("seats", SEATS)
def test_owners_are_told_apart_by_colour_and_by_pattern(seats: int) -> None:
    worn_by = OWNERS[:seats]
    assert len({(silk.pattern, silk.accent) for silk in worn_by}) == seats, "without colours, too"
    assert len({silk.colour for silk in worn_by}) == seats
    assert not {silk.pattern for silk in worn_by} & set(STABLE.patterns), "nobody is taken for a racehorse"


def test_a_long_name_leaves_room_for_what_is_said_of_it() -> None:
    view = next(view for view in seen(8) if view.phase is Phase.LEADING and view.plays)
    long = ["W" * 32] * 8
    silent = replace(NEWMARKET, leading="{name}")
    assert changed(board(view, long, NEWMARKET), board(view, long, silent))


def test_the_card_called_for_is_marked_and_told_but_not_who_holds_it() -> None:
    state = next(state for state in playing() if state.wanted is not None)
    pictures = {board(GAME.view(state, seat), NAMES, NEWMARKET) for seat in (None, 0, 1, 2, 3)}
    assert len(pictures) == 1, "the holder's own view gives the same board"
    view = GAME.view(state, None)
    assert changed(pictures.pop(), board(replace(view, wanted=None), NAMES, NEWMARKET))


def test_whoever_backed_or_claimed_a_racehorse_is_shown_on_it() -> None:
    view = next(view for view in seen() if view.claims and view.plays)
    is_shown = board(view, NAMES, NEWMARKET)
    assert changed(is_shown, board(replace(view, claims=()), NAMES, NEWMARKET))
    assert changed(is_shown, board(replace(view, backed=view.backed[::-1]), NAMES, NEWMARKET))


def test_an_auction_shows_the_best_bid_and_who_has_passed() -> None:
    view = next(view for view in seen(5) if view.phase is Phase.BIDDING and len(view.bidders) > 2)
    bidden = replace(view, best=7, bidders=view.bidders)
    picture = board(bidden, NAMES, NEWMARKET)
    assert f"Best bid: 7 points by {NAMES[view.bidders[-1]]}." in picture.alt
    assert changed(picture, board(replace(bidden, bidders=view.bidders[1:]), NAMES, NEWMARKET))


def test_an_edition_with_other_colours_is_drawn_too() -> None:
    view = replace(
        seen()[0],
        colours=("black", "white", "pink", "gold"),
        racehorses=("black1", "white2", "pink3", "gold4"),
        wanted="pink9",
    )
    is_sound(board(view, NAMES, NEWMARKET))


def test_every_board_says_that_one_plays_for_points() -> None:
    assert "point" in NEWMARKET.aim
    for view in of_every_phase("newmarket", 4).values():
        without = replace(NEWMARKET, aim="")
        assert changed(board(view, NAMES, NEWMARKET), board(view, NAMES, without))
