"""Whether reading time grows with size only: every hostile shape at one size and at twice that size.

Processor time, the best of several runs, because what else the machine does only adds. Python's garbage collector is off
while the clock runs, as `timeit` has it: its passes come in jumps that depend on all the process holds. Ends with 1 where
twice the input costs more than 2.2 times. Run: `python benchmarks/linear.py [NAME ...]`; names choose the shapes that
contain one.
"""

from __future__ import annotations

import contextlib
import gc
import gzip
import io
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.errors import SegtierError
from segtier.reports import read_document
from segtier.reports.archives import read_archive
from tests.unit.reports import hostile

MOST_RATIO = 2.2
RUNS, MOST_RUNS = 5, 20
"""Runs of each size; more of both as long as the ratio is above the limit."""
LEAST_S = 0.05
"""Below this a ratio says more of the clock than of the program: such a shape is made larger."""
FIRST, WIDE, LARGEST = 100_000, 10_000_000, 25_600_000
"""Bytes: of the first try, of the shapes with columns (twice as much has a million of them), of the last try."""


def zip_of_zeros(count: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("zeros.html", bytes(count * 64))
    return out.getvalue()


def many_members(count: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as parts:
        for number in range(min(count // 100, 19_000)):
            parts.writestr(f"{number}.html", b"x")
    return out.getvalue()


ARCHIVES: dict[str, Callable[[int], bytes]] = {
    "zip bomb": zip_of_zeros,
    "gzip bomb": lambda count: gzip.compress(bytes(count * 64)),
    "zip of many files": many_members,
}


Shape = tuple[str, Callable[[int], bytes], Callable[[bytes], object]]
"""(name, makes so many bytes of it, reads it)."""


def read_it(data: bytes) -> object:
    return read_document(data, "x")


def spent_s(work: Callable[[bytes], object], data: bytes) -> float:
    gc.collect()
    gc.disable()
    start = time.process_time()
    try:
        with contextlib.suppress(SegtierError):
            work(data)
        return time.process_time() - start
    finally:
        gc.enable()


def unpack(data: bytes) -> None:
    for _ in read_archive(io.BytesIO(data), "bomb"):
        pass


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds for a file of so many bytes, and for one twice as long."""

    size_bytes: int
    once_s: float
    twice_s: float

    @property
    def ratio(self) -> float:
        return self.twice_s / self.once_s


def measured(make: Callable[[int], bytes], read: Callable[[bytes], object], count: int) -> Measured:
    """At a size that takes long enough to be measured, if there is one."""
    while True:
        once, twice = make(count), make(2 * count)
        if spent_s(read, once) >= LEAST_S or 4 * count > LARGEST:
            return _best(read, once, twice)
        count *= 4


def _best(read: Callable[[bytes], object], once: bytes, twice: bytes) -> Measured:
    runs: list[tuple[float, float]] = []
    while True:
        runs.append((spent_s(read, once), spent_s(read, twice)))
        found = Measured(len(once), *(min(times) for times in zip(*runs, strict=True)))
        if len(runs) >= MOST_RUNS or (len(runs) >= RUNS and found.ratio <= MOST_RATIO):
            return found


def main() -> int:
    worst = 0.0
    shapes: list[Shape] = [(name, make, read_it) for name, make in hostile.SHAPES.items()]
    shapes += [(name, make, unpack) for name, make in ARCHIVES.items()]
    for name, make, read in shapes:
        if sys.argv[1:] and not any(part in name for part in sys.argv[1:]):
            continue
        found = measured(make, read, WIDE if name.endswith(", columns") else FIRST)
        # What takes no measurable time at any size cannot grow too fast.
        judged = found.twice_s >= LEAST_S
        worst = max(worst, found.ratio if judged else 0.0)
        print(
            f"{name:32} {found.size_bytes / 1e6:8.2f} MB {found.once_s * 1e3:8.1f} ms"
            f"  twice {found.twice_s * 1e3:8.1f} ms  ratio {found.ratio:5.2f}{'' if judged else ' (too short to judge)'}",
            flush=True,
        )
    print(f"worst ratio {worst:.2f}, at most {MOST_RATIO:g}")
    return int(worst > MOST_RATIO)


if __name__ == "__main__":
    sys.exit(main())
