"""Forms: they offer what can be chosen, and what is strange changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.screens import OTHER, Press
from bot.games.titles import title
from bot.messages.snapshot import Snapshot
from bot.tables import Status
from bot.texts import DEFAULT
from bot.ui.forms import options_form, options_from
from engines import catalog
from tests.games.race_days import table
from tests.ui.limits import SELECT, components

LOOK = Snapshot(replace(table(3, status=Status.LOBBY), capacity=4, options={"rounds": 2}), None, DEFAULT)


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


@pytest.mark.parametrize("game", catalog.GAMES)
def test_whatever_can_be_chosen_is_allowed_by_the_rules_and_has_its_words(game: str) -> None:
    rules, asked = catalog.game(game), title(game).asked_in_lobby
    assert 1 <= len(asked) <= 4
    for name, values in asked.items():
        said = title(game).option_words(name, DEFAULT)
        assert 1 <= len(said.label) <= 45
        assert 1 <= len(said.hint) <= 100
        assert len(values) <= 25
        assert rules.options({}).model_dump()[name] in values
        for value in values:
            options = rules.options({name: value}).model_dump()
            assert title(game).words(DEFAULT).option_value(name, value)
            assert title(game).words(DEFAULT).facts(options)


def test_the_form_asks_in_the_order_in_which_it_always_did() -> None:
    assert {game: list(title(game).asked_in_lobby) for game in catalog.GAMES} == {
        "jockey": ["rounds"],
        "turfe": ["races"],
        "jumpyjack": ["target", "teams", "guessing", "double"],
        "sulkydrom": ["goal", "lane_change"],
        "newmarket": ["deals", "minutes", "calling", "window"],
    }


def test_what_was_opened_with_a_value_that_the_form_does_not_offer_keeps_it() -> None:
    options = catalog.game("jumpyjack").options({"target": 45}).model_dump()
    held = Snapshot(table(4, status=Status.LOBBY, game="jumpyjack", options=options), None, DEFAULT)
    (target,) = [c for c in components(options_form(held)) if c.get("custom_id") == "target"]
    assert [option["value"] for option in target["options"] if option.get("default")] == ["45"]
    assert options_from(held, {"target": "45", "teams": "2"})[0] == {**options, "teams": 2}


def test_a_button_may_ask_for_a_form_too() -> None:
    assert Press(("bid", OTHER)).wants_form
    assert not Press(("bid", OTHER), ("12",), is_typed=True).wants_form


def test_an_empty_options_form_changes_nothing() -> None:
    assert options_from(LOOK, {}) == ({"rounds": 2}, 4)
