"""The kinds of report, one row each: how it shows, who reads it, how it is taken apart and which sections it may hold.

A new kind is one more row here and one case in `tests/cases/reports/kinds.yaml`; what Segtier knows and does not take is a row
of `Refused`. Of two kinds that show at the same place the upper row counts. Rows that a client exported are no reports: their
formats are in `exported_rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from segtier.dataclass import dataclass
from segtier.model.document_kind import DocumentKind
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Source, Workload

if TYPE_CHECKING:
    from segtier.reports.sections.mechanism import Section
    from segtier.reports.tables.raw import Page

Document = Workload | Inventory | Pair
_AWR_INSTEAD = "Upload the AWR report of the same period (awrrpt.sql, HTML)."


class Reader(NamedTuple):
    """How a kind is read."""

    read: Callable[[str, Source], Document]
    page: Callable[[str], Page]
    """Takes it apart into tables, as `read` does."""
    sections: Sequence[Section[Any]]
    """All that `read` may name in its evidence."""


@dataclass(frozen=True, slots=True)
class Report:
    """A kind that is read. `html`: True only as HTML, False only as text."""

    kind: DocumentKind
    pattern: str | None
    """Words in its first screen, in whatever case; None where its columns tell it (`pasted_counters.is_counters`)."""
    html: bool
    reader: Callable[[], Reader]
    """Imported when a file is of that kind."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A kind that is known and not read; `html` None: as HTML and as text."""

    what: str
    pattern: str
    html: bool | None = None
    advice: str = _AWR_INSTEAD


def _words(pattern: str) -> str:
    return pattern.replace(" ", r"\s+")


def _compare_html() -> Reader:
    from segtier.reports.compare_periods import SECTIONS, read_comparison
    from segtier.reports.tables.html import read_grouped_page

    return Reader(read_comparison, read_grouped_page, SECTIONS)


def _compare_text() -> Reader:
    from segtier.reports.compare_periods import SECTIONS
    from segtier.reports.compare_text import read_compare_text
    from segtier.reports.tables.text_grouped import read_grouped_text_page

    return Reader(read_compare_text, read_grouped_text_page, SECTIONS)


def _rac_html() -> Reader:
    from segtier.reports.rac_global import SECTIONS, read_rac_global
    from segtier.reports.tables.html import read_grouped_page

    return Reader(read_rac_global, read_grouped_page, SECTIONS)


def _rac_text() -> Reader:
    from segtier.reports.rac_global import SECTIONS
    from segtier.reports.rac_text import read_rac_text
    from segtier.reports.tables.text_grouped import read_grouped_text_page

    return Reader(read_rac_text, read_grouped_text_page, SECTIONS)


def _statspack() -> Reader:
    from segtier.reports.statspack import SECTIONS, read_statspack
    from segtier.reports.tables.text import read_text_page

    return Reader(read_statspack, read_text_page, SECTIONS)


def _miner() -> Reader:
    from segtier.reports.awr_miner import SECTIONS, read_miner
    from segtier.reports.tables.blocks import read_blocks

    return Reader(read_miner, read_blocks, SECTIONS)


def _pasted() -> Reader:
    from segtier.reports.pasted_events import SECTIONS, read_pasted
    from segtier.reports.tables.pasted import read_pasted_page

    return Reader(read_pasted, read_pasted_page, SECTIONS)


def _counters() -> Reader:
    from segtier.reports.pasted_counters import SECTIONS, read_counters_page, read_pasted_counters

    return Reader(read_pasted_counters, read_counters_page, SECTIONS)


def _awr_html() -> Reader:
    from segtier.reports.awr import EVERY_SECTION, read_awr
    from segtier.reports.tables.html import read_page

    return Reader(read_awr, read_page, EVERY_SECTION)


def _awr_text() -> Reader:
    from segtier.reports.awr import EVERY_SECTION
    from segtier.reports.awr_text import read_awr_text
    from segtier.reports.tables.text import read_text_page

    return Reader(read_awr_text, read_text_page, EVERY_SECTION)


