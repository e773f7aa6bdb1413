"""Pictures for a game that has none of its own: it tells where its horses are, and the kit of `render` draws them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from render import Picture, kit


@dataclass(frozen=True, slots=True, kw_only=True)
class KitCaptions(kit.StandardCaptions):
    """What is written in the pictures of such a game."""

    bet: str
    net: str
    score: str
    """Heads of the columns of a result."""


class Drawings(Protocol):
    """A package of `render`: everyone's view, the names by seat and the captions in, a picture out."""

    def board(self, view: Any, names: Sequence[str], captions: Any, /) -> Picture:
        """Draw the board."""

    def result(self, view: Any, names: Sequence[str], captions: Any, /) -> Picture:
        """Draw the race settled last."""

    def final(self, view: Any, names: Sequence[str], captions: Any, /) -> Picture:
        """Draw who has won the game."""

    def replay(
        self, views: Sequence[Any], names: Sequence[str], captions: Any, asked: kit.Asked = kit.LAST, /
    ) -> Picture:
        """Animate a race; kit.NothingMoved, or kit.NoSuchRace."""


class StandardDrawings(ABC):
    """What draws a game.

    Of a view it takes `to_act`, `phase`, `race`, `races`, `scores`, `result.race` and `result.nets`.
    """

    def __init__(self, name: str) -> None:
        """`name` stands in the names of files: letters, digits and hyphens."""
        self._name = name

    # --------------------------------------------------------------------------------- what a game tells

    @abstractmethod
    def runners(self, view: Any, captions: Any, *, at_end: bool) -> Sequence[kit.Runner]:
        """Say where the horses are now, or were at the end of the race that was over last, by lane."""

    @abstractmethod
    def spaces(self, view: Any) -> int:
        """Return the length of the course."""

    def bet(self, view: Any, seat: int, captions: Any) -> kit.Bet | None:
        """Return the bet that the result of a race opens; None: it shows none."""
        return None

    def shown(self, view: Any, names: Sequence[str], captions: Any, *, at_end: bool = False) -> kit.Board:
        """Say what everyone sees, or saw when the race ended that was over last: after the game, that is the same."""
        over = view.result if at_end or not view.to_act else None
        race, news = (over.race, captions.finish) if over else (view.race, str(view.phase).capitalize())
        told = news if view.to_act else captions.over
        title = captions.result.format(race=race, races=view.races)
        horses = self.runners(view, captions, at_end=over is not None)
        players = list(self._players(view, names))
        return kit.Board(race, title, told, self.spaces(view), horses, players)

    def _players(self, view: Any, names: Sequence[str]) -> Iterator[kit.Player]:
        asked = kit.Mark.TURN if len(view.to_act) == 1 else kit.Mark.OPEN
        for seat, score in enumerate(view.scores):
            has_won = not view.to_act and score == max(view.scores)
            mark = asked if seat in view.to_act else kit.Mark.WON if has_won else kit.Mark.NONE
            yield kit.Player(names[seat], score, mark=mark)

    # ------------------------------------------------------------------------------------ what is drawn

    def board(self, view: Any, names: Sequence[str], captions: Any) -> Picture:
        """Draw the board."""
        name = f"{self._name}-race{view.race}-{view.phase}"
        return kit.board(name, self.shown(view, names, captions), captions)

    def result(self, view: Any, names: Sequence[str], captions: Any) -> Picture:
        """Draw how the race ended that was over last."""
        result = view.result
        players = [
            kit.Settled(names[seat], self.bet(view, seat, captions), net, score)
            for seat, (net, score) in enumerate(zip(result.nets, view.scores, strict=True))
        ]
        title = captions.result.format(race=result.race, races=view.races)
        heads = (captions.bet, captions.net, captions.score)
        over = kit.Result(title, self.runners(view, captions, at_end=True), heads, players)
        return kit.result(f"{self._name}-result-race{result.race}", over, captions)

    def final(self, view: Any, names: Sequence[str], captions: Any) -> Picture:
        """Draw the final ranking."""
        return kit.final_ranking(self._name, view.scores, names, captions)

    def replay(
        self, views: Sequence[Any], names: Sequence[str], captions: Any, asked: kit.Asked = kit.LAST
    ) -> Picture:
        """Draw a race again, animated."""
        ended = zip(views, [None, *(view.result for view in views)], strict=False)
        boards = [self.shown(view, names, captions, at_end=view.result != before) for view, before in ended]
        return kit.replay(f"{self._name}-replay-race", boards, captions, asked)
