"""A problem as one JSON line: what commands print on stderr for every input they could not take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from segtier.analysis.input_warnings import BROKEN_OFF, READ_IN_PART
from segtier.cli.support.spelled import advice_of, message_of
from segtier.documents import encode
from segtier.errors import SegtierError, UnreadableInput
from segtier.model.evidence import Warn

NO_PARTS: Mapping[str, str] = {}
_FETCH_AGAIN = "Fetch the report again, or copy the whole file; what stood before the break is used."
_COPY_AGAIN = "Copy the dump again in binary mode, whole, or extract it again. Segtier uses what it could read."


def problem_line(file: str | None, fault: SegtierError) -> str:
    """{"file", "section", "line", "column", "code", "message", "advice", "excerpt"}; unknown parts are null."""
    place: dict[str, Any] = {"file": file, "section": None, "line": None, "column": None}
    if isinstance(fault, UnreadableInput):
        place |= {"section": fault.section, "line": fault.line, "column": fault.column}
    excerpt = getattr(fault, "excerpt", None)
    return encode(
        place | {"code": fault.code, "message": message_of(fault), "advice": advice_of(fault), "excerpt": excerpt}
    ).decode()


def in_part_line(file: str | None, warnings: Iterable[Warn], parts: Mapping[str, str] = NO_PARTS) -> str | None:
    """The problem of a file that ends before its report does, or of a dump of which not all could be read, though the rest is
    used: the first thing said of it. None where it is whole. `parts`: `InputFile.parts_shown`.
    """
    for warn in warnings:
        if warn.code in READ_IN_PART:
            advice = _FETCH_AGAIN if warn.code == BROKEN_OFF else _COPY_AGAIN
            name = parts.get(warn.section or "", file)
            return problem_line(name, UnreadableInput(warn.message, code=warn.code, advice=advice))
    return None
