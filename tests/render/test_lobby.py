"""The playbill of a lobby: told by what it shows, of one width, and nobody's name covers another."""

from __future__ import annotations

import pickle

import pytest

from bot.texts import DEFAULT
from render.kit.hero import Hero
from render.lobby import Entry, Fact, Playbill, Stall, drawn, playbill
from render.parts.silks import standard_silks
from tests.render.seen import NAMES, STRANGE, changed, is_sound, require_apart

CAPTIONS = DEFAULT.lobby.playbill
LONG = "Bartholomäus von Hohenlohe 12345"
ENTRIES = tuple(Entry(f"Horse {silk.number}", silk) for silk in standard_silks(4))
FACTS = (Fact("Stakes", "100 coins"), Fact("Length", "about 20 minutes"), Fact("Played", "3 races"))


def shown(*names: str, capacity: int = 6, hero: Hero = Hero.GALLOP, title: str = "Jockey") -> Playbill:
    """Return a playbill with the first name as the host."""
    stalls = tuple(Stall(name, "" if number else "host") for number, name in enumerate(names))
    return Playbill(title, hero, names[0], "Table K7QM", "2 seats free", FACTS, ENTRIES, stalls, capacity)


def words(at: Playbill) -> str:
    return playbill("jockey-playbill", at, CAPTIONS).alt


def test_it_is_told_in_the_order_in_which_it_is_seen() -> None:
    at = shown("Ana", "Ben")._replace(stalls=(Stall("Ana", "host"), Stall("Tin Lizzie", "computer")))
    assert words(at) == (
        "Jockey. Ana invites to Table K7QM. 2 seats free. Stakes: 100 coins. Length: about 20 minutes. "
        "Played: 3 races. Horses: 1 Horse 1, 2 Horse 2, 3 Horse 3, 4 Horse 4. "
        "Seats: 1. Ana (host), 2. Tin Lizzie (computer). 4 free."
    )


def test_odds_stand_with_their_horses_once_there_are_bets() -> None:
    priced = (ENTRIES[0]._replace(odds="3.4"), *ENTRIES[1:])
    assert "1 Horse 1 at odds of 3.4, 2 Horse 2" in words(shown("Ana")._replace(entries=priced))


def test_a_name_of_which_nothing_can_be_drawn_is_that_of_the_seat() -> None:
    told = words(shown("\u200b", "A\nB"))
    assert "Player 1 invites" in told
    assert "1. Player 1 (host), 2. A B" in told


def test_a_full_playbill_tells_of_no_free_stall() -> None:
    assert not words(shown("Ana", "Ben", capacity=2)).endswith("free.")


@pytest.mark.drawn
@pytest.mark.parametrize("hero", Hero)
@pytest.mark.parametrize("capacity", [2, 6, 16])
def test_with_any_names_and_any_number_of_stalls_it_is_sound(hero: Hero, capacity: int) -> None:
    for names in (NAMES[:2], STRANGE[:2], (LONG,) * capacity):
        is_sound(playbill("playbill", shown(*names, capacity=capacity, hero=hero), CAPTIONS))


@pytest.mark.drawn
@pytest.mark.parametrize(
    "title", ["Go", "Newmarket", "The Extraordinarily Long Dice Derby of Epsom", "W" * 45]
)
def test_whatever_a_game_is_called_its_title_is_drawn(title: str) -> None:
    is_sound(playbill("playbill", shown("Ana", title=title)._replace(entries=(), facts=()), CAPTIONS))


@pytest.mark.drawn
@pytest.mark.parametrize("hero", Hero)
def test_a_playbill_of_eight_horses_and_sixteen_stalls_is_held_to_its_weight(hero: Hero) -> None:
    entries = tuple(Entry(f"Horse {silk.number}", silk, "12.5") for silk in standard_silks(8))
    names = [NAMES[seat % 8] if seat < 8 else f"Clockwork {seat}" for seat in range(16)]
    at = shown(*names, capacity=16, hero=hero, title="Jumpy Jack")._replace(entries=entries)
    assert len(playbill("playbill", at, CAPTIONS).data) <= 80_000


@pytest.mark.drawn
def test_a_stall_that_is_taken_changes_the_stalls_alone() -> None:
    before, after = (playbill("playbill", shown(*names), CAPTIONS) for names in (("Ana",), ("Ana", "Ben")))
    box = changed(before, after)
    assert box is not None
    assert box[0] >= 600  # the second stall is on the right
    assert box[1] > 600


@pytest.mark.drawn
def test_equal_playbills_give_equal_bytes_also_in_another_process() -> None:
    at = shown("Ana", "Ben")
    recipe = playbill("playbill", at, CAPTIONS).recipe
    assert recipe is not None
    assert pickle.loads(recipe)() == playbill("playbill", pickle.loads(pickle.dumps(at)), CAPTIONS).draw()


def test_no_text_leaves_the_playbill_and_none_covers_another() -> None:
    entries = tuple(Entry("Green Spirit", silk, "12.5") for silk in standard_silks(8))
    for capacity, names in ((2, (LONG,) * 2), (8, (LONG,) * 8), (16, (LONG,) * 16), (16, ("Ana",))):
        at = shown(*names, capacity=capacity)._replace(
            entries=entries,
            facts=(
                *FACTS,
                Fact("Played", "to 16 points · everybody for themselves"),
                Fact("Tote", "12,000 coins"),
            ),
            stalls=tuple(Stall(name, "not ready") for name in names),
        )
        require_apart(drawn(at, CAPTIONS))
