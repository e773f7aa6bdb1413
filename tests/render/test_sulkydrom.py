from __future__ import annotations

import hashlib
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.sulkydrom.english.pictures import SULKYDROM
from engines.core import Chance
from engines.sulkydrom import Drives, Letter, Phase, Place, Section, Stacks, Sulkydrom, View
from render.parts.silks import token
from render.sulkydrom import board, choice, final, hand, replay, result
from render.sulkydrom.board import RUNNER
from render.sulkydrom.choice import window_of
from render.sulkydrom.horses import PALETTE, silk, silks
from render.sulkydrom.replay import drives
from render.sulkydrom.sulky import runner, sulky
from render.sulkydrom.track import HEIGHT, WHOLE, WIDTH, Track, painted, track, track_of
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

GAME = Sulkydrom(Sulkydrom.with_edition().edition)
FACES = GAME.setup.faces
COURSE = GAME.setup.course
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D", "E", "F", "G", "H")


def seen(seats: int = 4, seat: int | None = None, **options: Any) -> tuple[View, ...]:
    return views("sulkydrom", seats, 0, seat, **options)


def standing(seats: int = 8) -> Track:
    return track_of(seen(seats)[0])


# ------------------------------------------------------------------------------------------------ the oval


def test_every_section_ends_level_in_all_lanes_and_spaces_leave_no_gap() -> None:
    way = standing()
    for lane in range(1, 9):
        spans = [way.span(Place(lane, space)) for space in range(COURSE.lengths[lane - 1] + 2)]
        assert all(before[1] == pytest.approx(after[0]) for before, after in pairwise(spans))
        ends = [end for _, end in spans]
        assert all(any(bound == pytest.approx(end) for end in ends) for bound in way.bounds)


def test_a_lane_outside_has_as_many_more_spaces_in_the_curves_as_the_rules_give_it() -> None:
    way = standing()
    in_curve = [
        sum(way.bounds[1] <= way.stand(space)[0] <= way.bounds[2] for space in way.spaces(lane))
        for lane in range(1, 9)
    ]
    assert in_curve == list(range(8, 16))
    assert [len(way.spaces(lane)) for lane in range(1, 9)] == list(COURSE.lengths)


def test_all_places_are_inside_the_picture_and_apart() -> None:
    way = standing()
    points = [
        way.at(Place(lane, space)) for lane in range(1, 9) for space in range(COURSE.lengths[lane - 1] + 1)
    ]
    for x, y in points:
        assert RUNNER / 2 < x < WIDTH - RUNNER / 2
        assert RUNNER / 2 < y < HEIGHT - RUNNER / 2
    nearest = min(math.dist(one, other) for at, one in enumerate(points) for other in points[:at])
    assert nearest > RUNNER / 2


def test_further_on_in_the_rules_is_further_on_in_the_picture() -> None:
    way = standing()
    cells = [
        cell for cell, place in enumerate(COURSE.places) if 0 < place.space <= COURSE.lengths[place.lane - 1]
    ]
    ends = sorted((COURSE.progress[cell], way.span(COURSE.places[cell])[1]) for cell in cells)
    assert all(after[1] >= before[1] - 1e-6 for before, after in pairwise(ends))


def test_a_course_of_another_build_is_drawn_too() -> None:
    sections = tuple(Section(kind="curve", spaces=9, widen=2) for _ in range(3))
    way = track(sections, 12)
    assert painted(way, WHOLE).size == (WIDTH, HEIGHT)
    view = replace(seen()[5], course=sections, lengths=tuple(27 + 6 * lane for lane in range(12)))
    is_sound(board(view, NAMES, SULKYDROM))


# ------------------------------------------------------------------------------------------------ the board


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_the_board_is_drawn_in_every_phase_for_any_number_of_seats(seats: int) -> None:
    phases = of_every_phase("sulkydrom", seats)
    assert set(phases) == set(Phase)
    for view in phases.values():
        is_sound(board(view, STRANGE if seats == 8 else NAMES, SULKYDROM))


@given(st.sampled_from([2, 4, 8]), st.floats(0, 1))
@settings(max_examples=12, deadline=None)
def test_every_running_horse_is_seen_on_its_space_and_told(seats: int, when: float) -> None:
    game = seen(seats)
    view = game[int(when * (len(game) - 1))]
    picture = board(view, NAMES, SULKYDROM)
    image, way = opened(picture), track_of(view)
    spots = [way.at(place) if place else None for place in view.places]
    for seat, (place, spot) in enumerate(zip(view.places, spots, strict=True)):
        if place is None or spot is None:
            assert f"{view.names[seat]} ({NAMES[seat].strip()}) is home" in picture.alt
            continue
        near = [other for other in spots if other and other != spot and math.dist(spot, other) < RUNNER]
        if not near:
            assert image.getpixel((round(spot[0]) - 12, round(spot[1]))) == silk(view.horses[seat]).colour
        if place.space:
            assert f"in lane {place.lane}, space {place.space}" in picture.alt


