"""What systemd hears of the process, where it asks."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.supervised import told_to_systemd
from tests.waiting import until


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Somebody who listens where systemd would, and says so in the environment."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(systemd: socket.socket) -> list[str]:
    words = []
    while True:
        try:
            words.append(systemd.recv(100).decode())
        except BlockingIOError:
            return words


async def test_it_hears_that_the_process_is_up_lives_and_stops(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    words: list[str] = []
    monkeypatch.setenv("WATCHDOG_USEC", "10000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    with told_to_systemd():
        await until(lambda: words.extend(heard(systemd)) or words.count("WATCHDOG=1") > 2)
    words += heard(systemd)

    assert words[0] == "READY=1"
    assert words[-1] == "STOPPING=1"
    assert set(words[1:-1]) == {"WATCHDOG=1"}


@pytest.mark.parametrize("asks", [{}, {"WATCHDOG_USEC": "10000", "WATCHDOG_PID": "1"}])
async def test_it_hears_of_no_life_where_it_does_not_ask_this_process(
    systemd: socket.socket, asks: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in asks.items():
        monkeypatch.setenv(name, value)
    with told_to_systemd():
        await asyncio.sleep(0)

    assert heard(systemd) == ["READY=1", "STOPPING=1"]


async def test_nobody_is_told_anything_where_nobody_asks(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET")
    with told_to_systemd():
        await asyncio.sleep(0)

    assert heard(systemd) == []
