from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect

from bot.db import Database, DatabaseUnusable, migrate
from bot.db.migrate import VERSION_TABLE, migrations
from bot.db.schema import metadata

pytestmark = pytest.mark.sqlite

NEWEST = str(ScriptDirectory.from_config(migrations()).get_current_head())

REBUILD = """
import sqlalchemy as sa
from alembic import op

revision = "test"
down_revision = "NEWEST"


def upgrade():
    with op.batch_alter_table("accounts", recreate="always") as accounts:
        accounts.add_column(sa.Column("colour", sa.Text(), server_default="bay"))
    HOOK
"""
"""A migration that makes a table anew which others refer to: the hardest kind SQLite has."""


@pytest.fixture
def old(url: str, file: Path) -> Path:
    """A database at the version the program is at today, with rows that refer to one another."""

    asyncio.run(opened(url))
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for sql in (
            "INSERT INTO accounts VALUES ('house:1', 1, 'house', '', -70)",
            "INSERT INTO accounts VALUES ('wallet:1:2', 1, 'wallet', '2', 70)",
            "INSERT INTO movements VALUES (1, 'k', 'house:1', 'wallet:1:2', 70, 'opening', NULL, 0)",
        ):
            db.execute(sql)
    return file


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Make the program one migration newer than it is; `hook` is what that does besides."""

    def newer(hook: str = "pass") -> Path:
        versions = tmp_path / "versions"
        versions.mkdir(exist_ok=True)
        (versions / "test.py").write_text(REBUILD.replace("NEWEST", NEWEST).replace("HOOK", hook))
        monkeypatch.setattr("bot.db.migrate.migrations", lambda: _with(versions))
        migrate.scripts.cache_clear()
        return versions

    yield newer
    migrate.scripts.cache_clear()


def _with(versions: Path):
    config = migrations()
    packaged = Path(sys.modules["bot.db"].__file__).with_name("migrations") / "versions"
    config.set_main_option("version_locations", f"{packaged}:{versions}")
    return config


def contents(file: Path) -> list[tuple]:
    with closing(sqlite3.connect(file)) as db:
        return [
            *db.execute("SELECT account_id, balance FROM accounts ORDER BY 1"),
            *db.execute("SELECT key, source, target FROM movements"),
        ]


def version(file: Path) -> str:
    with closing(sqlite3.connect(file)) as db:
        return db.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()[0]


def test_the_migrations_give_the_schema_and_nothing_else(tmp_path):
    migrated = create_engine(f"sqlite:///{tmp_path}/migrated.db")
    described = create_engine(f"sqlite:///{tmp_path}/described.db")
    metadata.create_all(described)
    config = migrations()
    with migrated.begin() as db:
        config.attributes["connection"] = db
        command.upgrade(config, "head")
    with migrated.connect() as db:
        context = MigrationContext.configure(db, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
        found, wanted = inspect(db), inspect(described)
        for table in metadata.tables:
            # What Alembic does not compare, and SQLite only says of a table as a whole.
            assert _checks(found, table) == _checks(wanted, table)
            assert found.get_pk_constraint(table) == wanted.get_pk_constraint(table)
        with described.connect() as as_described:
            assert _indexes(db) == _indexes(as_described)
    migrated.dispose()
    described.dispose()


def _indexes(db) -> dict[str, str]:
    """Return what each index holds, partial ones with their condition."""
    found = db.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    return {name: " ".join(sql.split()) for name, sql in found}


def _checks(inspector, table: str) -> list[tuple]:
    return sorted((check["name"], check["sqltext"]) for check in inspector.get_check_constraints(table))


def test_an_old_database_is_upgraded_with_its_rows_and_a_copy_of_it_is_kept(old, url, newer):
    before = contents(old)
    newer()
    asyncio.run(opened(url))
    assert version(old) == "test"
    assert contents(old) == before
    with closing(sqlite3.connect(old)) as db:
        assert db.execute("SELECT DISTINCT colour FROM accounts").fetchall() == [("bay",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert (
            "REFERENCES accounts"
            in db.execute("SELECT sql FROM sqlite_master WHERE name = 'movements'").fetchone()[0]
        )
    [copy] = old.parent.glob("*.bak")
    assert copy.name.startswith(f"paddock.db.{NEWEST}-")
    assert version(copy) == NEWEST
    assert contents(copy) == before


async def opened(url: str) -> None:
    await (await Database.open(url)).close()


def test_a_database_that_is_up_to_date_is_not_touched_or_copied(old, url):
    before = old.read_bytes()
    asyncio.run(opened(url))
    assert old.read_bytes() == before
    assert [*old.parent.glob("*.bak"), *old.parent.glob("*.unfinished")] == []


def test_a_migration_that_fails_halfway_leaves_the_database_as_it_was(old, url, newer):
    before = contents(old)
    newer("raise ZeroDivisionError")
    with pytest.raises(ZeroDivisionError):
        asyncio.run(opened(url))
    assert (version(old), contents(old)) == (NEWEST, before)
    assert [*old.parent.glob("*.bak"), *old.parent.glob("*.unfinished")] == []


def test_starts_whose_migration_cannot_be_committed_leave_no_copies(old, url, newer):
    def fails(_: Connection) -> None:
        raise DatabaseUnusable("the disk is full")

    before = contents(old)
    newer()
    event.listen(Engine, "commit", fails)
    try:
        for _ in range(2):
            with pytest.raises(DatabaseUnusable, match="the disk is full"):
                asyncio.run(opened(url))
    finally:
        event.remove(Engine, "commit", fails)
    assert (version(old), contents(old)) == (NEWEST, before)
    assert {path.name for path in old.parent.glob("paddock.db*")} == {"paddock.db"}


def test_the_copy_of_a_start_that_was_killed_makes_room_and_no_other_copy_does(old, url, newer):
    kept = [
        Path(shutil.copy(old, old.with_name(name)))
        for name in (
            f"paddock.db.{NEWEST}-3.bak",
            "paddock.db.0001.unfinished",
            f"another.db.{NEWEST}.unfinished",
        )
    ]
    newer("import os; os.kill(os.getpid(), 9)")
    versions = old.with_name("versions")
    assert ended(start(url, versions)) == [-9]
    assert old.with_name(f"paddock.db.{NEWEST}.unfinished").exists()
    newer()
    asyncio.run(opened(url))

    assert [path for path in kept if path.exists()] == kept
    assert len(list(old.parent.glob(f"*paddock.db.{NEWEST}*"))) == 2


def test_a_migration_that_would_break_references_is_undone(old, url, newer):
    before = contents(old)
    newer("op.execute(\"DELETE FROM accounts WHERE account_id = 'house:1'\")")
    with pytest.raises(DatabaseUnusable, match="rows of movements point to nothing"):
        asyncio.run(opened(url))
    assert (version(old), contents(old)) == (NEWEST, before)


def test_nothing_is_migrated_where_no_copy_can_be_made(old, url, newer, monkeypatch):
    def no_space(_file: Path, _target: Path) -> None:
        raise DatabaseUnusable("the disk is full")

    newer()
    monkeypatch.setattr("bot.db.sqlite_file.copy", no_space)
    with pytest.raises(DatabaseUnusable, match="the disk is full"):
        asyncio.run(opened(url))
    assert version(old) == NEWEST


def test_a_database_from_before_the_oldest_version_names_what_upgrades_it(old, url):
    with closing(sqlite3.connect(old)) as db:
        db.execute(f"UPDATE {VERSION_TABLE} SET version_num = '0027'")
        db.commit()
    with pytest.raises(
        DatabaseUnusable, match=r"is of version 0027; .* Start Paddock of commit cd7f8719 on it once"
    ):
        asyncio.run(opened(url))
    assert version(old) == "0027"


def test_a_database_of_an_older_version_is_not_opened_by_who_may_not_change_it(old, url, newer):
    newer()
    with pytest.raises(DatabaseUnusable, match="is of an older version"):
        asyncio.run(Database.open_existing(url))
    assert version(old) == NEWEST


def test_a_database_that_is_not_there_is_not_made_by_who_may_not_change_it(file, url):
    with pytest.raises(DatabaseUnusable, match="There is no database"):
        asyncio.run(Database.open_existing(url))
    assert not file.exists()


START = """
    import asyncio, sys
    from pathlib import Path
    import bot.db.migrate
    from bot.db import Database

    def newer():
        config = packaged()
        versions = Path(bot.db.__file__).with_name("migrations") / "versions"
        config.set_main_option("version_locations", f"{versions}:{sys.argv[2]}")
        return config

    async def start():
        await (await Database.open(sys.argv[1])).close()

    packaged = bot.db.migrate.migrations
    if len(sys.argv) > 2:
        bot.db.migrate.migrations = newer
    asyncio.run(start())
