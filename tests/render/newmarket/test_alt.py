from __future__ import annotations

from dataclasses import replace

from bot.games.newmarket.english.pictures import NEWMARKET
from engines.newmarket.view import Shown
from render.newmarket import board
from render.newmarket.alt import sequence
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
