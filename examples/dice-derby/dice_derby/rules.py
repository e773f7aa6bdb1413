"""The rules of Dice Derby from the start of a race day to its end; guards come before anything is thrown."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from dice_derby import events
from dice_derby.actions import HORSES, Bet, Run
from dice_derby.state import Betting, Over, RaceDay, Result, Running, State
from engines.core import Chance, Event, IllegalAction, Outcome, Seat, game_over, race_over, race_started, roll
from engines.parts.tuples import removed, replaced

MOST: Final = 5
"""A bet is 1 to 5 chips."""

PAID: Final = 4
"""What the first horse home pays for every chip; the second returns the stake."""

HOME: Final = 2
"""So many horses have to be home for a race to be over."""


class Refusal(StrEnum):
    """Why an action is refused, beside the reasons all games share."""

    UNKNOWN_HORSE = "unknown_horse"  # horse, horses
    UNFIT_STAKE = "unfit_stake"  # stake, most
    NOT_THROWN = "not_thrown"  # horse, spaces


# Before a race


def open_race(day: RaceDay) -> tuple[Betting, list[Event]]:
    """Put the horses at the start and ask every seat for a bet."""
    seats = len(day.chips)
    return Betting(day, (None,) * seats, tuple(range(seats))), [race_started(day.race, day.first)]


def place_bet(state: Betting, seat: Seat, bet: Bet, chance: Chance) -> tuple[State, list[Event]]:
    """Take a bet; with the last one they are off."""
    if bet.horse not in HORSES:
        raise IllegalAction(Refusal.UNKNOWN_HORSE, horse=bet.horse, horses=[*HORSES])
    if not 1 <= bet.stake <= MOST:
        raise IllegalAction(Refusal.UNFIT_STAKE, stake=bet.stake, most=MOST)
    bets, waiting = replaced(state.bets, seat, bet), removed(state.to_act, seat)
    if waiting:
        return Betting(state.day, bets, waiting), [events.bet_placed(seat)]
    placed = tuple([each for each in bets if each is not None])
    day, start = state.day, (0,) * len(HORSES)
    running, news = throw(
        Running(day, placed, start, home=(), moved=None, dice=(1, 1), to_act=(day.first,)), chance
    )
    return running, [events.bet_placed(seat), *news]


# The race


def throw(state: Running, chance: Chance) -> tuple[Running, list[Event]]:
    """Throw for the seat whose turn it is; where no reading is possible the turn passes, until somebody can choose."""
    news: list[Event] = []
    while True:
        (seat,), dice = state.to_act, (roll(chance), roll(chance))
        news.append(events.thrown(seat, dice))
        state = state._replace(dice=dice)
        if readings(state):
            return state, news
        news.append(events.passed(seat))
        state = state._replace(to_act=(left_of(seat, state.day),))


def readings(state: Running) -> tuple[Run, ...]:
    """Return what may be made of the dice: either one names a horse, unless that is home; a double is one reading."""
    one, other = state.dice
    both = sorted({(one, other), (other, one)})
    return tuple([Run(horse, spaces) for horse, spaces in both if horse not in state.home])


def left_of(seat: Seat, day: RaceDay) -> Seat:
    """Return the next seat."""
    return (seat + 1) % len(day.chips)


def run(length: int, state: Running, action: Run, chance: Chance) -> tuple[State, list[Event]]:
    """Let a horse run on a course of `length` spaces; it is home once it has passed the last of them."""
    if action not in readings(state):
        raise IllegalAction(Refusal.NOT_THROWN, horse=action.horse, spaces=action.spaces)
    (seat,), horse, start = state.to_act, action.horse, state.places[action.horse - 1]
    end = start + action.spaces
    news: list[Event] = [events.moved(seat, horse, start, end)]
    state = state._replace(places=replaced(state.places, horse - 1, end), moved=(horse, start))
    if end > length:
        state = state._replace(home=(*state.home, horse))
        news.append(events.finished(horse, len(state.home)))
    if len(state.home) == HOME:
        following, more = settle(state)
    else:
        following, more = throw(state._replace(to_act=(left_of(seat, state.day),)), chance)
    return following, news + more


# After a race


def settle(state: Running) -> tuple[State, list[Event]]:
    """Open and pay every bet, then open the next race or end the day."""
    day, bets, moved = state.day, state.bets, state.moved
    assert moved is not None
    nets = tuple([net(bet, state.home) for bet in bets])
    chips = tuple([had + won for had, won in zip(day.chips, nets, strict=True)])
    news: list[Event] = [
        events.bet_shown(seat, bet, nets[seat], chips[seat]) for seat, bet in enumerate(bets)
    ]
    news.append(race_over(day.race, state.home))
    result = Result(day.race, state.home, state.places, moved, bets, nets)
    day = day._replace(chips=chips, result=result)
    if day.race == day.races:
        outcome = Outcome.of(chips)
        return Over(day), [*news, game_over(outcome.scores, outcome.winners)]
    following, more = open_race(day._replace(race=day.race + 1, first=left_of(day.first, day)))
    return following, news + more


def net(bet: Bet, home: tuple[int, ...]) -> int:
    """Return what a bet brings: four times its chips on the first horse, nothing on the second, else their loss."""
    first, second = home
    return PAID * bet.stake if bet.horse == first else 0 if bet.horse == second else -bet.stake
