"""A value with every name in it changed: one way through a document, for masking and for the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass, replace
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from segtier.model.names import Kind, Under

Change = Callable[[Kind, str, Any, str], str | None]
"""The new text for a kind, the old text, the value that holds it and the field it holds it in; None drops it."""
_Part = Callable[[Any, Change, Any, str], Any]
"""The same for what a field holds, whatever its type."""
_FIGURES = (NoneType, bool, int, float, datetime)


def change_names(value: Any, change: Change) -> Any:
    """A copy with each name changed; None where a name that the value cannot do without is dropped."""
    new: dict[str, Any] = {}
    for name, part, required in steps(value.__class__):
        old = getattr(value, name)
        if old is None:
            continue
        changed = part(old, change, value, name)
        if changed is None and required:
            return None
        if changed is not old:
            new[name] = changed
    return replace(value, **new) if new else value


@cache
def steps(type_: Any) -> tuple[tuple[str, _Part, bool], ...]:
    """Fields with a name to change, how, and whether the value is nothing without it."""
    hints = get_type_hints(type_, include_extras=True)
    steps = []
    for field in fields(type_):
        try:
            part = _part(hints[field.name])
        except TypeError as fault:
            raise TypeError(f"{type_.__name__}.{field.name}: {fault}") from fault
        if part is not None:
            steps.append((field.name, part, field.default is MISSING and field.default_factory is MISSING))
    return tuple(steps)


def _part(hint: Any) -> _Part | None:
    """How to change what is of this type; None where it holds no name. Raises TypeError for a text without a kind."""
    marks: tuple[Any, ...] = getattr(hint, "__metadata__", ())
    hint = hint.__origin__ if get_origin(hint) is Annotated else hint
    origin, inner = get_origin(hint), get_args(hint)
    if hint is str:
        return _text(_kind(marks))
    if isinstance(hint, type) and is_dataclass(hint):
        return _value if steps(hint) else None
    if origin in (Union, UnionType):
        parts = [part for one in inner if (part := _part(one)) is not None]
        return parts[0] if parts else None
    if origin is tuple:
        return _tuple([_part(one) for one in inner if one is not ...], endless=inner[-1] is ...)
    if origin is dict and _part(inner[0]) is None:
        return _dict({mark.key: _text(mark.kind) for mark in marks if isinstance(mark, Under)}, _part(inner[1]))
    if hint in _FIGURES or origin is Literal:
        return None
    raise TypeError(f"masking/walk.py knows no way through {hint}")


def _kind(marks: tuple[Any, ...]) -> Kind:
    for mark in marks:
        if isinstance(mark, Kind):
            return mark
    raise TypeError("what does this text name? Give the field one of the types in model/names.py")


def _text(kind: Kind) -> _Part | None:
    if kind is Kind.WORD:
        return None
    return lambda old, change, holder, field: change(kind, old, holder, field) if isinstance(old, str) else old


def _value(old: Any, change: Change, _holder: Any, _field: str) -> Any:
    return None if old is None else change_names(old, change)


def _tuple(parts: list[_Part | None], *, endless: bool) -> _Part | None:
    """Of a list; what cannot do without a name that is dropped is dropped with it."""
    if not any(parts):
        return None

    def changed(old: Any, change: Change, holder: Any, field: str) -> Any:
        if old is None:
            return None
        each = parts * len(old) if endless else parts
        new = (one if part is None else part(one, change, holder, field) for one, part in zip(old, each, strict=True))
        return tuple(one for one in new if one is not None)

    return changed


def _dict(parts: dict[str, _Part | None], rest: _Part | None) -> _Part | None:
    """By key: keys are words."""
    if rest is None and not any(parts.values()):
        return None

    def changed(old: Any, change: Change, holder: Any, field: str) -> Any:
        if old is None:
            return None
        by = {key: parts.get(key, rest) for key in old}
        return {key: one if (part := by[key]) is None else part(one, change, holder, field) for key, one in old.items()}

    return changed