@pytest.mark.parametrize("step", [2, 30, 90, -1])
def test_every_seat_sees_the_same_board_and_hears_the_same_words(step: int) -> None:
    state = states("sulkydrom", 4)[step]
    public = board(GAME.view(state, None), NAMES, SULKYDROM)
    assert [board(GAME.view(state, seat), NAMES, SULKYDROM) for seat in range(4)] == [public] * 4


@pytest.mark.parametrize("step", [0, 3, 30, 90])
def test_the_stacks_are_not_on_the_board_nor_on_the_desk_of_their_owner_once_laid(step: int) -> None:
    state = states("sulkydrom", 4)[step]
    other = state._replace(
        stacks=tuple(Stacks(each.horse[::-1], each.position[::-1]) for each in state.stacks)
    )
    assert other != state
    one, two = (board(GAME.view(each, None), NAMES, SULKYDROM) for each in (state, other))
    assert one == two
    for seat in range(4):
        views = [GAME.view(each, seat) for each in (state, other)]
        is_laid = views[0].has_stacked[seat]
        drawn = [hand(view, SULKYDROM, FACES) for view in views]
        assert (drawn[0] == drawn[1]) == is_laid


def test_the_tempo_card_is_drawn_and_told_with_what_each_horse_may_drive() -> None:
    view = next(view for view in seen() if view.phase is Phase.DRIVING)
    picture = board(view, NAMES, SULKYDROM)
    other = board(replace(view, allowances=tuple(most + 1 for most in view.allowances)), NAMES, SULKYDROM)
    assert changed(picture, other)
    for seat in view.order:
        assert f"{view.horses[seat]} {view.allowances[seat]}" in picture.alt
    seat = view.to_act[0]
    assert f"{NAMES[seat]} drives {view.horses[seat]} {view.names[seat]}" in picture.alt


def test_who_is_under_galopp_is_drawn_and_told() -> None:
    view = next(view for view in seen(8) if view.stopped is not None and view.phase is Phase.DRIVING)
    picture, without = (board(each, NAMES, SULKYDROM) for each in (view, replace(view, stopped=None)))
    assert changed(picture, without)
    assert f"{view.names[view.stopped or 0]} is under Galopp" in picture.alt
    assert "is under Galopp" not in without.alt


@pytest.mark.parametrize("field", ["jokers", "galopps", "galopped"])
def test_what_is_played_of_the_special_cards_changes_the_table(field: str) -> None:
    view: Any = seen()[5]
    one, two = (board(replace(view, **{field: (has,) * 4}), NAMES, SULKYDROM) for has in (True, False))
    _, top, _, _ = changed(one, two) or (0,) * 4
    assert top > HEIGHT


def test_strange_names_change_nothing_among_the_horses() -> None:
    for view in of_every_phase("sulkydrom", 8).values():
        one, two = (opened(board(view, names, SULKYDROM)) for names in (NAMES, STRANGE))
        ring = [
            (x, y)
            for x in range(0, 1200, 7)
            for y in range(0, 615, 7)
            if not (250 < x < 950 and 260 < y < 360)
        ]
        assert [one.getpixel(at) for at in ring] == [two.getpixel(at) for at in ring]


def test_victories_are_counted_where_they_win_the_game() -> None:
    view = replace(seen(4)[5], points=(7, 7, 7, 7), wins=(1, 1, 1, 1))
    one, two = (board(replace(view, goal=goal), NAMES, SULKYDROM) for goal in ("minor", "victories"))
    assert (changed(one, two) or (0,) * 4)[3] > HEIGHT


# ------------------------------------------------------------------------------------------------ a hand


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_a_seats_cards_are_drawn_in_every_phase(seats: int) -> None:
    for view in of_every_phase("sulkydrom", seats, 1).values():
        is_sound(hand(view, SULKYDROM, FACES))
    first = seen(seats, 0)[0]
    assert first.own
    assert first.own.hand
    picture = hand(first, SULKYDROM, FACES)
    is_sound(picture)
    for card in (*first.own.hand.horse, *first.own.hand.position):
        assert card.upper() in picture.alt


def test_every_tempo_card_has_a_face_of_its_own() -> None:
    view = seen(8, 0)[0]
    assert view.own
    horse = [Stacks((card,), ()) for card in GAME.setup.packs["horse"]]
    position = [Stacks((), (card,)) for card in GAME.setup.packs["position"]]
    hands = [replace(view, own=replace(view.own, hand=each)) for each in (*horse, *position)]
    assert len({hand(each, SULKYDROM, FACES).data for each in hands}) == 48


