"""How a race and a game of Sulkydrom ended, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from bot.texts import Texts
from bot.ui.games.base import Who
from bot.ui.games.sulkydrom.runners import named, owner_of
from engines.sulkydrom import View
from engines.sulkydrom.rules import outcome
from engines.sulkydrom.state import Meeting


def race_told(view: View, who: Who, t: Texts) -> list[str]:
    """Tell the race that was over last: every seat by its place, what it brought, and what it has now."""
    assert view.result is not None
    return [t.sulkydrom.result_title(view.result.race), *_scored(view, who, t)]


def _scored(view: View, who: Who, t: Texts) -> Iterator[str]:
    assert view.result is not None
    for place, letter in enumerate(view.result.order, 1):
        seat = owner_of(view, letter)
        brought, total = view.result.points[seat], view.points[seat]
        yield t.sulkydrom.scored(place, who(seat), named(view, seat, t), brought, total, view.wins[seat])


def game_told(view: View, who: Who, t: Texts) -> list[str]:
    """Tell who has won the game that is over."""
    ended = outcome(Meeting(view.goal, view.race, view.horses, view.points, view.wins, view.result))
    assert ended is not None
    best = ended.winners[0]
    winners = [who(seat) for seat in ended.winners]
    return [t.sulkydrom.final_title, t.sulkydrom.winners(winners, view.points[best], view.wins[best])]
