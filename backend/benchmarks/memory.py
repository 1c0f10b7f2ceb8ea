"""Memory a reader takes for each byte of its file: every hostile shape in a fresh process, its peak less what it began with.

Ends with 1 where a shape of many bytes takes more than MOST_RATIO bytes for each of its own (a workbook: of its parts,
unpacked), or more than a reader may use.
Run: `python benchmarks/memory.py [--mb 16] [NAME ...]`; names choose the shapes that contain one.
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import resource
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.errors import SegtierError
from segtier.reading.limits import ReadLimits
from segtier.reports import read_document
from tests import hostile_workbooks
from tests.unit.reports import hostile

MOST_RATIO = 50.0
"""An export whose every row is another segment takes that much: what is kept of a row is longer than the row."""
MOST_CPU_S = 120
_SHAPES: dict[str, Callable[[int], bytes]] = {**hostile.SHAPES, **hostile.LARGE, **hostile_workbooks.SHAPES}
_MB = 1 << 20


def _unpacked_bytes(data: bytes) -> int:
    if not data.startswith(b"PK"):
        return len(data)
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        return sum(part.file_size for part in parts.infolist())


def _measure(name: str, size: int, answer: multiprocessing.connection.Connection) -> None:
    data = _SHAPES[name](size)
    Path("/proc/self/clear_refs").write_text("5")  # forget what making it took
    before = _held_bytes()
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    try:
        read_document(data, "hostile")
        outcome = "read"
    except SegtierError as fault:
        outcome = fault.code
    answer.send((_unpacked_bytes(data), max(_peak_held_bytes() - before, 0), outcome))


def _held_bytes() -> int:
    return _status("VmRSS:")


def _peak_held_bytes() -> int:
    return _status("VmHWM:")


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def measured(name: str, size: int) -> tuple[int, int, str] | None:
    """(bytes of the file, bytes taken, how it ended); None where the process was ended for its processor time."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    child = spawn.Process(target=_measure, args=(name, size, theirs))
    child.start()
    theirs.close()
    try:
        found: tuple[int, int, str] = ours.recv()
    except EOFError:
        return None
    finally:
        child.join()
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*")
    options.add_argument("--mb", type=float, default=16.0)
    given = options.parse_args()
    worst, failed = 0.0, 0
    print(f"{'shape':40} {'input MB':>9} {'taken MB':>9} {'ratio':>6}")
    for name in _SHAPES:
        if given.names and not any(part in name for part in given.names):
            continue
        found = measured(name, round(given.mb * _MB))
        if found is None:
            failed += 1
            print(f"{name:40} {'':9} {'':9} {'':6} stopped after {MOST_CPU_S} s of processor time", flush=True)
            continue
        file_bytes, taken, outcome = found
        ratio = taken / file_bytes
        small = file_bytes < _MB
        beyond = taken > ReadLimits().memory_bytes or (ratio > MOST_RATIO and not small)
        worst, failed = max(worst, 0.0 if small else ratio), failed + beyond
        print(f"{name:40} {file_bytes / _MB:9.2f} {taken / _MB:9.1f} {ratio:6.1f} {outcome}", flush=True)
    print(f"worst ratio {worst:.1f}, at most {MOST_RATIO:g}; {failed} beyond it")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
