"""What a race of Turfe, and the whole game, came to: every bet opened, the jackpot, and everybody's money."""

from __future__ import annotations

from bot.games.screens import Who
from bot.games.turfe.words import spoken
from bot.texts import Texts
from engines.parts.ranking import ranking
from engines.turfe import Bet, Result, View


def bet_told(bet: Bet, t: Texts) -> str:
    """Tell a bet in a few words."""
    return spoken(t).bet(bet.kind, bet.horse, bet.stake)


def race_told(result: Result, view: View, who: Who, t: Texts) -> list[str]:
    """Tell the order of finish, then every bet with what it brought."""
    lines = [spoken(t).result_title(result.race, view.races), spoken(t).order(result.order)]
    for seat, bet in enumerate(result.bets):
        name, money = who(seat), result.money[seat]
        lines.append(
            spoken(t).settled(name, bet_told(bet, t), result.nets[seat], money)
            if bet
            else spoken(t).no_bet(name, money)
        )
    return lines


def game_told(view: View, who: Who, t: Texts) -> list[str]:
    """Tell why the game is over where that is not plain, who has won, and what everybody has."""
    words, ranks = spoken(t), ranking(view.money)
    ranked = sorted(range(view.seats), key=lambda seat: ranks[seat])
    winners = [who(seat) for seat in ranked if ranks[seat] == 1]
    return [
        words.final_title,
        *([words.all_broke] if view.race < view.races else []),
        words.winners(winners, words.score(max(view.money))),
        *(words.ranked(ranks[seat], who(seat), view.money[seat]) for seat in ranked),
        *([words.abandoned(view.pot)] if view.pot else []),
    ]
