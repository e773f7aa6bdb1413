"""A database of version 0028, the oldest that is upgraded, with everything under way: it is all there, and goes on.

`tests/golden/databases/of_version_0028.sql.xz` is the dump of a SQLite file. The program of commit cd7f8719 wrote it: a
script played four days of one server with that program's own `TableRig`, `NightRig` and `Painted`, whose clock stood at
`WRITTEN_AT` in the end. Nothing in it was changed by hand but the editions of some finished games, which are short.

It holds

- finished games of all kinds, among them a practice game, one in teams and one with two races of the tote, a cancelled
  game, two seasons, and a bettor whose data were erased;
- a league night that is over, one that goes on, and one that is planned;
- the nine running tables of `STOOD`, each with two people at least: with stakes, bets, clocks, a draft, a standing
  order, a seat in another person's hands, a player who left, and one table that rests;
- two lobbies, one of them with a bet; two lessons; a gift, a grant and a frozen wallet.
"""

from __future__ import annotations

import lzma
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, StaticPool, create_engine, func, insert, make_url, select

from bot.bank.standings import By, Since, board
from bot.bank.tote import RaceStatus
from bot.db import Database
from bot.db.backend import backend_at
from bot.db.migrate import OLDEST, VERSION_TABLE, migrations
from bot.games.titles import prepared_lesson
from bot.lessons import Lessons
from bot.nights import NightStatus
from bot.outbox import Notice
from bot.tables import Refusal, Refused, Status, day_commands, tote_commands
from bot.tables.deadlines import DAY, Clock
from engines import catalog
from engines.core import Unreadable
from engines.verify import logs, verify
from tests.databases import POSTGRESQL, on_both
from tests.lessons.newcomer import hinted
from tests.nights.evenings import NightRig
from tests.outbox.open_tables import FOLDER, Recorder, posted_next, standing_messages
from tests.tables.playing import (
    ANA,
    BEN,
    CLEO,
    GUILD,
    PEOPLE,
    TableRig,
    at_once,
    draft_of,
    facts,
    with_standing,
)
from tests.tables.test_outdated import text_of
from tests.undrawn import without_drawing

EMIL, IDA, JON = PEOPLE[4], PEOPLE[8], PEOPLE[9]
WRITTEN_AT = 1_770_000_000_000


class Stood(NamedTuple):
    """Where the old program had a running table."""

    table_id: str
    length: int
    phase: str
    asked: dict[int, int]


STOOD = {
    "jockey": Stood("XGXP7J", 20, "racing", {1: 20}),
    "jockey, resting": Stood("86RJ8D", 3, "betting", {1: 1}),
    "turfe": Stood("89BB9N", 46, "betting", {0: 44, 1: 44}),
    "turfe, a seat handed over": Stood("9PT92W", 8, "racing", {0: 8}),
    "turfe, of a race night": Stood("N4HM82", 6, "racing", {1: 6}),
    "newmarket": Stood("8M6X6U", 41, "backing", {0: 38}),
    "newmarket, players call": Stood("WB67MD", 26, "calling", {1: 26}),
    "jumpyjack": Stood("NYDZWH", 17, "racing", {1: 17}),
    "sulkydrom": Stood("VBDG3Q", 21, "driving", {0: 21}),
}
CORRECTED = ("newmarket, players call", "jumpyjack", "sulkydrom")
"""Running tables whose rules were corrected since; the other ones go on."""
JUMPYJACK_LOBBY, NEWMARKET_LOBBY = "8KUZND", "WM2Q8E"
OVER, GOES_ON, PLANNED = 1069, 1077, 1083
"""The three nights of the league."""


@pytest.fixture
async def old_url(backend: str, no_database_url: str) -> str:
    """The old database. On PostgreSQL the old tables are made there, and the rows of the file copied into them."""
    if backend == POSTGRESQL:
        _copy_rows(old_database(), no_database_url)
    else:
        with closing(sqlite3.connect(make_url(no_database_url).database or "")) as file:
            old_database().backup(file)
    return no_database_url


