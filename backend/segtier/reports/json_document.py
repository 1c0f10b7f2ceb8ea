"""Workload and inventory documents in JSON, accepted wherever a report is: other collectors can feed Segtier."""

from __future__ import annotations

import re
from dataclasses import replace

from segtier.documents import decode
from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.model.inventory import Inventory
from segtier.model.workload import Source, Workload

WORKLOAD, INVENTORY = "segtier.workload/1", "segtier.inventory/1"
_SCHEMA = re.compile(r'"schema"\s*:\s*"([^"]{0,80})"')
_ADVICE = f'Give a JSON object with "schema": "{WORKLOAD}" or "{INVENTORY}".'


def read_json(text: str, source: Source) -> Workload | Inventory:
    """Raises UnreadableInput for JSON that is neither document, naming the JSON path of the first fault."""
    schemas = _SCHEMA.findall(text)
    if WORKLOAD in schemas:
        return _workload(text, source)
    if INVENTORY in schemas:
        return _inventory(text, source)
    if schemas:
        raise UnsupportedDocument(f"this is a {schemas[0]!r} document, which is no input", advice=_ADVICE)
    _check_syntax(text)
    raise UnreadableInput("the JSON names no schema", code="bad-document", advice=_ADVICE, line=1)


def _check_syntax(text: str) -> None:
    decode(text, dict[str, object], "the document")


def _workload(text: str, source: Source) -> Workload:
    value = decode(text, Workload, "the workload document")
    return replace(value, source=_source(value.source, source))


def _inventory(text: str, source: Source) -> Inventory:
    value = decode(text, Inventory, "the inventory document")
    return replace(value, source=_source(value.source, source))


def _source(stated: Source, file: Source) -> Source:
    """What the document says of its own source; the JSON file itself where it says nothing."""
    if stated.sha256 is not None:
        return stated
    return replace(file, kind=stated.kind, file=stated.file or file.file)
