from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.jumpyjack.english.pictures import JUMPYJACK
from engines.core import Chance
from engines.jumpyjack import Guess, JumpyJack, Phase, View
from engines.jumpyjack.teams import team_of
from render.jumpyjack import board, final, replay, result, slip
from render.jumpyjack.horses import PALETTE, silks
from render.jumpyjack.replay import SMALL, moves
from render.jumpyjack.track import FULL, oval, passed, spot
from render.parts.die import die
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

GAME = JumpyJack.with_edition()
MANY, ODD = NAMES * 2, STRANGE * 2
TEAMS = {"teams": 4, "guessing": True}


def seen(seats: int = 4, seat: int | None = None, **options: Any) -> tuple[View, ...]:
    return views("jumpyjack", seats, 0, seat, **options)


def racing(seats: int = 4) -> list[View]:
    return [view for view in seen(seats) if view.phase is Phase.RACING]


# ------------------------------------------------------------------------------------------------ the board


@pytest.mark.parametrize(("seats", "options"), [(2, {"guessing": True}), (5, {}), (16, {}), (16, TEAMS)])
def test_the_board_is_drawn_in_every_phase_for_any_number_of_seats(seats: int, options: Any) -> None:
    phases = of_every_phase("jumpyjack", seats, **options)
    assert set(phases) >= {Phase.PREDICTING, Phase.RACING, Phase.OVER}
    for view in phases.values():
        is_sound(board(view, ODD if seats == 16 else MANY, JUMPYJACK))


@given(st.floats(0, 1))
@settings(max_examples=10, deadline=None)
def test_every_horse_is_seen_on_its_square_or_on_the_podium(when: float) -> None:
    view = racing()[int(when * (len(racing()) - 1))]
    picture = board(view, NAMES, JUMPYJACK)
    image, track = opened(picture), oval(view.course.squares)
    for number, (horse, worn) in enumerate(silks(view.horses).items()):
        name, place = JUMPYJACK.horses[horse], spot(track, view.places, number)
        running, _, placed = picture.alt.partition("On the podium: ")
        if horse in view.podium:
            assert f"{view.podium.index(horse) + 1}. {JUMPYJACK.alt.signs[horse]} {name}" in placed
        else:
            assert place
            assert image.getpixel((round(place[0]), round(place[1]) - 19)) == worn.colour, view.places
            assert name in running


def test_no_two_horses_hide_each_other_and_all_are_inside_the_picture() -> None:
    track = oval(24)
    for places in [(0,) * 5, (7, 7, 5, 24, 24), (10, 10, 16, 16, 21), (1, 1, 2, 2, 3)]:
        spots = [spot(track, places, horse) for horse in range(5)]
        for at, one in enumerate(spots):
            assert one
            assert FULL.token / 2 < one[0] < FULL.width - FULL.token / 2
            assert FULL.token / 2 < one[1] < FULL.height - FULL.token / 2
            for other in spots[:at]:
                assert other
                assert abs(one[0] - other[0]) + abs(one[1] - other[1]) > FULL.token * 0.9


def test_a_barrier_is_drawn_and_told() -> None:
    view = replace(racing()[0], last=None, podium=(None,) * 5)
    apart = board(replace(view, places=(7, 9, 0, 0, 0)), NAMES, JUMPYJACK)
    pair = board(replace(view, places=(7, 7, 0, 0, 0)), NAMES, JUMPYJACK)
    alone = board(replace(view, places=(view.course.stop, 9, 0, 0, 0)), NAMES, JUMPYJACK)
    assert JUMPYJACK.alt.barriers.format(squares=7) in pair.alt
    assert JUMPYJACK.alt.barriers.format(squares=view.course.stop) in alone.alt
    assert "pass" not in apart.alt
    bar = oval(24).point(oval(24).start + 6 * oval(24).square, 60)
    colours = [opened(each).getpixel((round(bar[0]), round(bar[1]))) for each in (apart, pair)]
    assert colours[0] != colours[1]


