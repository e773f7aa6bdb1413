"""Newmarket in words: a sentence for every refusal, a name for every card, and rules that state the facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.games.newmarket import spoken as newmarket_words
from bot.texts import DEFAULT
from engines import catalog

GAME = catalog.game("newmarket")
T = newmarket_words(DEFAULT)


def test_every_card_has_a_name_and_every_colour_a_sign() -> None:
    assert T.card("blue13") == "Blue 13"
    assert len({T.card(card) for card in GAME.setup.cards}) == 52
    assert len({T.sign(colour) for colour in GAME.setup.colours}) == 4
    assert T.sign("blue13") == T.sign("blue")


def test_a_colour_of_another_edition_has_a_name_too() -> None:
    assert (T.card("pink3"), T.sign("pink3")) == ("Pink 3", "🏇")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, ("8 deals", "the table calls")),
        ({"deals": 1, "minutes": 30}, ("1 deal", "30 minutes at most", "the table calls")),
        ({"deals": 4, "calling": "manual"}, ("4 deals", "the players call, 10 seconds a card")),
    ],
)
def test_options_are_told_in_a_few_words(options: Mapping[str, Any], said: object) -> None:
    assert T.facts(catalog.game("newmarket").options(options).model_dump()) == said


def test_what_may_be_chosen_has_a_name_of_its_own() -> None:
    assert T.option_value("minutes", None) == "No limit"
    assert T.option_value("minutes", 30) == "30 minutes"
    assert T.option_value("window", 5) == "5 seconds"
    assert T.option_value("deals", 8) == "8"
    assert T.option_value("calling", "auto") != T.option_value("calling", "manual")


def test_points_on_horses_are_told_only_where_there_are_any() -> None:
    assert T.left([("blue13", 0), ("red12", 15)]) == "Still on the horses: 🔴 Red 12: 15 points."
    assert T.left([("blue13", 0)]) == "Every horse has been claimed."


def test_a_bidder_alone_is_told_what_the_spare_hand_is_worth() -> None:
    assert "it is worth about 6 points to you." in T.own_bid(3, 10, 6)
    assert "it is not worth a bid to you." in T.own_bid(3, 10, 0)
    assert "worth" not in T.ask_bid("Ann", 3, "Ben")


def test_a_horse_with_nothing_on_it_is_only_named() -> None:
    assert T.back("blue13", 0) == "Blue 13"
    assert T.back("blue13", 4) == "Blue 13 · 4 points on it"


def test_a_lead_that_is_the_only_one_is_said_to_be() -> None:
    assert T.own_lead(("blue3",), is_first=True, window=None).startswith("**Your only lead: Blue 3.**")
    assert T.own_lead(("blue3", "red2"), is_first=False, window=10).startswith(
        "**Your lead: Blue 3 or Red 2.**"
    )


def test_more_on_a_lead_tells_who_calls_the_next_card() -> None:
    by_table = T.own_lead(("blue3",), is_first=True, window=None)
    by_players = T.own_lead(("blue3",), is_first=True, window=10)
    assert "Whoever has the next number of its colour goes on;" in by_table
    assert "goes on" not in by_players
    assert "Then everybody has 10 seconds to call the next number of its colour;" in by_players


def test_the_option_of_calling_is_worded_alike_everywhere() -> None:
    called = T.options["calling"].called
    assert [T.option_value("calling", value) for value in called] == [
        "The table",
        "The players, against the clock",
    ]
    edition = catalog.game("newmarket").edition.model_dump()
    rules = "\n".join(T.rules(edition))
    assert "The host chooses who calls: the table, or the players, against the clock." in rules
