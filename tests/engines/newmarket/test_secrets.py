"""Who knows what: hands, the spare hand, who holds a card that is called for, and what play has shown."""

from __future__ import annotations

from hashlib import sha256

import pytest

from engines.core import Chance, Header, IllegalAction, Match
from engines.newmarket.actions import Back, Card, Follow, Missed
from engines.newmarket.cards import EVERY, LOWER, LOWER_OF_ALL, SUITS
from engines.newmarket.imagine import excluded
from engines.newmarket.view import Phase
from tests.engines.newmarket.notation import parsed
from tests.followed import next_act


def luck(number: int) -> Chance:
    return Chance(sha256(b"%d" % number).digest())


def test_a_called_card_is_put_to_every_seat_whoever_holds_it_or_nobody(newmarket, playing):
    for hands in (
        ["blue4 yellow3", "blue5 red1", "green2"],
        ["red9 yellow3", "blue5 red1", "green2"],
    ):
        state = playing(hands, ["2 blue3"], wanted="blue4", calling="manual")
        assert newmarket.to_act(state) == (0, 1, 2)
        for seat in (None, 0, 1, 2):
            view = newmarket.view(state, seat)
            assert (view.phase, view.wanted, view.to_act) == (Phase.CALLING, "blue4", (0, 1, 2))


def test_a_wrong_card_is_refused_by_what_the_seat_itself_holds_alone(newmarket, playing, chance):
    """Who else has the card that is called for, or that nobody has it, makes no difference."""
    refusals = []
    for hands in (["red9", "blue4 yellow3", "green2 blue6"], ["red9", "yellow3 red1", "green2 blue6"]):
        state = playing(hands, ["0 blue3"], wanted="blue4", calling="manual")
        for card in ("blue4", "green2", "blue6", "red9"):
            with pytest.raises(IllegalAction) as refused:
                newmarket.apply(state, 2, Follow(Card(card)), chance)
            refusals.append((refused.value.reason, refused.value.facts))

    assert refusals[:4] == refusals[4:]
    assert [reason for reason, _ in refusals[:4]] == [
        "card_not_in_hand",
        "not_the_next",
        "not_the_next",
        "card_not_in_hand",
    ]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_no_seat_can_say_that_a_call_was_missed(seat, newmarket, playing, chance):
    state = playing(["red9", "blue4 yellow3", "green2"], ["0 blue3"], wanted="blue4", calling="manual")
    with pytest.raises(IllegalAction) as refused:
        newmarket.apply(state, seat, Missed(), chance)
    assert refused.value.reason == "wrong_phase"


def test_a_call_is_missed_only_in_a_window(newmarket, playing, chance):
    for state in (
        playing(["red9", "blue4 yellow3", "green2"], ["0 blue3"], leader=1, calling="manual"),
        playing(["red9", "blue4 yellow3", "green2"], ["0 blue3"], leader=1, wanted="blue4"),
    ):
        with pytest.raises(IllegalAction) as refused:
            newmarket.apply(state, None, Missed(), chance)
        assert refused.value.reason == "not_your_turn"


def test_others_cannot_tell_who_missed_a_call_or_whether_anybody_did(newmarket, playing, chance):
    views, told = [], []
    for hands in (
        ["red9", "blue4 yellow3", "green2 red2", "red7"],
        ["red9", "green2 red2", "blue4 yellow3", "red7"],
        ["red9", "green3 red3", "green2 red2", "red7"],
    ):
        state = playing(hands, ["3 green1", "0 blue3"], wanted="blue4", calling="manual")
        following, events = newmarket.apply(state, None, Missed(), chance)
        views.append(newmarket.view(following, 3))
        told.append(events)

    assert told == [[{"type": "lead_passed", "seat": 0}, {"type": "lead_passed", "seat": 3}]] * 3
    assert views[0] == views[1] == views[2]
    assert views[0].to_act == (2,)


def test_a_called_card_may_lie_face_down_for_all_that_others_know(newmarket, playing):
    state = playing(
        ["red9 red4", "yellow3 red8", "green12 blue2"], ["0 blue3"], wanted="blue4", calling="manual"
    )
    view, wanted = newmarket.view(state, 0), 1 << newmarket.setup.numbers["blue4"]
    worlds = [newmarket.imagine(view, luck(n)) for n in range(60)]

    assert {bool(world.down & wanted) for world in worlds} == {False, True}


def test_a_view_holds_only_the_seat_s_own_cards(newmarket, playing):
    state = playing(["blue4 yellow3", "blue5 red1", "green2"], ["2 blue3"])
    named = {seat: newmarket.dump_view(newmarket.view(state, seat)) for seat in (None, 0, 1, 2)}

    for card, holder in {"yellow3": 0, "blue5": 1, "red1": 1, "green2": 2}.items():
        assert [seat for seat, text in named.items() if f'"{card}"' in text] == [holder]


