"""Why the rules of Sulkydrom refuse, and what they would accept."""

REFUSALS = {
    "one_a_turn": "You have played a Joker or a Galopp in this turn, and one is the limit. Turn a tempo card now.",
    "joker_spent": "Your Joker is played, and there is one a race. Turn a tempo card.",
    "galopp_spent": "Your Galopp is played, and there is one a race. Turn a tempo card.",
    "no_step": "A Joker has to drive at least one space. Choose where to, or keep it for later.",
    "already_home": "Nobody drives on behind the finishing line. Choose a space that your desk numbers.",
    "no_lane_there": "There is no lane on that side. Choose a space that your desk numbers.",
    "blocked": "Another horse is in the way there. Choose a space that your desk numbers.",
    "wrong_cards": "Your {deck} stack has to hold exactly the cards you were dealt. "
    "Press **As dealt** and order them from there.",
    "stack_empty": "Your {deck} stack has run out. Turn a card of the other one.",
    "horse_not_running": "{horse} is not on the track. Choose {horses:or}.",
    "own_horse": "{horse} is your own horse. Play the Galopp on a rival, or keep it.",
    "has_had_galopp": "{horse} has had its one Galopp of this race. Choose another horse.",
    "too_far": "That takes {cost:half length} and you have {most}. Choose a space that your desk numbers.",
}
