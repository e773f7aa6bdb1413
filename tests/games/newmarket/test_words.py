"""Newmarket in words: a sentence for every refusal, a name for every card, and rules that state the facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.games.kit.english import OTHERWISE
from bot.games.newmarket import spoken as newmarket_words
from bot.texts import DEFAULT, LANGUAGES
from engines import catalog
from engines.core import Chance, IllegalAction, SharedRefusal
from engines.newmarket.actions import Back, Bid, Card, Follow, Lead, Refusal, Take, Time
from engines.newmarket.cards import EVERY
from engines.newmarket.state import Backing, Bidding, Choosing, Over, Played, Playing, RaceDay, Terms
from tests.texts.test_refusals import require_helpful

GAME = catalog.game("newmarket")
T = newmarket_words(DEFAULT)
languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)

HANDS = ("blue5 blue7 yellow3 yellow9 green4", "blue2 red2", "red7 green12")
RACE_DAY = RaceDay(Terms(8, None, False, 10), 1, 2, (35, 12, 8), (5, 5, 5, 0), (0, 0, 0), (), False, None)
IN_TIME = RACE_DAY._replace(terms=Terms(8, 30, False, 10), time_is_up=True)


def playing(wanted: str | None = None, by: int = 0) -> Playing:
    """Blue 1 was led; what nobody holds lies face down."""
    held = tuple(GAME.setup.numbered(tuple(map(Card, hand.split()))) for hand in HANDS)
    led = GAME.setup.numbers[Card("blue1")]
    called = None if wanted is None else GAME.setup.numbers[Card(wanted)]
    down = EVERY & ~sum(held) & ~(1 << led)
    return Playing(RACE_DAY, held, down, None, (Played(0, led),), called, (by,))


BACKING = Backing(RACE_DAY, (None, None, None), (0, 1, 2))
CHOOSING = Choosing(RACE_DAY, playing().hands, 0)
BIDDING = Bidding(RACE_DAY, playing().hands, 0, 6, (1, 0))

PROVOKED = {
    SharedRefusal.GAME_OVER: (Over(RACE_DAY), 0, Take("own")),
    SharedRefusal.NOT_YOUR_TURN: (CHOOSING, 0, Take("own")),
    SharedRefusal.WRONG_PHASE: (CHOOSING, 2, Bid(7)),
    Refusal.UNKNOWN_HORSE: (BACKING, 0, Back(Card("blue1"))),
    Refusal.BID_TOO_LOW: (BIDDING, 1, Bid(6)),
    Refusal.BID_TOO_HIGH: (BIDDING, 1, Bid(13)),
    Refusal.CARD_NOT_IN_HAND: (playing(), 0, Lead(Card("red9"))),
    Refusal.WRONG_COLOUR: (playing(), 0, Lead(Card("blue5"))),
    Refusal.NOT_THE_LOWEST: (playing(), 0, Lead(Card("yellow9"))),
    Refusal.NOT_THE_NEXT: (playing("blue2", 1), 1, Follow(Card("red2"))),
    Refusal.NO_TIME_LIMIT: (CHOOSING, None, Time()),
    Refusal.TIME_IS_UP: (CHOOSING._replace(race_day=IN_TIME), None, Time()),
}

SAID = {
    Refusal.UNKNOWN_HORSE: "back Blue 13, Red 12, Yellow 11 or Green 10.",
    Refusal.BID_TOO_LOW: "bid 7 or more, or pass.",
    Refusal.BID_TOO_HIGH: "You have 12 points",
    Refusal.WRONG_COLOUR: "lead Yellow or Green now",
    Refusal.NOT_THE_LOWEST: "play Yellow 3 or Green 4",
    Refusal.NOT_THE_NEXT: "Red 2 does not continue the sequence: Blue 2 does",
}


def test_every_refusal_of_the_rules_is_provoked() -> None:
    assert set(PROVOKED) == {*SharedRefusal, *Refusal}


@languages
@pytest.mark.parametrize("reason", PROVOKED)
def test_every_refusal_has_a_sentence_of_its_own_that_names_what_would_be_accepted(t, reason) -> None:
    state, seat, action = PROVOKED[reason]
    with pytest.raises(IllegalAction) as illegal:
        GAME.apply(state, seat, action, Chance(bytes(32)))
    sentence = newmarket_words(t).refusal(str(illegal.value.reason), illegal.value.facts)

    assert illegal.value.reason is reason
    require_helpful(sentence)
    assert sentence != OTHERWISE
    assert SAID.get(reason, "") in sentence


@languages
def test_a_refusal_that_nobody_foresaw_still_says_where_to_look(t) -> None:
    require_helpful(newmarket_words(t).refusal("a reason that nobody foresaw", {}))


def test_every_card_has_a_name_and_every_colour_a_sign() -> None:
    assert T.card("blue13") == "Blue 13"
    assert len({T.card(card) for card in GAME.setup.cards}) == 52
    assert len({T.sign(colour) for colour in GAME.setup.colours}) == 4
    assert T.sign("blue13") == T.sign("blue")


def test_a_colour_of_another_edition_has_a_name_too() -> None:
    assert (T.card("pink3"), T.sign("pink3")) == ("Pink 3", "🏇")


def test_the_rules_name_the_facts_of_the_edition() -> None:
    edition = GAME.edition.model_dump(mode="json") | {"points": 77, "stake": 11}
    said = "\n".join(T.rules(edition))

    assert "with 77 points" in said
    assert "puts 11 of them" in said
    assert "fewer than 11 points" in said
    assert "Blue 13, Red 12, Yellow 11 or Green 10" in said
    assert "after Blue or Red comes Yellow or Green" in said


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


@pytest.mark.parametrize(
    ("paid", "said"),
    [
        ([], "Nobody has a point left"),
        ([("Ben", 3)], "A point a card left: Ben pays 3."),
        ([("Ben", 3), ("Cleo", 5)], "Ben pays 3 and Cleo pays 5, 8 in all."),
    ],
)
def test_who_is_out_is_told_with_what_the_others_pay(paid: list[tuple[str, int]], said: str) -> None:
    assert said in T.out("Ana", paid)


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
