"""The words of the standard pictures; their values come from the bot, in its languages."""

from __future__ import annotations

from dataclasses import dataclass

from render.words import Captions, Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardPhrases(Phrases):
    """What the alternative texts of the standard pictures are made of."""

    board: str
    """`{title}`, `{news}`, `{horses}`: those in front first, each as one of the next three."""
    at_start: str
    on_space: str
    at_home: str
    """`{horse}`, `{space}`, `{rank}`."""
    last: str
    """`{last}`: the card played last, or the dice thrown."""
    turn: str
    waiting: str
    """`{names}`: whose turn it is, or who has not decided yet."""
    players: str
    """`{players}`, each as one of the next two."""
    player: str
    player_noted: str
    """`{name}`, `{score}`, `{note}`."""
    hand: str
    """`{title}`, `{held}`: cards or dice."""
    slip: str
    """`{label}`, `{bet}`."""
    bet: str
    """`{kind}`, `{stakes}`, each as `stake`."""
    stake: str
    """`{amount}`, `{horse}`."""
    no_bet: str
    result: str
    """`{title}`, `{horses}`, each as `placed`."""
    placed: str
    """`{horse}`, `{rank}`."""
    settled: str
    """`{name}`, `{bet}`, `{net}`, `{total}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardCaptions(Captions):
    """What the standard pictures carry beside the words in the values that they are drawn from."""

    start: str
    finish: str
    """At the two ends of the course."""
    alt: StandardPhrases
