"""The result of a Jumpy Jack race as sentences: every prediction and guess opened, with what they brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.jumpyjack.sides import introduced, named, side_of, sides
from bot.games.jumpyjack.words import spoken
from bot.games.screens import Who
from bot.texts import Texts
from engines.jumpyjack import Guess, Order, Result, View
from engines.jumpyjack.predictions import POINTS, guess_points, hits


def in_full(result: Result, view: View, who: Who, t: Texts) -> list[str]:
    """Tell who came where, then each side by its points in the game, with all that the race brought it."""
    return _with_podium(
        result, view, t, [_in_full(seats, result, view, who, t) for seats in _ranked(result, view)]
    )


def in_brief(result: Result, view: View, who: Who, t: Texts) -> list[str]:
    """Tell the same in few words: the predictions are left to the picture."""
    lines = [_briefly(seats, result, view, who, t) for seats in _ranked(result, view)]
    return [*_with_podium(result, view, t, lines), spoken(t).predictions_in_picture]


def winners_line(view: View, who: Who, t: Texts) -> str:
    """Name the sides with most points."""
    best = max(view.totals)
    won = [introduced(view, seats.start, who, t) for seats in sides(view) if view.totals[seats.start] == best]
    return spoken(t).winners(won, spoken(t).score(best))


def _with_podium(result: Result, view: View, t: Texts, lines: list[str]) -> list[str]:
    return [spoken(t).result_title(result.race), spoken(t).arrived(result.podium), *lines]


def _ranked(result: Result, view: View) -> list[range]:
    return sorted(sides(view), key=lambda seats: -result.totals[seats.start])


def _rank(seats: range, result: Result, view: View) -> int:
    total = result.totals[seats.start]
    return 1 + sum(result.totals[other.start] > total for other in sides(view))


def _briefly(seats: range, result: Result, view: View, who: Who, t: Texts) -> str:
    side, first = introduced(view, seats.start, who, t), seats.start
    rank = _rank(seats, result, view)
    return spoken(t).gained(rank, side, result.totals[first], result.points[first])


def _in_full(seats: range, result: Result, view: View, who: Who, t: Texts) -> str:
    predicted = _prediction(result, seats)
    right = hits(predicted, result.podium)
    return spoken(t).scored(
        _rank(seats, result, view),
        introduced(view, seats.start, who, t),
        result.totals[seats.start],
        predicted,
        right,
        POINTS[right],
        list(_guesses(seats, result, view, who, t)),
    )


def _guesses(seats: Sequence[int], result: Result, view: View, who: Who, t: Texts) -> Iterator[str]:
    for seat in seats:
        made = result.guesses[seat]
        if isinstance(made, Guess):
            right = hits(made.order, _prediction(result, side_of(view, made.seat)))
            guesser = who(seat) if view.options.teams else None
            yield spoken(t).guess_scored(guesser, named(view, made.seat, who, t), guess_points(right))


def _prediction(result: Result, seats: Sequence[int]) -> Order:
    return next(order for seat in seats if (order := result.predictions[seat]))
