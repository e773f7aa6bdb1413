"""What Discord takes of a slash command, as it is sent: names, lengths, numbers of things.

Source: Discord's documentation of application commands, "Application Command Naming", "Localization" and the limits of
a command; Discord's OpenAPI description, `ApplicationCommandCreateRequest`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, Final, TypeAlias

from discord import Locale
from discord.app_commands.commands import VALID_SLASH_COMMAND_NAME

Sent: TypeAlias = Mapping[str, Any]
"""A command, a group, an option or a choice, with what each is called in other languages."""

LONGEST: Final = 100
"""Characters of a description, and of a choice's name and value."""

MOST_OFFERED: Final = 25
"""Subcommands of a group, options of a command, choices of an option; also values of a select."""

LONGEST_TYPED: Final = 6_000
"""Characters of what may be typed as an option."""

FARTHEST: Final = 2**53
"""From zero: the bounds of a number."""

MOST_SIZE: Final = 8_000
"""Characters of a command with all that is in it."""


def complaints(sent: Sent) -> Iterator[str]:
    """Say what Discord would refuse of a command, or of a part of one: everything but the size of the whole."""
    yield from _of_texts(sent)
    yield from _of_numbers(sent)
    options = sent.get("options") or ()
    yield from (f"two options are called {name!r}" for name in _named_twice(options))
    for option in options:
        yield from complaints(option)


def _of_texts(sent: Sent) -> Iterator[str]:
    """Say which names and descriptions would be refused, and which choices by what they are called or mean."""
    for name in _in_languages(sent, "name"):
        if not is_name(name):
            yield f"{name!r} is no name: 1 to 32 small letters, digits, - and _"
    of_choices = (text for choice in sent.get("choices") or () for text in _choice_texts(choice))
    for text in (*_in_languages(sent, "description"), *of_choices):
        if not text.strip() or len(text) > LONGEST:
            yield f"{text!r} has not 1 to {LONGEST} characters"


def _of_numbers(sent: Sent) -> Iterator[str]:
    """Say of what there is too much, and which bounds are none."""
    for what in ("choices", "options"):
        if (many := len(sent.get(what) or ())) > MOST_OFFERED:
            yield f"{sent['name']} has {many} {what}, more than {MOST_OFFERED}"
    least, most = sent.get("min_value", -FARTHEST), sent.get("max_value", FARTHEST)
    if not -FARTHEST <= least <= most <= FARTHEST:
        yield f"{sent['name']} is a number from {least} to {most}"
    if not 1 <= sent.get("max_length", 1) <= LONGEST_TYPED:
        yield f"{sent['name']} takes {sent['max_length']} characters"


def is_name(text: str) -> bool:
    """Whether a command or an option may be called so."""
    return bool(VALID_SLASH_COMMAND_NAME.fullmatch(text)) and text == text.lower()


def size(sent: Sent) -> int:
    """Count the characters of names, descriptions and values; of the languages the longest counts."""
    own = sum(max(map(len, _in_languages(sent, key))) for key in ("name", "description") if key in sent)
    within = (*(sent.get("options") or ()), *(sent.get("choices") or ()))
    return own + len(str(sent.get("value", ""))) + sum(map(size, within))


def names(sent: Sent) -> Set[tuple[str, str]]:
    """Return what it is called in each language of Discord's; English where there is no translation."""
    translated: Mapping[str, str] = sent.get("name_localizations") or {}
    return {(locale.value, translated.get(locale.value, sent["name"])) for locale in Locale}


def _in_languages(sent: Sent, key: str) -> Iterable[str]:
    return (sent[key], *(sent.get(f"{key}_localizations") or {}).values())


def _choice_texts(choice: Sent) -> Iterable[str]:
    return (*_in_languages(choice, "name"), choice["value"])


def _named_twice(siblings: Iterable[Sent]) -> Iterator[str]:
    taken: set[tuple[str, str]] = set()
    for each in siblings:
        if taken & names(each):
            yield each["name"]
        taken |= names(each)
