"""A whole game drawn from the kit: what any game gets that has no drawings of its own."""

from __future__ import annotations

import inspect
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops

from render import Picture, kit
from render.kit.board import drawn_board
from render.kit.racecard import height_for
from render.kit.straight import straight
from tests.render import dice_derby
from tests.render.dice_derby import HORSES, SILKS, SPACES, WORDS, View, board, final, hand, replay, result
from tests.render.seen import NAMES, STRANGE, changed, frames, is_sound, opened

CROWD, ODD = NAMES * 2, STRANGE * 2


def race(seats: int = 4, *, number: int = 1, is_round: bool = False) -> list[View]:
    """Return what everyone saw of a race: the bets, every throw, the end."""
    luck = random.Random(seats)
    bets = tuple((luck.randrange(6), 20) for _ in range(seats))
    view = View(race=number, chips=(100,) * seats, bets=(None,) * seats, is_round=is_round)
    seen = [view, replace(view, bets=bets)]
    view = replace(seen[-1], phase="racing", chips=(80,) * seats)
    while len(view.home) < 2:
        horse, steps = luck.randrange(6), luck.randint(1, 6)
        if horse not in view.home:
            end = min(view.spaces[horse] + steps, SPACES + 1)
            spaces = tuple(end if each == horse else at for each, at in enumerate(view.spaces))
            view = replace(
                view,
                spaces=spaces,
                moved={horse: view.spaces[horse]},
                home=(*view.home, horse) if end > SPACES else view.home,
                dice=(horse + 1, steps),
                turn=(view.turn + 1) % seats,
            )
            seen.append(view)
    won = tuple(80 + 60 * (horse == view.home[0]) for horse, _ in bets)
    return [*seen, replace(view, phase="over", moved={}, dice=(), chips=won)]


BETTING, RACING, OVER = race()[0], race()[12], race()[-1]


def test_a_game_is_drawn_in_well_under_100_lines_of_its_own() -> None:
    drawing = inspect.getsource(dice_derby).split("def board", 1)[1]
    assert len(drawing.splitlines()) < 75


# ------------------------------------------------------------------------------------------------ the board


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


def test_a_horse_stands_in_its_lane_in_its_own_colour() -> None:
    course = straight(6, SPACES, (1200, 462 + height_for(4) + 28), 52, is_shared=False)
    image = opened(board(RACING, NAMES))
    for lane, silk in enumerate(SILKS):
        x, y = course.spot(RACING.spaces[lane], lane)
        assert image.getpixel((round(x), round(y) - 15)) == silk.colour


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


def test_a_card_played_last_is_drawn_in_place_of_dice_and_told() -> None:
    shown = dice_derby._shown(replace(RACING, dice=()), NAMES)
    cards = [
        kit.printed("+3", "Ruby", SILKS[0]),
        kit.printed("+4", "Ruby", SILKS[0]),
        kit.printed("×2", "Any horse"),
    ]
    pictures = [kit.board("derby", shown._replace(card=card), WORDS) for card in cards]
    assert len({picture.data for picture in pictures}) == 3
    assert "Last: Ruby +3." in pictures[0].alt


def test_signs_say_whose_turn_it_is_who_has_decided_and_who_has_won() -> None:
    shown = dice_derby._shown(RACING, NAMES)
    one = shown.players[0]
    pictures = [
        kit.board("derby", shown._replace(players=[one._replace(mark=mark), *shown.players[1:]]), WORDS)
        for mark in kit.Mark
    ]
    assert len({picture.data for picture in pictures}) == len(kit.Mark)
    assert "Still deciding: Anna, Bartholomäus, Chiara ✨, Дмитрий." in board(BETTING, NAMES).alt
    assert f"It is the turn of {NAMES[RACING.turn]}." in board(RACING, NAMES).alt


@pytest.mark.parametrize("is_round", [False, True])
def test_strange_names_change_nothing_on_the_course(is_round: bool) -> None:
    view = replace(RACING, is_round=is_round)
    left, top, right, bottom = changed(board(view, NAMES), board(view, STRANGE)) or (0, 0, 0, 0)
    assert (left, top) > (227, 228)
    assert right < (973 if is_round else 1172)
    assert bottom < (572 if is_round else 900)


# ------------------------------------------------------------------------------------------------ the hand


def test_a_hand_shows_dice_and_bet_and_tells_them() -> None:
    view = replace(RACING, bets=((4, 20), *RACING.bets[1:]))
    picture = hand(view, 0)
    is_sound(picture)
    assert picture.alt == f"Your throw: {view.dice[0]}, {view.dice[1]}. Your bet: to win, 20 on Ocean."
    others = [replace(view, bets=(bet, *view.bets[1:])) for bet in ((4, 30), (3, 20), None)]
    assert len({hand(each, 0).data for each in (view, *others)}) == 4
    assert hand(others[-1], 0).alt.endswith("Your bet: No bet yet.")


