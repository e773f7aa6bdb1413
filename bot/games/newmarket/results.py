"""How a deal and a game of Newmarket ended, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kit.results import ranking_lines, winners_line
from bot.games.newmarket.words import spoken
from bot.games.screens import Who
from bot.texts import Texts
from engines.newmarket.view import Dealt, View


def deal_lines(over: Dealt, view: View, who: Who, t: Texts) -> list[str]:
    """Tell a finished deal: who was out, what was paid and claimed."""
    words = spoken(t)
    lines = [words.result_title(over.deal, view.deals)]
    if over.out is None:
        lines.append(words.stuck)
    else:
        paid = [(who(seat), points) for seat, points in enumerate(over.paid) if points]
        lines.append(words.out(who(over.out), paid))
    lines += [words.claimed(who(claim.seat), claim.horse, claim.points) for claim in over.claims]
    if not over.claims:
        lines.append(words.no_claims)
    if any(over.unclaimed):
        lines.append(words.left(list(zip(view.racehorses, over.unclaimed, strict=True))))
    return lines


def scores_line(over: Dealt, who: Who, t: Texts) -> str:
    """Tell what everybody has after a deal."""
    scores = [spoken(t).has(who(seat), over.points[seat]) for seat in ranked(over.points)]
    return spoken(t).scores(scores)


def game_lines(view: View, who: Who, t: Texts) -> list[str]:
    """Tell why the game is over, who won, and what everybody has."""
    words = spoken(t)
    return [
        words.final_title,
        _ending(view, who, t),
        winners_line(words, view.points, who),
        *ranking_lines(words, view.points, who),
        *([words.abandoned(sum(view.pots))] if any(view.pots) else []),
    ]


def _ending(view: View, who: Who, t: Texts) -> str:
    words = spoken(t)
    if ruined := [who(seat) for seat, points in enumerate(view.points) if points < view.stake]:
        return words.ruined(ruined, view.stake)
    if view.time_is_up and view.minutes is not None:
        return words.time_over(view.minutes)
    return words.all_played(view.deals)


def ranked(points: Sequence[int]) -> list[int]:
    """Return the seats, the richest first."""
    return sorted(range(len(points)), key=lambda seat: -points[seat])
