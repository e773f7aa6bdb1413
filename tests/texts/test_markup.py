"""Names as people have them: shown as they are, never taken for markup, and nobody is pinged by one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.markup import plain


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("Conceição d'Ávila", "Conceição d'Ávila"),
        ("**Ana**", r"\*\*Ana\*\*"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("@everyone", "@\u200beveryone"),
        ("[win](https://x.invalid)", "\\[win\\](https:\u200b//x.invalid)"),
        ("a `b` ||c|| ~~d~~ _e_", r"a \`b\` \|\|c\|\| \~\~d\~\~ \_e\_"),
        (r"back\slash", r"back\\slash"),
    ],
)
def test_a_name_is_shown_as_it_is(name: str, shown: str) -> None:
    assert plain(name) == shown


@given(st.text())
def test_no_name_mentions_anybody_or_opens_any_markup(name: str) -> None:
    shown = plain(name)
    assert not re.search(r"@(everyone|here|!?&?\d)", shown)
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~`|\[\]<>#]", shown)
