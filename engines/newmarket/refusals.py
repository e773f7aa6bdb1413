"""Why an action of Newmarket is refused; the facts each reason carries stand behind it."""

from enum import StrEnum


class Refusal(StrEnum):
    """Reasons beside those all games share."""

    UNKNOWN_HORSE = "unknown_horse"  # horse, horses
    BID_TOO_LOW = "bid_too_low"  # points, least
    BID_TOO_HIGH = "bid_too_high"  # points, most
    CARD_NOT_IN_HAND = "card_not_in_hand"  # card
    WRONG_COLOUR = "wrong_colour"  # card, colours: those that may be led
    NOT_THE_LOWEST = "not_the_lowest"  # card, cards: those that may be led
    NOT_THE_NEXT = "not_the_next"  # card, wanted
    CANNOT_MISS = "cannot_miss"  # wanted
    NO_TIME_LIMIT = "no_time_limit"
    TIME_IS_UP = "time_is_up"
