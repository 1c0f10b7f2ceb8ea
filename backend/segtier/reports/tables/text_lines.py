"""Lines of a plain-text report, and what each of them is: a title, a remark, a dash ruler, a row."""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import lru_cache

from segtier.dataclass import dataclass

_BREAKS = re.compile(r"\r{0,9}\n|\r")
_FORM_FEEDS = "\f\v"
_TITLE = re.compile(
    r"(\S.{0,150}?)\s{0,80}+(?=[DFf])"
    r"(?:(?:\bFirst\s{1,9})?DB/Inst:|(?:\bfor\s{1,9})?\bDB:\s{1,9}\S{1,30}\s{1,9}(?:Instance|Snaps):)"
)
_REPORT = re.compile(r"\s{0,80}((?:WORKLOAD REPOSITORY|STATSPACK)\s.{0,200}?report\b.*)", re.IGNORECASE)
_REMARK = re.compile(r"\s{0,3}->\s*")
_MORE_REMARK = re.compile(r"\s{2,4}\S")
_DASHES = re.compile(r"-+")
_RULES = " ~-"
MOST_COLUMNS = 200
LONGEST_ROW = 2_000
"""Characters; no report prints wider tables."""
_UNDERLINE = re.compile(r"\s{0,2}(~{3,})")
_SPANNER = re.compile(r"(?<!-)-{2,}+ {1,40}[^- ][^-]{0,80} -{2,}")
_END = re.compile(r"\s{0,80}End of Report\b", re.IGNORECASE)
_PDB = re.compile(r"\s{2,80}PDB:\s{1,80}(\S.*)")
NO_DATA = "No data exists for this section"


class Kind(Enum):
    BLANK = auto()
    REPORT = auto()
    """The report's own title."""
    TITLE = auto()
    """A section's title with the database, instance and snapshots behind it; again at the top of every page."""
    REMARK = auto()
    UNDERLINE = auto()
    """Tildes under a title of the front page; column headings or a ruler may follow on the same line."""
    RULER = auto()
    PDB = auto()
    """The third line of a row in a container database."""
    END = auto()
    TEXT = auto()


@dataclass(slots=True, eq=False)
class Line:
    """One line: tabs written out, form feeds and trailing blanks removed."""

    number: int
    """Counts the lines of the file from 1."""
    text: str
    kind: Kind
    shift: int = 0
    """Characters (form feeds) removed in front."""


def lines_of(text: str) -> list[Line]:
    """Every line of a report with its kind; the words SQL*Plus prints at its own page breaks are left out."""
    lines: list[Line] = []
    signs = [one for one in _KINDS if one[1].split()[0] in text]
    for number, raw in enumerate(_split(text.replace("\xa0", " ")), start=1):
        bare = raw.lstrip(_FORM_FEEDS)
        clean = (bare.expandtabs(8) if "\t" in bare else bare).rstrip()
        kind = _kind(clean, signs) if clean else _BLANK
        if kind is _TEXT:
            if clean == "OUTPUT":
                _drop_page_break(lines)
                continue
            if lines and lines[-1].kind is _REMARKED and _MORE_REMARK.match(clean):
                kind = _REMARKED
        lines.append(Line(number, clean, kind, len(raw) - len(bare)))
    return lines


def _split(text: str) -> list[str]:
    plain = text.replace("\r\n", "\n")
    return _BREAKS.split(text) if "\r" in plain else plain.split("\n")


def line_starts(text: str) -> list[int]:
    """Where each line begins, as `lines_of` counts them."""
    return [0, *(match.end() for match in _BREAKS.finditer(text))]


def _drop_page_break(lines: list[Line]) -> None:
    """`select * from table(dbms_workload_repository.awr_report_text(...))` prints a blank line and OUTPUT per page."""
    if lines and lines[-1].kind is _BLANK:
        lines.pop()


def _kind(text: str, signs: list[_Sign]) -> Kind:
    if "-" in text:
        if not text.strip(_RULES):
            return _kind_of_dashes(text)
        if "->" in text and _REMARK.match(text):
            return _REMARKED
    for kind, sign, pattern in signs:
        if sign in text and pattern.match(text):
            return kind
    return _TEXT


def _kind_of_dashes(text: str) -> Kind:
    if text.count(" -") >= MOST_COLUMNS:
        return _TEXT
    return Kind.UNDERLINE if _UNDERLINE.match(text) else Kind.RULER


_BLANK, _TEXT, _REMARKED = Kind.BLANK, Kind.TEXT, Kind.REMARK
"""Looked up once: most lines are of these."""
_Sign = tuple[Kind, str, re.Pattern[str]]
_KINDS = (
    (Kind.UNDERLINE, "~~~", _UNDERLINE),
    (Kind.TITLE, "DB", _TITLE),
    (Kind.REPORT, "WORKLOAD REPOSITORY", _REPORT),
    (Kind.REPORT, "STATSPACK", _REPORT),
    (Kind.END, "End of Report", _END),
    (Kind.PDB, "PDB:", _PDB),
)
"""Kinds with letters every such line holds: most lines are told by a look for those."""


def title_of(text: str) -> str:
    """`Foreground Wait Events   DB/Inst: X/y  Snaps: 1-2` -> `Foreground Wait Events`."""
    match = _TITLE.match(text)
    return " ".join((match[1] if match else text).split())


def remark_of(text: str) -> str:
    return _REMARK.sub("", text, count=1).strip()


def pdb_of(text: str) -> str:
    match = _PDB.match(text)
    return match[1].strip() if match else ""


def underlined(text: str) -> int:
    """How far a line of tildes underlines the line above."""
    match = _UNDERLINE.match(text)
    return match.end() if match else 0


@lru_cache(maxsize=256)
def spans_of(ruler: str) -> tuple[tuple[int, int], ...]:
    """First column and end of every run of dashes. Each page of a section has the same."""
    return tuple(match.span() for match in _DASHES.finditer(ruler))


def without_spanner(text: str) -> str:
    """A heading line without a heading over several columns (`---- % of Waits ----`)."""
    if len(text) > LONGEST_ROW:
        return ""
    return text if "-- " not in text else _SPANNER.sub(lambda match: " " * len(match[0]), text)
