"""A table keeps the edition it was opened with, whatever the operator puts into the folder afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.games.kit.english_packs import differences
from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.layouts.published_layout import verdict_layout
from bot.messages.snapshot import Snapshot
from bot.tables.standing import read_log
from bot.texts import texts
from engines import catalog
from tests.databases import reading
from tests.tables.playing import SHORT
from tests.tables.rules import Rules


@pytest.fixture
def short() -> Iterator[catalog.AnyGame]:
    own = catalog.game("jockey", SHORT)
    catalog.adopt({"jockey": own})
    yield own
    catalog.adopt({})


def test_a_new_table_is_opened_with_the_operators_edition(rules: Rules, short: catalog.AnyGame):
    table = rules.table(rules.lobby())

    assert table.edition == SHORT


def test_a_pack_of_an_own_edition_is_named_in_the_lobby_and_in_the_verdict(rules: Rules) -> None:
    usual = catalog.packaged_edition("jockey")
    assert "Own edition" not in lobby_layout(shown(rules, rules.lobby()), None).text
    catalog.adopt({"jockey": catalog.game("jockey", {**usual, "cards": {**usual["cards"], "brown+30": 4}})})
    try:
        table_id = rules.lobby()
    finally:
        catalog.adopt({})
    told = "**Own edition:** brown has four +30, not two."
    assert told in lobby_layout(shown(rules, table_id), None).text
    rules.start(table_id)
    standing, table = rules.standing(table_id), rules.table(table_id)
    with reading(rules.database) as db:
        rows = read_log(db, table)
    verdict = verdict_layout(replace(shown(rules, table_id), standing=standing), rows)
    assert told in verdict.text


def shown(rules: Rules, table_id: str) -> Snapshot:
    return Snapshot(rules.table(table_id), None, texts("en-US"))


@pytest.mark.parametrize("game", catalog.GAMES)
def test_an_edition_without_differences_tells_none_and_many_are_told_in_bounds(game: str) -> None:
    usual = catalog.packaged_edition(game)
    assert differences(usual, usual) == ""
    strange = dict.fromkeys(usual, "so very different " * 40) | {f"more{n}": n for n in range(40)}
    told = differences(strange, usual)
    assert len(told) < 600
    assert told.endswith("more")


def test_differences_are_told_in_words_of_the_game() -> None:
    usual = catalog.packaged_edition("turfe")
    cards = {**usual["cards"], "red+2": 0, "any-2": 13}
    assert differences({**usual, "length": 24, "cards": cards}, usual) == (
        "length: 24, not 18; red has no +2, not one; the pack has 13 any-2, not six"
    )


def test_a_running_table_goes_on_with_its_edition_when_the_bot_starts_again_with_another(
    rules: Rules, short: catalog.AnyGame
):
    early, running = rules.lobby(), rules.lobby()
    rules.start(running)

    catalog.adopt({})
    rules = rules.restarted()
    rules.start(early)
    later = rules.table(rules.lobby())

    assert later.edition["squares"] == 80
    for table_id in (early, running):
        assert rules.standing(table_id).match.game.edition == short.edition
        rules.play_out(table_id, Random(1))
        assert rules.table(table_id).edition == SHORT
