"""Read times by tablespace of one report, held against the time sessions waited for single blocks.

Sources, best first: single-block reads alone (`1-bk Rds/s`, `Av 1-bk Rd(ms)`; SINGLEBLKRDTIM of a dump or a bundle), then reads
of all sizes (`Av Rd(ms)`). The figures of a section that no event confirms are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from segtier.analysis.events import event_time_s, is_possible
from segtier.dataclass import dataclass
from segtier.model.stations import TimesFrom
from segtier.model.workload import FileIo, TablespaceIo, Workload
from segtier.units import US_PER_S

FACTOR = 2.0
"""All reads x their time may be so much more or less than the events took."""
MOST_BLOCKS = 2.0
"""A tablespace with more blocks a read has no single-block time among reads of all sizes."""
LEAST_READS = 100
"""With fewer in an interval an average tells nothing."""
_GUESSED = "corrected-read-times"
"""Warning of a report whose times a correction had to guess."""

SpaceKey = tuple[str | None, str]
"""(pdb, tablespace)."""
_ReadsOf = Callable[[TablespaceIo | FileIo, float | None], tuple[float | None, float | None]]
"""From a row and the elapsed time to its reads and the mean time of one."""


@dataclass(slots=True)
class Reads:
    """Of one tablespace in one report."""

    reads: float = 0.0
    """As the column counts them."""
    time_s: float | None = None
    """None where nobody timed them."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The better column of a report, and what came of it; `why` is empty where its times are trusted."""

    spaces: dict[SpaceKey, Reads]
    event_s: float
    event_waits: float
    column: TimesFrom | None
    reconciles: float | None
    why: str

    @property
    def trusted(self) -> bool:
        return not self.why


def judged(report: Workload) -> Judged:
    """Which of its columns agrees with the events, if any."""
    seconds, waits = _single_block_events(report)
    rows: Sequence[TablespaceIo | FileIo] = report.tablespace_io or report.file_io
    single, mixed = (_added(rows, report.interval.elapsed_s, reads_of) for reads_of in (_single_block, _mixed))
    columns: list[tuple[TimesFrom, dict[SpaceKey, Reads]]] = [("single-block", single), ("mixed", mixed)]
    if any(one.time_s is not None for one in single.values()):
        _fill(single, mixed)
    timed = [(name, spaces) for name, spaces in columns if any(one.time_s is not None for one in spaces.values())]
    if not timed:
        why = "the reports print no read times by tablespace" if not rows else "no tablespace has reads that were timed"
        return Judged({}, seconds, waits, None, None, why)
    if not seconds or not waits:
        return Judged({}, seconds, waits, None, None, "no wait for single blocks is there to hold the times against")
    found = [Judged(spaces, seconds, waits, name, _sum(spaces) / seconds, "") for name, spaces in timed]
    if any(warning.code == _GUESSED for warning in report.warnings):
        why = "the report prints some of them 10,000 times too large, and which can only be guessed"
        return _doubted(found[0], why)
    agreeing = [one for one in found if 1 / FACTOR <= (one.reconciles or 0.0) <= FACTOR]
    if not agreeing:
        nearest = min(found, key=lambda one: _off(one.reconciles))
        why = (
            f"all reads x their time make {nearest.reconciles:.2g} times the time in waits for single blocks, and no column of "
            "the report comes nearer"
        )
        return _doubted(nearest, why)
    return agreeing[0]


def _fill(single: dict[SpaceKey, Reads], mixed: dict[SpaceKey, Reads]) -> None:
    """11.2.0.4 rounds single-block times to whole milliseconds: what it rounds to none has the time of all its reads."""
    for key, reads in single.items():
        other = mixed.get(key)
        if reads.time_s is None and other is not None and other.time_s is not None:
            reads.time_s = reads.reads * other.time_s / other.reads


def _doubted(one: Judged, why: str) -> Judged:
    return Judged(one.spaces, one.event_s, one.event_waits, one.column, one.reconciles, why)


def _single_block_events(report: Workload) -> tuple[float, float]:
    """Seconds and waits, foreground and background. Who waits for another session's read reads nothing."""
    rows = [row for row in report.wait_events if is_single_block(row.event) and is_possible(row)]
    return sum(event_time_s(row) or 0.0 for row in rows), float(sum(row.waits or 0 for row in rows))


def is_single_block(event: str) -> bool:
    return event == "db file sequential read" or event.startswith("cell single block physical read")


def _added(rows: Iterable[TablespaceIo | FileIo], elapsed_s: float | None, reads_of: _ReadsOf) -> dict[SpaceKey, Reads]:
    """By tablespace, over instances and files; one whose rows are not all timed is not."""
    found: dict[SpaceKey, Reads] = {}
    untimed: set[SpaceKey] = set()
    for row in rows:
        reads, time_us = reads_of(row, elapsed_s)
        if not reads:
            continue
        key = (row.pdb, row.tablespace)
        here = found.setdefault(key, Reads())
        here.reads += reads
        if time_us:
            here.time_s = (here.time_s or 0.0) + reads * time_us / US_PER_S
        else:
            untimed.add(key)
    for key, here in found.items():
        if key in untimed or here.reads < LEAST_READS:
            here.time_s = None
    return found


def _single_block(row: TablespaceIo | FileIo, elapsed_s: float | None) -> tuple[float | None, float | None]:
    if isinstance(row, FileIo):
        return row.single_block_reads, row.avg_single_block_read_us
    rate = row.single_block_reads_per_s
    return None if rate is None or elapsed_s is None else rate * elapsed_s, row.avg_single_block_read_us


def _mixed(row: TablespaceIo | FileIo, elapsed_s: float | None) -> tuple[float | None, float | None]:
    single = row.blocks_per_read is not None and row.blocks_per_read <= MOST_BLOCKS
    return requests_of(row, elapsed_s), row.avg_read_us if single else None


def requests_of(row: TablespaceIo | FileIo, elapsed_s: float | None) -> float | None:
    """Reads of all sizes."""
    if row.read_requests is not None:
        return row.read_requests
    rate = row.read_requests_per_s
    return None if rate is None or elapsed_s is None else rate * elapsed_s


def writes_of(row: TablespaceIo | FileIo, elapsed_s: float | None) -> float | None:
    if row.write_requests is not None:
        return row.write_requests
    rate = row.write_requests_per_s
    return None if rate is None or elapsed_s is None else rate * elapsed_s


def _sum(spaces: dict[SpaceKey, Reads]) -> float:
    return sum(one.time_s or 0.0 for one in spaces.values())


def _off(ratio: float | None) -> float:
    return max(ratio, 1 / ratio) if ratio else float("inf")
