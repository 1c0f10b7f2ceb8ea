"""Whether a report in text still has its columns: chats and mails collapse the blanks that part them, or break its lines.

Dashes say where a column begins and ends. Where the blanks are gone a figure may stand under another's heading, so nothing is
read by them. Of collapsed lines a table of top events can be told apart by its words (`tables/pasted.py`).
"""

from __future__ import annotations

import re
from operator import and_

from segtier.errors import UnreadableInput
from segtier.model.document_kind import DocumentKind
from segtier.reports.tables.pasted import is_pasted

_ONE_PERIOD: frozenset[DocumentKind] = frozenset({"awr-text", "statspack"})
_RULED: frozenset[DocumentKind] = _ONE_PERIOD | {"awr-rac-text", "awr-diff-text"}
_GAP = re.compile(r"\S[ \u00a0]{2,}\S")
_FEWEST_LINES = 30
"""A shorter text may have none by chance."""
_FEWEST_BROKEN = 3
"""Dashes under dashes: Oracle itself prints them once in a report at most."""
_UPLOAD = "Upload the file itself, as awrrpt.sql or spreport.sql wrote it; a mail takes it as an attachment."


def without_columns(kind: DocumentKind, head: str) -> DocumentKind:
    """The kind to read a report in text as: its own, or pasted events.

    Raises UnreadableInput where the columns are lost and no table of events can be told apart.
    """
    if kind not in _RULED:
        return kind
    if _GAP.search(head) is None and sum(map(bool, map(str.strip, head.split("\n")))) >= _FEWEST_LINES:
        if kind in _ONE_PERIOD and is_pasted(head):
            return "pasted-events"
        raise _lost("the blanks that part its columns are gone")
    ruled = [line.strip("\r -") == "" and "---" in line for line in head.split("\n")]
    if sum(map(and_, ruled, ruled[1:])) >= _FEWEST_BROKEN:
        raise _lost("its lines are broken where a mail or a window ended")
    return kind


def _lost(why: str) -> UnreadableInput:
    return UnreadableInput(
        f"the report was re-typed on its way: {why}, so no figure can be told by its column",
        code="columns-lost",
        advice=_UPLOAD,
        line=1,
    )
