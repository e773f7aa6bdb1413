"""Turfe's sentences: every refusal of its rules, and rules that name the facts of the edition."""

from __future__ import annotations

import pytest

from bot.games.turfe import spoken as turfe_words
from bot.texts import DEFAULT, LANGUAGES
from engines import catalog
from engines.core import Chance, IllegalAction, SharedRefusal
from engines.turfe.actions import Bet, Play, Refusal, Spot
from engines.turfe.state import Betting, Over, RaceDay, Racing

GAME = catalog.game("turfe")
HAND = ("red+2", "red+3", "blue+4", "any+3")
RACE_DAY = RaceDay(8, 2, 0, (100, 100, 100), 70, None)
BETTING = Betting(RACE_DAY, (HAND,) * 3, (None,) * 3, (0, 1, 2))
RACING = Racing(
    RACE_DAY, (HAND,) * 3, (None,) * 3, (None,) * 3, (), (), None, GAME.setup.course.starts, (), (0,), None
)
FLIPPED = RACING._replace(hands=((),) * 3, flipped="red+2")

PROVOKED = {
    SharedRefusal.GAME_OVER: (Over(RACE_DAY), Bet("win", "red", 10)),
    SharedRefusal.NOT_YOUR_TURN: (RACING._replace(to_act=(1,)), Play("red+2", "red", Spot(1, 2))),
    SharedRefusal.WRONG_PHASE: (BETTING, Play("red+2", "red", Spot(1, 2))),
    Refusal.UNKNOWN_HORSE: (BETTING, Bet("win", "pink", 10)),
    Refusal.COLOUR_NOT_HELD: (BETTING, Bet("win", "green", 10)),
    Refusal.CARD_NEEDED: (BETTING, Bet("win", "red", 10)),
    Refusal.WRONG_CARD: (BETTING, Bet("win", "red", 10, "blue+4")),
    Refusal.CARD_NOT_IN_HAND: (BETTING, Bet("win", "red", 10, "red+5")),
    Refusal.STAKE_NOT_IN_STEPS: (BETTING, Bet("win", "blue", 15)),
    Refusal.STAKE_TOO_SMALL: (BETTING, Bet("win", "blue", 0)),
    Refusal.STAKE_TOO_LARGE: (BETTING, Bet("win", "blue", 110)),
    Refusal.JACKPOT_STAKE: (BETTING, Bet("jackpot", "blue", 60)),
    Refusal.NOT_LAID_ASIDE: (RACING, Play("red+2", "red", Spot(1, 2), aside=True)),
    Refusal.NOT_THE_FLIPPED_CARD: (FLIPPED, Play("red+3", "red", Spot(1, 3))),
    Refusal.WRONG_HORSE: (RACING, Play("red+2", "blue", Spot(1, 2))),
    Refusal.CANNOT_GO_THERE: (RACING, Play("red+2", "red", Spot(6, 2))),
}
NAMED = {
    Refusal.UNKNOWN_HORSE: "Red, Blue, Yellow, Green, White or Black",
    Refusal.COLOUR_NOT_HELD: "bet on Red or Blue",
    Refusal.CARD_NEEDED: "Red +2 or Red +3",
    Refusal.WRONG_CARD: "Red +2 or Red +3",
    Refusal.STAKE_NOT_IN_STEPS: "steps of 10",
    Refusal.STAKE_TOO_SMALL: "smallest stake is 10",
    Refusal.STAKE_TOO_LARGE: "no more than 100",
    Refusal.JACKPOT_STAKE: "costs exactly 50",
    Refusal.NOT_THE_FLIPPED_CARD: "Play Red +2",
    Refusal.WRONG_HORSE: "Red +2 moves Red only",
    Refusal.CANNOT_GO_THERE: "takes Red to A2 or B2",
}
SAME = {Refusal.CARD_NEEDED, Refusal.WRONG_CARD}
"""Reasons that ask for the same: a card of the horse's colour."""

languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)


def refused(reason, state=None, action=None) -> IllegalAction:
    """Do what the rules refuse for this reason."""
    if state is None:
        state, action = PROVOKED[reason]
    with pytest.raises(IllegalAction) as illegal:
        GAME.apply(state, 0, action, Chance(bytes(32)))
    assert illegal.value.reason is reason
    return illegal.value


def test_every_refusal_of_the_rules_is_provoked() -> None:
    assert set(PROVOKED) == {*SharedRefusal, *Refusal}


@languages
def test_every_refusal_has_a_sentence_that_says_what_to_do(t) -> None:
    said = {reason: turfe_words(t).refusal(str(reason), refused(reason).facts) for reason in PROVOKED}
    otherwise = turfe_words(t).refusal("a reason that nobody foresaw", {})

    assert len({*said.values(), otherwise}) == len(PROVOKED) + 1 - (len(SAME) - 1)
    for sentence in (*said.values(), otherwise):
        assert 20 <= len(sentence) <= 200
        assert sentence[-1] == "."
        assert "{" not in sentence


@pytest.mark.parametrize("reason", NAMED)
def test_a_refusal_names_what_would_be_accepted(reason) -> None:
    assert NAMED[reason] in turfe_words(DEFAULT).refusal(str(reason), refused(reason).facts)


def test_where_a_horse_can_go_is_said_for_every_number_of_ends() -> None:
    starts = GAME.setup.course.starts

    def told(action: Play, cells=starts) -> str:
        illegal = refused(Refusal.CANNOT_GO_THERE, RACING._replace(cells=cells), action)
        return turfe_words(DEFAULT).refusal(str(illegal.reason), illegal.facts)

    back = RACING._replace(cells=(1, *starts[1:]), hands=(("any-2",),) * 3)
    illegal = refused(Refusal.CANNOT_GO_THERE, back, Play("any-2", "red", None))
    assert "the start of lane A or B" in turfe_words(DEFAULT).refusal(str(illegal.reason), illegal.facts)
    assert "the one place" in told(Play("red+2", "red", None), (18, *starts[1:]))
    still = RACING._replace(hands=(("any-2",),) * 3)
    illegal = refused(Refusal.CANNOT_GO_THERE, still, Play("any-2", "red", Spot(1, 3)))
    assert "cannot move at all" in turfe_words(DEFAULT).refusal(str(illegal.reason), illegal.facts)


def test_the_rules_name_the_facts_of_the_edition() -> None:
    edition = GAME.edition.model_dump(mode="json") | {"length": 77}
    said = "\n".join(turfe_words(DEFAULT).rules(edition))

    assert "after space 77" in said
    assert "42 cards" in said
    assert "6× Any horse −2" in said


def test_cards_and_horses_have_names_of_their_own_and_unknown_ones_a_plain_one() -> None:
    words = turfe_words(DEFAULT)
    assert len({words.card(card) for card in GAME.edition.cards}) == len(GAME.edition.cards)
    assert len({words.sign(horse) for horse in GAME.edition.horses}) == 6
    assert (words.horse("bay"), words.card("bay+4"), words.sign("bay")) == ("Bay", "Bay +4", "🏇")
