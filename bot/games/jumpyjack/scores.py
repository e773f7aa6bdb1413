"""The result of a Jumpy Jack race as sentences: every prediction and guess opened, with what they brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.jumpyjack.english import JumpyJackTexts
from bot.games.jumpyjack.sides import introduced, named, side_of, sides
from bot.games.screens import Who
from engines.jumpyjack.actions import Guess, Order
from engines.jumpyjack.predictions import POINTS, guess_points, hits
from engines.jumpyjack.view import View


class Scores:
    """How the race that was over last ended, and what it brought each side: a team, or a seat where there are none."""

    def __init__(self, view: View, who: Who, words: JumpyJackTexts) -> None:
        assert view.result is not None
        self.view, self.result, self.who, self.words = view, view.result, who, words
        self.ranked = sorted(sides(view), key=lambda seats: -self.result.totals[seats.start])

    def in_full(self) -> list[str]:
        """Tell who came where, then each side by its points in the game, with all that the race brought it."""
        return [*self._podium(), *map(self._in_full, self.ranked)]

    def in_brief(self) -> list[str]:
        """Tell the same in few words: the predictions are left to the picture."""
        return [*self._podium(), *map(self._briefly, self.ranked), self.words.predictions_in_picture]

    def winners(self) -> str:
        """Name the sides with most points."""
        totals = self.view.totals
        won = [self._side(seats) for seats in sides(self.view) if totals[seats.start] == max(totals)]
        return self.words.winners(won, self.words.score(max(totals)))

    def _podium(self) -> list[str]:
        return [self.words.result_title(self.result.race), self.words.arrived(self.result.podium)]

    def _side(self, seats: range) -> str:
        return introduced(self.view, seats.start, self.who, self.words)

    def _rank(self, seats: range) -> int:
        totals = self.result.totals
        return 1 + sum(totals[other.start] > totals[seats.start] for other in self.ranked)

    def _briefly(self, seats: range) -> str:
        total, points = self.result.totals[seats.start], self.result.points[seats.start]
        return self.words.gained(self._rank(seats), self._side(seats), total, points)

    def _in_full(self, seats: range) -> str:
        predicted, total = self._prediction(seats), self.result.totals[seats.start]
        right, guesses = hits(predicted, self.result.podium), list(self._guesses(seats))
        rank, side = self._rank(seats), self._side(seats)
        return self.words.scored(rank, side, total, predicted, right, POINTS[right], guesses)

    def _guesses(self, seats: Sequence[int]) -> Iterator[str]:
        for seat in seats:
            made = self.result.guesses[seat]
            if isinstance(made, Guess):
                right = hits(made.order, self._prediction(side_of(self.view, made.seat)))
                guesser = self.who(seat) if self.view.options.teams else None
                guessed = named(self.view, made.seat, self.who, self.words)
                yield self.words.guess_scored(guesser, guessed, guess_points(right))

    def _prediction(self, seats: Sequence[int]) -> Order:
        return next(order for seat in seats if (order := self.result.predictions[seat]))
