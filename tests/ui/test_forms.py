"""Forms: what was filled in is read from the interaction alone, and what is strange changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.registry import SCREENS
from bot.games.screens import OTHER, Press
from bot.tables import Status
from bot.texts import DEFAULT
from bot.ui.custom_ids import CustomId
from bot.ui.forms import options_form, options_from, pressed
from bot.ui.snapshot import Snapshot
from engines import catalog
from tests.games.race_days import table
from tests.ui.limits import SELECT, components

STAKE = CustomId("ABCD23", 7, "bet.stake")
LOOK = Snapshot(replace(table(3, status=Status.LOBBY), capacity=4, options={"rounds": 2}), None, DEFAULT)


def test_a_button_is_pressed_without_values() -> None:
    assert pressed(STAKE.parts(), {"custom_id": str(STAKE), "component_type": 2}) == (
        ("bet", "stake"),
        (),
        False,
    )


def test_what_is_chosen_in_a_select_are_the_values() -> None:
    assert pressed(STAKE.parts(), {"values": ["100", "200"]}) == (("bet", "stake"), ("100", "200"), False)


@pytest.mark.parametrize(
    "field",
    [
        {"type": 18, "component": {"type": 4, "custom_id": "amount", "value": "300"}},
        {"type": 1, "components": [{"type": 4, "custom_id": "amount", "value": "300"}]},
    ],
    ids=["in a label", "in a row"],
)
def test_what_is_typed_into_a_modal_is_marked_as_typed(field: dict[str, object]) -> None:
    assert pressed(STAKE.parts(), {"components": [field]}) == (("bet", "stake"), ("300",), True)


def test_whoever_types_what_a_select_would_send_is_not_asked_again() -> None:
    field = {"type": 18, "component": {"type": 4, "custom_id": "amount", "value": OTHER}}
    assert not pressed(STAKE.parts(), {"components": [field]}).wants_form
    assert pressed(STAKE.parts(), {"values": [OTHER]}).wants_form


def test_the_options_form_shows_what_is_chosen_now() -> None:
    selects = [c for c in components(options_form(LOOK)) if c["type"] == SELECT]
    chosen = {
        select["custom_id"]: [option["value"] for option in select["options"] if option.get("default")]
        for select in selects
    }
    assert chosen == {"seats": ["4"], "rounds": ["2"]}
    assert [option["value"] for option in selects[0]["options"]] == ["2", "3", "4", "5", "6"]


def test_the_options_form_changes_what_was_chosen() -> None:
    assert options_from(LOOK, {"seats": "6", "rounds": "5"}) == ({"rounds": 5}, 6)


@pytest.mark.parametrize("strange", ["", "0", "-3", "7", "9" * 9, "２", "two", "2.0", " 3"])
def test_what_is_strange_in_an_options_form_stays_as_it_was(strange: str) -> None:
    assert options_from(LOOK, {"seats": strange, "rounds": strange, "horses": "5"}) == ({"rounds": 2}, 4)


@pytest.mark.parametrize("game", SCREENS)
def test_whatever_can_be_chosen_is_allowed_by_the_rules_and_has_its_words(game: str) -> None:
    rules, screens = catalog.game(game), SCREENS[game]
    assert len(screens.offers()) <= 4
    for name, values in screens.offers().items():
        assert all(screens.option_words(name, DEFAULT))
        assert len(values) <= 25
        assert rules.options({}).model_dump()[name] in values
        for value in values:
            options = rules.options({name: value}).model_dump()
            assert screens.option_value(name, value, DEFAULT)
            assert screens.facts(options, DEFAULT)


def test_a_button_may_ask_for_a_form_too() -> None:
    assert Press(("bid", OTHER)).wants_form
    assert not Press(("bid", OTHER), ("12",), is_typed=True).wants_form


def test_an_empty_options_form_changes_nothing() -> None:
    assert options_from(LOOK, {}) == ({"rounds": 2}, 4)
