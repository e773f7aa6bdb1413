"""What a lesson in Turfe says, a paragraph at a time: above what is asked, where it is asked or happens first."""

from __future__ import annotations

from typing import Final

from bot.games.kit.lesson_words import LessonWords

LESSON: Final = LessonWords(
    aim=(
        "Six horses, and none of them is yours. You hold cards that drive them, and one secret bet. Bring "
        "your horse home without showing too soon which it is."
    ),
    asked={
        "bet": (
            (
                "Back a horse you hold good cards of. **Place** pays twice the stake for first or second, "
                "**Win** five times for first. One card of its colour is laid aside to mark the bet."
            ),
        ),
        "play": (
            (
                "A colour card drives its horse; a card for **any horse** drives the one you name. A "
                "space holds one horse, so lanes get crowded. **Other lanes …** lets you choose "
                "one; the picture names the squares: C14 is space 14 of lane C."
            ),
            (
                "Everybody sees stakes and kinds of bets, nobody the horses. Whoever keeps driving one "
                "horse has probably backed it; you may put another in its way."
            ),
            (
                "**Any horse, two back** pulls a rival back. It hurts most on the last few spaces, so it "
                "pays to keep one for then."
            ),
            (
                "The card laid aside is still yours to play. But then everybody sees which horse you have "
                "backed."
            ),
        ),
    },
    happened={
        "finished": (
            "A horse is over the line. Once a second one is home the race is over, and all bets are opened."
        ),
    },
    closing=(
        "What is won is paid, what is lost goes into the jackpot. A **Jackpot** bet costs 50 and takes "
        "all of it if your horse wins. In a real game most money after the last race wins."
    ),
)
"""Every paragraph of it."""
