"""Bytes in, workload or inventory out; never opens a file."""

from __future__ import annotations

from segtier.reports.locate import locate, places_in
from segtier.reports.reader import read_document
from segtier.reports.segment_sizes import read_typed_sizes

__all__ = ["locate", "places_in", "read_document", "read_typed_sizes"]
