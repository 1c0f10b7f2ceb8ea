"""What one checkout takes, for `benchmarks.year`: it runs with that checkout's modules, and uses what old and new ones have.

    PYTHONPATH=CHECKOUT/backend python year_measured.py HALF_HOURS ...       (SEGTIER_DATA_DIR: a folder that is thrown away)

Prints JSON: by name, pairs of a size and what was measured there.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from benchmarks.many_users import filled
from benchmarks.many_users.usage import tree_cpu_s
from robustness.processes import descendants
from segtier.documents import encode
from segtier.jobs.process import open_context
from segtier.model.account import ITSELF
from segtier.question import Question
from segtier.reading.describe import describe, segment_names
from segtier.services.context import Context
from segtier.services.end_job import settle
from segtier.services.give_advice import advice_from
from segtier.services.link_report import link_report
from segtier.services.read_documents import list_inputs
from segtier.services.survey_fleet import survey_fleet
from segtier.settings import Settings
from segtier.store import databases, reports, uploads
from segtier.store.engine import Store, one_at_a_time
from segtier.store.uploads import NewUpload

_FLEETS, _DOCUMENTS_EACH, _SEGMENTS_EACH = (4, 8, 16), 26, 200
_LOOK_EVERY_S = 0.1
_ASKED = {"first_s": Question(), "again_s": Question(ssd="500GB"), "average_s": Question(window="average")}


def measure(half_hours: list[int]) -> dict[str, list[tuple[int, float]]]:
    """By name: (size, seconds of the processor, or MB)."""
    found: dict[str, list[tuple[int, float]]] = {}

    def add(name: str, size: int, value: float) -> None:
        found.setdefault(name, []).append((size, value))

    for count in half_hours:
        store = filled.filled(filled.Sizes(1, count + 2, _SEGMENTS_EACH))
        with _opened(store) as ctx:
            for name, value in _answers(ctx).items():
                add(name, count, value)
        add("link_s", count, _linking(count))
        add("stored_mb", count, store.stat().st_size / 1e6)
    for count in _FLEETS:
        sizes = filled.Sizes(count, count * _DOCUMENTS_EACH, count * _SEGMENTS_EACH)
        with _opened(filled.filled(sizes)) as ctx:
            add("fleet_s", count, _spent(partial(_complete, ctx)))
    return found


@contextmanager
def _opened(store: Path) -> Iterator[Context]:
    """A copy of it; no answer is kept."""
    folder = tempfile.mkdtemp(dir=os.environ["SEGTIER_DATA_DIR"])
    copy = shutil.copyfile(store, Path(folder) / "segtier.db")
    os.environ["SEGTIER_DATABASE_URL"] = f"sqlite:///{copy}"
    with closing(open_context(Settings(data_dir=Path(folder)), readers=1, advisers=1)) as ctx:
        yield ctx


def _answers(ctx: Context) -> dict[str, float]:
    with ctx.store.read() as tx:
        database = databases.list_all(tx)[0].id
    inputs = list_inputs(ctx, database)
    found = {}
    with PeakBelow() as watched:
        for name, asked in _ASKED.items():
            found[name] = _spent(partial(advice_from, ctx, inputs, asked, lambda answer: answer.piece("summary")))
    return found | {"held_mb": watched.most_mb}


def _linking(count: int) -> float:
    """The least of some: what is made once is paid by the first."""
    took = []
    with closing(Store(os.environ["SEGTIER_DATABASE_URL"])) as opened:
        for hour in range(count + 10, count + 15):
            document = filled._at(filled._day()[0], 0, hour)
            facts = describe(document, file=document.source.file, sha256=document.source.sha256, sample=False)
            packed = reports.packed(encode(document), segment_names(document))
            with opened.write(ITSELF) as tx:
                upload = uploads.add(tx, NewUpload(facts.file or "", 1, facts.sha256 or "", "before"))
            assert upload is not None
            begun_s = time.process_time()
            with opened.write(ITSELF) as tx:
                one_at_a_time(tx)
                report = reports.add(tx, facts, packed, upload_id=upload.id, period="before")
                link_report(tx, report, None)
                settle(tx, upload, [report])
            took.append(time.process_time() - begun_s)
    return min(took)


def _complete(ctx: Context) -> None:
    while any(one.pending for one in survey_fleet(ctx, None, include_sample=True).items):
        time.sleep(0.5)


def _spent(work: Callable[[], object]) -> float:
    before_s = tree_cpu_s(os.getpid())
    work()
    return tree_cpu_s(os.getpid()) - before_s


class PeakBelow:
    """`most_mb`: the most that a process below this one held while the block ran; each may be gone at its end."""

    most_mb = 0.0

    def __enter__(self) -> PeakBelow:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(_LOOK_EVERY_S):
            self.most_mb = max(self.most_mb, *(_peak_kb(pid) / 1024 for pid in descendants(os.getpid())), 0.0)


def _peak_kb(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)


if __name__ == "__main__":
    print(json.dumps(measure([int(one) for one in sys.argv[1:]])))
