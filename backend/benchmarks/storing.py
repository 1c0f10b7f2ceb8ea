"""What it costs to keep files compressed: room, and processor time beside what reading the same reports takes.

Reports are those of the corpus where it lies beside the repository, else of the project's sample. Each is stored and opened
again in a folder, as they came (what was done before) and compressed; printed is the best of some runs, and how much of the time
to read the report the difference is. Then the room and the time of each level.

Run: `python benchmarks/storing.py [FILE...]`.
"""

from __future__ import annotations

import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.parse import CORPUS
from segtier.reports import read_document
from segtier.samples import oltp_sample
from segtier.store import lying
from segtier.store.blob_folder import BlobFolder

RUNS = 5
LEVELS = (1, 2, 3, 4, 6)


def reports(names: Sequence[str]) -> list[bytes]:
    if names:
        return [Path(name).read_bytes() for name in names]
    if CORPUS.is_dir():
        return [path.read_bytes() for path in sorted(CORPUS.glob("awr-html-*.html"))]
    return [file.data for file in oltp_sample() if file.name.endswith(".html")]


def best_ms(what: Callable[[], object]) -> float:
    """Of this thread's processor, the system's share for it included."""
    taken = []
    for _ in range(RUNS):
        before = time.thread_time()
        what()
        taken.append(time.thread_time() - before)
    return min(taken) * 1e3


def kept_ms(datas: Sequence[bytes], folder: Path) -> tuple[float, float, int]:
    """To store all of them, to open and read all of them, and the bytes that lie there then."""
    blobs = BlobFolder(folder)
    digests: list[str] = []
    stored = best_ms(lambda: digests.extend(blobs.put_unsynced(data).sha256 for data in datas))
    opened = best_ms(lambda: [blobs.get(one) for one in digests[: len(datas)]])
    return stored, opened, sum(path.stat().st_size for path in folder.glob("??/*"))


def at_level(datas: Sequence[bytes], level: int) -> int:
    return sum(len(zlib.compress(data, level)) for data in datas)


def main(names: Sequence[str]) -> None:
    datas = reports(names)
    mb = sum(map(len, datas)) / 1e6
    with tempfile.TemporaryDirectory() as name:
        with patch.object(lying, "_shrinks", lambda _: False):
            before = kept_ms(datas, Path(name) / "before")
        after = kept_ms(datas, Path(name) / "after")
    read = best_ms(lambda: [read_document(data, None) for data in datas]) / mb
    print(f"{len(datas)} reports, {mb:.1f} MB; processor time in ms per MB, before -> compressed")
    print(f"room {before[2] / 1e6:.1f} -> {after[2] / 1e6:.1f} MB, {before[2] / after[2]:.1f} : 1")
    for what, old, new in (("to store", before[0], after[0]), ("to open", before[1], after[1])):
        print(f"{what} {old / mb:.1f} -> {new / mb:.1f}")
    more = (sum(after[:2]) - sum(before[:2])) / mb
    print(f"both {more:+.1f}, beside {read:.1f} to read the report: {more / read:+.0%}")
    for level in LEVELS:
        taken, size = best_ms(partial(at_level, datas, level)) / mb, at_level(datas, level)
        print(f"level {level}: {mb * 1e6 / size:.1f} : 1 in {taken:.1f}{' (chosen)' if level == lying.LEVEL else ''}")


if __name__ == "__main__":
    main(sys.argv[1:])
