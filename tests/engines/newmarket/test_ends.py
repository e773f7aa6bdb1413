"""How a game of Newmarket ends: by deals, by time, by ruin; and what goes on from deal to deal."""

from __future__ import annotations

import pytest

from engines.core import Chance, Header, IllegalAction, Match, Row
from engines.newmarket.actions import Back, Card, Time
from engines.verify import logs, verify
from tests.engines.newmarket.notation import parsed
from tests.followed import next_act


def played_out(game, number: int, seats: int = 4, until: int | None = None, **options: object):
    """Play at random; with `until` the clock strikes before that row."""
    header = Header.of(game, game.options(options), seats, bytes([number] * 32))
    match, rows = Match.start(game, header)
    luck = Chance(bytes([255 - number] * 32))
    while match.outcome is None:
        if until is not None and match.length >= until and not match.state.race_day.time_is_up:
            match, news = match.act(None, Time())
        else:
            match, news = match.act(*next_act(game, match.state, luck))
        rows += news
    return header, match, rows


def told(rows: list[Row], kind: str) -> list[dict]:
    return [event for row in rows for event in row.events if event["type"] == kind]


@pytest.mark.parametrize("deals", [1, 3])
def test_a_game_has_at_most_so_many_deals(deals, newmarket):
    lengths = {played_out(newmarket, n, deals=deals)[1].state.race_day.deal for n in range(6)}

    assert max(lengths) == deals


def test_a_game_ends_with_the_deal_after_which_someone_cannot_bet_again(newmarket):
    for number in range(8):
        _, match, rows = played_out(newmarket, number, deals=30)
        if match.state.race_day.deal < 30:
            assert min(match.outcome.scores) < 5
        totals = [40] * 4
        for row in rows:
            for event in row.events:
                if event["type"] == "backed":
                    assert totals[event["seat"]] >= 5
                    totals[event["seat"]] -= 5
                elif event["type"] == "sold":
                    totals[event["to_seat"]] -= event["points"]
                    totals[event["seat"]] += event["points"]
                elif event["type"] == "claimed":
                    totals[event["seat"]] += event["points"]
                elif event["type"] == "paid":
                    totals[event["from"]] -= event["points"]
                    totals[event["to_seat"]] += event["points"]
        assert tuple(totals) == match.outcome.scores


def test_points_left_on_the_horses_belong_to_nobody(newmarket):
    for number in range(8):
        _, match, rows = played_out(newmarket, number)
        left = told(rows, "deal_over")[-1]["unclaimed"]

        assert sum(match.outcome.scores) + sum(left.values()) == 160
        best = max(match.outcome.scores)
        assert match.outcome.winners == tuple(
            seat for seat, score in enumerate(match.outcome.scores) if score == best
        )


def test_the_dealer_passes_left_and_what_is_unclaimed_stays(newmarket):
    _, _, rows = played_out(newmarket, 5, deals=30)
    dealers = [event["first"] for event in told(rows, "race_started")]
    on = dict.fromkeys(newmarket.setup.racehorses, 0)
    for event in [event for row in rows for event in row.events]:
        if event["type"] == "backed":
            on[event["horse"]] += event["points"]
        elif event["type"] == "claimed":
            assert event["points"] == on[event["horse"]] > 0
            on[event["horse"]] = 0
        elif event["type"] == "deal_over":
            assert event["unclaimed"] == on

    assert len(dealers) > 2
    assert dealers == [(dealers[0] + deal) % 4 for deal in range(len(dealers))]


@pytest.mark.parametrize("until", [1, 3, 7, 20])
def test_when_time_is_up_the_deal_in_progress_is_the_last(until, newmarket):
    header, match, rows = played_out(newmarket, 9, minutes=30, deals=30, until=until)
    (clock,) = [row for row in rows if row.action == {"type": "time"}]

    assert (clock.seat, clock.events, clock.auto) == (None, [], False)
    before = told(rows[: rows.index(clock)], "race_started")
    assert match.state.race_day.deal == before[-1]["race"]
    (log,) = logs("".join(f"{line.line()}\n" for line in (header, *rows)))
    assert verify(log).problems == ()


def test_only_the_clock_of_a_table_with_a_limit_ends_its_time_and_only_once(newmarket, chance):
    unlimited, _ = newmarket.new(newmarket.options({}), 3, chance)
    with pytest.raises(IllegalAction, match="no_time_limit"):
        newmarket.apply(unlimited, None, Time(), chance)

    limited, _ = newmarket.new(newmarket.options({"minutes": 10}), 3, chance)
    with pytest.raises(IllegalAction, match="wrong_phase"):
        newmarket.apply(limited, 0, Time(), chance)
    with pytest.raises(IllegalAction, match="not_your_turn"):
        newmarket.apply(limited, None, Back(Card("red12")), chance)
    ended, events = newmarket.apply(limited, None, Time(), chance)
    assert events == []
    assert newmarket.view(ended, 0).time_is_up
    with pytest.raises(IllegalAction, match="time_is_up"):
        newmarket.apply(ended, None, Time(), chance)


def test_nothing_can_be_done_once_the_game_is_over(newmarket, chance):
    _, match, _ = played_out(newmarket, 2, deals=1)
    for action in (parsed("lead blue1"), Time()):
        with pytest.raises(IllegalAction, match="game_over"):
            newmarket.apply(match.state, None if isinstance(action, Time) else 0, action, chance)


def test_a_finished_deal_stands_in_the_view_with_claims_and_payments(newmarket):
    _, match, rows = played_out(newmarket, 4, deals=1)
    result = newmarket.view(match.state, None).result
    paid = {event["from"]: event["points"] for event in told(rows, "paid")}

    assert result.deal == 1
    assert result.points == match.outcome.scores
    assert [result.out] == [event["seat"] for event in told(rows, "out")] or result.out is None
    assert result.paid == tuple(paid.get(seat, 0) for seat in range(4))
    assert [(each.seat, each.horse, each.points) for each in result.claims] == [
        (event["seat"], event["horse"], event["points"]) for event in told(rows, "claimed")
    ]


def test_a_finished_deal_knows_its_last_card_however_it_ended(newmarket):
    ended = set()
    for number in range(8):
        calling = "manual" if number % 2 else "auto"
        _, match, rows = played_out(newmarket, number, 3, deals=1, calling=calling)
        result, last = newmarket.view(match.state, None).result, told(rows, "played")[-1]
        assert (result.last.seat, result.last.card) == (last["seat"], last["card"])
        ended.add(result.out is None)
    assert ended == {False, True}, "somebody out, and nobody who could lead"


def test_a_running_game_is_small(newmarket):
    header = Header.of(newmarket, newmarket.options({"deals": 30}), 8, bytes(32))
    match, _ = Match.start(newmarket, header)
    luck, most = Chance(bytes(32)), 0
    while match.outcome is None:
        most = max(most, len(newmarket.dump_state(match.state)))
        match, _ = match.act(*next_act(newmarket, match.state, luck))

    assert 400 < most < 2_000
