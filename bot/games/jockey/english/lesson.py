"""What a lesson in Jockey says, a paragraph at a time: above what is asked, where it is asked or happens first."""

from __future__ import annotations

from typing import Final

from bot.games.kit.lesson_words import LessonWords

LESSON: Final = LessonWords(
    aim=(
        "Nobody owns a horse. Every card moves one, whoever plays it. You bet in secret on a horse, then "
        "help it home without showing which it is."
    ),
    asked={
        "bet": (
            (
                "Your hand is the clue: a horse you hold strong cards of has good chances. **Place** pays "
                "if it is first or second, **Win** pays three times as much if it is first. The green "
                "button is a sensible bet."
            ),
        ),
        "play": (
            (
                "In turn, everybody plays one card. Each button says where its horse would go. **Hint** "
                "tells what a careful player would do, as often as you like."
            ),
            (
                "The lines above tell what the others played since. A card for a horse is often a bet on "
                "it; but a good bluffer feeds a rival now and then."
            ),
            (
                "Some cards name a position: **No. 2 +13** moves whichever horse is second. **×3** triples "
                "the lead of a horse that is alone in front. **+30** helps a horse far behind: it stops 5 squares "
                "short of the leader."
            ),
            (
                "There is no passing, but a card that moves nothing may always be played. It keeps your "
                "secret."
            ),
        ),
    },
    happened={
        "finished": (
            "A horse is home. Once a second one crosses the line the race is over: first and second place "
            "are all that bets are about."
        ),
    },
    closing=(
        "All bets are open now: a place bet wins its stake, a win bet three times that, a double on first "
        "and second four times. A whole game is three races, and two cards may be kept for the next."
    ),
)
"""Every paragraph of it."""
