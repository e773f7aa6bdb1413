"""When everybody can know that a lead of Newmarket is no choice: by the cards played, whatever is held."""

from __future__ import annotations

from engines.core import Seat
from engines.newmarket.cards import BITS, EVERY, LENGTH
from engines.newmarket.edition import Setup
from engines.newmarket.imagine import excluded
from engines.newmarket.view import Phase, View


def has_only_lead(setup: Setup, view: View, seat: Seat) -> bool:
    """Tell whether a leader has one card, or can have cards of one alone of the two colours that are due.

    Of a colour there is one card to lead, the lowest; the first lead of a deal may be one of several that are as low.
    """
    if view.phase is not Phase.LEADING or seat not in view.to_act:
        return False
    if view.hand_counts[seat] == 1:
        return True
    if not view.plays:
        return False
    played = [setup.numbers[play.card] for play in view.plays]
    may_hold = EVERY & ~excluded(setup, view)[seat] & ~sum(BITS[card] for card in played)
    return sum(bool(suit & may_hold) for suit in setup.others[played[-1] // LENGTH]) == 1