def test_the_throw_and_whose_it_is_are_drawn() -> None:
    view = racing()[3]
    drawn = {board(replace(view, value=value), NAMES, JUMPYJACK).data for value in range(1, 7)}
    assert len(drawn) == 6
    following = replace(view, to_act=((view.to_act[0] + 1) % 4,))
    assert changed(board(view, NAMES, JUMPYJACK), board(following, NAMES, JUMPYJACK))


def test_a_die_of_another_edition_shows_a_figure() -> None:
    assert len({die(value, 94).tobytes() for value in range(1, 13)}) == 12


def test_the_podium_fills_from_both_ends() -> None:
    view = replace(racing()[0], places=(30, -1, 3, 4, 5), last=None)
    filled: list[Any] = [
        (None,) * 5,
        ("yellow", None, None, None, None),
        ("yellow", None, None, None, "black"),
    ]
    drawn = [board(replace(view, podium=podium), NAMES, JUMPYJACK) for podium in filled]
    for one, other in pairwise(drawn):
        left, top, right, _ = changed(one, other) or (0,) * 4
        assert (left, top) > (100, 100)
        assert right - left < 1100
    assert drawn[2].alt.endswith("On the podium: 1. 🟡 Yellow · 5. ⚫ Black.")


@pytest.mark.parametrize(
    ("way", "squares"),
    [
        ((3, 6), [4, 5]),
        ((10, 18), [11, 12, 13, 14, 15, 16, 17]),
        ((14, 16, -1), [15, 16]),
        ((19, 21, 0), [20, 21]),
        ((22, 27), [23, 24]),
        ((0, 1), []),
    ],
)
def test_a_move_leaves_hoofprints_on_what_it_passed(way: tuple[int, ...], squares: list[int]) -> None:
    assert passed(way, 24) == squares


@pytest.mark.parametrize("step", [1, 20, -1])
def test_every_seat_sees_the_same_board_and_hears_the_same_words(step: int) -> None:
    state = states("jumpyjack", 8, **TEAMS)[step]
    public = board(GAME.view(state, None), NAMES, JUMPYJACK)
    assert [board(GAME.view(state, seat), NAMES, JUMPYJACK) for seat in range(8)] == [public] * 8


def test_what_is_predicted_and_guessed_is_not_on_the_board() -> None:
    for state in states("jumpyjack", 8, **TEAMS)[5:60:6]:
        other = otherwise(state)
        assert other != state
        assert board(GAME.view(state, None), NAMES, JUMPYJACK) == board(
            GAME.view(other, None), NAMES, JUMPYJACK
        )


def otherwise(state: Any, kept: range = range(0)) -> Any:
    """Return the state with every prediction and guess turned round but those of the seats kept."""
    turned = [
        order if seat in kept or order is None else order[1:] + order[:1]
        for seat, order in enumerate(state.predictions)
    ]
    state = state._replace(predictions=tuple(turned))
    if hasattr(state, "guesses"):
        guesses = [
            guess if seat in kept or not isinstance(guess, Guess) else replace(guess, order=guess.order[::-1])
            for seat, guess in enumerate(state.guesses)
        ]
        state = state._replace(guesses=tuple(guesses))
    return state


def test_strange_names_change_nothing_on_the_course() -> None:
    for view in of_every_phase("jumpyjack", 8).values():
        one, two = (opened(board(view, names, JUMPYJACK)) for names in (NAMES, STRANGE))
        ring = [
            (x, y)
            for x in range(0, 1200, 7)
            for y in range(0, 750, 7)
            if not (300 < x < 900 and 200 < y < 600)
        ]
        assert [one.getpixel(at) for at in ring] == [two.getpixel(at) for at in ring]


# ------------------------------------------------------------------------------------------------ the slip


def test_the_slip_shows_every_prediction_differently_and_tells_it() -> None:
    view = seen(4, 0)[5]
    assert view.own is not None
    drawn = set()
    for order in permutations(view.horses, 3):
        picture = slip(replace(view, own=replace(view.own, prediction=order)), NAMES, JUMPYJACK)
        told = [f"{rank}. {JUMPYJACK.alt.signs[h]} {JUMPYJACK.horses[h]}" for rank, h in enumerate(order, 1)]
        assert picture.alt == f"Your slip: {' · '.join(told)}."
        drawn.add(picture.data)
    assert len(drawn) == 60


