"""Hints of every game: a sentence of what the steady player would do, from nothing but what the seat may know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.games.kit.leads import bet_after
from bot.games.kit.suggestion import suggested, suggestion
from bot.games.screens import Seating
from bot.games.titles import title
from bot.texts import DEFAULT
from engines import catalog
from engines.agents import agent
from engines.core import Chance, Header, Match
from engines.jockey.actions import Double, Play, Single
from tests.distributions import Bring

SECRETS = (bytes(32), bytes([7] * 32))
NAMES = ("Ana", "Ben", "Cleo", "Dora")
COIN_RACE = Path(__file__).with_name("kit") / "coin_race.py"
MOST = 240
"""Characters: a hint is read between two presses."""


def decisions(key: str, secret: bytes, player: str = "steady", **chosen: Any) -> Iterator[tuple[Match, int]]:
    """Play a game, and yield it before each decision with the seat that is asked."""
    game, luck = catalog.game(key), Chance(secret)
    match, _ = Match.start(game, Header.of(game, game.options(chosen), seats=len(NAMES), secret=secret))
    decide = agent(player, key).decide
    while match.outcome is None and match.length < 250:
        for seat in match.to_act() if game.window(match.state) else match.to_act()[:1]:
            yield match, seat
        if not match.able():
            match, _ = match.let_pass()
            continue
        seat = match.able()[0]
        choices = game.choices(match.state, seat)
        match, _ = match.act(seat, decide(game.view(match.state, seat), choices, luck))


def seating(game: Any, state: Any, seat: int) -> Seating:
    """Return the side of a seat as a desk has it."""
    view, choices = game.view(state, seat), game.choices(state, seat)
    return Seating("K7QH2M", seat, view, choices, 7, {}, NAMES, game=game)


def hint(side: Seating) -> str:
    """Ask for a hint."""
    assert side.game is not None
    found = title(side.game.key)
    words = found.words(DEFAULT)
    if side.view.phase == "calling":
        return found.screens.hint_in_window(side.view, words)
    return found.screens.hint(side, suggested(side), words)


CHOSEN = {"newmarket": {"calling": "manual"}}
"""Options with which more is decided."""


@pytest.mark.parametrize("player", ["steady", "random"])
@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_hint_is_one_sentence_and_the_same_whenever_it_is_asked_for(key: str, player: str) -> None:
    for secret in SECRETS:
        for match, seat in decisions(key, secret, player, **CHOSEN.get(key, {})):
            side = seating(match.game, match.state, seat)
            said = hint(side)
            assert said == hint(side)
            assert said.endswith(".")
            assert said.replace("No. ", "").count(". ") == (side.view.phase == "calling")
            assert "\n" not in said
            assert len(said) <= MOST, said


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_hint_tells_nothing_that_the_seat_may_not_know(key: str) -> None:
    """In any other game that looks the same to the seat, the hint is the same."""
    luck = Chance(b"elsewhere".ljust(32))
    for match, seat in list(decisions(key, SECRETS[0]))[::5]:
        side = seating(match.game, match.state, seat)
        elsewhere = match.game.imagine(side.view, luck)
        if elsewhere != match.state:
            assert hint(seating(match.game, elsewhere, seat)) == hint(side)


def test_a_hint_on_a_call_is_the_same_for_who_holds_the_card_and_who_does_not() -> None:
    found = title("newmarket")
    for match, _ in decisions("newmarket", SECRETS[0], calling="manual"):
        if match.game.window(match.state):
            views = [match.game.view(match.state, seat) for seat in match.to_act()]
            assert len({found.screens.hint_in_window(view, found.words(DEFAULT)) for view in views}) == 1


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_hint_is_what_a_slip_is_filled_in_with(key: str) -> None:
    match, seat = next(decisions(key, SECRETS[0]))
    side = seating(match.game, match.state, seat)
    assert suggestion(side) == match.game.dump_action(suggested(side))


def test_a_game_without_reasons_of_its_own_says_what_the_steady_player_would_choose(bring: Bring) -> None:
    bring("coinrace = quoits.game:TITLE", COIN_RACE.read_text(), edition='{"chips":20}')
    match, seat = next(decisions("coinrace", SECRETS[0]))
    said = hint(seating(match.game, match.state, seat))
    assert re.fullmatch(r"The steady player would choose \*\*Bet (Heads|Tails) [123]\*\*\.", said)


# ----------------------------------------------------------------------------------------------------- Jockey


def racing(bet: Single | Double, places: tuple[int, ...], hand: tuple[str, ...], home: Any = ()) -> Seating:
    """Return the side of a seat that is to play a card of Jockey."""
    match, seat = next(
        (match, seat)
        for match, seat in decisions("jockey", SECRETS[0])
        if match.game.view(match.state, seat).phase == "racing"
    )
    side = seating(match.game, match.state, seat)
    own = replace(side.view.own, bet=bet, hand=hand)
    view = replace(side.view, own=own, places=places, home=home)
    return replace(side, view=view)


def of_play(side: Seating, card: str, horse: str | None = None) -> str:
    """Say why to play a card."""
    found = title("jockey")
    return found.screens.hint(side, Play(card, horse), found.words(DEFAULT))


def test_a_hint_on_a_bet_says_what_the_hand_holds() -> None:
    match, seat = next(decisions("jockey", SECRETS[0]))
    side = seating(match.game, match.state, seat)
    own = replace(side.view.own, hand=("red+7", "red+10", "red+30", "blue+10", "no2+13"))
    said = hint(replace(side, view=replace(side.view, own=own)))
    assert said == "Your hand holds most for Red (about 31 squares): bet 500 on Red to place."


def test_a_hint_on_a_card_says_what_it_does_for_the_bet() -> None:
    horses = racing(Single("place", "red", 100), (0, 0, 0, 0), ()).view.horses
    at = {"red": 14, "blue": 3, "brown": 20, "yellow": 9}
    places = tuple(at[horse] for horse in horses)
    side = racing(Single("place", "red", 100), places, ("red+7", "blue+7"))
    assert of_play(side, "red+7") == "Play Red +7: it brings Red 12 squares ahead of the third horse."
    assert of_play(side, "blue+7") == "Play Blue +7: it leaves Red 4 squares ahead of the third horse."
    side = racing(Single("win", "red", 100), places, ("red+7", "blue+7"))
    assert of_play(side, "blue+7") == "Play Blue +7: it keeps Red 6 squares behind the lead."


def test_a_hint_says_that_a_bet_is_decided() -> None:
    horses = racing(Single("place", "red", 100), (0, 0, 0, 0), ()).view.horses
    places = tuple(90 if horse in {"red", "blue"} else 5 for horse in horses)
    won = racing(Single("place", "red", 100), places, ("brown+7",), home=("blue", "red"))
    assert of_play(won, "brown+7") == "Play Brown +7: Red is home and your bet is won, whatever is played."
    lost = racing(Single("win", "red", 100), places, ("brown+7",), home=("blue", "red"))
    assert of_play(lost, "brown+7") == "Play Brown +7: your bet is lost, whatever is played."


@pytest.mark.parametrize(
    ("lead", "before", "said"),
    [
        (4, 1, "it brings Red 4 spaces ahead of the third horse"),
        (4, 4, "it keeps Red 4 spaces ahead of the third horse"),
        (1, 4, "it leaves Red 1 space ahead of the third horse"),
        (0, -2, "it brings Red level with second place"),
        (-1, -3, "it brings Red to 1 space behind second place"),
        (-3, -1, "it leaves Red 3 spaces behind second place"),
    ],
)
def test_a_lead_is_told_by_what_pays(lead: int, before: int, said: str) -> None:
    assert bet_after("Red", lead, before, "space", to_place=True) == said
