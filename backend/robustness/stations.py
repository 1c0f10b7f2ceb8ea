"""Which stations and latency classes do real reports show, and can their read times be trusted?

Reads the reports that lie beside the repository, each alone, and prints for each whether the read times by tablespace reconcile
with the waits for single blocks, why, and which database it is of; then how many reports and databases are trusted, and how many
times longer a read of one tablespace took there than a read of the others: what is not known where times are not trusted
(`forecast/constants.py`, READS_APART).

Run in `backend/`: `python -m robustness.stations [WORD ...]`. With words only files named so, with all their classes.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from segtier.analysis.merge import whole
from segtier.analysis.storage.found import StorageSeen
from segtier.errors import SegtierError
from segtier.model.device import StorageToday
from segtier.model.stations import LatencyClass, is_temporary
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.corpus import files


def workloads(paths: Iterable[Path]) -> Iterator[tuple[Path, Workload]]:
    """Those that print tablespaces or files."""
    for path in paths:
        try:
            document = read_document(path.read_bytes(), path.name)
        except SegtierError:
            continue
        if isinstance(document, Workload) and (document.tablespace_io or document.file_io):
            yield path, document


def seen(workload: Workload) -> StorageToday:
    found = StorageSeen()
    found.add(whole(workload))
    return found.found(None)


def class_line(one: LatencyClass) -> str:
    """One line of figures and names."""
    time = "not measured" if one.read_us is None else f"{one.read_us / 1000:.2f} ms"
    names = ", ".join(space.name for space in one.tablespaces[:3])
    more = f" and {len(one.tablespaces) - 3} more" if len(one.tablespaces) > 3 else ""
    reads, writes = ("not known" if told is None else f"{told:.1f}" for told in (one.reads_per_s, one.writes_per_s))
    return (
        f"    {time:>12}  {reads:>9} reads/s  {writes:>9} writes/s  {one.time_share:>4.0%} of time  "
        f"x{one.factor:<5.2f} {one.guess:<10} {names}{more}"
    )


def apart(storage: StorageToday) -> list[tuple[float, float]]:
    """(times a read of the others, part of the reads) of each class; temporary tablespaces and those nobody timed left out."""
    timed = [one for station in storage.stations for one in station.classes if one.read_us and one.tablespaces_total]
    data = [one for one in timed if not all(is_temporary(space.name) for space in one.tablespaces)]
    reads = [one.time_share / (one.read_us or 1.0) for one in data]
    found = []
    for one, own in zip(data, reads, strict=True):
        others = sum(reads) - own
        rest = sum(each.time_share for each in data) - one.time_share
        if others > 0 and rest > 0:
            found.append((one.time_share / own / (rest / others), own / sum(reads)))
    return found or [(1.0, 1.0)]


def print_apart(found: Mapping[str, Sequence[tuple[float, float]]]) -> None:
    """P10, P50, P90 by reads, in which each database counts alike. `found`: by database."""
    rows = sorted((times, part / sum(part for _, part in pairs)) for pairs in found.values() for times, part in pairs)
    total, ends, at = len(found), {10: 0.0, 50: 0.0, 90: 0.0}, 0.0
    for times, part in rows:
        for end in ends:
            if at < end / 100 * total:
                ends[end] = times
        at += part
    words = ", ".join(f"P{end} {times:.2f}" for end, times in ends.items())
    print(f"a read of a class takes, times one of the others, by reads of {total} databases: {words}")


def main() -> int:
    """Prints; 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    words: list[str] = parser.parse_args().words
    paths = [path for path in files("") if not words or any(word in path.name for word in words)]
    counts: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    factors: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for path, workload in workloads(paths):
        storage = seen(workload)
        times = storage.read_times
        assert times is not None
        database = f"{workload.database.name or '?'} {workload.database.dbid or ''}".strip()
        state = "apart" if times.apart else "alike" if times.trusted else "not trusted"
        counts[state][database].add(path.name)
        if times.trusted:
            factors[database] += apart(storage)
        ratio = "-" if times.reconciles is None else f"{times.reconciles:.2f}"
        print(f"{path.name}\n  {database}: {state}, {times.column or 'no column'}, {ratio}: {times.text}")
        for station in storage.stations if times.trusted or words else ():
            print(f"  {station.name}: {station.files} files")
            for one in station.classes:
                print(class_line(one))
    print()
    for state in ("apart", "alike", "not trusted"):
        names = counts[state]
        print(f"{state}: {sum(map(len, names.values()))} reports of {len(names)} databases")
    if factors:
        print_apart(factors)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
