"""The rules of Jockey, from the top of the booklet to its end; `cards` and `bets` hold two of its headings.

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is drawn or made. Comments name the booklet's heading.
"""

from __future__ import annotations

from typing import Final

from engines.core import Chance, Event, IllegalAction, Seat, shuffled
from engines.jockey import bets, events
from engines.jockey.actions import Bet, Card, Keep, Play
from engines.jockey.cards import Places
from engines.jockey.edition import HAND, Setup
from engines.jockey.refusals import Refusal
from engines.jockey.state import Betting, Hand, Keeping, Last, LastPlay, Over, RaceDay, Racing, Result, State
from engines.parts.pack import without
from engines.parts.ranking import best
from engines.parts.tuples import replaced

RACES_A_ROUND: Final = 3
"""Play: three races are a round, for which every seat has a capital of its own."""

MAY_KEEP: Final = 2
"""Play: how many cards a seat may keep for the next race."""

DRAWN: Final = 2
"""Play: how many cards each seat gets when all have run out."""

HOME: Final = 2
"""Finish: how many horses have to be home for a race to be over."""


new_tuple = tuple.__new__
"""Makes a named tuple of its fields in half the time its class takes; for what every card makes anew."""


def round_of(race: int) -> int:
    """Return the round a race belongs to, both counted from 1 through the whole game."""
    return (race - 1) // RACES_A_ROUND + 1


def left_of(seat: Seat, seats: int) -> Seat:
    """Return the seat to the left."""
    return (seat + 1) % seats


def others(seats: tuple[Seat, ...], decided: Seat) -> tuple[Seat, ...]:
    """Return the seats that still have to decide."""
    left = [*seats]
    left.remove(decided)
    return tuple(left)


# Preparation


def open_race_day(setup: Setup, rounds: int, seats: int, chance: Chance) -> tuple[Betting, list[Event]]:
    """Draw the first dealer and prepare the first race."""
    dealer = chance.below(seats)
    race_day = RaceDay(rounds, 1, dealer, (0,) * seats, (0,) * seats, None)
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
    happened = [events.race_started(race_day.race, left_of(race_day.dealer, seats))]
    hands, top = [], 0
    for seat, own in enumerate(kept):
        count = HAND[seats] - len(own)
        new = in_order(setup, stock[top : top + count])
        top += count
        happened.append(events.dealt(seat, new))
        hands.append(in_order(setup, own + new) if own else new)
    return Betting(race_day, tuple(hands), tuple(stock[top:]), (None,) * seats, tuple(range(seats))), happened


def in_order(setup: Setup, cards: Hand | list[Card]) -> Hand:
    """Return cards sorted in the order of the edition: coloured cards first, then the neutral ones."""
    ordered = [*cards]
    ordered.sort(key=setup.order)
    return tuple(ordered)


# Play: placing the bets


def place_bet(setup: Setup, state: Betting, seat: Seat, bet: Bet) -> tuple[State, list[Event]]:
    """Note a bet in secret; the race is on when the last one is placed."""
    capital = state.race_day.capitals[seat]
    bets.check(bet, setup.horses, capital)
    lent = bets.loan(bet.total, capital)
    happened = [events.loan(seat, lent)] if lent else []
    happened.append(events.bet_placed(seat))
    placed = replaced(state.bets, seat, bet)
    if waiting := others(state.to_act, seat):
        return new_tuple(Betting, (state.race_day, state.hands, state.aside, placed, waiting)), happened
    return start(setup, state, tuple([each for each in placed if each is not None])), happened


def start(setup: Setup, state: Betting, placed: tuple[Bet, ...]) -> Racing:
    """Line the horses up; the seat to the left of the dealer begins."""
    seats = len(placed)
    return Racing(
        race_day=state.race_day,
        hands=state.hands,
        aside=state.aside,
        bets=placed,
        pile=(),
        places=(0,) * len(setup.horses),
        home=(),
        to_act=(left_of(state.race_day.dealer, seats),),
        last=None,
        drawn=((),) * seats,
    )


# Play: the cards


def horse_of(setup: Setup, places: Places, play: Play) -> int | None:
    """Return the horse a play is about, None if its card's position does not exist; raise IllegalAction.

    A horse has to be named where several share the position. Elsewhere it may be left out.
    """
    face = setup.faces[play.card]
    valid = face.horses(places)
    if play.horse is None and len(valid) < 2:
        return valid[0] if valid else None
    names = [setup.horses[horse] for horse in valid]
    if play.horse is None:
        raise IllegalAction(Refusal.HORSE_NEEDED, card=play.card, horses=names)
    if play.horse not in names:
        raise IllegalAction(Refusal.WRONG_HORSE, card=play.card, horse=play.horse, horses=names)
    return valid[names.index(play.horse)]


