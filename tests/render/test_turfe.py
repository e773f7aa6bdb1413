from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from bot.games.turfe.english.pictures import TURFE
from engines.turfe import Bet, LastPlay, Phase, Place, Turfe, View
from render.turfe import board, choice, final, hand, replay, result
from render.turfe.board import track_of
from render.turfe.horses import PALETTE, silks
from render.turfe.track import Field, path, spot
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

GAME = Turfe.with_edition()
SEATS = range(3, 7)


def seen(seats: int = 4, seat: int | None = None) -> tuple[View, ...]:
    return views("turfe", seats, 0, seat)


def racing(seats: int = 4) -> list[Any]:
    return [state for state in states("turfe", seats) if type(state).__name__ == "Racing"]


def finished(seats: int = 4) -> View:
    return seen(seats)[-1]


def first_race(seats: int = 4) -> list[View]:
    running = [view for view in seen(seats) if view.race == 1]
    return running + [view for view in seen(seats) if view.result and view.result.race == 1][:1]


def otherwise(state: Any) -> Any:
    """Return the state with everything changed that nobody but seats 1 and up may know."""
    first, *others = state.bets
    hidden = tuple(bet and replace(bet, horse="white", card="white+4") for bet in others)
    asides = tuple(aside and "white+4" for aside in state.asides[1:])
    cards = tuple(("white+5",) * len(hand) for hand in state.hands[1:])
    return state._replace(
        bets=(first, *hidden),
        asides=(state.asides[0], *asides),
        hands=(state.hands[0], *cards),
        stock=state.stock[::-1],
    )


# ------------------------------------------------------------------------------------------------ the board


@pytest.mark.parametrize("seats", SEATS)
def test_the_board_is_drawn_in_every_phase_for_any_number_of_seats(seats: int) -> None:
    phases = of_every_phase("turfe", seats)
    assert set(phases) == set(Phase)
    for view in phases.values():
        is_sound(board(view, STRANGE if seats == 6 else NAMES, TURFE))


@given(st.sampled_from(SEATS), st.floats(0, 1))
@settings(max_examples=10, deadline=None)
def test_every_horse_is_seen_on_its_space(seats: int, when: float) -> None:
    game = seen(seats)
    view = game[int(when * (len(game) - 1))]
    picture = board(view, NAMES, TURFE)
    image = opened(picture)
    field = Field(view.horses, view.places, view.home)
    for horse, worn in silks(view.horses).items():
        if view.places.count(field.place(horse)) == 1:
            x, y = spot(track_of(view), field, horse)
            assert image.getpixel((round(x), round(y) - 15)) == worn.colour, (horse, view.places)
            told = TURFE.alt.on_track.format(
                horse=TURFE.horses[horse], lane=field.place(horse).lane, space=field.place(horse).space
            )
            assert (told in picture.alt) == (0 < field.place(horse).space <= view.length)


@given(st.lists(st.builds(Place, st.integers(1, 6), st.integers(0, 19)), min_size=6, max_size=6))
@settings(max_examples=6, deadline=None)
def test_any_places_can_be_drawn(places: list[Place]) -> None:
    home = tuple(
        horse
        for horse, place in zip(finished().horses, places, strict=True)
        if place.space > finished().length
    )
    is_sound(board(replace(finished(), places=tuple(places), home=home), NAMES, TURFE))


def test_an_edition_with_other_horses_and_a_longer_track_is_drawn_too() -> None:
    view = replace(
        seen()[0],
        horses=("grullo", "red", "dun"),
        length=40,
        places=(Place(1, 40), Place(2, 0), Place(2, 41)),
        home=("dun",),
    )
    is_sound(board(view, NAMES, TURFE))


def test_horses_that_share_a_start_or_a_home_stay_apart() -> None:
    together = Field(("red", "blue", "green"), (Place(2, 0), Place(2, 0), Place(2, 0)), ())
    track = track_of(seen()[0])
    heights = [spot(track, together, horse)[1] for horse in together.horses]
    assert all(lower - upper > track.token / 2 for upper, lower in pairwise(heights))


