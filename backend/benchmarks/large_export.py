"""What `segtier advise` and `segtier parse` take for one report and an export of very many segments: processor time and peak
memory of all their processes, and how both grow with the segments (1 = as fast as these).

Run: `python benchmarks/large_export.py [SEGMENTS ...] [--of CHECKOUT ...]`; 10,000, 30,000 and 100,000 by default. Several
checkouts take turns with this one's Python, so that old and new meet whatever else the machine does.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.segment_export import STATISTICS, make_file
from segtier.samples import oltp_sample

_HERE = Path(__file__).resolve().parents[2]
_SEGMENTS = (10_000, 30_000, 100_000)


class Cost(NamedTuple):
    cpu_s: float
    peak_mb: float


def measured(checkout: Path, *arguments: str) -> Cost:
    """Of the command and all processes it waits for. The peak is of the one that holds most."""
    program = (sys.executable, "-m", "segtier.cli.main", *arguments)
    with Path(os.devnull).open("wb") as nowhere:
        process = subprocess.Popen(program, cwd=checkout / "backend", stdout=nowhere, stderr=nowhere)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} in {checkout} ended with {process.returncode}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def make_apart(folder: Path, segments: int) -> Path:
    """In a process of its own: a command counts the most that its parent held before as its own peak."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(make_folder, folder, segments).result()


def make_folder(folder: Path, segments: int) -> Path:
    """The export; a report lies beside it."""
    folder.mkdir()
    report = next(file for file in oltp_sample() if file.name.endswith(".html"))
    (folder / "report.html").write_bytes(report.data)
    export = folder / "export.csv"
    export.write_bytes(make_file(segments * len(STATISTICS), "sqlplus csv"))
    return export


def growth(costs: dict[int, Cost]) -> str:
    """The exponent of each figure over the segments; empty where there is one size only."""
    least, most = min(costs), max(costs)
    if least == most:
        return ""
    pairs = zip(costs[least], costs[most], strict=True)
    return ", ".join(f"{math.log(more / less) / math.log(most / least):.2f}" for less, more in pairs)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("segments", nargs="*", type=int, default=list(_SEGMENTS))
    options.add_argument("--of", nargs="+", type=Path, default=[_HERE])
    given = options.parse_args()
    found: dict[tuple[Path, str], dict[int, Cost]] = {}
    with tempfile.TemporaryDirectory() as place:
        for segments in given.segments or _SEGMENTS:
            export = make_apart(Path(place) / str(segments), segments)
            commands = {
                "advise": ("advise", str(export.parent), "--ssd", "700GB", "--format", "json"),
                "parse": ("parse", str(export)),
            }
            for name, arguments in commands.items():
                for checkout in given.of:
                    cost = measured(checkout.resolve(), *arguments)
                    found.setdefault((checkout, name), {})[segments] = cost
                    print(
                        f"{checkout.name:20} {name:8} {segments:10,} {cost.cpu_s:8.2f} s {cost.peak_mb:8.0f} MB",
                        flush=True,
                    )
    for (checkout, name), costs in found.items():
        if told := growth(costs):
            print(f"{checkout.name:20} {name:8} grows with the segments to the power of {told} (processor, memory)")


if __name__ == "__main__":
    main()
