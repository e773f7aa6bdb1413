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


def replay_text(phrases: Phrases, races: Sequence[int]) -> str:
    """Tell which races a replay shows, and that there was no room for others; `races` are their numbers, in order."""
    phrase = (phrases.replay_of_one if len(races) == 1 else "") or phrases.replay
    before = phrases.replay_of_last if races[0] > 1 else ""
    told = phrase.format(first=races[0], last=races[-1])
    return alt_text(*(Sentence(Topic.RESULT, each) for each in (told, before)))


def alt_text(*sentences: str) -> AltText:
    """Join sentences, leaving out empty ones and, with an ellipsis, what is too long."""
    told = [sentence for sentence in sentences if sentence]
    text = " ".join(told)
    return AltText(text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + ELLIPSIS, told)
