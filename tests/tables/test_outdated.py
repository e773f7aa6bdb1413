"""Rules that were corrected while a table was in play: it is finished by those it began with, or kindly ended."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, update

from bot.db.schema import log, tables
from bot.outbox import Notice
from bot.tables import Refusal, Refused, Status, clockwork, race_commands, seat_commands
from bot.tables.deadlines import Clock
from bot.tables.erasure import erase
from bot.tables.loading import load
from bot.tables.standing import header_of, read_log
from engines import catalog
from engines.verify import logs, verify
from tests.databases import reading, writing
from tests.engines.corrected import Correct
from tests.tables.playing import ANA, BEN, SHORT, TableRig, facts, fill_in, with_standing

games = pytest.mark.parametrize("game", catalog.GAMES)


async def race(rig: TableRig, game: str = "jockey", decisions: int = 8) -> str:
    """Start a race of two people and as many computer players as there is room for, and play a little."""
    seats = max(catalog.game(game).seats)
    table_id = await rig.race(2, seats - 2, game=game, edition=SHORT if game == "jockey" else None)
    for number in range(decisions):
        await rig.decide(table_id, Random(number))
    return table_id


async def text_of(rig: TableRig, table_id: str) -> str:
    """Write the log of a table as it is published."""
    with reading(rig.database) as db:
        rows = read_log(db, load(db, table_id))
    lines = (header_of(await rig.table(table_id)), *rows)
    return "".join(f"{line.line()}\n" for line in lines)


async def is_kindly_ended(rig: TableRig, table_id: str, before: object) -> bool:
    """Whether a table is closed, its stakes are back, everybody is told why, and nothing of it goes on."""
    notices = [notice for notice in await rig.notices(table_id) if notice is Notice.OUTDATED]
    clocks = [row.kind for row in (await rig.everything())["deadlines"] if row.table_id == table_id]
    assert await rig.audit() == []
    return (
        (await rig.table(table_id)).status is Status.CANCELLED
        and await rig.worth(2) == before
        and len(notices) == 1
        and clocks == [Clock.THREAD]
    )


@games
async def test_a_table_goes_on_by_the_rules_it_began_with_while_the_program_has_them(
    rig: TableRig, game: str, correct: Correct
) -> None:
    table_id = await race(rig, game)
    stood = facts(await rig.standing(table_id))
    correct(game, is_kept=True)
    later = rig.restarted()
    await later.tables.outdated.end_all()

    assert (await later.table(table_id)).rules < catalog.rules_of(game).rules
    assert facts(await later.standing(table_id)) == stood
    await later.decide(table_id, Random(8))
    assert facts(await later.restarted().standing(table_id)) == facts(await later.standing(table_id))


async def test_a_game_is_finished_by_the_rules_it_began_with_and_its_log_verifies_by_them(
    rig: TableRig, correct: Correct
) -> None:
    table_id = await race(rig)
    correct("jockey", is_kept=True)
    later = rig.restarted()
    await later.play_out(table_id, Random(5))

    assert (await later.table(table_id)).status is Status.FINISHED
    (written,) = logs(await text_of(later, table_id))
    assert written.header.rules == 1
    assert verify(written).problems == ()


async def test_a_table_that_starts_after_a_correction_is_played_by_it_and_its_log_says_so(
    rig: TableRig, correct: Correct
) -> None:
    correct("jockey", is_kept=True)
    table_id = await rig.race(people=2)
    await rig.play_out(table_id, Random(5))

    (written,) = logs(await text_of(rig, table_id))
    assert written.header.rules == (await rig.table(table_id)).rules == 2
    assert verify(written).problems == ()


async def test_a_lobby_that_was_opened_before_a_correction_starts_with_it(
    rig: TableRig, correct: Correct
) -> None:
    table_id = await rig.lobby(people=2)
    correct("jockey")
    await rig.start(table_id)
    assert (await rig.table(table_id)).rules == 2
    assert (await rig.restarted().standing(table_id)).match.game.rules == 2


@games
async def test_a_table_whose_rules_are_gone_ends_and_every_stake_returns(
    rig: TableRig, game: str, correct: Correct, caplog: pytest.LogCaptureFixture
) -> None:
    before = await rig.worth(2)
    table_id, rules = await race(rig, game), catalog.rules_of(game).rules
    assert await rig.worth(2) != before
    correct(game)
    later = rig.restarted()
    await later.tables.outdated.end_all()

    assert await is_kindly_ended(later, table_id, before)
    told = [record.message for record in caplog.records if record.levelname == "ERROR"]
    kept = ", ".join(map(str, sorted({rules + 1, *(each for key, each in catalog.EARLIER if key == game)})))
    gone = f"{game} by its rules of version {rules}; this program has version {kept}"
    assert told == [f"table {table_id} ends and every stake returns: {gone}"]
    assert table_id in later.told


@games
async def test_a_correction_that_forgot_its_version_is_found_out_by_the_log(
    rig: TableRig, game: str, correct: Correct, caplog: pytest.LogCaptureFixture
) -> None:
    before = await rig.worth(2)
    table_id = await race(rig, game)
    correct(game, raised=0)
    later = rig.restarted()
    await later.tables.outdated.end_all()

    assert await is_kindly_ended(later, table_id, before)
    assert caplog.messages[-1].endswith("row 0 of its log is not what the rules give now")


async def test_the_start_up_can_be_broken_off_and_leaves_what_goes_on_alone(
    rig: TableRig, correct: Correct
) -> None:
    gone, sound = await race(rig, "turfe"), await race(rig, "jockey")
    stands = facts(await rig.standing(sound))
    correct("turfe")
    later = rig.restarted()
    await later.tables.outdated.end_all()
    after = await later.everything()
    await later.tables.outdated.end_all()
    await later.restarted().tables.outdated.end_all()

    assert await later.everything() == after
    assert (await later.table(gone)).status is Status.CANCELLED
    assert facts(await later.standing(sound)) == stands


class TestALogThatIsNotWhatTheRulesGive:
    async def _changed(self, rig: TableRig, table_id: str, n: int, **values: object) -> TableRig:
        """Change a row behind the rules' back; return a process that has not read it yet."""
        with writing(rig.database) as db:
            row = update(log).where(log.c.table_id == table_id, log.c.n == n)
            db.execute(row.values(**values))
        return rig.restarted()

    async def test_ends_the_table_when_somebody_acts(
        self, rig: TableRig, caplog: pytest.LogCaptureFixture
    ) -> None:
        before = await rig.worth(2)
        table_id = await race(rig)
        later = await self._changed(rig, table_id, 7, events="[]")
        with pytest.raises(Refused) as refused:
            await later.tables.step(race_commands.act, table_id, ANA.user_id, 1, {"type": "dance"})

        assert refused.value.reason is Refusal.OUTDATED
        assert await is_kindly_ended(later, table_id, before)
        assert caplog.messages == [
            f"table {table_id} ends and every stake returns: row 7 of its log is not what the rules give now"
        ]
        with pytest.raises(Refused) as again:
            await later.tables.step(race_commands.act, table_id, ANA.user_id, 1, {"type": "dance"})
        assert again.value.reason is Refusal.CLOSED

    async def test_ends_the_table_when_somebody_fills_in_a_slip_leaves_or_only_looks(
        self, rig: TableRig
    ) -> None:
        async def draft(tables, table_id):
            await fill_in(tables, table_id, BEN.user_id, 1, lambda slip: slip)

        async def leave(tables, table_id):
            await tables.step(seat_commands.stand_up, table_id, BEN.user_id)

        for touch in (draft, leave):
            table_id = await race(rig)
            later = await self._changed(rig, table_id, 3, events='[{"type":"bet_placed","seat":5}]')
            with pytest.raises(Refused) as refused:
                await touch(later.tables, table_id)
            assert refused.value.reason is Refusal.OUTDATED
            assert (await later.table(table_id)).status is Status.CANCELLED
            with pytest.raises(Refused) as again:
                await draft(later.tables, table_id)
            assert again.value.reason is Refusal.CLOSED
        table_id = await race(rig)
        later = await self._changed(rig, table_id, 3, seat=None)
        table, standing = await with_standing(later.tables, table_id)
        assert (table.status, standing) == (Status.CANCELLED, None)

    async def test_ends_the_table_where_a_row_is_missing(self, rig: TableRig) -> None:
        table_id = await race(rig)
        with writing(rig.database) as db:
            db.execute(delete(log).where(log.c.table_id == table_id, log.c.n == 5))
        table, standing = await with_standing(rig.restarted().tables, table_id)
        assert (table.status, standing) == (Status.CANCELLED, None)

    async def test_ends_the_table_where_the_rules_break_over_it_and_tells_nothing_of_the_game(
        self, rig: TableRig, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_: object) -> None:
            raise KeyError("red+7")

        table_id = await race(rig)
        monkeypatch.setattr(catalog.rules_of("jockey"), "resolve", broken)
        await rig.restarted().tables.outdated.end_all()

        assert (await rig.table(table_id)).status is Status.CANCELLED
        assert caplog.messages[-1].endswith("row 1 of its log cannot be done again (KeyError)")
        assert "red" not in caplog.text

    async def test_keeps_no_clock_nor_computer_player_busy(self, rig: TableRig) -> None:
        async def at_once(task: Any) -> Any:
            return task()

        table_id = await race(rig)
        later = await self._changed(rig, table_id, 4, events="[]")
        works = later.clockwork()
        assert await works.computers._play_one(table_id) is False
        later.pass_minutes(60)
        assert await works._run_due() == clockwork.LONGEST_SLEEP
        await works.close()
        assert (await later.table(table_id)).status is Status.CANCELLED

    async def test_keeps_nobody_from_being_forgotten(self, rig: TableRig) -> None:
        table_id = await race(rig)
        later = await self._changed(rig, table_id, 4, events="[]")
        with writing(later.database) as db:
            erase(db, later.tables.games, BEN.user_id, later.time, lambda _locale, seat: f"Player {seat}")

        table = await later.table(table_id)
        assert table.status is Status.CANCELLED
        assert BEN.user_id not in {seat.user_id for seat in table.seats}
        assert await later.audit() == []


