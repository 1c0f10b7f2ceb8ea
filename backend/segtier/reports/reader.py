"""One way in for every document: recognise the kind, hand the text to its reader."""

from __future__ import annotations

from dataclasses import replace

from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.model.pair import Pair
from segtier.model.workload import Source, Workload
from segtier.reports.busier_period import with_busier_said
from segtier.reports.detect import recognise
from segtier.reports.extent import refuse_vast
from segtier.reports.kinds import REPORTS, Document
from segtier.reports.repair import repair
from segtier.reports.signatures import unnamed_binary
from segtier.reports.source import decode_text, describe

__all__ = ["Document", "read_document", "warnings_of"]

_PASTES = ("pasted-events", "pasted-counters", "csv", "spool")
_ZIP = b"PK\x03\x04"


def read_document(data: bytes, file: str | None) -> Document:
    """The workload, pair of workloads or inventory in a file's bytes; `file` is its name for messages and evidence.

    Raises UnsupportedDocument for a kind Segtier knows and does not take, UnreadableInput for anything else it
    cannot read, with line and column where they are known.
    """
    if data.startswith(_ZIP) and (workbook := _read_workbook(data, file)) is not None:
        return workbook
    text, encoding = decode_text(data)
    repaired = repair(text)
    kind = _kind(repaired.text, data)
    refuse_vast(repaired.text, kind)
    document = _read(kind, repaired.text, describe(data, file, encoding))
    warnings = (*repaired.warnings, *_beside(kind, repaired.text), *_contradicting(kind, document))
    warned = _warned(document, warnings) if warnings else document
    return with_busier_said(warned) if isinstance(warned, Pair) else warned


def _kind(text: str, data: bytes) -> str:
    """Of a text that nothing shows to be a document, and that holds bytes no text has, no line is shown as one."""
    try:
        return recognise(text)
    except UnreadableInput as fault:
        if fault.code == "unknown-document" and "\0" in text:
            raise unnamed_binary(data) from fault
        raise


def _read_workbook(data: bytes, file: str | None) -> Document | None:
    """None where a ZIP is none."""
    from segtier.reports.exported_rows import read_workbook
    from segtier.reports.tables.workbook import is_workbook

    return read_workbook(data, describe(data, file, None)) if is_workbook(data) else None


def _read(kind: str, text: str, source: Source) -> Document:
    report = REPORTS.get(kind)
    if report is not None:
        return report.reader().read(text, replace(source, kind=report.kind))
    if kind == "json":
        from segtier.reports.json_document import read_json

        return read_json(text, source)
    from segtier.reports.exported_rows import read_text_rows

    return read_text_rows(kind, text, source)


def _beside(kind: str, text: str) -> tuple[Warn, ...]:
    """Whatever else was pasted with it. A whole report has tables of every kind."""
    if kind not in _PASTES:
        return ()
    from segtier.reports.two_kinds import beside

    return tuple(beside(kind, text))


def _contradicting(kind: str, document: Document) -> tuple[Warn, ...]:
    """Shares beside seconds; a paste says it by itself, and a document has what was said of its report."""
    if kind not in REPORTS or kind in _PASTES or not isinstance(document, Workload):
        return ()
    from segtier.reports.contradicting_shares import contradicting_shares

    return tuple(contradicting_shares(document))


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
