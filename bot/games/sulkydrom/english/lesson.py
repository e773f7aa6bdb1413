"""What a lesson in Sulkydrom says, a paragraph at a time: above what is asked, where it is asked or happens first."""

from __future__ import annotations

from typing import Final

from bot.games.kit.lesson_words import LessonWords

LESSON: Final = LessonWords(
    aim=(
        "You own one trotter, and you drive it yourself. Tempo cards say how far every horse may go. "
        "First home wins."
    ),
    asked={
        "stack": (
            (
                "Your tempo cards lie in two stacks: by horse, and by position in the race. You choose "
                "their order now, and then nobody may look. The green button takes the order by strength, "
                "which is fine."
            ),
        ),
        "drive": (
            (
                "A card was turned: your horse may go as far as its number says. Straight on costs one "
                "half length a space, a change of lanes two. The first button goes as far as it can."
            ),
            (
                "In a curve the inner lanes are shorter, and crowded. Nobody jumps over anybody, so now "
                "and then the way round outside is quicker."
            ),
            (
                "Enough of that: after this one the table drives for you, as far as is good. The red "
                "button gives you back the reins whenever you like."
            ),
        ),
        "joker": (
            (
                "Your turn to turn a card; then all horses drive by it, the foremost first. Before it you "
                "may play your **Joker**, to drive at once, or your **Galopp**, so that a rival misses "
                "the card. One each a race."
            ),
        ),
        "tempo": (
            (
                "Turn the top of either stack. A horse card has a number for each horse, a position card "
                "one for each position: take whichever should favour yours."
            ),
        ),
    },
    happened={
        "galopp": (
            "Somebody has played a Galopp: the horse named cannot use that card. No horse gets a second "
            "one in a race."
        ),
        "finished": (
            "The first horse is home, and that ends a game of one race. The others are placed as they stand."
        ),
    },
    closing=(
        "Places bring points. A real game is one race like this, or goes on to 64 or 128 points. Then all "
        "horses drive home, and whoever came last starts the next race on the inside lane."
    ),
)
"""Every paragraph of it."""
