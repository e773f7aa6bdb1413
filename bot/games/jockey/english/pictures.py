"""The captions of Jockey's pictures."""

from __future__ import annotations

from bot.games.kit.english_pictures import CARD_RACE
from bot.texts.english.standard_pictures import RANKS
from render.jockey.captions import AltPhrases, Captions

JOCKEY = Captions(
    **CARD_RACE,
    ranks=RANKS,
    horses={"brown": "Brown", "yellow": "Yellow", "blue": "Blue", "red": "Red"},
    position="No. {position}",
    home="home",
    keeping="Between races",
    laid_aside="{count} laid aside",
    lead_tripled="triples a lead",
    stays_behind="5 behind the leader",
    one_ahead="at most 1 ahead",
    kept="Kept for the next race",
    place="to place",
    win="to win",
    double="double",
    loan="If lost, you owe {loan}",
    capital="Capital",
    alt=AltPhrases(
        board="{race} on a track of {squares} squares: {horses}.",
        at_start="{horse} at the start",
        on_square="{horse} on square {square}",
        at_home="{horse} home",
        card="{whom} {move}",
        hand="Your hand: {cards}.",
        no_cards="Your hand is empty.",
        bet="Your bet: {bet}.",
        suggested="No bet yet; suggested: {bet}.",
        stake="{amount} bills on {horse}",
        result="Order of finish: {order}.",
        placed="{horse} {rank}",
        ranks=("first", "second", "third", "fourth"),
        final="Final standing: {ranking}.",
        ranked="{name} {score} bills",
        replay="Race {race}, card by card, animated.",
        replay_over="{verdict}. In the order of finish: {horses}.",
    ),
)
