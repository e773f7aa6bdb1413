"""Why an action of Turfe is refused; the facts each reason carries stand behind it."""

from enum import StrEnum


class Refusal(StrEnum):
    """Reasons beside those all games share."""

    UNKNOWN_HORSE = "unknown_horse"  # horse, horses
    COLOUR_NOT_HELD = "colour_not_held"  # horse, horses: those the seat holds cards of
    CARD_NEEDED = "card_needed"  # horse, cards: those it may lay aside
    WRONG_CARD = "wrong_card"  # card, horse, cards: those it may lay aside
    CARD_NOT_IN_HAND = "card_not_in_hand"  # card
    STAKE_NOT_IN_STEPS = "stake_not_in_steps"  # stake, step
    STAKE_TOO_SMALL = "stake_too_small"  # stake, least
    STAKE_TOO_LARGE = "stake_too_large"  # stake, most
    JACKPOT_STAKE = "jackpot_stake"  # stake, exactly
    NOT_LAID_ASIDE = "not_laid_aside"  # card
    NOT_THE_FLIPPED_CARD = "not_the_flipped_card"  # card, flipped
    WRONG_HORSE = "wrong_horse"  # card, horse, horses: those the card can be played for
    CANNOT_GO_THERE = "cannot_go_there"  # card, horse, to: [lane, space] or null, ends: [[lane, space], …]
