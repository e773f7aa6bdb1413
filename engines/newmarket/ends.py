"""How a deal of Newmarket ends, who pays, what the next one keeps, and how the game ends.

Headings are the booklet's words.
"""

from __future__ import annotations

from engines import core
from engines.core import Event, IllegalAction, Outcome, Seat, game_over, race_over
from engines.newmarket import events
from engines.newmarket.actions import Refusal
from engines.newmarket.edition import Setup
from engines.newmarket.rules import open_deal
from engines.newmarket.state import Over, Playing, RaceDay, Result, State
from engines.parts.tuples import left_of

# "When a player plays the last form card in his hand, the game stops immediately"


def go_out(setup: Setup, state: Playing, before: list[Event]) -> tuple[State, list[Event]]:
    """Let every seat pay who is out a point for each card left in its hand, or all it has if that is less."""
    race_day, winner = state.race_day, state.plays[-1].seat
    owed = zip(state.hands, race_day.points, strict=True)
    paid = tuple([min(hand.bit_count(), points) for hand, points in owed])
    points = [own - amount for own, amount in zip(race_day.points, paid, strict=True)]
    points[winner] += sum(paid)
    payments = [events.paid(seat, winner, amount) for seat, amount in enumerate(paid) if amount]
    state = state._replace(race_day=race_day._replace(points=tuple(points)))
    return close(setup, state, winner, paid, [*before, events.out(winner), *payments])


# "All the form cards are taken up by the player to the dealer's left"


def close(
    setup: Setup, state: Playing, winner: Seat | None, paid: tuple[int, ...], before: list[Event]
) -> tuple[State, list[Event]]:
    """End a deal; the next one is the left seat's, unless the game is over."""
    race_day = state.race_day
    unclaimed = dict(zip(setup.racehorses, race_day.pots, strict=True))
    happened: list[Event] = [*before, events.deal_over(unclaimed), race_over(race_day.deal, ())]
    claims, pots, last = race_day.claims, race_day.pots, state.plays[-1]
    result = Result(race_day.deal, winner, claims, paid, unclaimed=pots, points=race_day.points, last=last)
    if is_last(setup, race_day):
        ended = Outcome.of(race_day.points)
        over = Over(race_day=race_day._replace(result=result))
        return over, [*happened, game_over(ended.scores, ended.winners)]
    dealer = left_of(race_day.dealer, len(race_day.points))
    following, news = open_deal(
        race_day._replace(deal=race_day.deal + 1, dealer=dealer, backs=(), claims=(), result=result)
    )
    return following, happened + news


# "The winner will be the player with the highest value of chips after an agreed length of time"


def end_time(state: State) -> State:
    """Note that the time is over, so that the deal in progress is the last one."""
    race_day = state.race_day
    if isinstance(state, Over):
        raise IllegalAction(core.SharedRefusal.GAME_OVER)
    if race_day.terms.minutes is None:
        raise IllegalAction(Refusal.NO_TIME_LIMIT)
    if race_day.time_is_up:
        raise IllegalAction(Refusal.TIME_IS_UP)
    return state._replace(race_day=race_day._replace(time_is_up=True))


def is_last(setup: Setup, race_day: RaceDay) -> bool:
    """Tell whether the game ends with this deal: all are played, time is up, or a seat cannot bet again."""
    is_short = min(race_day.points) < setup.stake
    return race_day.deal == race_day.terms.deals or race_day.time_is_up or is_short
