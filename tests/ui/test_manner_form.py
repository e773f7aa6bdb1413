"""The form of pace, playing hours and hints: it shows what holds, reads what is typed, and says how to write it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord
import pytest

from bot.messages.snapshot import Snapshot
from bot.servers import Pace
from bot.tables import Refused, Status
from bot.tables.lobby_commands import Manner
from bot.tables.refusals import Refusal
from bot.texts import DEFAULT, LANGUAGES
from bot.ui.manner_form import NOTHING_TYPED, manner_form, manner_from
from tests.games.race_days import table
from tests.tables.test_hours import EVENINGS, NIGHT_OWLS
from tests.ui.limits import SELECT, components

LOOK = Snapshot(replace(table(3, status=Status.LOBBY), options={"rounds": 2}), None, DEFAULT)
HELD = replace(LOOK, table=replace(LOOK.table, hours=NIGHT_OWLS, pace=Pace.QUICK, hints=False))
KEPT = Manner(NIGHT_OWLS, Pace.QUICK, hints=False)


def shown(look: Snapshot, zone: str, typed: Mapping[str, str] = NOTHING_TYPED) -> dict[str, object]:
    """Return what stands in the form before anything is changed, by field."""
    return standing_in(manner_form(look, zone, typed))


def standing_in(form: discord.ui.Modal) -> dict[str, object]:
    """Return what stands in a form, by field."""
    found = dict[str, object]()
    for each in components(form):
        if each["type"] == SELECT:
            found[each["custom_id"]] = [
                option["value"] for option in each["options"] if option.get("default")
            ]
        elif "custom_id" in each:
            found[each["custom_id"]] = each.get("value")
    return found


def test_the_form_shows_what_holds_and_the_zone_that_is_usual() -> None:
    assert shown(LOOK, "Asia/Tokyo") == {
        "pace": ["server"],
        "hours": None,
        "zone": "Asia/Tokyo",
        "hints": ["usual"],
    }
    assert shown(HELD, "Europe/Berlin") == {
        "pace": ["quick"],
        "hours": "23:00–02:00",
        "zone": "Europe/Berlin",
        "hints": ["no"],
    }


def test_what_could_not_be_read_stands_in_the_form_again_with_all_that_was_chosen_beside_it() -> None:
    typed = {"pace": "leisurely", "hours": "evenings", "zone": "Europe/Berln", "hints": "yes"}
    again = {"pace": ["leisurely"], "hours": "evenings", "zone": "Europe/Berln", "hints": ["yes"]}
    assert shown(HELD, "Asia/Tokyo", typed) == again
    assert shown(HELD, "Asia/Tokyo", {"hours": "", "pace": "forged"}) == {
        "pace": ["quick"],
        "hours": None,
        "zone": "Asia/Tokyo",
        "hints": ["no"],
    }


def test_a_form_that_is_sent_as_it_is_shown_changes_nothing() -> None:
    sent = {"pace": "quick", "hours": "23:00–02:00", "zone": "Europe/Berlin", "hints": "no"}
    assert manner_from(HELD, sent) == KEPT
    assert manner_from(HELD, {}) == KEPT
    assert manner_from(HELD, {"pace": "fast", "hints": "maybe"}) == KEPT


def test_the_form_changes_what_was_chosen_and_typed() -> None:
    sent = {"pace": "leisurely", "hours": "18-23", "zone": " utc", "hints": "yes"}
    assert manner_from(LOOK, sent) == Manner(EVENINGS, Pace.LEISURELY, hints=True)
    assert manner_from(HELD, {"pace": "server", "hours": "", "zone": "nowhere", "hints": "usual"}) == Manner(
        None, None, None
    )


@pytest.mark.parametrize(
    ("hours", "zone", "reason", "said"),
    [
        ("evenings", "UTC", Refusal.NO_HOURS, "`18:00-23:00`"),
        ("18:00-18:30", "UTC", Refusal.NO_HOURS, "an hour at least"),
        (
            "18-23",
            "Europe/Berln",
            Refusal.NO_ZONE,
            "is no time zone. Press **Pace** again: your text is still there. Try `Europe/Berlin`",
        ),
        ("18-23", "@everyone *", Refusal.NO_ZONE, "such as `Europe/Berlin`"),
        (
            "18-23",
            "EST",
            Refusal.NO_ZONE,
            "“EST” can mean several time zones. Press **Pace** again: your text is still there. "
            "Try `America/New_York` or `UTC-5`.",
        ),
    ],
)
def test_what_cannot_be_read_is_answered_with_how_to_write_it(
    hours: str, zone: str, reason: Refusal, said: str
) -> None:
    with pytest.raises(Refused) as refused:
        manner_from(HELD, {"hours": hours, "zone": zone})

    assert refused.value.reason is reason
    for language in LANGUAGES.values():
        sentence = language.refusals.table(reason, refused.value.facts)
        assert said in sentence
        assert "@everyone" not in sentence
