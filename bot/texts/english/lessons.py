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
    open_table = "Open a table for others"

    def title(self, game: str, where: str = "") -> str:
        """Head every screen of a lesson in a game; `where` tells how far it is."""
        return f"### 🎓 Lesson: {game}" + (f" · {where}" if where else "")

    def explained(self, paragraphs: Iterable[str]) -> str:
        """Set paragraphs that explain apart from what a desk says, and from one another."""
        return "\n> \n".join(f"> {paragraph}" for paragraph in paragraphs)

    def closing(self, new: str, learn: str) -> str:
        """Say how to go on after a lesson, above buttons that do what the command `new` does; `learn` is a lesson."""
        return f"**That is how it goes.** Now a real game: press a button, or use {new}. {learn} is another lesson."

    def left(self, new: str) -> str:
        """Answer whoever has left a lesson, above buttons that do what the command `new` does."""
        return f"You have left the lesson. A real game is a press away, or use {new} whenever you like."

    def offer(self, learn: str) -> str:
        """Offer a lesson below the rules; the command is `learn`."""
        return f"-# 🎓 Rather learn by playing? {learn} is a short private lesson against computer players."
