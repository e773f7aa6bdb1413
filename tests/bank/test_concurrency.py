"""Several tasks and processes that move coins at once, of which some fail, are repeated or are killed."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot import bank
from bot.bank.ledger import Memo, Reason
from bot.db import Database, backup
from tests import coins
from tests.bank.books import ANN, GUILD, NOW
from tests.bank.money import set_up, work, wrong
from tests.databases import on_postgresql, reading, writing

ROOT, STEPS = Path(__file__).parents[2], 60

PAYER = """
import asyncio, sys
from bot import bank
from bot.bank.ledger import Memo, Reason
from bot.db import Database
from tests import coins

async def pay(url, name, times):
    store = await Database.open(url)
    for n in range(times):
        await store.write(pay_once, f"{name} {n}")
        print(n, flush=True)
    await store.close()

def pay_once(db, key):
    memo = Memo(key, Reason.PAY_OUT, 0)
    coins.credit(db, bank.accounts.house(1), bank.accounts.wallet(1, 11), 3, memo)
    fee = memo._replace(key=f"fee {key}")
    bank.ledger.move(db, bank.accounts.wallet(1, 11), bank.accounts.house(1), 2, fee)

asyncio.run(pay(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""
"""A process that pays a wallet three coins and takes two back, over and over, and says when each is done."""

KILLED_IN_THE_MIDDLE = """
import asyncio, os, signal, sys
from bot import bank
from bot.db import Database

async def buy_in(url):
    store = await Database.open(url)
    await store.write(killed)

def killed(db):
    bank.buy_in(db, 1, "T", [11, 22, None], 2000, now=0)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(buy_in(sys.argv[1]))
"""


def started(code: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


async def held(store: Database) -> int:
    with reading(store) as db:
        assert bank.audit(db) == []
        return bank.balance(db, GUILD, ANN).wallet - bank.ledger.OPENING


async def test_a_process_killed_in_the_middle_of_a_transaction_leaves_nothing_of_it(store, new_url):
    process = started(KILLED_IN_THE_MIDDLE, new_url)
    assert await asyncio.to_thread(process.wait, 60) == -signal.SIGKILL
    process.stdout.close()
    with writing(store) as db:
        assert bank.audit(db) == []
        bank.buy_in(db, GUILD, "T", [ANN, 22, None], 2000, now=NOW)
        assert bank.balance(db, GUILD, ANN) == bank.Balance(3000, 0, 2000)


async def test_a_process_killed_at_any_moment_keeps_what_it_said_was_done_and_no_half_of_the_rest(
    store, new_url
):
    process = started(PAYER, new_url, "payer", 10_000)
    done = [await asyncio.to_thread(process.stdout.readline) for _ in range(40)]
    process.kill()
    rest = process.stdout.readlines()
    process.stdout.close()
    process.wait(60)
    said = int((done + rest)[-1]) + 1
    assert await held(store) in {said, said + 1}


async def test_processes_that_write_at_once_lose_nothing_of_each_other(store, new_url):
    processes = [started(PAYER, new_url, name, 60) for name in ("first", "second")]

    for n in range(60):
        memo = Memo(f"third {n}", Reason.PAY_OUT, NOW)
        ends = (bank.accounts.house(GUILD), bank.accounts.wallet(GUILD, ANN))
        await store.write(coins.credit, *ends, 1, memo)
    for process in processes:
        await asyncio.to_thread(process.communicate, None, 60)
        assert process.returncode == 0
    assert await held(store) == 180


@pytest.mark.sqlite
async def test_copies_taken_while_another_process_writes_are_each_in_order(store, new_url, tmp_path):
    process = started(PAYER, new_url, "payer", 10_000)
    await asyncio.to_thread(process.stdout.readline)
    found: list[int] = []
    while len(found) < 4 or found[0] == found[-1]:  # until the other process has come to write meanwhile
        copy = tmp_path / f"copy {len(found)}.db"
        await backup(new_url, copy)
        found.append(await _held_in(copy))
    process.kill()
    process.communicate(None, 60)
    assert found == sorted(found)
    assert 1 <= found[0] < found[-1] <= await held(store)


async def _held_in(copy: Path) -> int:
    store = await Database.open_existing(f"sqlite:///{copy}")
    try:
        return await held(store)
    finally:
        await store.close()


@pytest.mark.parametrize("seed", [1, 2])
async def test_several_tasks_at_once_leave_the_books_as_their_rows_say(store, seed: int) -> None:
    await store.write(set_up)
    ended = await asyncio.gather(*(work(store, seed, STEPS, worker) for worker in range(3)))
    assert sum(each["done"] for each in ended) > STEPS
    assert await store.read(wrong) == []


@on_postgresql
async def test_several_processes_at_once_of_which_one_is_killed_leave_the_books_as_their_rows_say(
    store, new_url: str
) -> None:
    await store.write(set_up)
    workers = [_worker(new_url, 7, STEPS, 0, "-"), _worker(new_url, 7, STEPS, 1, "-")]
    workers.append(_worker(new_url, 7, STEPS, 2, STEPS // 2))
    told = [await asyncio.to_thread(each.communicate, None, 120) for each in workers]
    assert [each.returncode for each in workers] == [0, 0, -signal.SIGKILL], told
    assert await store.read(wrong) == []


def _worker(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.bank.money", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
