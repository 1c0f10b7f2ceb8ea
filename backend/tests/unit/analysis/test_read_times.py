"""Which column of a report's read times reconciles with the waits for single blocks, and which figures nobody timed."""

from dataclasses import replace

import pytest

from segtier.analysis.storage.found import StorageSeen
from segtier.analysis.storage.places import places_of
from segtier.analysis.storage.read_times import judged
from segtier.model.evidence import Warn
from segtier.model.workload import TablespaceIo
from tests.builders import a_wait, a_workload

EVENT = a_wait("db file sequential read", 8_000, 10)  # 800,000 waits
WRITER = a_wait("db file sequential read", 2_000, 10, foreground=False)
HOUR = 3_600.0


def mixed(name: str, reads: float, ms: float | None, blocks: float | None = 1.0) -> TablespaceIo:
    return TablespaceIo(name, read_requests=reads, avg_read_us=None if ms is None else ms * 1e3, blocks_per_read=blocks)


def single(name: str, reads: float, ms: float, mixed_ms: float | None = None, blocks: float = 1.0) -> TablespaceIo:
    row = mixed(name, reads, mixed_ms, blocks)
    return replace(row, single_block_reads_per_s=reads / HOUR, avg_single_block_read_us=ms * 1e3)


CASES = {
    "of all tablespaces, and of the background": ((mixed("A", 500_000, 12), mixed("UNDO", 500_000, 8)), "mixed", 1.0),
    "single-block times come first": ((single("A", 1e6, 10, mixed_ms=9),), "single-block", 1.0),
    "the other column where only that reconciles": ((single("A", 1e6, 90, mixed_ms=9),), "mixed", 0.9),
    "just within a factor of two": ((mixed("A", 1e6, 19.9),), "mixed", 1.99),
    "reads of many blocks have no single-block time": ((mixed("A", 1e6, 10), mixed("SCANNED", 1e6, 90, 16)), "mixed", 1.0),
    "for a time rounded to none the mixed column stands in": (
        (single("A", 900_000, 11), single("B", 100_000, 0, mixed_ms=0.2)),
        "single-block",
        0.992,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_column_that_reconciles(case: str) -> None:
    rows, column, ratio = CASES[case]
    found = judged(a_workload((EVENT, WRITER), tablespace_io=rows))
    assert (found.trusted, found.column, found.reconciles) == (True, column, pytest.approx(ratio))


DOUBTED = {
    "beyond a factor of two": (mixed("A", 1e6, 20.1),),
    "far below": (mixed("A", 1e6, 4.9),),
    "0.0 ms beside reads": (mixed("A", 1e6, 0.0),),
    "blocks a read not printed": (mixed("A", 1e6, 10, None),),
    "too few reads to tell": (mixed("A", 99, 10),),
    "nothing printed": (),
}


@pytest.mark.parametrize("case", DOUBTED)
def test_times_that_are_not_trusted(case: str) -> None:
    assert not judged(a_workload((EVENT, WRITER), tablespace_io=DOUBTED[case])).trusted


def test_a_correction_that_had_to_guess_is_not_trusted() -> None:
    rows = (mixed("A", 1e6, 10),)
    good = a_workload((EVENT, WRITER), tablespace_io=rows)
    assert judged(good).trusted
    assert not judged(replace(good, warnings=(Warn("corrected-read-times", "divided"),))).trusted


def test_who_waits_for_anothers_read_reads_nothing() -> None:
    other = a_wait("read by other session", 30_000, 10)
    found = judged(a_workload((EVENT, WRITER, other), tablespace_io=(mixed("A", 1e6, 10),)))
    assert found.reconciles == pytest.approx(1.0)


PLACES = {
    ("/u01/oradata/a.dbf", "/u02/oradata/b.dbf"): ("/u01", "/u02"),
    ("/oracle/data1/a.dbf", "/oracle/data2/x/b.dbf"): ("/oracle/data1", "/oracle/data2"),
    ("/u01/oradata/cdb/pdb1/a.dbf", "/u01/oradata/cdb/pdb2/b.dbf"): ("/u01/oradata/cdb", "/u01/oradata/cdb"),
    ("/u01/oradata/a.dbf", "/u01/oradata/ix/b.dbf"): ("/u01/oradata", "/u01/oradata"),
    ("+DATA/shop/datafile/a.260.1", "+fast/shop/b.dbf"): ("+DATA", "+FAST"),
    ("D:\\oradata\\a.dbf", "E:\\oradata\\b.dbf"): ("D:", "E:"),
    ("path 1", "path 2"): ("storage", "storage"),
}


@pytest.mark.parametrize("files", PLACES)
def test_which_files_share_a_queue(files: tuple[str, ...]) -> None:
    found = places_of(files)
    assert tuple(found[name] for name in files) == PLACES[files]


def found_in(rows: tuple[TablespaceIo, ...]):
    seen = StorageSeen()
    seen.add(a_workload((EVENT, WRITER), tablespace_io=rows))
    return seen.found(None)


def test_events_say_how_much_time_it_is_and_read_times_how_it_is_shared() -> None:
    """Twice what the events took, and half of it: where all reads move, all their time does."""
    for ms, unexplained in (((30.0, 3.0), 0.0), ((10.0, 1.0), 0.45)):
        storage = found_in((mixed("SLOW", 500_000, ms[0]), mixed("FAST", 500_000, ms[1])))
        assert storage.read_times is not None
        assert storage.read_times.apart
        shares = [one.time_share for one in storage.stations[0].classes]
        assert sum(shares) == pytest.approx(1.0)
        assert storage.read_times.unexplained_share == pytest.approx(unexplained)
        assert shares[0] / shares[1] == pytest.approx(10.0)


@pytest.mark.parametrize("counted", [1.0, 0.9, 0.6])
def test_reads_that_no_tablespace_counts_are_of_all(counted: float) -> None:
    """A part of the waits is of reads that no row has: it is shared by reads, and no time is lost."""
    storage = found_in((mixed("SLOW", 500_000 * counted, 19), mixed("FAST", 500_000 * counted, 3)))
    classes = {one.tablespaces[0].name: one for one in storage.stations[0].classes}
    assert sum(one.time_share for one in classes.values()) == pytest.approx(1.0)
    assert sum(0.5 * one.factor for one in classes.values()) == pytest.approx(1.0)
    assert classes["SLOW"].factor > 1 > classes["FAST"].factor


def test_equal_times_tell_nothing_apart() -> None:
    storage = found_in((mixed("A", 500_000, 11), mixed("B", 500_000, 9)))
    assert storage.read_times is not None
    assert storage.read_times.trusted
    assert not storage.told_apart
