"""Jumpy Jack's sentences: every refusal of its rules, and rules that name the facts of the edition."""

from __future__ import annotations

import pytest

from bot.games.jumpyjack import spoken as jumpyjack_words
from bot.texts import DEFAULT, LANGUAGES
from engines import catalog
from engines.core import Chance, IllegalAction, SharedRefusal
from engines.jumpyjack.actions import Decline, Guess, Move, Predict, Refusal
from engines.jumpyjack.state import Guessing, Over, Predicting, RaceDay, Racing

GAME = catalog.game("jumpyjack")
ORDER = ("red", "green", "white")
RACE_DAY = RaceDay(GAME.options({"guessing": True}), 1, 0, (0, 0), None)
FREE = (None,) * 5
PREDICTING = Predicting(RACE_DAY, (None, None), (0, 1))
RACING = Racing(RACE_DAY, (ORDER, ORDER), (0, 3, 3, 30, 0), ("green", *FREE[1:]), 4, (0,), None)
"""Two horses block square 3, one is home."""
GUESSING = Guessing(RACE_DAY, (ORDER, ORDER), (0,) * 5, FREE, (None, None), (0, 1), None)

PROVOKED = {
    SharedRefusal.GAME_OVER: (Over(RACE_DAY, (0,) * 5, FREE, None), Move("red")),
    SharedRefusal.NOT_YOUR_TURN: (RACING._replace(to_act=(1,)), Move("red")),
    SharedRefusal.WRONG_PHASE: (PREDICTING, Decline()),
    Refusal.UNKNOWN_HORSE: (RACING, Move("blue")),
    Refusal.SAME_HORSE: (PREDICTING, Predict(("red", "green", "red"))),
    Refusal.NOT_RUNNING: (RACING, Move("green")),
    Refusal.BLOCKED: (RACING, Move("yellow")),
    Refusal.NO_OPPONENT: (GUESSING, Guess(0, ORDER)),
}
NAMED = {
    Refusal.UNKNOWN_HORSE: "Yellow, Black, Red, Green or White",
    Refusal.SAME_HORSE: "Red stands on two places",
    Refusal.NOT_RUNNING: "Green is not running",
    Refusal.BLOCKED: "Yellow cannot join or pass the barrier on square 3",
}

languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)


def refused(reason) -> IllegalAction:
    """Do what the rules refuse for this reason."""
    state, action = PROVOKED[reason]
    with pytest.raises(IllegalAction) as illegal:
        GAME.apply(state, 0, action, Chance(bytes(32)))
    assert illegal.value.reason is reason
    return illegal.value


def test_every_refusal_of_the_rules_is_provoked() -> None:
    assert set(PROVOKED) == {*SharedRefusal, *Refusal}


@languages
def test_every_refusal_has_a_sentence_of_its_own_that_says_what_to_do(t) -> None:
    said = {reason: jumpyjack_words(t).refusal(str(reason), refused(reason).facts) for reason in PROVOKED}

    assert (
        len({*said.values(), jumpyjack_words(t).refusal("a reason that nobody foresaw", {})})
        == len(PROVOKED) + 1
    )
    for sentence in said.values():
        assert 20 <= len(sentence) <= 200
        assert sentence[-1] == "."
        assert "{" not in sentence


@pytest.mark.parametrize(("reason", "named"), NAMED.items())
def test_a_refusal_names_what_stands_in_the_way_or_would_be_accepted(reason, named: str) -> None:
    assert named in jumpyjack_words(DEFAULT).refusal(str(reason), refused(reason).facts)


def test_the_rules_name_the_facts_of_the_edition() -> None:
    edition = {
        "horses": ["red", "grey"],
        "squares": 77,
        "die": 8,
        "hedges": {"stop": 31, "double": 32, "out": 33, "restart": 34},
    }
    said = "\n".join(jumpyjack_words(DEFAULT).rules(edition))

    assert "Red and Grey" in said
    assert "past square 77" in said
    assert "a die of 8 sides" in said
    assert all(f"(square {square})" in said for square in (31, 32, 33, 34))
