"""How games end, in sentences: who has won, and everybody by their scores."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kit.english import GameTexts
from bot.games.kit.passages import Facts, Passage
from bot.games.screens import Who
from engines.parts.ranking import ranking


def winners_line(words: GameTexts, scores: Sequence[int], who: Who) -> str:
    """Name who has the greatest score."""
    best = max(scores)
    winners = [who(seat) for seat, score in enumerate(scores) if score == best]
    return words.winners(winners, words.score(best))


def ranking_lines(words: GameTexts, scores: Sequence[int], who: Who) -> list[str]:
    """Tell everybody's score, the greatest first; equal ones share a rank, in seat order."""
    ranks = ranking(scores)
    seats = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    return [words.ranked(ranks[seat], who(seat), scores[seat]) for seat in seats]


def game_over(at: Passage[GameTexts], e: Facts) -> list[str]:
    """Tell in a log how a game ended."""
    winners = [at.who(seat) for seat in e["winners"]]
    return [at.words.final_title, at.words.winners(winners, at.words.score(max(e["scores"])))]


def race_over(at: Passage[GameTexts], e: Facts) -> list[str]:
    """Tell in a log how a race ended in which horses run for medals."""
    return [at.words.race_is_over(e["race"]), at.words.order(e["order"])]
