"""A problem as one JSON line: what commands print on stderr for every input they could not take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from segtier.analysis.input_warnings import BROKEN_OFF
from segtier.cli.support.spelled import advice_of, message_of
from segtier.documents import encode
from segtier.errors import SegtierError, UnreadableInput
from segtier.model.evidence import Warn

BROKEN = 1
"""Exit code of `segtier check` where a rule of the policy fails; it goes before SOME_UNREADABLE."""
SOME_UNREADABLE = 3
"""Exit code where some inputs could not be read to their end and the rest is used: of every command that reads files."""
REFUSED = 5
"""Exit code where what was asked is refused, or cannot be."""
_FETCH_AGAIN = "Fetch the report again, or copy the whole file; what stood before the break is used."


def problem_line(file: str | None, fault: SegtierError) -> str:
    """{"file", "section", "line", "column", "code", "message", "advice", "excerpt"}; unknown parts are null."""
    place: dict[str, Any] = {"file": file, "section": None, "line": None, "column": None}
    if isinstance(fault, UnreadableInput):
        place |= {"section": fault.section, "line": fault.line, "column": fault.column}
    excerpt = getattr(fault, "excerpt", None)
    return encode(
        place | {"code": fault.code, "message": message_of(fault), "advice": advice_of(fault), "excerpt": excerpt}
    ).decode()


def broken_off_line(file: str | None, warnings: Iterable[Warn]) -> str | None:
    """The problem of a file that ends before its report does, though the rest of it is used; None where it is whole."""
    for warn in warnings:
        if warn.code == BROKEN_OFF:
            return problem_line(file, UnreadableInput(warn.message, code=BROKEN_OFF, advice=_FETCH_AGAIN))
    return None