@pytest.fixture
async def rig(old_url: str, steady_luck: None) -> AsyncIterator[TableRig]:
    """A process of today on the old database, half a minute later."""
    store = await Database.open(old_url)
    yield TableRig(store, WRITTEN_AT + 30_000)
    await store.close()


def old_database() -> sqlite3.Connection:
    """Return the old database, in memory."""
    db = sqlite3.connect(":memory:")
    db.executescript(lzma.decompress((FOLDER / "of_version_0028.sql.xz").read_bytes()).decode())
    return db


def _copy_rows(old: sqlite3.Connection, url: str) -> None:
    config = migrations()
    with backend_at(url).migration() as db:
        config.attributes["connection"] = db
        command.upgrade(config, OLDEST)
        known = MetaData()
        known.reflect(db)
        known.remove(known.tables[VERSION_TABLE])
        for table in known.sorted_tables:
            if rows := rows_of(old, table.name):
                db.execute(insert(table), rows)
            for column in table.c:
                if column.server_default is not None and "nextval" in str(column.server_default.arg):  # type: ignore[attr-defined]
                    last = select(func.max(column)).scalar_subquery()
                    db.execute(
                        select(func.setval(func.pg_get_serial_sequence(table.name, column.name), last))
                    )


def rows_of(db: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    found = db.execute(f"SELECT * FROM {table}")
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]


def without(rows: Iterable[Mapping[str, Any]], columns: Collection[str]) -> list[str]:
    """Return rows without some columns, to be compared: SQLite has numbers where others have truth values."""
    kept = [{name: row[name] for name in sorted(row.keys() - columns)} for row in rows]
    return sorted(
        repr([int(each) if isinstance(each, bool) else each for each in row.values()]) for row in kept
    )


CHANGED: Mapping[str, Collection[str]] = {
    "ratings": {"mu", "sigma", "games", "shown"},
    "tables": {"night_id", "opened_by", "version"},
    "users": {"zone"},
}
"""Columns whose values migrations change."""


@on_both
async def test_nothing_is_lost_and_the_books_are_in_order(rig: TableRig) -> None:
    old, now = old_database(), await rig.everything()
    for table in now.keys() - {"profits", "erasures", "leagues", "offers"}:
        before, after = rows_of(old, table), [row._asdict() for row in now[table]]
        added_or_dropped = before[0].keys() ^ after[0].keys() if before and after else set()
        differ = added_or_dropped | CHANGED.get(table, set())
        assert without(after, differ) == without(before, differ), table
    assert {row.user_id: row.zone for row in now["users"]} == {
        ANA.user_id: "Europe/Vienna",
        BEN.user_id: None,
    }
    assert await rig.audit() == []


def test_leaderboards_show_what_was_kept_as_sums_before_them() -> None:
    with closing(old_database()) as plain:
        engine = create_engine("sqlite://", creator=lambda: plain, poolclass=StaticPool)
        with engine.begin() as db:
            _upgrade(db, "0042")
            sums = db.exec_driver_sql(
                "SELECT * FROM standings WHERE span = 'all' OR span LIKE 'season:%'"
            ).all()
            worths = db.exec_driver_sql(
                "SELECT CAST(owner AS INTEGER), worth FROM accounts WHERE worth IS NOT NULL ORDER BY 2 DESC, 1 DESC"
            ).all()
            _upgrade(db, "head")
            shown = {
                (since, by, game): lines_of(db, since, by, game)
                for since in (Since.ALL, Since.SEASON)
                for by in (By.PROFIT, By.WINS, By.TOTE)
                for game in ("", *catalog.GAMES)
            }
            richest = lines_of(db, Since.ALL, By.WORTH, "")
    kept = dict.fromkeys(shown, ())
    for since, by, game in shown:
        span = [row for row in sums if row.game == game and (row.span == "all") == (since is Since.ALL)]
        told = {
            By.PROFIT: [(row.user_id, row.profit, row.games, row.wins) for row in span if row.paid],
            By.WINS: [(row.user_id, row.wins, row.games, row.wins) for row in span if row.games],
            By.TOTE: [(row.user_id, row.tote_profit, row.bets, 0) for row in span if row.bets],
        }[by]
        kept[since, by, game] = sorted(told, key=lambda line: (-line[1], -line[0]))
    assert shown == kept
    assert sum(map(bool, shown.values())) > 10
    assert [line[:2] for line in richest] == [tuple(row) for row in worths]


