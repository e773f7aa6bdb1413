"""Data from outside, read as strictly as JSON allows: what is wrong with it is told in one clear line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from engines.core.errors import Unreadable
from engines.core.json_lines import line_of, lines_of

T = TypeVar("T")


def read(reader: TypeAdapter[T], data: str | bytes | Mapping[str, Any], what: str) -> T:
    """Read `what` from JSON text or plain data as strictly as JSON allows; raise Unreadable."""
    try:
        return reader.validate_json(data if isinstance(data, str | bytes) else json.dumps(data))
    except ValidationError as error:
        raise Unreadable.because(what, error) from None


def read_with_lines(reader: TypeAdapter[T], text: str) -> T:
    """Read JSON text that a person wrote; raise Unreadable with the line of each thing that is wrong."""
    lines = lines_of(text)
    try:
        return reader.validate_json(text)
    except ValidationError as error:
        raise Unreadable.because("", error, partial(line_of, lines)) from None
