"""What the post of a race night and the words beside it say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from discord.ui import Button

from bot.messages.custom_ids import GuildId
from bot.messages.layout import MessageLayout
from bot.nights import LEAST_PEOPLE, Form, League, NameState, Night, NightStatus, TableState
from bot.nights.night import Name, NightSeat, NightTable
from bot.tables.zones import zone_names, zones_meant
from bot.texts import DEFAULT
from bot.ui.guild.night_layout import (
    Planned,
    night_layout,
    plan_form,
    podium_of,
    word_layout,
    zone_in_form_id,
)
from tests.ui.limits import require_openable, require_sendable

ANA, BEN, CLEO, DORA = range(1, 5)
NAMES = {ANA: "Ana", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}


def night(*seats: tuple[int, int | None, int], **facts: Any) -> Night:
    """Return an evening of one game that is over; `seats` are users with their place and points."""
    usual: dict[str, Any] = {
        "name": "Friday *Fun*",
        "form": Form.EVENING,
        "games": ["jockey"],
        "role_id": None,
        "starts_at": 10**12,
        "night_id": 7,
        "guild_id": 1,
        "channel_id": 2,
        "parent_id": None,
        "host_id": ANA,
        "status": NightStatus.OVER,
        "why": None,
        "round": 1,
        "round_at": 0,
        "reminded": True,
        "owed": (),
        "requested": 1,
        "shown": 0,
        "message_id": None,
        "names": [Name(user, name, user, NameState.IN) for user, name in NAMES.items()],
        "tables": [NightTable(1, 1, "jockey", 4, "K7QH2M", TableState.COUNTED, raced=4)],
        "seats": [NightSeat(1, 1, user, place, points) for user, place, points in seats],
    }
    return Night(**usual | facts)


EVENING = night((BEN, 1, 10), (ANA, 2, 6), (CLEO, 3, 4), (DORA, 4, 2))


def test_the_podium_has_the_first_three_in_words_and_as_a_picture() -> None:
    layout = word_layout(EVENING, "podium", DEFAULT)
    assert layout is not None
    require_sendable(layout)
    assert layout.text.split("\n") == [
        r"## 🏆 Friday \*Fun\*",
        "🥇 <@2> · **10 points**",
        "🥈 <@1> · **6 points**",
        "🥉 <@3> · **4 points**",
        "-# Best race: <@2> beat 3 rivals in Jockey.",
    ]
    assert [drawing.alt for drawing in layout.drawings] == [
        "Friday *Fun*. 1. Ben: 10 points. 2. Ana: 6 points. 3. Cleo: 4 points. "
        "Best race: Ben beat 3 rivals in Jockey."
    ]


def test_nobody_stands_on_it_who_ran_no_race_and_who_is_forgotten_has_no_name_there() -> None:
    played = night((BEN, 1, 10), (ANA, None, 0))
    names = [each for each in played.names if each.user_id != BEN]
    drawn = podium_of(replace(played, names=names), DEFAULT)
    assert [(each.place, each.name) for each in drawn.stands] == [(1, "")]
    assert drawn.news == "Best race: Somebody beat 3 rivals in Jockey."
    layout = word_layout(played, "podium", DEFAULT)
    assert layout is not None
    assert "<@1>" not in layout.text


def test_who_shares_a_place_bears_its_medal() -> None:
    layout = word_layout(night((BEN, 1, 8), (ANA, 1, 8), (CLEO, 3, 4)), "podium", DEFAULT)
    assert layout is not None
    assert [line[0] for line in layout.text.split("\n")[1:4]] == ["🥇", "🥇", "🥉"]


@pytest.mark.parametrize("form", Form)
def test_every_post_can_be_sent(form: Form) -> None:
    for status in (NightStatus.PLANNED, NightStatus.RUNNING, NightStatus.OVER):
        require_sendable(night_layout(replace(EVENING, form=form, status=status), None, DEFAULT))


def test_the_form_says_that_the_number_of_people_of_a_league_matters_for_a_new_one_only() -> None:
    require_openable(plan_form(DEFAULT, None, Planned()))
    labels = [label for form, (label, _) in DEFAULT.nights.forms.items() if form.startswith(Form.LEAGUE)]
    assert labels == [f"League night (a new league: {least} or more people)" for least in LEAST_PEOPLE]


def test_the_form_carries_any_zone_that_a_command_can_name() -> None:
    named = {meant[0] for name in zone_names() if len(meant := zones_meant(name)) == 1}
    assert {"America/Argentina/ComodRivadavia", "Etc/GMT-2", "UTC"} <= named
    for zone in named:
        form = plan_form(DEFAULT, zone, Planned(zone=zone))
        require_openable(form)
        read = GuildId.read(form.custom_id)
        assert read is not None
        assert zone_in_form_id(read.what.removeprefix("nights.plan.")) == zone


def test_a_round_is_told_with_its_tables_and_of_how_many_it_is_where_that_is_known() -> None:
    owed, dropped = (
        NightTable(1, 2, "jockey", 4, None, TableState.OWED),
        NightTable(1, 3, "jockey", 4, None, TableState.DROPPED),
    )
    running = replace(
        EVENING,
        status=NightStatus.RUNNING,
        games=["jockey", "turfe"],
        tables=[*EVENING.tables, owed, dropped],
    )
    told = night_layout(running, None, DEFAULT).text
    assert "### Round 1 of 2 · Jockey" in told
    assert "table K7QH2M · done" in told
    assert "**2.** somebody · being opened" in told
    assert "**3.** somebody · not finished, nobody is beaten" in told
    for other in ({"games": ["jockey"]}, {"form": Form.KNOCKOUT}):
        assert "### Round 1 · Jockey" in night_layout(replace(running, **other), None, DEFAULT).text
    call = word_layout(running, "round.1", DEFAULT)
    assert call is not None
    assert "round 1 of 2: **Jockey**" in call.text
    assert call.text.endswith("Each table starts by itself after 2 minutes; its host can start it before.")


def test_a_table_that_runs_is_found_in_its_thread_and_one_in_the_channel_by_its_name() -> None:
    racing = NightTable(1, 1, "jockey", 4, "K7QH2M", TableState.RACING, 99)
    for thread, found in ((99, " · <#99>"), (EVENING.channel_id, " · table K7QH2M")):
        running = replace(
            EVENING, status=NightStatus.RUNNING, tables=[racing._replace(thread_id=thread)], seats=[]
        )
        assert f"**1.** somebody{found}" in night_layout(running, None, DEFAULT).text


def test_the_standing_of_a_league_is_told_where_it_says_more_than_that_of_the_night() -> None:
    league = replace(EVENING, form=Form.LEAGUE)
    lines = list(league.standing())
    assert "### Standing of the league" not in night_layout(league, League(1, 3, lines, 1), DEFAULT).text
    assert (
        "### Standing of the league after 2 nights"
        in night_layout(league, League(1, 3, lines, 2), DEFAULT).text
    )
    planned = replace(league, status=NightStatus.PLANNED, round=0, seats=[], tables=[])
    assert (
        "### Standing of the league after 1 night"
        in night_layout(planned, League(0, 3, lines, 1), DEFAULT).text
    )
    empty = night_layout(planned, League(1, 5, [], 0), DEFAULT).text
    assert "### Standing of the league" not in empty
    assert "League of <@1>: points add up. A round counts if 3 people or more race in it." in empty


def test_a_night_of_a_league_whose_rounds_had_too_few_people_crowns_nobody_and_says_why() -> None:
    few = replace(EVENING, form=Form.LEAGUE, least=5)
    why = "a round of this league counts with 5 people"
    card, word = night_layout(few, None, DEFAULT).text, word_layout(few, "podium", DEFAULT)
    assert word is not None
    assert f"No round counted: {why}." in card
    assert word.text == rf"🏇 **Friday \*Fun\*** is over. No round counted: {why}."
    assert not word.drawings
    for text in (card, word.text):
        assert not any(crown in text for crown in ("🏆", "🥇", "points**", "Best race", "Standing"))
    running = night_layout(replace(few, status=NightStatus.RUNNING), None, DEFAULT).text
    assert f"No round has counted yet: {why}." in running


def test_a_round_with_too_few_people_gives_a_night_of_a_league_no_points() -> None:
    first = EVENING.tables[0]
    seats = [*EVENING.seats, NightSeat(2, 1, ANA, 1, 10)]
    two = replace(
        EVENING, form=Form.LEAGUE, round=2, seats=seats, tables=[first, first._replace(round=2, raced=1)]
    )
    assert {line.user_id: line.points for line in two.podium()} == {BEN: 10, ANA: 6, CLEO: 4}


def test_a_card_with_points_says_how_they_arise_and_whose_standing_it_is() -> None:
    scale = "-# Points by place: 10, 6, 4, 2 and 1. Players who share a place share its points."
    card = night_layout(EVENING, None, DEFAULT).text
    assert "### Standing of this night" in card
    assert scale in card
    league = replace(EVENING, form=Form.LEAGUE)
    both = night_layout(league, League(1, 3, list(league.standing()), 2), DEFAULT).text
    assert "### Standing of the league after 2 nights" in both
    assert both.count(scale) == 1
    planned = replace(EVENING, status=NightStatus.PLANNED, round=0, seats=[], tables=[])
    assert scale not in night_layout(planned, None, DEFAULT).text


def test_who_comes_while_a_round_runs_is_shown_and_to_the_last_round_nobody_can_come() -> None:
    two = replace(EVENING, status=NightStatus.RUNNING, games=["jockey", "turfe"], seats=EVENING.seats[:3])
    layout = night_layout(two, None, DEFAULT)
    assert "**In from the next round:** <@4>" in layout.text
    assert labels(layout) == ["I'm in", "I'm out", "Next round now", "Cancel"]
    assert labels(night_layout(replace(two, form=Form.KNOCKOUT), None, DEFAULT))[0] == "I'm out"
    last = night_layout(replace(two, round=2), None, DEFAULT)
    assert "next round" not in last.text
    assert labels(last) == ["End now", "Cancel"]


def labels(layout: MessageLayout) -> list[object]:
    return [item.label for row in layout.controls for item in row if isinstance(item, Button)]
