"""Backing, dealing, the dealer's spare hand and its auction."""

from __future__ import annotations

from itertools import chain

import pytest

from engines.core import Chance, IllegalAction, shuffled
from engines.newmarket.actions import Auction, Back, Bid, Card, Take
from engines.newmarket.rules import Bids
from engines.newmarket.state import Bidding, Choosing, Offering, Playing
from tests.engines.newmarket.notation import parsed


def backed(newmarket, chance, seats: int = 3):
    state, _ = newmarket.new(newmarket.options({}), seats, chance)
    for seat in reversed(range(seats)):
        state, events = newmarket.apply(state, seat, Back(Card("red12")), chance)
    return state, events


def bid_through(newmarket, state, *bids: str):
    chance, told = Chance(bytes(32)), []
    for text in bids:
        (seat,) = newmarket.to_act(state)
        state, events = newmarket.apply(state, seat, parsed(text), chance)
        told += events
    return state, told


def test_a_deal_opens_with_the_dealer_who_acts_first_once_all_have_backed_a_horse(newmarket, chance):
    state, events = newmarket.new(newmarket.options({}), 3, chance)

    assert events == [{"type": "race_started", "race": 1, "first": state.race_day.dealer}]
    assert newmarket.to_act(state) == (0, 1, 2)


def test_everyone_backs_one_racehorse_with_five_points_and_all_is_told_with_the_last(newmarket, chance):
    state, _ = newmarket.new(newmarket.options({}), 3, chance)
    for seat, horse in ((2, "red12"), (0, "blue13")):
        state, events = newmarket.apply(state, seat, Back(Card(horse)), chance)
        assert events == []
        assert state.race_day.points == (40, 40, 40)
        assert newmarket.view(state, 1).backed == (None, None, None)
    state, events = newmarket.apply(state, 1, Back(Card("red12")), chance)

    assert events[:3] == [
        {"type": "backed", "seat": 0, "horse": "blue13", "points": 5},
        {"type": "backed", "seat": 1, "horse": "red12", "points": 5},
        {"type": "backed", "seat": 2, "horse": "red12", "points": 5},
    ]
    assert [event["type"] for event in events[3:]] == ["dealt"] * 3
    assert newmarket.view(state, None).pots == (5, 10, 0, 0)
    assert newmarket.view(state, None).points == (35, 35, 35)


@pytest.mark.parametrize("horse", ["blue12", "brown", ""])
def test_only_racehorses_can_be_backed(horse, newmarket, chance):
    state, _ = newmarket.new(newmarket.options({}), 3, chance)
    with pytest.raises(IllegalAction, match="unknown_horse"):
        newmarket.apply(state, 0, Back(Card(horse)), chance)


