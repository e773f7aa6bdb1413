"""The booklet's heading "Apostas": which bets a seat may place, and what they bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, NamedTuple

from engines.core import Chance, Choices, IllegalAction, is_allowed, pick
from engines.turfe.actions import KINDS, Bet, Card, Horse, Kind, Refusal
from engines.turfe.edition import Setup
from engines.turfe.state import Hand

MONEY: Final = 100
"""What every seat starts the game with."""

STEP: Final = 10
"""Stakes are multiples of this, and at least this much; so are shares of the jackpot."""

JACKPOT: Final = 50
"""What a bet on the jackpot costs, no more and no less."""

WIN: Final = 5
PLACE: Final = 2
"""How many times the stake a bet brings beside itself."""


def is_broke(money: int) -> bool:
    """Tell whether a seat has too little to bet (Bancarrota)."""
    return money < STEP


# Which horse: one whose colour is in the hand, marked by a card of it


def markers(setup: Setup, hand: Hand) -> dict[Horse, tuple[Card, ...]]:
    """Return the horses a seat can bet on, each with the kinds of card it can lay aside for it.

    A seat without any coloured card can bet on every horse, with none.
    """
    held: dict[Horse, tuple[Card, ...]] = {}
    for card in dict.fromkeys(hand):
        if (number := setup.faces[card].horse) is not None:
            horse = setup.horses[number]
            held[horse] = (*held.get(horse, ()), card)
    return held or dict.fromkeys(setup.horses, ())


def marked(setup: Setup, hand: Hand, bet: Bet) -> Card | None:
    """Return the card that `bet` lays aside, None from a hand without coloured cards; raise IllegalAction."""
    horse, card = bet.horse, bet.card
    if horse not in setup.horses:
        raise IllegalAction(Refusal.UNKNOWN_HORSE, horse=horse, horses=list(setup.horses))
    held = markers(setup, hand)
    if horse not in held:
        raise IllegalAction(Refusal.COLOUR_NOT_HELD, horse=horse, horses=list(held))
    cards = held[horse]
    if card is None:
        if len(cards) > 1:
            raise IllegalAction(Refusal.CARD_NEEDED, horse=horse, cards=list(cards))
        return cards[0] if cards else None
    if card not in hand:
        raise IllegalAction(Refusal.CARD_NOT_IN_HAND, card=card)
    if card not in cards:
        raise IllegalAction(Refusal.WRONG_CARD, card=card, horse=horse, cards=list(cards))
    return card


# Como apostar: the stake


def checked(setup: Setup, hand: Hand, money: int, bet: Bet) -> Bet:
    """Return a bet with the card that it lays aside; raise IllegalAction if it may not be placed."""
    card, stake = marked(setup, hand, bet), bet.stake
    if bet.kind == "jackpot" and stake != JACKPOT:
        raise IllegalAction(Refusal.JACKPOT_STAKE, stake=stake, exactly=JACKPOT)
    if stake < STEP:
        raise IllegalAction(Refusal.STAKE_TOO_SMALL, stake=stake, least=STEP)
    if stake % STEP:
        raise IllegalAction(Refusal.STAKE_NOT_IN_STEPS, stake=stake, step=STEP)
    if stake > money:
        raise IllegalAction(Refusal.STAKE_TOO_LARGE, stake=stake, most=money // STEP * STEP)
    return bet if card == bet.card else replace(bet, card=card)


@dataclass(frozen=True, slots=True)
class Bets(Choices[Bet]):
    """The bets a seat may place, described: a kind, a horse, a card to lay aside for it, and a stake.

    The stake is a multiple of `step` from `least` to `most`, and exactly `jackpot` for the jackpot.
    """

    setup: Setup
    hand: Hand
    money: int
    least: ClassVar = STEP
    step: ClassVar = STEP
    jackpot: ClassVar = JACKPOT

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of bet the seat has money for."""
        return KINDS if self.money >= JACKPOT else KINDS[:2]

    @property
    def horses(self) -> dict[Horse, tuple[Card, ...]]:
        """The horses it may bet on, each with the cards it may lay aside for it; none: without a card."""
        return markers(self.setup, self.hand)

    @property
    def most(self) -> int:
        """The greatest stake to win or to place."""
        return self.money // STEP * STEP

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Bet) and is_allowed(checked, self.setup, self.hand, self.money, action)

    def sample(self, chance: Chance) -> Bet:
        """Draw a kind, a horse, a card to lay aside and a stake, each evenly."""
        kind = pick(chance, self.kinds)
        horse, cards = pick(chance, tuple(self.horses.items()))
        card = pick(chance, cards) if cards else None
        stake = JACKPOT if kind == "jackpot" else STEP * (1 + chance.below(self.money // STEP))
        return Bet(kind, horse, stake, card)


# Final da corrida: what the bets bring


class Settlement(NamedTuple):
    """What all bets of a race brought."""

    nets: tuple[int, ...]
    """By seat, with its share of the jackpot; 0 for who did not bet."""
    jackpots: tuple[int | None, ...]
    """By seat: its share of the jackpot, None unless it won one."""
    pot: int
    """The jackpot for the next race."""


def settlement(bets: Sequence[Bet | None], order: Sequence[Horse], pot: int) -> Settlement:
    """Pay and collect when `order` are the first and the second horse and `pot` is what earlier races left.

    The winners of the jackpot share it in equal parts of whole tens, and the rest stays. All stakes lost
    in this race go into the pot of the next one.
    """
    won = [bet is not None and wins(bet, order) for bet in bets]
    winners = sum(right for bet, right in zip(bets, won, strict=True) if bet and bet.kind == "jackpot")
    share = pot // STEP // winners * STEP if winners else 0
    lost = sum(bet.stake for bet, right in zip(bets, won, strict=True) if bet and not right)
    nets, jackpots = [], []
    for bet, right in zip(bets, won, strict=True):
        nets.append(0 if bet is None else brings(bet, share) if right else -bet.stake)
        jackpots.append(share if bet and right and bet.kind == "jackpot" else None)
    return Settlement(tuple(nets), tuple(jackpots), pot - winners * share + lost)


def wins(bet: Bet, order: Sequence[Horse]) -> bool:
    """Tell whether a bet is won: to place by the first two horses, any other by the first."""
    return bet.horse in (order if bet.kind == "place" else order[:1])


def brings(bet: Bet, share: int) -> int:
    """Return what a won bet brings beside its stake; `share` is that of a winner of the jackpot."""
    return {"win": WIN * bet.stake, "place": PLACE * bet.stake, "jackpot": share}[bet.kind]
