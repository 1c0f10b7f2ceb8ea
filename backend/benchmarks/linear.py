"""Whether reading time grows with size only: every hostile shape at one size and at twice that size.

Processor time, the best of several runs, because what else the machine does only adds. Ends with 1 where twice the input
costs more than 2.2 times. Run: `python benchmarks/linear.py [NAME ...]`; names choose the shapes that contain one.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.errors import SegtierError
from segtier.reports import read_document
from segtier.reports.archives import read_archive
from tests.unit.reports import hostile

MOST_RATIO = 2.2
RUNS = 5
LEAST_S = 0.05
"""Below this a ratio says more of the clock than of the program: such a shape is made larger."""
MIB = 1 << 20


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


def spent_s(work: Callable[[], object]) -> float:
    start = time.process_time()
    with contextlib.suppress(SegtierError):
        work()
    return time.process_time() - start


def unpack(data: bytes) -> None:
    for _ in read_archive(io.BytesIO(data), "bomb"):
        pass


def measured(make: Callable[[int], bytes], read: Callable[[bytes], object]) -> tuple[int, float, float]:
    """(bytes, seconds, seconds of twice as much), at a size that takes long enough to be measured."""
    count = 100_000
    while True:
        once, twice = make(count), make(2 * count)
        small_s, large_s = (min(spent_s(lambda data=data: read(data)) for _ in range(RUNS)) for data in (once, twice))  # type: ignore[misc]
        if small_s >= LEAST_S or count >= 6_400_000:
            return len(once), small_s, large_s
        count *= 4


def main() -> int:
    worst = 0.0
    shapes = [(name, make, lambda data: read_document(data, "x")) for name, make in hostile.SHAPES.items()]
    shapes += [(name, make, unpack) for name, make in ARCHIVES.items()]
    for name, make, read in shapes:
        if sys.argv[1:] and not any(part in name for part in sys.argv[1:]):
            continue
        size, small_s, large_s = measured(make, read)
        # What takes no measurable time at any size cannot grow too fast.
        ratio = large_s / small_s if large_s >= LEAST_S else 1.0
        worst = max(worst, ratio)
        print(
            f"{name:32} {size / 1e6:8.2f} MB {small_s * 1e3:8.1f} ms  twice {large_s * 1e3:8.1f} ms  ratio {ratio:5.2f}",
            flush=True,
        )
    print(f"worst ratio {worst:.2f}, at most {MOST_RATIO:g}")
    return int(worst > MOST_RATIO)


if __name__ == "__main__":
    sys.exit(main())