@pytest.mark.parametrize("seats", range(3, 9))
def test_all_cards_are_dealt_one_by_one_from_the_dealer_s_left_and_the_dealer_gets_two_hands(
    seats, newmarket
):
    chance = Chance(bytes([seats] * 32))
    state, events = backed(newmarket, chance, seats)
    luck = Chance(bytes([seats] * 32))
    dealer = luck.below(seats)
    heaps: list[list[int]] = [[] for _ in range(seats + 1)]
    for turn, card in enumerate(shuffled(luck, range(52))):
        heaps[turn % (seats + 1)].append(card)

    assert state.race_day.dealer == dealer
    dealt = [event for event in events if event["type"] == "dealt"]
    for turn, heap in enumerate(heaps[:-1]):
        seat = (dealer + 1 + turn) % seats
        cards = [newmarket.setup.cards[card] for card in sorted(heap)]
        assert dealt[seat] == {"type": "dealt", "seat": seat, "cards": cards, "to": [seat]}
    held = set(chain(*(event["cards"] for event in dealt)))
    assert set(newmarket.setup.named(state.spare)) == set(newmarket.setup.cards) - held
    assert {len(heap) for heap in heaps} <= {52 // (seats + 1), 52 // (seats + 1) + 1}


def test_the_dealer_swaps_unseen_and_for_good(newmarket, chance):
    state, _ = backed(newmarket, chance)
    dealer, spare, own = state.race_day.dealer, state.spare, state.hands[state.race_day.dealer]
    assert isinstance(state, Choosing)
    assert newmarket.to_act(state) == (dealer,)
    following, events = newmarket.apply(state, dealer, Take("spare"), chance)

    cards = list(newmarket.setup.named(spare))
    assert events == [
        {"type": "swapped", "seat": dealer},
        {"type": "taken", "seat": dealer, "cards": cards, "to": [dealer]},
    ]
    assert isinstance(following, Playing)
    assert newmarket.to_act(following) == ((dealer + 1) % 3,)
    assert newmarket.view(following, dealer).own.hand == tuple(cards)
    assert newmarket.view(following, dealer).own.discarded == newmarket.setup.named(own)
    assert newmarket.view(following, (dealer + 1) % 3).own.discarded == ()
    with pytest.raises(IllegalAction):
        newmarket.apply(following, dealer, Take("own"), chance)


def test_a_dealer_who_keeps_the_own_hand_decides_about_an_auction(newmarket, offering, chance):
    assert isinstance(offering, Offering)
    assert newmarket.to_act(offering) == (2,)
    following, events = newmarket.apply(offering, 2, Auction(False), chance)

    assert events == []
    assert isinstance(following, Playing)
    assert following.down == offering.spare
    assert newmarket.to_act(following) == (3,)


def test_bidding_goes_round_from_the_dealer_s_left_and_the_best_bid_buys_the_spare_hand(newmarket, bidding):
    own, spare = newmarket.setup.named(bidding.hands[0]), list(newmarket.setup.named(bidding.spare))
    state, events = bid_through(newmarket, bidding, "bid 2", "bid 3", "bid pass", "bid pass")

    assert events == [
        {"type": "bid", "seat": 3, "points": 2},
        {"type": "bid", "seat": 0, "points": 3},
        {"type": "bid", "seat": 1, "points": None},
        {"type": "bid", "seat": 3, "points": None},
        {"type": "sold", "seat": 2, "points": 3, "to_seat": 0},
        {"type": "taken", "seat": 0, "cards": spare, "to": [0]},
    ]
    assert state.race_day.points == (32, 35, 38, 35)
    assert newmarket.view(state, 0).own.discarded == own
    assert newmarket.view(state, 2).own.discarded == ()
    assert newmarket.to_act(state) == (3,)


def test_a_pass_is_final(newmarket, bidding):
    state, events = bid_through(newmarket, bidding, "bid pass", "bid 1", "bid 2", "bid 4", "bid pass")

    assert [event.get("seat") for event in events] == [3, 0, 1, 0, 1, 2, 0]
    assert isinstance(state, Playing)


def test_the_last_who_has_not_passed_may_still_bid_or_pass(newmarket, bidding):
    state, _ = bid_through(newmarket, bidding, "bid pass", "bid pass")
    assert newmarket.to_act(state) == (1,)

    bought, events = bid_through(newmarket, state, "bid 1")
    assert [event["type"] for event in events] == ["bid", "sold", "taken"]
    assert bought.discarder == 1

    lying, events = bid_through(newmarket, state, "bid pass")
    assert [event["type"] for event in events] == ["bid"]
    assert lying.discarder is None
    assert lying.down == bidding.spare
    assert lying.race_day.points == (35, 35, 35, 35)


def test_bids_rise_and_nobody_bids_more_than_it_has(newmarket, bidding, chance):
    state, _ = bid_through(newmarket, bidding, "bid 7")
    choices = newmarket.choices(state, 0)

    assert choices == Bids(8, 35)
    for text, reason in (("bid 7", "bid_too_low"), ("bid 0", "bid_too_low"), ("bid 36", "bid_too_high")):
        assert parsed(text) not in choices
        with pytest.raises(IllegalAction, match=reason):
            newmarket.apply(state, 0, parsed(text), chance)
    assert Bid(8) in choices
    assert Bid(35) in choices
    assert Bid(None) in choices


def test_a_first_bid_is_one_point_or_more(newmarket, bidding, chance):
    with pytest.raises(IllegalAction, match="bid_too_low"):
        newmarket.apply(bidding, 3, Bid(0), chance)
    assert newmarket.choices(bidding, 3).least == 1


def test_the_table_passes_for_a_seat_that_cannot_raise(newmarket, bidding, chance):
    state, _ = bid_through(newmarket, bidding, "bid 35")

    assert newmarket.forced(bidding) is None
    assert newmarket.forced(state) == (0, Bid(None))
    assert newmarket.choices(state, 0).sample(chance) == Bid(None)


def test_bids_drawn_are_legal_passes_and_small_raises(newmarket, bidding, chance):
    drawn = {newmarket.choices(bidding, 3).sample(chance).points for _ in range(200)}

    assert drawn == {None, 1, 2, 3, 4, 5}
    assert isinstance(bidding, Bidding)


@pytest.mark.parametrize(
    ("text", "phase"), [("bid 1", "offering"), ("hand own", "offering"), ("back blue13", "offering")]
)
def test_what_is_not_due_is_refused(text, phase, newmarket, offering, chance):
    with pytest.raises(IllegalAction) as refused:
        newmarket.apply(offering, 2, parsed(text), chance)

    assert refused.value.reason == "wrong_phase"
    assert refused.value.facts["phase"] == phase
