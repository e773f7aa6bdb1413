"""The hand on a Turfe desk: one press a card, every play within three, and labels that the rules keep."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings

from bot.games.screens import Act, Press, Seating
from bot.games.turfe.moves import flipped_moves, moves_of
from bot.messages.layout import MessageLayout
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import seating_of
from bot.texts import DEFAULT
from engines.turfe.actions import Action, Horse, Play, Spot
from engines.turfe.view import View
from render.turfe.captions import LANES
from tests.engines.turfe.notation import parsed
from tests.games.race_days import with_draft
from tests.games.turfe.playing import (
    GAME,
    SCREENS,
    SEATS,
    SEEDS,
    T,
    asked,
    labels,
    meant_by,
    presses,
    public_view,
    race_on_a_long_track,
    racing,
    racing_with,
    whole_day,
)
from tests.ui.limits import require_sendable


def reached(seating: Seating, most: int = 3) -> set[Action]:
    """Press everything on a desk, and everything that shows up then, up to so many presses; return what is decided."""
    found = set[Action]()
    for press, _ in presses(SCREENS.desk(seating, SCREENS.spoken(DEFAULT)).controls):
        meant = meant_by(seating, press)
        if isinstance(meant, Act):
            found.add(GAME.read_action(meant.action))
        elif meant.draft and most > 1:
            found |= reached(with_draft(seating, meant.draft), most - 1)
    return found


@settings(max_examples=4, deadline=None)
@given(SEATS, SEEDS)
def test_every_play_of_the_rules_is_at_most_three_presses_away_and_nothing_else_is(
    seats: int, seed: int
) -> None:
    for moment in racing(whole_day(seats, seed))[::3]:
        (seating,) = asked(moment)
        assert reached(seating) == set(seating.choices)


@settings(max_examples=6, deadline=None)
@given(SEATS, SEEDS)
def test_a_card_takes_one_press_and_keeps_to_its_lane_where_it_can(seats: int, seed: int) -> None:
    for moment in racing(whole_day(seats, seed)):
        (seating,) = asked(moment)
        at_once = {
            GAME.read_action(meant.action)
            for meant in (
                meant_by(seating, press)
                for press, _ in presses(SCREENS.desk_controls(seating, SCREENS.spoken(DEFAULT)))
            )
            if isinstance(meant, Act)
        }
        moves = moves_of(seating.choices)
        for move in moves if len(moves) > 1 else ():
            if not move.aside:
                own = seating.view.places[seating.view.horses.index(move.horse)].lane
                ends = [end for end in move.ends if end.lane == own] or [*move.ends[:1], None][:1]
                assert Play(move.card, move.horse, ends[0]) in at_once
                assert sum((play.card, play.horse) == move[:2] for play in at_once) == 1


WAY = re.compile(r": ([A-F]?\d+|start) → ([A-F]?\d+|start(?: of lane [A-F])?|home)")
END = re.compile(r"^(?:([A-F])(\d+)|Start of lane ([A-F]))")


def ways(label: str, view: View) -> tuple[str, str] | None:
    """Return from where to where a label says that a horse goes; None: it does not."""
    way = WAY.search(label)
    assert way or label.endswith("no move")
    return (way[1], way[2]) if way else None


def kept(view: View, rows: Any) -> tuple[str, str] | None:
    """Return the way that the rules then made of a play, as labels name it."""
    moved = [event for event in rows[0].events if event["type"] == "moved"]
    if not moved:
        return None
    (from_lane, start), (to_lane, end) = (
        (moved[0][way]["lane"], moved[0][way]["space"]) for way in ("from", "to")
    )
    lane = LANES[to_lane - 1]
    back = "start" if from_lane == to_lane else f"start of lane {lane}"
    to = "home" if end > view.length else f"{lane}{end}" if end else back
    return f"{LANES[from_lane - 1]}{start}" if start else "start", to


def loosely(way: tuple[str, str] | None) -> tuple[str, str] | None:
    """Return a way without the lane it ends in, for labels that leave it open."""
    return way and (way[0], way[1].lstrip("ABCDEF").split(" ")[0])


@settings(max_examples=4, deadline=None)
@given(SEATS, SEEDS)
def test_a_label_says_where_the_horse_then_goes_or_that_it_does_not(seats: int, seed: int) -> None:
    for moment in racing(whole_day(seats, seed))[::5]:
        (seating,) = asked(moment)
        standing, view = moment.snapshot.standing, seating.view

        def played(act: Act, standing: Any = standing, seat: int = seating.seat) -> Any:
            return standing.after(seat, GAME.read_action(act.action))[1]

        for press, label in presses(SCREENS.desk_controls(seating, SCREENS.spoken(DEFAULT))):
            meant = meant_by(seating, press)
            if end := END.search(label):
                lane = LANES.index(end[1] or end[3]) + 1
                assert (lane, int(end[2] or 0)) == tuple(meant.action["to"].values())
            elif isinstance(meant, Act):
                assert ways(label, view) == kept(view, played(meant))
            elif label != T.other_lanes:
                closer = with_draft(seating, meant.draft)
                then = next(
                    meant_by(closer, press)
                    for press, _ in presses(SCREENS.desk_controls(closer, SCREENS.spoken(DEFAULT)))
                )
                assert loosely(ways(label, view)) == loosely(kept(view, played(then)))


def test_the_picture_shows_the_hand_until_a_lane_is_to_be_chosen() -> None:
    def seen(seating: Seating) -> list[str]:
        return [drawing.filename for drawing in SCREENS.desk(seating, SCREENS.spoken(DEFAULT)).drawings]

    seating = racing_with("red+3 blue+2", aside="red+5")
    assert seen(seating) == ["turfe-hand-race1.png"]
    picked = {"card": "blue+2", "horse": "blue", "aside": False}
    assert seen(with_draft(seating, picked)) == ["turfe-choice-blue.png"]
    spent = racing_with("blue+2", aside="red+5", home=(Horse("red"),))
    assert seen(with_draft(spent, {"card": "red+5", "horse": "red", "aside": True})) == [
        "turfe-hand-race1.png"
    ]


def test_ends_have_the_squares_of_the_picture_on_their_buttons() -> None:
    seen = 0
    for moment in racing(whole_day(3, 4)):
        (seating,) = asked(moment)
        for move in moves_of(seating.choices):
            if not move.has_choice:
                continue
            draft = {"card": move.card, "horse": move.horse, "aside": move.aside}
            buttons = SCREENS.desk(with_draft(seating, draft), SCREENS.spoken(DEFAULT)).controls[0]
            for end, button in zip(move.ends, buttons, strict=False):
                lane = LANES[end.lane - 1]
                assert button.label.startswith(f"{lane}{end.space}" if end.space else f"Start of lane {lane}")
                own = end.lane == seating.view.places[seating.view.horses.index(move.horse)].lane
                assert button.label.endswith("straight on") is own
                seen += 1
    assert seen


def test_the_hand_is_told_in_words_by_horse() -> None:
    seating = racing_with("red+2 red+3 red+3 any-2", aside="red+5")
    desk = SCREENS.desk(seating, SCREENS.spoken(DEFAULT))

    assert "**Your hand, 4 cards:** 🔴 Red +2, +3, +3 · Any horse −2" in desk.more
    assert "**Your bet:** 20 on Red to win, Red +5 aside." in desk.text
    assert "The card aside marks your bet, and is yours to play." in desk.more
    assert "You have 100 dollars, 20 at stake · jackpot: 0 dollars" in desk.text


class TestTheCardLaidAside:
    def test_is_marked_and_told_apart_from_its_copy_in_the_hand(self) -> None:
        seating = racing_with("red+3 blue+2", aside="red+3")
        assert labels(seating)[0] == "Red +3: start → A3"
        assert labels(seating)[-2] == "Red +3 (laid aside): start → 3 …"

    def test_asks_before_it_is_shown_even_where_there_is_one_end_only(self) -> None:
        spent = racing_with("blue+2", aside="red+5", home=(Horse("red"),))
        (aside,) = [
            press
            for press, label in presses(SCREENS.desk_controls(spent, SCREENS.spoken(DEFAULT)))
            if "laid aside" in label
        ]
        meant = meant_by(spent, aside)
        assert not isinstance(meant, Act)
        closer = with_draft(spent, meant.draft)
        assert (
            "whoever sees it knows that you backed Red" in SCREENS.desk(closer, SCREENS.spoken(DEFAULT)).text
        )
        assert labels(closer) == ["Red +5: no move", T.another_card]
        play = next(press for press, _ in presses(SCREENS.desk_controls(closer, SCREENS.spoken(DEFAULT))))
        assert meant_by(closer, play).action["aside"] is True

    def test_is_played_with_one_press_where_it_is_the_last_card(self) -> None:
        last = racing_with("", aside="red+5", home=(Horse("red"),))
        assert labels(last) == ["Red +5: no move"]
        desk = SCREENS.desk(last, SCREENS.spoken(DEFAULT))
        assert "Red +5 (laid aside): that is all you have to play" in desk.text
        assert "**Your hand:** no cards." in desk.more


def test_a_horse_that_can_only_end_in_a_lane_beside_is_labelled_with_it() -> None:
    course = GAME.setup.course
    cells = (course.cell(Spot(1, 1)), course.cell(Spot(1, 4)), *course.starts[2:])
    seating = racing_with("red+3 blue+2", cells=cells)
    assert labels(seating)[0] == "Red +3: A1 → B4"
    assert meant_by(
        seating, next(presses(SCREENS.desk_controls(seating, SCREENS.spoken(DEFAULT))))[0]
    ).action["to"] == {
        "lane": 2,
        "space": 4,
    }


def test_other_lanes_are_chosen_for_a_card_that_is_picked_first() -> None:
    seating = racing_with("red+3 blue+2 any+3")
    assert labels(seating)[:3] == ["Red +3: start → A3", "Blue +2: start → B2", T.other_lanes]
    (way,) = [press for press, label in presses(SCREENS.desk_controls(seating, T)) if label == T.other_lanes]
    lanes = with_draft(seating, meant_by(seating, way).draft)
    assert "Which card? You choose its lane next." in SCREENS.desk(lanes, T).text
    assert T.all_cards in labels(lanes)
    red = next(press for press, _ in presses(SCREENS.desk_controls(lanes, T)))
    chosen = with_draft(lanes, meant_by(lanes, red).draft)
    assert labels(chosen)[:2] == ["A3, straight on", "B3"]


def test_other_lanes_shows_those_of_the_only_card_that_has_any() -> None:
    course = GAME.setup.course
    seating = racing_with(
        "red+3 blue+2",
        cells=(course.starts[0], course.cell(Spot(2, GAME.edition.length)), *course.starts[2:]),
    )
    (way,) = [press for press, label in presses(SCREENS.desk_controls(seating, T)) if label == T.other_lanes]
    meant = meant_by(seating, way)
    assert meant.draft == {"card": "red+3", "horse": "red", "aside": False}


def test_cards_that_move_nobody_take_one_select_from_two_upwards() -> None:
    spent = racing_with("red+2 red+3 blue+2", home=(Horse("red"),))
    idle = [(press, label) for press, label in presses(SCREENS.desk_controls(spent, T)) if "no move" in label]
    assert [label for _, label in idle] == ["Red +2: no move", "Red +3: no move"]
    assert {press.parts for press, _ in idle} == {("idle",)}
    assert [meant_by(spent, press).action["card"] for press, _ in idle] == ["red+2", "red+3"]


def test_a_last_card_shows_its_lanes_at_once() -> None:
    last = racing_with("red+3")
    assert labels(last) == ["A3, straight on", "B3"]
    assert "**Red +3, from the start: where to?**" in SCREENS.desk(last, SCREENS.spoken(DEFAULT)).text


def test_a_hand_of_fourteen_different_cards_fits_whatever_they_are() -> None:
    coloured = [card for card in GAME.edition.cards if not card.startswith("any")]
    for cards in (coloured[:13], [*coloured[:12], "any+3"], [*coloured[:11], "any-2", "any+3"]):
        seating = racing_with(" ".join(cards), aside=coloured[-1])
        layout = MessageLayout("A hand.", controls=SCREENS.desk_controls(seating, SCREENS.spoken(DEFAULT)))
        require_sendable(layout)
        assert len(layout.controls) <= 5
        assert reached(seating) == set(seating.choices)


def test_a_slip_that_names_another_card_than_those_held_shows_the_hand() -> None:
    seating = racing_with("red+3 blue+2")
    lost = with_draft(seating, {"card": "green+5", "horse": "green", "aside": False})
    assert labels(lost) == labels(seating)


@pytest.mark.parametrize("seats", [3, 6])
def test_a_card_turned_over_can_be_played_in_every_way_on_the_desk_and_under_the_board(seats: int) -> None:
    seen: Counter[bool] = Counter()
    for moment in race_on_a_long_track(seats, 2):
        view = public_view(moment)
        rows = SCREENS.public_controls(Seating("ABCD23", 0, view, (), 9, {}), SCREENS.spoken(DEFAULT))
        if view.flipped is None:
            assert rows == ()
            continue
        (seating,) = asked(moment)
        acts = [meant_by(seating, press) for press, _ in presses(rows)]
        assert Counter(GAME.read_action(act.action) for act in acts) == Counter(seating.choices)
        assert flipped_moves(view) == moves_of(seating.choices)
        assert reached(seating) == set(seating.choices)
        layout = board_layout(moment.snapshot, moment.before, moment.rows)
        require_sendable(layout)
        assert T.card(view.flipped) in layout.text.splitlines()[-1 - ("⏳" in layout.text)]
        seen[len(flipped_moves(view)) > 1] += 1
    assert min(seen[False], seen[True]) > 3


def test_a_turned_up_card_is_named_on_the_desk_of_whoever_plays_it() -> None:
    for moment in race_on_a_long_track(3, 2):
        view = public_view(moment)
        for seat in moment.snapshot.table.seats:
            if view.flipped is not None and seat.number in moment.snapshot.standing.asked:
                desk = SCREENS.desk(seating_of(moment.snapshot, seat, {}), SCREENS.spoken(DEFAULT))
                assert T.card(view.flipped) in desk.text
                assert "**Your hand:** no cards." in desk.more


def test_a_short_text_of_a_play_is_what_its_address_says() -> None:
    assert parsed("play red+3 red 1:3 aside").to == Spot(1, 3)
    act = meant_by(racing_with("red+3"), Press(("play", "red+3", "red", "1-3", "aside")))
    assert GAME.read_action(act.action) == parsed("play red+3 red 1:3 aside")
    assert GAME.read_action(
        meant_by(racing_with("red+3"), Press(("play", "red+3", "red", "-"))).action
    ) == parsed("play red+3 red -")
