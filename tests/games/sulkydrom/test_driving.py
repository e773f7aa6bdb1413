"""Driving in Sulkydrom: every space a horse can reach is offered, and every button says where it leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.screens import Act, Seating
from bot.games.sulkydrom.ends import ends_of, furthest
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout
from bot.messages.layouts.desk_layout import seating_of
from bot.tables.autoplay import following
from bot.tables.table import Taken
from engines.agents import agent
from engines.core import Chance
from engines.sulkydrom.choices import Drives, Orders, Turns
from engines.sulkydrom.course import AT_HOME, Course, Section
from engines.sulkydrom.paths import Reach
from engines.sulkydrom.view import Phase
from tests.games.sulkydrom.playing import SCREENS, T, act, asked, day, desk, press, pressable
from tests.ui.limits import require_sendable

SEATS, SEEDS = st.integers(2, 8), st.integers(0, 10**6)

ORDINAL = ("", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th")


def drivable(seating: Seating) -> Iterator[tuple[Reach, str, Seating]]:
    """Return what lies open with a card or with a Joker, and the desk that asks for it."""
    if isinstance(seating.choices, Drives):
        yield seating.choices.reach, "drive", seating
    if isinstance(seating.choices, Turns) and seating.choices.reach:
        opened = press(seating, "joker.open")
        assert isinstance(opened, Seating)
        yield seating.choices.reach, "joker", opened


@settings(max_examples=3, deadline=None)
@given(SEATS, SEEDS)
def test_every_space_a_horse_can_reach_is_offered_once_with_the_cheapest_way(seats: int, seed: int) -> None:
    for seating in asked(day(seats, seed), Drives | Turns):
        for reach, what, opened in drivable(seating):
            cheapest: dict[Any, int] = {}
            for path, cell in reach.paths():
                end = AT_HOME if cell in reach.course.home else cell
                cost = sum(1 if step == "F" else 2 for step in path)
                cheapest[end] = min(cost, cheapest.get(end, cost))
            del cheapest[reach.cell]
            acts = [act(opened, a.what, *v) for a, v in pressable(desk(opened).controls) if ".to." in a.what]
            reached = [reach.end(action.path) for action in acts or [act(opened, f"{what}.far")]]
            ends = [AT_HOME if cell in reach.course.home else cell for cell in reached]

            assert Counter(ends) == Counter(dict.fromkeys(cheapest, 1))
            for action, end in zip(acts, ends, strict=False):
                assert sum(1 if step == "F" else 2 for step in action.path) == cheapest[end]


@settings(max_examples=5, deadline=None)
@given(SEATS, SEEDS)
def test_as_far_as_possible_leads_to_the_foremost_space_and_hold_to_none(seats: int, seed: int) -> None:
    for seating in asked(day(seats, seed), Drives):
        reach = seating.choices.reach
        end = reach.end(act(seating, "drive.far").path)
        assert reach.course.progress[end] == max(reach.course.progress[cell] for _, cell in reach.paths())
        assert act(seating, "drive.hold").path == ()


@settings(max_examples=5, deadline=None)
@given(SEATS, SEEDS)
def test_as_far_as_possible_says_to_which_side_and_how_far_is_left_to_go(seats: int, seed: int) -> None:
    for seating in asked(day(seats, seed), Drives):
        reach, action = seating.choices.reach, act(seating, "drive.far")
        lane, ends = reach.course.spots[reach.cell].lane, ends_of(reach)
        (best,) = [each for each in ends if each.path == action.path]
        side = {-1: "inside", 0: "straight on", 1: "outside"}[
            (best.place.lane > lane) - (best.place.lane < lane)
        ]
        left = f"{best.to_go} to go" if best.to_go else "over the line"
        label = next(
            item.label
            for row in SCREENS.desk_controls(seating, T)
            for item in row
            if str(item.custom_id).endswith("drive.far")
        )
        assert label == f"As far as possible (no. {ends.index(best) + 1}, {side}): {left}"


@settings(max_examples=5, deadline=None)
@given(SEATS, SEEDS)
def test_a_label_says_where_a_horse_then_is_and_in_which_position(seats: int, seed: int) -> None:
    for moment in day(seats, seed)[::7]:
        for seating in asked([moment], Drives):
            for item in chain.from_iterable(desk(seating).controls[1:]):
                for option in item.options:
                    action = act(seating, CustomId.read(item.custom_id).what, option.value)
                    after, rows = moment.snapshot.standing.after(seating.seat, action)
                    (moved,) = [event for event in rows[0].events if event["type"] == "moved"]
                    if moved["to"]["space"] > seating.view.lengths[moved["to"]["lane"] - 1]:
                        assert option.label.endswith("over the line")
                        continue
                    assert option.label.endswith("lane {lane}, space {space}".format(**moved["to"]))
                    if len(rows) == 1:
                        position = after.view(None).positions[seating.seat]
                        assert f"{ORDINAL[position]}, " in option.description


def test_buttons_under_the_board_do_what_the_desk_does() -> None:
    for moment in day(5, 3)[::3]:
        view = moment.snapshot.standing.view(None)
        for number, asked_at in moment.snapshot.standing.asked.items():
            seating = seating_of(moment.snapshot, moment.snapshot.table.seats[number], {})
            rows = SCREENS.public_controls(Seating("ABCD", number, view, (), asked_at, {}), T)
            if view.phase is Phase.STACKING:
                assert rows == ()
                continue
            for item in chain.from_iterable(rows):
                action = act(seating, CustomId.read(item.custom_id).what)
                assert action in seating.choices
                if item.label.startswith(T.far_public):
                    end = furthest(seating.choices.reach, ends_of(seating.choices.reach))
                    assert item.label == f"{T.far_public}: {T.left(end.to_go)}"


WIDE = (Section(kind="straight", spaces=12, widen=0), Section(kind="curve", spaces=8, widen=6))


@pytest.mark.parametrize(
    ("lanes", "most", "sections", "selects"),
    [
        (4, 5, WIDE[:1], 1),
        (16, 12, (Section(kind="straight", spaces=40, widen=0),), 4),
        (16, 12, WIDE[1:], 4),
    ],
)
def test_ends_that_do_not_fit_into_one_select_are_parted_and_paged_and_none_is_lost(
    lanes: int, most: int, sections: tuple[Section, ...], selects: int
) -> None:
    course = Course(sections, lanes)
    start = course.starts[lanes // 2 - 1]
    reach = Reach(course, (start, AT_HOME), 0, most, "sideways")
    seating = asked(day(2, 1), Drives)[0]
    place, view = course.spots[start], seating.view
    places = tuple(place if seat == seating.seat else None for seat in range(2))
    drawn = replace(view, course=sections, lengths=course.lengths, places=places)
    opened: Seating | Act = replace(seating, view=drawn, choices=Drives(reach))
    numbers: set[int] = set()
    ends: set[Any] = set()
    for _ in range(8):
        assert isinstance(opened, Seating)
        rows = desk(opened).controls
        assert len(rows) <= 1 + selects
        for item in chain.from_iterable(rows[1:]):
            numbers |= {int(option.label.partition(" ")[0]) for option in item.options}
        ends |= {
            reach.end(act(opened, address.what, *values).path)
            for address, values in pressable(rows)
            if ".to." in address.what
        }
        require_sendable(MessageLayout("Where to?", (), rows))
        opened = press(opened, "drive.more")

    every = ends_of(reach)
    assert numbers == set(range(1, len(every) + 1))
    assert ends == {end.cell for end in every}
    assert len({end.value for end in every}) == len(every)


# --------------------------------------------------------------------------------------- standing orders


def test_drives_can_be_left_to_the_table_and_taken_back_at_any_time() -> None:
    told = set()
    for moment in day(4, 2):
        for seat in moment.snapshot.table.seats:
            seating = seating_of(moment.snapshot, seat, {})
            given_order = desk(replace(seating, orders=frozenset({"drive"})))
            addresses = [str(address) for address, _ in pressable(given_order.controls)]
            assert addresses.count("p:ABCDEFGH2346:0:order.drive.off") == 1
            assert T.ordered_on in given_order.text
            assert "p:ABCDEFGH2346:0:order.drive.on" not in addresses
            free = [address.what for address, _ in pressable(desk(seating).controls)]
            told.add((type(seating.choices).__name__, "order.drive.on" in free))
            assert "order.drive.off" not in free
    assert told == {("Orders", False), ("Turns", True), ("Drives", True), ("Listed", False)}


def test_the_order_names_a_computer_player_and_the_kind_of_action_it_takes() -> None:
    (kind, agent), *others = SCREENS.orders.items()
    sample = asked(day(2, 1), Drives)[0].choices.sample(Chance(bytes(32)))

    assert (kind, agent, others) == (sample.type, "steady", [])


def test_with_a_standing_order_the_table_drives_and_decides_nothing_else() -> None:
    left_to_it = Counter[str]()
    for moment in day(3, 2):
        seats = tuple(seat._replace(orders=SCREENS.orders) for seat in moment.snapshot.table.seats)
        found = following(replace(moment.snapshot.table, seats=seats), moment.snapshot.standing)
        for seating in asked([moment], Drives | Turns | Orders):
            if isinstance(seating.choices, Drives):
                assert found == (seating.seat, "steady", Taken.ORDER)
                choices = seating.choices
                assert (
                    agent(found.agent, "sulkydrom").decide(seating.view, choices, Chance(bytes(32)))
                    in choices
                )
            else:
                assert found is None or found.taken is Taken.ONLY
            left_to_it[type(seating.choices).__name__] += 1
    assert set(left_to_it) == {"Drives", "Turns", "Orders"}
