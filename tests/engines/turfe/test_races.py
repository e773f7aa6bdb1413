"""What a whole game of Turfe looks like from the outside: read off the logs of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engines.core import Chance, Row
from engines.turfe.edition import HAND
from engines.turfe.state import Racing

GAMES = [(seats, races, number) for seats in HAND for races, number in ((8, 1), (3, 2), (16, 3))]


@pytest.fixture(params=GAMES, ids=lambda param: "seats{}-races{}-game{}".format(*param), scope="module")
def game(request, log_of) -> tuple[int, int, list[Row]]:
    seats, races, number = request.param
    _, rows = log_of("turfe", seats=seats, number=number, races=races)
    return seats, races, rows


def races(rows: list[Row]) -> Iterator[tuple[list[dict], list[dict]]]:
    """The events and the decisions (with their seats) of each race."""
    events: list[dict] = []
    decisions: list[dict] = []
    for row in rows:
        if row.action is not None:
            decisions.append({"by": row.seat, **row.action})
        for event in row.events:
            if event["type"] == "race_started" and events:
                yield events, decisions
                events, decisions = [], []
            events.append(event)
    yield events, decisions


def of(events: list[dict], kind: str) -> list[dict]:
    return [event for event in events if event["type"] == kind]


def test_races_count_from_one_and_the_banker_who_plays_first_passes_left(game):
    seats, most, rows = game
    played = [events for events, _ in races(rows)]
    started = [events[0] for events in played]

    assert [event["race"] for event in started] == list(range(1, len(played) + 1))
    assert len(played) <= most
    first = started[0]["first"]
    assert [event["first"] for event in started] == [(first + race) % seats for race in range(len(played))]
    for events, race in zip(played, started, strict=True):
        players = [event["seat"] for event in of(events, "played")]
        assert players == [(race["first"] + turn) % seats for turn in range(len(players))]


def test_everyone_sees_the_last_play_of_each_seat_in_this_race(turfe):
    chance = Chance(bytes(32))
    state, _ = turfe.new(turfe.options({"races": 2}), 4, chance)
    played: list = []
    while acting := turfe.to_act(state):
        before = state
        state, _ = turfe.apply(state, acting[0], turfe.choices(state, acting[0]).sample(chance), chance)
        view = turfe.view(state, None)
        if not isinstance(state, Racing):
            played = []
        elif isinstance(before, Racing):
            played.append(view.last)
        assert view.recent == tuple(played[-4:])
        if isinstance(state, Racing):
            assert turfe.imagine(view, chance).recent == view.recent


def test_each_race_deals_every_hand_anew(game):
    seats, _, rows = game
    for events, _ in races(rows):
        dealt = of(events, "dealt")

        assert [event["seat"] for event in dealt] == list(range(seats))
        assert all(len(event["cards"]) == HAND[seats] for event in dealt)
        assert all(event["to"] == [event["seat"]] for event in dealt)


def test_a_race_ends_with_the_second_horse_home_then_settles_then_says_so(game):
    _, _, rows = game
    for events, decisions in races(rows):
        kinds = [event["type"] for event in events]
        at = len(kinds) - 1 - kinds[::-1].index("finished")
        end = events[at:]

        betting = sorted(each["by"] for each in decisions if each["type"] == "bet")
        expected = ["finished"]
        for seat in betting:
            (bet,) = (each for each in decisions if each["type"] == "bet" and each["by"] == seat)
            won = bet["kind"] == "jackpot" and bet["horse"] == of(events, "finished")[0]["horse"]
            expected += ["bet_shown", "settled", *["jackpot_paid"] * won]
        expected += ["pot", "race_over"]
        assert kinds[at:] in (expected, [*expected, "game_over"])
        assert [event["seat"] for event in of(end, "settled")] == betting
        (over,) = of(events, "race_over")
        assert over["order"] == [event["horse"] for event in of(events, "finished")]
        assert [event["place"] for event in of(events, "finished")] == [1, 2]


def test_money_is_won_and_lost_as_the_booklet_pays(game):
    """The booklet's arithmetic once more, from the decisions and the order of finish alone."""
    seats, most, rows = game
    money, pot = [100] * seats, 0
    for events, decisions in races(rows):
        first, second = of(events, "race_over")[0]["order"]
        bets = {each["by"]: each for each in decisions if each["type"] == "bet"}
        assert set(bets) == {seat for seat in range(seats) if money[seat] >= 10}
        placed = of(events, "bet_placed")
        assert placed == [
            {"type": "bet_placed", "seat": seat, "kind": bets[seat]["kind"], "stake": bets[seat]["stake"]}
            for seat in sorted(bets)
        ]
        lucky = [s for s, bet in bets.items() if bet["kind"] == "jackpot" and bet["horse"] == first]
        share = pot // (10 * len(lucky)) * 10 if lucky else 0
        pot -= share * len(lucky)
        for seat, bet in sorted(bets.items()):
            assert bet["stake"] <= money[seat]
            if bet["kind"] == "win" and bet["horse"] == first:
                net = 5 * bet["stake"]
            elif bet["kind"] == "place" and bet["horse"] in (first, second):
                net = 2 * bet["stake"]
            elif seat in lucky:
                net = share
            else:
                net = -bet["stake"]
                pot += bet["stake"]
            money[seat] += net
            told = [event for event in events if event.get("seat") == seat]
            assert of(told, "bet_shown") == [{"type": "bet_shown", "seat": seat, "horse": bet["horse"]}]
            assert of(told, "settled") == [
                {"type": "settled", "seat": seat, "net": net, "money": money[seat]}
            ]
        assert of(events, "jackpot_paid") == [
            {"type": "jackpot_paid", "seat": seat, "amount": share} for seat in sorted(lucky)
        ]
        assert of(events, "pot") == [{"type": "pot", "amount": pot}]
    (over,) = of(events, "game_over")
    assert over["scores"] == money
    assert over["winners"] == [seat for seat in range(seats) if money[seat] == max(money)]
    assert len(list(races(rows))) == most or max(money) < 10


