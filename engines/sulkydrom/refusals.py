"""Why an action of Sulkydrom is refused; the facts each reason carries stand behind it."""

from enum import StrEnum


class Refusal(StrEnum):
    """Reasons beside those all games share."""

    WRONG_CARDS = "wrong_cards"  # deck, missing, foreign: cards of the hand left out, cards not in it
    STACK_EMPTY = "stack_empty"  # deck
    ONE_A_TURN = "one_a_turn"  # no facts: a Joker or a Galopp was already played before this tempo card
    JOKER_SPENT = "joker_spent"  # no facts
    GALOPP_SPENT = "galopp_spent"  # no facts
    NO_STEP = "no_step"  # no facts: a Joker has to drive
    HORSE_NOT_RUNNING = "horse_not_running"  # horse, horses: those that run
    OWN_HORSE = "own_horse"  # horse
    HAS_HAD_GALOPP = "has_had_galopp"  # horse
    TOO_FAR = "too_far"  # cost, most: in half lengths
    NO_LANE_THERE = "no_lane_there"  # at, step: index and letter of the first step that leaves the track
    BLOCKED = "blocked"  # at, step
    ALREADY_HOME = "already_home"  # at, step
