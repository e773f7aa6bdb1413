"""Games that are taken away while tables of them are open: nothing of these is lost, and they go on once it is back."""

from __future__ import annotations

from random import Random

import pytest

from bot.outbox import Notice
from bot.tables import (
    Refusal,
    Refused,
    Status,
    Table,
    day_commands,
    deadlines,
    guild_commands,
    lobby_commands,
    race_commands,
    seat_commands,
)
from bot.tables.deadlines import DAY, HOMELESS_CLOSES_AFTER, MINUTE, Clock
from bot.tables.erasure import erase
from bot.tables.reading import open_in
from bot.tables.standing import header_of, read_log
from engines.core import Unknown
from tests.databases import reading, writing
from tests.distributions import POINT, TITLE, Bring, TakeAway
from tests.exported import kept_about
from tests.tables.playing import ANA, BEN, CLEO, GUILD, HERE, Opening, TableRig, facts, fill_in, with_standing

GAME = "jockey"


async def race(rig: TableRig, decisions: int = 8) -> str:
    """Start a race of two people and play a little."""
    table_id = await rig.race(2)
    for number in range(decisions):
        await rig.decide(table_id, Random(number))
    return table_id


async def started_without(rig: TableRig, take_away: TakeAway) -> TableRig:
    """Start the program again, without the game."""
    take_away(GAME)
    later = rig.restarted()
    await day_commands.follow_games(later.tables)
    return later


async def started_with(rig: TableRig, give_back: TakeAway) -> TableRig:
    """Start it again, with the game."""
    give_back(GAME)
    later = rig.restarted()
    await day_commands.follow_games(later.tables)
    return later


async def reason(attempt) -> Refusal:
    """Return why something is refused."""
    with pytest.raises(Refused) as refused:
        await attempt
    return refused.value.reason


async def test_a_race_rests_with_its_stakes_and_goes_on_where_it_stood(
    rig: TableRig, take_away: TakeAway, give_back: TakeAway, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await race(rig)
    stood, paid = facts(await rig.standing(table_id)), await rig.worth(2)

    later = await started_without(rig, take_away)
    resting, standing = await with_standing(later.tables, table_id)
    assert (resting.status, resting.paused_at, standing) == (Status.RUNNING, later.time, None)
    assert await later.worth(2) == paid
    assert f"table {table_id} rests: its game 'jockey' is not here" in caplog.messages

    later.pass_minutes(60 * 24 * 400)
    back = await started_with(later, give_back)
    assert (await back.table(table_id)).paused_at is None
    assert facts(await back.standing(table_id)) == stood
    assert await back.notices(table_id) == [Notice.ABSENT, Notice.RESUMED]
    await back.play_out(table_id, Random(5))
    assert (await back.table(table_id)).status is Status.FINISHED
    assert await back.audit() == []


async def test_every_start_without_the_game_changes_nothing_more(rig: TableRig, take_away: TakeAway) -> None:
    table_id = await race(rig)
    later = await started_without(rig, take_away)
    before = await later.everything()
    later.pass_minutes(10)
    again = later.restarted()
    await day_commands.follow_games(again.tables)
    await again.tables.outdated.end_all()

    assert await again.everything() == before
    assert await again.notices(table_id) == [Notice.ABSENT]


async def test_clocks_have_as_much_left_as_they_had(
    rig: TableRig, take_away: TakeAway, give_back: TakeAway
) -> None:
    table_id = await race(rig)
    (clock,) = await turns(rig)
    rig.pass_minutes(1)

    later = await started_without(rig, take_away)
    later.pass_minutes(3000)
    back = await started_with(later, give_back)

    (same,) = await turns(back)
    assert same.due_at - back.time == clock.due_at - rig.time
    assert (await back.table(table_id)).paused_at is None


async def turns(rig: TableRig) -> list:
    """Read the clocks of seats."""
    return [row for row in (await rig.everything())["deadlines"] if row.kind.startswith("turn")]


async def test_no_clock_ends_a_table_whose_game_is_not_here(rig: TableRig, take_away: TakeAway) -> None:
    table_id = await race(rig)
    with writing(rig.database) as db:
        deadlines.put(db, table_id, Clock.CROWDED, rig.time + DAY, now=rig.time)
    later = await started_without(rig, take_away)

    later.pass_minutes(60 * 24 * 30)
    await later.run_out(table_id, Clock.CROWDED)

    assert (await later.table(table_id)).status is Status.RUNNING
    (crowded,) = [row for row in (await later.everything())["deadlines"] if row.kind == Clock.CROWDED]
    assert crowded.due_at == later.time + DAY


async def test_a_clock_that_runs_out_before_the_start_is_through_has_the_table_rest(
    rig: TableRig, take_away: TakeAway
) -> None:
    table_id = await race(rig)
    (clock,) = await turns(rig)
    take_away(GAME)
    later = rig.restarted()
    await later.run_out(table_id, clock.kind)

    assert (await later.table(table_id)).paused_at == later.time
    assert await turns(later) == [clock]


async def test_a_server_that_lost_the_bot_for_a_week_gets_its_stakes_back(
    rig: TableRig, take_away: TakeAway
) -> None:
    before = await rig.worth(2)
    table_id = await race(rig)
    later = await started_without(rig, take_away)
    await guild_commands.bot_left(later.tables, GUILD)
    later.pass_minutes(HOMELESS_CLOSES_AFTER / MINUTE)
    await later.run_out(table_id, Clock.HOMELESS)

    assert (await later.table(table_id)).status is Status.CANCELLED
    assert await later.worth(2) == before


async def test_whoever_manages_the_server_ends_it_and_every_stake_goes_back(
    rig: TableRig, take_away: TakeAway
) -> None:
    before = await rig.worth(2)
    table_id = await race(rig)
    later = await started_without(rig, take_away)

    alone = later.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)
    assert await reason(alone) is Refusal.ABSENT, "a host could get out of a loss"
    ended = await later.tables.step(day_commands.cancel, table_id, CLEO.user_id, may_manage=True)

    assert ended.counted == 0
    assert (await later.table(table_id)).status is Status.CANCELLED
    assert await later.worth(2) == before
    assert await later.audit() == []


