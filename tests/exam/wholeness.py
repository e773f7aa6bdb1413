"""Nothing is lost and nothing appears: every card of the pack is somewhere, every bill is accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, pairwise
from typing import Any

from engines.jockey.game import Jockey
from engines.jockey.state import Betting
from engines.jumpyjack.course import OUT
from engines.jumpyjack.game import JumpyJack
from engines.jumpyjack.state import Predicting
from engines.newmarket.cards import EVERY
from engines.newmarket.game import Newmarket
from engines.newmarket.state import Backing, Playing
from engines.newmarket.state import Over as NewmarketOver
from engines.sulkydrom.game import Sulkydrom
from engines.sulkydrom.state import Stacking
from engines.turfe.game import Turfe
from engines.turfe.state import Over as TurfeOver
from engines.turfe.state import Racing as TurfeRacing


def jockey_is_whole(game: Jockey, state: Any, events: list[dict[str, Any]]) -> None:
    pile: Iterable[str] = () if isinstance(state, Betting) else state.pile
    assert Counter(chain(*state.hands, state.aside, pile)) == Counter(game.setup.pack)
    settled = [event for event in events if event["type"] == "settled"]
    if settled:
        result = state.race_day.result
        assert [event["net"] for event in settled] == list(result.nets)
        assert [event["capital"] for event in settled] == list(result.capitals)
    if not isinstance(state, Betting):
        assert sum(state.race_day.capitals) % 100 == 0


def turfe_is_whole(game: Turfe, state: Any, events: list[dict[str, Any]]) -> None:
    race_day = state.race_day
    if not isinstance(state, TurfeOver):
        held = [*chain(*state.hands), *filter(None, state.asides)]
        if isinstance(state, TurfeRacing):
            shown = [bet.card for bet, card in zip(state.bets, state.asides, strict=True) if bet and not card]
            held += [
                *(laid.card for laid in state.pile),
                *state.stock,
                *filter(None, (state.flipped, *shown)),
            ]
        assert Counter(held) == Counter(game.setup.packs[len(race_day.money)])
    for event in events:
        if event["type"] == "settled":
            assert event["net"] == race_day.result.nets[event["seat"]]
            assert event["money"] == race_day.money[event["seat"]]
    assert all(coins >= 0 and coins % 10 == 0 for coins in (race_day.pot, *race_day.money))


def sulkydrom_is_whole(game: Sulkydrom, state: Any, events: list[dict[str, Any]]) -> None:
    race_day, pile = state.race_day, () if isinstance(state, Stacking) else state.pile
    held = [card for stacks in (*state.stacks, state.race.surplus) for deck in stacks for card in deck]
    assert Counter([*held, *pile]) == Counter(chain(*game.setup.packs.values()))
    earlier, points = race_day.race - 1, game.setup.points
    assert sum(race_day.wins) == earlier + bool(state.home)
    assert sum(race_day.points) == earlier * sum(points[: len(race_day.horses)]) + sum(
        points[: len(state.home)]
    )
    for before, event in pairwise(events):
        if event["type"] == "points":
            assert event["points"] == points[before["place"] - 1]
    on_course = [cell for cell in state.cells if cell >= 0]
    assert len(set(on_course)) == len(on_course)


def newmarket_is_whole(game: Newmarket, state: Any, events: list[dict[str, Any]]) -> None:
    race_day = state.race_day
    assert sum(race_day.points) + sum(race_day.pots) == game.setup.points * len(race_day.points)
    assert min(race_day.points) >= 0
    if not isinstance(state, Backing | NewmarketOver):
        played = [1 << card for _, card in state.plays] if isinstance(state, Playing) else []
        parts = [*state.hands, state.down if isinstance(state, Playing) else state.spare, *played]
        assert sum(parts) == EVERY
        assert sum(part.bit_count() for part in parts) == 52
    paid = [event for event in events if event["type"] == "paid"]
    if paid:
        assert sum(race_day.result.paid) == sum(event["points"] for event in paid)


def jumpyjack_is_whole(game: JumpyJack, state: Any, events: list[dict[str, Any]]) -> None:
    if not isinstance(state, Predicting):
        placed = Counter(horse for horse in state.podium if horse)
        running = [
            horse
            for horse, place in zip(game.setup.horses, state.places, strict=True)
            if OUT < place <= game.edition.squares and horse not in placed
        ]
        assert placed + Counter(running) == Counter(game.setup.horses)
    scored = [event for event in events if event["type"] == "scored"]
    if scored:
        result = state.race_day.result
        assert [event["points"] for event in scored] == list(result.points)
        assert [event["total"] for event in scored] == list(result.totals) == list(state.race_day.totals)


WHOLE: dict[str, Callable[[Any, Any, list[dict[str, Any]]], None]] = {
    "jockey": jockey_is_whole,
    "turfe": turfe_is_whole,
    "jumpyjack": jumpyjack_is_whole,
    "sulkydrom": sulkydrom_is_whole,
    "newmarket": newmarket_is_whole,
}


def require_whole(game: Any, state: Any, events: list[dict[str, Any]]) -> None:
    """Fail if something is lost or appears; a game that another distribution brings is not asked."""
    if game.key in WHOLE:
        WHOLE[game.key](game, state, events)
