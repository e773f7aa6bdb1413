"""What all games share: the interface, luck, refusals, the race log and the match it folds to."""

from engines.core.chance import Chance, pick, roll, shuffled
from engines.core.choices import NOTHING, Choices, Listed
from engines.core.errors import IllegalAction, Inexact, Misfit, Refusal, Unreadable
from engines.core.events import Event, Seat, is_private, seen_by
from engines.core.game import Edition, Game, Interim, Options, Outcome
from engines.core.match import Match
from engines.core.racelog import Header, Row, commitment, dump, parse, seed

__all__ = [
    "NOTHING",
    "Chance",
    "Choices",
    "Edition",
    "Event",
    "Game",
    "Header",
    "IllegalAction",
    "Inexact",
    "Interim",
    "Listed",
    "Match",
    "Misfit",
    "Options",
    "Outcome",
    "Refusal",
    "Row",
    "Seat",
    "Unreadable",
    "commitment",
    "dump",
    "is_private",
    "parse",
    "pick",
    "roll",
    "seed",
    "seen_by",
    "shuffled",
]
