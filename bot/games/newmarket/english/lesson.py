"""What a lesson in Newmarket says, a paragraph at a time: above what is asked, where it is asked or happens first."""

from __future__ import annotations

from typing import Final

from bot.games.kit.lesson_words import LessonWords

LESSON: Final = LessonWords(
    aim=(
        "Four racehorses lie in the middle, with points on them. Whoever plays the card of that name "
        "takes those points, and whoever is first rid of all cards is paid by the others."
    ),
    asked={
        "back": (
            (
                "Before any card is dealt, everybody puts points on one horse, in secret. Nothing is "
                "known yet, so take the one you like best."
            ),
        ),
        "hand": (
            (
                "You deal, so you may look at your hand and swap it for the spare one: unseen, and for "
                "good. A racehorse in it is a reason to keep it."
            ),
        ),
        "auction": (
            (
                "You keep your hand, so you may sell the spare one. The best bidder pays you and plays "
                "with it. Cards that lie face down are missing from play, and that stops sequences."
            ),
        ),
        "bid": (
            (
                "The dealer sells the spare hand. You would play with it, unseen, in place of yours, and "
                "pay what you bid. With a good hand of your own, pass."
            ),
        ),
        "lead": (
            (
                "You lead your lowest card; whoever has the next number of that colour follows, and so on "
                "by itself. Whoever plays the last card of a sequence leads again, and the colours "
                "change."
            ),
            (
                "A sequence stops where the next card is missing, or played already. Its last player "
                "leads again, so it is good to know where one will stop."
            ),
            (
                "Each card you still hold when somebody goes out costs you a point. Getting rid of cards "
                "is often worth more than a horse."
            ),
        ),
    },
    happened={
        "sold": "The spare hand was sold: its buyer has laid down the hand dealt and plays with that one.",
        "claimed": "The card of a racehorse was played, and its player took all the points that lay on it.",
    },
    closing=(
        "Whoever is out first gets a point for each card the others hold. Points that nobody claimed stay "
        "for the next deal. A real game is several deals, and most points win."
    ),
)
"""Every paragraph of it."""
