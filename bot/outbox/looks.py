"""A look at the posts of one table: read once for all that is posted of it, and kept up with what is noted since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple
from weakref import WeakSet

from bot.outbox.post import Post, Posted, PostKey, PostKind


class Note(NamedTuple):
    """That a post shows what was asked for until it was read; where it stands if that is new, and what it says."""

    post: Post
    posted: Posted | None
    facts: Mapping[str, Any]

    def on(self, post: Post) -> Post:
        """Return a post, which may have been asked for again since, with this noted.

        Of one that has been shown for a later request meanwhile it says nothing new.
        """
        if post.fulfilled > self.post.requested:
            return replace(post, tries=0, next_try_at=None, problem=None)
        where: dict[str, Any] = {} if self.posted is None else {"posted": self.posted}
        return replace(
            post,
            fulfilled=self.post.requested,
            tries=0,
            next_try_at=None,
            problem=None,
            **where,
            **self.facts,
        )


@dataclass(eq=False)
class Look:
    """Every post of a table at one moment. What this process notes since is in it, whether it is written yet or not.

    It may be filled in another thread than the one that notes.
    """

    table_id: str
    posts: dict[PostKey, Post] = field(default_factory=dict)
    at: float = field(default_factory=monotonic)
    """When it was begun, by `time.monotonic`: what was changed since it need not show."""
    is_spent: bool = False
    """Whether something has changed that it does not show: whoever goes on looks again."""
    others: WeakSet[Look] | None = None
    """All looks at this table that somebody still uses."""
    _noted: list[Note] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def due_kinds(self) -> set[PostKind]:
        """Return of which kinds something is due and may be made."""
        return {post.kind for post in self.posts.values() if post.may_be_made}

    def fill(self, posts: Mapping[PostKey, Post]) -> None:
        """Have it show these posts, with what was noted while they were read."""
        with self._lock:
            self.posts = dict(posts)
            for note in self._noted:
                self._apply(note)

    def note(self, note: Note) -> None:
        """Follow what was noted of a post."""
        with self._lock:
            self._noted.append(note)
            self._apply(note)

    def _apply(self, note: Note) -> None:
        post = self.posts.get(note.post.key)
        if post is not None and post.post_id == note.post.post_id:
            self.posts[post.key] = note.on(post)
