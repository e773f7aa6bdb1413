"""What every game says word for word: why something is refused, and its rules, with the facts of another edition.

`PYTHONPATH=. python tests/games/test_golden_words.py` writes the golden texts anew: read what has changed in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.games.titles import title
from bot.texts import DEFAULT, LANGUAGES
from engines import catalog
from engines.core import Chance, IllegalAction, SharedRefusal
from tests.texts.test_refusals import require_helpful

FOLDER = Path(__file__).parents[1] / "golden" / "words"

EDITIONS: dict[str, dict[str, Any]] = {
    "jockey": {"squares": 77},
    "turfe": {"length": 77},
    "jumpyjack": {"squares": 77, "die": 8, "hedges": {"stop": 31, "double": 42, "out": 53, "restart": 64}},
    "sulkydrom": {"joker": 7, "points": [99, 18, 17, 16, 15, 14, 13, 2], "lanes": 11},
    "newmarket": {"points": 77, "stake": 11},
}
"""By game what another edition has otherwise than the packaged one; the rules tell the facts of the table's."""


def refusals(game: str) -> dict[Any, IllegalAction]:
    """Provoke every refusal of a game's rules."""
    found = {}
    for reason, (state, seat, action) in import_module(f"tests.games.{game}.provoked").PROVOKED.items():
        with pytest.raises(IllegalAction) as illegal:
            catalog.game(game).apply(state, seat, action, Chance(bytes(32)))
        assert illegal.value.reason is reason
        found[reason] = illegal.value
    return found


def said(game: str) -> Iterator[str]:
    words, edition = title(game).words(DEFAULT), catalog.game(game).edition.model_dump(mode="json")
    for reason, illegal in refusals(game).items():
        yield f"{reason}: {words.refusal(str(reason), illegal.facts)}"
    yield f"anything else: {words.refusal('a reason that nobody foresaw', {})}"
    changed = catalog.game(game, edition=edition | EDITIONS[game]).edition.model_dump(mode="json")
    yield from ("", *words.rules(changed))


@pytest.mark.parametrize("game", catalog.GAMES)
def test_refusals_and_rules_are_told_word_for_word_as_before(game: str) -> None:
    text = "\n".join(said(game))
    assert text.splitlines() == (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)
def test_every_refusal_of_the_rules_has_a_sentence_that_says_what_to_do(t: Any, game: str) -> None:
    words, provoked = title(game).words(t), refusals(game)
    own = type(next(reason for reason in provoked if not isinstance(reason, SharedRefusal)))
    assert set(provoked) == {*SharedRefusal, *own}
    otherwise = words.refusal("a reason that nobody foresaw", {})
    require_helpful(otherwise)
    for reason, illegal in provoked.items():
        sentence = words.refusal(str(reason), illegal.facts)
        require_helpful(sentence)
        assert sentence != otherwise


if __name__ == "__main__":
    for game in catalog.GAMES:
        (FOLDER / f"{game}.txt").write_text("\n".join(said(game)) + "\n", encoding="utf-8")
