"""A dump in, a workload for each of its intervals out, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from segtier.model.workload import Source, Workload
from segtier.reports.dump.header import HEAD_BYTES, dump_kind

if TYPE_CHECKING:
    from segtier.reports.awr_dump.interval import IntervalReading


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
    return (one.workload() for one in _intervals(files, source))


def read_loads(files: Sequence[BinaryIO], source: Source) -> Iterator[tuple[Workload, Callable[[], Workload]]]:
    """Each interval as far as its load is known by it, with what reads all of it as long as the files are open."""
    return ((one.workload(whole=False), one.workload) for one in _intervals(files, source))


def _intervals(files: Sequence[BinaryIO], source: Source) -> Iterator[IntervalReading]:
    from segtier.reports.awr_dump.interval import intervals_in  # noqa: PLC0415 - numpy, which other readers go without

    return intervals_in(files, source)
