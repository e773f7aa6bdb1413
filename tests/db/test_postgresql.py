"""Addresses of a database server, opening a database there, and bringing it up to date."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, make_url, text

from benches.postgresql_server import Server
from bot.db import Database, DatabaseUnusable, backup
from bot.db import migrate as migrate_module
from bot.db.backend import backend_at
from bot.db.errors import DatabaseBusy, Misconfigured
from bot.db.migrate import VERSION_TABLE, migrations, newest
from bot.db.schema import metadata
from tests.databases import on_postgresql

pytestmark = on_postgresql


async def refused(url: str, match: str, kind: type[DatabaseUnusable] = Misconfigured) -> None:
    with pytest.raises(DatabaseUnusable, match=match) as refusal:
        await Database.open(url)
    assert type(refusal.value) is kind
    assert "\n" not in str(refusal.value)
    assert "secret" not in str(refusal.value)


def elsewhere(url: str, database: str) -> str:
    """Name another database of the same server."""
    return make_url(url).set(database=database).render_as_string(hide_password=False)


# ------------------------------------------------------------------------------------------------ addresses


@pytest.mark.parametrize(
    "scheme", ["postgresql://", "postgres://", "postgresql+asyncpg://", "postgresql+psycopg://"]
)
async def test_the_short_form_of_an_address_will_do(no_database_url, rows, scheme):
    store = await Database.open(no_database_url.replace("postgresql://", scheme))
    assert await rows(store) == 0
    await store.close()


@pytest.mark.parametrize(
    ("address", "match"),
    [
        ("host", "names no database"),
        ("host/paddock?colour=bay", "an option that PostgreSQL does not know"),
        ("host/paddock?connections=many", "a number of `connections`"),
        ("host/paddock?connections=2&connections=4", "a number of `connections`"),
        ("host/paddock?connections=1", "2 are the fewest"),
        ("127.0.0.1:99999/paddock", "check the options of the address"),
        ("127.0.0.1/paddock?sslmode=bogus", "check the options of the address"),
        ("127.0.0.1/paddock?ssl=verify-full&target_session_attrs=bogus", "check the options of the address"),
    ],
)
async def test_an_address_that_cannot_be_understood_is_refused(backend, address, match):
    await refused(f"postgresql://paddock:secret@{address}", match)


# -------------------------------------------------------------------------------------------------- opening


async def test_a_server_that_is_not_there_may_come_and_is_waited_for_by_who_starts_the_bot(backend, tmp_path):
    await refused(
        f"postgresql://paddock:secret@/paddock?host={tmp_path}", "cannot be reached: check that", DatabaseBusy
    )


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
async def test_a_database_that_cannot_keep_every_name_is_refused_and_stays_empty(
    new_url, postgresql, encoding
):
    name = f"no_{encoding.lower()}"
    postgresql.execute(
        f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
    )
    await refused(elsewhere(new_url, name), f"keeps text as {encoding}, .*ENCODING 'UTF8' TEMPLATE template0")
    with pytest.raises(Misconfigured, match=f"keeps text as {encoding}"):
        migrate_module.migrate(backend_at(elsewhere(new_url, name)))
    assert not postgresql.execute("SELECT * FROM pg_tables WHERE schemaname = 'public'", name)
    postgresql.drop(name)


async def test_a_database_that_is_not_there_is_refused(new_url):
    await refused(elsewhere(new_url, "none"), "The database none on .* does not exist; create it")


async def test_a_user_the_server_does_not_know_is_refused(new_url):
    stranger = make_url(new_url).set(username="stranger", password="secret")
    await refused(stranger.render_as_string(hide_password=False), "does not let this user in")


async def test_a_user_without_rights_is_refused(no_database_url, postgresql):
    postgresql.execute_each(
        make_url(no_database_url).database,
        "DROP ROLE IF EXISTS guest",
        "CREATE ROLE guest LOGIN",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
    )
    guest = make_url(no_database_url).set(username="guest").render_as_string()
    await refused(guest, "may not be read or written by this user: grant the rights")


async def test_another_programs_database_is_refused_and_kept(no_database_url, postgresql):
    database = make_url(no_database_url).database
    postgresql.execute("CREATE TABLE tables (table_id text)", database)
    await refused(no_database_url, "belongs to another program; give Paddock one of its own")
    found = postgresql.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", database)
    assert [row[0] for row in found] == ["tables"]


async def test_a_database_newer_than_the_program_is_refused(no_database_url, postgresql):
    await (await Database.open(no_database_url)).close()
    database = make_url(no_database_url).database
    postgresql.execute("UPDATE paddock_version SET version_num = '9999'", database)
    await refused(no_database_url, "newer Paddock .version 9999.")


async def test_a_database_without_tables_is_not_made_by_who_may_not_change_it(no_database_url, postgresql):
    with pytest.raises(DatabaseUnusable, match="is of an older version"):
        await Database.open_existing(no_database_url)
    assert postgresql.execute(
        "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", make_url(no_database_url).database
    ) == [(0,)]


async def test_a_server_without_a_free_connection_may_have_one_later(no_database_url, postgresql):
    database = make_url(no_database_url).database
    postgresql.execute(f"ALTER DATABASE {database} CONNECTION LIMIT 0")
    postgresql.execute_each(database, "DROP ROLE IF EXISTS crowd", "CREATE ROLE crowd LOGIN")
    crowd = make_url(no_database_url).set(username="crowd").render_as_string()
    await refused(crowd, "has no connection left", DatabaseBusy)


async def test_it_is_backed_up_by_the_tool_that_is_named(new_url, tmp_path):
    with pytest.raises(DatabaseUnusable, match=r"pg_dump --format=custom --file=.*copy.db scratch_"):
        await backup(new_url, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


# ----------------------------------------------------------------------------------------------- migrations


async def test_the_migrations_give_the_schema_and_nothing_else(no_database_url, postgresql):
    await (await Database.open(no_database_url)).close()
    described = elsewhere(no_database_url, postgresql.create())
    with backend_at(described).migration() as wanted:
        metadata.create_all(wanted)
        with backend_at(no_database_url).transaction("reading") as found:
            assert _differences(found) == []
            assert _shape(found) == _shape(wanted)
    postgresql.drop(make_url(described).database)


def _differences(db: Connection) -> list[object]:
    return compare_metadata(MigrationContext.configure(db, opts={"version_table": VERSION_TABLE}), metadata)


def _shape(db: Connection) -> dict[str, object]:
    """Return what Alembic does not compare, as the server tells it: checks, keys, and indexes of few rows."""
    found = inspect(db)
    constraints = (
        "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '{}'::regclass"
    )
    indexes = "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = '{}'"
    return {
        table: [
            sorted(tuple(row) for row in db.exec_driver_sql(sql.format(table)))
            for sql in (constraints, indexes)
        ]
        for table in found.get_table_names()
        if table != VERSION_TABLE
    }


START = """
import asyncio, sys
from bot.db import Database

