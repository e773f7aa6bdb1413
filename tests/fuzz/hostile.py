"""What a hostile person may send: real controls and options, and whatever can be made of them, in one place.

A small share of it is tried with the whole suite; `make fuzz` tries as much as one likes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import discord
from hypothesis import strategies as st

from tests.fuzz.stage import ANA, EVERYBODY, GUILD, MANAGER, OTHER_GUILD, Control, Sent

ODD_TEXTS = (
    *(
        "",
        " ",
        "\0",
        "\n",
        "0",
        "-1",
        "00",
        "1e9",
        "1_000",
        "٣",
        "²",
        "½",
        "0x10",
        "NaN",
        "inf",
        "null",
        "None",
        "true",
    ),
    *(
        "9" * 19,
        "9" * 5000,
        "-" + "9" * 400,
        "1.5",
        "+5",
        "１２",
        "other",
        "red",
        "red+7",
        "..",
        ".",
        ":",
        "p:",
        "s:",
        "p::0:",
    ),
    *(
        "@everyone",
        "<@101>",
        "`rm`",
        "**bold**",
        "[a](https://example.org)",
        "\u202e\u2066",
        "\ud83c",
        "\U0001f40e" * 40,
    ),
    *(
        "'; DROP TABLE seats; --",
        '"',
        "{0}",
        "{host}",
        "%s",
        "%n",
        "../../etc/passwd",
        "\x1b[2J",
        "a\u0301" * 60,
        "x" * 4001,
    ),
)
"""Texts that have tripped somebody somewhere."""

NAMES = (
    "Somebody",
    "@everyone",
    "<@101>",
    "\u202egnp.exe",
    "\x1b[31m",
    "`",
    "\0",
    "\ud83c",
    "x" * 32,
    "\n# huge",
    "{name}",
    "",
)
"""What somebody may be called in a server."""

LOCALES = ("en-US", "de", "xx", "", "../..", "en-" * 30, "\0")

ODD_VALUES: Sequence[Any] = (
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**53,
    2**64,
    -(2**70),
    1.5,
    float("nan"),
    *ODD_TEXTS,
)


_ODD = st.sampled_from(ODD_TEXTS) | st.text(max_size=30)


def odd_text() -> st.SearchStrategy[str]:
    return _ODD


@cache
def one_of(values: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    """Draw one of these; made once, for that takes longer than drawing."""
    return st.sampled_from(values)


@cache
def ids_of(controls: tuple[Control, ...]) -> tuple[str, ...]:
    return tuple(control.custom_id for control in controls)


@cache
def values_of(controls: tuple[Control, ...]) -> tuple[str, ...]:
    return tuple(sorted({value for control in controls for value in control.values}))


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """Change a few letters of a text."""
    at = draw(st.integers(0, len(text)))
    more = draw(
        st.sampled_from([":", ".", "-", "+", "_", "0", "9", "A", "z", " ", "\0", "é", "\u202e", "x" * 101])
    )
    match draw(st.integers(0, 5)):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + more + text[at:]
        case 2:
            return text[:at] + text[at + 1 :]
        case 3:
            return text.swapcase()
        case 4:
            return text + text[at:]
    return text[:at] + more + text[at + 1 :]


_YES_OR_NO, _SIX, _TEN = st.booleans(), st.integers(0, 5), st.integers(0, 9)
_ODD_LENGTHS = st.sampled_from(["0", "1", "2", "18", "999999999", "1000000000", "-1", "01", "٣", ""])


@st.composite
def custom_ids(draw: st.DrawFn, controls: tuple[Control, ...], tables: tuple[str, ...]) -> str:
    """A real custom id, one put together from parts of several, a spoilt one, or anything."""
    ids = one_of(ids_of(controls))
    real = draw(ids)
    match draw(_TEN):
        case 0 | 1 | 2:
            return real
        case 3 | 4 | 5 | 6:
            prefix, _, rest = real.partition(":")
            if prefix != "p":
                return f"s:{rest}.{draw(st.sampled_from(['', 'now', 'on', 'off', '0', '1', '99', 'clock', 'x' * 80]))}"
            table, n, what = rest.split(":")
            other = draw(ids).split(":")[-1]
            if draw(_YES_OR_NO):
                table = draw(one_of((*tables, "ZZZZZZ", "abcdef", "0000", "A" * 13)))
            if draw(_YES_OR_NO):
                n = draw(_ODD_LENGTHS)
            head, _, tail = what.partition(".")
            made = (what, other, head, f"{head}.{other}", f"{other}.{tail}", f"{what}.{what}"[:70])
            return f"p:{table}:{n}:{made[draw(_SIX)]}"
        case 7 | 8:
            return draw(spoilt(real))
    return draw(odd_text())


@st.composite
def senders(
    draw: st.DrawFn, kind: discord.InteractionType, data: Mapping[str, Any], *, guild_only: bool = False
) -> Sent:
    """Somebody who sits here or nowhere, writes from some server or none, and perhaps manages it."""
    user = draw(st.sampled_from(EVERYBODY))
    here = st.sampled_from(
        [GUILD, GUILD, OTHER_GUILD] if guild_only else [GUILD, GUILD, GUILD, None, OTHER_GUILD]
    )
    guild = draw(here)
    by_manager = guild is not None and user in {MANAGER, ANA.user_id} and draw(st.booleans())
    name, locale = draw(st.sampled_from(NAMES)), draw(st.sampled_from(LOCALES))
    return Sent(kind, user, guild, dict(data), by_manager, name, locale)


@cache
def _chosen(own: tuple[str, ...], offered: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    return st.lists(one_of(own) | one_of(offered) | odd_text(), max_size=3)


@st.composite
def presses(draw: st.DrawFn, controls: tuple[Control, ...], tables: tuple[str, ...]) -> Sent:
    """A press of a button, or a choice in a select, that stands there, stood there, or never did."""
    custom_id = draw(custom_ids(controls, tables))
    offered = values_of(controls)
    own = next((control.values for control in controls if control.custom_id == custom_id), ())
    values = draw(_chosen(own or offered, offered))
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
    if values or draw(st.booleans()):
        data["values"] = values
    return draw(senders(discord.InteractionType.component, data))


@st.composite
def forms(draw: st.DrawFn, controls: tuple[Control, ...], tables: tuple[str, ...]) -> Sent:
    """A form that was sent, with anything in its fields, or with fields that it never had."""
    asking = [control for control in controls if control.fields]
    form = draw(st.sampled_from(asking))
    is_real = draw(st.integers(0, 3))
    custom_id = form.custom_id if is_real else draw(custom_ids(controls, tables))
    names = (
        draw(st.lists(st.sampled_from(form.fields) | odd_text(), max_size=4)) if not is_real else form.fields
    )
    components = []
    for name in names:
        if draw(st.booleans()):
            component = {"type": 4, "custom_id": name, "value": draw(odd_text())}
        else:
            chosen = st.sampled_from([*form.values, "x"]) | odd_text()
            component = {"type": 3, "custom_id": name, "values": draw(st.lists(chosen, max_size=3))}
        row = (
            {"type": 1, "components": [component]}
            if draw(st.booleans())
            else {"type": 18, "component": component}
        )
        components.append(row)
    return draw(
        senders(discord.InteractionType.modal_submit, {"custom_id": custom_id, "components": components})
    )


class Command:
    """A slash command as Discord has it: the names on its path, and the options of its last."""

    def __init__(self, path: Sequence[str], options: Sequence[Mapping[str, Any]]) -> None:
        self.path, self.options = path, options

    @classmethod
    def all_of(cls, told: Mapping[str, Any], path: Sequence[str] = ()) -> list[Command]:
        """Return the commands of a group, or the command itself."""
        path, options = [*path, str(told["name"])], told.get("options") or []
        groups = [option for option in options if option["type"] in {1, 2}]
        return [each for group in groups for each in cls.all_of(group, path)] or [cls(path, options)]

    def data(self, given: Sequence[Mapping[str, Any]], resolved: Mapping[str, Any]) -> dict[str, Any]:
        """Return what Discord sends for it."""
        inner: list[Any] = list(given)
        for depth, name in reversed(list(enumerate(self.path[1:], 1))):
            inner = [{"name": name, "type": 1 if depth == len(self.path) - 1 else 2, "options": inner}]
        return {"id": "1", "name": self.path[0], "type": 1, "options": inner, "resolved": dict(resolved)}


def _people() -> dict[str, Any]:
    users = {
        str(user): {
            "id": str(user),
            "username": f"u{user}",
            "discriminator": "0",
            "avatar": None,
            "bot": user == MANAGER,
        }
        for user in EVERYBODY
    }
    members = {
        user: {"roles": [], "joined_at": None, "flags": 0, "permissions": "0"}
        for user in users
        if user != str(EVERYBODY[-1])
    }
    return {"users": users, "members": members}


@st.composite
def commands(draw: st.DrawFn, every: Sequence[Command], tables: Sequence[str]) -> Sent:
    """A command with whatever its options take, and what they do not; or the letters of one that is being typed."""
    command = draw(st.sampled_from(every))
    given = []
    for option in command.options:
        if option.get("required") or draw(st.booleans()):
            offered = [choice["value"] for choice in option.get("choices") or []]
            bounds = [option[bound] for bound in ("min_value", "max_value") if option.get(bound) is not None]
            real: list[Any] = [
                *offered,
                *bounds,
                *(EVERYBODY if option["type"] == 6 else [*tables, "jockey"]),
            ]
            value = draw(st.sampled_from(real) | (st.sampled_from(ODD_VALUES) | odd_text()))
            given.append(
                {"name": option["name"], "type": option["type"], "value": _as_sent(option["type"], value)}
            )
    kind = discord.InteractionType.application_command
    typed = [
        each
        for each in given
        if each["name"] in {o["name"] for o in command.options if o.get("autocomplete")}
    ]
    if typed and draw(st.integers(0, 3)) == 0:
        kind = discord.InteractionType.autocomplete
        typed[0]["focused"], typed[0]["value"] = True, str(typed[0]["value"])
    data = command.data(given, _people())
    return draw(
        senders(
            kind, data, guild_only=command.path[0] in {"race", "bank", "leaderboard", "season", "settings"}
        )
    )


def _as_sent(kind: int, value: Any) -> Any:
    """Discord sends an id as text, and whole numbers only where a number is asked for; what else there is stays odd."""
    return str(value) if kind in {3, 6} else value
