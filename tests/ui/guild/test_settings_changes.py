"""Presses on the settings and what is typed into their forms: read, or refused in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.games.screens import Misread
from bot.servers import DEFAULTS, ServerSettings
from bot.texts import DEFAULT
from bot.ui.guild.settings_changes import buy_ins_from, change_of, clock_from
from tests.ui.guild.settled import FULL


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("45 s", 45),
        ("1h30m", 5400),
        ("2 min 30 s", 150),
        ("45sec", 45),
        ("90 seconds", 90),
        ("15 min", 900),
        ("15m", 900),
        (" 2 H ", 7200),
        ("1 day", 86_400),
        ("7d", 604_800),
    ],
)
def test_times_are_read(text: str, seconds: int) -> None:
    assert clock_from({"clock": text}, DEFAULT) == seconds


@pytest.mark.parametrize(
    "text",
    ["", "90", "29 s", "8 d", "1000000 s", "soon", "-5 min", "5 lightyears", "2 months", "1h30", "٣ hm?"],
)
def test_what_is_no_time_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(Misread, match="30 s to 7 d"):
        clock_from({"clock": text}, DEFAULT)


@pytest.mark.parametrize(
    ("text", "amount"),
    [("2500", 2500), ("2,500", 2500), ("2.500", 2500), ("2 500", 2500), ("100’000", 100_000), ("10", 10)],
)
def test_buy_ins_are_read_and_only_what_differs_is_kept(text: str, amount: int) -> None:
    change = change_of(("buy_ins",), (), {"jockey": text, "turfe": "1,000", "newmarket": ""}, DEFAULT)
    assert change(DEFAULTS).buy_ins == {"jockey": amount}


def test_buy_ins_that_a_form_does_not_ask_for_stay_as_they_were() -> None:
    held = ServerSettings(buy_ins={"turfe": 50, "newmarket": 70, "a_game_that_is_gone": 90})
    change = change_of(("buy_ins",), (), {"jockey": "20", "turfe": ""}, DEFAULT)
    assert change(held).buy_ins == {"jockey": 20, "newmarket": 70, "a_game_that_is_gone": 90}


def test_whatever_is_put_back_discord_has_the_language_that_it_has() -> None:
    held = ServerSettings(locale="de", language="fr", pictures=False)
    assert change_of(("reset",), (), {}, DEFAULT)(held) == ServerSettings(locale="de")
    assert change_of(("pictures", "on"), (), {}, DEFAULT)(held).locale == "de"


@pytest.mark.parametrize("text", ["9", "100001", "2,5", "many", "-50", "1e3", "1" * 10])
def test_what_is_no_buy_in_is_refused_with_the_games_name(text: str) -> None:
    with pytest.raises(Misread, match="for Jockey"):
        buy_ins_from({"jockey": text, "turfe": "50"}, DEFAULT)


@pytest.mark.parametrize(
    ("parts", "chosen", "changed"),
    [
        (("clock",), ("30",), {"clock": 30}),
        (("most_tables",), ("50",), {"most_tables": 50}),
        (("pace",), ("leisurely",), {"pace": "leisurely"}),
        (("pace",), ("usual",), {"pace": None}),
        (("language",), ("en-US",), {"language": "en-US"}),
        (("language",), ("discord",), {}),
        (("channels",), ("5", "6"), {"channels": (5, 6)}),
        (("openers",), (), {}),
        (("boards", "edited"), (), {"boards": "edited"}),
        (("money", "off"), (), {"money": False}),
        (("money", "on"), (), {}),
    ],
)
def test_presses_change_what_they_say(parts: Any, chosen: Sequence[str], changed: dict[str, Any]) -> None:
    assert change_of(parts, chosen, {}, DEFAULT)(DEFAULTS) == ServerSettings(**changed)
    assert change_of(("reset",), (), {}, DEFAULT)(FULL) == DEFAULTS


@pytest.mark.parametrize(
    ("parts", "chosen"),
    [
        (("clock",), ("1",)),
        (("clock",), ("soon",)),
        (("clock",), ()),
        (("most_tables",), ("51",)),
        (("pace",), ("hasty",)),
        (("language",), ("xx",)),
        (("channels",), ("here",)),
        (("boards", "shouted"), ()),
        (("money",), ()),
        (("extra", "on"), ()),
        (("buy_ins",), ()),
    ],
)
def test_forged_presses_change_nothing(parts: Any, chosen: Sequence[str]) -> None:
    with pytest.raises(Misread, match="Nothing was changed"):
        change_of(parts, chosen, {}, DEFAULT)


def test_the_tote_is_closed_and_opened_and_its_takeout_is_chosen_within_bounds() -> None:
    closed = change_of(("tote", "off"), (), {}, DEFAULT)(DEFAULTS)
    assert not closed.tote
    assert change_of(("tote", "on"), (), {}, DEFAULT)(closed).tote
    assert change_of(("takeout",), ("0",), {}, DEFAULT)(DEFAULTS).takeout == 0
    with pytest.raises(Misread):
        change_of(("takeout",), ("21",), {}, DEFAULT)
