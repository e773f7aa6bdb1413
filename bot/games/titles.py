"""The titles of this installation: those of this distribution, and those that others add by an entry point.

Each is loaded when it is first asked for, and one that cannot be loaded hides no other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib import import_module

from bot.achievements import ANY_GAME, GameFeats
from bot.games.kit.tote_runners import Runners
from bot.games.lesson import Lesson
from bot.games.new_command import require_command, without_room
from bot.games.title import LEAST_BUY_IN, LONGEST_NAME, LONGEST_SUMMARY, MOST_BUY_IN, Title
from bot.texts import DEFAULT, Texts
from bot.texts.feat_words import FeatWords
from engines import catalog
from engines.catalog import STEADY
from engines.core import Unreadable
from engines.entry_points import one_line, refusal


@cache
def title(key: str) -> Title:
    """Return the title of a game; raise Unreadable where there is none, or none that can be loaded."""
    if key in catalog.GAMES:
        own: Title = import_module(f"bot.games.{key}.title").TITLE
        return own
    brought = catalog.brought(key)
    with one_line(key):
        whole = _whole(brought)
    catalog.game(key)
    return whole


def _whole(brought: object) -> Title:
    """Return what an entry point names, if it is a title that can stand in a list; else raise whatever is wrong."""
    if not isinstance(brought, Title):
        raise Unreadable("its entry point names no Title")
    said = brought.words(DEFAULT)
    if not (said.name and said.pitch and said.summary):
        raise Unreadable("its words need a name, a pitch and a summary")
    for text, most in ((said.name, LONGEST_NAME), (said.summary, LONGEST_SUMMARY)):
        if len(text) > most or not text.isprintable():
            raise Unreadable(f"{text!r} is not one line of at most {most} characters")
    if brought.buy_in not in range(LEAST_BUY_IN, MOST_BUY_IN + 1):
        raise Unreadable(f"its buy-in is {brought.buy_in}, not {LEAST_BUY_IN} to {MOST_BUY_IN:,} coins")
    if missing := {"random", STEADY} - set(brought.computers):
        raise Unreadable(f"no computer player of it is called {' or '.join(sorted(missing))}")
    if strangers := set(brought.tempers) - set(brought.computers):
        raise Unreadable(f"no computer player of it is called {' or '.join(sorted(strangers))}")
    if "seats" in brought.options:
        raise Unreadable("no option may be called seats, which every command has")
    require_command(brought)
    return brought


@cache
def titles() -> Sequence[Title]:
    """Return every title that can be loaded and has room beside the others, in the order of the catalog."""
    left_out = dict(_left_out())
    return tuple([title(key) for key in catalog.all_keys() if key not in left_out])


def is_here(key: str) -> bool:
    """Whether a game can be played and shown: its title, its rules and its edition can be loaded."""
    return any(each.key == key for each in titles())


def problems() -> Iterator[tuple[str, str]]:
    """Say which titles cannot be loaded or have no room, and what is not even tried: one line each, by key."""
    yield from _left_out()
    yield from catalog.ignored()


def _left_out() -> Iterator[tuple[str, str]]:
    broken = dict(catalog.broken(title))
    yield from broken.items()
    for key, why in without_room([title(key) for key in catalog.all_keys() if key not in broken]):
        yield key, refusal(key, Unreadable(why))


def usual_buy_in(key: str) -> int:
    """Return the coins that a seat of a game pays in where a server has set nothing else."""
    return title(key).buy_in


def prepared_lesson(key: str) -> Lesson:
    """Return the lesson of a game; raise Unreadable where the game is not here."""
    return title(key).own_lesson


def runners_of(key: str) -> Runners | None:
    """Return what the tote has to know of a game's races; None where nobody bets on them."""
    return title(key).runners


def feats_of(key: str) -> GameFeats:
    """Return what a game's title says of what can be achieved in it."""
    return title(key).feats


def made_at_once(key: str) -> Collection[str]:
    """Name the kinds of decisions of a game that computer players make at once at any pace."""
    return title(key).at_once


def name_of(key: str, t: Texts) -> str:
    """Return what a game is called, and of one that is not here that it is not."""
    try:
        return title(key).words(t).name
    except Unreadable:
        return t.table.absent_game


def name_or_key(key: str, t: Texts) -> str:
    """Return what a game is called, and of one that is not here its key: where people compare it with others."""
    try:
        return title(key).words(t).name
    except Unreadable:
        return key


def feat_words(key: str, t: Texts) -> FeatWords | None:
    """Return what is said of an achievement; None of one of a game that is not here."""
    if own := t.profile.feats.get(key):
        return own
    try:
        return title(key.partition(".")[0]).words(t).feats.get(key)
    except Unreadable:
        return None


def every_feat() -> int:
    """Count what can be achieved."""
    return len(ANY_GAME) + 1 + sum(len(each.feats.own) for each in titles())


def by_name(t: Texts) -> Sequence[Title]:
    """Return every title in the order of what they are called, for lists that people read."""
    return sorted(titles(), key=lambda each: each.words(t).name)