async def test_a_rest_that_its_host_began_is_still_one_when_the_game_is_back(
    rig: TableRig, take_away: TakeAway, give_back: TakeAway
) -> None:
    table_id = await race(rig)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    later = await started_without(rig, take_away)
    later.pass_minutes(60 * 24 * 30)
    await later.run_out(table_id, Clock.PAUSED)
    back = await started_with(later, give_back)

    assert (await back.table(table_id)).paused_at is not None
    await back.tables.step(day_commands.resume, table_id, ANA.user_id)
    await back.decide(table_id, Random(3))


async def test_nothing_is_decided_meanwhile_and_everybody_is_told_why(
    rig: TableRig, take_away: TakeAway
) -> None:
    table_id = await race(rig)
    asked = next(iter((await rig.standing(table_id)).asked.values()))
    later = await started_without(rig, take_away)
    tables, ana = later.tables, ANA.user_id
    before = await later.everything()

    said = [
        await reason(
            tables.step(
                race_commands.act, table_id, ana, asked, {"type": "play", "card": "red+7", "horse": None}
            )
        ),
        await reason(fill_in(tables, table_id, ana, asked, lambda draft: draft)),
        await reason(tables.step(day_commands.pause, table_id, ana)),
        await reason(tables.step(day_commands.resume, table_id, ana)),
        await reason(tables.step(day_commands.cancel, table_id, ana, may_manage=False)),
        await reason(tables.step(day_commands.cancel, table_id, BEN.user_id, may_manage=False)),
        await reason(tables.step(day_commands.vote_to_stop, table_id, ana)),
        await reason(tables.step(seat_commands.stand_up, table_id, ana)),
        await reason(tables.step(seat_commands.offer, table_id, ana, CLEO.user_id)),
        await reason(tables.step(guild_commands.bring_board, table_id, ana, HERE)),
    ]
    assert set(said) == {Refusal.ABSENT}
    assert await later.everything() == before


