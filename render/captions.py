"""The captions of the pictures of every game; their values come from the bot, in its languages.

What stands in braces in a comment is filled into a phrase with `str.format`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.core import Seat
from render.parts.letters import isolated, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """What the alternative texts of any game are made of: they tell a picture to who does not see it."""

    final: str  # {ranking}: everyone from the best on, each as ranked
    ranked: str = ""  # {rank}, {name}, {score}
    replay: str  # {race}: the number of the race shown
    replay_over: str = "{horses}"  # {verdict}: who has won it; {horses}: from the best on


@dataclass(frozen=True, slots=True, kw_only=True)
class Captions:
    """What is written in the pictures of any game.

    Texts are shortened with an ellipsis where they do not fit, so short ones look best; widths are those of
    English with a third to spare.
    """

    seat: str  # {seat} from 1: stands in for a name that cannot be drawn
    over: str  # On the board when the game is over
    result: str  # Head of the result of a race, {race}, {races}, or of a deal, {deal}, {deals}
    final: str  # Head of the final ranking
    thousands: str = ""  # Between the thousands of a number
    turn: str = "{name}"  # {name}: on the ribbon that says whose turn it is
    leads: str = "{name}"  # {name}: a horse, on the pennant of the one in front
    wins: str = "{name}"  # {name}: a horse, on the ribbon of a result
    paid: str = "{amount}"  # {amount}: on the stamp of a ticket that has won
    ranks: Sequence[str] = ()  # 1st, 2nd … on a photo finish, where horses have numbers as well
    unit: Sequence[str] = ()  # What is counted in the end where it is no money: one of it, several
    alt: Phrases  # What its alternative texts are made of

    def stand_in(self, seat: Seat) -> str:
        """Return what stands in for the name of a seat."""
        return self.seat.format(seat=seat + 1)

    def name(self, names: Sequence[str], seat: Seat) -> str:
        """Return the name of a seat for a sentence: on one line, and neither reorders the other."""
        return isolated(plain(names[seat])) or self.stand_in(seat)

    def rank(self, rank: int) -> str:
        """Write a rank, so that it is not taken for a horse's number."""
        return self.ranks[rank - 1] if rank <= len(self.ranks) else f"{rank}."

    def number(self, amount: int) -> str:
        """Write a whole number."""
        return f"{amount:,}".replace("-", "−").replace(",", self.thousands)

    def brief(self, amount: int) -> str:
        """Write a whole number for a narrow column: from a million on in tenths of millions, cut off."""
        if abs(amount) < 1_000_000:
            return self.number(amount)
        sign, tenths = "−" * (amount < 0), abs(amount) // 100_000
        return f"{sign}{self.number(tenths // 10)}.{tenths % 10}M"

    def signed(self, amount: int, *, is_brief: bool = False) -> str:
        """Write a gain with a plus, a loss with a minus, and nothing as 0."""
        return ("+" if amount > 0 else "") + (self.brief(amount) if is_brief else self.number(amount))


@dataclass(frozen=True, slots=True, kw_only=True)
class HorseCaptions(Captions):
    """What is written in the pictures of a game whose horses have names in every language."""

    horses: Mapping[str, str]  # The name of each horse as the edition calls it: brown → Brown

    def horse(self, horse: str) -> str:
        """Return the name of a horse."""
        return self.horses.get(horse, horse)

    def horse_in_text(self, horse: str) -> str:
        """Return the name of a horse for a sentence: with a capital letter where no language names it."""
        return self.horses.get(horse, horse.capitalize())


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRaceCaptions(HorseCaptions):
    """What is written in the pictures of a game in which seats bet on horses and move them with cards."""

    race_of: str  # {race}, {races}
    betting: str  # Head of the board while bets are placed
    # At the two lines of the course
    start: str
    finish: str
    first_card: str  # In the place of the played pile before the first card
    stays: str  # Under a card that moved no horse
    hand: str  # Head of a hand
    no_cards: str  # In the place of the cards of an empty hand
    your_bet: str  # Head of the seat's bet slip
    no_bet: str  # What stands on it before the bet, and beside one that is suggested
    suggested: str  # In the place of your_bet where a bet is suggested
    # Kinds of bet
    win: str
    place: str
    # Heads of columns of a result
    bet: str
    net: str
