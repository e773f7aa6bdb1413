"""Every sentence a person reads, a package a language.

`English` is the reference: another language is a class with the same parts, so that a sentence nobody has
translated yet is a type error and not a blank on somebody's screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from bot.texts.english import English

W_co = TypeVar("W_co", covariant=True)

Texts = English
"""What a screen is handed: all the sentences of one language."""

LANGUAGES: dict[str, Texts] = {"en-US": English()}
DEFAULT = LANGUAGES["en-US"]


def texts(locale: str | None) -> Texts:
    """Return the sentences for a Discord locale such as `de` or `en-GB`; English for those we do not speak."""
    if not locale:
        return DEFAULT
    language = locale.split("-", maxsplit=1)[0]
    spoken = (known for key, known in LANGUAGES.items() if key.split("-", maxsplit=1)[0] == language)
    return LANGUAGES.get(locale) or next(spoken, DEFAULT)


class Spoken(Generic[W_co]):
    """The words of one game, by language: called with a language's sentences, it gives the game's own in it."""

    def __init__(self, languages: Mapping[str, W_co]) -> None:
        """`languages` has the words by Discord locale, English (`en-US`) among them for those it does not speak."""
        self._languages = languages

    def __call__(self, t: Texts) -> W_co:
        """Return the game's words in the language of `t`."""
        return self._languages.get(t.language) or self._languages["en-US"]
