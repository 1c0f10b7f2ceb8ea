"""Processor seconds that each file takes to read, the least of several times, as JSON: `parse.py` runs this on each checkout.

Run: `PYTHONPATH=CHECKOUT/backend python benchmarks/parse_times.py FILE...`
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from segtier import garbage
from segtier.reports import read_document

RUNS = 5


def seconds(work: Callable[[], object]) -> float:
    """Processor time: other programs on the machine count less."""
    start = time.process_time()
    work()
    return time.process_time() - start


def least_s(path: Path) -> float:
    data = path.read_bytes()
    read_document(data, None)
    return min(seconds(lambda: read_document(data, None)) for _ in range(RUNS))


if __name__ == "__main__":
    garbage.look_seldom()  # as every process that reads does
    print(json.dumps([least_s(Path(name)) for name in sys.argv[1:]]))
