"""A pack in words: short where every horse has the same cards, and whole where one has not."""

from __future__ import annotations

from bot.games.kit.english_packs import pack


def card(name: str) -> str:
    return name.capitalize().replace("+", " +")


def test_what_every_horse_has_is_listed_once_and_the_rest_beside_it() -> None:
    cards = {"red+7": 2, "red+10": 5, "blue+7": 2, "blue+10": 5, "any+3": 6}
    told = pack(cards, ["red", "blue"], card, str.capitalize)
    assert told == "of each colour 2× +7 · 5× +10; besides 6× Any +3"


def test_horses_with_cards_of_their_own_are_listed_one_by_one() -> None:
    told = pack({"red+7": 2, "blue+7": 1, "blue+9": 0}, ["red", "blue"], card, str.capitalize)
    assert told == "2× Red +7 · 1× Blue +7"
