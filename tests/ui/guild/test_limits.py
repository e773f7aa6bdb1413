"""Screens that belong to no table are within Discord's limits."""

from __future__ import annotations

from bot.messages.layout import MessageLayout
from bot.ui.guild.help_pages import CommandNames, command_pages, first_steps, help_layouts
from bot.ui.guild.privacy_layout import preferences_layout, privacy_layout, sure_to_erase_layout
from tests.ui.guild.settled import LAST, languages
from tests.ui.limits import require_sendable


def named() -> CommandNames:
    names = CommandNames()
    names.learn(dict.fromkeys(("race", "bank", "help", "privacy", "settings"), LAST))
    return names


@languages
def test_help_first_steps_and_ones_own_data_can_be_sent(t) -> None:
    many = {f"race something-{n}": "x" * 100 for n in range(60)}
    for layout in help_layouts(named(), t):
        require_sendable(layout)
    pages = command_pages(many, named(), t)
    for page in pages:
        require_sendable(MessageLayout(page))
    assert sum(page.count("/race something-") for page in pages) == 60
    require_sendable(MessageLayout(first_steps(named(), t)))
    for layout in (privacy_layout(t), sure_to_erase_layout(t), MessageLayout(t.privacy.erased)):
        require_sendable(layout)
    for is_always in (True, False):
        require_sendable(preferences_layout(t, is_always=is_always))
