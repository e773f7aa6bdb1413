"""Race days that end before their game does: whose word that takes, and what becomes of the coins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from bot.tables import (
    Refusal,
    Refused,
    Status,
    Table,
    attendance,
    day_commands,
    deadlines,
    ending,
    erasure,
    guild_commands,
    seat_commands,
)
from bot.tables.deadlines import DAY, Clock
from bot.tables.stakes import finals, money_of
from bot.tables.standing import Standing, game_of
from bot.tables.step import begin
from engines import catalog
from engines.core import Chance, Outcome
from tests.databases import reading, writing
from tests.tables.playing import ANA, BEN, CLEO, GUILD, PEOPLE, TableRig
from tests.tables.rules import Rules, at_once

OPENING = 5000
LARGEST: Mapping[str, dict[str, Any]] = {
    "jockey": {"rounds": 2},
    "turfe": {"races": 3},
    "jumpyjack": {"target": 50},
    "sulkydrom": {"goal": "major"},
    "newmarket": {"deals": 4},
}
"""Every game at its largest table, over several races."""

largest = pytest.mark.parametrize("game", LARGEST)


def day(rules: Rules, game: str = "jockey", people: int | None = None) -> str:
    """Start a race day of a game, with the most people it seats."""
    engine = catalog.game(game)
    people = max(engine.seats) if people is None else people
    options = engine.options(LARGEST[game]).model_dump(mode="json")
    short: dict[str, Any] = {} if game == "jockey" else {"edition": None}
    return rules.race(people, game=game, options=options, **short)


def race_run(rules: Rules, game: str = "jockey", people: int | None = None) -> tuple[str, Table, Outcome]:
    """Have the first race of a day run and the second begun; return what the first one settled."""
    table_id, luck = day(rules, game, people), Random(3)
    rules.play_races(table_id, 1, luck)
    interim = rules.standing(table_id).match.interim
    assert interim is not None
    assert interim.races == 1
    for _ in range(5):
        rules.decide(table_id, luck)
    return table_id, rules.table(table_id), interim.outcome


def coins(table: Table, outcome: Outcome) -> list[int]:
    """What a finished game pays for such scores."""
    return finals(money_of(game_of(table), table.options), table.buy_in, outcome)


def require_paid(rules: Rules, table: Table, outcome: Outcome) -> None:
    """A day ended after its first race: it was paid, and no more than that."""
    ended = rules.table(table.table_id)
    assert (ended.status, ended.counted) == (Status.CANCELLED, 1)
    held = [wallet - owed for wallet, owed, _ in rules.worth(len(table.seats))]
    assert held == [OPENING - table.buy_in + final for final in coins(table, outcome)]
    assert rules.audit() == []
    everything = rules.everything()
    of_table = {
        name: [row for row in everything[name] if row.table_id == table.table_id]
        for name in ("results", "deadlines")
    }
    assert not of_table["results"], "a game that was not played to its end is nobody's win"
    assert {row.kind for row in of_table["deadlines"]} == {Clock.THREAD}


def refusal(attempt: object, *facts: Any, **named: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        attempt(*facts, **named)
    return refused.value


def absent(rules: Rules, table_id: str, *people: Any) -> None:
    """Have the clock take two decisions of some people in a row, as far as the table knows."""
    with writing(rules.database) as db:
        for person in people:
            for _ in range(attendance.MISSES):
                step = begin(db, rules.tables.games, table_id, rules.time)
                attendance.note_missed(db, step, step.table.require_seat(person.user_id))


# ------------------------------------------------------------------------------------ what becomes of the coins


@largest
def test_after_a_race_coins_are_paid_as_it_left_them_whatever_the_next_one_has_brought(
    rules: Rules, game: str
) -> None:
    _, table, outcome = race_run(rules, game)
    assert max(coins(table, outcome)) > table.buy_in
    rules.played(*PEOPLE)  # what newcomers lose goes to nobody

    was = rules.tables.step(day_commands.cancel, table.table_id, 999, may_manage=True)

    assert (was.status, was.counted) == (Status.RUNNING, 1)
    require_paid(rules, table, outcome)


@largest
def test_before_a_race_is_over_every_stake_goes_back(rules: Rules, game: str) -> None:
    table_id = day(rules, game)
    before = [(OPENING, 0, 0)] * len(rules.table(table_id).seats)
    for _ in range(len(before) + 2):
        rules.decide(table_id, Random(3))

    rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)

    assert rules.worth(len(before)) == before
    assert rules.table(table_id).counted == 0
    assert rules.audit() == []


def _everybody_away(rules: Rules, table_id: str) -> None:
    absent(rules, table_id, *PEOPLE[:6])
    rules.run_out(table_id, Clock.PAUSED)


def _rests(rules: Rules, table_id: str) -> None:
    rules.tables.step(day_commands.pause, table_id, ANA.user_id)
    rules.run_out(table_id, Clock.PAUSED)


def _removed(rules: Rules, table_id: str) -> None:
    at_once(guild_commands.bot_left(rules.tables.whole, GUILD))
    rules.run_out(table_id, Clock.HOMELESS)


def _makes_room(rules: Rules, table_id: str) -> None:
    rules.set_up_server(most_tables=1, most_hosted=2)
    rules.tables.step(day_commands.pause, table_id, ANA.user_id)
    assert refusal(rules.lobby).reason is Refusal.TOO_MANY_TABLES
    rules.run_out(table_id, Clock.CROWDED)


def _agreed(rules: Rules, table_id: str) -> None:
    for person in PEOPLE[:6]:
        rules.tables.step(day_commands.vote_to_stop, table_id, person.user_id)


def _silent(rules: Rules, table_id: str) -> None:
    absent(rules, table_id, BEN, CLEO)
    for person in (ANA, *PEOPLE[3:6]):
        rules.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
    rules.run_out(table_id, Clock.STOPPING)


def _by_the_host_with_everybody(rules: Rules, table_id: str) -> None:
    for person in PEOPLE[1:6]:
        rules.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
    rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)


ENDS: Mapping[str, Callable[[TableRig, str], None]] = {
    "the bot was removed for a week": _removed,
    "everybody agrees": _agreed,
    "who is away says nothing for a day": _silent,
    "the host cancels and the others agree": _by_the_host_with_everybody,
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_however_a_day_ends_early_what_is_settled_stays(rules: Rules, end) -> None:
    table_id, table, outcome = race_run(rules)
    end(rules, table_id)
    require_paid(rules, table, outcome)


@pytest.mark.parametrize(
    "rest", [_rests, _makes_room, _everybody_away], ids=["for a week", "in a crowded server", "asleep"]
)
def test_who_lets_a_table_rest_that_takes_everybodys_word_to_end_does_not_end_it(
    rules: Rules, rest: Callable[[TableRig, str], None]
) -> None:
    table_id, _, _ = race_run(rules)
    rest(rules, table_id)

    table = rules.table(table_id)
    assert (table.status, table.paused_at) == (Status.RUNNING, None)
    rules.play_out(table_id, Random(1))
    assert rules.table(table_id).status is Status.FINISHED
    assert rules.audit() == []


def test_the_day_in_which_silence_becomes_agreement_stands_still_while_the_table_rests(
    rules: Rules,
) -> None:
    table_id, _, _ = race_run(rules)
    absent(rules, table_id, BEN, CLEO)
    for person in (ANA, *PEOPLE[3:6]):
        rules.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
    rules.tables.step(day_commands.pause, table_id, ANA.user_id)
    rules.pass_minutes(25 * 60)
    with reading(rules.database) as db:
        assert not [clock for clock in deadlines.due(db, rules.time) if clock.clock is Clock.STOPPING]
    rules.tables.step(day_commands.resume, table_id, ANA.user_id)
    with reading(rules.database) as db:
        left = deadlines.of_table(db, table_id)[Clock.STOPPING] - rules.time
    assert left == deadlines.STOPPING_CLOSES_AFTER


def test_a_debt_that_a_race_has_brought_is_owed_though_the_day_ends_early(rules: Rules) -> None:
    table_id, luck = day(rules, people=6), Random(5)
    while min(rules.standing(table_id).view(None).capitals) >= 0:
        rules.decide(table_id, luck)
    interim = rules.standing(table_id).match.interim
    assert interim is not None
    table = rules.table(table_id)
    rules.tables.step(day_commands.cancel, table_id, 999, may_manage=True)

    held = [wallet - owed for wallet, owed, _ in rules.worth(6)]
    assert held == [OPENING - table.buy_in + final for final in coins(table, interim.outcome)]
    assert rules.audit() == []


def test_what_comes_to_somebody_who_is_forgotten_goes_to_the_house(rules: Rules) -> None:
    table_id, table, _ = race_run(rules, people=3)
    with writing(rules.database) as db:
        erasure.erase(db, rules.tables.games, BEN.user_id, rules.time, lambda _, seat: f"Player {seat}")
    rules.tables.step(day_commands.cancel, table_id, 999, may_manage=True)
    assert rules.table(table_id).counted == 1
    accounts = rules.everything()["accounts"]
    assert str(BEN.user_id) not in {row.owner for row in accounts}
    assert {row.balance for row in accounts if row.owner.startswith("-")} == {0}
    assert rules.audit() == []
    assert table.stakes


def test_practice_ends_early_without_a_coin(rules: Rules) -> None:
    table_id = rules.race(people=1, computers=2)
    rules.play_races(table_id, 1, Random(1))
    rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)
    assert rules.table(table_id).counted == 1
    assert not rules.everything()["movements"]


# ------------------------------------------------------------------------------------------- whose word it takes


class TestOnceARaceHasBeenRun:
    def test_the_host_alone_ends_nothing(self, rules: Rules) -> None:
        table_id, *_ = race_run(rules)
        before = rules.everything()

        refused = refusal(rules.tables.step, day_commands.cancel, table_id, ANA.user_id, may_manage=False)

        assert refused.reason is Refusal.NEEDS_EVERYBODY
        assert refused.facts == {"users": [person.user_id for person in PEOPLE[1:6]]}
        assert rules.everything() == before

    def test_a_guest_ends_nothing_even_if_all_others_agree(self, rules: Rules) -> None:
        table_id, *_ = race_run(rules, people=2)
        assert (
            refusal(rules.tables.step, day_commands.cancel, table_id, BEN.user_id, may_manage=False)
        ).reason is Refusal.NOT_HOST

    @pytest.mark.parametrize("goes", ["away", "left"])
    def test_who_is_there_alone_ends_nothing_against_who_is_not(self, rules: Rules, goes: str) -> None:
        table_id, *_ = race_run(rules, people=2)
        if goes == "away":
            absent(rules, table_id, BEN)
        else:
            rules.tables.step(seat_commands.stand_up, table_id, BEN.user_id)

        vote = rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)

        assert rules.table(table_id).status is Status.RUNNING
        assert (vote.would, vote.missing, vote.counted) == (True, [BEN.user_id], 1)
        assert vote.until == rules.time + DAY

    def test_who_is_away_is_asked_on_their_desk_and_may_agree_from_there(self, rules: Rules) -> None:
        table_id, table, outcome = race_run(rules, people=2)
        absent(rules, table_id, BEN)
        rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        reminded = [post.user_id for post in rules.posts(table_id) if post.needs_new_message]
        assert reminded == [BEN.user_id]

        vote = rules.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id, would=True)

        assert not vote.missing
        require_paid(rules, table, outcome)

    def test_who_comes_back_without_a_word_is_waited_for_no_longer(self, rules: Rules) -> None:
        table_id, *_ = race_run(rules, people=3)
        absent(rules, table_id, BEN)
        for person in (ANA, CLEO):
            rules.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
        rules.tables.step(seat_commands.come_back, table_id, BEN.user_id)

        assert Clock.STOPPING not in {row.kind for row in rules.everything()["deadlines"]}
        assert rules.table(table_id).status is Status.RUNNING

    def test_who_goes_away_last_is_asked_as_well(self, rules: Rules) -> None:
        table_id, *_ = race_run(rules, people=3)
        rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        rules.tables.step(day_commands.vote_to_stop, table_id, CLEO.user_id)
        assert Clock.STOPPING not in {row.kind for row in rules.everything()["deadlines"]}
        rules.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
        assert Clock.STOPPING in {row.kind for row in rules.everything()["deadlines"]}

    def test_who_agreed_and_then_leaves_has_agreed(self, rules: Rules) -> None:
        table_id, table, outcome = race_run(rules, people=2)
        rules.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
        rules.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
        rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        require_paid(rules, table, outcome)

    def test_whoever_takes_their_word_back_stops_the_waiting(self, rules: Rules) -> None:
        table_id, *_ = race_run(rules, people=2)
        absent(rules, table_id, BEN)
        rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        assert Clock.STOPPING not in {row.kind for row in rules.everything()["deadlines"]}

    def test_a_word_given_in_one_race_does_not_end_another(self, rules: Rules) -> None:
        table_id, *_ = race_run(rules, people=2)
        rules.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id)
        rules.play_races(table_id, 2, Random(4))

        assert not any(seat.would_stop for seat in rules.table(table_id).seats)
        vote = rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
        assert vote.missing == [BEN.user_id]

    def test_agreeing_twice_by_a_button_takes_nothing_back(self, rules: Rules) -> None:
        table_id, *_ = race_run(rules, people=2)
        for _ in range(2):
            vote = rules.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id, would=True)
            assert vote.would

    def test_who_is_forgotten_keeps_nobody_from_stopping(self, rules: Rules) -> None:
        table_id, *_ = race_run(rules, people=3)
        for person in (ANA, CLEO):
            rules.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
        with writing(rules.database) as db:
            erasure.erase(db, rules.tables.games, BEN.user_id, rules.time, lambda _, seat: f"Player {seat}")
        assert rules.table(table_id).status is Status.CANCELLED
        assert rules.audit() == []

    def test_it_takes_nobody_elses_word_where_all_others_are_computers(self, rules: Rules) -> None:
        table_id = rules.race(people=1, computers=3)
        rules.play_races(table_id, 1, Random(1))
        rules.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)
        assert rules.table(table_id).status is Status.CANCELLED


class TestADayOfOneRace:
    def test_is_the_hosts_to_cancel_until_it_is_off_and_no_longer(self, rules: Rules) -> None:
        options = catalog.game("sulkydrom").options({"goal": "first"}).model_dump(mode="json")
        table_id = rules.race(8, game="sulkydrom", options=options, edition=None)
        luck, table, free = Random(1), rules.table(table_id), []
        while len(free) < 20:
            free.append(not ending.is_binding(table, rules.standing(table_id)))
            rules.decide(table_id, luck)
        assert free == [True] * 8 + [False] * 12

        refused = refusal(rules.tables.step, day_commands.cancel, table_id, ANA.user_id, may_manage=False)
        assert refused.reason is Refusal.NEEDS_EVERYBODY
        for person in PEOPLE[:8]:
            rules.tables.step(day_commands.vote_to_stop, table_id, person.user_id)
        assert rules.table(table_id).counted == 0
        assert rules.worth(8) == [(OPENING, 0, 0)] * 8, "it was not run: every stake goes back"

    def test_stays_binding_where_cards_are_dealt_again_in_it(self, rules: Rules) -> None:
        table_id = rules.race(8, game="sulkydrom", edition=None)
        table, standing, luck = rules.table(table_id), rules.standing(table_id), Random(1)
        phases = []
        while not phases[8:] or phases[-1] != "stacking":
            if len(phases) < 10:
                assert ending.is_binding(table, standing) == (len(phases) >= 8)
            phases.append(standing.view(None).phase)
            standing = _without_driving(standing, luck)
        assert ending.is_binding(table, standing)


def _without_driving(standing: Standing, luck: Random) -> Standing:
    """Let the next seat turn its card or stack, and no horse move: so the cards run out."""
    seat = min(standing.asked)
    action = standing.match.game.read_action({"type": "drive", "path": []})
    while action not in standing.choices(seat):
        sampled = standing.choices(seat).sample(Chance(luck.randbytes(32)))
        action = sampled if sampled.type in {"stack", "tempo"} else action
    following, _ = standing.after(seat, action)
    return following


def test_a_hand_that_stands_in_speaks_for_the_seat(rules: Rules) -> None:
    table_id, table, outcome = race_run(rules, people=2)
    dora = PEOPLE[3]
    rules.hand_over(table_id, BEN.user_id, dora.user_id)
    rules.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    rules.tables.step(day_commands.vote_to_stop, table_id, dora.user_id)
    require_paid(rules, table, outcome)


def test_rules_that_cannot_tell_what_is_settled_return_every_stake(rules: Rules) -> None:
    table_id, *_ = race_run(rules, people=2)
    with writing(rules.database) as db:
        step = begin(db, rules.tables.games, table_id, rules.time)
        assert ending.stop(db, step, None, Status.CANCELLED) == 0
    assert rules.worth(2) == [(OPENING, 0, 0)] * 2
    assert rules.table(table_id).counted == 0
    assert rules.audit() == []
