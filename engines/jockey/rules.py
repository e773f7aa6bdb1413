"""The rules of Jockey in the order of the booklet; `cards` has its "Jockey Cards", `bets` its "Bets".

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is drawn or made. Headings are the booklet's.
"""

from __future__ import annotations

from typing import Final

from engines.core import (
    Chance,
    Event,
    IllegalAction,
    Outcome,
    Seat,
    game_over,
    race_over,
    race_started,
    shuffled,
)
from engines.jockey import bets, events
from engines.jockey.actions import Bet, Card, Keep, Play, Refusal
from engines.jockey.cards import Places
from engines.jockey.edition import HAND, Setup
from engines.jockey.state import Betting, Hand, Keeping, LastPlay, Over, RaceDay, Racing, Result, State
from engines.parts.pack import without
from engines.parts.tuples import left_of, removed, replaced

RACES_A_ROUND: Final = 3
"""Play: three races are a round, for which every seat has a capital of its own."""

DRAWN: Final = 2
"""Play: how many cards each seat gets when all have run out."""

MAY_KEEP: Final = 2
"""Play: how many cards a seat may keep for the next race."""

HOME: Final = 2
"""Finish: how many horses have to be home for a race to be over."""


def round_of(race: int) -> int:
    """Return the round a race belongs to, both counted from 1 through the whole game."""
    return (race - 1) // RACES_A_ROUND + 1


# Preparation


def open_race_day(setup: Setup, rounds: int, seats: int, chance: Chance) -> tuple[Betting, list[Event]]:
    """Draw the first dealer and prepare the first race."""
    zeros = (0,) * seats
    race_day = RaceDay(rounds, race=1, dealer=chance.below(seats), capitals=zeros, scores=zeros, result=None)
    return prepare(setup, race_day, ((),) * seats, chance)


def prepare(
    setup: Setup, race_day: RaceDay, kept: tuple[Hand, ...], chance: Chance
) -> tuple[Betting, list[Event]]:
    """Open the race `race_day` names: new capital if it opens a round, and cards for every seat.

    Cards kept from the race before are not shuffled in, and their owners are dealt that many fewer.
    """
    seats = len(kept)
    if race_day.race % RACES_A_ROUND == 1:
        race_day = race_day._replace(capitals=(bets.CAPITAL,) * seats)
    stock = shuffled(chance, without(setup.pack, [card for hand in kept for card in hand]))
    happened: list[Event] = [race_started(race_day.race, left_of(race_day.dealer, seats))]
    hands, top = [], 0
    for seat, own in enumerate(kept):
        count = HAND[seats] - len(own)
        new = in_order(setup, stock[top : top + count])
        top += count
        happened.append(events.dealt(seat, new))
        hands.append(in_order(setup, own + new) if own else new)
    state = Betting(race_day, tuple(hands), tuple(stock[top:]), (None,) * seats, tuple(range(seats)))
    return state, happened


def prepare_next(
    setup: Setup, race_day: RaceDay, kept: tuple[Hand, ...], chance: Chance
) -> tuple[Betting, list[Event]]:
    """Prepare the race after the one just finished; the dealer passes to the left."""
    dealer = left_of(race_day.dealer, len(kept))
    return prepare(setup, race_day._replace(race=race_day.race + 1, dealer=dealer), kept, chance)


def in_order(setup: Setup, cards: Hand | list[Card]) -> Hand:
    """Return cards sorted in the order of the edition: coloured cards first, then the neutral ones."""
    return tuple(sorted(cards, key=setup.order))


# Play: the bets


def place_bet(setup: Setup, state: Betting, seat: Seat, bet: Bet) -> tuple[State, list[Event]]:
    """Note a bet in secret; the race is on when the last one is placed."""
    capital = state.race_day.capitals[seat]
    bets.check(bet, setup.horses, capital)
    lent = bets.loan(bet.total, capital)
    happened: list[Event] = [events.loan(seat, lent)] if lent else []
    happened.append(events.bet_placed(seat))
    state = state._replace(bets=replaced(state.bets, seat, bet), to_act=removed(state.to_act, seat))
    return (state if state.to_act else start(setup, state)), happened


