"""Every refusal has a sentence of its own, for whoever was refused: what is wrong, and what can be done."""

from __future__ import annotations

import re

import pytest

from bot.games.jockey import spoken as jockey_words
from bot.tables import Refusal
from bot.tables.refusals import Room
from bot.texts import LANGUAGES, texts
from engines import catalog
from engines.core import Chance, IllegalAction, SharedRefusal, phase_name
from engines.jockey.actions import Double, Keep, Play
from engines.jockey.actions import Refusal as JockeyRefusal
from tests.engines.jockey.notation import place, win
from tests.games.race_days import race_day

GAME = catalog.game("jockey")
DAY = [moment.snapshot.standing.match.state for moment in race_day(2, 1)]
FACTS = {"capacity": 6, "host": 123, "least": 2, "seated": 5, "table": "ABCD23", "game": "chess", "place": 77}
FACTS |= {"users": [123, 456], "seats": 3, "most": 10, "user": 123, "missing": 1, "status": "lobby"}
FACTS |= {"race": 9, "races": [1, 2, 3]}
FACTS |= {"tables": ["ABCD23", "EFGH45"], "channels": [1], "roles": [2]}
OWN: dict[Refusal, dict[str, object]] = {
    Refusal.NOT_ALLOWED_HERE: {"missing": ("view_channel", "send_messages")},
    Refusal.TOTE_WALLET: {"stake": 700},
    Refusal.TOTE_NEWCOMER: {"days": 3, "left": 200},
    Refusal.NO_ZONE: {"zone": "Berln", "meant": ("Europe/Berlin",), "are_several": False},
}
"""What else is told of one reason than of the others."""

languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)


def a(phase: str):
    return next(state for state in DAY if phase_name(type(state)) == phase)


def racing():
    """A race in which the seat that is asked holds a card whose position two horses share."""
    state = a("racing")
    hands = tuple(("red+7", "no2+13") for _ in state.hands)
    return state._replace(places=(9, 3, 3, 1), hands=hands)


PROVOKED = {
    SharedRefusal.GAME_OVER: (a("over"), Play("red+7")),
    SharedRefusal.NOT_YOUR_TURN: (a("racing"), Play("red+7")),
    SharedRefusal.WRONG_PHASE: (a("betting"), Play("red+7")),
    JockeyRefusal.UNKNOWN_HORSE: (a("betting"), win("green", 100)),
    JockeyRefusal.SAME_HORSE: (a("betting"), Double("red", "red", 100, 100)),
    JockeyRefusal.STAKE_NOT_IN_STEPS: (a("betting"), win("red", 150)),
    JockeyRefusal.STAKE_TOO_SMALL: (a("betting"), win("red", 0)),
    JockeyRefusal.STAKE_TOO_LARGE: (a("betting"), place("red", 1100)),
    JockeyRefusal.CARD_NOT_IN_HAND: (racing(), Play("blue+7")),
    JockeyRefusal.HORSE_NEEDED: (racing(), Play("no2+13")),
    JockeyRefusal.WRONG_HORSE: (racing(), Play("red+7", "blue")),
    JockeyRefusal.TOO_MANY_KEPT: (a("keeping"), Keep(("red+7", "red+7", "red+7"))),
}


def refused(reason) -> IllegalAction:
    """Do what the rules refuse for this reason."""
    state, action = PROVOKED[reason]
    asked = state.to_act[0] if state.to_act else 0
    seat = 1 - asked if reason is SharedRefusal.NOT_YOUR_TURN else asked
    with pytest.raises(IllegalAction) as illegal:
        GAME.apply(state, seat, action, Chance(bytes(32)))
    assert illegal.value.reason is reason
    return illegal.value


def require_helpful(sentence: str) -> None:
    assert 20 <= len(sentence) <= 200
    assert sentence == sentence.strip()
    assert sentence[-1] in ".!?…"
    assert "\n" not in sentence
    assert "{" not in sentence
    assert len(re.findall(r"[.!?] \S", sentence)) <= 2, "three short sentences are enough"


@languages
@pytest.mark.parametrize("reason", Refusal)
def test_every_refusal_of_a_table_has_a_sentence(t, reason: Refusal) -> None:
    require_helpful(t.refusals.table(reason, FACTS | OWN.get(reason, {})))


@languages
def test_a_full_server_says_when_there_may_be_room(t) -> None:
    sentence = t.refusals.table(Refusal.TOO_MANY_TABLES, FACTS | {"room": Room("ABCD23", 1_700_000_000_000)})
    require_helpful(sentence)
    assert "ABCD23" not in sentence, "whoever is told so may not see the channel where it stands"
    assert "<t:1700000000:R>" in sentence


@languages
def test_no_two_refusals_of_a_table_are_told_alike(t) -> None:
    said = {t.refusals.table(reason, FACTS | OWN.get(reason, {})) for reason in Refusal}
    assert len(said) == len(Refusal)


@languages
def test_unequal_teams_are_told_whether_somebody_is_missing_or_one_too_many(t) -> None:
    said = [t.refusals.table(Refusal.UNFIT, {"seats": 5, "missing": missing}) for missing in (2, -1, 0)]
    for sentence in said:
        require_helpful(sentence)
    assert "2 more" in said[0]
    assert "1 fewer" in said[1]
    assert len(set(said)) == 3


def test_every_refusal_of_the_rules_is_provoked() -> None:
    assert set(PROVOKED) == {*SharedRefusal, *JockeyRefusal}


@languages
@pytest.mark.parametrize("reason", PROVOKED)
def test_every_refusal_of_the_rules_has_a_sentence_of_its_own(t, reason) -> None:
    illegal = refused(reason)
    sentence = jockey_words(t).refusal(str(illegal.reason), illegal.facts)

    require_helpful(sentence)
    assert sentence != jockey_words(t).refusal("a reason that nobody foresaw", {})


@languages
def test_a_refusal_that_nobody_foresaw_still_says_where_to_look(t) -> None:
    require_helpful(jockey_words(t).refusal("a reason that nobody foresaw", {}))


def test_refusals_name_what_would_be_accepted() -> None:
    said = {
        reason: jockey_words(texts("en")).refusal(str(reason), refused(reason).facts)
        for reason in PROVOKED
    }  # fmt: skip

    assert "Brown, Yellow, Blue or Red" in said[JockeyRefusal.UNKNOWN_HORSE]
    assert "steps of 100" in said[JockeyRefusal.STAKE_NOT_IN_STEPS]
    assert "smallest stake is 100" in said[JockeyRefusal.STAKE_TOO_SMALL]
    assert "limit is 1,000" in said[JockeyRefusal.STAKE_TOO_LARGE]
    assert "choose Yellow or Blue" in said[JockeyRefusal.HORSE_NEEDED]
    assert "Red +7 cannot move Blue" in said[JockeyRefusal.WRONG_HORSE]
    assert "keep 2 cards" in said[JockeyRefusal.TOO_MANY_KEPT]
