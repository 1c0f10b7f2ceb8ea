"""One way in for every document: recognise the kind, hand the text to its reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from segtier.model.evidence import Warn
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Source, Workload
from segtier.reports.awr import read_awr
from segtier.reports.awr_miner import read_miner
from segtier.reports.awr_text import read_awr_text
from segtier.reports.compare_periods import read_comparison
from segtier.reports.compare_text import read_compare_text
from segtier.reports.detect import recognise
from segtier.reports.exported_rows import read_text_rows, read_workbook
from segtier.reports.extent import refuse_vast
from segtier.reports.json_document import read_json
from segtier.reports.rac_global import read_rac_global
from segtier.reports.rac_text import read_rac_text
from segtier.reports.repair import repair
from segtier.reports.source import decode_text, describe
from segtier.reports.statspack import read_statspack
from segtier.reports.tables.workbook import is_workbook

Document = Workload | Inventory | Pair

_READERS: dict[str, Callable[[str, Source], Document]] = {
    "awr-html": read_awr,
    "awr-text": read_awr_text,
    "statspack": read_statspack,
    "awr-rac-html": read_rac_global,
    "awr-rac-text": read_rac_text,
    "awr-diff-html": read_comparison,
    "awr-diff-text": read_compare_text,
    "awr-miner": read_miner,
    "csv": read_text_rows,
    "spool": read_text_rows,
    "xml": read_text_rows,
    "json": read_json,
}


def read_document(data: bytes, file: str | None) -> Document:
    """The workload, pair of workloads or inventory in a file's bytes; `file` is its name for messages and evidence.

    Raises UnsupportedDocument for a kind Segtier knows and does not take, UnreadableInput for anything else it
    cannot read, with line and column where they are known.
    """
    if is_workbook(data):
        return read_workbook(data, describe(data, file, "xlsx", None))
    text, encoding = decode_text(data)
    repaired = repair(text)
    kind = recognise(repaired.text)
    refuse_vast(repaired.text, kind)
    document = _READERS[kind](repaired.text, describe(data, file, kind, encoding))
    return _warned(document, repaired.warnings) if repaired.warnings else document


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
