"""What is measured of an AWR dump, in a process that does nothing else; of an older checkout by what that has of it.

    dump_works.py WORK FILE

Prints processor time in s, peak memory in MB, and what came of it.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

from segtier import garbage
from segtier.analysis import open_report
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.timeline import choose_window
from segtier.model.workload import Source
from segtier.reports import awr_dump
from segtier.reports.awr_dump.tables import BY_SNAPSHOT, NAMES, OWNER
from segtier.reports.dump.dump import Dump


def listed(file: BinaryIO) -> str:
    """Its objects, and what the master table says of them."""
    return f"{len(Dump([file]).names)} tables"


def rows(file: BinaryIO) -> str:
    """The rows of all tables that are asked for, with the columns asked for."""
    dump, count = Dump([file]), 0
    columns = {one.table: one.columns for one in BY_SNAPSHOT} | {name: sum(of, ()) for name, of in NAMES.items()}
    for name, wanted in columns.items():
        table = dump.table(OWNER, name)
        count += sum(1 for _ in table.read(wanted)) if table is not None else 0
    return f"{count:,} rows"


def documents(file: BinaryIO) -> str:
    """A whole document for each interval, as an upload needs it; none is held."""
    return f"{sum(1 for _ in awr_dump.read_dump([file], Source())):,} documents"


def time_line(file: BinaryIO) -> str:
    """All intervals with their load, and the time line of them, as an answer needs it."""
    slots, _ = sort_intervals(list(_reports(file)))
    _, line = choose_window(slots, "busy")
    return f"{len(line.points):,} points"


def _reports(file: BinaryIO) -> Iterable[Any]:
    if hasattr(awr_dump, "read_loads"):
        return (open_report.ReadAgain(*one) for one in awr_dump.read_loads([file], Source()))
    return map(open_report.OpenReport, awr_dump.read_dump([file], Source()))


WORKS: tuple[tuple[Callable[[BinaryIO], str], float | None], ...] = (
    (listed, None),
    (rows, 30.0),
    (documents, None),
    (time_line, 20.0),
)
"""With the least MB for each second of processor time that is aimed at."""


def main() -> None:
    name, path = sys.argv[1:]
    work = next(work for work, _ in WORKS if work.__name__ == name)
    garbage.look_seldom()  # as readers do
    with Path(path).open("rb") as file:
        began_s = time.process_time()
        said = work(file)
        took_s = time.process_time() - began_s
    print(took_s, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, said)


if __name__ == "__main__":
    main()