def _upgrade(db: Connection, version: str) -> None:
    config = migrations()
    config.attributes["connection"] = db
    command.upgrade(config, version)


def lines_of(db: Connection, since: Since, by: By, game: str) -> list[tuple[int, int, int, int]]:
    found = board(db, GUILD, by, game, since, 1, 0, WRITTEN_AT)
    assert found is None or found.pages == 1
    return [(line.user, line.value, line.games, line.wins) for line in found.lines] if found else []


async def test_bets_on_races_that_are_still_to_be_settled_are_counted(rig: TableRig) -> None:
    now = await rig.everything()
    unsettled = [row for row in now["tote_races"] if row.status in {RaceStatus.OPEN, RaceStatus.CLOSED}]
    for race in unsettled:
        made = Counter((bet.pool, bet.combination) for bet in now["tote_bets"] if bet[1:3] == race[:2])
        sums = {(row.pool, row.combination): row.bets for row in now["tote_sums"] if row[:2] == race[:2]}
        assert sums == made
    assert len(unsettled) == 5


@pytest.mark.sqlite
async def test_a_copy_of_the_file_is_left_as_it_was(rig: TableRig, old_url: str) -> None:
    file = Path(make_url(old_url).database or "")
    (copy,) = file.parent.glob("*.bak")
    with closing(sqlite3.connect(copy)) as db:
        assert list(db.iterdump()) == list(old_database().iterdump())


@pytest.mark.parametrize("name", [name for name in STOOD if name not in CORRECTED])
async def test_a_running_table_goes_on_where_it_stood(rig: TableRig, name: str) -> None:
    stood, luck = STOOD[name], Random(name)
    table_id = stood.table_id
    await rig.tables.outdated.end_all()

    table, standing = await with_standing(rig.tables, table_id)
    assert standing is not None
    assert (table_id, table.length, standing.view(None).phase, standing.asked) == stood
    assert table.status is Status.RUNNING
    if table.paused_at is not None:
        await rig.tables.step(day_commands.resume, table_id, table.host_id)
    await rig.decide(table_id, luck)
    later = rig.restarted()
    assert (await later.table(table_id)).length > stood.length
    assert facts(await later.standing(table_id)) == facts(await rig.standing(table_id))

    await later.play_out(table_id, luck)
    assert (await later.table(table_id)).status is Status.FINISHED
    (written,) = logs(await text_of(later, table_id))
    assert written.header.rules == 1
    assert verify(written).problems == ()
    assert await later.audit() == []


@pytest.mark.parametrize("name", CORRECTED)
async def test_a_running_table_of_corrected_rules_ends_and_every_coin_returns(
    rig: TableRig, name: str
) -> None:
    table_id = STOOD[name].table_id
    await rig.tables.outdated.end_all()

    assert (await rig.table(table_id)).status is Status.CANCELLED
    assert (await rig.notices(table_id)).count(Notice.OUTDATED) == 1
    now = await rig.everything()
    assert [row.kind for row in now["deadlines"] if row.table_id == table_id] == [Clock.THREAD]
    paid = Counter[str]()
    for row in now["movements"]:
        if row.table_id == table_id:
            paid[row.source] -= row.amount
            paid[row.target] += row.amount
    assert paid, "stakes were paid in"
    assert not any(paid.values())
    races = [row.status for row in now["tote_races"] if row.table_id == table_id]
    assert races == ([] if table_id == STOOD["newmarket, players call"].table_id else [RaceStatus.REFUNDED])
    assert await rig.audit() == []


