"""The captions of Turfe's pictures, and what tells them."""

from __future__ import annotations

from bot.games.kit.english_pictures import CARD_RACE
from bot.texts.english.standard_pictures import RANKS
from render.turfe.captions import AltPhrases, Captions

TURFE = Captions(
    **CARD_RACE,
    ranks=RANKS,
    horses={
        "red": "Red",
        "blue": "Blue",
        "yellow": "Yellow",
        "green": "Green",
        "white": "White",
        "black": "Black",
    },
    any_horse="Any horse",
    racing="The first two home count",
    flipping="Cards left to flip: {count}",
    next_card="To play",
    pot="Jackpot",
    aside="Laid aside",
    broke="Out of money",
    win="win",
    place="place",
    jackpot="jackpot",
    choose="Where to?",
    lead_level="{name} level",
    pot_after="Jackpot: {amount}",
    money="Money",
    alt=AltPhrases(
        at_start="{horse} at the start",
        on_track="{horse} on {square}",
        at_home="{horse} home as number {rank}",
        leads="{horse} leads.",
        level="{horses} are level in front.",
        turn="It is the turn of {name}.",
        waiting="Still to bet: {names}.",
        pot="In the jackpot: {amount} dollars.",
        bets="Bets, in dollars: {bets}.",
        stake="{name} {stake} ({kind})",
        next_card="To be played: {card}.",
        hand="Your hand: {cards}.",
        no_cards="Your hand is empty.",
        aside="Laid aside for your bet: {card}.",
        bet="Your bet: {stake} dollars on {horse}, {kind}.",
        suggested="No bet yet; suggested: {stake} dollars on {horse}, {kind}.",
        choice="{horse} may go to: {ends}.",
        end="{square}",
        end_start="the start of lane {lane}",
        end_home="over the line",
        result="Race {race}: {first} wins, {second} is second.",
        settled="{name}: {bet}, {net} dollars, has {money}.",
        opened="{stake} dollars on {horse}, {kind}",
        no_bet="no bet",
        final="Final standing: {ranking}.",
        ranked="{rank}. {name} with {score} dollars",
        replay="Race {race}, card by card, animated.",
        replay_over="{verdict}. In the order of finish: {horses}.",
    ),
)