def test_a_slip_is_drawn_in_every_phase_and_for_everyone_there_is_none() -> None:
    for seat in (0, 5):
        for view in of_every_phase("jumpyjack", 8, seat, **TEAMS).values():
            is_sound(slip(view, STRANGE, JUMPYJACK))
    with pytest.raises(ValueError, match="everyone"):
        slip(seen()[0], NAMES, JUMPYJACK)


def test_what_is_chosen_so_far_stands_on_the_slip() -> None:
    view = seen(4, 0)[0]
    drafts: Any = ((), ("red",), ("red", None, "white"), (None, None, "white"))
    drawn = [slip(view, NAMES, JUMPYJACK, draft) for draft in drafts]
    assert len({picture.data for picture in drawn}) == 4
    assert [picture.alt for picture in drawn[:3]] == [
        "Your slip: nothing written yet.",
        "Your slip: 1. 🔴 Red.",
        "Your slip: 1. 🔴 Red · 3. ⚪ White.",
    ]


def test_team_mates_see_the_prediction_and_nobody_sees_another_teams() -> None:
    found = 0
    for state in states("jumpyjack", 8, **TEAMS)[2:80:7]:
        for seat in (1, 6):
            mates = team_of(seat, state.race_day.options, 8)
            told = {slip(GAME.view(state, mate), NAMES, JUMPYJACK).alt for mate in mates}
            other = otherwise(state, mates)
            found += other != state
            assert slip(GAME.view(state, seat), NAMES, JUMPYJACK) == slip(
                GAME.view(other, seat), NAMES, JUMPYJACK
            )
            assert len(told) == 1
    assert found


def test_places_that_came_right_or_wrong_are_marked() -> None:
    view = racing(4)[2]
    own = next(view for view in seen(4, 0) if view.own and view.own.prediction)
    shown = replace(own, phase=Phase.RACING, to_act=view.to_act, value=1)
    assert shown.own
    assert shown.own.prediction
    first, second, _ = shown.own.prediction
    podiums = [(None,) * 5, (first, None, None, None, None), (second, None, None, None, None)]
    assert len({slip(replace(shown, podium=podium), NAMES, JUMPYJACK).data for podium in podiums}) == 3


# ------------------------------------------------------------------------------------------------ results


@pytest.mark.parametrize(("seats", "options"), [(2, {"guessing": True}), (5, {}), (16, TEAMS)])
def test_result_and_final_standing_are_drawn_and_told(seats: int, options: Any) -> None:
    view = seen(seats, **options)[-1]
    assert view.result
    for names in (MANY, ODD):
        is_sound(result(view, names, JUMPYJACK))
        is_sound(final(view, names, JUMPYJACK))
    winner = str(view.result.podium[0])
    sign, name = JUMPYJACK.alt.signs[winner], JUMPYJACK.horses[winner]
    assert result(view, MANY, JUMPYJACK).alt.startswith(f"Podium: 1. {sign} {name}")


def test_there_is_no_result_before_a_race_is_over() -> None:
    with pytest.raises(ValueError, match="finished"):
        result(seen()[0], NAMES, JUMPYJACK)


def test_the_result_does_not_change_when_the_next_race_begins() -> None:
    later = [view for view in seen() if view.result and view.result.race == 1]
    assert len({view.phase for view in later}) > 1
    assert len({result(view, NAMES, JUMPYJACK).data for view in later[::9]}) == 1


def test_a_horse_on_its_place_is_ticked_and_a_guess_has_its_points() -> None:
    view = seen(4, guessing=True)[-1]
    over = view.result
    assert over
    right: Any = over.podium[:3]
    hit = over._replace(predictions=(right, *over.predictions[1:]))
    missed = over._replace(predictions=((*right[1:], right[0]), *over.predictions[1:]))
    assert changed(*(result(replace(view, result=each), NAMES, JUMPYJACK) for each in (hit, missed)))


def test_every_team_has_one_line_in_the_final_standing() -> None:
    view = seen(8, **TEAMS)[-1]
    assert opened(final(view, NAMES, JUMPYJACK)).height < opened(final(seen(8)[-1], NAMES, JUMPYJACK)).height


