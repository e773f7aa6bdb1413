"""The rules of Turfe, from the top of the booklet to its end; `bets` and `course` hold two of its headings.

Every function takes a state and returns the next one with the events; guards raise IllegalAction before
anything is drawn or made. Comments name the booklet's heading.
"""

from __future__ import annotations

from typing import Final

from engines.core import Chance, Event, IllegalAction, Seat, shuffled
from engines.parts.ranking import best
from engines.parts.tuples import replaced
from engines.turfe import bets, events
from engines.turfe.actions import Bet, Card, Play
from engines.turfe.course import Cells
from engines.turfe.edition import HAND, Setup
from engines.turfe.refusals import Refusal
from engines.turfe.state import Betting, Hand, Laid, LastPlay, Over, RaceDay, Racing, Result, State

HOME: Final = 2
"""Final da corrida: how many horses have to be home for a race to be over."""

new_tuple = tuple.__new__
"""Makes a named tuple of its fields in half the time its class takes; for what every card makes anew."""


def left_of(seat: Seat, seats: int) -> Seat:
    """Return the seat to the left."""
    return (seat + 1) % seats


# Início do jogo, distribuição das cartas


def open_race_day(setup: Setup, races: int, seats: int, chance: Chance) -> tuple[Betting, list[Event]]:
    """Draw the first banker and prepare the first race."""
    banker = chance.below(seats)
    return prepare(setup, RaceDay(races, 1, banker, (bets.MONEY,) * seats, 0, None), chance)


def prepare(setup: Setup, race_day: RaceDay, chance: Chance) -> tuple[Betting, list[Event]]:
    """Open the race `race_day` names: all cards are shuffled and dealt out."""
    seats = len(race_day.money)
    stock = shuffled(chance, setup.packs[seats])
    happened = [events.race_started(race_day.race, race_day.banker)]
    hands = []
    for seat in range(seats):
        hand = in_order(setup, stock[seat * HAND[seats] : (seat + 1) * HAND[seats]])
        happened.append(events.dealt(seat, hand))
        hands.append(hand)
    # Bancarrota: a seat without money cannot bet, but plays its cards.
    betting = tuple([seat for seat, money in enumerate(race_day.money) if not bets.is_broke(money)])
    return Betting(race_day, tuple(hands), (None,) * seats, betting), happened


def in_order(setup: Setup, cards: list[Card]) -> Hand:
    """Return cards sorted in the order of the edition: coloured cards first, then those for any horse."""
    return tuple(sorted(cards, key=setup.rank.__getitem__))