"""


def start(*arguments: object) -> subprocess.Popen:
    code = textwrap.dedent(START)
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)])


def ended(*processes: subprocess.Popen) -> list[int]:
    return [process.wait(timeout=60) for process in processes]


def test_a_process_killed_in_the_middle_of_a_migration_leaves_the_database_as_it_was(old, url, newer):
    before = contents(old)
    versions = newer("import os; os.kill(os.getpid(), 9)")
    assert ended(start(url, versions)) == [-9]
    assert (version(old), contents(old)) == (NEWEST, before)
    newer()
    asyncio.run(opened(url))
    assert (version(old), contents(old)) == ("test", before)


def test_of_two_processes_that_start_together_one_migrates_and_both_go_on(old, url, newer):
    before = contents(old)
    versions = newer("import time; time.sleep(0.3)")
    assert ended(start(url, versions), start(url, versions)) == [0, 0]
    assert (version(old), contents(old)) == ("test", before)
    assert len(list(old.parent.glob("*.bak"))) == 1


def test_the_copy_that_a_migration_makes_is_as_private_as_the_database(old, url, newer):
    old.chmod(0o600)
    newer()
    asyncio.run(opened(url))
    (copy,) = old.parent.glob("*.bak")
    assert copy.stat().st_mode & 0o777 == 0o600


def test_two_processes_that_start_together_on_a_new_file_both_go_on(url, file):
    assert ended(start(url), start(url)) == [0, 0]
    assert version(file) == NEWEST
    assert list(file.parent.glob("*.bak")) == []


@contextmanager
def earlier(version: str) -> Iterator[tuple[Connection, Callable[[str], None]]]:
    """A new database as an earlier version has it, and what upgrades it to a later one."""
    engine, config = create_engine("sqlite://"), migrations()
    with engine.begin() as db:
        config.attributes["connection"] = db
        command.upgrade(config, version)
        yield db, partial(command.upgrade, config)
    engine.dispose()


def test_open_tables_of_a_night_that_goes_on_are_its_hosts_and_zones_that_nobody_meant_are_forgotten():
    with earlier("0030") as (db, upgrade):
        for table in ("AAAAAA", "BBBBBB"):
            db.exec_driver_sql(
                "INSERT INTO tables (table_id, guild_id, channel_id, host_id, opened_by, game, options, edition,"
                " capacity, status, secret, salt, revision, length, stakes, buy_in, created_at)"
                f" VALUES ('{table}', 1, 2, 7, 7, 'jockey', '{{}}', '{{}}', 3, 'running', x'00', '[]', 5, 9, 0, 0, 0)"
            )
        db.exec_driver_sql(
            "INSERT INTO nights (night_id, guild_id, channel_id, host_id, name, league, form, games, starts_at, status,"
            " round, round_at, reminded, owed, requested, shown)"
            " VALUES (50, 1, 2, 9, 'Friday', '', 'evening', '[]', 0, 'running', 2, 0, 1, '[]', 1, 1)"
        )
        db.exec_driver_sql(
            "INSERT INTO night_tables (night_id, round, number, game, seats, table_id, state) VALUES"
            " (50, 1, 1, 'jockey', 3, 'AAAAAA', 'dropped'), (50, 2, 1, 'jockey', 3, 'BBBBBB', 'racing')"
        )
        db.exec_driver_sql("INSERT INTO users (user_id, asked_always, zone) VALUES (1, 0, 'EST')")
        db.exec_driver_sql("INSERT INTO users (user_id, asked_always, zone) VALUES (2, 0, 'Europe/Berlin')")
        upgrade("0031")
        said = db.exec_driver_sql("SELECT night_id, opened_by FROM tables ORDER BY table_id").fetchall()
        zones = db.exec_driver_sql("SELECT zone FROM users ORDER BY user_id").fetchall()
    assert said == [(None, 7), (50, 9)]
    assert zones == [(None,), ("Europe/Berlin",)]


def test_whoever_opened_the_first_night_of_a_league_is_its_founder_and_names_are_compared_anew():
    with earlier("0031") as (db, upgrade):
        facts = (
            (50, 1, 7, "Winter", "league"),
            (51, 1, 8, "WIN\u200bTER", "league"),
            (52, 2, 9, "Winter", "league"),
            (53, 1, 8, "Winter", "evening"),
        )
        for night, guild, host, name, form in facts:
            league = name.casefold() if form == "league" else ""
            db.exec_driver_sql(
                "INSERT INTO nights (night_id, guild_id, channel_id, host_id, name, league, form, games, starts_at,"
                " status, round, round_at, reminded, owed, requested, shown) VALUES"
                f" ({night}, {guild}, 2, {host}, '{name}', '{league}', '{form}', '[]', 0, 'over', 1, 0, 1, '[]', 1, 1)"
            )
        db.exec_driver_sql(
            "INSERT INTO night_tables (night_id, round, number, game, seats, state)"
            " VALUES (50, 1, 1, 'jockey', 4, 'counted')"
        )
        db.exec_driver_sql(
            "INSERT INTO night_seats (night_id, round, user_id, number, place, points)"
            " VALUES (50, 1, 7, 1, 1, 10), (50, 1, 8, 1, 2, 6), (50, 1, 9, 1, NULL, 0)"
        )
        upgrade("0032")
        said = db.exec_driver_sql("SELECT * FROM leagues ORDER BY guild_id").fetchall()
        keys = db.exec_driver_sql("SELECT league FROM nights ORDER BY night_id").fetchall()
        raced = db.exec_driver_sql("SELECT raced FROM night_tables").scalar()
    assert said == [(1, "winter", 7, 3), (2, "winter", 9, 3)]
    assert keys == [("winter",), ("winter",), ("winter",), ("",)]
    assert raced == 2


def test_a_night_knows_how_many_people_a_round_of_its_league_needs():
    with earlier("0037") as (db, upgrade):
        for night, league in ((50, "winter"), (51, "")):
            db.exec_driver_sql(
                "INSERT INTO nights (night_id, guild_id, channel_id, host_id, name, league, form, games, starts_at,"
                " status, round, round_at, reminded, owed, requested, shown) VALUES"
                f" ({night}, 1, 2, 7, 'Winter', '{league}', 'league', '[]', 0, 'over', 1, 0, 1, '[]', 1, 1)"
            )
        db.exec_driver_sql("INSERT INTO leagues VALUES (1, 'winter', 7, 5)")
        upgrade("0038")
        least = db.exec_driver_sql("SELECT least FROM nights ORDER BY night_id").fetchall()
    assert least == [(5,), (3,)]


def test_a_league_is_found_by_the_name_of_its_newest_night_unless_that_is_another_leagues():
    with earlier("0040") as (db, upgrade):
        for night, league, name in (
            (50, "cup", "Cup"),
            (51, "cup", "Cup \u0378"),
            (52, "wintercup", "Winter\u2800Cup"),
            (53, "winter cup", "Winter Cup"),
            (54, "derby", "Derby"),
            (55, "", "Evening"),
        ):
            db.exec_driver_sql(
                "INSERT INTO nights (night_id, guild_id, channel_id, host_id, name, league, form, games, starts_at,"
                " status, round, round_at, reminded, owed, requested, shown) VALUES"
                f" ({night}, 1, 2, 7, '{name}', '{league}', 'league', '[]', 0, 'over', 1, 0, 1, '[]', 1, 1)"
            )
        for league in ("cup", "derby", "winter cup", "wintercup"):
            db.exec_driver_sql("INSERT INTO leagues VALUES (1, ?, 7, 3)", (league,))
        upgrade("0041")
        leagues = db.exec_driver_sql("SELECT league FROM leagues ORDER BY league").scalars().all()
        nights = db.exec_driver_sql("SELECT league FROM nights ORDER BY night_id").scalars().all()
    assert leagues == ["cup \u0378", "derby", "winter cup", "wintercup"]
    assert nights == ["cup \u0378", "cup \u0378", "wintercup", "winter cup", "derby", ""]


def test_games_of_one_person_are_taken_out_of_games_and_wins_and_others_stay():
    with earlier("0033") as (db, upgrade):
        add = "INSERT INTO results (table_id, seat, guild_id, user_id, game, score, place, ended_at, number, rated_as)"
        for table, seat, user, place, number, rated_as in (
            ("ALONE1", 0, 7, 1, 1, None),
            ("ALONE1", 1, None, 2, 1, None),
            ("ALONE2", 0, 7, 2, 2, None),
            ("FRIEND", 0, 7, 1, 3, None),
            ("FRIEND", 1, None, 2, 3, -5),
        ):
            row = (table, seat, 1, user, "turfe", 0, place, 0, number, rated_as)
            db.exec_driver_sql(f"{add} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        season = (
            "INSERT INTO seasons (season_id, guild_id, name, started_at, results_before, movements_before)"
        )
        db.exec_driver_sql(f"{season} VALUES (4, 1, '', 0, 1, 0)")
        for span, user, game, *sums in (
            ("all", 7, "", 3, 2, 1),
            ("all", 7, "turfe", 3, 2, 0),
            ("day:1970-01-01", 7, "", 3, 2, 0),
            ("season:4", 7, "", 2, 1, 0),
            ("all", 8, "", 1, 1, 0),
        ):
            row = (1, span, game, user, *sums, 0, 0, 0, None)
            db.exec_driver_sql("INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        upgrade("0034")
        left = "SELECT span, user_id, game, games, wins, paid FROM standings ORDER BY 1, 2, 3"
        assert [tuple(row) for row in db.exec_driver_sql(left)] == [
            ("all", 7, "", 1, 1, 1),
            ("all", 7, "turfe", 1, 1, 0),
            ("all", 8, "", 1, 1, 0),
            ("day:1970-01-01", 7, "", 1, 1, 0),
            ("season:4", 7, "", 1, 1, 0),
        ]


def test_columns_that_nothing_reads_go_and_tables_with_bets_stay_as_they_were():
    with earlier("0034") as (db, upgrade):
        db.exec_driver_sql(
            "INSERT INTO tables (table_id, guild_id, channel_id, host_id, opened_by, game, options, edition, capacity,"
            " status, secret, salt, revision, length, stakes, buy_in, created_at)"
            " VALUES ('ABCDEF', 1, 2, 7, 7, 'jockey', '{}', '{}', 3, 'running', x'01', '[]', 5, 9, 0, 0, 44)"
        )
        db.exec_driver_sql(
            "INSERT INTO tote_races (table_id, race, guild_id, takeout, status, runners, opened_at, closed_at)"
            """ VALUES ('ABCDEF', 2, 1, 10, 'closed', '["blue", "white"]', 70, 80)"""
        )
        upgrade("0035")
        of_table = db.exec_driver_sql("SELECT host_id, status, secret, length, created_at FROM tables").all()
        of_race = db.exec_driver_sql("SELECT * FROM tote_races").mappings().all()
    assert of_table == [(7, "running", b"\x01", 9, 44)]
    assert [dict(row) for row in of_race] == [
        {"table_id": "ABCDEF", "race": 2, "guild_id": 1, "takeout": 10, "status": "closed"}
        | {"runners": '["blue", "white"]', "finish": None}
    ]