def test_strange_names_change_nothing_on_the_track() -> None:
    for view in of_every_phase("turfe", 6).values():
        left, top, right, bottom = changed(board(view, NAMES, TURFE), board(view, STRANGE, TURFE)) or (0,) * 4
        assert (left, right) > (28, 0)
        assert right < 28 + 680
        assert 512 <= top < bottom <= 872


@pytest.mark.parametrize("step", [1, 14, 40])
def test_every_seat_sees_the_same_board_and_hears_the_same_words(step: int) -> None:
    state = states("turfe", 3)[step]
    public = board(GAME.view(state, None), NAMES, TURFE)
    assert [board(GAME.view(state, seat), NAMES, TURFE) for seat in range(3)] == [public] * 3


@pytest.mark.parametrize("step", [3, 20, 30])
def test_what_nobody_has_shown_is_neither_on_the_board_nor_told(step: int) -> None:
    state = racing()[step]
    one, two = (GAME.view(each, None) for each in (state, otherwise(state)))
    if any(one.shown):
        two = replace(two, shown=one.shown)
    assert otherwise(state) != state
    assert board(one, NAMES, TURFE) == board(two, NAMES, TURFE)


def test_a_bet_is_told_by_kind_and_stake_and_its_horse_once_its_card_is_shown() -> None:
    view = next(view for view in seen() if any(view.shown))
    hidden = replace(view, shown=(None,) * view.seats)
    assert changed(board(view, NAMES, TURFE), board(hidden, NAMES, TURFE))
    seat, stake = next((seat, stake) for seat, stake in enumerate(view.stakes) if stake)
    assert f"{NAMES[seat]} {stake.stake} {stake.kind}" in board(view, NAMES, TURFE).alt


def test_whose_turn_it_is_changes_picture_and_words() -> None:
    view = seen()[20]
    following = replace(view, to_act=((view.to_act[0] + 1) % 4,))
    one, two = board(view, NAMES, TURFE), board(following, NAMES, TURFE)
    assert one.data != two.data
    assert one.alt != two.alt


def test_a_flipped_card_is_shown_and_told() -> None:
    view = replace(seen()[30], flipped="green+4", stock_count=7)
    picture = board(view, NAMES, TURFE)
    assert changed(picture, board(seen()[30], NAMES, TURFE))
    assert "Green +4" in picture.alt


@pytest.mark.parametrize("money", [9, 12_340, 999_990, 168_000_000])
def test_no_amount_of_money_leaves_its_column(money: int) -> None:
    view = seen(6)[30]
    rich = board(replace(view, money=(money,) * 6), NAMES, TURFE)
    left, _, right, _ = changed(rich, board(replace(view, money=(1,) * 6), NAMES, TURFE)) or (0,) * 4
    assert 1020 < left < right <= 1140


# ------------------------------------------------------------------------------------------------ a hand


@pytest.mark.parametrize("seats", SEATS)
def test_a_seats_hand_is_drawn_in_every_phase(seats: int) -> None:
    for view in of_every_phase("turfe", seats, 1).values():
        is_sound(hand(view, TURFE))


@given(st.lists(st.sampled_from(list(GAME.edition.cards)), max_size=14))
@settings(max_examples=10, deadline=None)
def test_any_cards_fit_and_all_are_told(cards: list[str]) -> None:
    view = seen(3, 0)[0]
    assert view.own is not None
    picture = hand(replace(view, own=replace(view.own, hand=tuple(sorted(cards)))), TURFE)
    assert opened(picture).height <= 1200
    assert picture.alt.count("+") + picture.alt.count("−") == len(cards)


def test_everyones_view_has_no_hand() -> None:
    with pytest.raises(ValueError, match="everyone"):
        hand(seen()[0], TURFE)


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


def test_a_flipped_card_lies_before_the_seat_that_has_to_play_it() -> None:
    view = next(view for view in seen(4, 0) if view.phase is Phase.RACING)
    flipped = replace(view, flipped="green+4", to_act=(0,))
    assert "Green +4" in hand(flipped, TURFE).alt
    assert hand(replace(flipped, to_act=(1,)), TURFE) == hand(replace(view, to_act=(1,)), TURFE)


