"""Rows as types of msgspec: what reads a text or the arguments of a tool, and its JSON schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from segtier.question.row import Row


def struct_of(
    name: str, rows: Sequence[Row], base: type[msgspec.Struct] | None = None, *, help_: str | None = None
) -> type[Any]:
    """A class with a field for each row, by its name. What is not one of them is refused."""
    fields = [(row.name, _type(row)) if row.required else (row.name, _type(row), row.default) for row in rows]
    bases = None if base is None else (base,)
    told = None if help_ is None else {"__doc__": help_}
    return msgspec.defstruct(
        name, fields, bases=bases, namespace=told, frozen=True, kw_only=True, forbid_unknown_fields=True
    )


def _type(row: Row) -> Any:
    inner = _one(row)
    if row.many:
        inner = Annotated[tuple.__class_getitem__((inner, ...)), Meta(max_length=row.times, description=row.help)]
    return inner | None if row.open else inner


def _one(row: Row) -> Any:
    help_ = None if row.many else row.help
    match row.kind:
        case "parts":
            return struct_of(row.name.capitalize(), row.parts, help_=row.help)
        case "choice":
            return Annotated[Literal[tuple(row.choices)], Meta(description=help_)]
        case "text":
            return Annotated[str, Meta(min_length=1, max_length=row.longest, description=help_)]
        case "yes-no":
            return Annotated[bool, Meta(description=help_)]
    type_: Any = int if row.kind == "whole" else float
    ends: dict[str, Any] = {"ge": row.least, "le": row.most, "gt": row.above, "lt": row.below}
    return Annotated[type_, Meta(description=help_, **ends)]
