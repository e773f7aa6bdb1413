"""What a race of Turfe, and the whole game, came to: every bet opened, the jackpot, and everybody's money."""

from __future__ import annotations

from bot.games.kit.results import ranking_lines, winners_line
from bot.games.screens import Who
from bot.games.turfe.words import spoken
from bot.texts import Texts
from engines.turfe import Result, View


def settlement_lines(result: Result, view: View, who: Who, t: Texts) -> list[str]:
    """Tell the order of finish, then every bet with what it brought."""
    lines = [spoken(t).result_title(result.race, view.races), spoken(t).order(result.order)]
    for seat, bet in enumerate(result.bets):
        name, money = who(seat), result.money[seat]
        lines.append(
            spoken(t).settled(name, spoken(t).bet(bet.kind, bet.horse, bet.stake), result.nets[seat], money)
            if bet
            else spoken(t).no_bet(name, money)
        )
    return lines


def ending_lines(view: View, who: Who, t: Texts) -> list[str]:
    """Tell why the game is over where that is not plain, who has won, and what everybody has."""
    words = spoken(t)
    return [
        words.final_title,
        *([words.all_broke] if view.race < view.races else []),
        winners_line(words, view.money, who),
        *ranking_lines(words, view.money, who),
        *([words.abandoned(view.pot)] if view.pot else []),
    ]
