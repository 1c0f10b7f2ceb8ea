"""A value with every name in it changed: one way through a document, for masking and for the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from segtier.masking.fields import FIELDS
from segtier.masking.kinds import Kind

Change = Callable[[Kind, str, Any, str], str | None]
"""The new text for a kind, the old text, the value that holds it and the field it holds it in; None drops it."""


def change_names(value: Any, change: Change) -> Any:
    """A copy with each name changed; None where a name that the value cannot do without is dropped."""
    new: dict[str, Any] = {}
    for name, kinds, required in _steps(value.__class__):
        old = getattr(value, name)
        changed = _inside(old, change) if kinds is None else _text(old, kinds, change, value, name)
        if changed is None and old is not None and required:
            return None
        if changed is not old:
            new[name] = changed
    return replace(value, **new) if new else value


def _inside(old: Any, change: Change) -> Any:
    if isinstance(old, tuple):
        return tuple(new for one in old if (new := change_names(one, change)) is not None)
    return None if old is None else change_names(old, change)


def _text(old: Any, kinds: Kind | dict[str, Kind], change: Change, holder: Any, field: str) -> Any:
    if isinstance(old, str):
        return old if isinstance(kinds, dict) else change(kinds, old, holder, field)
    if isinstance(old, tuple):
        return tuple(new for one in old if (new := _text(one, kinds, change, holder, field)) is not None)
    if isinstance(old, dict):
        of = kinds if isinstance(kinds, dict) else {}
        return {key: _text(one, of.get(key, Kind.WORD), change, holder, field) for key, one in old.items()}
    return old


@cache
def _steps(type_: Any) -> tuple[tuple[str, Kind | dict[str, Kind] | None, bool], ...]:
    """Fields with something to change: name, kinds (None: values within), whether the value is nothing without it."""
    hints = get_type_hints(type_)
    steps: list[tuple[str, Kind | dict[str, Kind] | None, bool]] = []
    for field in fields(type_):
        kinds = FIELDS[type_].get(field.name)
        required = field.default is MISSING and field.default_factory is MISSING
        if kinds is None and any(_steps(one) for one in classes_in(hints[field.name])):
            steps.append((field.name, None, required))
        elif kinds is not None and kinds is not Kind.WORD:
            steps.append((field.name, kinds, required))
    return tuple(steps)


def classes_in(hint: Any) -> list[type]:
    """The document classes within a type: of X | None, tuple[X, ...] and X itself."""
    if is_dataclass(hint) and isinstance(hint, type):
        return [hint]
    return [one for part in get_args(hint) for one in classes_in(part)]


def holds_text(hint: Any) -> bool:
    """Whether a field of this type holds text itself, not only in the values it consists of."""
    if hint is str or hint is Any:
        return True
    composed = get_origin(hint) in (Union, UnionType, tuple, list, dict, frozenset, set)
    return composed and any(holds_text(part) for part in get_args(hint))
