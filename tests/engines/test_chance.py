from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core import Chance, pick, roll, shuffled

VECTOR = [2, 4, 2, 1, 242, 59, 0, 9, 231, 10879, 14184, 703620087509]
SHUFFLE = [1, 2, 4, 6, 3, 8, 0, 5, 7, 9]
SEEDS = st.binary(min_size=32, max_size=32)


def stream(seed: bytes) -> Iterator[int]:
    """The published definition, word for word and slow."""
    block = 0
    while True:
        yield from sha256(seed + block.to_bytes(8, "big")).digest()
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    size = next(k for k in range(99) if 256**k >= n)
    while True:
        number = int.from_bytes(bytes(next(stream) for _ in range(size)), "big")
        if number < 256**size // n * n:
            return number % n


def test_the_first_numbers_of_a_known_seed():
    chance = Chance(bytes(32))

    numbers = [chance.below(n) for n in (6, 6, 6, 4, 256, 200, 1, 257, 1000, 65536, 65537, 2**40)]

    assert numbers == VECTOR


def test_a_known_shuffle():
    assert shuffled(Chance(bytes(range(32))), range(10)) == SHUFFLE


@given(SEEDS, st.lists(st.integers(1, 2**40) | st.integers(1, 300), max_size=60))
def test_numbers_follow_the_published_definition(seed, bounds):
    chance, plain = Chance(seed), stream(seed)

    assert [chance.below(n) for n in bounds] == [below(plain, n) for n in bounds]


@given(SEEDS, st.integers(0, 300))
def test_shuffling_is_fisher_yates_from_the_last_index_down(seed, size):
    plain, order = stream(seed), list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(plain, last + 1)
        order[last], order[other] = order[other], order[last]
    chance = Chance(seed)

    assert shuffled(chance, range(size)) == order
    assert chance.below(200) == below(plain, 200)


@given(SEEDS, st.lists(st.integers(1, 2**20), max_size=40), st.lists(st.integers(1, 2**20), min_size=1))
def test_a_chance_goes_on_from_its_position(seed, before, after):
    chance = Chance(seed)
    for n in before:
        chance.below(n)
    shuffled(chance, range(len(before)))
    resumed = Chance(seed, chance.position)

    assert [resumed.below(n) for n in after] == [chance.below(n) for n in after]
    assert resumed.position == chance.position


def test_one_possibility_takes_no_luck(chance: Chance):
    assert chance.below(1) == 0
    assert chance.position == 0


@pytest.mark.parametrize("n", [0, -1])
def test_no_possibility_is_an_error(chance: Chance, n):
    with pytest.raises(ValueError, match="below"):
        chance.below(n)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        Chance(seed)


def test_a_position_is_not_negative():
    with pytest.raises(ValueError, match="position"):
        Chance(bytes(32), -1)


def test_dice_and_picks_reach_every_side(chance: Chance):
    assert {roll(chance) for _ in range(200)} == {1, 2, 3, 4, 5, 6}
    assert {pick(chance, "abc") for _ in range(100)} == set("abc")
