"""Bundles of the collector: a manifest and CSV files, in a folder or an archive, read into documents."""

from segtier.reports.bundle.load import is_report
from segtier.reports.bundle.packed import Files, OpenFile, PackedFiles
from segtier.reports.bundle.place import locate_in_bundle, open_in_bundle
from segtier.reports.bundle.read import is_bundle, is_packed_bundle, read_bundle

__all__ = [
    "Files",
    "OpenFile",
    "PackedFiles",
    "is_bundle",
    "is_packed_bundle",
    "is_report",
    "locate_in_bundle",
    "open_in_bundle",
    "read_bundle",
]
