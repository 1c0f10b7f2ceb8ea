"""Bytes in, workload or inventory out; never opens a file."""

from __future__ import annotations

from segtier.reports.reader import read_document

__all__ = ["read_document"]
