"""What a game's options are, read from the type that its rules read them by, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import BaseModel

Schema = Mapping[str, Any]
"""A part of a JSON schema."""

MOST_LISTED = 1_000
"""Numbers that are listed one by one."""


class Option(NamedTuple):
    """One option."""

    name: str
    description: str
    """As its type describes it."""
    default: Any
    values: Sequence[Any]
    """All there are to choose from; none: any whole number within the bounds, or what has to be typed."""
    least: int | None = None
    most: int | None = None
    is_number: bool = False
    may_be_left_out: bool = False
    """Whether None is a value, beside a number."""

    @property
    def every(self) -> Sequence[Any]:
        """All values there are, as far as they can be listed."""
        if self.values or not self.is_number or self.least is None or self.most is None:
            return self.values
        if self.most - self.least > MOST_LISTED:
            return ()
        numbers = range(self.least, self.most + 1)
        return (None, *numbers) if self.may_be_left_out else numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionWords:
    """What is said of an option of the rules; one without words is described as its type describes it."""

    asks: str
    """As an option of the command, without its default: `How many rounds of three races`."""
    called: Mapping[Any, str] = field(default_factory=dict)
    """What values are called there, and in the lobby: those to choose from, and the default."""
    label: str = ""
    """In the form of the lobby; without one it is not asked there."""
    hint: str = ""
    """Below the label."""
    unfit: str = ""
    """Refuses a value that the rules do not take and Discord lets pass."""

    def value(self, value: Any) -> str:
        """Name a value."""
        plain = ("no", "yes")[value] if isinstance(value, bool) else "none" if value is None else str(value)
        return next((said for each, said in self.called.items() if each == value), plain)


def options_of(options_type: type[BaseModel]) -> Mapping[str, Option]:
    """Return the options of a type by their names, in its order; raise ValidationError if one has no default."""
    return _options_of(options_type)


@cache
def _options_of(options_type: type[BaseModel]) -> Mapping[str, Option]:
    schema, defaults = options_type.model_json_schema(), options_type().model_dump(mode="json", by_alias=True)
    types, fields = schema.get("$defs", {}), schema.get("properties", {})
    return MappingProxyType(
        {name: _option(name, field, types, defaults[name]) for name, field in fields.items()}
    )


def _option(name: str, field: Schema, types: Mapping[str, Schema], default: Any) -> Option:
    kinds = [_resolved(kind, types) for kind in field.get("anyOf", [_resolved(field, types)])]
    some = [kind for kind in kinds if kind.get("type") != "null"]
    kind = some[0] if len(some) == 1 else {}
    described = field.get("description") or kind.get("description", "")
    is_number = kind.get("type") == "integer"
    least, most = _bounds(kind) if is_number else (None, None)
    may_be_left_out = len(some) < len(kinds)
    return Option(name, described, default, _values(kind), least, most, is_number, may_be_left_out)


def _resolved(kind: Schema, types: Mapping[str, Schema]) -> Schema:
    """Follow a reference to a type of its own, such as an enumeration."""
    reference = kind.get("$ref", "")
    return {**types[reference.rpartition("/")[2]], **kind} if reference else kind


def _bounds(kind: Schema) -> tuple[int | None, int | None]:
    if values := _values(kind):
        return min(values), max(values)
    above, below = kind.get("exclusiveMinimum"), kind.get("exclusiveMaximum")
    least = kind.get("minimum", None if above is None else above + 1)
    return least, kind.get("maximum", None if below is None else below - 1)


def _values(kind: Schema) -> Sequence[Any]:
    if kind.get("type") == "boolean":
        return (False, True)
    return tuple(kind.get("enum", [kind["const"]] if "const" in kind else []))
