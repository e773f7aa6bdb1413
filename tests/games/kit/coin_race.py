"""Coin Race, made up for tests: two horses, a secret bet of one to three chips, and a coin that makes them run.

What follows `# The screens` is all that a game has to say on its first day; `docs/kit.md` shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from bot.games.kit.choice_list import ChoiceSlip
from bot.games.kit.english import GameTexts
from bot.games.kit.pictures import StandardDrawings
from bot.games.kit.screens import KitScreens
from bot.games.kit.story import Story
from bot.games.title import Title
from bot.texts import Spoken
from bot.texts.english.phrases import count
from engines import core
from engines.core import (
    Chance,
    Choices,
    Event,
    Game,
    IllegalAction,
    Interim,
    Listed,
    Outcome,
    Public,
    Random,
    Seat,
    StartingMoney,
    phase_name,
)
from render import kit

HORSES = ("heads", "tails")
LENGTH = 3


class Phase(StrEnum):
    BETTING = "betting"
    TOSSING = "tossing"
    OVER = "over"


class Refusal(StrEnum):
    UNFIT_BET = "unfit_bet"


@dataclass(frozen=True, slots=True)
class Bet(core.Strict):
    type: Literal["bet"] = field(default="bet", kw_only=True)
    horse: str
    chips: int


@dataclass(frozen=True, slots=True)
class Toss(core.Strict):
    type: Literal["toss"] = field(default="toss", kw_only=True)


BETS = Listed(tuple([Bet(horse, chips) for horse in HORSES for chips in (1, 2, 3)]))
TOSS = Listed((Toss(),))


class Result(NamedTuple):
    race: int
    spaces: tuple[int, int]
    bets: tuple[Bet | None, ...]
    nets: tuple[int, ...]


class Day(NamedTuple):
    race: int
    races: int
    chips: tuple[int, ...]
    result: Result | None


class Betting(NamedTuple):
    day: Day
    bets: tuple[Bet | None, ...]
    to_act: tuple[Seat, ...]


class Tossing(NamedTuple):
    day: Day
    bets: tuple[Bet | None, ...]
    spaces: tuple[int, int]
    moved: str | None
    to_act: tuple[Seat, ...]


class Over(NamedTuple):
    day: Day
    to_act: tuple[Seat, ...]


State = Betting | Tossing | Over


@dataclass(frozen=True, slots=True)
class View(core.Strict):
    seat: Seat | None
    phase: Phase
    race: int
    races: int
    scores: tuple[int, ...]
    spaces: tuple[int, int]
    moved: str | None
    has_bet: tuple[bool, ...]
    to_act: tuple[Seat, ...]
    result: Result | None
    bet: Bet | None


class Options(core.Options):
    races: Annotated[int, Field(ge=1, le=3, description="races")] = 2


class Edition(core.Edition):
    chips: int


class Setup(NamedTuple):
    chips: int

    @classmethod
    def of(cls, edition: Edition) -> Setup:
        return cls(edition.chips)


class CoinRace(Game[State, Bet | Toss, View, Options, Edition, Setup]):
    key = "coinrace"
    seats: ClassVar[range] = range(2, 5)
    public = frozenset({"race_started", "bet_placed", "tossed", "settled", "race_over", "game_over"})
    private = frozenset()

    def begin(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        return opened(Day(1, options.races, (self.setup.chips,) * seats, None))

    def choices_due(self, state: State, seat: Seat) -> Choices[Any]:
        return BETS if isinstance(state, Betting) else TOSS

    def resolve(self, state: State, seat: Seat, action: Any, chance: Chance) -> tuple[State, list[Event]]:
        if isinstance(state, Betting) and isinstance(action, Bet):
            if action not in BETS:
                raise IllegalAction(Refusal.UNFIT_BET, most=3)
            bets = (*state.bets[:seat], action, *state.bets[seat + 1 :])
            waiting = tuple(other for other in state.to_act if other != seat)
            placed = [Public({"type": "bet_placed", "seat": seat})]
            if waiting:
                return Betting(state.day, bets, waiting), placed
            return Tossing(state.day, bets, (0, 0), None, (0,)), placed
        if isinstance(state, Tossing) and isinstance(action, Toss):
            return tossed(state, seat, chance.below(2))
        raise self.wrong_phase(state, action)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome.of(state.day.chips) if isinstance(state, Over) else None

    def starting_money(self, options: Options) -> StartingMoney:
        return StartingMoney(self.setup.chips)

    def interim(self, state: State) -> Interim | None:
        day = state.day
        return Interim(day.result.race, Outcome.of(day.chips)) if day.result else None

    def is_one_race(self, options: Options) -> bool:
        return options.races == 1

    def view(self, state: State, seat: Seat | None) -> View:
        day, bets = state.day, () if isinstance(state, Over) else state.bets
        return View(
            seat=seat,
            phase=Phase(phase_name(type(state))),
            race=day.race,
            races=day.races,
            scores=day.chips,
            spaces=state.spaces if isinstance(state, Tossing) else (0, 0),
            moved=state.moved if isinstance(state, Tossing) else None,
            has_bet=tuple(bet is not None for bet in bets),
            to_act=state.to_act,
            result=day.result,
            bet=None if seat is None or not bets else bets[seat],
        )

    def imagine(self, view: View, chance: Chance) -> State:
        day = Day(view.race, view.races, view.scores, view.result)
        bets = tuple((view.bet or Bet(HORSES[chance.below(2)], 1)) if has else None for has in view.has_bet)
        if view.phase is Phase.BETTING:
            return Betting(day, bets, view.to_act)
        return (
            Over(day, ())
            if view.phase is Phase.OVER
            else Tossing(day, bets, view.spaces, view.moved, view.to_act)
        )


def opened(day: Day) -> tuple[State, list[Event]]:
    seats = len(day.chips)
    return Betting(day, (None,) * seats, tuple(range(seats))), [
        Public({"type": "race_started", "race": day.race})
    ]


def tossed(state: Tossing, seat: Seat, side: int) -> tuple[State, list[Event]]:
    ahead = state.spaces[side] + 1
    spaces = (ahead, state.spaces[1]) if side == 0 else (state.spaces[0], ahead)
    events: list[Event] = [Public({"type": "tossed", "seat": seat, "horse": HORSES[side], "to": ahead})]
    if ahead < LENGTH:
        return Tossing(state.day, state.bets, spaces, HORSES[side], ((seat + 1) % len(state.bets),)), events
    won = [bet.chips if bet.horse == HORSES[side] else -bet.chips for bet in state.bets if bet]
    chips = tuple(had + net for had, net in zip(state.day.chips, won, strict=True))
    day = state.day._replace(chips=chips, result=Result(state.day.race, spaces, state.bets, tuple(won)))
    events += [Public({"type": "settled", "seat": number, "net": net}) for number, net in enumerate(won)]
    events.append(Public({"type": "race_over", "race": day.race, "order": [HORSES[side]]}))
    if day.race == day.races:
        over = Public(
            {"type": "game_over", "scores": list(chips), "winners": list(Outcome.of(chips).winners)}
        )
        return Over(day, ()), [*events, over]
    following, news = opened(day._replace(race=day.race + 1))
    return following, [*events, *news]


# The screens


class CoinTexts(GameTexts):
    """What Coin Race says; whatever it does not say, the kit does."""

    name = "Coin Race"
    pitch = "two horses, one coin"
    summary = "back heads or tails in secret, and toss"
    refusals: Mapping[str, str] = {"unfit_bet": "Back heads or tails with {most:chip} at most."}

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game."""
        return [f"Everybody has {count(edition['chips'], 'chip')}. Back a horse, then toss for them in turn."]

    def tossed(self, who: str, horse: str, space: int) -> str:
        """Tell a toss."""
        return f"{who} tossed **{self.horse(horse)}**: {space} of {LENGTH}."


