"""A file and an evidence into a page: the report as it was uploaded, the row marked, nothing in it that acts."""

from __future__ import annotations

import io

from segtier.model.evidence import Evidence
from segtier.reports.archive_kind import archive_kind
from segtier.reports.bundle import PackedFiles, locate_in_bundle, open_in_bundle
from segtier.reports.detect import recognise
from segtier.reports.kinds import REPORTS, Report
from segtier.reports.locate import locate, locate_in_page
from segtier.reports.repair import repair
from segtier.reports.shown.frame import framed
from segtier.reports.shown.html_report import marked_report
from segtier.reports.shown.lines import marked_lines, marked_text
from segtier.reports.shown.sheet import marked_sheet
from segtier.reports.shown.statements import without_statements
from segtier.reports.source import decode_text
from segtier.reports.tables.workbook import is_workbook


def show_place(data: bytes, evidence: Evidence, field: str | None = None) -> str:
    """A page of the file around the row an evidence names; of statements the text is left out.

    Raises NotFound where the file has no such row.
    """
    if is_workbook(data):
        body, part = marked_sheet(data, locate(data, evidence, field))
    elif archive_kind(io.BytesIO(data)) is not None:
        body, part = _of_bundle(data, evidence, field)
    else:
        text = repair(decode_text(data)[0]).text
        kind = REPORTS.get(recognise(text))
        if kind is None:
            body, part = marked_text(text, locate(data, evidence, field))
        else:
            body, part = (marked_report if kind.html else _of_text_report)(kind, text, evidence, field)
    return framed(evidence.section, body, part)


def _of_text_report(kind: Report, text: str, evidence: Evidence, field: str | None) -> tuple[str, str]:
    page = kind.reader().page(text)
    place = locate_in_page(kind, page, text, evidence, field)
    return marked_text(without_statements(text, page), place)


def _of_bundle(data: bytes, evidence: Evidence, field: str | None) -> tuple[str, str]:
    place = locate_in_bundle(PackedFiles(io.BytesIO(data)), evidence, field)
    with open_in_bundle(PackedFiles(io.BytesIO(data)), evidence.section) as (lines, _):
        return marked_lines(lines, place)