async def test_a_lobby_takes_nobody_and_does_not_start_but_lets_everybody_go(
    rig: TableRig, take_away: TakeAway, give_back: TakeAway
) -> None:
    table_id = await rig.lobby(2)
    later = await started_without(rig, take_away)

    said = [
        await reason(later.tables.step(lobby_commands.join, table_id, CLEO, later.interaction())),
        await reason(later.tables.step(lobby_commands.set_options, table_id, ANA.user_id, {"rounds": 2}, 6)),
        await reason(later.tables.start(table_id, ANA.user_id, later.interaction())),
    ]
    assert set(said) == {Refusal.ABSENT}
    await later.tables.step(lobby_commands.leave, table_id, BEN.user_id)
    assert await reason(open_one(later)) is Refusal.NO_SUCH_GAME
    back = await started_with(later, give_back)
    await back.tables.step(lobby_commands.join, table_id, BEN, back.interaction())
    await back.start(table_id)


async def open_one(rig: TableRig, game: str = GAME) -> Table:
    """Open another table."""
    options = {"races": 1} if game == "turfe" else {"rounds": 1}
    return await rig.tables.open(
        Opening(
            visitor=HERE, host=ANA, game=game, options=options, capacity=6, interaction_id=rig.interaction()
        )
    )


async def test_tables_of_a_game_that_is_not_here_take_nobodys_place(
    rig: TableRig, take_away: TakeAway
) -> None:
    await rig.set_up_server(most_tables=2, most_hosted=2)
    resting = [await race(rig, 1) for _ in range(2)]
    later = await started_without(rig, take_away)

    opened = [(await open_one(later, "turfe")).table_id for _ in range(2)]
    assert {table.table_id for table in await later.tables.database.read(open_in, GUILD)} == {
        *resting,
        *opened,
    }
    with pytest.raises(Refused) as refused:
        await open_one(later, "turfe")
    assert refused.value.reason is Refusal.TOO_MANY_HOSTED
    assert set(refused.value.facts["tables"]) == set(opened)


async def test_a_full_server_does_not_ask_it_to_make_room(rig: TableRig, take_away: TakeAway) -> None:
    await rig.set_up_server(most_tables=1, most_hosted=9)
    await race(rig, 1)
    later = await started_without(rig, take_away)
    await open_one(later, "turfe")

    with pytest.raises(Refused) as refused:
        await open_one(later, "turfe")
    assert refused.value.reason is Refusal.TOO_MANY_TABLES
    assert "room" not in refused.value.facts


async def test_a_person_is_told_and_forgotten_all_the_same(
    rig: TableRig, take_away: TakeAway, give_back: TakeAway
) -> None:
    table_id = await race(rig)
    later = await started_without(rig, take_away)
    with reading(later.database) as db:
        kept = kept_about(db, BEN.user_id)
    assert [seat["game"] for seat in kept["seats"]] == [GAME]

    with writing(later.database) as db:
        erase(db, rig.tables.games, BEN.user_id, later.time, lambda _language, number: f"Nobody {number}")
    with reading(later.database) as db:
        assert kept_about(db, BEN.user_id)["seats"] == []

    back = await started_with(later, give_back)
    await back.play_out(table_id, Random(2))
    assert (await back.table(table_id)).status is Status.FINISHED


async def test_the_log_of_a_race_that_is_over_is_published_byte_for_byte(
    rig: TableRig, take_away: TakeAway
) -> None:
    table_id = await rig.race(2)
    await rig.play_out(table_id, Random(4))

    async def lines(at: TableRig) -> list[str]:
        table = await at.table(table_id)
        with reading(at.database) as db:
            return [header_of(table).line(), *(row.line() for row in read_log(db, table))]

    before = await lines(rig)
    later = await started_without(rig, take_away)

    assert await lines(later) == before
    assert (await with_standing(later.tables, table_id))[1] is None
    again = later.tables.rematch(table_id, ANA, HERE, later.interaction())
    assert await reason(again) is Refusal.NO_SUCH_GAME