SILKS = kit.standard_silks(len(HORSES))


class CoinDrawings(StandardDrawings):
    """How Coin Race is drawn."""

    def spaces(self, view: View) -> int:
        """Return the length of the course."""
        return LENGTH

    def runners(self, view: View, captions: object, *, at_end: bool) -> Sequence[kit.Runner]:
        """Say where the horses are, or were at the end of a race."""
        if at_end and view.result:
            at = zip(HORSES, SILKS, view.result.spaces, strict=True)
            return [
                kit.Runner(horse, silk, space, rank=1 if space == LENGTH else None)
                for horse, silk, space in at
            ]
        at = zip(HORSES, SILKS, view.spaces, strict=True)
        return [
            kit.Runner(horse, silk, space, space - 1 if view.moved == horse else None)
            for horse, silk, space in at
        ]

    def bet(self, view: View, seat: Seat, captions: object) -> kit.Bet | None:
        """Open a bet."""
        bet = view.result and view.result.bets[seat]
        return bet and kit.Bet("to win", [kit.Stake(bet.horse, SILKS[HORSES.index(bet.horse)], bet.chips)])


SPOKEN = Spoken({"en-US": CoinTexts()})
DRAWINGS = CoinDrawings("coinrace")


class CoinScreens(KitScreens[CoinTexts]):
    """Coin Race at the table: bets by a slip, everything else as the kit has it."""

    spoken = SPOKEN
    drawings = DRAWINGS
    panels: ClassVar = {Phase.BETTING: ChoiceSlip}
    secret_phases = (Phase.BETTING,)


TITLE = Title(
    engine=CoinRace,
    computers={"random": Random, "steady": Random},
    screens=CoinScreens(),
    story=Story(
        SPOKEN, events={"tossed": lambda at, e: at.words.tossed(at.who(e["seat"]), e["horse"], e["to"])}
    ),
)