PASTED = _words(r"Top \d{1,2} (?:Timed|Wait|Foreground|User|Timed Foreground) Events\b") + (
    r"|(?m:^[>|`\s]{0,20}Event[|\s]{1,80}Waits[|\s]{1,80}(?:Total Wait )?Time\b)"
)
"""A table that was pasted without its report: its title, or its column names."""
_COMPARED = _words(r"(?:AWR|WORKLOAD REPOSITORY) COMPARE PERIOD|AWR Compare Period Report")
_WHOLE_RAC = _words(r"WORKLOAD REPOSITORY REPORT \(RAC\)|AWR RAC Report for")

KINDS: tuple[Report | Refused, ...] = (
    Refused(
        "the manifest of a collector bundle, not the bundle",
        r'\A\ufeff?"?item"?,"?value"?,"?rows"?,"?sha256"?',
        html=False,
        advice="Upload the archive the collector's wrapper made, or a zip of the whole folder.",
    ),
    Refused(
        "a file of the Google Cloud database assessment (opdb__...)",
        r'\A\ufeff?\s{0,8}"?(?:PKEY|DMA_SOURCE_ID)\b',
        html=False,
    ),
    Refused(
        "a web archive (MHTML, one file with everything in it)",
        _words(r"MIME-Version: 1\.0\b|Content-Transfer-Encoding: quoted-printable"),
        advice="Save the page as 'Web page, HTML only' and upload that, or the file awrrpt.sql wrote.",
    ),
    Refused(
        "an AWR compare-period report of a whole RAC database",
        _words(r"(?:WORKLOAD REPOSITORY )?COMPARE PERIOD REPORT \(RAC\)|AWR (?:RAC|Global) Compare Period"),
        advice="Upload the two AWR reports it compares (awrgrpt.sql, HTML).",
    ),
    Report("awr-diff-html", _COMPARED, html=True, reader=_compare_html),
    Report("awr-diff-text", _COMPARED, html=False, reader=_compare_text),
    Report("awr-rac-html", _WHOLE_RAC, html=True, reader=_rac_html),
    Report("awr-rac-text", _WHOLE_RAC, html=False, reader=_rac_text),
    Refused("an ASH report", _words(r"\bASH Report\b")),
    Report("statspack", _words(r"STATSPACK report for"), html=False, reader=_statspack),
    Refused(
        "a Statspack report turned into a web page",
        _words(r"STATSPACK report for"),
        html=True,
        advice="Upload the text file spreport.sql wrote.",
    ),
    Refused(
        "an ADDM report", _words(r"ADDM Report for Task|ADDM report for this analysis") + r"|\A\s{0,40}ADDM\s+Report\b"
    ),
    Report("awr-miner", r"~~BEGIN-OS-INFORMATION~~", html=False, reader=_miner),
    Refused("an AWR report of one SQL statement", _words(r"WORKLOAD REPOSITORY SQL Report|AWR SQL Report")),
    Report("awr-html", _words(r"WORKLOAD REPOSITORY (?:PDB )?report|AWR Report for DB:"), html=True, reader=_awr_html),
    Report("awr-text", _words(r"WORKLOAD REPOSITORY (?:PDB )?report"), html=False, reader=_awr_text),
    Refused("a SQL Monitor report", _words(r"SQL Monitoring Report")),
    Refused("an ADDM compare report", _words(r"Compare Period ADDM|ADDM Compare Report")),
    Refused("a Performance Hub report", _words(r"Performance Hub\b"), html=True),
    Refused("a page of eDB360 or SQLd360", _words(r"\b(?:eDB360|SQLd360|SQLdb360)\b"), html=True),
    Refused("a SQLT report", _words(r"SQLT (?:XTRACT|XECUTE|XPLAIN)|SQL Tuning Health-Check")),
    Refused("a Remote Diagnostic Agent report", _words(r"Remote Diagnostic Agent")),
    Refused("a TKPROF report", _words(r"TKPROF: Release"), html=False),
    Refused("a trace file", _words(r"Trace file /|PARSING IN CURSOR #"), html=False),
    Refused("a Data Pump log", _words(r"(?:Export|Import): Release \d|Starting .{1,60}SYS_EXPORT_"), html=False),
    Refused(
        "an alert log",
        _words(r"Starting ORACLE instance|Completed: ALTER DATABASE|Thread \d+ advanced to log sequence"),
        html=False,
    ),
    Report("pasted-events", PASTED, html=False, reader=_pasted),
    Report("pasted-counters", None, html=False, reader=_counters),
)
REPORTS: dict[str, Report] = {one.kind: one for one in KINDS if isinstance(one, Report)}
