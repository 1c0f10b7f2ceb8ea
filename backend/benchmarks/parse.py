"""How fast reports are read, beside a bare read of all table cells of the same bytes with the same HTML library.

Each HTML report is read both ways in turn; the best of each counts, after one reading that does not. Promised: at most
2 bare reads, for all files together and for the median of each kind. Text reports have no bare read beside them: only
their MB/s are printed. Takes the named files, else the corpus where it lies beside the repository, else the project's
sample, for which nothing is promised: it has hardly a cell that is not needed. Run: `python benchmarks/parse.py [FILE...]`;
ends with 1 where a ratio is above the promise.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from segtier import garbage
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.samples import oltp_sample

MOST_RATIO = 2.0
RUNS = 9
PROCESS_RUNS = 5
ABOUT_BYTES = 1_000_000
CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
REPORTS = ("awr-*html*.html", "awr-text-*", "statspack-*")


@dataclass(frozen=True)
class Measured:
    """One file read both ways; `bare_s` is None for a text."""

    path: Path
    kind: str
    size_mb: float
    bare_s: float | None
    read_s: float

    @property
    def ratio(self) -> float:
        return self.read_s / (self.bare_s or self.read_s)


def report_files(folder: Path) -> list[Path]:
    """The named files, else all reports of the corpus, else those of the sample."""
    if len(sys.argv) > 1:
        return [Path(name) for name in sys.argv[1:]]
    if CORPUS.is_dir():
        return [path for pattern in REPORTS for path in sorted(CORPUS.glob(pattern))]
    for file in oltp_sample():
        (folder / file.name).write_bytes(file.data)
    return sorted(folder.glob("*.html"))


def bare_read(data: bytes) -> int:
    """All cells of all tables as text, nothing more."""
    return len([cell.text() for cell in LexborHTMLParser(data.decode("utf-8", "replace")).css("td,th")])


def seconds(work: Callable[[], object]) -> float:
    """Processor time: other programs on the machine count less."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measure(path: Path) -> Measured:
    data = path.read_bytes()
    kind = kind_of(data, path)
    size_mb = len(data) / 1e6
    if "html" not in kind:
        return Measured(path, kind, size_mb, None, min(seconds(lambda: read_document(data, None)) for _ in range(RUNS)))
    pairs = [(seconds(lambda: bare_read(data)), seconds(lambda: read_document(data, None))) for _ in range(RUNS)]
    bare_s, read_s = (min(times) for times in zip(*pairs, strict=True))
    return Measured(path, kind, size_mb, bare_s, read_s)


def kind_of(data: bytes, path: Path) -> str:
    """The document's kind; a page whose broken lines are joined first is a kind of its own."""
    document = read_document(data, path.name)
    report = document.first if isinstance(document, Pair) else document
    joined = isinstance(report, Workload) and any(warning.code == "repaired-lines" for warning in report.warnings)
    return f"{report.source.kind}{' (joined lines)' if joined else ''}"


def line(name: str, files: Sequence[Measured], ratio: float | None, more: str = "") -> str:
    size_mb, read_s = (sum(values) for values in zip(*((one.size_mb, one.read_s) for one in files), strict=True))
    bare_s = sum(one.bare_s or 0.0 for one in files)
    bare = f"{size_mb / bare_s:8.1f}" if bare_s else f"{'-':>8}"
    shown = f"{ratio:6.2f}" if ratio is not None else f"{'-':>6}"
    return f"{name:<66}{size_mb:8.2f}{bare}{size_mb / read_s:10.1f}{shown}{more}"


def print_kinds(files: Sequence[Measured]) -> list[float]:
    """A line per kind and one for all pages; their ratios."""
    promised: list[float] = []
    for kind in sorted({one.kind for one in files}):
        of_kind = [one for one in files if one.kind == kind]
        ratios = [one.ratio for one in of_kind if one.bare_s]
        median = statistics.median(ratios) if ratios else None
        spread = f"  {min(ratios):.2f} to {max(ratios):.2f}" if ratios else ""
        print(line(f"{kind}, {len(of_kind)} file(s), median ratio", of_kind, median, spread))
        promised += ratios and [statistics.median(ratios)]
    pages = [one for one in files if one.bare_s]
    if pages:
        promised.append(sum(one.read_s for one in pages) / sum(one.bare_s or 0.0 for one in pages))
        print(line(f"all HTML, {len(pages)} file(s), ratio of the totals", pages, promised[-1]))
    return promised


def process_s(path: Path) -> float:
    program = [sys.executable, "-m", "segtier.cli.main", "parse", str(path)]
    start = time.perf_counter()
    subprocess.run(program, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main(folder: Path) -> int:
    """Print the figures; 1 where a ratio is above the promise."""
    garbage.look_seldom()  # as every process that reads does
    files = [measure(path) for path in report_files(folder)]
    print(f"{'report':<66}{'MB':>8}{'bare':>8}{'segtier':>10}{'ratio':>6}  (MB/s; best of {RUNS})")
    for one in files:
        print(line(one.path.name, [one], one.ratio if one.bare_s else None))
    print()
    promised = print_kinds(files)
    nearest = min((one.path for one in files), key=lambda path: abs(path.stat().st_size - ABOUT_BYTES))
    whole_s = statistics.median(process_s(nearest) for _ in range(PROCESS_RUNS))
    print(f"\nsegtier parse, whole process, {nearest.name}: {whole_s * 1e3:.0f} ms (median of {PROCESS_RUNS})")
    if len(sys.argv) == 1 and not CORPUS.is_dir():
        print("the sample only: no ratio is promised")
        return 0
    worst = max(promised, default=0.0)
    print(
        f"promised: a ratio of at most {MOST_RATIO:g} for all HTML and for the median of each kind; worst {worst:.2f}"
    )
    return int(worst > MOST_RATIO)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(main(Path(scratch)))
