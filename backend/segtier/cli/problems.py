"""A problem as one JSON line: what commands print on stderr for every input they could not take."""

from __future__ import annotations

from typing import Any

from segtier.documents import encode
from segtier.errors import SegtierError, UnreadableInput


def problem_line(file: str | None, fault: SegtierError) -> str:
    """{"file", "section", "line", "column", "code", "message", "advice", "excerpt"}; unknown parts are null."""
    place: dict[str, Any] = {"file": file, "section": None, "line": None, "column": None}
    if isinstance(fault, UnreadableInput):
        place |= {"section": fault.section, "line": fault.line, "column": fault.column}
    excerpt = getattr(fault, "excerpt", None)
    return encode(
        place | {"code": fault.code, "message": fault.message, "advice": fault.advice, "excerpt": excerpt}
    ).decode()
