"""Pictures for a game that has none of its own: it tells where its horses are, and the kit of `render` draws them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from render import Picture, kit


@dataclass(frozen=True, slots=True, kw_only=True)
class KitCaptions(kit.StandardCaptions):
    """What is written in the pictures of such a game."""

    bet: str
    net: str
    score: str
    """Heads of the columns of a result."""


class StandardDrawings(ABC):
    """What draws a game.

    Of a view it takes `to_act`, `phase`, `race`, `races`, `scores`, `result.race` and `result.nets`.
    """

    def __init__(self, name: str) -> None:
        """`name` stands in the names of files: letters, digits and hyphens."""
        self._name = name

    # --------------------------------------------------------------------------------- what a game tells

    @abstractmethod
    def runners(self, view: Any, words: Any, *, at_end: bool) -> Sequence[kit.Runner]:
        """Say where the horses are now, or were at the end of the race that was over last, by lane."""

    @abstractmethod
    def spaces(self, view: Any) -> int:
        """Return the length of the course."""

    def bet(self, view: Any, seat: int, words: Any) -> kit.Bet | None:
        """Return the bet that the result of a race opens; None: it shows none."""
        return None

    def shown(self, view: Any, names: Sequence[str], words: Any) -> kit.Board:
        """Say what everyone sees."""
        title = words.result.format(race=view.race, races=view.races)
        news = str(view.phase).capitalize() if view.to_act else words.over
        players = list(self._players(view, names))
        horses = self.runners(view, words, at_end=False)
        return kit.Board(view.race, title, news, self.spaces(view), horses, players)

    def _players(self, view: Any, names: Sequence[str]) -> Iterator[kit.Player]:
        asked = kit.Mark.TURN if len(view.to_act) == 1 else kit.Mark.OPEN
        for seat, score in enumerate(view.scores):
            has_won = not view.to_act and score == max(view.scores)
            mark = asked if seat in view.to_act else kit.Mark.WON if has_won else kit.Mark.NONE
            yield kit.Player(names[seat], score, mark=mark)

    # ------------------------------------------------------------------------------------ what is drawn

    def board(self, view: Any, names: Sequence[str], words: Any) -> Picture:
        """Draw the board."""
        name = f"{self._name}-race{view.race}-{view.phase}"
        return kit.board(name, self.shown(view, names, words), words)

    def result(self, view: Any, names: Sequence[str], words: Any) -> Picture:
        """Draw how the race ended that was over last."""
        result = view.result
        players = [
            kit.Settled(names[seat], self.bet(view, seat, words), net, score)
            for seat, (net, score) in enumerate(zip(result.nets, view.scores, strict=True))
        ]
        title = words.result.format(race=result.race, races=view.races)
        heads = (words.bet, words.net, words.score)
        over = kit.Result(title, self.runners(view, words, at_end=True), heads, players)
        return kit.result(f"{self._name}-result-race{result.race}", over, words)

    def final(self, view: Any, names: Sequence[str], words: Any) -> Picture:
        """Draw the final ranking."""
        return kit.final_ranking(self._name, view.scores, names, words)

    def replay(self, views: Sequence[Any], names: Sequence[str], words: Any) -> Picture:
        """Draw the game again, animated."""
        boards = [self.shown(view, names, words) for view in views]
        return kit.replay(f"{self._name}-replay-race", boards, words)
