"""What happens in Jumpy Jack, in sentences. Boards leave predictions, guesses and points to the result of a race."""

from __future__ import annotations

from bot.games.jumpyjack import spoken
from bot.games.jumpyjack.english import JumpyJackTexts
from bot.games.jumpyjack.moves import Way, thrown
from bot.games.kit.commentary import Commentary, Field
from bot.games.kit.passages import Facts, Passage, told_by
from bot.games.kit.results import game_over
from bot.games.kit.story import Story
from engines.jumpyjack.course import OUT, START
from engines.jumpyjack.view import Phase, View

At = Passage[JumpyJackTexts]


def _rolled(at: At, e: Facts) -> str | None:
    """Tell the throws for the first move, all at once; others are told by the moves they bring."""
    is_set_up = not at.kind
    return at.words.thrown_for_first(_rounds(at)) if is_set_up and at.is_first(e) else None


def _rounds(at: At) -> list[list[tuple[str, int]]]:
    """Part the throws for the first move into rounds; in each, seats throw in their order."""
    rounds: list[list[tuple[str, int]]] = []
    last = 0
    for event in at.of("rolled"):
        if not rounds or event["seat"] < last:
            rounds.append([])
        last = event["seat"]
        rounds[-1].append((at.who(last), event["value"]))
    return rounds


def _moved(at: At, e: Facts) -> str | None:
    """Tell a whole move, with every hedge that acted, where its first stretch stands."""
    if not at.is_first(e):
        return None
    stretches = at.of("moved")
    out = next((event["place"] for event in at.of("out")), None)
    way = (e["from"], *(stretch["to"] for stretch in stretches), *((OUT,) if out else ()))
    squares, hedges = Way.of(at.view.course, way)
    (row,) = at.rows
    assert row.seat is not None
    value = thrown(at.view.course, e["from"], e["to"])
    return at.words.moved(at.who(row.seat), value, e["horse"], squares, hedges, out)


def _finished(at: At, e: Facts) -> list[str]:
    moved = next((move["horse"] for move in at.of("moved")), None)
    tell = at.words.finished if e["horse"] == moved else at.words.left_over
    return [tell(e["horse"], e["place"]), *_closed(at, e)]


def _closed(at: At, e: Facts) -> list[str]:
    """Tell that a race is over where no result follows, since guesses do."""
    return [at.words.guesses_open] if at.events[-1] is e else []


def _shown(at: At, e: Facts) -> str:
    tell = at.words.whispers if "to" in e else at.words.predicted
    return tell(at.who(e["seat"]), e["order"])


def _guesses(at: At, who: str, guess: Facts) -> str:
    of = None if guess["seat"] is None else at.who(guess["seat"])
    return at.words.guesses(who, of, guess.get("order", ()))


def _field(view: View) -> Field | None:
    if view.phase is not Phase.RACING:
        return None
    squares = view.course.squares
    runs = {horse: at for horse, at in zip(view.horses, view.places, strict=True) if START <= at <= squares}
    to_go: dict[str, int] = {horse: squares + 1 - at for horse, at in runs.items()}
    home = [horse for horse, at in zip(view.horses, view.places, strict=True) if at > squares]
    return Field(to_go, [horse for horse in view.podium if horse in home])


COMMENTARY = Commentary(field=_field, early=18, near=4, close=1)

STORY = Story(
    spoken,
    kept=("finished", "out"),
    events={
        "rolled": _rolled,
        "race_started": lambda at, e: at.words.race_started(e["race"], at.who(e["first"])),
        "predicted": lambda at, _: at.words.off if at.of("rolled") else None,
        "moved": _moved,
        "restarted": told_by("moved"),
        "out": _closed,
        "finished": _finished,
    },
    in_logs={
        "prediction_shown": _shown,
        "guessed": lambda at, e: at.words.guessed(
            at.who(e["seat"]), e["right"], at.who(e["of"]), e["points"]
        ),
        "scored": lambda at, e: at.words.scores(at.who(e["seat"]), e["points"], e["total"]),
        "race_over": lambda at, e: [at.words.race_is_over(e["race"]), at.words.arrived(e["order"])],
        "game_over": game_over,
    },
    actions={
        "predict": lambda at, who, predict: at.words.predicts(who, predict["order"]),
        "move": None,
        "guess": _guesses,
    },
    commentary=COMMENTARY,
)
"""The sentences of Jumpy Jack."""