@pytest.mark.parametrize("step", [0, 20])
def test_what_others_hold_and_bet_is_not_in_a_hand(step: int) -> None:
    state = racing()[step]
    assert hand(GAME.view(state, 0), TURFE) == hand(GAME.view(otherwise(state), 0), TURFE)


# ------------------------------------------------------------------------------------------------ a choice


def choices(seats: int) -> list[tuple[View, str, list[Place]]]:
    """Return some choices of several ends: a view, a horse, and the ends of the plays with one card, as listed."""
    found = []
    for state in racing(seats)[::9]:
        view = GAME.view(state, state.to_act[0])
        ends: dict[tuple[str, str], list[Place]] = {}
        for play in GAME.choices(state, state.to_act[0]):
            ends.setdefault((play.card, play.horse), []).append(play.to)
        found += [(view, horse, to) for (_, horse), to in ends.items() if len(to) > 1 and None not in to]
    return found


def test_ends_are_numbered_as_they_are_listed() -> None:
    for view, horse, listed in choices(4)[::24]:
        ends = list(dict.fromkeys(listed))
        picture = choice(view, horse, ends, TURFE)
        is_sound(picture)
        told = [f"{count}: lane {end.lane}, space {end.space}" for count, end in enumerate(ends, 1)]
        assert "; ".join(told) in picture.alt
        swapped = changed(picture, choice(view, horse, ends[::-1], TURFE))
        assert swapped is not None, "the numbers change places"
        assert swapped[2] - swapped[0] <= 84, "and nothing else does"


def test_an_end_that_is_not_listed_is_not_marked() -> None:
    view, horse, ends = choices(4)[0]
    assert changed(choice(view, horse, ends, TURFE), choice(view, horse, ends[:1], TURFE))


def test_a_crossing_of_the_line_is_one_end() -> None:
    view = replace(seen()[0], places=(Place(1, 17), *seen()[0].places[1:]))
    picture = choice(view, "red", [Place(1, 19)], TURFE)
    is_sound(picture)
    assert "over the line" in picture.alt


def test_a_choice_tells_nothing_of_the_hand_it_is_made_from() -> None:
    view, horse, ends = choices(4)[0]
    assert choice(view, horse, ends, TURFE) == choice(replace(view, own=None, seat=None), horse, ends, TURFE)


# ------------------------------------------------------------------------------------------------ the way of a move


def moves() -> list[tuple[View, LastPlay]]:
    games = [view for seats in SEATS for view in seen(seats)]
    return [
        (view, view.last) for view in games if view.phase is Phase.RACING and view.last and view.last.horse
    ]


def test_the_way_drawn_is_one_the_horse_can_have_taken() -> None:
    for view, last in moves():
        assert last.start is not None
        assert last.end is not None
        others = [place for horse, place in zip(view.horses, view.places, strict=True) if horse != last.horse]
        way = [last.start, *path(last.start, last.end, others, view.length)]
        assert way[-1] == last.end
        assert {abs(two.space - one.space) for one, two in pairwise(way)} == {1}
        assert all(0 in {one.space, two.space} or two not in others for one, two in pairwise(way[:-1]))
        if last.end.space <= view.length:
            assert sum(abs(two.lane - one.lane) for one, two in pairwise(way)) <= 1


# ------------------------------------------------------------------------------------------------ results


@pytest.mark.parametrize("seats", SEATS)
def test_the_result_and_the_final_standing_are_drawn_for_any_number_of_seats(seats: int) -> None:
    names = STRANGE if seats == 6 else NAMES
    is_sound(result(finished(seats), names, TURFE))
    is_sound(final(finished(seats), names, TURFE))


def test_a_result_opens_every_bet() -> None:
    view = next(view for view in seen() if view.result)
    assert view.result is not None
    told = result(view, NAMES, TURFE).alt
    for seat, bet in enumerate(view.result.bets):
        assert bet is not None
        assert f"{NAMES[seat]}: {bet.stake} on {TURFE.horses[bet.horse]}, {bet.kind}" in told
        assert f"has {view.result.money[seat]}." in told


