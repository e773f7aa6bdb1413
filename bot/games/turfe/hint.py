"""A hint at Turfe: the steady player's bet or card, and why."""

from __future__ import annotations

from bot.games.screens import Seating
from bot.games.turfe.english import TurfeTexts
from engines.turfe.actions import Action, Bet, Play
from engines.turfe.steady import lead_of_bet, spaces
from engines.turfe.view import View


def hint(seating: Seating, action: Action, words: TurfeTexts) -> str:
    """Say what the steady player would do, and why."""
    view: View = seating.view
    if isinstance(action, Bet):
        held = [card for card in view.own.hand if card.startswith(f"{action.horse}+")] if view.own else []
        goes = sum(map(spaces, held))
        bet = words.bet(action.kind, action.horse, action.stake)
        return words.hint_bet(bet, action.kind, action.horse, action.card, goes, view.pot)
    return _play(view, action, words)


def _play(view: View, play: Play, words: TurfeTexts) -> str:
    lane = dict(zip(view.horses, view.places, strict=True))[play.horse].lane
    changes = play.to and play.to.lane != lane and play.to.space <= view.length
    end = (play.to.lane, play.to.space) if play.to and changes else None
    move = words.hint_move(play.card, play.horse, end, is_aside=play.aside)
    bet = view.own.bet if view.own else None
    if bet is None:
        return words.hint_no_bet(move)
    if bet.horse in view.home:
        return words.hint_decided(move, bet.horse, is_won=bet.kind == "place" or view.home[0] == bet.horse)
    if view.home and bet.kind != "place":
        return words.hint_decided(move, bet.horse, is_won=False)
    if play.horse == bet.horse and play.to and play.to.space > view.length:
        return words.hint_home(move, bet.horse)
    return words.hint_play(move, bet.kind, bet.horse, _lead(view, bet, play), _lead(view, bet, None))


def _lead(view: View, bet: Bet, play: Play | None) -> int:
    """Return by how many spaces a bet is being won after a play, or as it stands."""
    spots = {horse: spot.space for horse, spot in zip(view.horses, view.places, strict=True)}
    if play and play.to:
        spots[play.horse] = play.to.space
    return lead_of_bet(bet, spots.pop(bet.horse), list(spots.values()))
