"""The law of evidence on a cluster's dump; and the faults it would find."""

from __future__ import annotations

from typing import Any

import pytest

from robustness import less_of_a_cluster
from segtier.analysis import intervals, known_facts, merge, segments, sums, unnamed
from segtier.analysis.not_listed import NotListed
from segtier.forecast import moved_to_each
from segtier.reports.awr_dump import containers, reading

TIME_MODEL, SEGMENTS = "WRH$_SYS_TIME_MODEL of instance 3", "WRH$_SEG_STAT of instance 3"
STATISTICS = "WRH$_SYSSTAT of instance 1"
NAMED = "all but the name of instance 3"
UNNAMED, OF_SIZES = "names of containers", "containers of the sizes"
EVENT, OF_SEGMENT = "WRH$_SYSTEM_EVENT of db file sequential read of the last", "WRH$_SEG_STAT of ORDERS of the last"
FILE, FILE_NAME, FILES = "WRH$_FILESTATXS of file 5", "WRH$_DATAFILE of file 5", "WRH$_FILESTATXS of instance 1"
UNLISTED = "all lists that name the last"
TAKEN = (TIME_MODEL, STATISTICS, SEGMENTS, NAMED, UNNAMED, OF_SIZES)
TAKEN_OF_ONE = (EVENT, OF_SEGMENT, FILE, FILE_NAME, FILES, UNLISTED)


@pytest.mark.parametrize("taken", [*TAKEN, *TAKEN_OF_ONE])
def test_a_cluster_with_less_evidence(taken: str) -> None:
    """What was once wrong; the rest is tried by `make prove` (robustness/less_of_a_cluster.py)."""
    assert less_of_a_cluster.tried(lambda name: name == taken).breaks == ()


def test_all_that_can_be_taken_away() -> None:
    found = less_of_a_cluster.tried()
    assert found.pairs >= 35
    assert found.breaks == ()


def _some(self: Any) -> tuple[Any, ...]:
    """Of those that tell it."""
    return tuple(group.row(self._reports, some=True) for group in self._groups.values())


def _known(values: Any) -> Any:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _of_those(rows: Any, _reports: int) -> Any:
    return merge.Coverage(_known(row.listed for row in rows), None, _known(row.total for row in rows))


def _with_snapshots(self: Any, span: Any) -> tuple[int, ...]:
    return tuple(sorted(number for of, number in self._with_snapshots if of == span.end.dbid))


FAULTS = {
    "times of some instances add up": (
        [
            (sums.Rows, "added", _some),
            (merge, "total_of_all", _known),
            (intervals.Slot, "lacking", property(lambda _: frozenset())),
        ],
        TIME_MODEL,
    ),
    "statistics of some instances add up": (
        [(sums.Rows, "added", _some), (merge, "_added_coverage", _of_those)],
        STATISTICS,
    ),
    "who is only named has no load": ([(reading.DumpReading, "all_instances", lambda *_: ())], NAMED),
    "who lists no segments has none": ([(segments, "lists_in_part", lambda _: False)], SEGMENTS),
    "a table without rows of a wait is one without that wait": ([(unnamed, "_lost_rows", lambda *_: ())], EVENT),
    "a segment without a row reads nothing": ([(NotListed, "most", lambda *_: (0.0, 0.0))], OF_SEGMENT),
    "reads nobody timed take as long as others": ([(moved_to_each, "_with_untimed", lambda found, *_: found)], FILE),
    "who only has rows has no load": ([(reading.DumpReading, "all_instances", _with_snapshots)], UNLISTED),
    "containers without a name are one": ([(containers, "numbered_container", lambda *_: None)], UNNAMED),
    "a size is of all that are called so": ([(known_facts, "in_several_containers", lambda _: frozenset())], OF_SIZES),
}


@pytest.mark.parametrize(("faults", "taken"), FAULTS.values(), ids=FAULTS.keys())
def test_it_is_noticed_when(faults: list[tuple[Any, str, Any]], taken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, fault in faults:
        monkeypatch.setattr(module, name, fault)
    assert less_of_a_cluster.tried(lambda name: name == taken).breaks != ()
