"""What one seat, or everyone, may know of a game of Newmarket; built field by field, so it fails closed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engines.core import Seat, Strict
from engines.newmarket.actions import Card
from engines.newmarket.edition import Setup
from engines.newmarket.play import leadable, leads
from engines.newmarket.state import (
    Backing,
    Bidding,
    Choosing,
    Claim,
    Offering,
    Over,
    Played,
    Playing,
    Result,
    State,
)


class Phase(StrEnum):
    """What is going on."""

    BACKING = "backing"
    CHOOSING = "choosing"
    OFFERING = "offering"
    BIDDING = "bidding"
    LEADING = "leading"
    CALLING = "calling"
    OVER = "over"


PHASES = {Backing: Phase.BACKING, Choosing: Phase.CHOOSING, Offering: Phase.OFFERING, Bidding: Phase.BIDDING}


def phase_of(state: State) -> Phase:
    """Return what is going on in a state."""
    if isinstance(state, Playing):
        return Phase.LEADING if state.wanted is None else Phase.CALLING
    return Phase.OVER if isinstance(state, Over) else PHASES[type(state)]


@dataclass(frozen=True, slots=True)
class Shown(Strict):
    """A card and who played it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Claimed(Strict):
    """Points taken off a racehorse."""

    seat: Seat
    horse: Card
    points: int


@dataclass(frozen=True, slots=True)
class Dealt(Strict):
    """A finished deal."""

    deal: int
    out: Seat | None
    """Who played a last card; None if the deal ended because nobody could lead."""
    claims: tuple[Claimed, ...]
    paid: tuple[int, ...]
    """By seat: what it paid to who was out."""
    unclaimed: tuple[int, ...]
    """By horse: what stays on it."""
    points: tuple[int, ...]
    """By seat, after the payments."""
    last: Shown
    """The card that was played last."""


@dataclass(frozen=True, slots=True)
class Own(Strict):
    """What only the seat itself may know."""

    hand: tuple[Card, ...]
    """The cards in hand, by colour and number."""
    horse: Card | None
    """The racehorse it has backed; None before it has."""
    discarded: tuple[Card, ...]
    """The hand it laid down for the spare one in this deal."""
    leads: tuple[Card, ...]
    """The cards it may lead now; none if it is not its lead."""


@dataclass(frozen=True, slots=True)
class View(Strict):
    """All that `seat` may know; `seat` None is everyone.

    Tuples by seat have one entry per seat, tuples by horse one per racehorse in the order of `racehorses`.
    """

    seats: int
    seat: Seat | None
    phase: Phase
    deal: int
    """From 1."""
    deals: int
    """How many there are at most."""
    minutes: int | None
    time_is_up: bool
    """Whether this deal is the last because the agreed minutes are over."""
    calling: Literal["auto", "manual"]
    window: int
    """Seconds to call a card."""
    colours: tuple[str, ...]
    """The first two are a pair against the other two."""
    racehorses: tuple[Card, ...]
    stake: int
    points: tuple[int, ...]
    """By seat."""
    pots: tuple[int, ...]
    """By horse: the points on it."""
    has_backed: tuple[bool, ...]
    """By seat: whether its stake for this deal is placed."""
    backed: tuple[Card | None, ...]
    """By seat: the horse, once all have backed one."""
    to_act: tuple[Seat, ...]
    """The seats that have to decide, as far as the seat may know; where players call a card, all of them.

    The holder of a card that the table is about to play is told to nobody else.
    """
    dealer: Seat
    hand_counts: tuple[int, ...]
    """By seat: cards in hand."""
    down_count: int
    """Cards in the hand nobody plays with: the spare one until it is taken."""
    discarder: Seat | None
    """Who plays with the spare hand and has laid down the own one: the dealer or a buyer."""
    best: int
    """The highest bid, while the spare hand is auctioned; 0: none."""
    bidders: tuple[Seat, ...]
    """Who has not passed, the next to bid first; the highest bidder is the last of them."""
    plays: tuple[Shown, ...]
    """Every card played in this deal, in order."""
    wanted: Card | None
    """The card that is called for, whoever has it."""
    claims: tuple[Claimed, ...]
    """In this deal."""
    may_lead: tuple[str, ...]
    """While a sequence is to be led: the colours it may be in."""
    result: Dealt | None
    """The last finished deal."""
    own: Own | None
    """None for everyone."""