async def start():
    await (await Database.open(sys.argv[1])).close()

asyncio.run(start())
"""


async def test_of_processes_that_start_together_one_migrates_and_all_go_on(no_database_url, rows):
    async def start() -> int:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", START, no_database_url)
        return await process.wait()

    async def start_here() -> None:
        await (await Database.open(no_database_url)).close()

    ended = await asyncio.gather(start(), start(), *(start_here() for _ in range(3)))
    assert ended == [0, 0, None, None, None]
    store = await Database.open_existing(no_database_url)
    assert await rows(store) == 0
    await store.close()


async def test_a_migration_that_fails_leaves_the_database_as_it_was(no_database_url, postgresql, monkeypatch):
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with backend_at(no_database_url).migration() as db:
        metadata.create_all(db)
        db.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num text)"))
        db.execute(text(f"INSERT INTO {VERSION_TABLE} VALUES ('0028')"))
    monkeypatch.setattr("alembic.command.upgrade", broken)
    with pytest.raises(ZeroDivisionError):
        await Database.open(no_database_url)
    version = postgresql.execute(
        f"SELECT version_num FROM {VERSION_TABLE}", make_url(no_database_url).database
    )
    assert version == [("0028",)]
    assert newest() != "0028"


@pytest.fixture
def old_url(no_database_url: str) -> str:
    """A database of an older version."""
    config = migrations()
    with backend_at(no_database_url).migration() as db:
        config.attributes["connection"] = db
        command.upgrade(config, "0028")
    return no_database_url


@pytest.fixture
def another(old_url: str) -> Iterator[psycopg.Connection]:
    """A session that every process has beside its pools while it serves."""
    url = make_url(old_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url, autocommit=True, application_name="paddock listens") as session:
        yield session


def version_of(url: str, postgresql: Server) -> str:
    found = postgresql.execute(f"SELECT version_num FROM {VERSION_TABLE}", make_url(url).database)
    return str(found[0][0])


@pytest.mark.usefixtures("another")
async def test_a_database_from_which_another_process_serves_is_not_migrated(old_url, postgresql, monkeypatch):
    monkeypatch.setattr(migrate_module, "PATIENCE", 0.0)
    await refused(old_url, "another process still serves from it: stop all of them", DatabaseUnusable)
    assert version_of(old_url, postgresql) == "0028"


@pytest.mark.usefixtures("another")
async def test_a_start_that_may_not_migrate_says_why_and_ends_with_an_error(old_url):
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        env={**os.environ, "DISCORD_TOKEN": "none", "PADDOCK_DATABASE_URL": old_url},
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await started.communicate()
    assert started.returncode == 1
    assert said.decode().splitlines()[-1].startswith("paddock: The database ")
    assert "stop all of them, then start again." in said.decode().splitlines()[-1]


async def test_a_process_that_was_killed_keeps_nobody_from_migrating(old_url, postgresql, another):
    opening = asyncio.gather(*(Database.open(old_url) for _ in range(3)))
    another.close()
    stores = await opening
    assert version_of(old_url, postgresql) == newest()
    for store in stores:
        await store.close()


async def test_a_database_that_is_up_to_date_is_opened_beside_a_process_that_serves(old_url, another):
    another.close()
    await (await Database.open(old_url)).close()
    first = await Database.open(old_url)
    locks = first.session_locks()
    await locks.take(1)
    await (await Database.open(old_url)).close()
    await locks.close()
    await first.close()


async def test_a_start_that_waits_for_the_migration_of_another_process_ends_at_once_when_told_to_stop(
    no_database_url,
):
    with backend_at(no_database_url).migration():
        starting = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            env={**os.environ, "DISCORD_TOKEN": "none", "PADDOCK_DATABASE_URL": no_database_url},
            stderr=asyncio.subprocess.PIPE,
        )
        while b"is being migrated by another process; waiting for it" not in await starting.stderr.readline():
            pass
        starting.terminate()
        assert (await starting.communicate(), starting.returncode) == ((None, b""), 0)
