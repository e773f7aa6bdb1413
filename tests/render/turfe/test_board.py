from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.turfe.english.pictures import TURFE
from engines.turfe.actions import Horse, Spot
from engines.turfe.view import Phase, View
from render.parts.poster import WIDTH
from render.turfe import board
from render.turfe.captions import square_name
from render.turfe.field import _box, nose_of, pennants, track_of
from render.turfe.horses import Field, silks
from tests.render.seen import NAMES, away, changed, is_sound, opened
from tests.render.turfe.played import SEATS, finished, seen


def cloth_of(view: View, horse: Horse) -> tuple[int, int, int, int]:
    """Return the box on the board in which the number of a horse is."""
    track, field = track_of(view), Field.of(view)
    (x, y), width = nose_of(track, field, horse), track.horse(field.place(horse).lane)
    return round(x - width * 0.64), round(y - width * 0.48), round(x - width * 0.36), round(y - width * 0.2)


def numbers_seen(view: View) -> dict[Horse, float]:
    """Return what share of its cloth is seen of every horse."""
    image, alone = opened(board(view, NAMES, TURFE)), {}
    for horse, worn in silks(view.horses).items():
        box = cloth_of(view, horse)
        lone = replace(
            view,
            horses=view.horses,
            places=tuple(
                place if other == horse else Spot(1 if place.lane > 3 else 6, 0)
                for other, place in zip(view.horses, view.places, strict=True)
            ),
            home=tuple(other for other in view.home if other == horse),
            recent=(),
        )
        box_alone = cloth_of(lone, horse)
        bare = opened(board(lone, NAMES, TURFE)).crop(box_alone)
        seen, whole = (
            sum(1 for pixel in crop.get_flattened_data() if pixel == worn.colour)
            for crop in (image.crop(box), bare)
        )
        assert whole, horse
        alone[horse] = seen / whole
    return alone


@given(st.sampled_from(SEATS), st.floats(0, 1))
@settings(max_examples=6, deadline=None)
def test_every_horse_is_seen_with_its_number_on_its_space_and_told(seats: int, when: float) -> None:
    game = seen(seats)
    view = game[int(when * (len(game) - 1))]
    picture = board(view, NAMES, TURFE)
    for horse, share in numbers_seen(view).items():
        place = Field.of(view).place(horse)
        assert share > 0.5, (horse, view.places)
        told = TURFE.alt.on_track.format(
            horse=TURFE.horses[horse], square=square_name(place.lane, place.space)
        )
        assert (told in picture.alt) == (0 < place.space <= view.length)


def test_horses_that_block_each_other_stand_behind_each_other_with_all_numbers_seen() -> None:
    view = next(view for view in seen() if view.phase is Phase.RACING)
    jam = (Spot(3, 9), Spot(3, 10), Spot(3, 11), Spot(2, 10), Spot(4, 10), Spot(2, 11))
    assert min(numbers_seen(replace(view, places=jam, recent=())).values()) > 0.5


def test_the_leader_is_named_and_two_that_are_level_are_both_named() -> None:
    view = next(view for view in seen() if view.phase is Phase.RACING)
    alone, level = (
        replace(view, places=(Spot(1, 9), Spot(2, space), *[Spot(lane, 3) for lane in range(3, 7)]))
        for space in (7, 9)
    )
    one, two = (board(each, NAMES, TURFE) for each in (alone, level))
    assert "Red leads." in one.alt
    assert "Red, Blue are level in front." in two.alt
    _, top, _, bottom = changed(one, two) or (0,) * 4
    track = track_of(view)
    assert top < track.top < bottom


def test_every_pennant_is_at_a_horse_that_leads_and_clear_of_all_others() -> None:
    shown = {view.places: view for seats in SEATS for view in seen(seats)}
    for view in shown.values():
        track, field = track_of(view), Field.of(view)
        boxes = {horse: _box(track, field, horse) for horse in view.horses}
        hung = list(pennants(track, field, TURFE))
        assert len(hung) == len(field.leading())
        for horse, (text, tip, _, (left, top, right, bottom)) in zip(field.leading(), hung, strict=True):
            assert text.startswith(TURFE.horses[horse])
            assert min(boxes, key=lambda each: away(tip, boxes[each])) == horse, view.places
            assert right <= WIDTH
            for x, y, end, low in boxes.values():
                assert not (left < end and x < right and top < low and y < bottom), view.places


def test_every_move_since_ones_last_turn_leaves_prints() -> None:
    view = next(
        view
        for view in seen(4)
        if len([play for play in view.recent if play.horse and play.start]) == 4
        and len({play.horse for play in view.recent}) == 4
    )
    picture = board(view, NAMES, TURFE)
    for play in range(4):
        fewer = replace(view, recent=view.recent[:play] + view.recent[play + 1 :])
        assert changed(picture, board(fewer, NAMES, TURFE))


@given(st.lists(st.builds(Spot, st.integers(1, 6), st.integers(0, 19)), min_size=6, max_size=6))
@settings(max_examples=6, deadline=None)
def test_any_places_can_be_drawn(places: list[Spot]) -> None:
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
        places=(Spot(1, 40), Spot(2, 0), Spot(2, 41)),
        home=("dun",),
    )
    is_sound(board(view, NAMES, TURFE))


def test_a_bet_is_told_by_kind_and_stake_and_its_horse_once_its_card_is_shown() -> None:
    view = next(view for view in seen() if any(view.shown))
    hidden = replace(view, shown=(None,) * view.seats)
    assert changed(board(view, NAMES, TURFE), board(hidden, NAMES, TURFE))
    seat, stake = next((seat, stake) for seat, stake in enumerate(view.stakes) if stake)
    assert f"{NAMES[seat]} {stake.stake} ({stake.kind})" in board(view, NAMES, TURFE).alt


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
    assert 1080 < left < right <= 1188
