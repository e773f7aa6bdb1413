"""The rules of Dice Derby from the start of a race day to its end; guards come before anything is thrown."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from dice_derby import events
from dice_derby.actions import HORSES, Bet, Run
from dice_derby.state import Betting, Over, RaceDay, Result, Running, State
from engines.core import Chance, Event, IllegalAction, Seat, roll
from engines.parts.ranking import best
from engines.parts.tuples import replaced

MOST_CHIPS: Final = 5
"""A bet is 1 to 5 chips."""

PAID: Final = 4
"""What the first horse home pays for every chip; the second returns the stake."""

HOME: Final = 2
"""So many horses have to be home for a race to be over."""


class Refusal(StrEnum):
    """Why an action is refused, beside the reasons all games share."""

    UNKNOWN_HORSE = "unknown_horse"  # horse
    UNFIT_STAKE = "unfit_stake"  # chips, most
    NOT_ON_THE_DICE = "not_on_the_dice"  # horse, horses: those the dice let run


# Before a race


def race_day(races: int, seats: int, chips: int, chance: Chance) -> tuple[Betting, list[Event]]:
    """Draw who throws first and open the first race; every seat gets its chips."""
    return open_race(RaceDay(races, 1, chance.below(seats), (chips,) * seats, None))


def open_race(day: RaceDay) -> tuple[Betting, list[Event]]:
    """Put the horses at the start and ask every seat for a bet."""
    seats = len(day.chips)
    return Betting(day, (None,) * seats, tuple(range(seats))), [events.race_started(day.race, day.first)]


def place_bet(state: Betting, seat: Seat, bet: Bet, chance: Chance) -> tuple[State, list[Event]]:
    """Take a bet; with the last one they are off."""
    if bet.horse not in HORSES:
        raise IllegalAction(Refusal.UNKNOWN_HORSE, horse=bet.horse)
    if not 1 <= bet.chips <= MOST_CHIPS:
        raise IllegalAction(Refusal.UNFIT_STAKE, chips=bet.chips, most=MOST_CHIPS)
    bets = replaced(state.bets, seat, bet)
    waiting = tuple([other for other in state.to_act if other != seat])
    if waiting:
        return Betting(state.day, bets, waiting), [events.bet_placed(seat)]
    placed = tuple([each for each in bets if each is not None])
    following, news = next_throw(state.day, placed, (0,) * len(HORSES), (), state.day.first, chance)
    return following, [events.bet_placed(seat), *news]


# The race


def next_throw(
    day: RaceDay,
    bets: tuple[Bet, ...],
    spaces: tuple[int, ...],
    home: tuple[int, ...],
    seat: Seat,
    chance: Chance,
) -> tuple[Running, list[Event]]:
    """Let a seat throw; where no reading is possible the turn passes, until somebody can choose."""
    news: list[Event] = []
    while True:
        dice = (roll(chance), roll(chance))
        news.append(events.thrown(seat, dice))
        if readings(dice, home):
            return Running(day, bets, spaces, home, dice, (seat,)), news
        news.append(events.passed(seat))
        seat = left_of(seat, day)


def readings(dice: tuple[int, int], home: tuple[int, ...]) -> tuple[Run, ...]:
    """Return what may be made of two dice: either names a horse, unless that is home; a double is one reading."""
    return tuple([Run(horse) for horse in sorted({*dice}) if horse not in home])


def left_of(seat: Seat, day: RaceDay) -> Seat:
    """Return the next seat."""
    return (seat + 1) % len(day.chips)


def run(length: int, state: Running, action: Run, chance: Chance) -> tuple[State, list[Event]]:
    """Let a horse run on a course of `length` spaces; it is home once it has passed the last of them."""
    possible = readings(state.dice, state.home)
    if action not in possible:
        horses = [reading.horse for reading in possible]
        raise IllegalAction(Refusal.NOT_ON_THE_DICE, horse=action.horse, horses=horses)
    horse, (one, other) = action.horse, state.dice
    start = state.spaces[horse - 1]
    end = start + (other if horse == one else one)
    spaces, home, (seat,) = replaced(state.spaces, horse - 1, end), state.home, state.to_act
    news: list[Event] = [events.moved(seat, horse, start, end)]
    if end > length:
        home = (*home, horse)
        news.append(events.finished(horse, len(home)))
    if len(home) == HOME:
        following, more = settle(state.day, state.bets, spaces, home)
    else:
        following, more = next_throw(state.day, state.bets, spaces, home, left_of(seat, state.day), chance)
    return following, news + more


# After a race


def settle(
    day: RaceDay, bets: tuple[Bet, ...], spaces: tuple[int, ...], home: tuple[int, ...]
) -> tuple[State, list[Event]]:
    """Open and pay every bet, then open the next race or end the day."""
    nets = tuple([net(bet, home) for bet in bets])
    chips = tuple([before + won for before, won in zip(day.chips, nets, strict=True)])
    news: list[Event] = [events.bet_shown(seat, bet) for seat, bet in enumerate(bets)]
    news += [events.settled(seat, won, chips[seat]) for seat, won in enumerate(nets)]
    news.append(events.race_over(day.race, home))
    day = day._replace(chips=chips, result=Result(day.race, home, spaces, bets, nets))
    if day.race == day.races:
        return Over(day), [*news, events.game_over(chips, best(chips))]
    following, more = open_race(day._replace(race=day.race + 1, first=left_of(day.first, day)))
    return following, news + more


def net(bet: Bet, home: tuple[int, ...]) -> int:
    """Return what a bet brings: four times its chips on the first horse, nothing on the second, else their loss."""
    first, second = home
    return PAID * bet.chips if bet.horse == first else 0 if bet.horse == second else -bet.chips
