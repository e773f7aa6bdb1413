"""What all games share: the interface, luck, refusals, the race log and the match it folds to."""

from engines.core.agent import Agent, Random
from engines.core.chance import Chance, pick, roll, shuffled
from engines.core.choices import NOTHING, Choices, Listed
from engines.core.errors import IllegalAction, Inexact, Misfit, Refusal, Unreadable
from engines.core.events import Event, Private, Public, Seat, Unknown, seen_by
from engines.core.game import AnyGame, Edition, Game, Interim, Options, Outcome, StartingMoney, TimeLimit
from engines.core.match import Match
from engines.core.racelog import Header, Row, commitment, dump, parse, seed
from engines.core.strict import Strict

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
    "Refusal",
    "Row",
    "Seat",
    "StartingMoney",
    "Strict",
    "TimeLimit",
    "Unknown",
    "Unreadable",
    "commitment",
    "dump",
    "parse",
    "pick",
    "roll",
    "seed",
    "seen_by",
    "shuffled",
]
