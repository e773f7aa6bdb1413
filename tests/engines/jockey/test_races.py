"""What a whole game of Jockey looks like from the outside: read off the logs of random games."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest

from engines import catalog
from engines.core import Row
from engines.jockey.bets import net
from engines.jockey.edition import HAND

GAMES = [(seats, rounds, number) for seats in HAND for rounds, number in ((1, 1), (2, 2), (1, 3))]


@pytest.fixture(params=GAMES, ids=lambda param: "seats{}-rounds{}-game{}".format(*param))
def game(request, log_of) -> tuple[int, int, list[Row]]:
    seats, rounds, number = request.param
    _, rows = log_of(seats=seats, number=number, rounds=rounds)
    return seats, rounds, rows


def events(rows: list[Row], kind: str) -> list[dict]:
    return [event for row in rows for event in row.events if event["type"] == kind]


def races(rows: list[Row]) -> Iterator[list[dict]]:
    """The events of each race, from `race_started` to what comes before the next one."""
    race: list[dict] = []
    for row in rows:
        for event in row.events:
            if event["type"] == "race_started" and race:
                yield race
                race = []
            race.append(event)
    yield race


def test_races_count_through_the_whole_game_and_the_dealer_passes_left(game):
    seats, rounds, rows = game
    started = events(rows, "race_started")

    assert [event["race"] for event in started] == list(range(1, 3 * rounds + 1))
    assert [event["race"] for event in events(rows, "race_over")] == list(range(1, 3 * rounds + 1))
    first = started[0]["first"]
    assert [event["first"] for event in started] == [(first + race) % seats for race in range(3 * rounds)]


def test_the_first_seat_plays_first_and_turns_pass_left(game):
    seats, _, rows = game
    for race in races(rows):
        players = [event["seat"] for event in race if event["type"] == "played"]

        assert players == [(race[0]["first"] + turn) % seats for turn in range(len(players))]


def test_hands_are_dealt_full_less_the_cards_kept(game):
    seats, _, rows = game
    kept = [0] * seats
    for race in races(rows):
        dealt = [event for event in race if event["type"] == "dealt"]

        assert [event["seat"] for event in dealt] == list(range(seats))
        assert [len(event["cards"]) for event in dealt] == [HAND[seats] - count for count in kept]
        assert all(event["to"] == [event["seat"]] for event in dealt)
        kept = [0] * seats
        for event in race:
            if event["type"] == "kept":
                kept[event["seat"]] = event["count"]


def test_a_race_ends_with_the_second_horse_home_and_settles_seat_by_seat(game):
    seats, _, rows = game
    ends = [row.events for row in rows if any(event["type"] == "race_over" for event in row.events)]
    for end in ends:
        kinds = [event["type"] for event in end]
        settlement = ["played", "moved", "finished", *["bet_shown", "settled"] * seats, "race_over"]

        assert kinds[: len(settlement)] == settlement
        assert end[2]["place"] == 2
        assert [event["seat"] for event in end[3:-1] if event["type"] == "bet_shown"] == list(range(seats))
        following = kinds[len(settlement) :]
        assert following in ([], ["game_over"], ["race_started", *["dealt"] * seats])


def test_the_order_of_finish_is_the_order_of_getting_home(game):
    _, _, rows = game
    for race in races(rows):
        finished = [event["horse"] for event in race if event["type"] == "finished"]
        (over,) = [event for event in race if event["type"] == "race_over"]

        assert over["order"] == finished
        assert len(finished) == 2


def test_every_bet_is_shown_and_paid_as_its_kind_says(game):
    seats, _, rows = game
    jockey = catalog.game("jockey")
    capitals = [1000] * seats
    for race in races(rows):
        if race[0]["race"] % 3 == 1:
            capitals = [1000] * seats
        (over,) = [event for event in race if event["type"] == "race_over"]
        shown = [event for event in race if event["type"] == "bet_shown"]
        settled = [event for event in race if event["type"] == "settled"]
        for seat in range(seats):
            bet = jockey.read_action({"type": "bet"} | shown[seat]["bet"])
            capitals[seat] += net(bet, tuple(over["order"]))

            assert settled[seat]["net"] == net(bet, tuple(over["order"]))
            assert settled[seat]["capital"] == capitals[seat]


def test_bets_shown_are_those_decided(game):
    _, _, rows = game
    decided = [{**row.action} for row in rows if row.action and row.action["type"] == "bet"]
    by_race = list(races(rows))
    seats = game[0]
    for number, race in enumerate(by_race):
        placed = [event["seat"] for event in race if event["type"] == "bet_placed"]
        bets = dict(zip(placed, decided[number * seats : (number + 1) * seats], strict=True))
        for event in race:
            if event["type"] == "bet_shown":
                assert {"type": "bet"} | event["bet"] == bets[event["seat"]]


def test_scores_are_the_capitals_at_the_ends_of_the_rounds_added_up(game):
    seats, rounds, rows = game
    settled = list(events(rows, "settled"))
    ends = [settled[(3 * number - 1) * seats : 3 * number * seats] for number in range(1, rounds + 1)]
    scores = [sum(end[seat]["capital"] for end in ends) for seat in range(seats)]

    assert rows[-1].events[-1] == {
        "type": "game_over",
        "scores": scores,
        "winners": [seat for seat in range(seats) if scores[seat] == max(scores)],
    }


def test_only_seats_with_cards_left_keep_and_nobody_after_the_last_race(game):
    seats, _, rows = game
    *before, last = races(rows)
    assert "kept" not in {event["type"] for event in last}
    for race in before:
        left = cards_left(race, seats)
        kept = Counter(event["seat"] for event in race if event["type"] == "kept")

        assert kept == Counter(seat for seat in range(seats) if left[seat])


def cards_left(race: list[dict], seats: int) -> list[int]:
    left = [HAND[seats]] * seats
    for event in race:
        if event["type"] == "played":
            left[event["seat"]] -= 1
        elif event["type"] == "drawn":
            left[event["seat"]] += len(event["cards"])
    return left


def test_when_all_have_run_out_each_draws_two_from_the_seat_whose_turn_it_is(log_of):
    drawn = 0
    for number in range(6):
        _, rows = log_of(seats=2, number=number)
        for race in races(rows):
            players = [event for event in race if event["type"] in {"played", "drawn"}]
            for before, event in itertools.pairwise(players):
                if event["type"] == "drawn" and before["type"] == "played":
                    at = race.index(event)
                    both = race[at : at + 2]
                    assert [each["seat"] for each in both] == [1 - before["seat"], before["seat"]]
                    assert [len(each["cards"]) for each in both] == [2, 2]
                    assert all(each["to"] == [each["seat"]] for each in both)
                    drawn += 1
    assert drawn > 3


def test_seats_hold_what_was_dealt_drawn_and_kept_and_play_only_that(game):
    seats, _, rows = game
    hands = [Counter() for _ in range(seats)]
    for row in rows:
        if row.action and row.action["type"] == "keep":
            assert not Counter(row.action["cards"]) - hands[row.seat]
            hands[row.seat] = Counter(row.action["cards"])
        for event in row.events:
            if event["type"] in {"dealt", "drawn"}:
                hands[event["seat"]] += Counter(event["cards"])
            elif event["type"] == "played":
                assert hands[event["seat"]][event["card"]]
                hands[event["seat"]] -= Counter([event["card"]])
            elif event["type"] == "race_started" and row.n and row.action["type"] != "keep":
                assert not any(hands), "with cards left there is something to keep"
