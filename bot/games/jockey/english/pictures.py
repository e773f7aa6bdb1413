"""The words that stand in pictures."""

from __future__ import annotations

from render.jockey import Words

JOCKEY = Words(
    horses={"brown": "Brown", "yellow": "Yellow", "blue": "Blue", "red": "Red"},
    seat="Player {seat}",
    race_of="Race {race} of {races}",
    position="No {position}",
    home="home",
    start="Start",
    finish="Finish",
    betting="Place your bets",
    keeping="Between races",
    over="The race day is over",
    laid_aside="{count} laid aside",
    first_card="First card",
    stays="no move",
    lead_tripled="triples a lead",
    stays_behind="5 behind the leader",
    one_ahead="at most 1 ahead",
    hand="Your hand",
    no_cards="No cards",
    kept="Kept for the next race",
    your_bet="Your bet",
    no_bet="No bet yet",
    place="to place",
    win="to win",
    double="double",
    loan="{loan} lent by the bank",
    result="Race {race} of {races}",
    final="Final standing",
    bet="Bet",
    net="Net",
    capital="Capital",
    thousands=",",
)
