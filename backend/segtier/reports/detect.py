"""What kind of document a text is: one of `kinds.KINDS`, or rows that a client exported."""

from __future__ import annotations

import re
from functools import cache

from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.reports.kinds import KINDS, Refused, Report
from segtier.reports.lost_columns import without_columns
from segtier.reports.tables.json_rows import json_start
from segtier.reports.tables.pasted import is_headed, is_pasted

_LOOK_AT = 60_000
_TITLE_AT = 8_192
_TAGS = re.compile(r"<[^<>]*>")
_UNSHOWN = re.compile(r"<(style|script)|</(style|script)>", re.IGNORECASE)
_HTML = re.compile(r"<\s*(?:html|table|body|h1|head|!doctype)\b", re.IGNORECASE)
_ADVICE = (
    "Segtier takes AWR reports (awrrpt.sql, awrgrpt.sql, awrddrpt.sql), Statspack reports, exports of"
    " v$segment_statistics, dba_hist_seg_stat and dba_segments (CSV, spool, JSON, XML, XLSX), AWR dumps (awrextr.sql),"
    " archives of all these, pasted tables of top events, two looks at v$sysstat or v$system_event, and workload or inventory"
    " documents in JSON."
)


@cache
def any_of(is_html: bool) -> re.Pattern[str]:
    """One pattern for all kinds of a form: it ends at the first that shows, in their order where two show at once."""
    return re.compile(
        "|".join(
            f"(?P<s{order}>(?i:{kind.pattern}))"
            for order, kind in enumerate(KINDS)
            if kind.pattern is not None and kind.html in (None, is_html)
        )
    )


_BARE_COMPARED = re.compile(r"Snapshot\s+Set\s+DB\s+Name\s+DB\s+Id", re.IGNORECASE)
_BARE_RAC = re.compile(r"Database\s+Instances\s+Included\s+In\s+Report", re.IGNORECASE)
_BARE_COPY = re.compile(r"(DB\s+Name)|(DB\s+Id)|(Snap\s+Id)", re.IGNORECASE)
"""Headings of the front tables, for reports whose title a browser's copy has lost."""
_COUNTERS = re.compile(
    r"^[ >`|\"']*(?:STATISTIC#|INST_ID|SNAP_TIME|(?:STAT_|STATISTIC_)?NAME|STATISTIC|EVENT)\b",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that may be the column names of Oracle's counters."""
_NAME_TO_ID, _ID_TO_SNAP = 400, 4_000
"""Characters between them at most."""


def recognise(text: str) -> str:
    """The kind of a readable document: awr-html, csv, spool, xml, json ...

    Raises UnsupportedDocument for a kind known by name, and for anything else with a look at its first line.
    """
    if json_start(text) is not None:
        return "json"
    head = text[:_LOOK_AT]
    is_html = _HTML.search(head) is not None
    title = _first_match(_shown(_title_of(head)), is_html) if is_html else None
    screen = _shown(head) if is_html and title is None else head
    first = title or _first_match(screen, is_html)
    if first is not None:
        if isinstance(first, Refused):
            raise UnsupportedDocument(f"this is {first.what}", advice=first.advice)
        return first.kind if is_html else without_columns(first.kind, head)
    from segtier.reports.exported_rows import text_kind

    if not is_html and _COUNTERS.search(head) is not None:
        from segtier.reports.pasted_counters import is_counters

        if is_counters(head):
            return "pasted-counters"
    if not is_html and is_headed(head) and is_pasted(head):
        return "pasted-events"
    rows = text_kind(text)
    if rows is not None and (rows == "xml" or not is_html):
        return rows
    if is_html:
        return _other_html(screen)
    if is_pasted(head):
        return "pasted-events"
    raise UnreadableInput(
        "this is no document Segtier knows", code="unknown-document", advice=_ADVICE, line=1, excerpt=_excerpt(text)
    )


def _title_of(head: str) -> str:
    """The first screen of a page, where its title stands: cut behind a tag, outside style sheets and scripts."""
    title = head[: head.rfind(">", 0, _TITLE_AT) + 1]
    lowered = title.lower()
    closed = all(lowered.rfind(f"</{tag}>") >= lowered.rfind(f"<{tag}") for tag in ("style", "script"))
    return title if closed else ""


def _shown(page: str) -> str:
    """What a page shows: without style sheets, scripts and tags."""
    shown, at, opened = [], 0, None
    for tag in _UNSHOWN.finditer(page):
        if opened is None and tag[1]:
            opened = tag
        elif opened is not None and tag[2] and tag[2].lower() == opened[1].lower():
            shown.append(page[at : opened.start()])
            at, opened = tag.end(), None
    return _TAGS.sub(" ", " ".join([*shown, page[at:]]))


def _first_match(screen: str, is_html: bool) -> Report | Refused | None:
    """The kind that shows first: an AWR report may quote "ASH Report" further down."""
    match = any_of(is_html).search(screen)
    return KINDS[int((match.lastgroup or "")[1:])] if match is not None else None


def _other_html(screen: str) -> str:
    if _BARE_COMPARED.search(screen):
        return "awr-diff-html"
    if _BARE_RAC.search(screen):
        return "awr-rac-html"
    if _is_bare_copy(screen):
        return "awr-html"
    raise UnreadableInput(
        "this is a web page, but not an AWR report",
        code="unknown-document",
        line=1,
        advice=_ADVICE,
        excerpt=_excerpt(screen),
    )


def _is_bare_copy(screen: str) -> bool:
    """DB Name, soon DB Id, before long Snap Id."""
    name_at = id_at = -_LOOK_AT
    for match in _BARE_COPY.finditer(screen):
        if match[1]:
            name_at = match.end()
        elif match[2] and match.start() - name_at <= _NAME_TO_ID:
            id_at = match.end()
        elif match[3] and match.start() - id_at <= _ID_TO_SNAP:
            return True
    return False


def _excerpt(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(first.split())[:80])