def test_a_hand_of_cards_is_fanned_and_told_and_kept_ones_are_ticked() -> None:
    cards = [kit.printed(f"+{3 + number % 3}", HORSES[number % 2], SILKS[number % 2]) for number in range(9)]
    held = kit.Hand("Your hand", "No cards", cards=cards)
    pictures = [
        kit.hand("derby", each, WORDS)
        for each in (
            held,
            held._replace(kept=cards[:1]),
            held._replace(cards=cards[:8]),
            held._replace(cards=()),
        )
    ]
    for picture in pictures:
        is_sound(picture)
    assert len({picture.data for picture in pictures}) == 4
    assert pictures[0].alt.startswith("Your hand: Ruby +3, Midnight +4, Ruby +5,")
    assert pictures[3].alt == "Your hand: No cards."


# ------------------------------------------------------------------------------------------------ results


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_result_opens_every_bet_and_tells_what_it_brought(seats: int) -> None:
    view = race(seats)[-1]
    nets = [chips - 100 for chips in view.chips]
    for names in (NAMES[:seats], STRANGE[:seats]):
        is_sound(result(view, names, nets))
    told = result(view, NAMES[:seats], nets).alt
    assert told.startswith(f"Race 1: 1. {HORSES[view.home[0]]}, 2. {HORSES[view.home[1]]}, 3. ")
    horse, chips = view.bets[0] or (0, 0)
    net = f"+{nets[0]}" if nets[0] > 0 else f"−{-nets[0]}"
    assert f"Anna: to win, {chips} on {HORSES[horse]}, {net}, has {view.chips[0]}." in told


def test_who_had_no_bet_is_told_so() -> None:
    view = replace(OVER, bets=(None, *OVER.bets[1:]))
    assert "Anna: no bet, " in result(view, NAMES[:4], (0,) * 4).alt


def test_the_final_ranking_is_drawn_and_told() -> None:
    view = replace(OVER, chips=(80, 1400, 80, -20))
    is_sound(final(view, NAMES))
    told = "1. Bartholomäus with 1,400, 2. Anna with 80, 2. Chiara ✨ with 80, 4. Дмитрий with −20"
    assert final(view, NAMES).alt == f"Final ranking: {told}."


# ------------------------------------------------------------------------------------------------ the replay


def first_and_last(picture: Picture) -> tuple[Any, Any]:
    shown = frames(picture)
    return shown[0], shown[-1]


@pytest.mark.parametrize("is_round", [False, True])
def test_a_replay_goes_from_the_start_to_the_finish(is_round: bool) -> None:
    seen = race(is_round=is_round)
    picture = replay(seen, NAMES)
    assert picture.filename == "derby-replay-race1.gif"
    assert picture.alt == "Race 1 again, as an animated picture."
    assert picture.width == 720
    assert len(picture.data) < 2_000_000
    first, last = first_and_last(picture)
    assert ImageChops.difference(first, last).getbbox()


def test_no_frame_of_a_replay_leaves_anything_behind() -> None:
    seen = race()
    whole = frames(replay(seen[:12], NAMES))
    alone = frames(replay(seen[11:12], NAMES))
    assert any(ImageChops.difference(alone[-1], frame).getbbox() is None for frame in whole[-3:])


def test_of_many_races_the_last_ones_are_shown() -> None:
    day = [view for number in range(1, 12) for view in race(number=number)[:40]]
    picture = replay(day, NAMES)
    assert picture.filename == "derby-replay-race11.gif"
    assert "Races " in picture.alt
    assert "to 11 again" in picture.alt
    assert len(picture.data) < 4_000_000


def test_horses_that_moved_at_once_are_shown_at_once() -> None:
    view = replace(RACING, spaces=(5, 9, 0, 0, 0, 0), moved={0: 2, 1: 9 - 4}, home=())
    assert len(frames(replay([view], NAMES))) < len(
        frames(replay([view, replace(view, moved={1: 5})], NAMES))
    )


def test_where_nothing_moved_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(race()[:2], NAMES)


# ------------------------------------------------------------------------------------------------ what it is drawn with


def test_standard_silks_are_told_apart_by_number_colour_and_pattern() -> None:
    worn = kit.standard_silks(8)
    assert [silk.number for silk in worn] == list("12345678")
    assert len({silk.colour for silk in worn}) == len({silk.pattern for silk in worn}) == 8


def test_a_picture_is_drawn_only_when_it_is_asked_for() -> None:
    picture = board(RACING, NAMES)
    assert picture.alt
    assert not picture.is_drawn
    assert drawn_board(dice_derby._shown(RACING, NAMES), WORDS).size == opened(picture).size