# ------------------------------------------------------------------------------------------------ the replay


def played(seats: int, seed: int, **options: Any) -> tuple[list[View], list[tuple[str, int, int]]]:
    """Play a game at random; return everyone's views and each move: the horse, from where, where it stays."""
    chance = Chance(hashlib.sha256(b"%d" % seed).digest())
    state, _ = GAME.new(GAME.options(options), seats, chance)
    shown, moved = [GAME.view(state, None)], []
    while acting := GAME.to_act(state):
        action = GAME.choices(state, acting[0]).sample(chance)
        state, happened = GAME.apply(state, acting[0], action, chance)
        stretches = [event for event in happened if event["type"] == "moved"]
        if stretches:
            end = -1 if any(event["type"] == "out" for event in happened) else stretches[-1]["to"]
            moved.append((stretches[0]["horse"], stretches[0]["from"], end))
        shown.append(GAME.view(state, None))
    return shown, moved


@pytest.mark.parametrize("options", [{}, {"guessing": True}, {"double": "landing"}])
def test_every_move_of_a_game_is_found_in_its_views(options: Any) -> None:
    for seed in range(3):
        shown, moved = played(3, seed, **options)
        found = [(move.last.horse, move.last.way[0], move.last.way[-1]) for move in moves(shown)]
        assert found == moved


def test_a_replay_goes_from_the_start_to_the_podium() -> None:
    shown = [view for view in seen(3, guessing=True) if view.race == 1]
    picture = replay(shown, NAMES, JUMPYJACK)
    assert picture.filename == "jumpyjack-replay-race1.gif"
    assert picture.alt == f"Race {shown[-1].race} again, as an animated picture."
    film = frames(picture)
    first, last = film[0], film[-1]
    assert first.size == (picture.width, picture.height) == (720, 456)
    track = oval(24, SMALL)
    over = shown[-1]
    for number, (horse, worn) in enumerate(silks(over.horses).items()):
        for image, view in ((first, shown[0]), (last, over)):
            place = spot(track, view.places, number)
            if place and horse not in view.podium:
                assert image.getpixel((round(place[0]), round(place[1]) - 12)) == worn.colour


def test_of_a_long_game_the_last_races_are_shown_and_the_file_stays_small() -> None:
    picture = replay(seen(2), NAMES, JUMPYJACK)
    assert picture.filename == f"jumpyjack-replay-race{seen(2)[-1].race}.gif"
    assert len(picture.data) < 4_000_000


def test_views_seen_twice_are_shown_once() -> None:
    shown = [view for view in seen(3) if view.race == 1][:20]
    assert replay([view for view in shown for _ in range(2)], NAMES, JUMPYJACK) == replay(
        shown, NAMES, JUMPYJACK
    )


def test_without_a_move_there_is_nothing_to_replay() -> None:
    with pytest.raises(ValueError, match="nothing has happened"):
        replay(seen()[:3], NAMES, JUMPYJACK)


# ------------------------------------------------------------------------------------------------ looks


def test_every_horse_has_a_number_and_a_pattern_of_its_own() -> None:
    worn = list(silks(seen()[0].horses).values())
    assert [silk.number for silk in worn] == ["1", "2", "3", "4", "5"]
    assert len({silk.pattern for silk in worn}) == len({silk.colour for silk in worn}) == 5


def test_every_colour_of_a_horse_is_in_the_palette() -> None:
    held = PALETTE.getpalette() or []
    colours = set(zip(held[::3], held[1::3], held[2::3], strict=True))
    assert {silk.colour for silk in silks(seen()[0].horses).values()} <= colours


def test_pictures_drawn_at_once_in_several_threads_are_the_same() -> None:
    shown = seen(4, 0)[::60]
    alone = [(board(view, NAMES, JUMPYJACK), slip(view, NAMES, JUMPYJACK)) for view in shown]
    with ThreadPoolExecutor(4) as threads:
        boards = threads.map(lambda view: drawn(board(view, NAMES, JUMPYJACK)), shown)
        slips = threads.map(lambda view: drawn(slip(view, NAMES, JUMPYJACK)), shown)
        assert list(zip(boards, slips, strict=True)) == alone
