"""Turfe at the table: whole games by presses alone, honest labels, and no screen that knows too much."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from bot.games.screens import Act, Press, Seating
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import seating_of
from bot.messages.snapshot import Snapshot
from bot.tables import Standing
from bot.texts import DEFAULT
from engines.core import Public, Row
from engines.turfe.actions import Bet
from engines.turfe.view import Phase
from tests.games.race_days import table, with_draft
from tests.games.turfe.playing import (
    LONG,
    SCREENS,
    SEATS,
    SEEDS,
    T,
    desk,
    imagined,
    presses,
    public_view,
    shown,
    whole_day,
)
from tests.ui.limits import require_sendable


class Clicker:
    """Plays a whole game by nothing but what desks offer, and now and then what is offered under the board."""

    def __init__(self, seats: int, luck: Random, **facts: Any) -> None:
        facts = {"options": {"races": 2}, "secret": luck.randbytes(32), **facts}
        self.table = table(seats, game="turfe", **facts)
        self.luck = luck
        self.standing, self.rows = Standing.begin(self.table)
        self.before: Standing | None = None
        self.done: Counter[str] = Counter()

    def play(self) -> None:
        while self.standing.asked:
            snapshot = Snapshot(self.table, self.standing, DEFAULT)
            self.check(snapshot)
            number = self.luck.choice(sorted(self.standing.asked))
            action = self.standing.match.game.read_action(self.decided(snapshot, number))
            assert action in self.standing.choices(number)
            self.note(action)
            self.before = self.standing
            self.standing, self.rows = self.standing.after(number, action)

    def check(self, snapshot: Snapshot) -> None:
        """See that the screens can be sent, and know no more than who reads them."""
        board = board_layout(snapshot, self.before, self.rows)
        require_sendable(board)
        other = imagined(snapshot, None, self.luck)
        assert shown(board_layout(other, self.before, self.rows)) == shown(board)
        number = self.luck.randrange(len(self.table.seats))
        assert shown(desk(imagined(snapshot, number, self.luck), number)) == shown(desk(snapshot, number))

    def decided(self, snapshot: Snapshot, number: int) -> Any:
        """Press at random until something is decided; return it as JSON data."""
        seating = seating_of(snapshot, self.table.seats[number], {})
        for _ in range(200):
            layout = desk(snapshot, number, seating.draft)
            require_sendable(layout)
            offered = [press for press, _ in presses(layout.controls)]
            everyone = replace(seating, view=snapshot.standing.view(None), choices=())
            in_public = list(presses(SCREENS.public_controls(everyone, SCREENS.spoken(DEFAULT))))
            if in_public and self.luck.random() < 0.3:
                self.done["in public"] += 1
                offered = [press for press, _ in in_public]
            press = self.luck.choice(offered)
            press = self.typed(seating, press) if press.wants_form else press
            self.done[press.parts[0]] += 1
            meant = SCREENS.pressed(seating, press, SCREENS.spoken(DEFAULT))
            if isinstance(meant, Act):
                return meant.action
            seating = with_draft(seating, meant.draft)
        raise AssertionError("a desk that leads nowhere")

    def typed(self, seating: Seating, press: Press) -> Press:
        form = SCREENS.form(seating, press, SCREENS.spoken(DEFAULT))
        assert form is not None
        self.done["typed"] += 1
        bets = seating.choices
        amount = bets.step * self.luck.randint(1, bets.most // bets.step)
        return Press(tuple(form.what.split(".")), (str(amount),), is_typed=True)

    def note(self, action: Any) -> None:
        if isinstance(action, Bet):
            self.done[f"bet {action.kind}"] += 1
            self.done["bet with a card" if action.card else "bet without a card"] += 1
            return
        self.done["stays" if action.to is None else "goes"] += 1
        self.done["aside"] += action.aside
        self.done["for any"] += action.card.startswith("any")


def test_a_whole_game_is_played_by_pressing_what_is_offered_and_no_screen_knows_more_than_its_reader() -> (
    None
):
    luck, done = Random(5), Counter[str]()
    for seats, facts in [(3, {}), (6, {}), (4, {"edition": LONG, "options": {"races": 1}})]:
        clicker = Clicker(seats, luck, **facts)
        clicker.play()
        assert clicker.standing.match.outcome
        done += clicker.done

    everything = {
        "bet win", "bet place", "bet jackpot", "bet with a card", "typed", "goes", "stays", "aside", "for any",
        "pick", "any", "play", "hand", "in public",
    }  # fmt: skip
    assert everything <= set(done)


def test_a_seat_that_is_not_asked_has_no_controls_and_is_told_so() -> None:
    for moment in whole_day(4, 3):
        for seat in moment.snapshot.table.seats:
            laid_out = SCREENS.desk(seating_of(moment.snapshot, seat, {}), SCREENS.spoken(DEFAULT))
            assert bool(laid_out.controls) is (seat.number in moment.snapshot.standing.asked)
            if not laid_out.controls:
                waits = (T.own_wait, T.own_bet_stands, T.own_broke)
                assert any(sentence in laid_out.text for sentence in waits)


@settings(max_examples=4, deadline=None)
@given(SEATS, SEEDS)
def test_no_board_names_the_horse_of_a_bet_before_its_card_is_shown(seats: int, seed: int) -> None:
    for moment in whole_day(seats, seed):
        if public_view(moment).phase is Phase.RACING:
            assert " on Red to" not in board_layout(*moment).text
            assert not re.search(r"\d on (Red|Blue|Yellow|Green|White|Black) ", board_layout(*moment).text)


@pytest.mark.parametrize("race", [3, 8])
def test_where_everybody_is_broke_nobody_wins_and_it_is_said_what_happened(race: int) -> None:
    snapshot = whole_day(6, 1)[-1].snapshot
    view = replace(snapshot.standing.view(None), money=(0,) * 6, pot=800, race=race, races=8)
    text, drawings = SCREENS.final_result(view, snapshot.table.names, snapshot.who, SCREENS.spoken(DEFAULT))
    _, said = text.split(T.final_title)

    assert "**Everybody is broke: nobody wins.**" in said
    assert ("this race was the last" in said) == (race < 8)
    assert "Nobody gets what is left in the jackpot: 800 dollars." in said
    assert "share the win" not in said
    assert "1. " not in said
    assert [drawing.alt for drawing in drawings if "with 0" in drawing.alt] == []


def test_a_log_says_so_too() -> None:
    snapshot = whole_day(3, 1)[-1].snapshot
    over = Public({"type": "game_over", "scores": [0, 0, 0], "winners": [0, 1, 2]})
    view = replace(snapshot.standing.view(None), race=3, races=8)
    ((_, told),) = snapshot.title.story.in_full([(Row(9, [over], 0, {"type": "play"}), view)], str, DEFAULT)

    assert told == [T.final_title, T.all_broke(is_early=True)]


def test_names_are_not_taken_for_markup() -> None:
    rude = "**@everyone** `x"
    for moment in whole_day(4, 3)[::6]:
        seats = tuple(seat._replace(name=rude) for seat in moment.snapshot.table.seats)
        snapshot = replace(moment.snapshot, table=replace(moment.snapshot.table, seats=seats))
        sheets = [board_layout(snapshot, moment.before, moment.rows)]
        sheets += [desk(snapshot, number) for number in range(4)]
        assert not any(rude in layout.text for layout in sheets)


def test_one_board_waits_for_all_bets_and_every_card_has_its_own() -> None:
    for moment in whole_day(3, 2):
        view = public_view(moment)
        assert SCREENS.is_secret(view) is (view.phase is Phase.BETTING)
        assert SCREENS.scene(view) == f"{view.race}:{view.phase}"
