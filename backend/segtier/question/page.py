"""The table as the page is built with it: `make openapi` writes it beside the types of the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from segtier.question.row import GROUPS, REQUIRED, Form, Row
from segtier.question.take import EMPTY, SHOWN, WORDS, takes


def page_of(rows: Sequence[Row], renting: Sequence[Row] = ()) -> dict[str, Any]:
    """Fields in their order, groups in theirs, what is asked beside them where volumes are rented, and what is said of a value
    that is not taken.
    """
    return {
        "groups": [{"name": name, "label": label} for name, label in GROUPS.items()],
        "fields": [_field(row) for row in rows if "page" not in row.absent],
        "renting": [_field(row) for row in renting if "page" not in row.absent],
        "words": {**WORDS, "empty": EMPTY, "shown": SHOWN},
    }


def _field(row: Row) -> dict[str, Any]:
    limits = {"least": row.least, "most": row.most, "above": row.above, "below": row.below, "longest": row.longest}
    return {
        "name": row.rest,
        "kind": row.kind,
        "many": row.many,
        "times": row.times,
        "required": row.required,
        "default": None if row.default is REQUIRED else row.default,
        "label": row.label,
        "help": row.help,
        "group": row.group,
        "takes": takes(row),
        **limits,
        "choices": [{"value": value, "label": label} for value, label in row.choices.items()],
        "form": None if row.form is None else _form(row.form),
        "parts": [_field(part) for part in row.parts],
    }


def _form(form: Form) -> dict[str, Any]:
    pattern = None if form.pattern is None else form.pattern.replace("(?P<", "(?<")
    return {"pattern": pattern, "wrong": form.wrong, "advice": form.advice, "example": form.example}
