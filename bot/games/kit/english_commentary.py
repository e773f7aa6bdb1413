"""The commentary in English: short lines about what a move means for the race."""

from __future__ import annotations

from typing import Final

from bot.games.kit.comment_lines import Kind, Lines

COMMENTS: Final[dict[Kind, Lines]] = {
    Kind.LEAD: Lines(
        (
            "{horse} takes the lead.",
            "{horse} goes to the front.",
            "{horse} is in front now.",
            "There is a new leader: {horse}.",
            "{horse} moves ahead.",
            "The lead changes, and {horse} has it.",
            "{horse} heads the field.",
            "Now it is {horse} that leads.",
            "{horse} comes through to lead.",
            "{horse} goes past and leads.",
            "A change in front: {horse}.",
            "It is {horse} in front.",
        ),
        (
            "{rival} is second.",
            "{rival} has to follow.",
            "{rival} can only watch.",
            "{rival} led until now.",
            "{rival} drops to second.",
            "{rival} has to chase.",
            "That leaves {rival} second.",
            "{rival} will want that back.",
            "{rival} was there before.",
            "Behind it: {rival}.",
            "{rival} loses first place.",
            "Can {rival} answer?",
        ),
    ),
    Kind.FALLEN: Lines(
        (
            "{rival} loses the lead.",
            "{rival} leads no more.",
            "First place is lost for {rival}.",
            "{rival} is the leader no longer.",
            "The lead of {rival} is gone.",
            "{rival} has to give up the lead.",
            "{rival} led, and that is over.",
            "Bad luck for {rival}.",
        ),
        (
            "{horse} leads.",
            "{horse} is first now.",
            "That puts {horse} in front.",
            "{horse} takes over.",
            "In front now: {horse}.",
            "{horse} is the new leader.",
            "It is {horse} that leads.",
            "The lead falls to {horse}.",
        ),
    ),
    Kind.NEAR: Lines(
        (
            "{horse} has {left} to go.",
            "{horse} is {left} from home.",
            "{left} more, and {horse} is home.",
            "{horse} needs {left} more.",
            "The line is {left} away for {horse}.",
            "{horse} leads with {left} to go.",
            "{left} to go for {horse}.",
            "From {horse} to the line: {left}.",
        ),
        (
            "{rival} is {gap} behind.",
            "Next is {rival}, {gap} back.",
            "{rival} follows, {gap} behind.",
            "{rival} has {gap} to make up.",
            "{gap} behind comes {rival}.",
            "{rival} is the nearest, {gap} back.",
            "After it comes {rival}, {gap} back.",
            "{rival} is next, with {gap} to make up.",
        ),
    ),
    Kind.CLOSE: Lines(
        (
            "A close finish, and {horse} wins it.",
            "{horse} first, and only just.",
            "{horse} just gets home.",
            "That was close: {horse} is first.",
            "{horse} wins, narrowly.",
            "Photo finish: {horse}!",
            "The photo says {horse}.",
            "{horse} holds on.",
        ),
        (
            "{rival} was {left} from home.",
            "{rival} had {left} to go.",
            "{rival} came within {left}.",
            "From {rival} to the line: {left}.",
            "{rival} was {left} short.",
            "{rival} needed {left} more.",
            "{rival} stood {left} from the line.",
            "For {rival} it was {left} too far.",
        ),
    ),
    Kind.LAST_CARD: Lines(
        (
            "{who} has one card left.",
            "One card left for {who}.",
            "{who} is down to one card.",
            "{who} holds a last card.",
            "{who} has a single card left.",
            "A single card is left to {who}.",
            "There is one card in the hand of {who}.",
            "{who} has only the last card left.",
        )
    ),
    Kind.JACKPOT: Lines(
        (
            "The jackpot has grown to {amount}.",
            "There is {amount} in the jackpot now.",
            "The jackpot is up to {amount}.",
            "To be won now: a jackpot of {amount}.",
            "A bigger jackpot: {amount}.",
            "The jackpot grows, and stands at {amount}.",
            "Whoever wins the jackpot now wins {amount}.",
            "More in the jackpot than before: {amount}.",
        )
    ),
}
"""What is said of horses on a course, of hands, and of a jackpot."""

OF_POINTS_ON_A_HORSE: Final = Lines(
    (
        "{amount} on {horse} now.",
        "{horse} is worth {amount}.",
        "{horse} has grown to {amount}.",
        "The most to claim is on {horse}: {amount}.",
        "Who plays {horse} claims {amount}.",
        "{amount} for whoever plays {horse}.",
        "Look at {horse}: {amount} to claim.",
        "{horse} was left over, and is worth {amount} now.",
    )
)
"""What is said of a jackpot that lies on a racehorse."""
