"""How much sooner many reports are read by two processes than by one: whole commands, the better of three runs each.

Reads copies of the sample's reports, so that starting a process weighs little. Run: `python benchmarks/cores.py [COPIES]`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from segtier.samples import oltp_sample

RUNS = 3
COPIES = 8


def seconds(folder: Path, jobs: int) -> tuple[float, bytes]:
    program = [sys.executable, "-m", "segtier.cli.main", "parse", str(folder), "--jobs", str(jobs)]
    start = time.perf_counter()
    done = subprocess.run(program, capture_output=True, check=True)
    return time.perf_counter() - start, done.stdout


def main(folder: Path, copies: int) -> int:
    """1 where two processes say anything else than one."""
    reports = [file for file in oltp_sample() if file.name.endswith(".html")]
    for number in range(copies):
        for file in reports:
            (folder / f"{number}-{Path(file.name).name}").write_bytes(file.data)
    (one_s, one), (two_s, two) = (min(seconds(folder, jobs) for _ in range(RUNS)) for jobs in (1, 2))
    print(
        f"parse of {copies * len(reports)} reports: 1 process {one_s:.2f} s, 2 processes {two_s:.2f} s, ratio {one_s / two_s:.2f}"
    )
    return int(one != two)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(main(Path(scratch), int(sys.argv[1]) if len(sys.argv) > 1 else COPIES))
