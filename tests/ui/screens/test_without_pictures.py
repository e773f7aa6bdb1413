"""What is told where no pictures are wanted: all that they show, and nothing of it twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest

from bot.messages.layout import MessageLayout
from bot.messages.layouts.board_layout import board_layout
from bot.messages.layouts.desk_layout import desk_layout
from bot.messages.layouts.result_layout import final_layout, result_layout
from bot.tables import Status
from bot.texts.markup import plain
from engines import catalog
from render.picture import AltText, Listing, Picture, Sentence, Topic
from tests.games.race_days import Moment, race_day
from tests.ui.screens.asked_desks import asked_desks

games = pytest.mark.parametrize("game", catalog.GAMES)

FACT = re.compile(r"(?:(?<=[a-z0-9,:;] )|(?<=\d\. ))[A-Z][a-z]+|\b\d+\b(?!\. )")
"""A name inside of a sentence, of a horse or a colour, or a number that is no rank."""
WORD = re.compile(r"[A-Za-z]+|\d+")

AT_MOST_ONCE = {
    "jockey": ["our bet:", "ou have", "apital"],
    "turfe": ["our bet:", "ackpot:", "our turn", "the turn of"],
    "jumpyjack": ["our prediction:", "our slip"],
    "sulkydrom": ["alf lengths allowed", "orse card, in", "our turn", "ou drive", "turns the next"],
    "newmarket": ["our lead", "may lead", "our horse", "ou backed", "called for"],
}
"""What the words of a desk that asks something say at most once, in whatever words of the game."""


def moments(game: str) -> tuple[Moment, ...]:
    return race_day(3, 4, game=game)


def said_by(layout: MessageLayout) -> str:
    """Return all that a message says: its words, and what stands on its controls."""
    items = [item for row in layout.controls for item in row]
    labels = [str(item.label) for item in items if isinstance(item, discord.ui.Button)]
    for item in items:
        if isinstance(item, discord.ui.Select):
            labels += [item.placeholder or "", *(option.label for option in item.options)]
    return "\n".join([layout.text, *labels])


def left_out(picture: Picture, layout: MessageLayout) -> Iterator[str]:
    """Return the sentences about a picture that its message does not tell in words."""
    assert isinstance(picture.alt, AltText)
    told = layout.in_words().text
    yield from (each for each in picture.alt.sentences if not is_told(each, told))


def is_told(sentence: str, words: str) -> bool:
    """Whether words tell a sentence; of what is listed each item has a line of its own."""
    lines = sentence.lines if isinstance(sentence, Listing) else [sentence]
    return all(plain(line) in words for line in lines)


@games
def test_what_is_left_out_beside_the_words_of_a_desk_stands_in_them(game: str) -> None:
    count = 0
    for _, _, layout in asked_desks(moments(game)):
        said = set(WORD.findall(said_by(layout).replace(",", "")))
        for picture in layout.drawings:
            for sentence in left_out(picture, layout):
                unmarked = re.sub(r" ?\(\d+\)", "", sentence)  # all are called alike here, and told apart
                assert set(FACT.findall(unmarked.replace(",", ""))) <= said, sentence
                count += 1
    assert count


@games
def test_a_desk_in_words_says_nothing_twice(game: str) -> None:
    for _, _, layout in asked_desks(moments(game)):
        words = layout.in_words().text
        lines = [line for line in words.splitlines() if line.startswith(("> ", "**Your", "-# Your"))]
        for phrase in AT_MOST_ONCE[game]:
            assert sum(line.count(phrase) for line in lines) <= 1, (phrase, words)


@games
def test_a_board_in_words_leaves_to_its_words_who_is_asked_and_what_was_done(game: str) -> None:
    for moment in moments(game)[1:]:
        layout = board_layout(*moment)
        words = layout.in_words().text
        assert "It is the turn of" not in words
        assert "Waiting for" not in words.partition("\n> ")[2]


@games
def test_no_line_of_a_list_on_a_board_in_words_ends_with_a_full_stop(game: str) -> None:
    for moment in moments(game)[:40]:
        layout = board_layout(*moment)
        words = layout.in_words().text.splitlines()
        listings = [
            each for drawing in layout.drawings for each in drawing.alt.sentences if isinstance(each, Listing)
        ]
        assert listings
        for listing in listings:
            assert all(f"> {plain(item)}" in words for item in listing.items)
            assert not any(item.endswith(".") for item in listing.items)


def test_numbers_on_a_board_of_newmarket_in_words_say_what_they_count() -> None:
    for moment in moments("newmarket")[:40]:
        view = moment.snapshot.standing.view(None)
        words = board_layout(*moment).in_words().text
        for horse, pot in zip(view.racehorses, view.pots, strict=True):
            named = moment.snapshot.words.card(horse)
            assert f"> {named}: {pot} {'point' if pot == 1 else 'points'}\n" in words
        for held, points in zip(view.hand_counts, view.points, strict=True):
            assert (
                f": {held} {'card' if held == 1 else 'cards'}, {points} {'point' if points == 1 else 'points'}"
                in words
            )


@games
def test_a_table_that_rests_is_told_in_full_as_nothing_else_says_who_is_asked(game: str) -> None:
    for moment in moments(game)[4:40:7]:
        resting = replace(moment.snapshot.table, paused_at=1)
        snapshot = replace(moment.snapshot, table=resting)
        for layout in (
            board_layout(snapshot, moment.before, ()),
            desk_layout(snapshot, resting.seats[0], {}, has_place=True),
        ):
            words = layout.in_words().text
            for picture in layout.drawings:
                assert isinstance(picture.alt, AltText)
                said = [each for each in picture.alt.sentences if each.rstrip(".") not in layout.text]
                assert all(is_told(each, words) for each in said)


@games
def test_a_result_in_words_is_its_words_alone(game: str) -> None:
    day = moments(game)
    ended = [
        each for each in day if any(event["type"] == "race_over" for row in each.rows for event in row.events)
    ]
    for moment in ended:
        layout = result_layout(moment.snapshot)
        assert layout.in_words().text == layout.text
    rows = tuple(row for moment in day for row in moment.rows)
    final = final_layout(day[-1].snapshot, [], rows)
    assert final.drawings
    assert final.in_words().text == final.text


def test_who_looks_at_a_desk_while_others_are_asked_reads_in_words_who_they_are() -> None:
    told = 0
    for moment in moments("turfe"):
        assert moment.snapshot.standing
        table, asked = moment.snapshot.table, moment.snapshot.standing.asked
        if table.status is not Status.RUNNING or moment.snapshot.standing.view(None).phase != "racing":
            continue
        for seat in table.seats:
            if seat.number not in asked:
                told += (
                    "It is the turn of"
                    in desk_layout(moment.snapshot, seat, {}, has_place=True).in_words().text
                )
    assert told


def test_a_sentence_is_left_out_only_where_its_facts_are_told() -> None:
    card = Sentence(Topic.NEWS, "Horse card: B 4.", ["Bandit 4"])
    text = AltText("Race 1. Horse card: B 4.", ["Race 1.", card])
    assert text.beside({Topic.NEWS}, "Bandit **4** · Casino **1**") == "Race 1."
    assert text.beside({Topic.NEWS}, "Race 1 of 2") == "Horse card: B 4."
    assert text.beside((), "Bandit **4**") == "Race 1. Horse card: B 4."