def view(setup: Setup, state: State, seat: Seat | None) -> View:
    """Return what `seat` may know of `state`; None: everyone."""
    race_day, phase = state.race_day, phase_of(state)
    terms, seats = race_day.terms, len(state.race_day.points)
    hands = (0,) * seats if isinstance(state, Backing | Over) else state.hands
    playing = state if isinstance(state, Playing) else None
    leading = playing if phase is Phase.LEADING else None
    bidding = state if isinstance(state, Bidding) else None
    result = race_day.result
    return View(
        seats=seats,
        seat=seat,
        phase=phase,
        deal=race_day.deal,
        deals=terms.deals,
        minutes=terms.minutes,
        time_is_up=race_day.time_is_up,
        calling="manual" if terms.manual else "auto",
        window=terms.window,
        colours=setup.colours,
        racehorses=setup.racehorses,
        stake=setup.stake,
        points=race_day.points,
        pots=race_day.pots,
        has_backed=tuple([horse is not None for horse in state.backed])
        if isinstance(state, Backing)
        else (True,) * seats,
        backed=tuple([setup.racehorses[horse] for horse in race_day.backs]) or (None,) * seats,
        to_act=tuple([each for each in state.to_act if each == seat])
        if phase is Phase.CALLING and not terms.manual
        else state.to_act,
        dealer=race_day.dealer,
        hand_counts=tuple([hand.bit_count() for hand in hands]),
        down_count=down(state).bit_count(),
        discarder=playing.discarder if playing else None,
        best=bidding.best if bidding else 0,
        bidders=bidding.bidders if bidding else (),
        plays=tuple([shown(setup, play) for play in playing.plays]) if playing else (),
        wanted=setup.cards[playing.wanted] if playing and playing.wanted is not None else None,
        claims=claims(setup, race_day.claims),
        may_lead=setup.colours_in(leadable(setup, leading.plays)) if leading else (),
        result=None if result is None else dealt(setup, result),
        own=None if seat is None else own(setup, state, seat),
    )


def down(state: State) -> int:
    """Return the hand that lies face down."""
    if isinstance(state, Backing | Over):
        return 0
    return state.down if isinstance(state, Playing) else state.spare


def own(setup: Setup, state: State, seat: Seat) -> Own:
    """Return what only `seat` may know."""
    playing = state if isinstance(state, Playing) else None
    horse = state.backed[seat] if isinstance(state, Backing) else state.race_day.backs[seat]
    leading = playing and playing.wanted is None and playing.to_act == (seat,)
    return Own(
        hand=() if isinstance(state, Backing | Over) else setup.named(state.hands[seat]),
        horse=None if horse is None else setup.racehorses[horse],
        discarded=setup.named(playing.down) if playing and playing.discarder == seat else (),
        leads=tuple([setup.cards[card] for card in leads(setup, playing)]) if playing and leading else (),
    )


def claims(setup: Setup, made: tuple[Claim, ...]) -> tuple[Claimed, ...]:
    """Return claims with the racehorses' names."""
    return tuple([Claimed(each.seat, setup.racehorses[each.horse], each.points) for each in made])


def shown(setup: Setup, play: Played) -> Shown:
    """Return a card by its name, and who played it."""
    return Shown(play.seat, setup.cards[play.card])


def dealt(setup: Setup, result: Result) -> Dealt:
    """Return a finished deal with the names of racehorses and card."""
    return Dealt(
        result.deal,
        result.out,
        claims(setup, result.claims),
        result.paid,
        result.unclaimed,
        result.points,
        shown(setup, result.last),
    )
