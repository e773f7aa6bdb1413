"""The words that tell the standard pictures, for every game that draws them."""

from __future__ import annotations

from typing import Final

from bot.texts.english.phrases import nth
from render.kit.captions import StandardPhrases

RANKS: Final = tuple(nth(rank) for rank in range(1, 17))
"""Ranks on pictures."""

STANDARD = StandardPhrases(
    board="{title}: {news}. {horses}.",
    at_start="{horse} at the start",
    on_space="{horse} on space {space}",
    at_home="{horse} home as number {rank}",
    last="Last: {last}.",
    thrown="Dice to be played: {last}.",
    turn="It is the turn of {names}.",
    waiting="Still deciding: {names}.",
    players="{players}.",
    player="{name} {score}",
    player_noted="{name} {score}, {note}",
    hand="{title}: {held}.",
    slip="{label}: {bet}.",
    bet="{kind}, {stakes}",
    stake="{amount} on {horse}",
    no_bet="no bet",
    result="{title}: {horses}.",
    placed="{rank}. {horse}",
    settled="{name}: {bet}, {net}, has {total}.",
    brought="{name}: {net}, has {total}.",
    final="Final ranking: {ranking}.",
    ranked="{rank}. {name} with {score}",
    replay="Race {race}, animated.",
    replay_over="{verdict}. In the order of finish: {horses}.",
)
