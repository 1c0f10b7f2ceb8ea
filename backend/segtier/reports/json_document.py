"""JSON: workload and inventory documents, accepted wherever a report is (other collectors can feed Segtier), and rows."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from segtier.documents import decode
from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Source, Workload
from segtier.reports.exported_rows import read_rows
from segtier.reports.impossible_figures import impossible_figures
from segtier.reports.tables.json_rows import json_table

D = TypeVar("D", Workload, Inventory, Pair)
WORKLOAD, INVENTORY, PAIR = "segtier.workload/1", "segtier.inventory/1", "segtier.pair/1"
_SCHEMA = re.compile(r'"schema"\s*:\s*"([^"]{0,80})"')
_ADVICE = f'Give a JSON object with "schema": "{WORKLOAD}", "{INVENTORY}" or "{PAIR}".'


def read_json(text: str, source: Source) -> Workload | Inventory | Pair:
    """Raises UnreadableInput for JSON that is none of the documents, naming the JSON path of the first fault."""
    schemas = _SCHEMA.findall(text)
    if PAIR in schemas:
        return _pair(text, source)
    if WORKLOAD in schemas:
        return _workload(text, source)
    if INVENTORY in schemas:
        return _inventory(text, source)
    table = json_table(text)
    if table is not None:
        return read_rows(table, source)
    if schemas:
        raise UnsupportedDocument(f"this is a {schemas[0]!r} document, which is no input", advice=_ADVICE)
    _check_syntax(text)
    raise UnreadableInput("the JSON names no schema", code="bad-document", advice=_ADVICE, line=1)


def _check_syntax(text: str) -> None:
    decode(text, dict[str, object], "the document")


def _workload(text: str, source: Source) -> Workload:
    value = _sound(decode(text, Workload, "the workload document"))
    return replace(value, source=_source(value.source, source))


def _pair(text: str, source: Source) -> Pair:
    value = _sound(decode(text, Pair, "the pair document"))
    first, second = (replace(one, source=_source(one.source, source)) for one in (value.first, value.second))
    return Pair(first, second)


def _inventory(text: str, source: Source) -> Inventory:
    value = _sound(decode(text, Inventory, "the inventory document"))
    return replace(value, source=_source(value.source, source))


def _sound(document: D) -> D:
    """Raises UnreadableInput with the JSON path of a number that no database has."""
    path = next(impossible_figures(document), None)
    if path is not None:
        raise UnreadableInput(f"{path} is a number no database has", code="bad-document", advice=_ADVICE)
    return document


def _source(stated: Source, file: Source) -> Source:
    """What the document says of its own source; the JSON file itself where it says nothing."""
    if stated.sha256 is not None:
        return stated
    return replace(file, kind=stated.kind, file=stated.file or file.file)
