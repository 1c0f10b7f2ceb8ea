"""A value that has fields of its own, as a text: `name=fast, bytes=1TB`, or the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import msgspec

from segtier.errors import UnreadableInput
from segtier.question.row import Row
from segtier.question.structs import struct_of
from segtier.question.take import WrongValue, taken, wrong_field
from segtier.typed import converted


def read_parts(row: Row, text: str) -> Any:
    """One value of the row. Raises UnreadableInput, with the field in it that is wrong."""
    if row.reads is not None:
        return row.reads(text.encode(), row.name)
    assert row.made_of is not None
    given = _object(row, text) if text.lstrip().startswith("{") else _pairs(row, text)
    wrong = wrong_field(row.parts, given)
    if wrong is not None:
        raise WrongValue(row.rest, f"has a field that is wrong: {wrong.message}", row.help)
    try:
        return converted(converted(given, struct_of(row.name, row.parts)), row.made_of, from_attributes=True)
    except msgspec.ValidationError as fault:
        raise UnreadableInput(f"{row.rest}: {fault}", code="bad-value", advice=_advice(row)) from fault


def part_text(value: Any) -> str:
    """JSON that `read_parts` reads as this value: what is stated of it."""
    given = {one.name: getattr(value, one.name) for one in fields(value) if getattr(value, one.name) != one.default}
    return str(msgspec.json.encode(given), "utf-8")


def _object(row: Row, text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UnreadableInput(
            f"{row.rest}: this is not JSON: {fault}", code="bad-value", advice=_advice(row)
        ) from fault
    return dict(found)


def _pairs(row: Row, text: str) -> dict[str, Any]:
    known = {part.name: part for part in row.parts}
    given: dict[str, Any] = {}
    for pair in text.split(","):
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or name not in known or (name in given and not known[name].many):
            raise UnreadableInput(
                f"{row.rest}: {pair.strip()[:60]!r} names an unknown field, or one twice",
                code="bad-value",
                advice=_advice(row),
            )
        part = known[name]
        one = taken(part, value, name)
        given[name] = [*given.get(name, []), one] if part.many else one
    return given


def _advice(row: Row) -> str:
    return f"Write NAME=VALUE, NAME=VALUE, or the same as JSON. Names: {', '.join(part.name for part in row.parts)}."