async def test_a_running_bot_neither_tries_again_and_again_nor_plays_for_anybody(
    rig: TableRig, take_away: TakeAway, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await race(rig)
    before = await rig.table(table_id)
    later = await started_without(rig, take_away)
    later.pass_minutes(60 * 24 * 3)

    await time_goes_by(later, table_id)

    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    table = await later.table(table_id)
    assert (table.status, table.length) == (Status.RUNNING, before.length)


async def time_goes_by(rig: TableRig, table_id: str) -> None:
    """Have clocks run out and computer players asked, as in a running bot."""

    async def work(task):
        return task()

    clockwork = rig.clockwork(work=work)
    try:
        await rig.resume(clockwork)
        await clockwork._run_due()
        clockwork.notify(table_id)
    finally:
        await clockwork.close()


# ------------------------------------------------------------------------- games of other distributions that break


async def quoits(rig: TableRig, bring: Bring) -> str:
    """Start a race of a game of another distribution, and play a little."""
    bring(POINT, TITLE)
    table_id = await rig.restarted().race(2, game="quoits")
    for number in range(8):
        await rig.decide(table_id, Random(number))
    return table_id


def with_rules(program: str) -> str:
    """Add to the rules of the title."""
    return TITLE.replace('    key = "quoits"\n', f'    key = "quoits"\n{program}')


BROKEN = {
    "a title without a summary": TITLE.replace('summary = "throw rings at a pin"', 'summary = ""'),
    "no title at all": TITLE
    + "from types import SimpleNamespace\nTITLE = SimpleNamespace(engine=Quoits, computers=JOCKEY.computers)\n",
    "rules that need what is not installed": with_rules("    def begin(self, *_):\n        import nowhere\n"),
    "rules that break over an action": with_rules(
        "    def read_action(self, _):\n        raise KeyError('x')\n"
    ),
}


@pytest.mark.parametrize("program", BROKEN.values(), ids=BROKEN)
async def test_a_race_whose_game_cannot_be_shown_or_done_again_rests_and_nothing_decides_for_anybody(
    rig: TableRig, bring: Bring, program: str
) -> None:
    table_id = await quoits(rig, bring)
    stood, paid = facts(await rig.standing(table_id)), await rig.worth(2)

    bring(POINT, program)
    later = rig.restarted()
    await day_commands.follow_games(later.tables)
    later.pass_minutes(60 * 24 * 3)
    await time_goes_by(later, table_id)
    await later.tables.outdated.end_all()
    await day_commands.follow_games(later.tables)

    found = await later.table(table_id)
    assert found.status is Status.RUNNING
    assert found.paused_at is not None
    assert found.length == stood[3]
    assert [seat.missed for seat in found.seats] == [0, 0]
    assert await later.notices(table_id) == [Notice.ABSENT]
    assert await reason(later.tables.step(day_commands.resume, table_id, ANA.user_id)) is Refusal.ABSENT
    alone = later.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)
    assert await reason(alone) is Refusal.ABSENT, "a host could get out of a loss"

    bring(POINT, TITLE)
    back = later.restarted()
    await day_commands.follow_games(back.tables)
    assert facts(await back.standing(table_id)) == stood
    assert await back.notices(table_id) == [Notice.ABSENT, Notice.RESUMED]
    assert await back.worth(2) == paid


@pytest.mark.parametrize("program", BROKEN.values(), ids=BROKEN)
async def test_somebody_is_forgotten_though_the_game_breaks(
    rig: TableRig, bring: Bring, program: str
) -> None:
    table_id = await quoits(rig, bring)
    bring(POINT, program)
    later = rig.restarted()

    with writing(later.database) as db:
        erase(db, rig.tables.games, BEN.user_id, later.time, lambda _language, number: f"Nobody {number}")

    assert BEN.user_id not in {seat.user_id for seat in (await later.table(table_id)).seats}


async def test_a_race_ends_kindly_where_the_rules_of_another_distribution_give_another_row(
    rig: TableRig, bring: Bring
) -> None:
    table_id = await quoits(rig, bring)
    twice = "        return state, [*events, events[0]]\n"
    told_twice = f"    def apply(self, *given):\n        state, events = super().apply(*given)\n{twice}"
    bring(POINT, with_rules(told_twice))
    later = rig.restarted()
    await later.tables.outdated.end_all()

    assert (await later.table(table_id)).status is Status.CANCELLED


async def test_events_that_cannot_be_read_back_keep_no_other_table_waiting(
    rig: TableRig, bring: Bring, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await quoits(rig, bring)
    bring(
        POINT, with_rules("    @classmethod\n    def read_event(cls, _):\n        raise KeyError('public')\n")
    )
    later = rig.restarted()
    await day_commands.follow_games(later.tables)
    await later.tables.outdated.end_all()

    found = await later.table(table_id)
    with reading(later.database) as db:
        rows = read_log(db, found)
    assert {type(event) for row in rows for event in row.events} == {Unknown}
    assert not caplog.records
