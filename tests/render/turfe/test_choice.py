from __future__ import annotations

from dataclasses import replace

from bot.games.turfe.english.pictures import TURFE
from engines.turfe.actions import Spot
from engines.turfe.view import View
from render.turfe import choice
from tests.render.seen import changed, is_sound
from tests.render.turfe.played import GAME, racing, seen


def choices(seats: int) -> list[tuple[View, str, list[Spot]]]:
    """Return some choices of several ends: a view, a horse, and the ends of the plays with one card, as listed."""
    found = []
    for state in racing(seats)[::9]:
        view = GAME.view(state, state.to_act[0])
        ends: dict[tuple[str, str], list[Spot]] = {}
        for play in GAME.choices(state, state.to_act[0]):
            ends.setdefault((play.card, play.horse), []).append(play.to)
        found += [(view, horse, to) for (_, horse), to in ends.items() if len(to) > 1 and None not in to]
    return found


def test_ends_are_named_by_their_squares() -> None:
    for view, horse, listed in choices(4)[::24]:
        ends = list(dict.fromkeys(listed))
        picture = choice(view, horse, ends, TURFE)
        is_sound(picture)
        told = [
            f"{'ABCDEF'[end.lane - 1]}{end.space}"
            if end.space
            else f"the start of lane {'ABCDEF'[end.lane - 1]}"
            for end in ends
        ]
        assert ", ".join(told) in picture.alt


def test_an_end_that_is_not_listed_is_not_marked() -> None:
    view, horse, ends = choices(4)[0]
    assert changed(choice(view, horse, ends, TURFE), choice(view, horse, ends[:1], TURFE))


def test_a_crossing_of_the_line_is_one_end() -> None:
    view = replace(seen()[0], places=(Spot(1, 17), *seen()[0].places[1:]))
    picture = choice(view, "red", [Spot(1, 19)], TURFE)
    is_sound(picture)
    assert "over the line" in picture.alt


def test_a_choice_tells_nothing_of_the_hand_it_is_made_from() -> None:
    view, horse, ends = choices(4)[0]
    assert choice(view, horse, ends, TURFE) == choice(replace(view, own=None, seat=None), horse, ends, TURFE)
