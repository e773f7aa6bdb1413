"""What a lesson in Jumpy Jack says, a paragraph at a time: above what is asked, where it is asked or happens first."""

from __future__ import annotations

from typing import Final

from bot.games.kit.lesson_words import LessonWords

LESSON: Final = LessonWords(
    aim=(
        "Nobody owns a horse, and everybody moves them all. You predict in secret which three come in "
        "first, second and third, then steer the race that way."
    ),
    asked={
        "predict": (
            (
                "Choose three horses in order. All start level, so any prediction is as good as another: "
                "what counts is how you move them afterwards. What is sealed cannot be changed."
            ),
        ),
        "move": (
            (
                "A die is thrown for you, and you move any one horse by exactly that number. Each button "
                "says where its horse would land. There is no passing."
            ),
            (
                "Two horses on one square are a **barrier**: no horse behind may join or pass them. So "
                "you can shut a rival in."
            ),
            (
                "A hedge acts only on a horse that ends its move there: **OUT** takes it from the race, "
                "**RESTART** sends it back to the start, **DOUBLE** doubles its next move, on **STOP** one horse is a "
                "barrier."
            ),
            (
                "Watch which horses a player never harms: they are in that prediction. Move one you have "
                "not predicted, now and then, so that nobody reads yours."
            ),
        ),
    },
    happened={
        "out": (
            "A horse ended on OUT and has left the race, on the worst place still free. That too may be "
            "just what somebody predicted."
        ),
        "finished": (
            "A horse is home and takes the best place still free. The race ends when places one, two and "
            "three are taken."
        ),
    },
    closing=(
        "A horse on its predicted place brings 2 points, two bring 4, all three 10: a Jumpy Jack. A real "
        "game goes on over several races, until somebody has the points it is played to."
    ),
)
"""Every paragraph of it."""
