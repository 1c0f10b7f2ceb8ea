"""The hour of a document, packed to be kept, and opened again."""

from __future__ import annotations

import zlib
from typing import TypeVar

from segtier.analysis.inputs import as_reports, is_kept_by_hour
from segtier.analysis.open_report import bare_figures, hour_of
from segtier.documents import decode, encode
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload

_FAST = 1
T = TypeVar("T")


def packed_hour(document: Workload | Inventory) -> tuple[bytes, bytes]:
    """(hour, figures); both empty where the document is opened as a whole."""
    if not isinstance(document, Workload) or not is_kept_by_hour(document):
        return b"", b""
    (report,) = as_reports([document])
    return packed(hour_of(report)), packed(bare_figures(report))


def unpacked(packed: bytes, kind: type[T]) -> T:
    return decode(zlib.decompress(packed), kind)


def packed(value: object) -> bytes:
    """JSON, as it is kept."""
    return zlib.compress(encode(value), _FAST)
