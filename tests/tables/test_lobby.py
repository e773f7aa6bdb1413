"""Before the race: sitting down, standing up, and what only the host may do."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from random import Random

import pytest

from bot import bank
from bot.outbox import LOBBY
from bot.tables import Opening, Person, Refusal, Refused, Standing, Status, Visitor
from bot.tables.deadlines import LOBBY_CLOSES_AFTER
from bot.tables.known_tables import Known
from bot.tables.lobby import terms_of
from bot.tables.seat_limits import missing
from engines import catalog
from tests.counting import counting
from tests.distributions import Bring
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, GUILD, HERE, PEOPLE, TableRig


async def test_whoever_opens_a_table_is_its_host_in_the_first_seat(rig: TableRig) -> None:
    table = await rig.table(await rig.lobby(people=1))

    assert table.status is Status.LOBBY
    assert table.host_id == ANA.user_id
    assert [(seat.number, seat.user_id, seat.name) for seat in table.seats] == [(0, *ANA)]


async def test_each_table_has_a_secret_and_an_id_of_its_own(rig: TableRig) -> None:
    tables = [await rig.table(await rig.lobby(people=1)) for _ in range(3)]

    assert len({table.secret for table in tables}) == len({table.table_id for table in tables}) == 3
    assert all(len(table.secret) == 32 for table in tables)


async def test_a_table_keeps_the_edition_it_was_opened_with(rig: TableRig) -> None:
    table = await rig.table(await rig.lobby())

    assert table.edition == json.loads(catalog.game("jockey").edition.model_dump_json())


async def test_people_take_the_next_free_seat(rig: TableRig) -> None:
    table = await rig.table(await rig.lobby(people=3))

    assert [seat.user_id for seat in table.seats] == [person.user_id for person in PEOPLE[:3]]


async def test_the_salt_grows_with_every_join(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    opened = (await rig.table(table_id)).salt
    await rig.tables.lobby.join(table_id, BEN, 77)
    await rig.tables.lobby.leave(table_id, BEN.user_id)
    await rig.tables.lobby.join(table_id, CLEO, 78)

    assert (await rig.table(table_id)).salt == (*opened, "77", "78")


async def test_whoever_leaves_leaves_no_gap(rig: TableRig) -> None:
    table_id = await rig.lobby(people=3, computers=1)
    await rig.tables.lobby.leave(table_id, BEN.user_id)
    table = await rig.table(table_id)

    assert [(seat.number, seat.name) for seat in table.seats] == [(0, "Ana"), (1, "Cleo"), (2, "Tin 0")]


async def test_when_the_host_leaves_the_next_person_is_host(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1, computers=1)
    await rig.tables.lobby.join(table_id, BEN, 77)
    await rig.tables.lobby.leave(table_id, ANA.user_id)
    table = await rig.table(table_id)

    assert table.host_id == BEN.user_id
    assert [(seat.number, seat.name) for seat in table.seats] == [(0, "Tin 0"), (1, "Ben")]


async def test_when_a_guest_leaves_the_host_stays(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    await rig.tables.lobby.leave(table_id, BEN.user_id)

    assert (await rig.table(table_id)).host_id == ANA.user_id


async def test_with_the_last_person_the_lobby_closes_also_where_computer_players_sit(
    rig: TableRig,
) -> None:
    table_id = await rig.lobby(people=1, computers=2)
    await rig.tables.lobby.leave(table_id, ANA.user_id)

    assert (await rig.table(table_id)).status is Status.CANCELLED
    assert not (await rig.everything())["deadlines"]


async def test_the_computer_player_that_sat_down_last_goes_home_first(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1, computers=2)
    await rig.tables.lobby.join(table_id, BEN, 77)
    await rig.tables.lobby.remove_computer(table_id, ANA.user_id)

    assert (await rig.table(table_id)).names == ("Ana", "Tin 0", "Ben")


async def test_computer_players_at_one_table_have_different_names_even_if_two_sit_down_at_once(
    rig: TableRig,
) -> None:
    table_id = await rig.lobby(people=1)
    names = ("Ana", "Abacus", "Piston", "Lever")
    await asyncio.gather(*(rig.tables.lobby.add_computer(table_id, ANA.user_id, *names) for _ in range(3)))

    assert sorted((await rig.table(table_id)).names) == ["Abacus", "Ana", "Lever", "Piston"]


async def test_every_computer_player_of_a_table_sits_down_with_another_temper(rig: TableRig) -> None:
    table_id, drawn = await rig.lobby(people=1), set[tuple[str, ...]]()
    for _ in range(12):
        for number in range(3):
            await rig.tables.lobby.add_computer(table_id, ANA.user_id, f"Tin {number}")
        drawn.add(tuple(await agents(rig, table_id)))
        for _ in range(3):
            await rig.tables.lobby.remove_computer(table_id, ANA.user_id)

    assert {tuple(sorted(each)) for each in drawn} == {("bold", "careful", "contrary")}
    assert len(drawn) > 1, "which of them comes first is drawn"


async def test_where_there_are_more_computer_players_than_tempers_each_is_there_as_often_as_can_be(
    rig: TableRig,
) -> None:
    seated = Counter(await agents(rig, await rig.lobby(people=1, computers=5)))

    assert sorted(seated.values()) == [1, 2, 2]


async def test_a_game_without_tempers_has_steady_computer_players(rig: TableRig) -> None:
    table_id = await rig.race(1, computers=3, game="turfe", edition=None)

    assert await agents(rig, table_id) == ["steady"] * 3


async def agents(rig: TableRig, table_id: str) -> list[str]:
    """Name the computer players of a table in the order of their seats."""
    return [seat.agent for seat in (await rig.table(table_id)).seats if seat.agent]


async def test_the_host_chooses_options_and_seats(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2)
    await rig.tables.lobby.set_options(table_id, ANA.user_id, {"rounds": 3}, 2)
    table = await rig.table(table_id)

    assert (table.options, table.capacity) == ({"rounds": 3}, 2)


@pytest.mark.parametrize("people", [1, 2])
async def test_a_cancelled_lobby_is_closed_and_costs_nothing(rig: TableRig, people: int) -> None:
    table_id = await rig.lobby(people)
    await rig.tables.day.cancel(table_id, ANA.user_id, may_manage=False)

    assert (await rig.table(table_id)).status is Status.CANCELLED
    assert not (await rig.everything())["movements"]


async def test_every_change_of_a_lobby_asks_for_its_message_to_be_redrawn(rig: TableRig) -> None:
    table_id = await rig.lobby(people=1)
    seen = [(await rig.requested(table_id))[LOBBY]]
    for change in (
        rig.tables.lobby.join(table_id, BEN, 77),
        rig.tables.lobby.add_computer(table_id, ANA.user_id, "Tin"),
        rig.tables.lobby.remove_computer(table_id, ANA.user_id),
        rig.tables.lobby.set_options(table_id, ANA.user_id, {"rounds": 2}, 4),
        rig.tables.lobby.leave(table_id, BEN.user_id),
        rig.tables.lobby.leave(table_id, ANA.user_id),
    ):
        await change
        seen.append((await rig.requested(table_id))[LOBBY])

    assert seen == [1, 2, 3, 4, 5, 6, 7]
    assert rig.told == [table_id] * 7


async def test_a_lobby_closes_half_an_hour_after_it_was_opened(rig: TableRig) -> None:
    table_id = await rig.lobby()
    await rig.tables.lobby.leave(table_id, BEN.user_id)

    assert (await rig.everything())["deadlines"] == [
        (table_id, "lobby", rig.time + LOBBY_CLOSES_AFTER, rig.time)
    ]


async def test_tables_are_listed_by_server_and_by_who_sits_there(rig: TableRig) -> None:
    first, second, third = await rig.lobby(1), await rig.race(2), await rig.lobby(2)
    await rig.tables.day.cancel(third, ANA.user_id, may_manage=False)

    assert {table.table_id for table in await rig.tables.read.open_in(GUILD)} == {first, second}
    assert [table.table_id for table in await rig.tables.read.open_in(GUILD, BEN.user_id)] == [second]
    assert await rig.tables.read.open_in(GUILD + 1) == []


TEAMS = catalog.game("jumpyjack").options({"teams": 2}).model_dump()


class TestATableThatCanNeverStart:
    @pytest.mark.parametrize(
        ("game", "options", "capacity", "least"),
        [
            ("jumpyjack", {"teams": 2}, 3, 4),
            ("jumpyjack", {"teams": 8}, 15, 16),
            ("jumpyjack", {}, 1, 2),
            ("newmarket", {}, 2, 3),
            ("turfe", {}, 2, 3),
            ("sulkydrom", {"horses": ("A", None, "C")}, 1, 2),
        ],
    )
    async def test_is_not_opened(
        self, rig: TableRig, game: str, options: dict[str, object], capacity: int, least: int
    ) -> None:
        chosen = catalog.game(game).options(options).model_dump(mode="json")
        with pytest.raises(Refused) as refused:
            await rig.lobby(1, game=game, options=chosen, capacity=capacity)

        assert refused.value.reason is Refusal.TOO_SMALL
        assert refused.value.facts == {"least": least, "capacity": capacity}
        assert not (await rig.everything())["tables"]
        await rig.lobby(1, game=game, options=chosen, capacity=least)

    @pytest.mark.parametrize(("teams", "capacity", "least"), [(2, 3, 4), (3, 5, 6), (5, 6, 10)])
    async def test_is_not_made_of_a_lobby_by_its_options(
        self, rig: TableRig, teams: int, capacity: int, least: int
    ) -> None:
        table_id = await rig.lobby(2, game="jumpyjack", options=TEAMS, capacity=6)
        with pytest.raises(Refused) as refused:
            await rig.tables.lobby.set_options(table_id, ANA.user_id, TEAMS | {"teams": teams}, capacity)

        assert refused.value.reason is Refusal.TOO_SMALL
        assert refused.value.facts == {"least": least, "capacity": capacity}
        table = await rig.table(table_id)
        assert (table.options["teams"], table.capacity) == (2, 6)

    async def test_is_told_apart_from_one_that_waits_for_more_people(self, rig: TableRig) -> None:
        table_id = await rig.lobby(2, game="jumpyjack", options=TEAMS, capacity=4)
        await rig.tables.lobby.set_options(table_id, ANA.user_id, TEAMS | {"teams": 3}, 16)

        assert (await rig.table(table_id)).options["teams"] == 3


@pytest.mark.parametrize(
    ("can_play", "seated", "capacity", "short"),
    [
        ([4, 6, 8], 1, 8, 3),
        ([4, 6, 8], 4, 8, 0),
        ([4, 6, 8], 5, 8, 1),
        ([6, 9, 12], 7, 8, -1),
        ([6, 9, 12], 7, 16, 2),
        ([2, 3], 3, 3, 0),
    ],
)
def test_it_is_known_how_many_are_missing_before_a_race_can_start(
    can_play: list[int], seated: int, capacity: int, short: int
) -> None:
    assert missing(can_play, seated, capacity) == short


async def test_who_starts_with_unequal_teams_is_told_how_many_are_missing(rig: TableRig) -> None:
    for people, capacity, short in ((5, 6, 1), (7, 8, -1)):
        options = TEAMS | {"teams": 2 if people == 5 else 3}
        table_id = await rig.lobby(people, game="jumpyjack", options=options, capacity=capacity)
        with pytest.raises(Refused) as refused:
            await rig.start(table_id)
        assert refused.value.reason is Refusal.UNFIT
        assert refused.value.facts == {"seats": people, "missing": short}


async def test_by_a_place_a_race_is_meant_that_runs_there_or_the_one_that_was_over_last(
    rig: TableRig,
) -> None:
    async def race() -> str:
        rig.pass_minutes(1)
        table_id = await rig.race(2)
        await rig.tables.guilds.note_channel(table_id, 55, instead_of=None)
        return table_id

    async def meant() -> list[str]:
        return [table.table_id for table in await rig.tables.read.run_in(GUILD, 55)]

    await rig.set_up_server(most_hosted=5)
    await rig.race(2)
    cancelled = await race()
    await rig.tables.day.cancel(cancelled, ANA.user_id, may_manage=False)
    assert await meant() == [cancelled]
    for _ in range(2):
        finished = await race()
        await rig.play_out(finished, Random(1))
    assert await meant() == [finished]
    one, two, three = [await race() for _ in range(3)]
    assert await meant() == [three, two, finished], "two are enough to know that it is not clear"
    await rig.tables.day.cancel(three, ANA.user_id, may_manage=False)
    await rig.tables.day.cancel(two, ANA.user_id, may_manage=False)
    assert await meant() == [one, three], "of those that are over the one that began last is meant"
    assert await rig.tables.read.run_in(GUILD + 1, 55) == []


class TestARematch:
    async def finished(self, rig: TableRig, people: int = 2, computers: int = 0) -> str:
        table_id = await rig.race(people, computers)
        await rig.play_out(table_id, Random(1))
        return table_id

    async def test_is_opened_once_however_many_press(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        first = await rig.tables.opening.rematch(table_id, BEN, HERE, 77)
        second = await rig.tables.opening.rematch(table_id, ANA, HERE, 78)

        assert first.table_id == second.table_id != table_id
        assert first.host_id == BEN.user_id
        assert [seat.user_id for seat in second.seats] == [BEN.user_id]
        assert len((await rig.everything())["tables"]) == 2

    async def test_is_played_like_the_game_before_with_the_same_computer_players(self, rig: TableRig) -> None:
        before = await rig.table(await self.finished(rig, people=1, computers=2))
        after = await rig.tables.opening.rematch(before.table_id, ANA, HERE, 77)

        assert (after.game, after.options, after.capacity) == (before.game, before.options, before.capacity)
        assert (await rig.table(after.table_id)).names == ("Ana", "Tin 0", "Tin 1")
        assert after.secret != before.secret
        assert after.salt == ("77",)

    async def test_stands_in_the_thread_of_the_race_before_and_is_run_there(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        after = await rig.tables.opening.rematch(table_id, ANA, HERE, 77, thread_id=55)
        assert (after.channel_id, after.thread_id, after.stands_in) == (CHANNEL, 55, 55)

        await rig.tables.guilds.leave_thread(after.table_id, 54)
        assert (await rig.table(after.table_id)).stands_in == 55, "that is another thread"
        await rig.tables.guilds.channel_deleted(GUILD, 55)
        assert (await rig.table(after.table_id)).stands_in == CHANNEL

    async def test_that_is_open_may_be_found_by_who_had_no_part_in_the_race(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        with pytest.raises(Refused) as refused:
            await rig.tables.opening.rematch(table_id, CLEO, HERE, 77)
        assert refused.value.reason is Refusal.NOT_SEATED

        opened = await rig.tables.opening.rematch(table_id, ANA, HERE, 78)
        found = await rig.tables.opening.rematch(table_id, CLEO, HERE, 79)
        assert found.table_id == opened.table_id

    async def test_moves_with_its_host_out_of_the_thread(self, rig: TableRig) -> None:
        table_id = await self.finished(rig)
        after = await rig.tables.opening.rematch(table_id, ANA, HERE, 77, thread_id=55)
        elsewhere = HERE._replace(channel_id=66)
        await rig.tables.guilds.bring_board(after.table_id, ANA.user_id, HERE._replace(channel_id=55))
        assert (await rig.table(after.table_id)).stands_in == 55
        await rig.tables.guilds.bring_board(after.table_id, ANA.user_id, elsewhere)
        table = await rig.table(after.table_id)
        assert (table.channel_id, table.thread_id) == (66, None)

    async def test_seats_no_computer_players_where_the_server_allows_none_by_now(self, rig: TableRig) -> None:
        table_id = await self.finished(rig, people=1, computers=2)
        await rig.set_up_server(computers=False)
        after = await rig.tables.opening.rematch(table_id, ANA, HERE, 77)
        assert (await rig.table(after.table_id)).names == ("Ana",)


async def test_a_game_whose_program_is_broken_is_none_that_a_table_can_be_opened_for(
    rig: TableRig, bring: Bring
):
    bring("quoits = quoits.game:NOTHING")
    quoits = Opening(visitor=HERE, host=ANA, game="quoits", options={}, capacity=2, interaction_id=7)

    with pytest.raises(Refused) as refused:
        await rig.tables.opening.open(quoits)

    assert refused.value.reason is Refusal.NO_SUCH_GAME


REFUSED = {
    Refusal.NO_SUCH_TABLE: "nowhere",
    Refusal.NO_SUCH_GAME: "chess",
    Refusal.CLOSED: "join a cancelled table",
    Refusal.STARTED: "join a running race",
    Refusal.NOT_STARTED: "act in a lobby",
    Refusal.LOBBY_STAYS: "take the lobby of another elsewhere",
    Refusal.FULL: "join a full table",
    Refusal.YOU_SIT_THERE: "join twice",
    Refusal.NOT_SEATED: "leave as a stranger",
    Refusal.NO_COMPUTER: "remove nobody",
    Refusal.NOT_HOST: "start as a guest",
    Refusal.TOO_FEW: "start alone",
    Refusal.TOO_MANY_SEATED: "offer fewer seats than are taken",
    Refusal.STALE: "answer twice",
    Refusal.NOT_YOUR_TURN: "answer what nobody asked",
    Refusal.NOT_FINISHED: "ask for a rematch of a running race",
    Refusal.FROZEN: "start while the coins of a guest are frozen",
    Refusal.NOT_READY: "start while somebody has not agreed to the options",
    Refusal.OPTIONS_CHANGED: "agree to options that have changed",
    Refusal.TOO_SMALL: "open a table with too few seats for its teams",
    Refusal.UNPLAYABLE: "open a table with options that the rules do not take",
    Refusal.UNFIT: "start with teams of different size",
    Refusal.NO_COMPUTERS: "seat a computer player where none may sit",
    Refusal.TOO_MANY_TABLES: "open one table too many",
    Refusal.TOO_MANY_HOSTED: "open one table too many for one person",
    Refusal.NOT_ALLOWED_HERE: "open a table where the bot may not write",
    Refusal.NOT_IN_THIS_CHANNEL: "open a table in a channel without tables",
    Refusal.NOT_FOR_YOU: "open a table without the role for it",
    Refusal.OTHER_SERVER: "ask for a rematch in another server",
    Refusal.SENT_AWAY: "come back uninvited",
    Refusal.NOT_SENT_AWAY: "invite somebody who is welcome",
    Refusal.NOT_AT_THE_TABLE: "send away somebody who is not there",
    Refusal.OWN_SEAT: "send oneself away",
    Refusal.NEEDS_EVERYBODY: "cancel alone after a race was run",
    Refusal.PAUSED: "play while the table rests",
    Refusal.NOT_PAUSED: "resume what goes on",
    Refusal.PAUSED_ALREADY: "pause twice",
    Refusal.LEFT_ALREADY: "leave twice",
    Refusal.THERE_ALREADY: "come back without having been away",
    Refusal.HANDED_OVER: "hand over a seat that is in somebody else's hands",
    Refusal.HAS_A_SEAT: "hand a seat over to somebody who has one",
    Refusal.OVERTAKEN: "start by a press that came in after a later one",
    Refusal.NO_WORDS: "add nothing to the luck",
    Refusal.LONG_WORDS: "add a whole story to the luck",
    Refusal.ENOUGH_WORDS: "add words again and again",
}


KEPT = {Refusal.TOO_FEW, Refusal.NOT_READY, Refusal.UNFIT, Refusal.OVERTAKEN}
"""What is refused to a host who presses Start; the press goes into the luck all the same."""

ELSEWHERE = {
    Refusal.NOT_PUBLISHED,
    Refusal.NEVER_RAN,
    Refusal.NEVER_MOVED,
    Refusal.NO_SUCH_RACE,
    Refusal.OTHER_RULES,
    Refusal.OUTDATED,
    Refusal.ABSENT,
    Refusal.ABSENT_LOG,
    Refusal.SWEPT,
    Refusal.NO_HINTS,
    Refusal.NO_SUCH_LESSON,
    Refusal.NO_HOURS,
    Refusal.NO_ZONE,
    Refusal.PLAYED_FOR,
    Refusal.NO_TOTE,
    Refusal.TOTE_CLOSED,
    Refusal.TOTE_NOT_FOR_YOU,
    Refusal.TOTE_NO_SUCH_BET,
    Refusal.TOTE_STAKE,
    Refusal.TOTE_WALLET,
    Refusal.TOTE_BETS,
    Refusal.TOTE_FROZEN,
    Refusal.TOTE_STOOD_IN,
}
"""Reasons that commands give, or that stop the table: tried where those are."""


def test_every_reason_is_tried() -> None:
    assert set(REFUSED) == set(Refusal) - ELSEWHERE


@pytest.mark.parametrize("reason", REFUSED, ids=REFUSED.values())
async def test_what_is_refused_changes_nothing(rig: TableRig, reason: Refusal) -> None:
    attempt = await _prepared(rig, reason)
    before = await rig.everything()
    rig.told.clear()

    with pytest.raises(Refused) as refused:
        await attempt

    assert refused.value.reason is reason
    after = await rig.everything()
    if reason in KEPT:
        before, after = _but_for_the_luck(before), _but_for_the_luck(after)
    assert after == before
    assert bool(rig.told) is (reason in KEPT)


def _but_for_the_luck(everything):
    """Leave out what a Start that is refused changes: the salt, and the lobby that shows it."""
    kept = {name: rows for name, rows in everything.items() if name not in {"presses", "outbox"}}
    return kept | {"tables": [row._replace(salt="", revision=0, version=0) for row in everything["tables"]]}


async def _prepared(rig: TableRig, reason: Refusal):
    tables, stranger = rig.tables, Person(999, "Zoe")
    lobby = await rig.lobby(people=2, capacity=2)
    match reason:
        case Refusal.NO_SUCH_TABLE:
            return tables.lobby.join("NOWHERE", BEN, 77)
        case Refusal.NO_SUCH_GAME:
            chess = Opening(
                visitor=HERE,
                host=ANA,
                game="chess",
                options={},
                capacity=2,
                interaction_id=7,
            )
            return tables.opening.open(chess)
        case Refusal.CLOSED:
            await tables.day.cancel(lobby, ANA.user_id, may_manage=False)
            return tables.lobby.join(lobby, CLEO, 77)
        case Refusal.STARTED:
            return tables.lobby.join(await rig.race(), CLEO, 77)
        case Refusal.NOT_STARTED:
            return tables.race.act(lobby, ANA.user_id, 1, {"type": "play", "card": "red+7"})
        case Refusal.LOBBY_STAYS:
            return tables.guilds.bring_board(lobby, BEN.user_id, HERE._replace(channel_id=3))
        case Refusal.FULL:
            return tables.lobby.join(lobby, CLEO, 77)
        case Refusal.FROZEN:
            async with rig.store.writing() as db:
                await bank.set_frozen(
                    db, bank.Act(5, GUILD, ANA.user_id, BEN.user_id, bank.ActKind.FREEZE, 0, "why", 1)
                )
            return rig.tables.race.start(lobby, ANA.user_id, 77)
        case Refusal.YOU_SIT_THERE:
            return tables.lobby.join(lobby, BEN, 77)
        case Refusal.NOT_SEATED:
            return tables.lobby.leave(lobby, stranger.user_id)
        case Refusal.NO_COMPUTER:
            return tables.lobby.remove_computer(lobby, ANA.user_id)
        case Refusal.NOT_HOST:
            return tables.race.start(lobby, BEN.user_id, 77)
        case Refusal.TOO_FEW:
            return tables.race.start(await rig.lobby(people=1), ANA.user_id, 77)
        case Refusal.TOO_MANY_SEATED:
            return tables.lobby.set_options(await rig.lobby(people=3), ANA.user_id, {"rounds": 1}, 2)
        case Refusal.STALE:
            race, bet = await rig.race(), {"type": "bet", "kind": "win", "horse": "red", "stake": 100}
            await tables.race.act(race, ANA.user_id, 1, bet)
            return tables.race.act(race, ANA.user_id, 1, bet)
        case Refusal.NOT_YOUR_TURN:
            bet = {"type": "bet", "kind": "win", "horse": "red", "stake": 100}
            return tables.race.act(await rig.race(), ANA.user_id, 99, bet)
        case Refusal.NOT_FINISHED:
            return tables.opening.rematch(await rig.race(), ANA, HERE, 77)
        case Refusal.NOT_READY:
            await tables.lobby.set_options(lobby, ANA.user_id, {"rounds": 2}, 2)
            return tables.race.start(lobby, ANA.user_id, 77)
        case Refusal.OPTIONS_CHANGED:
            seen = terms_of(await rig.table(lobby))
            await tables.lobby.set_options(lobby, ANA.user_id, {"rounds": 2}, 2)
            return tables.lobby.say_ready(lobby, BEN.user_id, seen)
        case Refusal.UNFIT:
            return tables.race.start(
                await rig.lobby(people=3, game="jumpyjack", options=TEAMS), ANA.user_id, 77
            )
        case Refusal.TOO_SMALL:
            return rig.lobby(game="jumpyjack", options=TEAMS | {"teams": 4}, capacity=6)
        case Refusal.UNPLAYABLE:
            return rig.lobby(game="jumpyjack", options=TEAMS | {"teams": 1}, capacity=16)
        case Refusal.NO_COMPUTERS:
            await rig.set_up_server(computers=False)
            return tables.lobby.add_computer(await rig.lobby(people=1), ANA.user_id, "Tin")
        case Refusal.TOO_MANY_TABLES:
            await rig.set_up_server(most_tables=1)
            return rig.lobby()
        case Refusal.TOO_MANY_HOSTED:
            await rig.set_up_server(most_hosted=1)
            return rig.lobby()
        case Refusal.NOT_ALLOWED_HERE:
            return tables.opening.open(_opening(HERE._replace(denied=("send_messages",))))
        case Refusal.NOT_IN_THIS_CHANNEL:
            await rig.set_up_server(channels=(CHANNEL + 1,))
            return tables.opening.open(_opening(HERE))
        case Refusal.NOT_FOR_YOU:
            await rig.set_up_server(openers=(5,))
            return tables.opening.open(_opening(HERE))
        case Refusal.OTHER_SERVER:
            race = await rig.race()
            await rig.play_out(race, Random(1))
            return tables.opening.rematch(race, ANA, HERE._replace(guild_id=GUILD + 1), 77)
        case Refusal.SENT_AWAY:
            await tables.lobby.send_away(lobby, ANA.user_id, BEN.user_id)
            return tables.lobby.join(lobby, BEN, 77)
        case Refusal.NOT_SENT_AWAY:
            return tables.lobby.invite(lobby, ANA.user_id, CLEO.user_id)
        case Refusal.NOT_AT_THE_TABLE:
            return tables.lobby.send_away(lobby, ANA.user_id, CLEO.user_id)
        case Refusal.OWN_SEAT:
            return tables.lobby.send_away(lobby, ANA.user_id, ANA.user_id)
        case Refusal.NEEDS_EVERYBODY:
            race = await rig.race(people=3)
            await rig.play_races(race, 1, Random(1))
            return tables.day.cancel(race, ANA.user_id, may_manage=False)
        case Refusal.PAUSED:
            race, bet = await rig.race(), {"type": "bet", "kind": "win", "horse": "red", "stake": 100}
            await tables.day.pause(race, ANA.user_id)
            return tables.race.act(race, ANA.user_id, 1, bet)
        case Refusal.NOT_PAUSED:
            return tables.day.resume(await rig.race(), ANA.user_id)
        case Refusal.PAUSED_ALREADY:
            race = await rig.race()
            await tables.day.pause(race, ANA.user_id)
            return tables.day.pause(race, ANA.user_id)
        case Refusal.LEFT_ALREADY:
            race = await rig.race()
            await tables.seats.stand_up(race, BEN.user_id)
            return tables.seats.stand_up(race, BEN.user_id)
        case Refusal.THERE_ALREADY:
            return tables.seats.come_back(await rig.race(), BEN.user_id)
        case Refusal.HANDED_OVER:
            race = await rig.race()
            await tables.seats.hand_over(race, BEN.user_id, CLEO.user_id)
            return tables.seats.hand_over(race, BEN.user_id, stranger.user_id)
        case Refusal.HAS_A_SEAT:
            return tables.seats.hand_over(await rig.race(), BEN.user_id, ANA.user_id)
        case Refusal.OVERTAKEN:
            await tables.lobby.add_words(lobby, BEN.user_id, "lucky", 10**18)
            return tables.race.start(lobby, ANA.user_id, 77)
        case Refusal.NO_WORDS:
            return tables.lobby.add_words(lobby, BEN.user_id, "  ", 77)
        case Refusal.LONG_WORDS:
            return tables.lobby.add_words(lobby, BEN.user_id, "once upon a time " * 9, 77)
        case Refusal.ENOUGH_WORDS:
            for _ in range(3):
                await tables.lobby.add_words(lobby, BEN.user_id, "again", 77)
            return tables.lobby.add_words(lobby, BEN.user_id, "again", 77)
    raise AssertionError(reason)


def _opening(visitor: Visitor, host: Person = ANA) -> Opening:
    return Opening(
        visitor=visitor, host=host, game="jockey", options={"rounds": 1}, capacity=2, interaction_id=7
    )


@pytest.mark.parametrize(
    "press",
    [
        lambda tables, table: tables.race.start(table, BEN.user_id, 77),
        lambda tables, table: tables.lobby.add_computer(table, BEN.user_id, "Tin"),
        lambda tables, table: tables.lobby.remove_computer(table, BEN.user_id),
        lambda tables, table: tables.lobby.set_options(table, BEN.user_id, {"rounds": 2}, 6),
        lambda tables, table: tables.day.cancel(table, BEN.user_id, may_manage=False),
        lambda tables, table: tables.lobby.send_away(table, BEN.user_id, ANA.user_id),
        lambda tables, table: tables.lobby.invite(table, BEN.user_id, CLEO.user_id),
    ],
    ids=["start", "add a computer player", "remove one", "set options", "cancel", "send away", "invite"],
)
async def test_only_the_host_decides(rig: TableRig, press) -> None:
    table_id = await rig.lobby(people=2, computers=1)
    before = await rig.everything()

    with pytest.raises(Refused) as refused:
        await press(rig.tables, table_id)

    assert refused.value.reason is Refusal.NOT_HOST
    assert refused.value.facts == {"host": ANA.user_id}
    assert await rig.everything() == before


async def test_who_manages_the_server_may_cancel_any_table(rig: TableRig) -> None:
    table_id = await rig.lobby()
    await rig.tables.day.cancel(table_id, 999, may_manage=True)

    assert (await rig.table(table_id)).status is Status.CANCELLED


@pytest.mark.parametrize(
    "method", ["join", "leave", "computer", "fewer", "options", "start", "rematch", "send", "invite"]
)
async def test_a_running_race_is_no_lobby_any_more(rig: TableRig, method: str) -> None:
    race = await rig.race(people=2, computers=1)
    before = await rig.everything()
    tables, host = rig.tables, ANA.user_id

    with pytest.raises(Refused) as refused:
        await {
            "join": lambda: tables.lobby.join(race, CLEO, 77),
            "leave": lambda: tables.lobby.leave(race, host),
            "computer": lambda: tables.lobby.add_computer(race, host, "Tin"),
            "fewer": lambda: tables.lobby.remove_computer(race, host),
            "options": lambda: tables.lobby.set_options(race, host, {"rounds": 2}, 6),
            "start": lambda: tables.race.start(race, host, 77),
            "rematch": lambda: tables.opening.rematch(race, ANA, HERE, 77),
            "send": lambda: tables.lobby.send_away(race, host, BEN.user_id),
            "invite": lambda: tables.lobby.invite(race, host, BEN.user_id),
        }[method]()

    assert refused.value.reason in {Refusal.STARTED, Refusal.NOT_FINISHED}
    assert await rig.everything() == before


async def test_two_people_who_want_the_last_seat_do_not_both_get_it(rig: TableRig) -> None:
    table_id = await rig.lobby(people=2, capacity=3)
    answers = await asyncio.gather(
        *(rig.tables.lobby.join(table_id, person, person.user_id) for person in PEOPLE[2:]),
        return_exceptions=True,
    )

    assert answers.count(None) == 1
    assert {answer.reason for answer in answers if isinstance(answer, Refused)} == {Refusal.FULL}
    assert len((await rig.table(table_id)).seats) == 3


@pytest.mark.parametrize(
    "what", ["join", "ready", "words", "options", "computer", "no computer", "away", "moved"]
)
async def test_what_a_lobby_is_after_a_step_is_remembered_as_it_is_read(rig: TableRig, what: str) -> None:
    table_id = await rig.lobby(people=3, computers=1)
    host, lobby = ANA.user_id, rig.tables.lobby
    other = {**(await rig.table(table_id)).options, "rounds": 3}
    await rig.tables.seats.ask_always(PEOPLE[4].user_id, is_wanted=True)
    await lobby.set_options(table_id, host, {**other, "rounds": 2}, 6)
    terms = terms_of(await rig.table(table_id))
    match what:
        case "join":
            await lobby.join(table_id, PEOPLE[4], rig.interaction())
        case "ready":
            await lobby.say_ready(table_id, CLEO.user_id, terms)
        case "words":
            await lobby.add_words(table_id, BEN.user_id, "a rainy day", rig.interaction())
        case "options":
            await lobby.set_options(table_id, host, other, 5)
        case "computer":
            await lobby.add_computer(table_id, host, "Tin 7")
        case "no computer":
            await lobby.remove_computer(table_id, host)
        case "away":
            await lobby.send_away(table_id, host, BEN.user_id)
        case _:
            await rig.tables.guilds.note_channel(table_id, 77, instead_of=None)

    with counting(rig.store) as counted:
        remembered, _ = await known_of(rig, table_id)
    assert len(counted.statements) == 1, "the version"
    assert (remembered, None) == await known_of(rig.restarted(), table_id)


async def known_of(rig: TableRig, table_id: str) -> tuple[Known, Standing | None]:
    async with rig.store.reading() as db:
        return await rig.tables.read.known_in(db, table_id)
