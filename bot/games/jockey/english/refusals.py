"""Why the rules of Jockey refuse, and what they would accept."""

REFUSALS = {
    "same_horse": "A double needs two different horses. Choose another for one of the two.",
    "stake_too_large": "That is more than you may stake: your limit is {most:,} in all.",
    "horse_needed": "Several horses share that position: choose {horses:or}.",
    "wrong_horse": "{card} cannot move {horse} now. Each button on your desk says what its card would do.",
    "too_many_kept": "You may keep {most:card} at the most. Pick fewer.",
}