def test_a_horse_card_tells_what_it_gives_the_own_horse() -> None:
    view = seen(8, 0)[0]
    assert view.own
    at = LETTERS.index(view.horses[0])
    for card in GAME.setup.packs["horse"][:6]:
        picture = hand(replace(view, own=replace(view.own, hand=Stacks((card,), ()))), SULKYDROM, FACES)
        assert f"{card.upper()}: {FACES[card][at]}" in picture.alt


def test_cards_chosen_for_the_stacks_are_numbered_in_their_order() -> None:
    view = seen(4, 0)[0]
    assert view.own
    assert view.own.hand
    first, second = view.own.hand.horse[:2]
    third = view.own.hand.position[0]
    orders = ((), (first,), (first, second), (second, first), (second, first, third))
    assert len({hand(view, SULKYDROM, FACES, order).data for order in orders}) == 5


def test_everyones_view_has_no_cards() -> None:
    with pytest.raises(ValueError, match="everyone"):
        hand(seen()[0], SULKYDROM, FACES)


def test_what_others_were_dealt_is_not_in_the_picture() -> None:
    state = states("sulkydrom", 3)[0]
    other = state._replace(stacks=(state.stacks[0], state.stacks[2], state.stacks[1]))
    one, two = (hand(GAME.view(each, 0), SULKYDROM, FACES) for each in (state, other))
    assert one == two


def test_counts_and_special_cards_are_drawn_and_told() -> None:
    view = next(view for view in seen(4, 0) if view.phase is Phase.TURNING)
    full = hand(view, SULKYDROM)
    fewer = hand(replace(view, horse_counts=(0,) * 4), SULKYDROM)
    spent = hand(replace(view, jokers=(False,) * 4), SULKYDROM)
    assert len({each.data for each in (full, fewer, spent)}) == 3
    assert "0 horse cards" in fewer.alt
    assert SULKYDROM.alt.no_joker in spent.alt


# ------------------------------------------------------------------------------------------------ a choice


@cache
def choices_of(seats: int) -> list[tuple[View, Letter, tuple[Place, ...]]]:
    """Return every choice of ends in some games played at random, those with the most ends last."""
    found = []
    for seed in range(2):
        for state in states("sulkydrom", seats, seed):
            for seat in state.to_act:
                offered = GAME.choices(state, seat)
                if isinstance(offered, Drives):
                    ends = dict.fromkeys(COURSE.places[end] for _, end in offered.reach.paths())
                    view = GAME.view(state, seat)
                    found.append((view, view.horses[seat], tuple(ends)))
    return sorted(found, key=lambda each: len(each[2]))


@given(st.floats(0, 1))
@settings(max_examples=25, deadline=None)
def test_the_numbers_of_a_choice_stand_apart_and_inside_the_picture(share: float) -> None:
    found = choices_of(8)
    view, horse, ends = found[int(share * (len(found) - 1))]
    start = view.places[view.horses.index(horse)]
    assert start
    way = track_of(view)
    window = window_of([point for place in {start, *ends} for point in way.outline(place)])
    spots = [window.on(way.at(end)) for end in ends]
    assert all(20 < x < window.width - 20 and 20 < y < window.height - 20 for x, y in spots)
    assert all(math.dist(one, other) > 42 for at, one in enumerate(spots) for other in spots[:at])


