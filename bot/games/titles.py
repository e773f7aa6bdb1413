"""The titles of this installation: those of this distribution, and those that others add by an entry point.

Each is loaded when it is first asked for. One that cannot be loaded is told of in a line of the log and hides no other.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from engines import catalog
from engines.core import Unreadable

if TYPE_CHECKING:  # a game can be asked for without what it shows at a table
    from bot.games.title import Title
    from bot.texts import Texts

log = logging.getLogger(__name__)


@cache
def title(key: str) -> Title:
    """Return the title of a game; raise Unreadable where there is none."""
    if key not in catalog.GAMES:
        raise Unreadable(f"no game is called {key!r}")
    found: Title = import_module(f"bot.games.{key}.title").TITLE
    return found


@cache
def titles() -> Sequence[Title]:
    """Return every title that can be loaded, in the order of the catalog."""
    found = []
    for key in catalog.GAMES:
        try:
            found.append(title(key))
        except Unreadable as error:
            log.error("%s", error)
    return tuple(found)


def by_name(t: Texts) -> Sequence[Title]:
    """Return every title in the order of what they are called, for lists that people read."""
    return sorted(titles(), key=lambda each: each.words(t).name)
