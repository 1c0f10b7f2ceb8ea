"""A dump in, a workload for each of its intervals out, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from segtier.model.workload import Source, Workload
from segtier.reports.awr_dump.interval import IntervalReading
from segtier.reports.awr_dump.reading import DumpReading
from segtier.reports.dump.dump import Dump
from segtier.reports.dump.header import HEAD_BYTES, dump_kind


def is_dump(file: BinaryIO) -> bool:
    """Whether it begins like a dump, of Data Pump or of the old export. Leaves the file at 0."""
    file.seek(0)
    head = file.read(HEAD_BYTES)
    file.seek(0)
    return dump_kind(head) is not None


def read_dump(files: Sequence[BinaryIO], source: Source) -> Iterator[Workload]:
    """The intervals in order of time. `files`: of one export, in any order; they stay open while the iterator is used.

    Raises UnreadableInput at once where it is no dump of AWR, or none that can be read.
    """
    reading = DumpReading(Dump(files), source)
    return (IntervalReading(reading, span).workload() for span in reading.spans)
