"""Every refusal has a sentence of its own, for whoever was refused: what is wrong, and what can be done."""

from __future__ import annotations

import re

import pytest

from bot.tables import Refusal
from bot.tables.refusals import Room
from bot.texts import LANGUAGES
from engines import catalog
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
