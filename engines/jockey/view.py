"""What a seat, or everyone, may know of Jockey, built field by field, so it fails closed; and a state that looks so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engines.core import Chance, Seat, Strict, phase_name, shuffled
from engines.jockey.actions import Bet, Card, Horse
from engines.jockey.bets import described, loan
from engines.jockey.edition import Setup
from engines.jockey.rules import RACES_A_ROUND, in_order, round_of
from engines.jockey.state import Betting, Hand, Keeping, LastPlay, Over, RaceDay, Racing, Result, State
from engines.parts.imagining import decided
from engines.parts.pack import without
from engines.parts.ranking import ranking
from engines.parts.tuples import left_of


class Phase(StrEnum):
    """What is going on."""

    BETTING = "betting"
    RACING = "racing"
    KEEPING = "keeping"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Own(Strict):
    """What only the seat itself may know."""

    hand: tuple[Card, ...]
    """The cards in hand, in the order of the edition."""
    bet: Bet | None
    """The bet of the race that is being prepared or run; None before it is placed and after the race."""
    loan: int
    """What the bank lends for that bet."""
    drawn: tuple[Card, ...]
    """The cards drawn when all seats had run out last in this race, played since or not."""
    kept: tuple[Card, ...] | None
    """The cards kept for the next race; None outside the keeping phase and while undecided."""


@dataclass(frozen=True, slots=True)
class View(Strict):
    """All that `seat` may know; `seat` None is everyone.

    Tuples by seat have one entry per seat, tuples by horse one per horse in the order of `horses`. Money is
    in bills. In the phases keeping and over, horses, pile and last play are those of the race just finished.
    """

    seats: int
    seat: Seat | None
    phase: Phase
    race: int
    """The race that is prepared, run or just finished, from 1 through the whole game."""
    races: int
    """How many races the whole game has."""
    round: int
    rounds: int
    horses: tuple[Horse, ...]
    squares: int
    """The length of the track: a horse above this square is home."""
    places: tuple[int, ...]
    """By horse: its square, 0 at the start."""
    positions: tuple[int, ...]
    """By horse: its position in the race, 1 the best; horses on one square share the better number."""
    home: tuple[Horse, ...]
    """The horses over the line, in the order of finish."""
    to_act: tuple[Seat, ...]
    dealer: Seat
    first: Seat
    """The seat that plays the first card of the race."""
    last: LastPlay | None
    """The card played last in this race."""
    recent: tuple[LastPlay, ...]
    """The last plays, oldest first, one a seat; none once the race is over."""
    pile: tuple[Card, ...]
    """The played cards, oldest first."""
    hand_counts: tuple[int, ...]
    """By seat: cards in hand."""
    aside_count: int
    """Cards laid aside, that nobody has seen."""
    capitals: tuple[int, ...]
    """By seat; below zero is a debt."""
    scores: tuple[int, ...]
    """By seat: capitals at the ends of the finished rounds, added up."""
    has_bet: tuple[bool, ...]
    """By seat: whether its bet for this race is placed."""
    kept_counts: tuple[int | None, ...]
    """By seat, while keeping: how many cards it keeps, None while undecided; else None for all."""
    result: Result | None
    """The last finished race: its order, every bet opened, and what each brought."""
    own: Own | None
    """None for everyone."""


def view(setup: Setup, state: State, seat: Seat | None) -> View:
    """Return what `seat` may know of `state`; None: everyone."""
    race_day, seats = state.race_day, len(state.hands)
    race = state if isinstance(state, Racing) else None
    over = None if isinstance(state, Betting | Racing) else race_day.result
    places = race.places if race else over.places if over else (0,) * len(setup.horses)
    home = race.home if race else over.order if over else ()
    last = race.last if race else over.last if over else None
    return View(
        seats=seats,
        seat=seat,
        phase=Phase(phase_name(type(state))),
        race=race_day.race,
        races=race_day.rounds * RACES_A_ROUND,
        round=round_of(race_day.race),
        rounds=race_day.rounds,
        horses=setup.horses,
        squares=setup.line,
        places=places,
        positions=positions(setup, places, home),
        home=home,
        to_act=state.to_act,
        dealer=race_day.dealer,
        first=left_of(race_day.dealer, seats),
        last=last,
        recent=race.recent if race else (),
        pile=() if isinstance(state, Betting) else state.pile,
        hand_counts=tuple([len(hand) for hand in state.hands]),
        aside_count=len(state.aside),
        capitals=race_day.capitals,
        scores=race_day.scores,
        has_bet=tuple([bet is not None for bet in state.bets])
        if isinstance(state, Betting | Racing)
        else (False,) * seats,
        kept_counts=tuple([None if cards is None else len(cards) for cards in state.kept])
        if isinstance(state, Keeping)
        else (None,) * seats,
        result=race_day.result,
        own=None if seat is None else own(state, seat),
    )


def own(state: State, seat: Seat) -> Own:
    """Return what only `seat` may know."""
    bet = state.bets[seat] if isinstance(state, Betting | Racing) else None
    return Own(
        hand=state.hands[seat],
        bet=bet,
        loan=loan(bet.total, state.race_day.capitals[seat]) if bet else 0,
        drawn=state.drawn[seat] if isinstance(state, Racing) else (),
        kept=state.kept[seat] if isinstance(state, Keeping) else None,
    )


def positions(setup: Setup, places: tuple[int, ...], home: tuple[Horse, ...]) -> tuple[int, ...]:
    """Return the position of each horse; who is home stays in front of all that came later."""
    finish = {horse: len(home) - rank for rank, horse in enumerate(home)}
    beyond = max(places)
    return ranking(
        [
            beyond + finish[horse] if horse in finish else square
            for horse, square in zip(setup.horses, places, strict=True)
        ]
    )


def imagine(setup: Setup, view: View, chance: Chance) -> State:
    """Return a state that looks like `view` to its seat: the cards nobody has shown are dealt, bets unknown drawn."""
    own = view.own
    known = own.hand if own else ()
    unseen = shuffled(chance, without(setup.pack, view.pile + known))
    hands = [
        known if seat == view.seat else in_order(setup, [unseen.pop() for _ in range(count)])
        for seat, count in enumerate(view.hand_counts)
    ]

    def any_bet(seat: Seat) -> Bet:
        return described(setup.horses, view.capitals[seat]).sample(chance)

    def any_kept(seat: Seat) -> Hand:
        return in_order(setup, shuffled(chance, hands[seat])[: view.kept_counts[seat]])

    has_kept = [count is not None for count in view.kept_counts]
    bets: tuple[Bet | None, ...] = decided(view.has_bet, {view.seat: own.bet} if own else {}, any_bet)
    kept = decided(has_kept, {view.seat: own.kept} if own else {}, any_kept)
    drawn = tuple([own.drawn if own and seat == view.seat else () for seat in range(view.seats)])
    race_day = RaceDay(view.rounds, view.race, view.dealer, view.capitals, view.scores, view.result)
    held, aside = tuple(hands), tuple(unseen)
    match view.phase:
        case Phase.BETTING:
            return Betting(race_day, held, aside, bets, view.to_act)
        case Phase.RACING:
            placed, turn = tuple([bet for bet in bets if bet]), (view.to_act[0],)
            return Racing(
                race_day,
                held,
                aside,
                placed,
                view.pile,
                view.places,
                view.home,
                turn,
                view.last,
                drawn,
                view.recent,
            )
        case Phase.KEEPING:
            return Keeping(race_day, held, aside, view.pile, kept, view.to_act)
        case Phase.OVER:
            return Over(race_day, held, aside, view.pile)
