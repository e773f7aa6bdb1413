"""Slips that are filled in already: one press decides what the button says, another opens the fields behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.games.kit.slips import SlipPanel
from bot.games.kit.suggestion import suggestion
from bot.games.screens import Act, Misread, Seating
from bot.messages.snapshot import Snapshot
from engines import catalog
from engines.core import Agent
from engines.jockey.bets import described
from tests.games.race_days import pressed, race_day, seatings, with_draft

GUESSING = (("guessing", True),)
SLIPS = [
    ("jockey", 3, ()),
    ("turfe", 4, ()),
    ("jumpyjack", 4, GUESSING),
    ("jumpyjack", 4, (("teams", 2), *GUESSING)),
]
BY_NAME = [f"{game}{''.join(f'-{name}' for name, _ in options)}" for game, _, options in SLIPS]

every_slip = pytest.mark.parametrize(("game", "seats", "options"), SLIPS, ids=BY_NAME)
every_bet = pytest.mark.parametrize(("game", "seats", "options"), SLIPS[:2], ids=BY_NAME[:2])
every_guess = pytest.mark.parametrize(("game", "seats", "options"), SLIPS[2:], ids=BY_NAME[2:])


def slips(game: str, seats: int, options: Any) -> Iterator[tuple[Snapshot, Seating, SlipPanel[Any]]]:
    """Return every slip of a game that is asked for, as it is before anybody has touched it."""
    for moment in race_day(seats, 5, game=game, chosen=options):
        snapshot = moment.snapshot
        for seating in seatings(moment):
            panel = snapshot.screens.panel(seating, snapshot.words) if seating.choices else None
            if isinstance(panel, SlipPanel):
                yield snapshot, seating, panel


def buttons(snapshot: Snapshot, seating: Seating) -> dict[str, discord.ui.Button[Any]]:
    """Return the buttons of a desk by what they do."""
    rows = snapshot.screens.desk(seating, snapshot.words).controls
    found = [item for row in rows for item in row if isinstance(item, discord.ui.Button)]
    return {str(item.custom_id).rpartition(":")[2]: item for item in found}


def selects(snapshot: Snapshot, seating: Seating) -> list[discord.ui.Select[Any]]:
    """Return the fields of a slip as a desk shows them."""
    rows = snapshot.screens.desk(seating, snapshot.words).controls
    return [item for row in rows for item in row if isinstance(item, discord.ui.Select)]


@every_slip
def test_one_press_decides_what_the_button_says(game: str, seats: int, options: Any) -> None:
    seen = set()
    for snapshot, seating, panel in slips(game, seats, options):
        seen.add(panel.kind)
        offered = buttons(snapshot, seating)
        ready = next(what for what in offered if what.startswith(f"{panel.kind}.ready."))
        act = pressed(snapshot, seating, ready)
        assert isinstance(act, Act)
        assert act.action == panel.action()
        assert catalog.game(game).read_action(dict(act.action)) in seating.choices
        assert offered[ready].label == panel.label()
        is_guess = game == "jumpyjack"
        style = discord.ButtonStyle.secondary if is_guess else discord.ButtonStyle.success
        assert offered[ready].style is style, "what is drawn at random is not the button to press first"
        assert not selects(snapshot, seating)
    assert seen == {"jockey": {"bet"}, "turfe": {"bet"}, "jumpyjack": {"predict", "guess"}}[game]


@every_bet
def test_change_opens_the_fields_with_the_same_in_them(game: str, seats: int, options: Any) -> None:
    for snapshot, seating, panel in slips(game, seats, options):
        opened = pressed(snapshot, seating, f"{panel.kind}.change")
        assert isinstance(opened, Seating)
        fields = selects(snapshot, opened)
        assert fields
        assert all(any(option.default for option in field.options) for field in fields)
        act = pressed(snapshot, opened, f"{panel.kind}.{panel.seal}")
        assert isinstance(act, Act)
        assert act.action == panel.action()
        assert pressed(snapshot, opened, f"{panel.kind}.change") == opened, "a second press changes nothing"


@every_guess
def test_change_opens_empty_fields_where_the_suggestion_is_no_better_than_chance(
    game: str, seats: int, options: Any
) -> None:
    for snapshot, seating, panel in slips(game, seats, options):
        change = f"{panel.kind}.change"
        assert buttons(snapshot, seating)[change].style is discord.ButtonStyle.primary
        opened = pressed(snapshot, seating, change)
        assert isinstance(opened, Seating)
        fields = selects(snapshot, opened)
        assert fields
        assert not any(option.default for field in fields for option in field.options)
        assert buttons(snapshot, opened)[f"{panel.kind}.{panel.seal}"].disabled
        (drawing,) = snapshot.screens.desk(seating, snapshot.words).drawings
        assert ("nothing written yet" in drawing.alt) is (panel.kind == "predict")

        horse = seating.view.horses[0]
        filled = pressed(snapshot, opened, f"{panel.kind}.first", horse)
        assert isinstance(filled, Seating)
        assert pressed(snapshot, filled, change) == filled, "a second press changes nothing"


@pytest.mark.parametrize("game", ["jockey", "turfe"])
def test_the_picture_says_what_the_button_says_and_that_it_is_only_suggested(game: str) -> None:
    for snapshot, seating, panel in slips(game, 3, ()):
        action, words = panel.action(), snapshot.words
        (drawing,) = snapshot.screens.desk(seating, words).drawings
        horse, stake = (action.get("horse") or action["first"]), action.get("stake") or action["stake_first"]
        unit = {"jockey": "bills", "turfe": "dollars"}[game]
        assert f"No bet yet; suggested: {stake:,} {unit} on {words.horse(horse)}, " in drawing.alt
        opened = pressed(snapshot, seating, f"{panel.kind}.change")
        assert isinstance(opened, Seating)
        (same,) = snapshot.screens.desk(opened, words).drawings
        assert same.recipe == drawing.recipe, "what is filled in draws nothing anew"


@every_slip
def test_what_is_suggested_is_the_same_at_every_look(game: str, seats: int, options: Any) -> None:
    for snapshot, seating, _ in slips(game, seats, options):
        again = replace(seating, draft={})
        assert [*buttons(snapshot, seating)] == [*buttons(snapshot, again)]


@every_slip
def test_a_button_that_says_something_else_by_now_is_refused_in_a_sentence(
    game: str, seats: int, options: Any
) -> None:
    overtaken = "Something has changed since. Look at your desk again."
    for snapshot, seating, panel in slips(game, seats, options):
        for what in (f"{panel.kind}.ready.00000000", f"{panel.kind}.{panel.seal}"):
            with pytest.raises(Misread, match=overtaken):
                pressed(snapshot, seating, what)
        with pytest.raises(Misread):
            pressed(snapshot, seating, f"{panel.kind}.ready")


def test_a_button_does_what_it_says_whatever_was_filled_in_elsewhere() -> None:
    snapshot, seating, panel = next(slips("jockey", 3, ()))
    ready = next(what for what in buttons(snapshot, seating) if ".ready." in what)
    elsewhere = with_draft(seating, {"kind": "win", "horse": "brown", "stake": 100})
    act = pressed(snapshot, elsewhere, ready)

    assert isinstance(act, Act)
    assert act.action == panel.action()


def test_a_field_that_is_chosen_on_an_old_desk_changes_what_is_suggested() -> None:
    snapshot, seating, panel = next(slips("jumpyjack", 4, GUESSING))
    filled = pressed(snapshot, seating, "predict.first", panel.action()["order"][2])

    assert isinstance(filled, Seating)
    order = panel.action()["order"]
    assert filled.draft == {"first": order[2], "second": order[1], "third": order[0]}


@pytest.mark.parametrize(("capital", "stake"), [(1000, 500), (500, 200), (100, 100), (2000, 1000), (0, 500)])
def test_the_suggested_stake_leaves_something_for_another_race(capital: int, stake: int) -> None:
    _, seating, _ = next(slips("jockey", 3, ()))
    choices = described(seating.view.horses, capital)
    suggested = suggestion(replace(seating, choices=choices))
    assert suggested is not None
    assert suggested["stake"] == stake


class Faint(Agent):
    """Cannot decide anything."""

    def decide(self, view: Any, choices: Any, chance: Any) -> Any:
        """Fail."""
        raise ZeroDivisionError


class Cheat(Agent):
    """Decides what nobody may."""

    def decide(self, view: Any, choices: Any, chance: Any) -> Any:
        """Decide for another game."""
        return "everything on red"


@pytest.mark.parametrize("player", [Faint, Cheat])
def test_a_slip_is_empty_where_the_steady_player_is_at_a_loss(
    player: type[Agent], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    snapshot, seating, _ = next(slips("jockey", 3, ()))
    monkeypatch.setattr(catalog, "computers", lambda _: {"steady": player})

    assert suggestion(seating) is None
    assert [each.placeholder for each in selects(snapshot, seating)] == [
        "What kind of bet?",
        "Which horse?",
        "How much?",
    ]
    assert buttons(snapshot, seating)["bet.place"].disabled
    assert ("the steady player failed" in caplog.text) is (player is Faint)