def test_there_is_no_result_before_a_race_is_over() -> None:
    with pytest.raises(ValueError, match="finished"):
        result(seen()[0], NAMES, TURFE)


def test_the_result_does_not_change_when_the_next_race_begins() -> None:
    later = [view for view in seen() if view.result and view.result.race == 1][::9]
    assert len({view.phase for view in later}) > 1
    assert len({result(view, NAMES, TURFE) for view in later}) == 1


def test_columns_of_a_result_do_not_touch() -> None:
    view = finished(6)
    assert view.result is not None
    bets = (Bet("jackpot", "white", 168_000_000),) * 6
    rich = view.result._replace(
        nets=(-168_000_000,) * 6, money=(999_990,) * 6, bets=bets, jackpots=(999_990,) * 6
    )
    image = opened(result(replace(view, result=rich), NAMES, TURFE))
    for column in (368 + 258, 368 + 525, 368 + 662):
        inks = {image.getpixel((column, y)) for y in range(160, 770)}
        assert len(inks) <= 2, "only the two papers of the rows"


def test_winners_share_the_first_rosette() -> None:
    shared, ahead = (replace(finished(), money=money) for money in ((70, 70, 0, 0), (70, 60, 0, 0)))
    assert final(shared, NAMES, TURFE).alt.count("1. ") == 2
    assert changed(final(shared, NAMES, TURFE), final(ahead, NAMES, TURFE))


# ------------------------------------------------------------------------------------------------ the replay


def test_a_race_is_shown_from_the_start_to_the_finish() -> None:
    race = first_race()
    picture = replay(race, NAMES, TURFE)
    assert picture.filename == "turfe-replay-race1.gif"
    assert len(picture.data) < 2_000_000
    assert picture.alt.endswith("race 1.")
    shown = frames(picture)
    assert shown[0].size == (720, 480)
    assert ImageChops.difference(shown[0], shown[-1]).getbbox()


def test_no_frame_of_a_replay_leaves_anything_behind() -> None:
    cards = [view for view in first_race(3) if view.phase is Phase.RACING and view.last][:14]
    whole = frames(replay(cards, NAMES, TURFE))
    for until in (3, 9):
        alone = frames(replay(cards[until - 1 : until], NAMES, TURFE))
        assert any(ImageChops.difference(alone[-2], frame).getbbox() is None for frame in whole)


def test_views_seen_twice_are_shown_once_and_the_race_before_is_left_out() -> None:
    race = first_race()[-8:]
    assert replay([view for view in race for _ in range(2)], NAMES, TURFE) == replay(race, NAMES, TURFE)
    later = [view for view in seen() if view.race == 2][:12]
    assert replay([race[-1], *later], NAMES, TURFE) == replay(later, NAMES, TURFE)


def test_of_a_long_game_the_last_races_are_shown() -> None:
    picture = replay(seen(3), NAMES, TURFE)
    assert len(picture.data) < 4_000_000
    assert str(finished(3).race) in picture.alt


def test_without_a_card_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(seen()[:2], NAMES, TURFE)


# ------------------------------------------------------------------------------------------------ the house


def test_pictures_drawn_at_once_in_several_threads_are_the_same() -> None:
    some = seen(4, 0)[::60]
    alone = [(board(view, NAMES, TURFE), hand(view, TURFE)) for view in some]
    with ThreadPoolExecutor(3) as threads:
        boards = threads.map(lambda view: drawn(board(view, NAMES, TURFE)), some)
        hands = threads.map(lambda view: drawn(hand(view, TURFE)), some)
        assert list(zip(boards, hands, strict=True)) == alone


def test_every_horse_has_a_number_a_pattern_and_a_colour_of_its_own() -> None:
    worn = list(silks(seen()[0].horses).values())
    assert [silk.number for silk in worn] == ["1", "2", "3", "4", "5", "6"]
    assert len({silk.pattern for silk in worn}) == len({silk.colour for silk in worn}) == 6
    held = PALETTE.getpalette() or []
    colours = {tuple(held[at : at + 3]) for at in range(0, len(held), 3)}
    assert {silk.colour for silk in worn} <= colours
