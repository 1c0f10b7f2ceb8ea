"""How fast reports are read, beside a bare read of all table cells of the same bytes with the same HTML library.

Each HTML report is read both ways in turn; the best of each counts, after one reading that does not. Promised: at most
2 bare reads, for all files together and for the median of each kind. Text reports have no bare read beside them: only
their MB per processor second are printed. Takes the named files, else the corpus where it lies beside the repository, else
the project's sample, for which nothing is promised: it has hardly a cell that is not needed.

Run: `python benchmarks/parse.py [FILE...] [--of CHECKOUT]`; ends with 1 where a ratio is above the promise. With another
checkout only the two are compared, which read the same files in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.parse_times import seconds
from segtier import garbage
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.samples import oltp_sample

MOST_RATIO = 2.0
RUNS = 9
PROCESS_RUNS = 5
TURNS = 3
HERE = Path(__file__).resolve().parents[2]
ABOUT_BYTES = 1_000_000
CORPUS = HERE.parent / "shared" / "corpus"
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


def report_files(named: list[Path], folder: Path) -> list[Path]:
    """The named files, else all reports of the corpus, else those of the sample."""
    if named:
        return named
    if CORPUS.is_dir():
        return [path for pattern in REPORTS for path in sorted(CORPUS.glob(pattern))]
    for file in oltp_sample():
        (folder / file.name).write_bytes(file.data)
    return sorted(folder.glob("*.html"))


def bare_read(data: bytes) -> int:
    """All cells of all tables as text, nothing more."""
    return len([cell.text() for cell in LexborHTMLParser(data.decode("utf-8", "replace")).css("td,th")])


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
    texts = [one for one in files if not one.bare_s]
    if texts:
        print(line(f"all texts, {len(texts)} file(s)", texts, None))
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


def times_of(checkout: Path, files: Sequence[Path]) -> list[float]:
    """Least processor seconds for each file."""
    program = [
        sys.executable,
        str(HERE / "backend/benchmarks/parse_times.py"),
        *(str(path.resolve()) for path in files),
    ]
    environment = os.environ | {"PYTHONPATH": str(checkout.resolve() / "backend")}
    said = subprocess.run(program, stdout=subprocess.PIPE, check=True, env=environment)
    times: list[float] = json.loads(said.stdout)
    return times


def compare(files: Sequence[Path], other: Path) -> None:
    """This checkout and another in turn, for text and for HTML."""
    sides: dict[Path, list[list[float]]] = {other: [], HERE: []}
    for _ in range(TURNS):
        for checkout, turns in sides.items():
            turns.append(times_of(checkout, files))
    old, new = ([min(times) for times in zip(*turns, strict=True)] for turns in sides.values())
    print(f"{'':<28}{'MB':>8}{'other':>10}{'here':>10}{'ratio':>8}  (MB per processor second; least of {TURNS} turns)")
    for name, html in (("text", False), ("HTML", True)):
        chosen = [at for at, path in enumerate(files) if (path.suffix in (".html", ".htm")) is html]
        if chosen:
            size_mb = sum(files[at].stat().st_size for at in chosen) / 1e6
            old_s, new_s = (sum(times[at] for at in chosen) for times in (old, new))
            rates = f"{size_mb:8.2f}{size_mb / old_s:10.2f}{size_mb / new_s:10.2f}{new_s / old_s:8.3f}"
            print(f"{f'{name}, {len(chosen)} file(s)':<28}{rates}")


def main(named: list[Path], other: Path | None, folder: Path) -> int:
    """Print the figures; 1 where a ratio is above the promise."""
    chosen = report_files(named, folder)
    if other is not None:
        compare(chosen, other)
        return 0
    garbage.look_seldom()  # as every process that reads does
    files = [measure(path) for path in chosen]
    print(f"{'report':<66}{'MB':>8}{'bare':>8}{'segtier':>10}{'ratio':>6}  (MB/s; best of {RUNS})")
    for one in files:
        print(line(one.path.name, [one], one.ratio if one.bare_s else None))
    print()
    promised = print_kinds(files)
    nearest = min((one.path for one in files), key=lambda path: abs(path.stat().st_size - ABOUT_BYTES))
    whole_s = statistics.median(process_s(nearest) for _ in range(PROCESS_RUNS))
    print(f"\nsegtier parse, whole process, {nearest.name}: {whole_s * 1e3:.0f} ms (median of {PROCESS_RUNS})")
    if not named and not CORPUS.is_dir():
        print("the sample only: no ratio is promised")
        return 0
    worst = max(promised, default=0.0)
    print(
        f"promised: a ratio of at most {MOST_RATIO:g} for all HTML and for the median of each kind; worst {worst:.2f}"
    )
    return int(worst > MOST_RATIO)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="*", type=Path)
    options.add_argument("--of", type=Path, help="the repository of another state, as a folder")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(main(given.files, given.of, Path(scratch)))
