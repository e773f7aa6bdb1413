from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from render import kit
from render.kit.board import _course, drawn_board
from render.kit.field import led
from render.kit.leader import Hung
from render.kit.panorama import PAPER, Panorama
from render.kit.racecard import height_for
from render.kit.runners import seen
from render.parts.plates import Tip, pennant_size
from render.parts.poster import HEAD
from tests.render.kit import dice_derby
from tests.render.kit.dice_derby import CAPTIONS, HORSES, SILKS, SPACES, board, hand
from tests.render.kit.played import BETTING, RACING, race
from tests.render.seen import NAMES, STRANGE, away, changed, is_sound, opened

CROWD, ODD = NAMES * 2, STRANGE * 2


@pytest.mark.parametrize("is_round", [False, True])
@pytest.mark.parametrize("seats", [2, 4, 8, 16])
def test_a_board_is_drawn_and_told_in_every_phase_for_any_number_of_seats(seats: int, is_round: bool) -> None:
    seen = race(seats, is_round=is_round)
    for view in (seen[0], seen[1], seen[9], seen[-2], seen[-1]):
        for names in (CROWD, ODD):
            is_sound(board(view, names))


@given(st.lists(st.integers(0, SPACES + 1), min_size=6, max_size=6), st.booleans())
@settings(max_examples=12, deadline=None)
def test_every_horse_is_seen_on_its_space_and_told(spaces: list[int], is_round: bool) -> None:
    home = tuple(horse for horse, space in enumerate(spaces) if space > SPACES)
    view = replace(BETTING, spaces=tuple(spaces), home=home, is_round=is_round)
    picture = board(view, NAMES)
    assert changed(picture, board(replace(view, spaces=(*spaces[:5], SPACES + 1 - spaces[5])), NAMES))
    for horse, space in enumerate(spaces):
        where = f"home as number {home.index(horse) + 1}" if horse in home else f"on space {space}"
        assert f"{HORSES[horse]} {where if space else 'at the start'}" in picture.alt


def test_a_horse_runs_in_its_lane_in_its_own_colour() -> None:
    course = Panorama(SPACES, 6)
    image = opened(board(RACING, NAMES))
    for lane, silk in enumerate(SILKS):
        nose, foot = round(course.x(RACING.spaces[lane])), round(course.foot(lane))
        seen = image.crop((nose - course.horse, foot - round(course.lane), nose, foot)).getcolors(20_000)
        assert silk.colour in {colour for _, colour in seen or ()}


def test_whose_turn_it_is_stands_in_the_head() -> None:
    shown = dice_derby.shown(RACING, NAMES)
    following = [player._replace(mark=kit.Mark.NONE) for player in shown.players]
    following[(RACING.turn + 1) % 4] = following[(RACING.turn + 1) % 4]._replace(mark=kit.Mark.TURN)
    one, other = (kit.board("derby", each, CAPTIONS) for each in (shown, shown._replace(players=following)))
    assert (changed(one, other) or (0, 999))[1] < HEAD


def test_whose_turn_it_is_stands_in_the_head_of_a_round_course_too() -> None:
    shown = dice_derby.shown(replace(RACING, is_round=True), NAMES)
    first, *others = [player._replace(mark=kit.Mark.NONE) for player in shown.players]
    asked = [
        shown._replace(players=[first._replace(mark=kit.Mark.TURN), *others]),
        shown._replace(players=[first, others[0]._replace(mark=kit.Mark.TURN), *others[1:]]),
    ]
    one, other = (kit.board("derby", each, CAPTIONS) for each in asked)
    assert (changed(one, other) or (0, 999))[1] < HEAD


