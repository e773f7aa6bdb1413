"""The bet slip: what it offers can be chosen, and a bet it calls complete is one the rules accept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.jockey import spoken as jockey_words
from bot.games.jockey.screens import JockeyScreens
from bot.games.screens import OTHER, Act, Misread, Press, Seating
from bot.messages.custom_ids import CustomId
from bot.texts import DEFAULT
from engines import catalog
from engines.jockey.bets import described, limit
from tests.games.race_days import placed, pressed, race_day, with_draft

GAME = catalog.game("jockey")
HORSES = ("brown", "yellow", "blue", "red")
LOOK = race_day(2, 1)[0].snapshot
CAPITALS = st.integers(-80, 200).map(lambda hundreds: 100 * hundreds)
"""Nets are whole hundreds, so capitals are."""


def slip_of(capital: int, **draft: Any) -> Seating:
    """Return the side of a seat with this capital that has filled in so much."""
    view = LOOK.standing.view(0)
    view = replace(view, capitals=(capital, *view.capitals[1:]))
    return Seating("ABCD23", 0, view, described(GAME.setup.horses, capital), 1, draft)


def offered(seating: Seating) -> dict[str, list[str]]:
    """Return what can be chosen, by the control it is chosen with."""
    selects = [row[0] for row in JockeyScreens().desk(seating, JockeyScreens.spoken(DEFAULT)).controls[:-1]]
    return {
        CustomId.read(select.custom_id).what: [option.value for option in select.options]
        for select in selects
    }


def chosen(seating: Seating) -> dict[str, list[str]]:
    """Return what the selects show as chosen."""
    selects = [row[0] for row in JockeyScreens().desk(seating, JockeyScreens.spoken(DEFAULT)).controls[:-1]]
    return {
        CustomId.read(select.custom_id).what: [option.value for option in select.options if option.default]
        for select in selects
    }


def button(seating: Seating) -> Any:
    """Return the button that places the bet."""
    ((place,),) = JockeyScreens().desk(seating, JockeyScreens.spoken(DEFAULT)).controls[-1:]
    return place


def fill(seating: Seating, what: str, *values: str, typed: bool = False) -> Seating:
    following = pressed(LOOK, seating, what, *values, typed=typed)
    assert isinstance(following, Seating)
    return following


@settings(deadline=None, max_examples=150)
@given(CAPITALS, st.data())
def test_whatever_is_chosen_in_whatever_order_a_bet_can_be_placed_exactly_when_the_slip_is_complete(
    capital: int, data: st.DataObject
) -> None:
    seating = slip_of(capital)
    for _ in range(data.draw(st.integers(0, 12))):
        options = offered(seating)
        what = data.draw(st.sampled_from(sorted(options)))
        value = data.draw(st.sampled_from([value for value in options[what] if value != OTHER]))
        seating = fill(seating, what, value)
        assert chosen(seating)[what] == [value]

        is_complete = all(chosen(seating).values())
        assert button(seating).disabled is not is_complete
        if is_complete:
            act = placed(LOOK, seating)
            assert GAME.read_action(act.action) in seating.choices
        else:
            with pytest.raises(Misread):
                pressed(LOOK, seating, "bet.place")


@settings(deadline=None, max_examples=60)
@given(CAPITALS, st.data())
def test_every_bet_the_rules_accept_can_be_filled_in(capital: int, data: st.DataObject) -> None:
    seating = slip_of(capital)
    most = seating.choices.most
    kind = data.draw(st.sampled_from(seating.choices.kinds))
    first, second = data.draw(st.permutations(HORSES))[:2]
    if kind == "double":
        on_first = data.draw(st.integers(1, most // 100 - 1)) * 100
        on_second = data.draw(st.integers(1, (most - on_first) // 100)) * 100
        fields = {"first": first, "second": second, "stake_first": on_first, "stake_second": on_second}
    else:
        fields = {"horse": first, "stake": data.draw(st.integers(1, most // 100)) * 100}

    seating = fill(seating, "bet.kind", kind)
    for field in data.draw(st.permutations(sorted(fields))):
        value = str(fields[field])
        seating = fill(seating, f"bet.{field}", value, typed=value.isdecimal())
    act = placed(LOOK, seating)

    assert act == Act({"type": "bet", "kind": kind, **fields})
    assert GAME.read_action(act.action) in seating.choices
    assert not button(seating).disabled


@settings(deadline=None)
@given(CAPITALS)
def test_the_amounts_offered_end_with_the_most_that_may_be_staked(capital: int) -> None:
    amounts = offered(slip_of(capital))["bet.stake"]

    assert amounts[-2:] == [str(limit(capital)), OTHER]
    assert all(100 <= int(amount) <= limit(capital) for amount in amounts[:-1])


@pytest.mark.parametrize(
    ("capital", "kinds"), [(5000, 3), (200, 3), (-700, 3), (-800, 3), (-900, 2), (-5000, 2)]
)
def test_a_seat_that_may_stake_on_one_horse_only_is_offered_no_double(capital: int, kinds: int) -> None:
    assert offered(slip_of(capital))["bet.kind"] == ["place", "win", "double"][:kinds]


@pytest.mark.parametrize(
    ("capital", "stake", "told"),
    [
        (1000, 1000, None),
        (1500, 1500, None),
        (300, 1000, "If you lose it all, you owe the bank 700"),
        (0, 1000, "If you lose it all, you owe the bank 1,000"),
        (-500, 500, "If you lose it all, you owe the bank 1,000"),
        (-5000, 100, "If you lose it all, you owe the bank 5,100"),
    ],
)
def test_the_slip_says_what_is_owed_to_the_bank_once_a_bet_beyond_the_own_bills_is_lost(
    capital: int, stake: int, told: str | None
) -> None:
    seating = slip_of(capital, kind="win", horse="red", stake=stake)
    text = JockeyScreens().desk(seating, JockeyScreens.spoken(DEFAULT)).text

    assert (told in text) if told else ("owe" not in text)


def test_the_slip_says_what_the_bet_would_bring() -> None:
    texts = {
        kind: JockeyScreens()
        .desk(slip_of(1000, kind=kind, horse="red", stake=300), JockeyScreens.spoken(DEFAULT))
        .text
        for kind in ("win", "place")
    }
    double = slip_of(1000, kind="double", first="blue", second="red", stake_first=300, stake_second=200)

    assert "+900 if Red comes in first, otherwise −300" in texts["win"]
    assert "+300 if Red comes in first or second, otherwise −300" in texts["place"]
    assert (
        "Both right +2,000; only Blue first +700; only Red second −100; neither −500"
        in JockeyScreens().desk(double, JockeyScreens.spoken(DEFAULT)).text
    )


class TestADouble:
    def test_shares_one_limit_between_its_stakes(self) -> None:
        seating = fill(slip_of(1000), "bet.kind", "double")
        assert offered(seating)["bet.stake_first"][-2] == "900"
        seating = fill(seating, "bet.stake_first", "700", typed=True)

        assert offered(seating)["bet.stake_second"] == ["100", "200", "300", OTHER]

    def test_makes_room_for_the_other_stake_when_one_becomes_smaller(self) -> None:
        seating = slip_of(1000, kind="double", stake_first=900, stake_second=100)
        seating = fill(seating, "bet.stake_first", "100")

        assert offered(seating)["bet.stake_second"][-2] == "900"

    def test_offers_as_the_second_horse_none_that_is_the_first(self) -> None:
        seating = fill(slip_of(1000, kind="double"), "bet.first", "red")
        assert "red" in offered(seating)["bet.first"]
        assert offered(seating)["bet.second"] == [
            each for each in offered(seating)["bet.first"] if each != "red"
        ]

    def test_does_not_name_one_horse_twice(self) -> None:
        seating = slip_of(1000, kind="double", first="red", second="blue")

        assert chosen(fill(seating, "bet.first", "blue")) | {"bet.kind": []} == {
            "bet.kind": [],
            "bet.first": ["blue"],
            "bet.second": [],
            "bet.stake_first": [],
            "bet.stake_second": [],
        }


def test_changing_the_kind_shows_the_fields_of_that_kind_and_keeps_what_fits() -> None:
    seating = slip_of(1000, kind="win", horse="red", stake=300)
    as_place = fill(seating, "bet.kind", "place")
    as_double = fill(seating, "bet.kind", "double")

    assert not button(as_place).disabled
    assert set(chosen(as_double)) == {
        "bet.kind",
        "bet.first",
        "bet.second",
        "bet.stake_first",
        "bet.stake_second",
    }
    assert button(as_double).disabled


def test_a_fresh_slip_is_a_bet_to_place_with_nothing_filled_in() -> None:
    assert chosen(slip_of(1000)) == {"bet.kind": ["place"], "bet.horse": [], "bet.stake": []}
    assert button(slip_of(1000)).label == jockey_words(DEFAULT).slip_incomplete


@pytest.mark.parametrize(
    "spelling", ["1200", "1,200", "1.200", "1 200", "1'200", "1’200", "1_200", "1\u00a0200", "1\u202f200", " 1200 ",
                 "   1  200   "]
)  # fmt: skip
def test_a_typed_amount_may_be_spelled_as_people_do(spelling: str) -> None:
    assert fill(slip_of(2000), "bet.stake", spelling, typed=True).draft == {"stake": 1200}


@pytest.mark.parametrize(
    "typed",
    ["", " ", "all", "0", "-100", "50", "150", "2100", "1e3", "0x64", "١٠٠", "１００", "²00", "100000000000", OTHER,
     "1.5", "1.50", "12,00", "1,2,00", "1 2 0 0", "1,200.00", ",200", "200,"],
)  # fmt: skip
def test_another_typed_amount_is_answered_with_what_may_be_typed(typed: str) -> None:
    with pytest.raises(Misread) as misread:
        fill(slip_of(2000), "bet.stake", typed, typed=True)

    assert str(misread.value) == "Enter a number from 100 to 2,000 in steps of 100."


def test_a_slip_survives_a_restart() -> None:
    seating = fill(fill(slip_of(1000), "bet.kind", "win"), "bet.stake", "300")

    assert with_draft(slip_of(1000), seating.draft) == seating
    assert JockeyScreens().panel(seating, JockeyScreens.spoken(DEFAULT)).total == 300


def test_only_another_amount_asks_for_a_form_and_only_where_it_is_chosen() -> None:
    assert Press(("bet", "stake"), (OTHER,)).wants_form
    assert not Press(("bet", "stake"), ("100",)).wants_form
    assert not Press(("bet", "stake"), (OTHER,), is_typed=True).wants_form


@pytest.mark.parametrize(
    ("capital", "draft", "is_asked"),
    [
        (1000, {"kind": "place", "stake": 1000}, True),
        (1000, {"kind": "place", "stake": 900}, False),
        (400, {"kind": "win", "stake": 700}, True),
        (100, {"kind": "win", "stake": 100}, False),
        (-300, {"kind": "win", "stake": 700}, False),
        (6000, {"kind": "win", "stake": 5000}, False),
    ],
)
def test_a_stake_of_the_whole_capital_is_placed_by_a_second_press(
    capital: int, draft: dict[str, Any], is_asked: bool
) -> None:
    seating = with_draft(slip_of(capital), {"horse": "red", **draft})
    meant = pressed(LOOK, seating, "bet.place")

    assert isinstance(meant, Seating) is is_asked
    if isinstance(meant, Seating):
        assert button(meant).label == f"Stake all {draft['stake']:,} — yes"
        assert isinstance(pressed(LOOK, meant, "bet.sure"), Act)


def test_both_stakes_of_a_double_count() -> None:
    halves = {"first": "red", "second": "blue", "stake_first": 500, "stake_second": 500}
    meant = pressed(LOOK, with_draft(slip_of(1000), {"kind": "double", **halves}), "bet.place")

    assert isinstance(meant, Seating)
    assert button(meant).label == "Stake all 1,000 — yes"
