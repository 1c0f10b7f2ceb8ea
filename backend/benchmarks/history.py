"""An answer from months of half-hourly reports: what an adviser takes for it, and how that grows.

    .venv/bin/python -m benchmarks.history [REPORTS ...]      (default: 48 336 1488 5000)

The reports of the sample's day under other times, as they are stored: no database is asked, so the figures are the adviser's own.
Prints processor time for a first answer, for another amount of SSD, for the average of all intervals and for a bundle, and the
most that the adviser holds beyond its start; then how each grows.
"""

from __future__ import annotations

import hashlib
import resource
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from multiprocessing import get_context
from typing import NamedTuple

from benchmarks.growth import exponent
from segtier import garbage
from segtier.documents import encode
from segtier.model.inventory import Inventory
from segtier.model.plan import Destination
from segtier.model.request import AdviceRequest
from segtier.model.timeline import Window
from segtier.model.workload import Workload
from segtier.oracle.devices import tier
from segtier.reading import answering
from segtier.reading.hours import packed_hour
from segtier.reading.orders import Advise, Fetch, StoredDocument, WritePlan
from segtier.reports import read_document
from segtier.samples import oltp_sample

REPORTS = (48, 336, 1_488, 5_000)
GB = 10**9
HALF_HOUR = timedelta(minutes=30)


class Stored(NamedTuple):
    documents: tuple[StoredDocument, ...]
    bodies: dict[tuple[str, str], bytes]

    def fetch(self, wanted: Fetch) -> tuple[bytes, ...]:
        return tuple(self.bodies[wanted.what, one] for one in wanted.ids)


def stored(count: int) -> Stored:
    """So many half hours, one after the other, each a little busier than the one before; and the sizes of the segments."""
    read = [read_document(file.data, file.name) for file in oltp_sample()]
    day = [one for one in read if isinstance(one, Workload) and one.interval.begin_snap][:24]
    found = Stored((), {})
    documents = [_add(found, _half_hour(day[number % len(day)], number)) for number in range(count)]
    documents += [_add(found, one) for one in read if isinstance(one, Inventory)]
    return Stored(tuple(documents), found.bodies)


def _half_hour(report: Workload, number: int) -> Workload:
    begin = report.interval.begin_time
    assert begin is not None
    begin = begin.replace(hour=0, minute=0) + number * HALF_HOUR
    interval = replace(
        report.interval,
        begin_snap=10_000 + number,
        end_snap=10_001 + number,
        begin_time=begin,
        end_time=begin + HALF_HOUR,
    )
    waits = tuple(
        replace(one, time_s=None if one.time_s is None else one.time_s * (1 + number * 1e-5))
        for one in report.wait_events
    )
    source = replace(report.source, file=f"{number:05}.html", sha256=f"{number:064x}")
    return replace(report, interval=interval, wait_events=waits, source=source)


def _add(found: Stored, document: Workload | Inventory) -> StoredDocument:
    body = encode(document)
    name, (hour, figures), packed = hashlib.sha256(body).hexdigest(), packed_hour(document), zlib.compress(body, 1)
    found.bodies["document", name], found.bodies["figures", name] = packed, figures
    return StoredDocument(name, name, len(packed), "before", isinstance(document, Inventory), hour)


class Took(NamedTuple):
    first_s: float
    again_s: float
    average_s: float
    bundle_s: float
    held_mb: float


def measure(count: int) -> Took:
    garbage.look_seldom()
    given, began = stored(count), 0
    began = _most_held()

    def advise(usable: int, window: Window) -> tuple[float, BytesIO]:
        answer = BytesIO()
        request = AdviceRequest(tier(usable_bytes=usable * GB), window=window)
        return _took(lambda: list(answering.advise(Advise(given.documents, request), answer, given.fetch))), answer

    first_s, answer = advise(700, "busy")
    again_s, _ = advise(500, "busy")
    answer.seek(0)
    order = WritePlan(given.documents, "segments", Destination(data_tablespace="FLASH"), True)
    bundle_s = _took(lambda: list(answering.write_plan(order, answer, given.fetch)))
    average_s, _ = advise(700, "average")
    return Took(first_s, again_s, average_s, bundle_s, (_most_held() - began) / 1024)


def _took(work: Callable[[], object]) -> float:
    began_s = time.process_time()
    work()
    return time.process_time() - began_s


def _most_held() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _lengths() -> str:
    one = stored(1)
    (document, *_), bodies = one.documents, one.bodies
    parts = {
        "document": bodies["document", document.id],
        "hour": document.hour or b"",
        "figures": bodies["figures", document.id],
    }
    return ", ".join(f"{name} {len(part) / 1e3:.1f} KB" for name, part in parts.items())


def main(counts: tuple[int, ...]) -> None:
    print(f"Kept of a report: {_lengths()}.")
    print(f"{'reports':>8}  {'first':>7}  {'other SSD':>9}  {'average':>7}  {'bundle':>7}  held beyond its start")
    found = []
    for count in counts:
        with get_context("spawn").Pool(1) as alone:
            (took,) = alone.map(measure, [count])
        found.append(took)
        print(
            f"{count:>8}  {took.first_s:>5.2f} s  {took.again_s:>7.2f} s  {took.average_s:>5.2f} s  {took.bundle_s:>5.2f} s  "
            f"{took.held_mb:.0f} MB",
            flush=True,
        )
    if len(counts) > 1:
        for name in Took._fields:
            grows = exponent(counts, [getattr(one, name) for one in found])
            print(f"{name} grows with the reports to the power of {grows:.2f}")


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or REPORTS)
