"""How a race and a game of Sulkydrom ended, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.screens import Who
from bot.games.sulkydrom.runners import named, owner_of
from bot.games.sulkydrom.words import spoken
from bot.texts import Texts
from engines.sulkydrom import View
from engines.sulkydrom.rules import outcome
from engines.sulkydrom.state import RaceDay


def race_lines(view: View, who: Who, t: Texts) -> list[str]:
    """Tell the race that was over last: every seat by its rank, what it brought, and what it has now."""
    assert view.result is not None
    return [spoken(t).result_title(view.result.race), *_scored(view, who, t)]


def _scored(view: View, who: Who, t: Texts) -> Iterator[str]:
    assert view.result is not None
    for rank, letter in enumerate(view.result.order, 1):
        seat = owner_of(view, letter)
        brought, total = view.result.points[seat], view.points[seat]
        yield spoken(t).scored(rank, who(seat), named(view, seat, t), brought, total, view.wins[seat])


def winners_lines(view: View, who: Who, t: Texts) -> list[str]:
    """Tell who has won the game that is over."""
    ended = outcome(RaceDay(view.goal, view.race, view.horses, view.points, view.wins, view.result))
    assert ended is not None
    best = ended.winners[0]
    winners = [who(seat) for seat in ended.winners]
    return [
        spoken(t).final_title,
        spoken(t).winners(winners, spoken(t).score_of(view.points[best], view.wins[best])),
    ]
