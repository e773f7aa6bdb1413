"""What all games share: the interface, luck, refusals, the race log and the match it folds to."""

from engines.core.answers import Interim, Outcome, StartingMoney, TimeLimit
from engines.core.chance import Chance, pick, roll, shuffled
from engines.core.choices import NOTHING, Agent, Choices, Listed, Random, is_allowed
from engines.core.errors import IllegalAction, Inexact, Misfit, SharedRefusal, Unreadable
from engines.core.events import (
    Event,
    Private,
    Public,
    Seat,
    Unknown,
    audiences,
    game_over,
    race_over,
    race_started,
)
from engines.core.game import AnyGame, Edition, Game, Options, Setup, phase_name
from engines.core.match import Match
from engines.core.racelog import Header, Row, commitment, dump, parse, seed
from engines.core.strict import Strict, StrictModel

__all__ = [
    "NOTHING",
    "Agent",
    "AnyGame",
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
    "Private",
    "Public",
    "Random",
    "Row",
    "Seat",
    "Setup",
    "SharedRefusal",
    "StartingMoney",
    "Strict",
    "StrictModel",
    "TimeLimit",
    "Unknown",
    "Unreadable",
    "audiences",
    "commitment",
    "dump",
    "game_over",
    "is_allowed",
    "parse",
    "phase_name",
    "pick",
    "race_over",
    "race_started",
    "roll",
    "seed",
    "shuffled",
]
