"""Alternative texts: what a picture shows, in words, short enough for Discord."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from render.parts.lettering import ELLIPSIS, plain

LONGEST = 1024
"""Characters; Discord takes no longer description of a file."""


def named(names: Sequence[str], seat: int, spare: str) -> str:
    """Return the name of a seat on one line, without what cannot be seen; `spare` takes `{seat}`, from 1."""
    return plain(names[seat]) or spare.format(seat=seat + 1)


def by_rank(ranks: Sequence[int]) -> list[int]:
    """Return the seats (or teams) from the best rank on, equal ones in their own order; `ranks` are by seat."""
    return sorted(range(len(ranks)), key=lambda seat: ranks[seat])


def standing_told(
    phrase: str,
    each: str,
    ranks: Sequence[int],
    facts: Callable[[int], Mapping[str, object]],
    between: str = ", ",
) -> str:
    """Tell a final standing, the best first: `phrase` takes `{standing}`, every seat of which is told by `each`.

    That takes `{place}`, the rank, and the `facts` of the seat. `ranks` are by seat (or by team).
    """
    lines = (each.format(place=ranks[seat], **facts(seat)) for seat in by_rank(ranks))
    return told((phrase.format(standing=between.join(lines)),))


def told(sentences: Iterable[str]) -> str:
    """Join sentences, leaving out empty ones and, with an ellipsis, what is too long."""
    text = " ".join(sentence for sentence in sentences if sentence)
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + ELLIPSIS
