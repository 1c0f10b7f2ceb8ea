"""One way in for every document: recognise the kind, hand the text to its reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from segtier.model.evidence import Warn
from segtier.model.pair import Pair
from segtier.model.workload import Source
from segtier.reports.busier_period import with_busier_said
from segtier.reports.detect import recognise
from segtier.reports.exported_rows import read_text_rows, read_workbook
from segtier.reports.extent import refuse_vast
from segtier.reports.json_document import read_json
from segtier.reports.kinds import REPORTS, Document
from segtier.reports.repair import repair
from segtier.reports.source import decode_text, describe
from segtier.reports.tables.workbook import is_workbook

__all__ = ["Document", "read_document", "warnings_of"]

_ROWS: dict[str, Callable[[str, Source], Document]] = {
    "csv": partial(read_text_rows, "csv"),
    "spool": partial(read_text_rows, "spool"),
    "xml": partial(read_text_rows, "xml"),
    "json": read_json,
}


def read_document(data: bytes, file: str | None) -> Document:
    """The workload, pair of workloads or inventory in a file's bytes; `file` is its name for messages and evidence.

    Raises UnsupportedDocument for a kind Segtier knows and does not take, UnreadableInput for anything else it
    cannot read, with line and column where they are known.
    """
    if is_workbook(data):
        return read_workbook(data, describe(data, file, None))
    text, encoding = decode_text(data)
    repaired = repair(text)
    kind = recognise(repaired.text)
    refuse_vast(repaired.text, kind)
    document = _read(kind, repaired.text, describe(data, file, encoding))
    warned = _warned(document, repaired.warnings) if repaired.warnings else document
    return with_busier_said(warned) if isinstance(warned, Pair) else warned


def _read(kind: str, text: str, source: Source) -> Document:
    report = REPORTS.get(kind)
    return _ROWS[kind](text, source) if report is None else report.read(text, replace(source, kind=report.kind))


def _warned(document: Document, warnings: tuple[Warn, ...]) -> Document:
    if isinstance(document, Pair):
        first, second = (replace(one, warnings=warnings + one.warnings) for one in (document.first, document.second))
        return Pair(first, second)
    return replace(document, warnings=warnings + document.warnings)


def warnings_of(document: Document) -> tuple[Warn, ...]:
    """What the reader of a document warned of; of a pair, of both periods."""
    if isinstance(document, Pair):
        return document.first.warnings + document.second.warnings
    return document.warnings
