"""Checks a recorded REST exchange against Discord's own OpenAPI description.

The description lies beside this module, compressed: "Discord HTTP API (Preview)", version 10, as Discord published it
in July 2026 under the licence in `discord-openapi.LICENSE`. `PADDOCK_OPENAPI` names another file to check against,
`.json` or `.json.xz`.

It is a preview and wrong in a few known places, which are mended on reading: the codes inside a form error are text,
and requests may give ids as numbers and numbers as text, permissions above all.
"""

from __future__ import annotations

import functools
import json
import lzma
import os
from bisect import bisect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from sandbox.exchanges import Exchange

BESIDE = Path(__file__).with_name("discord-openapi.json.xz")

_REFERENCE = "#/components/schemas/"
_outlines: dict[int, Any] = {}
"""Outlines within the exchange that is being checked."""


class Mismatch(AssertionError):
    """An exchange that is not as Discord describes it."""


def described_in(file: Path) -> dict[str, Any]:
    """Read a description; raise OSError where there is none."""
    raw = file.read_bytes()
    description: dict[str, Any] = json.loads(lzma.decompress(raw) if file.suffix == ".xz" else raw)
    return description


@functools.cache
def _description() -> dict[str, Any]:
    description = described_in(Path(os.environ.get("PADDOCK_OPENAPI") or BESIDE))
    schemas = description["components"]["schemas"]
    schemas["Error"]["properties"]["code"] = {"type": ["integer", "string"]}
    return description


@functools.cache
def _schemas(*, lenient_ids: bool) -> dict[str, Any]:
    schemas: dict[str, Any] = dict(_description()["components"]["schemas"])
    if lenient_ids:
        schemas["SnowflakeType"] = {"type": ["string", "integer"]}
    return schemas


def _tags(schema: dict[str, Any], schemas: dict[str, Any]) -> tuple[Any, ...] | None:
    """Return the values of `type` that a component or option may have, if its schema fixes them."""
    target = schemas.get(schema.get("$ref", "").removeprefix(_REFERENCE), schema)
    fixed = target.get("properties", {}).get("type", {})
    return tuple(fixed["enum"]) if "enum" in fixed else None