def test_nobody_sees_the_hand_that_lies_unsold(newmarket, offering, chance):
    state, _ = newmarket.apply(offering, 2, parsed("auction none"), chance)
    spare = newmarket.setup.named(offering.spare)
    shown = [newmarket.dump_view(newmarket.view(state, seat)) for seat in (None, 0, 1, 2, 3)]

    assert all(
        f'"{card}"' not in text for card in spare if card not in newmarket.setup.racehorses for text in shown
    )
    assert all(newmarket.view(state, seat).down_count == len(spare) for seat in range(4))


@pytest.mark.parametrize("calling", ["auto", "manual"])
@pytest.mark.parametrize("seats", [3, 5, 8])
def test_what_play_has_shown_is_true_of_every_hand(seats, calling, newmarket):
    header = Header.of(newmarket, newmarket.options({"calling": calling}), seats, bytes([seats] * 32))
    match, _ = Match.start(newmarket, header)
    chance, ruled_out = luck(seats), 0
    while match.outcome is None:
        view = newmarket.view(match.state, None)
        if view.plays:
            for hand, cards in zip(match.state.hands, excluded(newmarket.setup, view), strict=True):
                assert not hand & cards
                ruled_out += cards.bit_count()
        match, _ = match.act(*next_act(newmarket, match.state, chance))
    assert ruled_out > 100


def test_a_first_lead_shows_that_there_is_no_lower_card(newmarket, playing):
    state = playing(["green9 red4", "blue3", "red12"], ["0 blue2"], wanted="blue3", leader=1)
    told = excluded(newmarket.setup, newmarket.view(state, None))

    assert told == [LOWER_OF_ALL[newmarket.setup.numbers["blue2"]], 0, 0]
    assert newmarket.setup.named(told[0]) == ("blue1", "red1", "yellow1", "green1")


def test_a_later_lead_shows_the_lowest_card_of_its_colour_and_who_passed_has_none(newmarket, playing):
    numbers = newmarket.setup.numbers
    state = playing(
        ["blue9 red4", "yellow3 red8", "green12 blue2"],
        ["0 blue3", "2 green5"],
        leader=2,
    )
    told = excluded(newmarket.setup, newmarket.view(state, None))

    stoppers = 1 << numbers["blue4"] | 1 << numbers["green6"]
    assert told[0] == LOWER_OF_ALL[numbers["blue3"]] | SUITS[2] | SUITS[3] | stoppers
    assert told[1] == stoppers
    assert told[2] == LOWER[numbers["green5"]] | stoppers


def test_a_missed_card_may_still_be_in_a_hand(newmarket, playing):
    state = playing(["blue9", "yellow3", "green12"], ["0 blue3"], calling="manual", leader=0)

    assert excluded(newmarket.setup, newmarket.view(state, None))[1] == 0


@pytest.mark.parametrize("calling", ["auto", "manual"])
def test_imagined_hands_could_have_been_played_so(calling, newmarket):
    header = Header.of(newmarket, newmarket.options({"calling": calling, "deals": 2}), 4, bytes(32))
    match, _ = Match.start(newmarket, header)
    chance = luck(1)
    while match.outcome is None:
        for seat in (None, 1):
            view = newmarket.view(match.state, seat)
            imagined = newmarket.imagine(view, luck(match.length))
            assert newmarket.view(imagined, seat) == view
            if view.plays:
                ruled_out = excluded(newmarket.setup, view)
                assert not any(hand & cards for hand, cards in zip(imagined.hands, ruled_out, strict=True))
                assert (
                    sum(imagined.hands) + imagined.down + sum(1 << each.card for each in imagined.plays)
                    == EVERY
                )
            assert newmarket.window(imagined) or newmarket.able(imagined) == newmarket.to_act(imagined)
        match, _ = match.act(*next_act(newmarket, match.state, chance))


def test_every_way_the_cards_may_lie_is_imagined(newmarket, playing):
    state = playing(["blue9", "yellow3 red8", "red12 blue2"], ["0 blue3"], leader=1, calling="manual")
    view = newmarket.view(state, 0)
    held = {
        card for n in range(60) for card in newmarket.setup.named(newmarket.imagine(view, luck(n)).hands[1])
    }

    assert len(held) > 30
    assert all(newmarket.imagine(view, luck(n)).hands[1] & (SUITS[2] | SUITS[3]) for n in range(20)), (
        "who leads after blue has yellow or green"
    )


def test_a_horse_backed_in_secret_shows_to_nobody_else(newmarket, chance):
    state, _ = newmarket.new(newmarket.options({}), 3, chance)
    state, events = newmarket.apply(state, 1, Back(Card("red12")), chance)

    assert events == []
    assert newmarket.view(state, 1).own.horse == "red12"
    assert newmarket.view(state, 0).has_backed == (False, True, False)
    assert newmarket.view(state, 0).own.horse is None
