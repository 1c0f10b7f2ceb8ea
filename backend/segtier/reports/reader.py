"""One way in for every document: recognise the kind, hand the text to its reader."""

from __future__ import annotations

from collections.abc import Callable

from segtier.model.inventory import Inventory
from segtier.model.workload import Source, Workload
from segtier.reports.awr import read_awr
from segtier.reports.csv_documents import read_csv
from segtier.reports.detect import recognise
from segtier.reports.json_document import read_json
from segtier.reports.source import decode_text, describe

Document = Workload | Inventory

_READERS: dict[str, Callable[[str, Source], Document]] = {
    "awr-html": read_awr,
    "csv": read_csv,
    "json": read_json,
}


def read_document(data: bytes, file: str | None) -> Document:
    """The workload or inventory in a file's bytes; `file` is its name for messages and evidence.

    Raises UnsupportedDocument for a kind Segtier knows and does not take, UnreadableInput for anything else it
    cannot read, with line and column where they are known.
    """
    text, encoding = decode_text(data)
    kind = recognise(text)
    return _READERS[kind](text, describe(data, file, kind, encoding))
