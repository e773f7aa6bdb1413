"""Lessons: what is said around a game that somebody learns alone, in private."""

from __future__ import annotations

from collections.abc import Iterable


class LessonTexts:
    """Sentences of `/race learn`."""

    welcome = (
        "Only you see this. Nothing is staked, computer players have the other seats, and the deal is prepared: "
        "everybody's first lesson has the same cards. Take your time."
    )

    leave = "Leave the lesson"

    def title(self, game: str, where: str = "") -> str:
        """Head every screen of a lesson in a game; `where` tells how far it is."""
        return f"### 🎓 Lesson: {game}" + (f" · {where}" if where else "")

    def explained(self, paragraphs: Iterable[str]) -> str:
        """Set paragraphs that explain apart from what a desk says, and from one another."""
        return "\n> \n".join(f"> {paragraph}" for paragraph in paragraphs)

    def closing(self, new: str, learn: str) -> str:
        """Say how to go on after a lesson: the command `new` opens a table, `learn` is a lesson."""
        return f"**That is how it goes.** {new} starts a real game, alone or with others; {learn} another lesson."

    def left(self, new: str) -> str:
        """Answer whoever has left a lesson: the command `new` opens a table."""
        return f"You have left the lesson. {new} starts a real one whenever you like."

    def offer(self, learn: str) -> str:
        """Offer a lesson below the rules; the command is `learn`."""
        return f"-# 🎓 Rather learn by playing? {learn} is a short private lesson against computer players."
