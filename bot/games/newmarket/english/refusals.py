"""Why the rules of Newmarket refuse, and what they would accept."""

REFUSALS = {
    "no_time_limit": "This table plays without a time limit: its deals have to be played out.",
    "time_is_up": "Time is up already, and this deal is the last. Play it out.",
    "wrong_phase": "The deal has moved on, and that is not asked any more. Your desk shows what is.",
    "unknown_horse": "No such horse runs here. Back {horses:or}.",
    "bid_too_low": "That does not top the best bid. Bid {least} or more, or pass.",
    "bid_too_high": "You have {most:point}, so bid no more than that, or pass.",
    "wrong_colour": "The colours change after a sequence: lead {colours:or} now.",
    "not_the_lowest": "A lead has to be the lowest: play {cards:or}.",
    "not_the_next": "That card does not go on with the sequence: {wanted} does.",
    "cannot_miss": "{wanted} is played by itself at this table; nobody can miss it.",
}
