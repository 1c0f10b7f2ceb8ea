"""Rows of the database as the frozen values of `records`, and back: a field is known by its name."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

import msgspec

from segtier.store.tables import Base
from segtier.typed import converted

T = TypeVar("T")


def record_of(type_: type[T], row: Base, **others: Any) -> T:
    """The value whose fields are columns of the row; `others` are those that are not. What is in neither takes its default."""
    names = _in_both(type_, type(row))  # type: ignore[arg-type] # a class can be hashed
    return converted({name: getattr(row, name) for name in names} | others, type_, from_attributes=True)


@cache
def _in_both(type_: Any, row: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(type_) if hasattr(row, field.name))


def columns_and_rest(value: Any, row: type[Base]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same for the fields that are columns of a kind of row, and all others as JSON."""
    columns, plain = columns_of(value), msgspec.to_builtins(value)
    names = set(row.__table__.columns.keys())
    rest = {name: one for name, one in plain.items() if name not in names}
    return {name: one for name, one in columns.items() if name in names}, rest


def columns_of(value: Any) -> dict[str, Any]:
    """The columns for the fields of a value; lists and values within become JSON."""
    columns: dict[str, Any] = msgspec.to_builtins(value, builtin_types=(datetime,))
    return columns
