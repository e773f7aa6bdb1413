"""Why an action of Jockey is refused; the facts each reason carries stand behind it."""

from enum import StrEnum


class Refusal(StrEnum):
    """Reasons beside those all games share."""

    UNKNOWN_HORSE = "unknown_horse"  # horse, horses
    SAME_HORSE = "same_horse"  # horse
    STAKE_NOT_IN_STEPS = "stake_not_in_steps"  # stake, step
    STAKE_TOO_SMALL = "stake_too_small"  # stake, least
    STAKE_TOO_LARGE = "stake_too_large"  # stake, most, capital
    CARD_NOT_IN_HAND = "card_not_in_hand"  # card
    HORSE_NEEDED = "horse_needed"  # card, horses
    WRONG_HORSE = "wrong_horse"  # card, horse, horses: those the card can move
    TOO_MANY_KEPT = "too_many_kept"  # count, most
