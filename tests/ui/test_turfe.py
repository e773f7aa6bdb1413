"""Turfe at the table: whole games by presses alone, honest labels, and no screen that knows too much."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings

from bot.tables import Standing
from bot.texts import DEFAULT
from bot.ui.games.base import Act, Press, Seating
from bot.ui.look import Look
from bot.ui.screens import public
from bot.ui.screens.desk import seating_of
from engines.turfe import Bet, Phase
from tests.ui.limits import require_sendable
from tests.ui.race_days import table, with_draft
from tests.ui.turfe_tables import (
    LONG,
    SCREENS,
    SEATS,
    SEEDS,
    T,
    desk,
    imagined,
    meeting,
    presses,
    public_view,
    shown,
)


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
            look = Look(self.table, self.standing, DEFAULT)
            self.check(look)
            number = self.luck.choice(sorted(self.standing.asked))
            action = self.standing.match.game.read_action(self.decided(look, number))
            assert action in self.standing.choices(number)
            self.note(action)
            self.before = self.standing
            self.standing, self.rows = self.standing.after(number, action)

    def check(self, look: Look) -> None:
        """See that the screens can be sent, and know no more than who reads them."""
        board = public.board_sheet(look, self.before, self.rows)
        require_sendable(board)
        other = imagined(look, None, self.luck)
        assert shown(public.board_sheet(other, self.before, self.rows)) == shown(board)
        number = self.luck.randrange(len(self.table.seats))
        assert shown(desk(imagined(look, number, self.luck), number)) == shown(desk(look, number))

    def decided(self, look: Look, number: int) -> Any:
        """Press at random until something is decided; return it as JSON data."""
        seating = seating_of(look, self.table.seats[number], {})
        for _ in range(200):
            sheet = desk(look, number, seating.draft)
            require_sendable(sheet)
            offered = [press for press, _ in presses(sheet.rows)]
            in_public = list(presses(SCREENS.public_rows(look.standing.view(None), seating.control, DEFAULT)))
            if in_public and self.luck.random() < 0.3:
                self.done["in public"] += 1
                offered = [press for press, _ in in_public]
            press = self.luck.choice(offered)
            press = self.typed(seating, press) if press.wants_form else press
            self.done[press.parts[0]] += 1
            meant = SCREENS.pressed(seating, press, DEFAULT)
            if isinstance(meant, Act):
                return meant.action
            seating = with_draft(seating, meant.draft)
        raise AssertionError("a desk that leads nowhere")

    def typed(self, seating: Seating, press: Press) -> Press:
        form = SCREENS.form(seating, press, DEFAULT)
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
    for moment in meeting(4, 3):
        for seat in moment.look.table.seats:
            laid_out = SCREENS.desk(seating_of(moment.look, seat, {}), DEFAULT)
            assert bool(laid_out.rows) is (seat.number in moment.look.standing.asked)
            if not laid_out.rows:
                waits = (T.own_wait, T.own_bet_stands, T.own_broke)
                assert any(sentence in laid_out.text for sentence in waits)


@settings(max_examples=4, deadline=None)
@given(SEATS, SEEDS)
def test_no_board_names_the_horse_of_a_bet_before_its_card_is_shown(seats: int, seed: int) -> None:
    for moment in meeting(seats, seed):
        if public_view(moment).phase is Phase.RACING:
            assert " on Red to" not in public.board_sheet(*moment).text
            assert not re.search(
                r"\d on (Red|Blue|Yellow|Green|White|Black) ", public.board_sheet(*moment).text
            )


def test_names_are_not_taken_for_markup() -> None:
    rude = "**@everyone** `x"
    for moment in meeting(4, 3)[::6]:
        seats = tuple(seat._replace(name=rude) for seat in moment.look.table.seats)
        look = replace(moment.look, table=replace(moment.look.table, seats=seats))
        sheets = [public.board_sheet(look, moment.before, moment.rows)]
        sheets += [desk(look, number) for number in range(4)]
        assert not any(rude in sheet.text for sheet in sheets)


def test_one_board_waits_for_all_bets_and_every_card_has_its_own() -> None:
    for moment in meeting(3, 2):
        view = public_view(moment)
        assert SCREENS.is_secret(view) is (view.phase is Phase.BETTING)
        assert SCREENS.scene(view) == f"{view.race}:{view.phase}"
