from __future__ import annotations

from dataclasses import replace

from bot.games.newmarket.english.pictures import NEWMARKET
from engines.newmarket.view import Shown
from render.newmarket import board, hand
from render.newmarket.alt import sequence, sequences
from tests.render.newmarket.played import seen
from tests.render.seen import NAMES


def test_a_sequence_is_what_follows_without_a_gap() -> None:
    def shown(*cards: str) -> tuple[Shown, ...]:
        return tuple(Shown(seat, card) for seat, card in enumerate(cards))

    assert sequence(()) == ()
    assert sequence(shown("red3")) == shown("red3")
    assert sequence(shown("red3", "green4", "green5"))[0].card == "green4"
    assert len(sequence(shown("red3", "red4", "red5"))) == 3
    assert len(sequence(shown("red4", "red6"))) == 1


def test_all_cards_played_are_told_in_stretches() -> None:
    view = next(view for view in seen() if view.plays)
    plays = tuple(Shown(0, card) for card in ("red1", "red2", "red3", "red9", "blue13", "green5"))
    told = board(replace(view, plays=plays, wanted=None), NAMES, NEWMARKET, "Anna begins with Green 5.").alt
    assert "Played: Blue 13, Red 1–3, Red 9, Green 5. Anna begins with Green 5." in told


def test_before_the_deal_a_seat_hears_what_lies_on_the_racehorses_and_which_one_is_its_own() -> None:
    view = seen(4, 0)[0]
    assert view.own is not None
    backed = replace(view, own=replace(view.own, horse="red12"), pots=(0, 15, 0, 5))
    told = hand(backed, NEWMARKET).alt
    assert told.startswith("On the racehorses: Blue 13: 0 points, Red 12: 15 points")
    assert "Your horse: Red 12." in told


def test_what_may_be_told_of_sequences_is_all_plays_in_their_order() -> None:
    plays = tuple(
        Shown(seat, card) for seat, card in enumerate(("red3", "red4", "blue13", "blue1", "green2"))
    )
    runs = sequences(plays)
    assert [len(run) for run in runs] == [2, 1, 1, 1]
    assert tuple(play for run in runs for play in run) == plays
