"""The settings: within Discord's limits, and saying what holds."""

from __future__ import annotations

import pytest

from bot.messages.custom_ids import GuildId
from bot.servers import DEFAULTS, ServerSettings
from bot.texts import DEFAULT
from bot.ui.guild.settings_changes import buy_ins_form, clock_form
from bot.ui.guild.settings_layout import ServerFacts, settings_layout, sure_layout
from tests.ui.guild.settled import FULL, MANY, languages
from tests.ui.limits import components, require_openable, require_sendable


@languages
@pytest.mark.parametrize("settings", [DEFAULTS, FULL, FULL.model_copy(update={"money": False})])
def test_settings_can_be_sent_and_say_what_holds(t, settings: ServerSettings) -> None:
    facts = ServerFacts("en-US", frozenset(MANY), frozenset(MANY))
    layout = settings_layout(settings, facts, t)
    require_sendable(layout)
    controls = [each["custom_id"] for each in components(layout.build()) if "custom_id" in each]
    assert all(GuildId.read(each) for each in controls)
    require_sendable(sure_layout(t))
    require_openable(clock_form(t))
    require_openable(buy_ins_form(settings, t))


def test_a_channel_that_is_gone_is_not_offered_as_chosen() -> None:
    layout = settings_layout(FULL, ServerFacts("en-US", frozenset(MANY[:2])), DEFAULT)
    chosen = [each["default_values"] for each in components(layout.build()) if each.get("default_values")]
    assert [[each["id"] for each in values] for values in chosen] == [list(MANY[:2])]
