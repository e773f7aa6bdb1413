"""Alternative texts: what a picture shows, in words, short enough for Discord."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from render.captions import Phrases
from render.parts.lettering import ELLIPSIS
from render.picture import AltText, Sentence, Topic

LONGEST = 1024
"""Characters; Discord takes no longer description of a file."""


def by_rank(ranks: Sequence[int]) -> list[int]:
    """Return the seats (or teams) from the best rank on, equal ones in their own order; `ranks` are by seat."""
    return sorted(range(len(ranks)), key=lambda seat: ranks[seat])


def final_text(
    phrases: Phrases, ranks: Sequence[int], facts: Callable[[int], Mapping[str, object]], between: str = ", "
) -> str:
    """Tell a final ranking by seat (or team): `facts` are what `phrases.ranked` takes of one beside its rank."""
    lines = (phrases.ranked.format(rank=ranks[seat], **facts(seat)) for seat in by_rank(ranks))
    return alt_text(Sentence(Topic.RESULT, phrases.final.format(ranking=between.join(lines))))


def replay_text(phrases: Phrases, race: int, verdict: str, horses: Sequence[tuple[str, int]]) -> str:
    """Tell which race a replay shows, who has won it, and the horses with their ranks, if it was run to the end."""
    told = Sentence(Topic.RESULT, phrases.replay.format(race=race))
    if not horses:
        return alt_text(told)
    order = ", ".join(f"{rank}. {name}" for name, rank in horses)
    over = phrases.replay_over.format(verdict=verdict, horses=order)
    return alt_text(told, Sentence(Topic.RESULT, over))


def alt_text(*sentences: str) -> AltText:
    """Join sentences, leaving out empty ones and, with an ellipsis, what is too long."""
    told = [sentence for sentence in sentences if sentence]
    text = " ".join(told)
    return AltText(text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + ELLIPSIS, told)
