"""A hint at Jockey: the steady player's bet, card or cards to keep, and why."""

from __future__ import annotations

from bot.games.jockey.english import JockeyTexts
from bot.games.screens import Seating
from engines.jockey.actions import Action, Double, Keep, Play, Single
from engines.jockey.choices import Plays
from engines.jockey.steady import after, face_of, favoured, lead_of_bet, worth
from engines.jockey.view import View


def hint(seating: Seating, action: Action, words: JockeyTexts) -> str:
    """Say what the steady player would do, and why."""
    view: View = seating.view
    match action:
        case Single():
            return _bet(view, action, words)
        case Play():
            return _play(view, seating.choices, action, words)
        case Keep(cards=cards):
            squares = sum(worth(face_of(view.horses)[card]) for card in cards)
            return words.hint_keep(cards, squares)
    return words.hint_double(action.first, action.second)


def _bet(view: View, bet: Single, words: JockeyTexts) -> str:
    squares = favoured(view)
    second, first = sorted(squares.values())[-2:]
    most = [horse for horse in view.horses if squares[horse] == first]
    return words.hint_bet(bet.kind, bet.horse, bet.stake, most, first, first - second)


def _play(view: View, choices: Plays, play: Play, words: JockeyTexts) -> str:
    bet = view.own.bet if view.own else None
    before, lead = lead_of_bet(view, view.places), lead_of_bet(view, after(view, play))
    if isinstance(bet, Single):
        in_time = view.home[: 1 if bet.kind == "win" else 2]
        if bet.horse in in_time:
            return words.hint_won(play.card, play.horse, bet.horse)
        if bet.horse in view.home or len(in_time) == (1 if bet.kind == "win" else 2):
            return words.hint_lost(play.card, play.horse)
    if all(lead_of_bet(view, after(view, each)) == before for each in choices):
        return words.hint_same(play.card, play.horse)
    if isinstance(bet, Double):
        return words.hint_order(play.card, play.horse, bet.first, bet.second, lead[0])
    assert bet is not None
    return words.hint_play(play.card, play.horse, bet.kind, bet.horse, lead[0], before[0])
