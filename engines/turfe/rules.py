"""The rules of Turfe in the order of the booklet; `bets` has its "Apostas", `course` its "Regras gerais da corrida".

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
from engines.parts.tuples import left_of, removed, replaced
from engines.turfe import bets, events
from engines.turfe.actions import Bet, Card, Play, Refusal
from engines.turfe.course import Cells
from engines.turfe.edition import HAND, Setup
from engines.turfe.state import Betting, Hand, Laid, LastPlay, Over, RaceDay, Racing, Result, State

HOME: Final = 2
"""Final da corrida: how many horses have to be home for a race to be over."""


# Início do jogo, distribuição das cartas


def open_race_day(setup: Setup, races: int, seats: int, chance: Chance) -> tuple[Betting, list[Event]]:
    """Draw the first banker and prepare the first race."""
    banker = chance.below(seats)
    race_day = RaceDay(races, race=1, banker=banker, money=(bets.MONEY,) * seats, pot=0, result=None)
    return prepare(setup, race_day, chance)


def prepare(setup: Setup, race_day: RaceDay, chance: Chance) -> tuple[Betting, list[Event]]:
    """Open the race `race_day` names: all cards are shuffled and dealt out."""
    seats = len(race_day.money)
    stock = shuffled(chance, setup.packs[seats])
    happened: list[Event] = [race_started(race_day.race, race_day.banker)]
    hands = []
    for seat in range(seats):
        hand = in_order(setup, stock[seat * HAND[seats] : (seat + 1) * HAND[seats]])
        happened.append(events.dealt(seat, hand))
        hands.append(hand)
    # Bancarrota: a seat without money cannot bet, but plays its cards.
    betting = tuple([seat for seat, money in enumerate(race_day.money) if not bets.is_broke(money)])
    return Betting(race_day, hands=tuple(hands), bets=(None,) * seats, to_act=betting), happened


def in_order(setup: Setup, cards: list[Card]) -> Hand:
    """Return cards sorted in the order of the edition: coloured cards first, then those for any horse."""
    return tuple(sorted(cards, key=setup.rank.__getitem__))


# Apostas


def place_bet(setup: Setup, state: Betting, seat: Seat, bet: Bet) -> tuple[State, list[Event]]:
    """Note a bet in secret and lay its card aside; with the last one all stakes are shown and the race is on."""
    hand = state.hands[seat]
    bet = bets.checked(setup, hand, state.race_day.money[seat], bet)
    if bet.card is not None:
        hand = removed(hand, bet.card)
    state = state._replace(
        hands=replaced(state.hands, seat, hand),
        bets=replaced(state.bets, seat, bet),
        to_act=removed(state.to_act, seat),
    )
    if state.to_act:
        return state, []
    shown: list[Event] = [
        events.bet_placed(other, each) for other, each in enumerate(state.bets) if each is not None
    ]
    return start(setup, state), shown


def start(setup: Setup, state: Betting) -> Racing:
    """Line the horses up; the banker begins."""
    return Racing(
        state.race_day,
        state.hands,
        state.asides,
        state.bets,
        pile=(),
        stock=(),
        flipped=None,
        cells=setup.course.starts,
        home=(),
        to_act=(state.race_day.banker,),
        last=None,
    )


# A corrida


def play_card(setup: Setup, state: Racing, play: Play, chance: Chance) -> tuple[State, list[Event]]:
    """Play a card, move its horse, and pass the turn to the left or end the race."""
    (seat,), card, name = state.to_act, play.card, play.horse
    hands, asides, pile, cells, home = state.hands, state.asides, state.pile, state.cells, state.home
    horse, end = check_play(setup, state, play)
    # The card laid aside is turned over and stays with the seat; any other goes on the pile.
    if play.aside:
        asides = replaced(asides, seat, None)
    else:
        pile = (*pile, Laid(seat, card))
        if state.flipped is None:
            hands = replaced(hands, seat, removed(hands[seat], card))
    happened: list[Event] = [events.played(seat, card, play.aside)]
    if end is None:
        last = LastPlay(seat, card, play.aside, None, None, None)
    else:
        spots = setup.course.spots
        last = LastPlay(seat, card, play.aside, name, spots[cells[horse]], spots[end])
        happened.append(events.moved(name, spots[cells[horse]], spots[end]))
        cells = replaced(cells, horse, end)
        if setup.course.is_home(end):
            home = (*home, name)
            happened.append(events.finished(name, len(home)))
    following = Racing.__new__(  # with names twice as fast as the class itself
        Racing,
        race_day=state.race_day,
        hands=hands,
        asides=asides,
        bets=state.bets,
        pile=pile,
        stock=state.stock,
        flipped=None,
        cells=cells,
        home=home,
        to_act=((seat + 1) % len(hands),),
        last=last,
        recent=(*state.recent, last)[-len(hands) :],
    )
    if len(home) == HOME:
        return finish(setup, following, happened, chance)
    if any(hands) or asides != (None,) * len(asides):
        return following, happened
    return flip(following, state.flipped is None, happened, chance)


def held_by(state: Racing) -> tuple[Hand, Hand]:
    """Return what the seat whose turn it is can play: from its hand (or the flipped card), and laid aside."""
    if state.flipped is not None:
        return (state.flipped,), ()
    (seat,) = state.to_act
    aside = state.asides[seat]
    return state.hands[seat], () if aside is None else (aside,)


def valid_for(setup: Setup, state: Racing, card: Card) -> tuple[int, ...]:
    """Return the horses a card can be played for: the one of its colour, or any that runs."""
    horse = setup.faces[card].horse
    if horse is not None:
        return (horse,)
    return tuple([number for number, name in enumerate(setup.horses) if name not in state.home])


def ends_of(setup: Setup, state: Racing, card: Card, horse: int) -> Cells:
    """Return where a card can bring a horse, none if it stays; the card of a horse that is home is spent."""
    if state.home and setup.horses[horse] in state.home:
        return ()
    return setup.course.ends(state.cells, horse, setup.faces[card].steps)


def check_play(setup: Setup, state: Racing, play: Play) -> tuple[int, int | None]:
    """Return the horse of a play and the cell it goes to, None if it does not move; raise IllegalAction."""
    hand, aside = held_by(state)
    if play.card not in (aside if play.aside else hand):
        if state.flipped is not None and not play.aside:
            raise IllegalAction(Refusal.NOT_THE_FLIPPED_CARD, card=play.card, flipped=state.flipped)
        raise IllegalAction(
            Refusal.NOT_LAID_ASIDE if play.aside else Refusal.CARD_NOT_IN_HAND, card=play.card
        )
    valid = valid_for(setup, state, play.card)
    horse = setup.numbers.get(play.horse)
    if horse is None or horse not in valid:
        names = [setup.horses[number] for number in valid]
        raise IllegalAction(Refusal.WRONG_HORSE, card=play.card, horse=play.horse, horses=names)

    # Regras gerais da corrida: the full number, or as far as it can.
    ends, to = ends_of(setup, state, play.card, horse), play.to
    end = None if to is None else setup.course.cell(to)
    if end in ends or (to is None and not ends):
        return horse, end
    raise IllegalAction(
        Refusal.CANNOT_GO_THERE,
        card=play.card,
        horse=play.horse,
        to=None if to is None else [to.lane, to.space],
        ends=[[spot.lane, spot.space] for spot in map(setup.course.spots.__getitem__, ends)],
    )


# Final da corrida: all cards have run out


def flip(state: Racing, has_run_out: bool, before: list[Event], chance: Chance) -> tuple[Racing, list[Event]]:
    """Turn the next card over for the seat whose turn it is; the banker begins when the hands have run out.

    The pile is shuffled whenever there is no card to turn over. Cards laid aside stay out of it.
    """
    turn = (state.race_day.banker,) if has_run_out else state.to_act
    stock, pile = state.stock, state.pile
    if not stock:
        stock, pile = tuple(shuffled(chance, [laid.card for laid in pile])), ()
    card, *rest = stock
    following = state._replace(pile=pile, stock=tuple(rest), flipped=card, to_act=turn)
    return following, [*before, events.flipped(turn[0], card)]


# Final da corrida: the bets


def finish(setup: Setup, state: Racing, before: list[Event], chance: Chance) -> tuple[State, list[Event]]:
    """Pay the winners, put what is lost into the pot, and go on to the next race unless the game is over."""
    race_day, news = settle(setup, state)
    happened = before + news
    if race_day.race == race_day.races or all(map(bets.is_broke, race_day.money)):
        # Vencedor do jogo: who has most money.
        ended = Outcome.of(race_day.money)
        happened.append(game_over(ended.scores, ended.winners))
        return Over(race_day), happened
    banker = left_of(race_day.banker, len(race_day.money))
    opened, news = prepare(setup, race_day._replace(race=race_day.race + 1, banker=banker), chance)
    return opened, happened + news


def settle(setup: Setup, state: Racing) -> tuple[RaceDay, list[Event]]:
    """Settle all bets seat by seat."""
    race_day = state.race_day
    nets, jackpots, pot = bets.settlement(state.bets, state.home, race_day.pot)
    money = tuple([had + net for had, net in zip(race_day.money, nets, strict=True)])
    happened: list[Event] = []
    for seat, bet in enumerate(state.bets):
        if bet is None:
            continue
        happened += [events.bet_shown(seat, bet.horse), events.settled(seat, nets[seat], money[seat])]
        if (share := jackpots[seat]) is not None:
            happened.append(events.jackpot_paid(seat, share))
    happened += [events.pot(pot), race_over(race_day.race, state.home)]
    result = Result(
        race=race_day.race,
        order=state.home,
        places=tuple([setup.course.spots[cell] for cell in state.cells]),
        bets=tuple([bet and Bet(bet.kind, bet.horse, bet.stake) for bet in state.bets]),
        nets=nets,
        jackpots=jackpots,
        money=money,
        pot=pot,
        last=state.last,
    )
    return race_day._replace(money=money, pot=pot, result=result), happened
