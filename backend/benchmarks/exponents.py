"""How what Segtier takes grows with half hours, segments, databases and uploads: a power for each, and the most it may be.

    .venv/bin/python -m benchmarks.exponents [NAME ...]      (default: all; NAME: half-hours segments databases uploads)

1 is in step with the size, 0 does not depend on it. Processor time, and memory where it says so; no figure hangs on how fast
the machine is. Ends with 1 where a power is above its limit. The benchmarks named below print the figures themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import fleet, history, large_export, linking
from benchmarks.growth import exponent

HALF_HOURS, SEGMENTS = (96, 384, 1_536), (6_000, 20_000, 60_000)
DATABASES, DOCUMENTS_EACH, UPLOADS = (4, 16, 64), 100, (48, 192, 768)
Curve = tuple[str, float, tuple[int, ...], list[float]]
"""What is measured, the most its power may be, the sizes, and what each took."""


def half_hours() -> Iterator[Curve]:
    """`benchmarks.history`."""
    with get_context("spawn").Pool(1, maxtasksperchild=1) as alone:
        took = alone.map(history.measure, HALF_HOURS, chunksize=1)
    limits = {"first_s": 0.7, "again_s": 0.7, "average_s": 1.0, "bundle_s": 0.9, "held_mb": 0.9}
    for name, limit in limits.items():
        yield f"half hours: {name}", limit, HALF_HOURS, [getattr(one, name) for one in took]


def segments() -> Iterator[Curve]:
    """`benchmarks/large_export.py`."""
    here = Path(__file__).resolve().parents[2]
    with TemporaryDirectory() as place:
        exports = [large_export.make_apart(Path(place) / str(count), count) for count in SEGMENTS]
        for command in ("advise", "parse"):
            costs = [
                large_export.measured(here, command, str(one.parent if command == "advise" else one)) for one in exports
            ]
            yield f"segments: {command}, s", 1.05, SEGMENTS, [one.cpu_s for one in costs]
            yield f"segments: {command}, MB", 1.0, SEGMENTS, [one.peak_mb for one in costs]


def databases() -> Iterator[Curve]:
    """`benchmarks.linking` and `benchmarks.fleet`."""
    for what, seconds in linking.among_many(DATABASES, DOCUMENTS_EACH).items():
        yield f"databases: linking {what}, s", 0.4, DATABASES, seconds
    looks = []
    for count in DATABASES:
        with fleet.opened(count, documents := 12) as ctx:
            fleet.looks(ctx)
            looks.append(min(fleet.looks(ctx)[0].processor_s for _ in range(20)))
    yield f"databases of {documents} documents: a look at the fleet, s", 1.0, DATABASES, looks


def uploads() -> Iterator[Curve]:
    """`benchmarks.linking`."""
    yield "uploads, one by one, s", 1.15, UPLOADS, linking.single_uploads(UPLOADS)


ALL: dict[str, Callable[[], Iterator[Curve]]] = {
    "half-hours": half_hours,
    "segments": segments,
    "databases": databases,
    "uploads": uploads,
}


def main(names: list[str]) -> int:
    above = 0
    for name in names:
        for what, limit, sizes, took in ALL[name]():
            grows = exponent(sizes, took)
            above += grows > limit
            mark = "above" if grows > limit else "within"
            figures = ", ".join(f"{size:,}: {one:.3g}" for size, one in zip(sizes, took, strict=True))
            print(f"{what}: to the power of {grows:.2f}, {mark} {limit} ({figures})", flush=True)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(ALL)))
