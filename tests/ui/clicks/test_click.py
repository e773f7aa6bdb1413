"""What was pressed, chosen or typed is read from the interaction alone."""

from __future__ import annotations

import pytest

from bot.games.screens import OTHER
from bot.messages.custom_ids import CustomId
from bot.ui.clicks.click import pressed

STAKE = CustomId("ABCD23", 7, "bet.stake")


def test_a_button_is_pressed_without_values() -> None:
    assert pressed(tuple(STAKE.what.split(".")), {"custom_id": str(STAKE), "component_type": 2}) == (
        ("bet", "stake"),
        (),
        False,
    )


def test_what_is_chosen_in_a_select_are_the_values() -> None:
    assert pressed(tuple(STAKE.what.split(".")), {"values": ["100", "200"]}) == (
        ("bet", "stake"),
        ("100", "200"),
        False,
    )


@pytest.mark.parametrize(
    "field",
    [
        {"type": 18, "component": {"type": 4, "custom_id": "amount", "value": "300"}},
        {"type": 1, "components": [{"type": 4, "custom_id": "amount", "value": "300"}]},
    ],
    ids=["in a label", "in a row"],
)
def test_what_is_typed_into_a_modal_is_marked_as_typed(field: dict[str, object]) -> None:
    assert pressed(tuple(STAKE.what.split(".")), {"components": [field]}) == (
        ("bet", "stake"),
        ("300",),
        True,
    )


def test_whoever_types_what_a_select_would_send_is_not_asked_again() -> None:
    field = {"type": 18, "component": {"type": 4, "custom_id": "amount", "value": OTHER}}
    assert not pressed(tuple(STAKE.what.split(".")), {"components": [field]}).wants_form
    assert pressed(tuple(STAKE.what.split(".")), {"values": [OTHER]}).wants_form
