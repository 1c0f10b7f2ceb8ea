"""A workload for each answer there is.

python -m tests.verdict_cases FOLDER        # writes an archive for each, as any collector could send it; prints their paths
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from segtier.documents import encode
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.inventory import Inventory, RedoGroup
from segtier.model.request import AdviceRequest
from segtier.model.workload import Database, PgaAdvice, Section, TimeModelRow, WaitClass, Workload
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes

SLOW = a_wait("db file sequential read", 18_000, 9)
QUICK = a_wait("db file sequential read", 2_000, 6)
COMMIT_WRITES = a_wait("log file parallel write", 2_900, 9, foreground=False)
OTHERS = (a_wait("SQL*Net more data to client", 2_500, 5), a_wait("latch: cache buffers chains", 2_500, 3))
HOT = (a_segment("ORDERS", 1_500_000, 200_000), a_segment("ORDERS_PK", 300_000, 9_000, "INDEX"))
SIZES = some_sizes(("ORDERS", 40), ("ORDERS_PK", 6), ("HISTORY", 900))
PLAIN = Database(
    name="SHOP", dbid=4711, release="11.2.0.4.0", rac=False, platform="Linux x86 64-bit", block_size_bytes=8192
)
RAC = replace(PLAIN, rac=True)
EXADATA = replace(RAC, engineered="exadata")
NO_SIZES, NOT_SHARED, ON_FLASH = "an option that needs sizes", "an option that needs shared SSD", "data on SSD"
TOO_LARGE, LARGER = "segments larger than the SSD", "a small option that fits, and a larger one that does not"
LARGE = replace(
    some_sizes(("ORDERS", 4_000), ("ORDERS_PK", 900), ("HISTORY", 9_000)),
    redo_groups=(RedoGroup(1, thread=1, size_bytes=GIB, members=("+DATA/shop/redo1",)),),
)
STATED = StorageToday((StorageGroup("data", media="flash", inferred=False),))
PGA = (
    PgaAdvice(target_bytes=4 * GIB, size_factor=1.0, est_extra_bytes=1e12),
    PgaAdvice(target_bytes=8 * GIB, size_factor=2.0, est_extra_bytes=1e10),
)


def _time_model(workload: Workload, **seconds: float) -> Workload:
    rows = tuple(TimeModelRow(name.replace("_", " "), value) for name, value in seconds.items())
    return replace(workload, time_model=(*workload.time_model, *rows))


def _of(event: str, average_ms: float = 10, time_s: float = 20_000, **changed: object) -> Workload:
    return a_workload((a_wait(event, time_s, average_ms), QUICK), **changed)  # type: ignore[arg-type]


WORKLOADS: dict[str, Workload] = {
    "an option": a_workload((SLOW,), segments=HOT),
    NO_SIZES: a_workload((SLOW,), segments=HOT, cache_factor_at_double=None),
    TOO_LARGE: a_workload((SLOW,), segments=HOT, cache_factor_at_double=None),
    LARGER: a_workload(
        (a_wait("db file sequential read", 16_000, 9), a_wait("log file sync", 3_000, 10), COMMIT_WRITES),
        segments=HOT,
        cache_factor_at_double=None,
    ),
    NOT_SHARED: a_workload((a_wait("log file sync", 18_000, 10),), database=replace(RAC, platform="AIX")),
    "no gain for sure": a_workload(
        (a_wait("db file sequential read", 900, 1.2), a_wait("SQL*Net more data to client", 600, 5)), cpu_s=1_100
    ),
    "idle": a_workload((a_wait("db file sequential read", 20, 9),), cpu_s=10),
    "hardly busy": a_workload((a_wait("db file sequential read", 1_200, 44),), cpu_s=300),
    "a moment": a_workload((SLOW,), elapsed_s=30),
    "figures that contradict": a_workload((SLOW,), cpu_s=20_000, rest_s=-16_000),
    "a rest that nothing explains": a_workload((a_wait("db file sequential read", 3_000, 3),), rest_s=18_000),
    "scans beside such a rest": a_workload((a_wait("direct path read", 10_000, 4),), cpu_s=300, rest_s=20_000),
    "few reads": a_workload((a_wait("db file sequential read", 2_000, 30_000),), cpu_s=1_000),
    "unnamed waits": a_workload((), wait_classes=(WaitClass("User I/O", time_s=18_000.0),), rest_s=18_000),
    "row locks": a_workload((a_wait("enq: TX - row lock contention", 90_000, 95_000), QUICK), cpu_s=90_000),
    "CPU": a_workload((QUICK,), cpu_s=20_000),
    "full CPUs": a_workload((SLOW,), cpu_s=14_000, threads=4, cores=4),
    "held back": _of("resmgr:cpu quantum"),
    "parsing": _time_model(_of("db file sequential read", time_s=1_000, cpu_s=9_000), parse_time_elapsed=8_000),
    "parsing that nobody tells": replace(
        a_workload((a_wait("db file sequential read", 8_000, 9), *OTHERS), segments=HOT, cpu_s=4_000, rest_s=0),
        sections=(Section("Time Model Statistics", "missing"),),
    ),
    "connecting": _time_model(a_workload((QUICK,), cpu_s=9_000), connection_management_call_elapsed_time=8_000),
    "other instances": _of("gc buffer busy acquire", 30),
    "latches": _of("latch: cache buffers chains", 30),
    "the network": _of("SQL*Net more data to client", 5),
    "a flash cache's reads": _of("db flash cache single block physical read", 0.5),
    "something else": _of("a wait of no catalogue", 5),
    "the write side": a_workload(
        (a_wait("db file sequential read", 16_000, 0.76), a_wait("log buffer space", 18_000, 490)), cpu_s=1_700
    ),
    "commits": a_workload(
        (a_wait("log file sync", 18_000, 10), a_wait("log file parallel write", 200, 0.3, foreground=False))
    ),
    "throttled": a_workload(
        (a_wait("log file sync", 19_959, 95.59), a_wait("db file sequential read", 16_000, 0.796)), cpu_s=9_000
    ),
    "scans": _of("direct path read", 8),
    "fast reads": a_workload((a_wait("db file sequential read", 16_000, 0.4),)),
    ON_FLASH: a_workload((SLOW,)),
    "engineered": a_workload((SLOW,), database=EXADATA),
    "hardly any storage": a_workload(
        (a_wait("db file sequential read", 200, 6), a_wait("SQL*Net more data to client", 600, 5)),
        cpu_s=1_000,
        rest_s=400,
    ),
    "more cache": a_workload((a_wait("db file sequential read", 18_000, 0.4),), cache_factor_at_double=0.2),
    "more PGA": a_workload((a_wait("direct path read temp", 18_000, 8),), pga_advisory=PGA),
}


def inventories(name: str) -> Sequence[Inventory]:
    if name in (NO_SIZES, NOT_SHARED):
        return []
    return [LARGE if name in (TOO_LARGE, LARGER) else SIZES]


def request(name: str) -> AdviceRequest:
    if name != ON_FLASH:
        return a_request()
    return a_request(storage_today=STATED)


def archive(name: str) -> bytes:
    """The case as a database of its own: its workload and its sizes, as documents."""
    number = list(WORKLOADS).index(name)
    database = replace(WORKLOADS[name].database, name=f"CASE{number}", dbid=7_000 + number)
    documents = [replace(WORKLOADS[name], database=database), *inventories(name)]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        for index, document in enumerate(documents):
            files.writestr(f"{index}.json", encode(document))
    return packed.getvalue()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(WORKLOADS):
        path = folder / f"case{number}.zip"
        path.write_bytes(archive(name))
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
