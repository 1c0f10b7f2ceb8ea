"""Does an AWR dump give the answer that the AWR report of its figures gives?

Each real report of one instance that lies beside the repository is turned into dumps with its figures (`tests/twins.py`), in the
columns of 11.2 and of 19c: as they are, in a set of files, split into snapshots, with a restart between them, shared out to eight
instances, in pluggable databases, and beside another database. A dump must have the same top events, the same segments in the
same order, the same figures and the same verdict; it must say that a restart is left out, and nothing of another database.

Run: `python robustness/twins.py [--only KIND]`. Exits with 1 where one differs.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import isclose
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.advisor import advise
from segtier.analysis.inputs import as_reports
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.merge import merge_slots
from segtier.errors import SegtierError
from segtier.model.request import AdviceRequest
from segtier.model.workload import Source, Workload
from segtier.oracle.devices import tier
from segtier.reports import read_document
from segtier.reports.awr_dump import read_dump
from segtier.reports.awr_dump.containers import ROOT
from tests.corpus import files
from tests.twins import ONE, Shape, Twin, is_twinned, segments_by_reads, top_events

RELEASES = ("11.2", "19c")
OLD = "11.2"
_REQUEST = AdviceRequest(tier=tier(700 * 10**9, None), window="average")
_FILES = 8
_INSTANCES = 8
_CONTAINERS = (ROOT, "SALES", "STOCK", "PAY")
_ROUNDED, _ROUNDED_S = 2e-3, 0.02
"""A dump counts whole hundredths of a second, microseconds and blocks."""
_STATISTICS = ("physical reads", "physical read IO requests", "physical writes", "redo size", "user commits")
_RESTARTED = "restart-in-interval"
_SEVERAL = "several-databases"
Workloads = Sequence[Workload]


class Answer(NamedTuple):
    top_events: list[str]
    segments: list[tuple[str | None, str, str, str | None]]
    verdict: str
    figures: dict[str, float]
    """Seconds, waits, blocks and requests by what they are of; those that are not 0."""
    warnings: tuple[str, ...] = ()
    """Codes of what the reader of the dump says."""


def verdict(workloads: Workloads) -> str:
    """Its state and cause, or why there is none."""
    try:
        found = advise(workloads, [], _REQUEST).verdict
    except SegtierError as refused:
        return refused.code
    return f"{found.state}, {found.cause}"


def answer(workloads: Workloads, warnings: tuple[str, ...] = ()) -> Answer:
    slots, _ = sort_intervals(as_reports(workloads))
    merged = merge_slots(slots)
    figures = Counter(dict(figures_of(merged)))
    for one in workloads:
        figures.update(dict(files_of(one)))  # a merged workload has those of the latest interval
    return Answer(top_events(merged), segments_by_reads(merged), verdict(workloads), dict(figures), warnings)


def figures_of(workload: Workload) -> Iterator[tuple[str, float]]:
    """Of totals and of lists whose rows a dump takes over as they are printed."""
    totals = {f"statistic {row.name}": row.total for row in workload.instance_statistics if row.name in _STATISTICS}
    times = {f"time {row.name}": row.time_s for row in workload.time_model}
    waits = {f"wait {row.event}": row.time_s for row in workload.wait_events if row.foreground}
    reads = {
        f"segment {row.pdb}.{row.owner}.{row.name}.{row.subobject}": row.physical_reads_blocks
        for row in workload.segments
    }
    for name, value in (totals | times | waits | reads).items():
        if value:
            yield name, value


def files_of(workload: Workload) -> Iterator[tuple[str, float]]:
    for row in workload.file_io:
        if row.read_requests:
            yield f"reads of {row.file}", row.read_requests
            yield f"seconds of reads of {row.file}", row.read_requests * (row.avg_read_us or 0.0) / 1e6


def read(data: Sequence[bytes]) -> dict[int | None, list[Workload]]:
    """Intervals by database."""
    found: dict[int | None, list[Workload]] = defaultdict(list)
    for one in read_dump([io.BytesIO(file) for file in data], Source()):
        found[one.database.dbid].append(one)
    return found


def _warned(workloads: Workloads) -> tuple[str, ...]:
    return tuple(sorted({warn.code for one in workloads for warn in one.warnings}))


def _twin(report: Workload, release: str, shape: Shape = ONE, of_files: int = 1) -> Answer:
    ((_, found),) = read(Twin(report, release, shape).made().written(files=of_files)).items()
    return answer(found, _warned(found))


def differences(known: Answer, other: Answer) -> list[str]:
    """What differs between a report and its twin, and what the twin must say or not say."""
    names = [what for what in Answer._fields if what != "figures" and getattr(known, what) != getattr(other, what)]
    found = [
        f"{what.replace('_', ' ')}: {getattr(known, what)} is {getattr(other, what)} in the twin" for what in names
    ]
    for name in sorted(known.figures.keys() | other.figures.keys()):
        one, another = known.figures.get(name, 0.0), other.figures.get(name, 0.0)
        if not isclose(one, another, rel_tol=_ROUNDED, abs_tol=_ROUNDED_S):
            found.append(f"{name}: {one:g} is {another:g} in the twin")
    return found


Pair = tuple[Answer, Answer]


def as_it_is(report: Workload, release: str) -> Pair:
    return answer([report]), _twin(report, release)


def in_files(report: Workload, release: str) -> Pair:
    return answer([report]), _twin(report, release, of_files=_FILES)


def in_snapshots(report: Workload, release: str) -> Pair:
    return answer([report]), _twin(report, release, Shape(intervals=4))


def with_a_restart(report: Workload, release: str) -> Pair:
    return answer([report], (_RESTARTED,)), _twin(report, release, Shape(intervals=4, restarted=True))


def in_a_cluster(report: Workload, release: str) -> Pair:
    """Each instance has a machine like that of the report."""
    large = many_machines(report, _INSTANCES)
    return answer([large]), _twin(large, release, Shape(instances=_INSTANCES))


def in_containers(report: Workload, release: str) -> Pair:
    told = in_pluggable(report)
    return answer([told]), _twin(told, release)


def many_machines(report: Workload, count: int) -> Workload:
    """The load on so many times the processors and memory."""
    (one,) = report.instances

    def times(value: int | None) -> int | None:
        return None if value is None else value * count

    machine = replace(one, cpus=times(one.cpus), cores=times(one.cores), sockets=times(one.sockets),
                      memory_bytes=times(one.memory_bytes))  # fmt: skip
    levels = tuple(
        row if row.name.endswith("_TIME") or row.value is None else replace(row, value=row.value * count)
        for row in report.os_statistics
    )
    return replace(report, instances=(machine,), os_statistics=levels)


def in_pluggable(report: Workload) -> Workload:
    """The segments dealt out to pluggable databases and the root."""
    dealt = tuple(replace(row, pdb=_CONTAINERS[at % len(_CONTAINERS)]) for at, row in enumerate(report.segments))
    return replace(report, segments=dealt, database=replace(report.database, cdb=True))


def beside_another(report: Workload, other: Workload, release: str) -> Iterator[Pair]:
    """Both in one dump, with the same numbers of snapshots, instances and names: each must be answered as if alone."""
    both = [_numbered(report, 1), _numbered(other, 2)]
    twins = [Twin(one, release, Shape(in_order=True)).made() for one in both]
    for table, rows in twins[1].rows.items():
        twins[0].rows[table] += rows
    found = read(twins[0].written())
    for one in both:
        mine = found[one.database.dbid]
        yield answer([one], (_SEVERAL,)), answer(mine, _warned(mine))


def _numbered(report: Workload, number: int) -> Workload:
    machine = replace(report.instances[0], number=1)
    return replace(report, database=replace(report.database, dbid=number, name=f"BASE{number}"), instances=(machine,))


KINDS: dict[str, Callable[[Workload, str], Pair]] = {
    "one file": as_it_is,
    "a set of files": in_files,
    "several snapshots": in_snapshots,
    "a restart between snapshots": with_a_restart,
    "eight instances": in_a_cluster,
    "pluggable databases": in_containers,
}
BESIDE = "two databases"


def fits(report: Workload, release: str, kind: str) -> bool:
    """11.2 knows no pluggable databases."""
    return release != OLD or (kind != "pluggable databases" and not any(row.pdb for row in report.segments))


def pairs(reports: Sequence[tuple[str, Workload]], only: str | None = None) -> Iterator[tuple[str, str, Pair]]:
    """(kind, which, the answers)."""
    for release in RELEASES:
        for kind, made in KINDS.items():
            for name, report in reports:
                if only in (None, kind) and fits(report, release, kind):
                    yield kind, f"{name} ({release})", made(report, release)
        fitting = [(name, report) for name, report in reports if fits(report, release, BESIDE)]
        for (_, other), (name, report) in pairwise(fitting if only in (None, BESIDE) else ()):
            for pair in beside_another(report, other, release):
                yield BESIDE, f"{name} and the one before it ({release})", pair


def twinned() -> Iterator[tuple[str, Workload]]:
    for path in files("awr-html-") + files("awr-text-"):
        report = read_document(path.read_bytes(), path.name)
        if isinstance(report, Workload) and is_twinned(report):
            yield path.name, report
        else:
            print(f"{path.name}: no twin (not of one instance, or without times)")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", choices=[*KINDS, BESIDE])
    count, same = Counter[str](), Counter[str]()
    for kind, name, pair in pairs(list(twinned()), options.parse_args().only):
        found = differences(*pair)
        count[kind] += 1
        same[kind] += not found
        for text in found:
            print(f"{kind}: {name} {text[:400]}", flush=True)
    for kind in count:
        print(
            f"{kind}: {same[kind]} of {count[kind]} twins have the same top events, segments in order, figures and verdict"
        )
    return int(same.total() < count.total())


if __name__ == "__main__":
    sys.exit(main())
