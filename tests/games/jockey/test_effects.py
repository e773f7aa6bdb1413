"""Why a card does less than it says: on its button, and where it is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.jockey import spoken
from bot.games.jockey.effects import effect, held_by
from bot.texts import DEFAULT
from engines.jockey.actions import Card, Play
from engines.jockey.view import View
from tests.games.race_days import race_day

W = spoken(DEFAULT)


def running(*places: int) -> View:
    """Return what everyone sees of a race with the horses on these squares."""
    view = next(m.snapshot.standing.view(None) for m in race_day(3, 1) if m.snapshot.standing.asked)
    return replace(view, places=places, squares=100, home=())


def labelled(view: View, card: str) -> str:
    """Return what stands on a card's button."""
    horse, start, end = effect(view, Play(Card(card)))
    held = held_by(view, Card(card), end - start)
    if horse is None or start == end:
        return W.would_stay(card, held)
    return W.would_move(card, horse, start, end, held, choice=False)


@pytest.mark.parametrize(
    ("card", "places", "label"),
    [
        ("{0}+30", (33, 40, 20, 10), "33 → 35, has to stay 5 behind the leader"),
        ("{0}+30", (37, 40, 20, 10), "no move, has to stay 5 behind the leader"),
        ("{0}+30", (2, 60, 20, 10), "2 → 32"),
        ("{0}x3", (20, 20, 10, 5), "no move, needs a lead"),
        ("{0}x3", (20, 18, 10, 5), "20 → 24"),
        ("no3+18", (33, 32, 30, 10), "30 → 34, at most 1 ahead of the leader"),
        ("no3+18", (60, 32, 30, 10), "30 → 48"),
        ("no3+18", (33, 32, 32, 10), "no move, nobody in that position"),
        ("{0}+7", (33, 32, 32, 10), "33 → 40"),
    ],
)  # fmt: skip
def test_a_button_says_why_a_card_does_less_than_it_says_and_only_then(
    card: str, places: tuple[int, ...], label: str
) -> None:
    view = running(*places)
    name = card.format(view.horses[0])
    assert labelled(view, name) == f"{W.card(name)}: {label}"


def test_a_horse_at_home_is_why_its_cards_move_nothing() -> None:
    view = running(104, 32, 30, 10)
    view = replace(view, home=(view.horses[0],))
    for card in ("+7", "+30"):
        assert labelled(view, view.horses[0] + card).endswith("no move, home already")


def test_a_card_that_was_played_is_told_with_why_it_did_so_little() -> None:
    assert W.played("Ann", "brown+30", "brown", 33, 35, "behind") == (
        f"Ann played **Brown +30** — {W.sign('brown')} Brown 33 → 35, has to stay 5 behind the leader."
    )
    assert (
        W.played("Ann", "redx3", None, 0, 0, "lead") == "Ann played **Red ×3** — nobody moved: needs a lead."
    )
    assert W.played("Ann", "red+7", "red", 1, 8).endswith("1 → 8.")
