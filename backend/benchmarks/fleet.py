"""The home page of many databases after a cold start: how long until all are answered, and what each look costs.

    .venv/bin/python -m benchmarks.fleet [DATABASES] [DOCUMENTS EACH]      (default: 500 12)

The store is filled as for `benchmarks/many_users`, then asked again and again as the page does, until every database has its
answer; then a report of one of them is counted as after the change, and it is asked once more.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.many_users.filled import Sizes, filled
from segtier.jobs.process import open_context
from segtier.model.account import ITSELF
from segtier.model.fleet import Fleet
from segtier.services import manage_uploads
from segtier.services.context import Context
from segtier.services.survey_fleet import survey_fleet
from segtier.settings import Settings

ADVISERS = 2
AGAIN_S = 3.0
"""As the page does."""
SEGMENTS_EACH = 20


class Look(NamedTuple):
    at_s: float
    processor_s: float
    fleet: Fleet


def looks(ctx: Context) -> list[Look]:
    """Until nothing is pending or stale. What advisers take is not in their processor time."""
    begun_s, found = time.monotonic(), []
    while True:
        before_s = time.thread_time()
        fleet = survey_fleet(ctx, 10 * 10**12, include_sample=True)
        found.append(Look(time.monotonic() - begun_s, time.thread_time() - before_s, fleet))
        if not fleet.pending and not any(row.stale for row in fleet.items):
            return found
        time.sleep(AGAIN_S)


def told(what: str, found: list[Look]) -> None:
    each = sorted(one.processor_s for one in found)
    print(
        f"{what}: complete after {found[-1].at_s:.0f} s; {len(found)} looks, each {each[len(each) // 2] * 1e3:.0f} ms of the web "
        f"server's processor time, {each[-1] * 1e3:.0f} ms at most",
        flush=True,
    )


@contextmanager
def opened(databases: int, documents: int) -> Iterator[Context]:
    """A store of so many databases, of which nothing is worked out."""
    store = filled(Sizes(databases, databases * documents, databases * SEGMENTS_EACH))
    with TemporaryDirectory() as folder:
        shutil.copyfile(store, Path(folder) / "segtier.db")
        os.environ["SEGTIER_DATABASE_URL"] = f"sqlite:///{folder}/segtier.db"
        os.environ["SEGTIER_DATA_DIR"] = folder
        with closing(open_context(Settings(), readers=1, advisers=ADVISERS)) as ctx:
            yield ctx


def main(databases: int, documents: int) -> None:
    with opened(databases, documents) as ctx:
        told(f"{databases} databases of {documents} documents, cold", looks(ctx))
        told("again", looks(ctx))
        first = survey_fleet(ctx, None, include_sample=True).items[0]
        report = manage_uploads.list_reports(ctx, first.id)[0]
        manage_uploads.change_report(ctx, ITSELF, report.id, "after", None)
        changed = survey_fleet(ctx, None, include_sample=True)
        print(f"after a change of one: {sum(row.stale for row in changed.items)} stale, {changed.pending} pending")
        told("until it is worked out anew", looks(ctx))


if __name__ == "__main__":
    databases, documents = (*map(int, sys.argv[1:]), 500, 12)[:2] if len(sys.argv) != 2 else (int(sys.argv[1]), 12)
    main(databases, documents)
