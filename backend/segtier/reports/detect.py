"""What kind of document a text is. Kinds Segtier reads have a reader; the others are refused by their name.

A new kind is one more entry of `SIGNATURES` (or, for rows, of `exported_rows.text_kind`) and one case in `tests/cases/reports`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.reports.exported_rows import text_kind
from segtier.reports.tables.json_rows import json_start

_LOOK_AT = 60_000
_TITLE_AT = 8_192
_TAGS = re.compile(r"<[^<>]*>")
_UNSHOWN = re.compile(r"<(style|script)|</(style|script)>", re.IGNORECASE)
_HTML = re.compile(r"<\s*(?:html|table|body|h1|head|!doctype)\b", re.IGNORECASE)
_AWR_INSTEAD = "Upload the AWR report of the same period (awrrpt.sql, HTML)."
_ADVICE = (
    "Segtier takes AWR reports (awrrpt.sql, awrgrpt.sql, awrddrpt.sql), Statspack reports, exports of"
    " v$segment_statistics, dba_hist_seg_stat and dba_segments (CSV, spool, JSON, XML, XLSX), archives of all these,"
    " and workload or inventory documents in JSON."
)


@dataclass(frozen=True, slots=True)
class Signature:
    """How a kind shows: words in its first screen, as HTML or as text. `refusal` says why it is not read."""

    kind: str
    pattern: re.Pattern[str]
    html: bool | None = None
    """True: only as HTML, False: only as text, None: both."""
    refusal: str | None = None
    advice: str = _AWR_INSTEAD


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)


_COMPARED = _words(r"(?:AWR|WORKLOAD REPOSITORY) COMPARE PERIOD|AWR Compare Period Report")
_WHOLE_RAC = _words(r"WORKLOAD REPOSITORY REPORT \(RAC\)|AWR RAC Report for")

SIGNATURES: tuple[Signature, ...] = (
    Signature(
        "bundle-manifest",
        re.compile(r'\A\ufeff?"?item"?,"?value"?,"?rows"?,"?sha256"?'),
        html=False,
        refusal="the manifest of a collector bundle, not the bundle",
        advice="Upload the archive the collector's wrapper made, or a zip of the whole folder.",
    ),
    Signature(
        "mhtml",
        _words(r"MIME-Version: 1\.0\b|Content-Transfer-Encoding: quoted-printable"),
        refusal="a web archive (MHTML, one file with everything in it)",
        advice="Save the page as 'Web page, HTML only' and upload that, or the file awrrpt.sql wrote.",
    ),
    Signature(
        "awr-rac-diff",
        _words(r"(?:WORKLOAD REPOSITORY )?COMPARE PERIOD REPORT \(RAC\)|AWR (?:RAC|Global) Compare Period"),
        refusal="an AWR compare-period report of a whole RAC database",
        advice="Upload the two AWR reports it compares (awrgrpt.sql, HTML).",
    ),
    Signature("awr-diff-html", _COMPARED, html=True),
    Signature("awr-diff-text", _COMPARED, html=False),
    Signature("awr-rac-html", _WHOLE_RAC, html=True),
    Signature("awr-rac-text", _WHOLE_RAC, html=False),
    Signature("ash", _words(r"\bASH Report\b"), refusal="an ASH report"),
    Signature("statspack", _words(r"STATSPACK report for"), html=False),
    Signature(
        "statspack-html",
        _words(r"STATSPACK report for"),
        html=True,
        refusal="a Statspack report turned into a web page",
        advice="Upload the text file spreport.sql wrote.",
    ),
    Signature("addm", _words(r"ADDM Report for Task|ADDM report for this analysis"), refusal="an ADDM report"),
    Signature("awr-miner", re.compile(r"~~BEGIN-OS-INFORMATION~~"), html=False),
    Signature(
        "awr-sql",
        _words(r"WORKLOAD REPOSITORY SQL Report|AWR SQL Report"),
        refusal="an AWR report of one SQL statement",
    ),
    Signature("awr-html", _words(r"WORKLOAD REPOSITORY (?:PDB )?report|AWR Report for DB:"), html=True),
    Signature(
        "awr-text",
        _words(r"WORKLOAD REPOSITORY (?:PDB )?report"),
        html=False,
    ),
    Signature("sql-monitor", _words(r"SQL Monitoring Report"), refusal="a SQL Monitor report"),
    Signature("compare-addm", _words(r"Compare Period ADDM|ADDM Compare Report"), refusal="an ADDM compare report"),
    Signature("performance-hub", _words(r"Performance Hub\b"), True, "a Performance Hub report"),
    Signature("sqlt", _words(r"SQLT (?:XTRACT|XECUTE|XPLAIN)|SQL Tuning Health-Check"), refusal="a SQLT report"),
    Signature("rda", _words(r"Remote Diagnostic Agent"), refusal="a Remote Diagnostic Agent report"),
    Signature("tkprof", _words(r"TKPROF: Release"), False, "a TKPROF report"),
    Signature("trace", _words(r"Trace file /|PARSING IN CURSOR #"), False, "a trace file"),
    Signature(
        "data-pump-log", _words(r"(?:Export|Import): Release \d|Starting .{1,60}SYS_EXPORT_"), False, "a Data Pump log"
    ),
    Signature(
        "alert-log",
        _words(r"Starting ORACLE instance|Completed: ALTER DATABASE|Thread \d+ advanced to log sequence"),
        False,
        "an alert log",
    ),
)


def _any_of(is_html: bool) -> re.Pattern[str]:
    """One pattern for all signatures of a form: it ends at the first that shows, in their order where two show at once."""
    return re.compile(
        "|".join(
            f"(?P<s{order}>(?i:{signature.pattern.pattern}))"
            for order, signature in enumerate(SIGNATURES)
            if signature.html in (None, is_html)
        )
    )


_IN_HTML, _IN_TEXT = _any_of(True), _any_of(False)
_BARE_COMPARED = _words(r"Snapshot Set DB Name DB Id")
_BARE_RAC = _words(r"Database Instances Included In Report")
_BARE_COPY = _words(r"(DB Name)|(DB Id)|(Snap Id)")
"""Headings of the front tables, for reports whose title a browser's copy has lost."""
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
        if first.refusal is not None:
            raise UnsupportedDocument(f"this is {first.refusal}", advice=first.advice)
        return first.kind
    rows = text_kind(text)
    if rows is not None and (rows == "xml" or not is_html):
        return rows
    if is_html:
        return _other_html(screen)
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


def _first_match(screen: str, is_html: bool) -> Signature | None:
    """The signature that shows first: an AWR report may quote "ASH Report" further down."""
    match = (_IN_HTML if is_html else _IN_TEXT).search(screen)
    return SIGNATURES[int((match.lastgroup or "")[1:])] if match is not None else None


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
    return " ".join(first.split())[:80]