def _alternatives(validator: Any, alternatives: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Validate `oneOf` and `anyOf` by the branch that `type` names, where it names one: fast, and errors say where."""
    schemas = validator.schemas
    if isinstance(instance, dict) and "type" in instance:
        tagged = [(each, _tags(each, schemas)) for each in alternatives]
        if any(tags for _, tags in tagged):
            fitting = [each for each, tags in tagged if tags is None or instance["type"] in tags]
            if len(fitting) == 1:
                yield from validator.descend(instance, fitting[0])
                return
            alternatives = fitting
    errors: list[ValidationError] = []
    for each in alternatives:
        found = list(validator.descend(instance, each))
        if not found:
            return
        errors += found
    yield ValidationError(f"{instance!r:.300} fits none of the alternatives", context=errors)


def _reference(validator: Any, reference: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Validate against a named schema; what is like something that has passed it before, passes."""
    like = (reference, validator.request, _outline(instance, _outlines))
    if like in _passed:
        return
    errors = list(validator.descend(instance, validator.schemas[reference.removeprefix(_REFERENCE)]))
    if not errors:
        _passed.add(like)
    yield from errors


def _kind(validator: Any, types: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Validate `type` in requests, where a number may be written as text, and in forms true and false, too."""
    if isinstance(instance, str) and instance.isdecimal() and "integer" in types:
        return
    if instance in ("true", "false") and "boolean" in types:
        return
    yield from Draft202012Validator.VALIDATORS["type"](validator, types, instance, schema)


def _compiled(schema: dict[str, Any], *, request: bool) -> Any:
    keywords = {"oneOf": _alternatives, "anyOf": _alternatives, "$ref": _reference}
    kind = extend(Draft202012Validator, {**keywords, "type": _kind} if request else keywords)
    kind.schemas, kind.request = _schemas(lenient_ids=request), request
    return kind(schema)


@functools.cache
def _request_validator(method: str, route: str) -> Any | None:
    content = _operation(method, route).get("requestBody", {}).get("content", {})
    media = content.get("application/json") or content.get("multipart/form-data")
    return media and _compiled(media["schema"], request=True)


@functools.cache
def _answer_validator(method: str, route: str, status: int) -> Any | None:
    answers = _operation(method, route)["responses"]
    answer = answers.get(str(status)) or answers.get(f"{status // 100}XX")
    if answer is None:
        raise Mismatch(f"{method} {route}: Discord never answers {status}")
    if "$ref" in answer:
        answer = _description()["components"]["responses"][answer["$ref"].rsplit("/", 1)[1]]
    media = answer.get("content", {}).get("application/json")
    return media and _compiled(media["schema"], request=False)


def _operation(method: str, route: str) -> dict[str, Any]:
    try:
        operation: dict[str, Any] = _description()["paths"][route][method.lower()]
    except KeyError:
        raise Mismatch(f"Discord has no {method} {route}") from None
    return operation


_BOUNDS = ("minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems")
_passed: set[Any] = set()
"""Outlines of what has passed, by schema and as a whole: most of what is said has been said before."""


def check(exchange: Exchange) -> None:
    """Raise Mismatch if a request or its answer is not as Discord describes it."""
    if exchange.status >= 500:
        return
    # A request that was refused may well be malformed: its answer is all there is to check.
    if exchange.status < 300 and exchange.body is not None:
        _check(_request_validator(exchange.method, exchange.route), exchange, exchange.body, "request")
    validator = _answer_validator(exchange.method, exchange.route, exchange.status)
    if exchange.answer is not None:
        _check(validator, exchange, exchange.answer, "answer")


def _check(validator: Any | None, exchange: Exchange, body: Any, which: str) -> None:
    if validator is None:
        raise Mismatch(f"{exchange.method} {exchange.route}: Discord knows no body of this {which}")
    _outlines.clear()
    like = (id(validator), _outline(body, _outlines))  # validators are kept for good
    if like in _passed:
        return
    for error in validator.iter_errors(body):
        inner = min(error.context, key=lambda e: -len(e.absolute_path), default=error)
        place = "/".join(map(str, inner.absolute_path))
        raise Mismatch(
            f"{exchange.method} {exchange.route} {exchange.status} {which} at {place}: {inner.message:.400}"
        )
    _passed.add(like)


@functools.cache
def _judged() -> tuple[list[int], frozenset[Any]]:
    """Return what a schema can tell apart: every bound of a length or number, and every value that is named."""
    bounds: set[int] = set()
    named: set[Any] = set()

    def read(node: Any) -> None:
        if isinstance(node, list):
            for each in node:
                read(each)
        if isinstance(node, dict):
            bounds.update(node[key] for key in _BOUNDS if isinstance(node.get(key), int))
            named.update(node["enum"] if isinstance(node.get("enum"), list) else [])
            if "const" in node:
                named.add(node["const"])
            for each in node.values():
                read(each)

    read(_description())
    return sorted(bounds), frozenset(named)


def _outline(body: Any, known: dict[int, Any]) -> Any:
    """Return all of a body that a schema can judge, hashable; `known` remembers those of one exchange."""
    if isinstance(body, (dict, list)):
        if (outline := known.get(id(body))) is None:
            outline = known[id(body)] = _outline_inside(body, known)
        return outline
    bounds, named = _judged()
    if body is None or isinstance(body, bool) or body in named:
        return type(body), body
    if isinstance(body, str):
        return len(body) in bounds, bisect(bounds, len(body)), body.isdecimal()
    return type(body), body in bounds, bisect(bounds, body)


def _outline_inside(body: Any, known: dict[int, Any]) -> Any:
    if isinstance(body, dict):
        return tuple((key, _outline(value, known)) for key, value in body.items())
    return len(body), frozenset(_outline(each, known) for each in body)