@pytest.mark.parametrize("space", [1, 9, 14, 17, 22, 26, 30])
def test_on_a_round_course_the_pennant_is_at_the_horse_that_leads(
    space: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung: list[Hung] = []
    monkeypatch.setattr(
        sys.modules[drawn_board.__module__], "with_pennant", lambda image, each: hung.append(each)
    )
    shown = dice_derby.shown(replace(RACING, is_round=True), NAMES)
    for lane in range(len(shown.runners)):
        runners = [each._replace(space=max(space - 1, 0), start=None, rank=None) for each in shown.runners]
        runners[lane] = runners[lane]._replace(space=space)
        kit.board("derby", shown._replace(runners=runners), CAPTIONS).draw()
        course = _course(shown)
        far = [away((hung[-1].x, hung[-1].y), seen(course, each, at).box) for at, each in enumerate(runners)]
        assert far[lane] < 8
        assert min(far) == far[lane]
        assert runners[lane].name in hung[-1].text


@pytest.mark.parametrize("lanes", [2, 6, 12])
@pytest.mark.parametrize("space", [1, 15, 29, 30])
def test_from_the_rails_the_pennant_is_in_the_lane_of_the_leader_beside_it(lanes: int, space: int) -> None:
    course = Panorama(30, lanes)
    for lane in range(lanes):
        runner = kit.Runner("Midnight", kit.standard_silks(1)[0], space, max(space - 6, 0))
        tip, x, y, size = led(course, lane, runner, "Midnight leads")
        foot, nose = course.foot(lane), course.x(space)
        assert foot - course.lane < y - size / 2
        assert y + size / 2 < foot + 7
        if tip is Tip.LEFT:
            assert nose < x < nose + 60
            assert x + pennant_size("Midnight leads", size)[0] <= 1200
        else:
            assert x <= nose - course.horse * 0.8


@pytest.mark.parametrize("lanes", [1, 2, 8, 16])
def test_a_field_of_any_size_finds_room_on_the_course(lanes: int) -> None:
    silks = [kit.standard_silks(8)[lane % 8] for lane in range(lanes)]
    runners = [
        kit.Runner(f"Horse {lane}", silk, 3 * lane, max(lane, 1), legs=((0, max(lane, 1)),))
        for lane, silk in enumerate(silks)
    ]
    is_sound(
        kit.board("derby", dice_derby.shown(RACING, NAMES)._replace(runners=runners, spaces=60), CAPTIONS)
    )


def test_in_front_is_told_first_and_home_before_that() -> None:
    view = replace(BETTING, spaces=(3, 31, 9, 0, 31, 9), home=(4, 1))
    told = board(view, NAMES).alt
    order = [
        "Ocean home as number 1",
        "Midnight home as number 2",
        "Sunny on",
        "Breeze on",
        "Ruby on",
        "Violet at",
    ]
    assert [told.index(each) for each in order] == sorted(told.index(each) for each in order)


def test_what_the_dice_moved_is_drawn_and_they_are_told() -> None:
    still = replace(RACING, moved={})
    assert changed(board(RACING, NAMES), board(still, NAMES))
    drawn = {board(replace(RACING, dice=(one, 6)), NAMES).data for one in range(1, 7)}
    assert len(drawn) == 6
    assert f"Last: {RACING.dice[0]}, {RACING.dice[1]}." in board(RACING, NAMES).alt


@pytest.mark.parametrize("dice", [(), (3,), (1, 2, 3), (4, 4, 4, 4), (1, 2, 3, 4, 5, 6)])
def test_any_number_of_dice_finds_room(dice: tuple[int, ...]) -> None:
    is_sound(board(replace(RACING, dice=dice), NAMES))
    is_sound(hand(replace(RACING, dice=dice), 0))


def test_open_dice_stand_below_what_moved_before_they_were_thrown() -> None:
    shown = dice_derby.shown(RACING, NAMES)
    opened_up = kit.board("board", shown._replace(dice_are_open=True), CAPTIONS)
    assert changed(kit.board("board", shown, CAPTIONS), opened_up)
    assert f"Dice to be played: {RACING.dice[0]}, {RACING.dice[1]}." in opened_up.alt


def test_a_card_played_last_is_drawn_in_place_of_dice_and_told() -> None:
    shown = dice_derby.shown(replace(RACING, dice=()), NAMES)
    cards = [
        kit.printed("+3", "Ruby", SILKS[0]),
        kit.printed("+4", "Ruby", SILKS[0]),
        kit.printed("×2", "Any horse"),
    ]
    pictures = [kit.board("derby", shown._replace(card=card), CAPTIONS) for card in cards]
    assert len({picture.data for picture in pictures}) == 3
    assert "Last: Ruby +3." in pictures[0].alt


def test_signs_say_whose_turn_it_is_who_has_decided_and_who_has_won() -> None:
    shown = dice_derby.shown(RACING, NAMES)
    one = shown.players[0]
    pictures = [
        kit.board("derby", shown._replace(players=[one._replace(mark=mark), *shown.players[1:]]), CAPTIONS)
        for mark in kit.Mark
    ]
    assert len({picture.data for picture in pictures}) == len(kit.Mark)
    assert "Still deciding: Anna, Bartholomäus, Chiara ✨, Дмитрий." in board(BETTING, NAMES).alt
    assert f"It is the turn of {NAMES[RACING.turn]}." in board(RACING, NAMES).alt


@pytest.mark.parametrize("is_round", [False, True])
def test_strange_names_change_nothing_on_the_course(is_round: bool) -> None:
    view = replace(RACING, is_round=is_round)
    difference = ImageChops.difference(opened(board(view, NAMES)), opened(board(view, STRANGE)))
    difference.paste(0, (520, 0, 1200, HEAD))  # the ribbon
    left, top, right, bottom = difference.getbbox() or (0, 0, 0, 0)
    assert (left, top) > (227, HEAD + 228 if is_round else PAPER)
    assert right < (973 if is_round else 1180)
    assert bottom < (HEAD + 572 if is_round else PAPER + height_for(4))


def test_a_picture_is_drawn_only_when_it_is_asked_for() -> None:
    picture = board(RACING, NAMES)
    assert picture.alt
    assert not picture.is_drawn
    assert drawn_board(dice_derby.shown(RACING, NAMES), CAPTIONS).size == opened(picture).size