def test_seats_play_what_they_hold_then_what_is_flipped(game):
    """Hands, cards laid aside and flipped cards followed through every race."""
    _, _, rows = game
    for events, decisions in races(rows):
        hands = [Counter(event["cards"]) for event in of(events, "dealt")]
        aside = {}
        for bet in decisions:
            if bet["type"] == "bet" and "card" in bet:
                assert bet["card"].startswith(f"{bet['horse']}+")
                aside[bet["by"]] = bet["card"]
                hands[bet["by"]] -= Counter([bet["card"]])
        pile: Counter[str] = Counter()
        stock: Counter[str] = Counter()
        flipped = None
        for event in events:
            if event["type"] == "flipped":
                assert not any(hands)
                assert not aside
                if not stock:
                    stock, pile = pile, Counter()
                assert stock[event["card"]]
                stock -= Counter([event["card"]])
                flipped = event
            elif event["type"] == "played":
                card, seat = event["card"], event["seat"]
                if event.get("aside"):
                    assert aside.pop(seat) == card
                    continue
                if flipped:
                    assert (flipped["seat"], flipped["card"]) == (seat, card)
                else:
                    assert hands[seat][card]
                    hands[seat] -= Counter([card])
                pile[card] += 1


def test_now_and_then_the_cards_run_out_and_are_flipped(log_of):
    flipped = raced = 0
    for number in range(8):
        _, rows = log_of("turfe", seats=6, number=number, races=16)
        for events, _ in races(rows):
            raced += 1
            flipped += bool(of(events, "flipped"))
    assert raced > 40
    assert 0 < flipped < raced / 4


def test_the_game_is_over_when_nobody_can_bet_any_more(turfe, chance):
    state, _ = turfe.new(turfe.options({}), 3, chance)
    state = state._replace(race_day=state.race_day._replace(money=(10, 0, 0)), to_act=(0,))
    last: list[dict] = []
    for _ in range(500):
        if turfe.outcome(state):
            break
        (seat,) = turfe.to_act(state)
        state, last = turfe.apply(state, seat, turfe.choices(state, seat).sample(chance), chance)
    assert turfe.outcome(state).scores == state.race_day.money
    assert last[-1]["type"] == "game_over"
    if state.race_day.race < 8:
        assert state.race_day.money == (0, 0, 0)
        assert last[-1]["winners"] == [0, 1, 2]
