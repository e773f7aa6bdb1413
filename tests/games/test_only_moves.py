"""Desks say where there is only one move, whoever wants to be asked all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.screens import Seating
from bot.messages.layouts.desk_layout import desk_layout, seating_of
from tests.games.race_days import Moment, race_day

CHOSEN = {"turfe": (("races", 2),), "newmarket": (("deals", 3),)}
ONLY = {"turfe": "that is all you have to play.**", "newmarket": "**Your only lead: "}
"""By game, what a desk says above the only move of a turn, of which a few random games have some."""

KINDS = {"play", "move", "lead"}


@pytest.mark.parametrize("game", ONLY)
def test_a_desk_says_so_where_there_is_only_one_move_and_nowhere_else(game: str) -> None:
    said = silent = 0
    for seed in range(4):
        for moment in race_day(3, seed, game=game, chosen=CHOSEN[game]):
            standing = moment.snapshot.standing
            assert standing
            for number in standing.asked:
                if standing.kind_of_decision(number) not in KINDS:
                    continue
                seat = moment.snapshot.table.seats[number]
                choices = [*seating_of(moment.snapshot, seat, {}).choices]
                is_said = ONLY[game] in desk_layout(moment.snapshot, seat, {}, has_place=True).text
                assert is_said == (len(choices) == 1)
                said, silent = said + is_said, silent + (not is_said)
    assert said
    assert silent


def turn(game: str) -> tuple[Moment, Seating]:
    """Return a turn of a race from the side of the seat that has it."""
    for moment in race_day(3, 1, game=game):
        standing = moment.snapshot.standing
        assert standing
        for number in standing.asked:
            if standing.kind_of_decision(number) in KINDS:
                return moment, seating_of(moment.snapshot, moment.snapshot.table.seats[number], {})
    raise AssertionError("no turn")


@pytest.mark.parametrize("hand", [("red+10",), ("red+10", "red+10")])
def test_a_last_card_in_jockey_is_named_as_all_there_is_to_play(hand: tuple[str, ...]) -> None:
    moment, seating = turn("jockey")
    words = moment.snapshot.words
    last = replace(seating, choices=replace(seating.choices, hand=hand))  # type: ignore[type-var]
    said = moment.snapshot.screens.desk(last, words).text
    assert "**Your turn. Red +10: that is all you have to play.**" in said
    assert "play a card" not in said
    assert "play a card" in moment.snapshot.screens.desk(seating, words).text


def test_the_only_horse_of_jumpy_jack_that_barriers_let_move_is_named() -> None:
    moment, seating = turn("jumpyjack")
    view, words = seating.view, moment.snapshot.words
    stop = view.course.stop
    places = tuple(stop if horse == "green" else stop - 1 for horse in view.horses)
    blocked = replace(
        seating,
        view=replace(view, places=places, value=3),
        choices=replace(seating.choices, places=places, thrown=3),  # type: ignore[type-var]
    )
    said = moment.snapshot.screens.desk(blocked, words).text
    assert "**You have thrown 3: 🟢 Green is the only horse that can move.**" in said
    assert "move any horse" not in said
    assert "move any horse" in moment.snapshot.screens.desk(seating, words).text