def play_card(setup: Setup, state: Racing, play: Play, chance: Chance) -> tuple[State, list[Event]]:
    """Lay a card on the pile, move its horse, and pass the turn to the left or end the race."""
    race_day, hands, aside, placed, pile, places, home, (seat,), _, drawn = state
    card, hand = play.card, [*hands[seat]]
    try:
        hand.remove(card)
    except ValueError:
        raise IllegalAction(Refusal.CARD_NOT_IN_HAND, card=card) from None
    face = setup.faces[card]
    horse = face.horse
    if horse is None or play.horse is not None:
        horse = horse_of(setup, places, play)
    hands = replaced(hands, seat, tuple(hand))
    happened = [events.played(seat, card)]

    # A card that cannot move anything is thrown away; a horse that is home is never moved again.
    last: Last = (seat, card, None, None, None)
    if horse is not None and (begin := places[horse]) <= setup.line:
        end = face.reach(places, horse, setup.line)
        if end != begin:
            name = setup.horses[horse]
            last = (seat, card, name, begin, end)
            places = replaced(places, horse, end)
            happened.append(events.moved(name, begin, end))
            if end > setup.line:
                home = (*home, name)
                happened.append(events.finished(name, len(home)))

    turn = ((seat + 1) % len(hands),)
    pile += (card,)
    following = new_tuple(Racing, (race_day, hands, aside, placed, pile, places, home, turn, last, drawn))
    if len(home) == HOME:
        return finish(setup, following, happened, chance)
    if not (hand or any(hands)):
        return draw(setup, following, happened)
    return following, happened


def draw(setup: Setup, state: Racing, before: list[Event]) -> tuple[Racing, list[Event]]:
    """Give each seat two cards when all have run out, the seat whose turn it is first.

    They come from the cards laid aside, then from the bottom of the played pile.
    """
    seats = len(state.hands)
    stock = state.aside + state.pile
    (turn,) = state.to_act
    order = [(turn + step) % seats for step in range(seats)]
    got = {seat: in_order(setup, stock[i * DRAWN : (i + 1) * DRAWN]) for i, seat in enumerate(order)}
    hands = tuple([got[seat] for seat in range(seats)])
    used = sum(len(cards) for cards in hands)
    from_pile = max(0, used - len(state.aside))
    drawn = state._replace(hands=hands, aside=state.aside[used:], pile=state.pile[from_pile:], drawn=hands)
    return drawn, before + [events.drawn(seat, got[seat]) for seat in order]


# Finish


def finish(setup: Setup, state: Racing, before: list[Event], chance: Chance) -> tuple[State, list[Event]]:
    """Turn the betting sheets over, settle with the bank, and go on to what comes next."""
    race_day, happened = settle(state)
    happened = before + happened
    if race_day.race == race_day.rounds * RACES_A_ROUND:
        happened.append(events.game_over(race_day.scores, best(race_day.scores)))
        return Over(race_day, state.hands, state.aside, state.pile), happened
    if any(state.hands):
        undecided = tuple([None if hand else () for hand in state.hands])
        waiting = tuple([seat for seat, hand in enumerate(state.hands) if hand])
        return Keeping(race_day, state.hands, state.aside, state.pile, undecided, waiting), happened
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
    happened.append(events.race_over(race_day.race, state.home))
    last = LastPlay(*state.last) if state.last else None
    result = Result(race_day.race, state.home, state.places, state.bets, nets, capitals, last)
    scores = credited(race_day, capitals)
    return RaceDay(race_day.rounds, race_day.race, race_day.dealer, capitals, scores, result), happened


def credited(race_day: RaceDay, capitals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores; after the last race of a round every seat is credited with its capital."""
    if race_day.race % RACES_A_ROUND:
        return race_day.scores
    return tuple([score + capital for score, capital in zip(race_day.scores, capitals, strict=True)])


def so_far(race_day: RaceDay) -> tuple[int, ...] | None:
    """Return the scores of a game that ends with the race finished last; None before the first is.

    A round that is under way counts with its capitals as they stand, and one that never began with those it would
    have begun with.
    """
    if race_day.result is None:
        return None
    race, capitals = race_day.result.race, race_day.result.capitals
    under_way = capitals if race % RACES_A_ROUND else (0,) * len(capitals)
    to_come = (race_day.rounds - round_of(race)) * bets.CAPITAL
    return tuple([score + own + to_come for score, own in zip(race_day.scores, under_way, strict=True)])


# Play: keeping up to two cards for the next race


def check_kept(hand: Hand, keep: Keep) -> None:
    """Raise IllegalAction unless `keep` names at most two cards that are in `hand`."""
    if len(keep.cards) > MAY_KEEP:
        raise IllegalAction(Refusal.TOO_MANY_KEPT, count=len(keep.cards), most=MAY_KEEP)
    left = list(hand)
    for card in keep.cards:
        if card not in left:
            raise IllegalAction(Refusal.CARD_NOT_IN_HAND, card=card)
        left.remove(card)


def keep_cards(
    setup: Setup, state: Keeping, seat: Seat, keep: Keep, chance: Chance
) -> tuple[State, list[Event]]:
    """Note what a seat keeps; the next race is prepared when all have decided."""
    check_kept(state.hands[seat], keep)
    happened = [events.kept(seat, len(keep.cards))]
    own = in_order(setup, list(keep.cards))
    kept = replaced(state.kept, seat, own)
    if waiting := others(state.to_act, seat):
        return Keeping(state.race_day, state.hands, state.aside, state.pile, kept, waiting), happened
    decided = tuple([cards for cards in kept if cards is not None])
    following, news = prepare_next(setup, state.race_day, decided, chance)
    return following, happened + news


def prepare_next(
    setup: Setup, race_day: RaceDay, kept: tuple[Hand, ...], chance: Chance
) -> tuple[Betting, list[Event]]:
    """Prepare the race after the one just finished; the dealer passes to the left."""
    rounds, race, dealer, capitals, scores, result = race_day
    following = RaceDay(rounds, race + 1, left_of(dealer, len(kept)), capitals, scores, result)
    return prepare(setup, following, kept, chance)
