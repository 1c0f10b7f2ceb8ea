"""How fast reports are read: whole-process `segtier parse` on a 1 MB report, and MB/s in process.

Beside it stands a bare read of all table cells of the same page with the same HTML library: the ratio of the two
medians is what is promised (at most 3). Takes a corpus report where the corpus lies beside the repository, else the
project's sample. Run: `python benchmarks/parse.py [FILE]`.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from segtier.reports import read_document
from segtier.samples import oltp_sample

MOST_RATIO = 3.0
RUNS = 15
PROCESS_RUNS = 5
ABOUT_BYTES = 1_000_000
CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"


def report_file(folder: Path) -> Path:
    """The named file, else the corpus report nearest to 1 MB, else the largest report of the sample."""
    if len(sys.argv) > 1:
        return Path(sys.argv[1])
    if CORPUS.is_dir():
        return min(CORPUS.glob("awr-html-*.html"), key=lambda path: abs(path.stat().st_size - ABOUT_BYTES))
    largest = max((file for file in oltp_sample() if file.name.endswith(".html")), key=lambda file: len(file.data))
    path = folder / largest.name
    path.write_bytes(largest.data)
    return path


def bare_read(data: bytes) -> int:
    """All cells of all tables as text, nothing more."""
    return len([cell.text() for cell in LexborHTMLParser(data.decode("utf-8", "replace")).css("td,th")])


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def process_s(path: Path) -> float:
    program = [sys.executable, "-m", "segtier.cli.main", "parse", str(path)]
    return seconds(lambda: subprocess.run(program, stdout=subprocess.DEVNULL, check=True))


def main(folder: Path) -> int:
    """Print the figures; 1 where the ratio is above the promise."""
    path = report_file(folder)
    data = path.read_bytes()
    pairs = [(seconds(lambda: bare_read(data)), seconds(lambda: read_document(data, path.name))) for _ in range(RUNS)]
    bare_s, read_s = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(read / bare for bare, read in pairs)
    whole_s = statistics.median(process_s(path) for _ in range(PROCESS_RUNS))
    megabytes = len(data) / 1e6
    print(f"report           {path.name}, {megabytes:.2f} MB, {bare_read(data)} cells")
    print(f"bare cell read   {bare_s * 1e3:6.1f} ms  {megabytes / bare_s:6.1f} MB/s  (median of {RUNS})")
    print(f"segtier          {read_s * 1e3:6.1f} ms  {megabytes / read_s:6.1f} MB/s  (median of {RUNS})")
    print(f"segtier parse    {whole_s * 1e3:6.1f} ms  whole process (median of {PROCESS_RUNS})")
    print(f"ratio            {ratio:6.2f}  segtier / bare read, at most {MOST_RATIO:g}")
    return int(ratio > MOST_RATIO)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(main(Path(scratch)))
