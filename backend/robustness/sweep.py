"""Every real report damaged at many places: read right, said to be less, or refused; never a crash, hang or other figure.

Damages are those of `tests/damage.py`, the judge is `tests/same_figures.py`. Two processes; a parse that takes longer
than the limit counts as a fault. Run: `python robustness/sweep.py [--positions 200] [--write] [FILE ...]`; without files
the corpus beside the repository, else the project's sample. `--write` puts the counts into docs/internals/robustness.md.

`--kept FILE` writes down the counts of each file as it is done. A run that is given it again goes on with the files not in
it, and does those with a fault anew; it shows the counts of all. Delete it after a change to a reader or to the judge that
may have made a right copy wrong.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness.report import table, write_block
from segtier.errors import SegtierError
from segtier.reports import read_document
from segtier.reports.reader import Document
from segtier.samples import oltp_sample
from tests.corpus import files as corpus_files
from tests.damage import Damage, damages
from tests.same_figures import judge

LIMIT_S = 20.0
PROCESSES = 2
SEED = 20240601
OUTCOMES = ("same", "less", "changed", "refused", "fault")
SHOWN = 3


class TooSlow(BaseException):
    """A parse took longer than the limit; no reader may catch it."""


@dataclass
class Counts:
    """What became of the damaged copies of one file, or of all files of a kind."""

    kind: str
    files: int = 1
    outcomes: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        self.files += other.files
        self.outcomes += other.outcomes
        self.refused += other.refused
        self.slowest_s = max(self.slowest_s, other.slowest_s)
        self.faults += other.faults

    @property
    def slowest_ms(self) -> int:
        return round(self.slowest_s * 1e3)

    @property
    def positions(self) -> int:
        return sum(self.outcomes.values())


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    def stop(_: int, __: FrameType | None) -> None:
        raise TooSlow

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def sweep_file(name: str, data: bytes, positions: int) -> Counts:
    whole = _whole(name, data)
    counts = Counts("refused as they are" if isinstance(whole, SegtierError) else _kind(whole))
    for damage in damages(data, positions, SEED):
        outcome, what = _outcome(whole, damage, data, counts)
        counts.outcomes[outcome] += 1
        if outcome == "fault":
            counts.faults.append(f"{name}, {damage}: {what}")
    return counts


def _whole(name: str, data: bytes) -> Document | SegtierError:
    try:
        return read_document(data, name)
    except SegtierError as refusal:
        return refusal


def _kind(document: Document) -> str:
    return document.source.kind if hasattr(document, "source") else "awr-diff-html"


def _outcome(whole: Document | SegtierError, damage: Damage, data: bytes, counts: Counts) -> tuple[str, str]:
    start = time.perf_counter()
    try:
        with time_limit(LIMIT_S):
            found = read_document(damage.data, "damaged")
    except SegtierError as refusal:
        counts.refused[refusal.code] += 1
        return "refused", ""
    except TooSlow:
        return "fault", f"took longer than {LIMIT_S:g} s"
    except Exception as crash:  # any other exception is what the sweep looks for
        return "fault", f"{type(crash).__name__}: {crash}"
    finally:
        counts.slowest_s = max(counts.slowest_s, time.perf_counter() - start)
    if isinstance(whole, SegtierError):
        return "fault", "read, though the whole file is refused"
    verdict = judge(whole, found, damage, data)
    return verdict.outcome, "; ".join(verdict.faults[:SHOWN])


Done = dict[str, Counts]
"""Counts by the name of the file."""


def sweep(inputs: Sequence[tuple[str, bytes]], positions: int, kept: Path | None = None) -> list[Counts]:
    """Counts by kind of file, in the order of their names."""
    done = {name: counts for name, counts in _read_kept(kept).items() if counts.positions == positions}
    todo = [(name, data) for name, data in inputs if name not in done or done[name].faults]
    with ProcessPoolExecutor(PROCESSES) as pool:
        names, datas = [name for name, _ in todo], [data for _, data in todo]
        swept = pool.map(sweep_file, names, datas, [positions] * len(todo))
        for name, counts in zip(names, swept, strict=True):
            done[name] = counts
            _show(name, counts)
            if kept is not None:
                kept.write_text(json.dumps({one: vars(found) for one, found in done.items()}))
    return _by_kind([done[name] for name, _ in inputs])


def _read_kept(kept: Path | None) -> Done:
    if kept is None or not kept.exists():
        return {}
    found = json.loads(kept.read_text())
    return {
        name: Counts(**{**one, "outcomes": Counter(one["outcomes"]), "refused": Counter(one["refused"])})
        for name, one in found.items()
    }


def _show(name: str, counts: Counts) -> None:
    print(f"{name}: {counts.positions} copies, {counts.outcomes['fault']} faults", file=sys.stderr, flush=True)
    for fault in counts.faults:
        print(f"FAULT {fault}", flush=True)


def _by_kind(swept: Sequence[Counts]) -> list[Counts]:
    kinds: dict[str, Counts] = {}
    for counts in swept:
        if counts.kind in kinds:
            kinds[counts.kind].add(counts)
        else:
            kinds[counts.kind] = replace(counts, outcomes=Counter(counts.outcomes), refused=Counter(counts.refused))
    return [kinds[name] for name in sorted(kinds)]


def shown(kinds: Sequence[Counts]) -> str:
    """The table of counts and the line that sums it up."""
    headings = "kind,files,copies,same,less (told),as flipped,refused,faults,slowest ms".split(",")
    rows = [
        [one.kind, *map(str, (one.files, one.positions, *(one.outcomes[name] for name in OUTCOMES), one.slowest_ms))]
        for one in kinds
    ]
    codes: Counter[str] = Counter()
    for one in kinds:
        codes += one.refused
    refusals = ", ".join(f"{code} {count}" for code, count in codes.most_common())
    return f"{table(headings, rows)}\n\nRefused by: {refusals}.\n\n{last_line(kinds)}"


def last_line(kinds: Sequence[Counts]) -> str:
    files, copies = sum(one.files for one in kinds), sum(one.positions for one in kinds)
    return f"{files} files, {copies} damaged copies, {sum(one.outcomes['fault'] for one in kinds)} faults."


def inputs_of(paths: Sequence[str]) -> list[tuple[str, bytes]]:
    if paths:
        return [(Path(path).name, Path(path).read_bytes()) for path in paths]
    found = [path for path in corpus_files("") if path.suffix not in (".gz", ".xlsm")]
    if found:
        return [(path.name, path.read_bytes()) for path in found]
    return [(one.name, one.data) for one in oltp_sample() if one.name.endswith(".html")]


def main() -> int:
    """Print the counts; 1 where there is a fault."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=200)
    options.add_argument("--write", action="store_true")
    options.add_argument("--kept", type=Path)
    options.add_argument("files", nargs="*")
    given = options.parse_args()
    kinds = sweep(inputs_of(given.files), given.positions, given.kept)
    text = shown(kinds)
    print(text)
    if given.write:
        write_block("damage sweep", f"`python robustness/sweep.py --positions {given.positions}`:\n\n{text}")
    return int(any(one.outcomes["fault"] for one in kinds))


if __name__ == "__main__":
    sys.exit(main())
