"""The form in which a host says how a table is played: pace, playing hours and their zone, hints."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from discord import ui

from bot.messages.custom_ids import CustomId
from bot.messages.layout import option
from bot.messages.snapshot import Snapshot
from bot.servers import Pace
from bot.tables.lobby_commands import Manner
from bot.tables.playing_hours import LONGEST_ZONE, NotAZone, NotHours, PlayingHours, hours_of
from bot.tables.refusals import Refusal, Refused
from bot.ui.forms import StillModal, labelled

LONGEST_HOURS = 24
"""Letters in which hours may be typed."""

PACES: Mapping[str, Pace | None] = {"server": None, **{pace.value: pace for pace in Pace}}
HINTS: Mapping[str, bool | None] = {"usual": None, "yes": True, "no": False}
"""What can be chosen, by its name in the form."""

NOTHING_TYPED: Mapping[str, str] = MappingProxyType({})


def manner_form(snapshot: Snapshot, zone: str, typed: Mapping[str, str] = NOTHING_TYPED) -> ui.Modal:
    """Ask the host how it shall be played; `zone` stands there before anything is typed.

    `typed` is what a form had in its fields that could not be read: it stands there again.
    """
    words, table = snapshot.t.lobby, snapshot.table
    span, zone = typed.get("hours", table.hours.span if table.hours else ""), typed.get("zone", zone)
    pace = PACES.get(typed.get("pace", ""), table.pace)
    hints = HINTS.get(typed.get("hints", ""), table.hints)
    labels = (
        labelled(words.pace_label, words.pace_hint, _choice("pace", PACES, pace, words.paces)),
        labelled(
            words.hours_label, words.hours_hint, _line("hours", span, words.hours_example, LONGEST_HOURS)
        ),
        labelled(words.zone_label, words.zone_hint, _line("zone", zone, words.zone_example, LONGEST_ZONE)),
        labelled(words.hints_label, words.hints_hint, _choice("hints", HINTS, hints, words.hints_choices)),
    )
    return StillModal(CustomId(table.table_id, 0, "pace.set"), words.manner_title, *labels)


def _choice(
    name: str, offered: Mapping[str, Any], chosen: Any, label: Mapping[Any, str]
) -> ui.Select[ui.Modal]:
    options = [option(label[value], key, is_chosen=value == chosen) for key, value in offered.items()]
    return ui.Select(custom_id=name, options=options)


def _line(name: str, shown: str, example: str, longest: int) -> ui.TextInput[ui.Modal]:
    return ui.TextInput(
        custom_id=name,
        default=shown[:longest] or None,
        placeholder=example,
        max_length=longest,
        required=False,
    )


def manner_from(snapshot: Snapshot, fields: Mapping[str, str]) -> Manner:
    """Read the form; what is missing or strange among the choices stays as it was.

    Raises `Refused` where no hours or no zone were typed.
    """
    table = snapshot.table
    return Manner(
        hours=_hours(fields, table.hours),
        pace=PACES.get(fields.get("pace", ""), table.pace),
        hints=HINTS.get(fields.get("hints", ""), table.hints),
    )


def _hours(fields: Mapping[str, str], held: PlayingHours | None) -> PlayingHours | None:
    if "hours" not in fields:
        return held
    try:
        return hours_of(fields["hours"], fields.get("zone", ""), held.zone if held else "")
    except NotHours:
        raise Refused(Refusal.NO_HOURS) from None
    except NotAZone as unknown:
        raise Refused(
            Refusal.NO_ZONE, zone=unknown.name, meant=unknown.meant, are_several=unknown.are_several
        ) from None
