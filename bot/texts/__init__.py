"""Every sentence a person reads, a package a language.

`English` is the reference: another language is a class with the same parts, so that a sentence nobody has
translated yet is a type error and not a blank on somebody's screen.
"""

from __future__ import annotations

from bot.texts.english import English

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


__all__ = ["DEFAULT", "LANGUAGES", "English", "Texts", "texts"]
