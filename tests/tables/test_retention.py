"""What is over is let go after a while, in small steps; what counts stays, and what runs is never touched."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update

from bot.bank.standings import Board, By, Since, board
from bot.bank.tote import Pool
from bot.db.schema import log, outbox
from bot.outbox import desk_of
from bot.shards import DISCORD_EPOCH
from bot.tables import Refusal, Refused, day_commands, retention, tote_commands
from bot.tables.deadlines import DAY
from bot.tables.loading import load
from bot.tables.reading import finished_in
from bot.tables.retention import EMPTIED, TO_BE_EMPTIED, WHOLE, WITHOUT_TRACES, Retention, Sweeper
from tests.databases import reading, writing
from tests.exported import kept_about
from tests.tables.playing import ANA, BEN, CLEO, GUILD, HERE, TableRig, with_standing
from tests.tables.test_tote import DORA, EMIL
from tests.waiting import until


@pytest.fixture(autouse=True)
def breathless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BREATH", 0)


def sweeper(rig: TableRig, kept_for: Retention = retention.USUAL_RETENTION) -> Sweeper:
    return Sweeper(rig.database, rig.clock.now, kept_for)


async def finished(rig: TableRig) -> str:
    """Play a race day to its end, with everything posted."""
    table_id = await rig.race()
    await rig.play_out(table_id, Random(3))
    await all_posted(rig)
    return table_id


async def all_posted(rig: TableRig) -> None:
    with writing(rig.database) as db:
        db.execute(update(outbox).values(fulfilled=outbox.c.requested))


async def rows(rig: TableRig, name: str, table_id: str) -> list[Any]:
    return [row for row in (await rig.everything())[name] if row.table_id == table_id]


async def stage(rig: TableRig, table_id: str) -> int:
    (row,) = await rows(rig, "tables", table_id)
    return int(row.swept)


def pass_days(rig: TableRig, days: float) -> None:
    rig.time += int(days * DAY)


async def test_what_runs_is_never_touched_however_old_it_is(rig: TableRig) -> None:
    await rig.lobby()
    await rig.race()
    before = await rig.everything()
    pass_days(rig, 4000)

    assert await sweeper(rig).sweep(rig.clock.now()) == 0
    assert await rig.everything() == before


async def test_posts_and_slips_go_first_and_the_race_can_still_be_checked(rig: TableRig) -> None:
    table_id = await finished(rig)
    before = await rows(rig, "log", table_id)
    pass_days(rig, 8)

    await sweeper(rig).sweep(rig.clock.now())

    assert await stage(rig, table_id) == WITHOUT_TRACES
    assert await rows(rig, "outbox", table_id) == []
    assert await rows(rig, "log", table_id) == before
    assert [table.table_id for table in await rig.tables.database.read(finished_in, GUILD)] == [table_id]


async def test_a_post_that_is_due_is_kept_until_it_stands(rig: TableRig) -> None:
    table_id = await rig.race()
    await rig.play_out(table_id, Random(3))
    before = await rig.everything()
    pass_days(rig, 8)

    await sweeper(rig).sweep(rig.clock.now())
    assert await rig.everything() == before


async def test_that_a_seat_was_handed_over_is_known_as_long_as_its_decisions(rig: TableRig) -> None:
    table_id = await rig.race()
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await rig.play_out(table_id, Random(3))
    await all_posted(rig)
    with reading(rig.database) as db:
        before = kept_about(db, BEN.user_id)["decisions"]
    pass_days(rig, 8)

    await sweeper(rig).sweep(rig.clock.now())

    assert [row.notice for row in await rows(rig, "outbox", table_id)] == ["handed"]
    with reading(rig.database) as db:
        assert kept_about(db, BEN.user_id)["decisions"] == before


async def test_of_an_old_race_results_and_coins_stay_and_nothing_else(rig: TableRig) -> None:
    table_id = await finished(rig)
    before = await rig.everything()
    pass_days(rig, 366)

    await sweeper(rig).sweep(rig.clock.now())

    after = await rig.everything()
    assert await stage(rig, table_id) == EMPTIED
    for name in ("log", "outbox", "presses", "seats", "drafts", "deadlines", "sent_away", "stood_in"):
        assert after[name] == []
    for name in ("results", "accounts", "movements"):
        assert after[name] == before[name]
        assert after[name]
    (row,) = after["tables"]
    assert (row.host_id, row.opened_by, row.secret, row.salt) == (0, None, b"", "[]")
    assert await rig.audit() == []
    found = await _board(rig, Since.ALL)
    assert found is not None
    assert found.lines[0].games == 1


async def test_whoever_asks_for_an_old_race_is_told_that_it_is_kept_no_longer(rig: TableRig) -> None:
    table_id = await finished(rig)
    pass_days(rig, 366)
    await sweeper(rig).sweep(rig.clock.now())

    for asked in (
        rig.tables.database.read(load, table_id),
        with_standing(rig.tables, table_id),
        rig.tables.rematch(table_id, ANA, HERE, 1),
    ):
        with pytest.raises(Refused) as refused:
            await asked
        assert refused.value.reason is Refusal.SWEPT
    assert await rig.tables.database.read(finished_in, GUILD) == []


async def test_a_lobby_that_nobody_started_goes_without_a_trace(rig: TableRig) -> None:
    table_id = await rig.lobby()
    await rig.run_out(table_id, "lobby")
    await all_posted(rig)
    pass_days(rig, 31)

    await sweeper(rig).sweep(rig.clock.now())

    everything = await rig.everything()
    assert {name for name, found in everything.items() if found} == set()


async def test_of_a_cancelled_race_with_coins_the_row_stays_that_the_ledger_names(rig: TableRig) -> None:
    table_id = await rig.race()
    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)
    await all_posted(rig)
    pass_days(rig, 31)

    await sweeper(rig).sweep(rig.clock.now())

    assert await stage(rig, table_id) == EMPTIED
    assert await rig.audit() == []


async def test_what_is_kept_for_ever_stays(rig: TableRig) -> None:
    await finished(rig)
    before = await rig.everything()
    pass_days(rig, 40_000)

    await sweeper(rig, Retention(None, None, None)).sweep(rig.clock.now())
    assert await rig.everything() == before


async def test_a_day_less_than_the_time_nothing_goes(rig: TableRig) -> None:
    table_id = await finished(rig)
    before = await rig.everything()
    pass_days(rig, 6)
    await sweeper(rig).sweep(rig.clock.now())
    assert await stage(rig, table_id) == WHOLE
    assert await rig.everything() == before


async def test_no_transaction_takes_more_rows_than_it_may(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await finished(rig)
    length = len(await rows(rig, "log", table_id))
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 3)
    pass_days(rig, 366)
    deleted = []
    once = retention._delete_some

    def counted(db: Connection, table: Any, *these: Any) -> bool:
        here = select(func.count()).select_from(log).where(log.c.table_id == table_id)
        before = db.scalar(here) if table.name == "log" else 0
        more = once(db, table, *these)
        deleted.append((table.name, before))
        return more

    monkeypatch.setattr(retention, "_delete_some", counted)
    await sweeper(rig).sweep(rig.clock.now())

    left = [before for name, before in deleted if name == "log"]
    assert length > 20
    assert all(more - less <= 3 for more, less in pairwise(left))
    assert await rows(rig, "log", table_id) == []


@pytest.mark.parametrize("steps", range(1, 10, 2))
async def test_broken_off_anywhere_it_is_finished_by_the_next_run(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    table_id = await finished(rig)
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 20)
    pass_days(rig, 366)
    left = iter(range(steps))

    async def breathe(_: float) -> None:
        if next(left, None) is None:
            raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(retention.asyncio, "sleep", breathe)
        broken = asyncio.create_task(sweeper(rig).sweep(rig.clock.now()))
        await asyncio.gather(broken, return_exceptions=True)
    if await stage(rig, table_id) >= TO_BE_EMPTIED:
        with pytest.raises(Refused):  # never half a log
            await rig.table(table_id)
    await sweeper(rig).sweep(rig.clock.now())

    assert await stage(rig, table_id) == EMPTIED
    assert await rows(rig, "log", table_id) == []
    assert await rig.audit() == []


async def test_the_books_are_in_order_between_any_two_steps(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 2)
    await rig.played(DORA, EMIL)
    table_id = await rig.race()
    for bettor in (DORA, EMIL) * 3:
        horse = (await rig.open_tote(table_id)).offer.horses[:1]
        await rig.tables.step(
            tote_commands.bet, table_id, bettor.user_id, Pool.WIN, horse, 10, rig.interaction()
        )
    await rig.play_out(table_id, Random(3))
    await all_posted(rig)
    pass_days(rig, 366)
    sweeping, now, audits = sweeper(rig), rig.clock.now(), []
    for step in (sweeping._let_traces_go, sweeping._mark, sweeping._empty):
        while await step(now):
            audits.append(await rig.audit())

    assert await rows(rig, "tote_bets", table_id) == []
    assert len(audits) > 6
    assert not any(audits)


async def test_no_leaderboard_changes_when_tables_are_let_go_of(rig: TableRig) -> None:
    await finished(rig)
    rig.pass_minutes(60 * 24 * 40)
    await finished(rig)
    boards = [await _board(rig, since) for since in Since]
    await sweeper(rig).sweep(rig.clock.now())
    assert [await _board(rig, since) for since in Since] == boards
    assert await rig.audit() == []


async def _board(rig: TableRig, since: Since) -> Board | None:
    with reading(rig.database) as db:
        return board(db, GUILD, By.WINS, "", since, 1, ANA.user_id, rig.clock.now())


async def test_two_processes_may_sweep_at_once(rig: TableRig) -> None:
    over = [await finished(rig) for _ in range(3)]
    pass_days(rig, 366)

    await asyncio.gather(sweeper(rig).sweep(rig.clock.now()), sweeper(rig.restarted()).sweep(rig.clock.now()))

    assert [await stage(rig, table_id) for table_id in over] == [EMPTIED] * 3
    assert await rig.audit() == []


async def test_tokens_of_opened_desks_that_ran_out_are_forgotten_and_the_desk_is_due_again(
    rig: TableRig,
) -> None:
    tables_of = [await rig.race(), await rig.race()]
    for table_id, ends_at in zip(tables_of, (rig.clock.now(), rig.clock.now() + 1), strict=True):
        mine = outbox.c.table_id == table_id, outbox.c.user_id == ANA.user_id, outbox.c.kind == "desk"
        opened = {
            "opened_channel_id": 1,
            "opened_message_id": 2,
            "opened_token": "t",
            "opened_until": ends_at,
        }
        with writing(rig.database) as db:
            db.execute(update(outbox).where(*mine).values(fulfilled=1, **opened))

    await sweeper(rig).sweep(rig.clock.now())

    desks = [post for each in tables_of for post in await rig.posts(each) if post.key == desk_of(ANA.user_id)]
    assert [post.is_due for post in desks] == [True, False]
    assert [post.opened is None for post in desks] == [True, False]


async def test_a_round_is_begun_soon_after_the_start_and_ends_with_the_bot(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AFTER_A_START", 0)
    table_id = await finished(rig)
    pass_days(rig, 366)
    await post(rig, rig.clock.now())
    at_work = sweeper(rig)
    await at_work.resume()
    await until(lambda: bool(at_work._work._tasks))
    await asyncio.gather(*at_work._work._tasks.values())
    await at_work.close()

    assert await stage(rig, table_id) == EMPTIED


async def post(rig: TableRig, moment: int) -> None:
    """Open a lobby whose message Discord made at a moment."""
    table_id = await rig.lobby()
    stands = {"channel_id": 2, "message_id": (moment - DISCORD_EPOCH) << 22}
    with writing(rig.database) as db:
        db.execute(update(outbox).where(outbox.c.table_id == table_id).values(fulfilled=1, **stands))


async def rounds(sweeping: Sweeper, times: int = 1) -> None:
    """Have it make its rounds, one after another."""
    for _ in range(times):
        await sweeping._round("over")


async def test_a_clock_that_is_far_ahead_of_discord_deletes_nothing(rig: TableRig) -> None:
    await post(rig, rig.clock.now())
    table_id = await finished(rig)
    before = await rows(rig, "log", table_id)
    sweeping = sweeper(rig)
    pass_days(rig, 800)

    await rounds(sweeping, 3)

    assert await rows(rig, "log", table_id) == before
    assert await stage(rig, table_id) == WHOLE


async def test_what_is_written_down_by_a_wrong_clock_does_not_make_it_believed(rig: TableRig) -> None:
    await post(rig, rig.clock.now())
    table_id = await finished(rig)
    rig.time += 800 * DAY  # the clock is set; races are played, coins move and posts stand as before
    await finished(rig)
    await post(rig, rig.clock.now() - 800 * DAY)

    await rounds(sweeper(rig))

    assert await stage(rig, table_id) == WHOLE


async def test_after_months_without_the_bot_rounds_are_made_once_something_was_posted(rig: TableRig) -> None:
    await post(rig, rig.clock.now())
    table_id = await finished(rig)
    pass_days(rig, 400)
    sweeping = sweeper(rig)
    await rounds(sweeping)
    assert await stage(rig, table_id) == WHOLE

    await post(rig, rig.clock.now())
    await rounds(sweeping)

    assert await stage(rig, table_id) == EMPTIED


async def test_where_nothing_was_ever_posted_nothing_is_believed(rig: TableRig) -> None:
    table_id = await finished(rig)
    pass_days(rig, 400)

    await rounds(sweeper(rig))

    assert await stage(rig, table_id) == WHOLE