def start(setup: Setup, state: Betting) -> Racing:
    """Line the horses up; the seat to the left of the dealer begins."""
    seats, places = len(state.hands), (0,) * len(setup.horses)
    first = (left_of(state.race_day.dealer, seats),)
    return Racing(
        state.race_day,
        state.hands,
        state.aside,
        bets=tuple([bet for bet in state.bets if bet]),
        pile=(),
        places=places,
        home=(),
        to_act=first,
        last=None,
        drawn=((),) * seats,
    )


# Play: the cards


def play_card(setup: Setup, state: Racing, play: Play, chance: Chance) -> tuple[State, list[Event]]:
    """Lay a card on the pile, move its horse, and pass the turn to the left or end the race."""
    (seat,), card, places, home = state.to_act, play.card, state.places, state.home
    hand = hand_without(state.hands[seat], card)
    horse = horse_of(setup, places, play)
    happened: list[Event] = [events.played(seat, card)]
    # A card that cannot move a horse is thrown away; one that is home is never moved again.
    if (
        horse is None
        or (start := places[horse]) > setup.line
        or (end := setup.faces[card].reach(places, horse, setup.line)) == start
    ):
        last = LastPlay(seat, card, None, None, None)
    else:
        name = setup.horses[horse]
        places, last = replaced(places, horse, end), LastPlay(seat, card, name, start, end)
        happened.append(events.moved(name, start, end))
        if end > setup.line:
            home = (*home, name)
            happened.append(events.finished(name, len(home)))
    following = Racing.__new__(  # with names twice as fast as the class itself
        Racing,
        race_day=state.race_day,
        hands=replaced(state.hands, seat, hand),
        aside=state.aside,
        bets=state.bets,
        pile=(*state.pile, card),
        places=places,
        home=home,
        to_act=((seat + 1) % len(state.hands),),
        last=last,
        drawn=state.drawn,
        recent=(*state.recent, last)[-len(state.hands) :],
    )
    if len(home) == HOME:
        return finish(setup, following, happened, chance)
    if hand or any(following.hands):
        return following, happened
    return draw(setup, following, happened)


def hand_without(hand: Hand, card: Card) -> Hand:
    """Return a hand without one copy of a card; raise IllegalAction if it is not in it."""
    left = [*hand]
    try:
        left.remove(card)
    except ValueError:
        raise IllegalAction(Refusal.CARD_NOT_IN_HAND, card=card) from None
    return tuple(left)


def horse_of(setup: Setup, places: Places, play: Play) -> int | None:
    """Return the horse a play is about, None if its card's position does not exist; raise IllegalAction.

    A horse has to be named where several share the position. Elsewhere it may be left out.
    """
    face = setup.faces[play.card]
    if play.horse is None and face.horse is not None:
        return face.horse
    valid = face.horses(places)
    if play.horse is None and len(valid) < 2:
        return valid[0] if valid else None
    names = [setup.horses[horse] for horse in valid]
    if play.horse is None:
        raise IllegalAction(Refusal.HORSE_NEEDED, card=play.card, horses=names)
    if play.horse not in names:
        raise IllegalAction(Refusal.WRONG_HORSE, card=play.card, horse=play.horse, horses=names)
    return valid[names.index(play.horse)]


def draw(setup: Setup, state: Racing, before: list[Event]) -> tuple[Racing, list[Event]]:
    """Give each seat two cards when all have run out, the seat whose turn it is first.

    They come from the cards laid aside, then from the bottom of the played pile.
    """
    seats, stock = len(state.hands), state.aside + state.pile
    (turn,) = state.to_act
    order = [(turn + step) % seats for step in range(seats)]
    got = {seat: in_order(setup, stock[i * DRAWN : (i + 1) * DRAWN]) for i, seat in enumerate(order)}
    hands = tuple([got[seat] for seat in range(seats)])
    used = sum(len(cards) for cards in hands)
    from_pile = max(0, used - len(state.aside))
    drawn = state._replace(hands=hands, aside=state.aside[used:], pile=state.pile[from_pile:], drawn=hands)
    return drawn, before + [events.drawn(seat, got[seat]) for seat in order]


