"""The bet slip of Turfe: what it offers can be chosen, and a bet it calls complete is one the rules accept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.screens import OTHER, Act, Misread, Press, Seating
from bot.messages.layout import MessageLayout
from bot.messages.layouts.desk_layout import seating_of
from engines.core import Chance
from engines.turfe.actions import Card
from engines.turfe.bets import Bets
from engines.turfe.view import Phase
from tests.games.race_days import placed, pressed
from tests.games.turfe.playing import GAME, LOOK, SCREENS, T, controls, public_view, whole_day
from tests.ui.limits import require_openable, require_sendable


def slip_of(cards: str, money: int = 100, pot: int = 0, **draft: Any) -> Seating:
    """Return the side of a seat with these cards and this money that has filled in so much."""
    view = LOOK.standing.view(0)
    held = tuple(Card(card) for card in cards.split())
    assert view.own is not None
    view = replace(view, own=replace(view.own, hand=held), money=(money, *view.money[1:]), pot=pot)
    return Seating("ABCD23", 0, view, Bets(GAME.setup, held, money), 1, draft)


def slip_controls(seating: Seating) -> Any:
    return SCREENS.desk(seating, T).controls


def fill(seating: Seating, what: str, *values: str, typed: bool = False) -> Seating:
    following = pressed(LOOK, seating, what, *values, typed=typed)
    assert isinstance(following, Seating)
    return following


def confirm_of(seating: Seating) -> discord.ui.Button[Any]:
    ((place,),) = slip_controls(seating)[-1:]
    return place


CARDS = st.lists(st.sampled_from(list(GAME.edition.cards)), min_size=1, max_size=14).map(sorted).map(" ".join)


class TestTheSlip:
    @settings(max_examples=60, deadline=None)
    @given(CARDS, st.integers(1, 60), st.data())
    def test_a_bet_can_be_placed_exactly_when_the_button_says_so(
        self, cards: str, tens: int, data: st.DataObject
    ) -> None:
        seating = slip_of(cards, 10 * tens)
        for _ in range(data.draw(st.integers(0, 8))):
            fields = {what: values for what, _, values in controls(slip_controls(seating)) if values}
            what = data.draw(st.sampled_from(sorted(fields)))
            value = data.draw(st.sampled_from([value for value, _ in fields[what] if value != OTHER]))
            seating = fill(seating, what, value)
            require_sendable(MessageLayout(SCREENS.desk(seating, T).text, controls=slip_controls(seating)))
        if confirm_of(seating).disabled:
            with pytest.raises(Misread):
                pressed(LOOK, seating, "bet.place")
        else:
            act = placed(LOOK, seating)
            assert GAME.read_action(act.action) in seating.choices

    @settings(max_examples=60, deadline=None)
    @given(CARDS, st.integers(1, 60), st.data())
    def test_every_bet_of_the_rules_can_be_filled_in(
        self, cards: str, tens: int, data: st.DataObject
    ) -> None:
        seating = slip_of(cards, 10 * tens)
        bet = seating.choices.sample(Chance(data.draw(st.binary(min_size=32, max_size=32))))
        seating = fill(seating, "bet.kind", bet.kind)
        seating = fill(seating, "bet.horse", bet.horse)
        if bet.card and len(seating.choices.horses[bet.horse]) > 1:
            seating = fill(seating, "bet.card", bet.card)
        if bet.kind != "jackpot":
            seating = fill(seating, "bet.stake", str(bet.stake), typed=True)
        act = placed(LOOK, seating)
        assert GAME.read_action(act.action) == bet

    def test_a_card_is_asked_for_only_where_those_of_the_colour_differ(self) -> None:
        for cards, offered in [
            ("red+3 red+3 blue+2", []),
            ("red+2 red+3 red+3", ["red+2", "red+3"]),
            ("red+5", []),
        ]:
            seating = fill(slip_of(cards), "bet.horse", "red")
            fields = {
                what: [value for value, _ in each] for what, _, each in controls(slip_controls(seating))
            }
            assert fields.get("bet.card", []) == offered

    def test_another_horse_takes_the_card_out_and_the_same_one_keeps_it(self) -> None:
        seating = slip_of("red+2 red+3 blue+4 blue+5", horse="red", card="red+3", stake=20)
        assert fill(seating, "bet.horse", "red").draft["card"] == "red+3"
        other = fill(seating, "bet.horse", "blue")
        assert confirm_of(other).label == "Bet 20 on Blue to place, +4 aside"

    @pytest.mark.parametrize(
        ("kind", "pot", "said"),
        [
            ("place", 90, "+40 if Red comes in first or second; otherwise −20, into the next jackpot."),
            ("win", 90, "+100 if Red comes in first; otherwise −20, into the next jackpot."),
            ("jackpot", 90, "+90 if Red comes in first, shared if others win it too; "
                            "otherwise −50, into the next jackpot."),
            ("jackpot", 0, "The jackpot is empty: Red in first only saves your stake; "
                           "otherwise −50, into the next jackpot."),
        ],
    )  # fmt: skip
    def test_it_says_what_it_would_pay(self, kind: str, pot: int, said: str) -> None:
        seating = slip_of("red+3", pot=pot, kind=kind, horse="red", stake=20)
        assert said in SCREENS.desk(seating, T).text.splitlines()

    def test_the_jackpot_needs_no_stake_and_fifty_of_money(self) -> None:
        seating = slip_of("red+3", kind="jackpot", horse="red")
        fields = [what for what, _, _ in controls(slip_controls(seating))]
        assert fields == ["bet.kind", "bet.horse", "bet.place"]
        kinds = {what: values for what, _, values in controls(slip_controls(slip_of("red+3", 40)))}[
            "bet.kind"
        ]
        assert [kind for kind, _ in kinds] == ["place", "win"]
        with pytest.raises(Misread):
            fill(slip_of("red+3", 40), "bet.kind", "jackpot")

    def test_a_stake_may_be_typed_as_people_do(self) -> None:
        assert fill(slip_of("red+3", 2000), "bet.stake", " 1,200 ", typed=True).draft == {"stake": 1200}
        seating = slip_of("red+3", 2000)
        press = Press(("bet", "stake"), (OTHER,))
        form = SCREENS.form(seating, press, T)
        assert form is not None
        assert form.hint == "10 to 2,000, in steps of 10"

    @pytest.mark.parametrize("typed", ["", "all", "0", "-10", "15", "110", "1e2", "١٠", "9" * 13, OTHER])
    def test_what_is_no_stake_is_answered_with_what_may_be_staked(self, typed: str) -> None:
        with pytest.raises(Misread, match="from 10 to 100 in steps of 10"):
            fill(slip_of("red+3"), "bet.stake", typed, typed=True)

    def test_only_a_stake_asks_for_a_form_and_only_from_who_is_to_bet(self) -> None:
        press = Press(("bet", "stake"), (OTHER,))
        for moment in whole_day(4, 3):
            for seat in moment.snapshot.table.seats:
                seating = seating_of(moment.snapshot, seat, {})
                is_due = public_view(moment).phase is Phase.BETTING and bool(seating.choices)
                assert (SCREENS.form(seating, press, T) is not None) is is_due
        assert SCREENS.form(slip_of("red+3"), Press(("bet", "kind"), (OTHER,)), T) is None

    def test_the_form_can_be_opened(self) -> None:
        from bot.ui.forms import amount_form

        seating = slip_of("red+3", 10**9 * 10)
        form = SCREENS.form(seating, Press(("bet", "stake"), (OTHER,)), T)
        assert form is not None
        require_openable(amount_form(seating.control("bet.stake"), form))

    def test_the_longest_names_and_stakes_fit(self) -> None:
        horse = "abcdefghijklmnopqrst"
        confirm = T.confirm(T.bet("place", horse, 99_999_999_990), f"{horse}+5")
        assert len(confirm) <= 80
        assert len(T.would_move(T.laid_aside(f"{horse}+5"), (6, 99), (5, 100))) <= 80
        assert len(T.kind_hint("jackpot", 99_999_999_990)) <= 100


def test_who_holds_no_coloured_card_bets_on_any_horse_by_presses() -> None:
    seating = slip_of("any-2 any+3")
    offered = {what: [value for value, _ in values] for what, _, values in controls(slip_controls(seating))}

    assert offered["bet.horse"] == list(GAME.edition.horses)
    assert "bet.card" not in offered
    seating = fill(fill(seating, "bet.horse", "green"), "bet.stake", "30")
    act = placed(LOOK, seating)
    assert act == Act({"type": "bet", "kind": "place", "horse": "green", "stake": 30})
    assert GAME.read_action(act.action) in seating.choices

    @pytest.mark.parametrize(
        ("money", "draft"),
        [(100, {"stake": 100}), (20, {"stake": 20, "kind": "win"}), (50, {"kind": "jackpot"})],
    )
    def test_all_the_money_is_staked_by_a_second_press(self, money: int, draft: dict[str, Any]) -> None:
        seating = slip_of("red+3", money, horse="red", **draft)
        seating = fill(seating, "bet.place")
        assert confirm_of(seating).label == f"Stake all {money} — yes"
        assert isinstance(fill(seating, "bet.place"), Seating)

        act = pressed(LOOK, seating, "bet.sure")
        assert isinstance(act, Act)
        assert act.action["stake"] == money

    @pytest.mark.parametrize(("money", "stake"), [(100, 90), (10, 10)])
    def test_less_than_all_and_all_that_can_be_staked_is_staked_at_once(self, money: int, stake: int) -> None:
        seating = slip_of("red+3", money, horse="red", stake=stake)
        assert isinstance(pressed(LOOK, seating, "bet.place"), Act)

    def test_who_chooses_anew_is_asked_anew(self) -> None:
        seating = fill(slip_of("red+3", horse="red", stake=100), "bet.place")
        seating = fill(seating, "bet.kind", "win")
        assert confirm_of(seating).label == "Bet 100 on Red to win, +3 aside"
        assert isinstance(pressed(LOOK, seating, "bet.sure"), Seating)