async def test_a_lobby_whose_edition_the_rules_no_longer_take_closes_when_it_is_started(
    rig: TableRig,
) -> None:
    table_id = await rig.lobby(people=2)
    with writing(rig.database) as db:
        row = update(tables).where(tables.c.table_id == table_id)
        db.execute(row.values(edition=json.dumps({"squares": 80})))
    with pytest.raises(Refused) as refused:
        await rig.start(table_id)

    assert refused.value.reason is Refusal.OUTDATED
    assert (await rig.table(table_id)).status is Status.CANCELLED


@games
async def test_the_log_of_a_finished_game_is_published_as_it_is_whatever_became_of_its_rules(
    rig: TableRig, game: str, correct: Correct
) -> None:
    table_id = await race(rig, game)
    with writing(rig.database) as db:
        db.execute(update(tables).where(tables.c.table_id == table_id).values(status=Status.FINISHED))
    published = await text_of(rig, table_id)
    correct(game)
    later = rig.restarted()

    assert _told(await text_of(later, table_id)) == _told(published)
    table, standing = await with_standing(later.tables, table_id)
    assert (table.status, standing) == (Status.FINISHED, None)
    await later.tables.outdated.end_all()
    assert (await later.table(table_id)).status is Status.FINISHED


def _told(text: str) -> list[Any]:
    """Read a published log, with a wish for a horse of nobody as none was stated: both say the same."""
    header, *rows = map(json.loads, text.splitlines())
    if header["options"].get("horses") is None:
        header["options"].pop("horses", None)
    elif not any(header["options"]["horses"]):
        del header["options"]["horses"]
    return [header, *rows]


@pytest.mark.parametrize(("calling", "goes_on"), [("auto", True), ("manual", False)])
async def test_newmarket_of_before_its_correction_goes_on_only_where_the_table_plays_the_sequences(
    rig: TableRig, calling: str, goes_on: bool
) -> None:
    before = await rig.worth(2)
    options = catalog.game("newmarket").options({"calling": calling}).model_dump()
    table_id = await rig.race(2, 1, game="newmarket", options=options, edition=None)
    with writing(rig.database) as db:
        db.execute(update(tables).where(tables.c.table_id == table_id).values(rules=1))
    later = rig.restarted()
    await later.tables.outdated.end_all()

    if goes_on:
        await later.play_out(table_id, Random(1))
        assert (await later.table(table_id)).status is Status.FINISHED
    else:
        assert await is_kindly_ended(later, table_id, before)