def taken(hand: Hand, card: Card) -> Hand:
    """Return a hand without one copy of a card that is in it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


# Apostas


def place_bet(setup: Setup, state: Betting, seat: Seat, bet: Bet) -> tuple[State, list[Event]]:
    """Note a bet in secret and lay its card aside; with the last one all stakes are shown and the race is on."""
    race_day, hands, placed, to_act = state
    bet = bets.checked(setup, hands[seat], race_day.money[seat], bet)
    placed = replaced(placed, seat, bet)
    if bet.card is not None:
        hands = replaced(hands, seat, taken(hands[seat], bet.card))
    waiting = tuple([other for other in to_act if other != seat])
    following = Betting(race_day, hands, placed, waiting)
    if waiting:
        return following, []
    shown = [events.bet_placed(other, each) for other, each in enumerate(placed) if each is not None]
    return start(setup, following), shown


def start(setup: Setup, state: Betting) -> Racing:
    """Line the horses up; the banker begins."""
    return Racing(
        race_day=state.race_day,
        hands=state.hands,
        asides=state.asides,
        bets=state.bets,
        pile=(),
        stock=(),
        flipped=None,
        cells=setup.course.starts,
        home=(),
        to_act=(state.race_day.banker,),
        last=None,
    )


# A corrida


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


def check_held(state: Racing, play: Play) -> None:
    """Raise IllegalAction unless the seat whose turn it is has the card of `play`, where it says."""
    hand, aside = held_by(state)
    if play.card in (aside if play.aside else hand):
        return
    if state.flipped is not None and not play.aside:
        raise IllegalAction(Refusal.NOT_THE_FLIPPED_CARD, card=play.card, flipped=state.flipped)
    raise IllegalAction(Refusal.NOT_LAID_ASIDE if play.aside else Refusal.CARD_NOT_IN_HAND, card=play.card)


def check_play(setup: Setup, state: Racing, play: Play) -> tuple[int, int | None]:
    """Return the horse of a play and the cell it goes to, None if it does not move; raise IllegalAction."""
    check_held(state, play)
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
        ends=[[place.lane, place.space] for place in map(setup.course.places.__getitem__, ends)],
    )


def play_card(setup: Setup, state: Racing, play: Play, chance: Chance) -> tuple[State, list[Event]]:
    """Play a card, move its horse, and pass the turn to the left or end the race."""
    race_day, hands, asides, placed, pile, stock, flipped, cells, home, (seat,), _ = state
    horse, end = check_play(setup, state, play)
    card, name = play.card, play.horse

    # The card laid aside is turned over and stays with the seat; any other goes on the pile.
    if play.aside:
        asides = replaced(asides, seat, None)
    else:
        pile += (new_tuple(Laid, (seat, card)),)
        if flipped is None:
            hands = replaced(hands, seat, taken(hands[seat], card))
    happened = [events.played(seat, card, play.aside)]

    mover = begin = reached = None
    if end is not None:
        places = setup.course.places
        mover, begin, reached = name, places[cells[horse]], places[end]
        cells = replaced(cells, horse, end)
        happened.append(events.moved(name, begin, reached))
        if setup.course.is_home(end):
            home = (*home, name)
            happened.append(events.finished(name, len(home)))

    turn = ((seat + 1) % len(hands),)
    last = new_tuple(LastPlay, (seat, card, play.aside, mover, begin, reached))
    following = new_tuple(
        Racing, (race_day, hands, asides, placed, pile, stock, None, cells, home, turn, last)
    )
    if len(home) == HOME:
        return finish(setup, following, happened, chance)
    if any(hands) or asides != (None,) * len(asides):
        return following, happened
    return flip(following, flipped is None, happened, chance)


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
    race_day, happened = settle(setup, state)
    happened = before + happened
    if race_day.race == race_day.races or all(map(bets.is_broke, race_day.money)):
        # Vencedor do jogo: who has most money.
        happened.append(events.game_over(race_day.money, best(race_day.money)))
        return Over(race_day), happened
    races, race, banker, money, pot, result = race_day
    following = RaceDay(races, race + 1, left_of(banker, len(money)), money, pot, result)
    opened, news = prepare(setup, following, chance)
    return opened, happened + news


def settle(setup: Setup, state: Racing) -> tuple[RaceDay, list[Event]]:
    """Settle all bets seat by seat."""
    races, race, banker, money, pot, _ = state.race_day
    nets, jackpots, pot = bets.settlement(state.bets, state.home, pot)
    money = tuple([had + net for had, net in zip(money, nets, strict=True)])
    happened: list[Event] = []
    for seat, bet in enumerate(state.bets):
        if bet is None:
            continue
        happened += [events.bet_shown(seat, bet.horse), events.settled(seat, nets[seat], money[seat])]
        if (share := jackpots[seat]) is not None:
            happened.append(events.jackpot_paid(seat, share))
    happened += [events.pot(pot), events.race_over(race, state.home)]
    places = tuple([setup.course.places[cell] for cell in state.cells])
    opened = tuple([bet and Bet(bet.kind, bet.horse, bet.stake) for bet in state.bets])
    result = Result(race, state.home, places, opened, nets, jackpots, money, pot, state.last)
    return RaceDay(races, race, banker, money, pot, result), happened