# Play: keeping up to two cards for the next race


def keep_cards(
    setup: Setup, state: Keeping, seat: Seat, keep: Keep, chance: Chance
) -> tuple[State, list[Event]]:
    """Note what a seat keeps; the next race is prepared when all have decided."""
    check_kept(state.hands[seat], keep)
    happened: list[Event] = [events.kept(seat, len(keep.cards))]
    own = in_order(setup, list(keep.cards))
    state = state._replace(kept=replaced(state.kept, seat, own), to_act=removed(state.to_act, seat))
    if state.to_act:
        return state, happened
    kept = tuple([cards for cards in state.kept if cards is not None])
    following, news = prepare_next(setup, state.race_day, kept, chance)
    return following, happened + news


def check_kept(hand: Hand, keep: Keep) -> None:
    """Raise IllegalAction unless `keep` names at most two cards that are in `hand`."""
    if len(keep.cards) > MAY_KEEP:
        raise IllegalAction(Refusal.TOO_MANY_KEPT, count=len(keep.cards), most=MAY_KEEP)
    for card in keep.cards:
        hand = hand_without(hand, card)


# Finish


def finish(setup: Setup, state: Racing, before: list[Event], chance: Chance) -> tuple[State, list[Event]]:
    """Turn the betting sheets over, settle with the bank, and go on to what comes next."""
    race_day, news = settle(state)
    happened = before + news
    if race_day.race == race_day.rounds * RACES_A_ROUND:
        ended = Outcome.of(race_day.scores)
        happened.append(game_over(ended.scores, ended.winners))
        return Over(race_day, state.hands, state.aside, state.pile), happened
    if any(state.hands):
        kept = tuple([None if hand else () for hand in state.hands])
        waiting = tuple([seat for seat, hand in enumerate(state.hands) if hand])
        return Keeping(race_day, state.hands, state.aside, state.pile, kept, waiting), happened
    following, news = prepare_next(setup, race_day, state.hands, chance)
    return following, happened + news


def settle(state: Racing) -> tuple[RaceDay, list[Event]]:
    """Pay and collect what the bets brought; debts stay as capitals below zero."""
    race_day = state.race_day
    nets = tuple([bets.net(bet, state.home) for bet in state.bets])
    capitals = tuple([capital + net for capital, net in zip(race_day.capitals, nets, strict=True)])
    happened: list[Event] = []
    for seat, bet in enumerate(state.bets):
        happened += [events.bet_shown(seat, bet), events.settled(seat, nets[seat], capitals[seat])]
    happened.append(race_over(race_day.race, state.home))
    result = Result(race_day.race, state.home, state.places, state.bets, nets, capitals, state.last)
    scores = race_day.scores
    # After the last race of a round every seat is credited with its capital.
    if race_day.race % RACES_A_ROUND == 0:
        scores = tuple([score + capital for score, capital in zip(scores, capitals, strict=True)])
    return race_day._replace(capitals=capitals, scores=scores, result=result), happened


def so_far(race_day: RaceDay, result: Result) -> tuple[int, ...]:
    """Return the scores of a game that ends with the race finished last.

    A round that is under way counts with its capitals as they stand, and one that never began with those it would
    have begun with.
    """
    race, capitals = result.race, result.capitals
    under_way = capitals if race % RACES_A_ROUND else (0,) * len(capitals)
    to_come = (race_day.rounds - round_of(race)) * bets.CAPITAL
    return tuple([score + own + to_come for score, own in zip(race_day.scores, under_way, strict=True)])
