"""Which shards a process serves, as an operator writes it."""

from __future__ import annotations

import pytest

from bot.environment import BadEnvironment, read_environment
from bot.shards import Shards


@pytest.mark.parametrize(
    ("text", "numbers", "of", "written"),
    [
        ("0-3/16", {0, 1, 2, 3}, 16, "0-3/16"),
        ("0,5,7/16", {0, 5, 7}, 16, "0,5,7/16"),
        ("4/5", {4}, 5, "4/5"),
        (" 7 , 1-2,3 / 8 ", {1, 2, 3, 7}, 8, "1-3,7/8"),
        ("0/1", {0}, 1, "0/1"),
    ],
)
def test_ranges_and_single_numbers_are_read(text: str, numbers: set[int], of: int, written: str) -> None:
    shards = Shards.parse(text)

    assert shards == Shards(frozenset(numbers), of)
    assert str(shards) == written
    assert Shards.parse(written) == shards


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3", "shards such as 0-3/16 or 0,5,7/16 are expected"),
        ("a/b", "shards such as"),
        ("1-/4", "shards such as"),
        ("٣/٤", "shards such as"),
        ("3-1/4", "3-1 begins after its end"),
        ("4/4", "of 4 shards the last is 3"),
        ("0/0", "of 0 shards the last"),
        ("0-70000/70001", "at most 65536 are possible"),
        ("0-999999999999/9", "of 9 shards the last is 8"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(
    text: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PADDOCK_SHARDS", text)
    with pytest.raises(BadEnvironment, match=rf"^PADDOCK_SHARDS: .*{why}"):
        read_environment()


def test_without_the_setting_a_process_serves_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PADDOCK_SHARDS", "")
    assert read_environment().shards is None
    monkeypatch.setenv("PADDOCK_SHARDS", "1-2/4")
    assert read_environment().shards == Shards(frozenset({1, 2}), 4)


def test_each_server_is_on_the_shard_that_discord_says() -> None:
    """Source: Discord's documentation, "Gateway", "Sharding": `(guild_id >> 22) % num_shards`."""
    assert [Shards(frozenset({n}), 3).serve(5 << 22 | 77) for n in range(3)] == [False, False, True]
