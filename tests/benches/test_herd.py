"""What `paddock bench herd` makes of what it has seen."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from benches import traffic as traffic_room
from benches.herd import _asked, _times
from benches.traffic import Traffic


@pytest.fixture
def sandbox() -> Any:
    return SimpleNamespace(exchanges=SimpleNamespace(hooks=[]))


def exchange(path: str, status: int = 200, **files: bytes) -> Any:
    return SimpleNamespace(path=path, status=status, files=files)


def test_traffic_counts_what_the_bot_does_of_its_own_accord(
    sandbox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    traffic = Traffic(sandbox)
    (note,) = sandbox.exchanges.hooks
    moments = iter((0.0, 0.5, 0.9, 1.2, 5.0))
    monkeypatch.setattr(traffic_room, "monotonic", lambda: next(moments))
    for path in (
        "/channels/1/messages",
        "/channels/2/messages/3",
        "/webhooks/4/token",
        "/channels/5/messages",
    ):
        note(exchange(path, hand=b"png"))
    note(exchange("/channels/1/messages", 429))
    note(exchange("/channels/1/messages"))

    assert (traffic.requests, traffic.pictures, traffic.refused, traffic.last) == (5, 3, 1, 5.0)
    assert traffic.most_in_a_second() == 3
    traffic.begin()
    assert (traffic.requests, traffic.pictures, traffic.refused, traffic.most_in_a_second()) == (0, 0, 0, 0)


def test_waits_are_told_beside_those_of_the_same_bot_at_rest() -> None:
    told = {each.figure: each for each in _times("150 tables", [10.0, 20.0, 80.0], [10.0, 10.0, 20.0])}

    assert (told["desk p50"].value, told["desk p50"].ratio) == (20, 2)
    assert (told["desk max"].value, told["desk max"].ratio) == (80, 4)
    assert told["desks asked for"].value == 3


async def test_one_table_after_another_is_asked_until_it_is_enough() -> None:
    asked: list[int] = []

    class Table:
        def __init__(self, number: int) -> None:
            self.number = number

        async def ask_for_desk(self) -> float:
            asked.append(self.number)
            return self.number / 1000

    tables: Any = [Table(number) for number in range(4)]
    waits = await _asked(tables, 0.0, lambda: len(asked) >= 6)

    assert set(asked[:4]) == {0, 1, 2, 3}
    assert asked[4:6] == asked[:2]
    assert waits == sorted(float(number) for number in asked)
