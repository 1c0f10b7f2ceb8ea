"""A page of a database's segments: each sort, both ways, deep in the list, and by filters; and the map of them.

    .venv/bin/python benchmarks/segments.py [SEGMENTS]      (default: 1000000)

The answer of the sample is written with that many made-up segments, as the advisor writes it, and asked as the API asks it.
Exits with 1 where a promise is missed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.segment_export import make_file
from segtier import documents
from segtier.advisor import advise
from segtier.answers.read import Answer
from segtier.answers.segments import Direction, SegmentQuery, SegmentSort
from segtier.answers.write import answer_bytes
from segtier.model.advice import RankedSegment
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.samples import oltp_sample
from tests.builders import a_request

SEGMENTS = 1_000_000
MOST_PAGE_MS = 1_000.0
_FILTERS = ("99", "segment_77 index", "in", "out data3", "nothing of the kind")


def make_segments(row: RankedSegment, count: int) -> Iterator[RankedSegment]:
    """By what they save; a third of unknown size, most of next to no worth, every fourth a partition."""
    random = Random(7)
    for n in range(count):
        size, saves = None if n % 3 == 0 else int(random.paretovariate(0.7) * 2**23), max(0, count // 10 - n) / 1e3
        yield replace(
            row,
            owner=f"APP{n % 100}",
            name=f"SEGMENT_{n}",
            subobject=f"P{n}" if n % 4 == 0 else None,
            type=random.choice(("TABLE", "INDEX", "TABLE PARTITION")),
            tablespace=f"DATA{n % 40}",
            size_bytes=size,
            io_share=random.random() / count,
            read_write_ratio=random.paretovariate(1) if n % 5 else None,
            benefit_s_per_hour=saves,
            benefit_density_s_per_hour_per_gib=size and saves / size * 2**30,
            options=("all", "segments") if n < count // 50 else ("all",),
            rank=n + 1,
        )


def write(path: Path, count: int) -> None:
    report = next(one for one in oltp_sample() if one.name.endswith(".html"))
    export = make_file(400, "sqlplus csv")
    workloads = [read_document(report.data, "report.html"), read_document(export, "segments.csv")]
    advice = advise([one for one in workloads if isinstance(one, Workload)], [], a_request())
    whole = replace(advice, segments=tuple(make_segments(advice.segments[-1], count)))
    start_s = time.perf_counter()
    data = answer_bytes(whole)
    spent_s = time.perf_counter() - start_s
    path.write_bytes(data)
    print(f"    written in {spent_s:.1f} s, {len(data) / 1e6:.0f} MB")


def page_ms(answer: Answer, query: SegmentQuery) -> tuple[float, int]:
    """(the middle of three, the segments that pass the filter)."""
    spent, total = [], 0
    for _ in range(3):
        start_s = time.perf_counter()
        page = answer.segments(query)
        documents.encode(page)
        spent.append((time.perf_counter() - start_s) * 1e3)
        total = page.total
    return median(spent), total


def map_ms(answer: Answer, option: str) -> float:
    """The middle of five; printed, not promised."""
    spent = []
    for _ in range(5):
        start_s = time.perf_counter()
        documents.encode(answer.segment_map(option))
        spent.append((time.perf_counter() - start_s) * 1e3)
    return median(spent)


def main(count: int, folder: Path) -> bool:
    print(f"`python benchmarks/segments.py {count}`:")
    path = folder / "an.answer"
    write(path, count)
    answer, slowest = Answer(path), 0.0
    queries = {
        f"by {sort}, {direction}": SegmentQuery("segments", sort, direction)
        for sort in get_args(SegmentSort)
        for direction in get_args(Direction)
    }
    queries |= {f'"{words}"': SegmentQuery("segments", filter=words) for words in _FILTERS}
    queries['"99" by size, desc'] = SegmentQuery("segments", "size", "desc", filter="99")
    queries["by size, desc, from the middle"] = SegmentQuery("segments", "size", "desc", offset=count // 2)
    for words, query in queries.items():
        spent_ms, total = page_ms(answer, query)
        slowest = max(slowest, spent_ms)
        print(f"    {words}: {spent_ms:.0f} ms, of {total:,}", flush=True)
    for option in ("segments", "all", "redo"):
        print(f"    map of {option}: {map_ms(answer, option):.0f} ms", flush=True)
    return slowest <= MOST_PAGE_MS


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        sys.exit(0 if main(int((sys.argv[1:] or [str(SEGMENTS)])[0]), Path(name)) else 1)