async def test_logs_of_finished_games_verify_where_the_program_has_their_rules(rig: TableRig) -> None:
    finished = [row for row in (await rig.everything())["tables"] if row.status == Status.FINISHED]
    verified = Counter[str]()
    for row in finished:
        text = await text_of(rig, row.table_id)
        if row.game in {"jumpyjack", "sulkydrom"} or '"manual"' in row.options:
            with pytest.raises(Unreadable, match="version 2"):
                verify(*logs(text))
        else:
            (written,) = logs(text)
            assert verify(written).problems == ()
            verified[row.game] += 1
    assert verified == {"jockey": 4, "turfe": 2, "newmarket": 1}


async def test_lobbies_start_with_the_rules_of_today_and_their_bets_hold(rig: TableRig) -> None:
    for table_id in (JUMPYJACK_LOBBY, NEWMARKET_LOBBY):
        lobby = await rig.table(table_id)
        await rig.tables.start(table_id, lobby.host_id, rig.interaction())
        assert (await rig.table(table_id)).rules == catalog.rules_of(lobby.game).rules
        await rig.play_out(table_id, Random(1))
        (written,) = logs(await text_of(rig, table_id))
        assert verify(written).problems == ()

    report = await rig.tables.database.read(tote_commands.report, JUMPYJACK_LOBBY, 1)
    assert report.status is RaceStatus.SETTLED
    assert await rig.audit() == []


async def test_a_draft_is_still_there(rig: TableRig) -> None:
    slip = await draft_of(rig.database, STOOD["jockey, resting"].table_id, EMIL.user_id, 1)
    assert slip == {"kind": "win", "horse": "red"}


async def test_nights_go_on_and_their_league_has_a_founder_and_all_its_points(rig: TableRig) -> None:
    night, luck = NightRig(rig), Random(1)
    assert await night.points(OVER) == {"Ana": 10, "Dora": 6, "Ben": 4, "Cleo": 2}
    assert await night.points(GOES_ON) == {"Cleo": 10, "Ana": 6, "Dora": 4, "Ben": 2}
    (league,) = (await rig.everything())["leagues"]
    assert tuple(league) == (GUILD, "winter", ANA.user_id, 3)
    (table,) = await night.tables(GOES_ON)
    assert table.night_id == GOES_ON
    await rig.play_out(table.table_id, luck)
    await night.settle(GOES_ON)

    assert (await night.night(GOES_ON)).status is NightStatus.OVER
    both = Counter(await night.points(OVER)) + Counter(await night.points(GOES_ON))
    assert both.total() > 44
    assert await night.league(PLANNED) == {each.user_id: both[each.name] for each in PEOPLE[:4]}

    rig.time += DAY
    await night.settle(PLANNED)
    (table,) = await night.tables(PLANNED)
    assert {seat.user_id for seat in table.people} == {ANA.user_id, BEN.user_id, CLEO.user_id}
    assert table.night_id == PLANNED


async def test_a_lesson_goes_on_unless_its_rules_were_corrected(rig: TableRig) -> None:
    lessons = Lessons(rig.database, lambda: rig.time, prepared_lesson, at_once)
    ids = {row.user_id: row.lesson_id for row in (await rig.everything())["lessons"]}
    progress = await lessons.read(ids[JON.user_id], JON.user_id)
    while progress.asked is not None:
        progress = await lessons.decide(progress, hinted(progress))
    with pytest.raises(Refused) as refused:
        await lessons.read(ids[IDA.user_id], IDA.user_id)
    assert refused.value.reason is Refusal.NO_SUCH_LESSON


@pytest.mark.sqlite
async def test_what_was_due_is_posted_and_nothing_is_posted_twice(rig: TableRig, old_url: str) -> None:
    wall = Recorder(standing_messages(Path(make_url(old_url).database or "")))
    tables = {row.table_id: row.table_id for row in (await rig.everything())["tables"]}
    with without_drawing():
        first = await posted_next(rig, wall, tables)
        second = await posted_next(rig, wall, tables)
    assert all(first[STOOD[name].table_id] for name in CORRECTED)
    assert not any(second.values())
    assert len(set(wall.names)) == len(wall.names)
    for table_id in tables:
        assert [post.key for post in await rig.posts(table_id) if post.fulfilled < post.requested] == []