def test_choices_are_drawn_and_told_in_the_order_they_are_given() -> None:
    for view, horse, ends in (choices_of(8)[-1], choices_of(8)[len(choices_of(8)) // 2], choices_of(2)[-1]):
        picture = choice(view, horse, ends, SULKYDROM)
        is_sound(picture)
        assert picture.height <= 960
        start = view.places[view.horses.index(horse)]
        for number, end in enumerate(ends, 1):
            if end != start and end.space <= view.lengths[end.lane - 1]:
                assert f"{number}: lane {end.lane}, space {end.space}" in picture.alt
        assert f"{ends.index(start) + 1}: stay" in picture.alt if start in ends else True
        assert changed(picture, choice(view, horse, ends[::-1], SULKYDROM))


def test_more_than_40_ends_are_all_numbered() -> None:
    view, horse, ends = choices_of(8)[-1]
    assert len(ends) > 35
    whole, last = choice(view, horse, ends, SULKYDROM), choice(view, horse, ends[:-1], SULKYDROM)
    assert f"{len(ends)}:" in whole.alt
    assert f"{len(ends)}:" not in last.alt
    assert whole.data != last.data


def test_an_end_over_the_line_is_told_as_home() -> None:
    view, horse, ends = next(
        each for each in choices_of(8) if any(end.space > each[0].lengths[end.lane - 1] for end in each[2])
    )
    assert "home" in choice(view, horse, ends, SULKYDROM).alt


def test_a_horse_that_is_home_has_no_choice() -> None:
    view = next(view for view in seen() if view.home)
    with pytest.raises(ValueError, match="does not run"):
        choice(view, view.home[0], (), SULKYDROM)


# ------------------------------------------------------------------------------------------------ results


@pytest.mark.parametrize(("seats", "goal"), [(2, "victories"), (5, "minor"), (8, "first")])
def test_result_and_final_standing_are_drawn_and_told(seats: int, goal: str) -> None:
    view = seen(seats, goal=goal)[-1]
    assert view.result
    for names in (NAMES, STRANGE):
        is_sound(result(view, names, SULKYDROM))
        is_sound(final(view, names, SULKYDROM))
    winner = view.horses.index(view.result.order[0])
    assert f"1. {view.horses[winner]} {view.names[winner]}" in result(view, NAMES, SULKYDROM).alt
    best = max(range(seats), key=lambda seat: view.wins[seat] if goal == "victories" else view.points[seat])
    assert f"1. {NAMES[best]}" in final(view, NAMES, SULKYDROM).alt


def test_there_is_no_result_before_a_race_is_over() -> None:
    with pytest.raises(ValueError, match="finished"):
        result(seen()[0], NAMES, SULKYDROM)


def test_the_result_does_not_change_when_the_next_race_begins() -> None:
    later = [view for view in seen(4, goal="minor") if view.result and view.result.race == 1]
    assert len({view.phase for view in later}) > 2
    assert len({result(view, NAMES, SULKYDROM).data for view in later[::40]}) == 1


# ------------------------------------------------------------------------------------------------ the replay


@pytest.mark.parametrize(("seats", "goal"), [(2, "victories"), (3, "minor")])
def test_every_drive_of_a_game_is_found_in_its_views(seats: int, goal: str) -> None:
    chance = Chance(hashlib.sha256(b"drives").digest())
    state, _ = GAME.new(GAME.options({"goal": goal}), seats, chance)
    shown, moved = [GAME.view(state, None)], []
    while acting := GAME.to_act(state):
        action = GAME.choices(state, acting[0]).sample(chance)
        state, happened = GAME.apply(state, acting[0], action, chance)
        moved += [
            (event["horse"], tuple(event["from"].values())) for event in happened if event["type"] == "moved"
        ]
        shown.append(GAME.view(state, None))
    assert [(drive.before.horses[drive.seat], tuple(drive.start)) for drive in drives(shown)] == moved


def test_a_replay_goes_from_the_start_to_the_last_place() -> None:
    picture = replay(seen(3), NAMES, SULKYDROM)
    assert picture.filename == "sulkydrom-replay-race1.gif"
    assert len(picture.data) < 4_000_000
    film = frames(picture)
    assert film[0].size == (720, 480)
    assert len(film) > 100
    zoom, way, first = 720 / WIDTH, standing(3), seen(3)[0]
    for seat, place in enumerate(first.places):
        assert place
        x, y = way.at(place)
        assert film[0].getpixel((round(x * zoom) - 8, round(y * zoom))) == silk(first.horses[seat]).colour


def test_a_long_race_has_fewer_frames_a_drive() -> None:
    longest = max((seen(8), views("sulkydrom", 8, 1)), key=lambda game: len(list(drives(game))))
    picture = replay(longest, NAMES, SULKYDROM)
    assert len(picture.data) < 4_000_000
    assert picture.alt == "Race 1 again, as an animated picture."


def test_without_a_drive_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(seen()[:4], NAMES, SULKYDROM)


# ------------------------------------------------------------------------------------------------ looks


def test_horses_are_told_apart_by_letter_colour_and_pattern() -> None:
    worn = silks(LETTERS)
    assert [each.number for each in worn] == list(LETTERS)
    assert len({each.pattern for each in worn}) == len({each.colour for each in worn}) == 8
    grey = [each._replace(colour=(128, 128, 128), accent=(0, 0, 0)) for each in worn]
    for looks in (runner, token, sulky):
        assert len({looks(each, 60).tobytes() for each in grey}) == 8


def test_every_colour_of_a_horse_is_in_the_palette() -> None:
    held = PALETTE.getpalette() or []
    colours = set(zip(held[::3], held[1::3], held[2::3], strict=True))
    assert {each.colour for each in silks(LETTERS)} <= colours


def test_pictures_drawn_at_once_in_several_threads_are_the_same() -> None:
    shown = seen(4, 0)[::40]
    alone = [(board(view, NAMES, SULKYDROM), hand(view, SULKYDROM, FACES)) for view in shown]
    with ThreadPoolExecutor(4) as threads:
        boards = threads.map(lambda view: drawn(board(view, NAMES, SULKYDROM)), shown)
        hands = threads.map(lambda view: drawn(hand(view, SULKYDROM, FACES)), shown)
        assert list(zip(boards, hands, strict=True)) == alone
