"""The hand on a desk: every button says exactly what the rules then do."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.jockey import spoken as jockey_words
from bot.games.jockey.screens import JockeyScreens
from bot.games.kit.suggestion import suggested
from bot.games.screens import Act, Seating
from bot.messages.custom_ids import CustomId
from bot.messages.layouts.desk_layout import desk_layout, seating_of
from bot.texts import DEFAULT
from tests.games.race_days import Moment, pressed, race_day, with_draft

SEATS = st.integers(2, 6)
SEEDS = st.integers(0, 10**6)
SQUARES = re.compile(r": (\d+) → (\d+)(?:$|)")


def asked(day: tuple[Moment, ...], phase: str) -> list[tuple[Moment, Seating]]:
    """Return every moment of a phase, from the side of a seat that is asked."""
    return [
        (moment, seating_of(moment.snapshot, moment.snapshot.table.seats[seat], {}))
        for moment in day
        if moment.snapshot.standing.view(None).phase == phase
        for seat in moment.snapshot.standing.asked
    ]


class Offered(NamedTuple):
    """What can be pressed: its label and emoji, the address, and the value where it stands in a select."""

    label: str
    emoji: str
    what: str
    values: tuple[str, ...] = ()


def presses(seating: Seating) -> list[Offered]:
    """Return every card that is offered, on a button of its own or in a select."""
    found = list[Offered]()
    for item in chain.from_iterable(JockeyScreens().desk_controls(seating, JockeyScreens.spoken(DEFAULT))):
        what = CustomId.read(item.custom_id).what
        if isinstance(item, discord.ui.Select):
            found += [Offered(each.label, str(each.emoji), what, (each.value,)) for each in item.options]
        else:
            found.append(Offered(item.label, str(item.emoji), what))
    return found


@settings(max_examples=12, deadline=None)
@given(SEATS, SEEDS)
def test_a_button_says_which_horse_goes_from_where_to_where_or_that_none_does(seats: int, seed: int) -> None:
    for moment, seating in asked(race_day(seats, seed), "racing"):
        for button in presses(seating):
            act = pressed(moment.snapshot, seating, button.what, *button.values)
            assert isinstance(act, Act)
            action = moment.snapshot.standing.match.game.read_action(act.action)
            _, rows = moment.snapshot.standing.after(seating.seat, action)
            moved = [event for event in rows[0].events if event["type"] == "moved"]
            squares = SQUARES.search(button.label)
            if not moved:
                assert ": no move, " in button.label, "a card that does nothing says why"
                continue
            assert squares is not None
            assert (int(squares[1]), int(squares[2])) == (moved[0]["from"], moved[0]["to"])
            assert button.emoji == jockey_words(DEFAULT).sign(moved[0]["horse"])
            assert moved[0]["horse"].capitalize() in button.label


@settings(max_examples=12, deadline=None)
@given(SEATS, SEEDS)
def test_the_buttons_are_the_choices_of_the_rules_each_once(seats: int, seed: int) -> None:
    for moment, seating in asked(race_day(seats, seed), "racing"):
        game = moment.snapshot.standing.match.game
        acts = [pressed(moment.snapshot, seating, each.what, *each.values) for each in presses(seating)]

        assert Counter(game.read_action(act.action) for act in acts) == Counter(seating.choices)


@settings(max_examples=12, deadline=None)
@given(SEATS, SEEDS)
def test_cards_that_move_nobody_take_one_select_from_two_upwards_and_a_button_if_there_is_one(
    seats: int, seed: int
) -> None:
    for _, seating in asked(race_day(seats, seed), "racing"):
        idle = [each for each in presses(seating) if ": no move" in each.label]
        assert all((each.what == "idle") is (len(idle) > 1) for each in idle)
        assert all(each.what != "idle" for each in presses(seating) if each not in idle)


class TestKeeping:
    @staticmethod
    def moments(seats: int, seed: int) -> list[tuple[Moment, Seating]]:
        return asked(race_day(seats, seed), "keeping")

    @settings(max_examples=12, deadline=None)
    @given(seats=SEATS, seed=SEEDS, data=st.data())
    def test_whatever_is_picked_can_be_kept(self, seats: int, seed: int, data: st.DataObject) -> None:
        for moment, seating in self.moments(seats, seed):
            select = JockeyScreens().desk_controls(seating, JockeyScreens.spoken(DEFAULT))[0][0]
            values = [option.value for option in select.options]
            picked = data.draw(
                st.lists(
                    st.sampled_from(values),
                    min_size=select.min_values,
                    max_size=select.max_values,
                    unique=True,
                )
            )
            filled = pressed(moment.snapshot, seating, "keep.pick", *picked)
            assert isinstance(filled, Seating)
            act = pressed(moment.snapshot, filled, "keep.go")

            assert isinstance(act, Act)
            assert moment.snapshot.standing.match.game.read_action(act.action) in seating.choices
            assert len(act.action["cards"]) == len(picked)

    def test_none_is_always_a_choice(self) -> None:
        for moment, seating in self.moments(3, 1):
            none = pressed(moment.snapshot, seating, "keep.none")
            assert none == Act({"type": "keep", "cards": []})

    def test_copies_of_a_card_are_picked_one_by_one(self) -> None:
        moment, seating = self.moments(2, 1)[0]
        own = replace(seating.view.own, hand=("red+7", "red+7", "red+7", "no2+13"))
        twins = replace(seating, view=replace(seating.view, own=own))
        select = JockeyScreens().desk_controls(twins, JockeyScreens.spoken(DEFAULT))[0][0]

        assert [option.value for option in select.options] == ["red+7", "red+7#2", "red+7#3", "no2+13"]
        filled = pressed(moment.snapshot, twins, "keep.pick", "red+7", "red+7#3")
        assert pressed(moment.snapshot, filled, "keep.go") == Act(
            {"type": "keep", "cards": ["red+7", "red+7"]}
        )

    def test_the_button_names_what_is_picked_and_appears_with_it(self) -> None:
        moment, seating = self.moments(2, 1)[0]
        card = seating.view.own.hand[0]
        filled = pressed(moment.snapshot, seating, "keep.pick", card)
        labels = [
            button.label for button in JockeyScreens().desk_controls(filled, JockeyScreens.spoken(DEFAULT))[1]
        ]

        assert labels == [f"Keep {jockey_words(DEFAULT).card(card)}", "Keep none"]
        assert with_draft(seating, filled.draft) == filled

    def test_what_the_steady_player_would_keep_takes_one_press_and_is_named_in_words(self) -> None:
        seen = 0
        for moment, seating in self.moments(4, 1):
            advised = suggested(seating)
            _, (first, *_) = JockeyScreens().desk_controls(seating, JockeyScreens.spoken(DEFAULT))
            act = pressed(moment.snapshot, seating, CustomId.read(first.custom_id).what)
            assert isinstance(act, Act)
            assert act.action["cards"] == list(advised.cards)
            assert first.label == JockeyScreens.spoken(DEFAULT).keep_these(advised.cards)
            seen += bool(advised.cards)
        assert seen


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("betting", "The race starts once every bet is placed."),
        ("keeping", "The next race starts once everybody has decided."),
        ("racing", "The others play now."),
    ],
)
def test_a_desk_on_which_nothing_is_asked_says_so(phase: str, said: str) -> None:
    snapshot, seat = next(
        (moment.snapshot, seat)
        for moment in race_day(3, 4)
        for seat in moment.snapshot.table.seats
        if moment.snapshot.standing.view(None).phase == phase
        and seat.number not in moment.snapshot.standing.asked
    )
    assert said in desk_layout(snapshot, seat, {}, has_place=True).text.splitlines()
