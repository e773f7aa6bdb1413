"""The salt: presses with their moments, in an order that nobody chooses, and words that are told from ids."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.salt import EPOCH, Pressed, digest, disorder, newest, with_press


def at(millisecond: int, worker: int = 0) -> int:
    """Name a press as Discord would, so many milliseconds after its first moment."""
    return millisecond << 22 | worker


def test_a_press_tells_its_moment() -> None:
    assert Pressed(175928847299117063).at == 1_462_015_105_796  # the example of Discord's documentation
    assert Pressed(0).at == EPOCH


@pytest.mark.parametrize("words", ["", "lucky", "4", "4 5", "red! 🍀", "words 7"])
def test_a_string_of_the_salt_is_read_as_it_was_written(words: str) -> None:
    said = Pressed(at(7), words)

    assert Pressed.read(str(said)) == said


def test_words_of_digits_alone_are_no_press() -> None:
    assert str(Pressed(5, "77")) == "5 77"
    assert Pressed.read("5 77") == Pressed(5, "77")


@pytest.mark.parametrize("text", ["", "lucky", "-1", "01", "1  two", "1 ", "1\n2", "1 a\nb", "٣", "9" * 21])
def test_what_is_neither_is_not_guessed_at(text: str) -> None:
    assert Pressed.read(text) is None


def test_the_digest_is_the_first_half_of_a_half_of_what_anybody_can_hash() -> None:
    assert digest(["1", "22 two"]) == sha256(b"1\n22 two").hexdigest()[:16]


@given(st.permutations([at(ms) for ms in range(6)]))
def test_in_whatever_order_presses_arrive_they_stand_in_that_of_their_moments(arrived: list[int]) -> None:
    salt: tuple[str, ...] = ()
    for press in arrived:
        salt = with_press(salt, Pressed(press))

    assert salt == tuple(str(at(ms)) for ms in range(6))
    assert newest(salt) == Pressed(at(5)).at
    assert not list(disorder(salt))


def test_presses_of_one_moment_stand_as_they_arrived() -> None:
    assert with_press((str(at(1, 9)),), Pressed(at(1, 2))) == (str(at(1, 9)), str(at(1, 2)))
    assert not list(disorder((str(at(1, 9)), str(at(1, 2)))))


def test_another_order_is_told() -> None:
    assert list(disorder((str(at(1)), f"{at(9)} lucky", str(at(5)), str(at(6))))) == [
        "string 3 of the salt was pressed 4 ms before string 2 above it"
    ]


def test_two_presses_in_one_string_are_told() -> None:
    assert list(disorder(("1", "2\n3"))) == ["string 2 of the salt is more than one line"]


def test_what_other_programs_put_into_a_salt_has_no_order() -> None:
    assert not list(disorder(("red", "9999999999999999", "blue", "1")))
