"""The captions of the standard pictures; their values come from the bot, in its languages."""

from __future__ import annotations

from dataclasses import dataclass

from render.captions import Captions, Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardPhrases(Phrases):
    """What the alternative texts of the standard pictures are made of."""

    board: str  # {title}, {news}, {horses}: those in front first, each as one of the next three
    # {horse}, {space}, {rank}
    at_start: str
    on_space: str
    at_home: str
    last: str  # {last}: the card played last, or the dice thrown
    thrown: str  # {last}: the dice thrown, of which nothing has been made yet
    # {names}: whose turn it is, or who has not decided yet
    turn: str
    waiting: str
    players: str  # {players}, each as one of the next two
    # {name}, {score}, {note}
    player: str
    player_noted: str
    hand: str  # {title}, {held}: cards or dice
    slip: str  # {label}, {bet}
    bet: str  # {kind}, {stakes}, each as stake
    stake: str  # {amount}, {horse}
    no_bet: str
    result: str  # {title}, {horses}, each as placed
    placed: str  # {horse}, {rank}
    # {name}, {bet}, {net}, {total}; the second without {bet}, where nobody has one
    settled: str
    brought: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardCaptions(Captions):
    """What is written in the standard pictures beside the texts of the values that they are drawn from."""

    # At the two ends of the course
    start: str
    finish: str
    alt: StandardPhrases
