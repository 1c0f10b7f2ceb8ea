"""A question as plain values, to keep and to show: only what was stated, so that a new field changes no old question."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import msgspec

from segtier.digest import digest_of
from segtier.errors import Refused
from segtier.model.device import StorageToday
from segtier.model.scenario import Typed
from segtier.question.parts import part_text
from segtier.question.storage import storage_text
from segtier.question.table import Question
from segtier.typed import converted

_NOTHING = Question()
_NAMES = tuple(field.name for field in fields(Question))


def stated(question: Question) -> dict[str, Any]:
    """The fields that are not as they are where nobody says anything, as JSON takes them."""
    given = {name: getattr(question, name) for name in _NAMES}
    return {name: msgspec.to_builtins(value) for name, value in given.items() if value != getattr(_NOTHING, name)}


def question_of(kept: dict[str, Any]) -> Question:
    """The question again. Raises Refused where this version cannot ask the same: it leaves nothing out."""
    try:
        if unknown := kept.keys() - set(_NAMES):
            raise msgspec.ValidationError(f"`{min(unknown)}` is not known")
        return converted(kept, Question)
    except msgspec.ValidationError as fault:
        raise Refused(
            f"another version of Segtier saved this question, and this version cannot ask the same: {fault}",
            code="question-of-another-version",
            advice="Ask with that version, or state the question again.",
        ) from fault


def digest(question: Question) -> str:
    """SHA-256 of what was stated."""
    return digest_of(stated(question))


def typed(value: Any) -> Typed:
    """The value of a field as it is typed: lists of names as they are, what has parts as JSON."""
    if isinstance(value, StorageToday):
        return storage_text(value)
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple):
        return tuple(one if isinstance(one, str | int) else part_text(one) for one in value)
    return json.dumps(msgspec.to_builtins(value))
