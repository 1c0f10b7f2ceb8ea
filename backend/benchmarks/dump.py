"""Reading an AWR dump: MB of file for each second of processor time, to list it, to read the rows that are asked for, to the
documents of all intervals, to the time line of an answer, and to the answer; with the peak memory of each.

    python -m benchmarks.dump [MEGABYTES] [SNAPSHOTS] [--of CHECKOUT ...] [--file DUMP]      (default: 150 600)

The dump is made for the occasion: tables, columns and the number of rows at a snapshot are as AWR 11.2 has them, figures grow as
counters do. Several checkouts take turns with this one's Python, so that old and new meet whatever else the machine does.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import large_export
from benchmarks.dump_works import WORKS
from tests.awr_dumps import DBID, FIRST, STARTED, number_of
from tests.dumps import TableData, awr_columns, dump_files

MEGABYTES, SNAPSHOTS = 150, 600
_HERE = Path(__file__).resolve().parents[2]
_MIB = 1024**2
_RELEASE = "11.2"
_EVENTS = (
    "db file sequential read",
    "db file scattered read",
    "direct path read",
    "log file sync",
    "log file parallel write",
)
_STATISTICS = ("physical reads", "physical read IO requests", "physical writes", "session logical reads", "redo size",
               "user commits", "user rollbacks", "physical write IO requests")  # fmt: skip
_TIMES = ("DB time", "DB CPU", "background elapsed time")
_AT_A_SNAPSHOT = {
    "WRH$_SYSSTAT": 640, "WRH$_SYS_TIME_MODEL": 19, "WRH$_SYSTEM_EVENT": 110, "WRH$_EVENT_HISTOGRAM": 560, "WRH$_SEG_STAT": 300,
    "WRH$_FILESTATXS": 40, "WRH$_ACTIVE_SESSION_HISTORY": 180, "WRH$_PARAMETER": 350, "WRH$_SQLSTAT": 90, "WRH$_OSSTAT": 20,
    "WRH$_DB_CACHE_ADVICE": 20, "WRH$_IOSTAT_FUNCTION": 14,
}  # fmt: skip
"""Rows of a quiet database; those of the sessions and segments grow until the dump is as long as asked for."""


def write(path: Path, megabytes: int, snapshots: int) -> None:
    of = random.Random(1)
    columns = awr_columns(_RELEASE)
    one = sum(len(one) for one in dump_files(_tables(columns, 2, of, 1.0), version=0x0301, release="11.2.0.4.0")) / 2
    more = max(1.0, megabytes * _MIB / (one * snapshots))
    (data,) = dump_files(_tables(columns, snapshots, of, more), version=0x0301, release="11.2.0.4.0")
    path.write_bytes(data)


def _tables(columns: dict[str, Any], snapshots: int, of: random.Random, more: float) -> Iterator[TableData]:
    def table(name: str, rows: Iterator[dict[str, Any]]) -> TableData:
        names = [column for column, _ in columns[name]]
        return TableData(name, columns[name], [[row.get(one) for one in names] for row in rows])

    yield table("WRM$_SNAPSHOT", ({"SNAP_ID": snap, "DBID": DBID, "INSTANCE_NUMBER": 1, "STARTUP_TIME": STARTED, "STATUS": 0,
                                   "BEGIN_INTERVAL_TIME": FIRST + timedelta(hours=snap - 1), "ERROR_COUNT": 0,
                                   "END_INTERVAL_TIME": FIRST + timedelta(hours=snap)} for snap in range(snapshots)))  # fmt: skip
    yield table("WRM$_DATABASE_INSTANCE", iter([{"DBID": DBID, "INSTANCE_NUMBER": 1, "STARTUP_TIME": STARTED,
                                                 "DB_NAME": "BENCH", "VERSION": "11.2.0.4.0", "PARALLEL": "NO"}]))  # fmt: skip
    for name, numbered, named, known in (
        ("WRH$_STAT_NAME", "STAT_ID", "STAT_NAME", [*_TIMES, *_STATISTICS, *(f"statistic {n}" for n in range(700))]),
        ("WRH$_EVENT_NAME", "EVENT_ID", "EVENT_NAME", [*_EVENTS, *(f"event {n}" for n in range(1_200))]),
        ("WRH$_OSSTAT_NAME", "STAT_ID", "STAT_NAME", [f"OS {n}" for n in range(20)]),
        ("WRH$_PARAMETER_NAME", "PARAMETER_HASH", "PARAMETER_NAME", [f"parameter_{n}" for n in range(350)]),
        ("WRH$_IOSTAT_FUNCTION_NAME", "FUNCTION_ID", "FUNCTION_NAME", [f"Function {n}" for n in range(14)]),
    ):
        rows = ({"DBID": DBID, numbered: number_of(one), named: one, "WAIT_CLASS": "User I/O"} for one in known)
        yield table(name, rows)
    segments = round(_AT_A_SNAPSHOT["WRH$_SEG_STAT"] * more)
    yield table("WRH$_SEG_STAT_OBJ", ({"DBID": DBID, "SNAP_ID": 1, "TS#": 4, "OBJ#": n, "DATAOBJ#": n, "OWNER": "APP",
                                       "OBJECT_NAME": f"TABLE_{n}", "OBJECT_TYPE": "TABLE", "TABLESPACE_NAME": "USERS"}
                                      for n in range(segments)))  # fmt: skip
    yield table("WRH$_DATAFILE", ({"DBID": DBID, "SNAP_ID": 1, "FILE#": n, "CREATION_CHANGE#": 9, "FILENAME": f"/u01/{n}.dbf",
                                   "TSNAME": "USERS", "BLOCK_SIZE": 8192} for n in range(40)))  # fmt: skip
    for name, count in _AT_A_SNAPSHOT.items():
        grows = name in ("WRH$_SEG_STAT", "WRH$_ACTIVE_SESSION_HISTORY", "WRH$_SQLSTAT")
        yield table(
            name, _rows(name, [one for one, _ in columns[name]], snapshots, round(count * more) if grows else count, of)
        )


def _rows(name: str, columns: list[str], snapshots: int, count: int, of: random.Random) -> Iterator[dict[str, Any]]:
    """Every column has a figure; those that number the row come again at each snapshot."""
    known: dict[str, tuple[str, ...]] = {
        "WRH$_SYSSTAT": (*_STATISTICS, *(f"statistic {n}" for n in range(count - len(_STATISTICS)))),
        "WRH$_SYS_TIME_MODEL": (*_TIMES, *(f"statistic {n}" for n in range(count - len(_TIMES)))),
        "WRH$_OSSTAT": tuple(f"OS {n}" for n in range(count)),
        "WRH$_PARAMETER": tuple(f"parameter_{n}" for n in range(count)),
        "WRH$_IOSTAT_FUNCTION": tuple(f"Function {n}" for n in range(count)),
    }
    numbers = [number_of(one) for one in known.get(name, (*_EVENTS, *(f"event {n}" for n in range(count))))]
    base = [of.randrange(10, 10**6) for _ in range(count)]
    plain = [one for one in columns if one not in ("SNAP_ID", "DBID", "INSTANCE_NUMBER")]
    for snap in range(snapshots):
        for at in range(count):
            row: dict[str, Any] = {"SNAP_ID": snap, "DBID": DBID, "INSTANCE_NUMBER": 1}
            for place, column in enumerate(plain):
                row[column] = (
                    base[at] * (snap + 1) + snap**2 + place
                    if column.split("_")[-1] != "DELTA"
                    else base[at] % (place + 900)
                )
            if name == "WRH$_SYS_TIME_MODEL":
                row["VALUE"] = (10**9 - at * 10**7) * (snap + 1)
            if name == "WRH$_SYSTEM_EVENT":
                row["TIME_WAITED_MICRO_FG"] = row["TIME_WAITED_MICRO"] = base[at] * (snap + 1) + snap**2
            yield row | _named(name, at, numbers, of)


def _named(name: str, at: int, numbers: list[int], of: random.Random) -> dict[str, Any]:
    """The columns that are no figures."""
    number = numbers[at % len(numbers)]
    texts = dict.fromkeys(("PROGRAM", "MODULE", "ACTION", "CLIENT_ID", "MACHINE", "ECID"), "some text of a session")
    times = {"SAMPLE_TIME": FIRST, "SQL_EXEC_START": FIRST, "XID": b"12345678"}
    ids = {"SQL_ID": f"sql{at:010}", "TOP_LEVEL_SQL_ID": f"sql{at:010}", "DBREPLAY_CALL_COUNTER": None}
    sample = {"SESSION_TYPE": 1, "CURRENT_OBJ#": of.randrange(300), "EVENT_ID": number, "WAIT_TIME": 0}
    known: dict[str, dict[str, Any]] = {
        "WRH$_SEG_STAT": {"TS#": 4, "OBJ#": at, "DATAOBJ#": at},
        "WRH$_FILESTATXS": {"FILE#": at, "CREATION_CHANGE#": 9},
        "WRH$_ACTIVE_SESSION_HISTORY": texts | times | ids | sample,
        "WRH$_EVENT_HISTOGRAM": {"EVENT_ID": numbers[at // 10 % len(numbers)], "WAIT_TIME_MILLI": 2 ** (at % 10)},
        "WRH$_SQLSTAT": texts | ids | {"OPTIMIZER_MODE": "ALL_ROWS", "SQL_PROFILE": None, "PARSING_SCHEMA_NAME": "APP",
                                       "BIND_DATA": b"binds" * 8},
        "WRH$_PARAMETER": {"PARAMETER_HASH": number, "VALUE": "8192", "ISDEFAULT": "TRUE", "ISMODIFIED": "FALSE"},
        "WRH$_DB_CACHE_ADVICE": {"NAME": "DEFAULT", "ADVICE_STATUS": "ON", "BLOCK_SIZE": 8192},
        "WRH$_IOSTAT_FUNCTION": {"FUNCTION_ID": number},
    }  # fmt: skip
    return known.get(name, {"STAT_ID": number, "EVENT_ID": number})


class Cost(NamedTuple):
    took_s: float
    peak_mb: float
    said: str


def measured(checkout: Path, name: str, path: Path) -> Cost:
    """In a process of its own, with this Python and that checkout's code."""
    environment = os.environ | {"PYTHONPATH": str(checkout / "backend")}
    program = (sys.executable, str(Path(__file__).with_name("dump_works.py")), name, str(path))
    done = subprocess.run(
        program, env=environment, cwd=checkout / "backend", capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{name} in {checkout} ended with {done.returncode}: {done.stderr[-500:]}")
    took_s, peak_mb, said = done.stdout.split(maxsplit=2)
    return Cost(float(took_s), float(peak_mb), said.strip())


def advised(checkout: Path, path: Path) -> Cost:
    """The whole command, with its start and the answer."""
    cost = large_export.measured(checkout, "advise", str(path), "--ssd", "700GB", "--format", "json")
    return Cost(cost.cpu_s, cost.peak_mb, "an answer")


def tell(name: str, costs: Mapping[Path, Cost], size_mb: float, aim: float | None) -> None:
    for checkout, cost in costs.items():
        goal = "" if aim is None else f" (at least {aim:.0f})"
        print(
            f"{checkout.name:10} {name:10} {cost.said:18} {cost.took_s:7.2f} s {size_mb / max(cost.took_s, 0.01):8.1f} MB/s of"
            f" processor{goal}, {cost.peak_mb:.0f} MB peak"
        )
    if len(costs) > 1:
        first, *_, last = (cost.took_s for cost in costs.values())
        print(f"{'':10} {name:10} {first / max(last, 0.01):.1f} times as fast", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("megabytes", nargs="?", type=int, default=MEGABYTES)
    options.add_argument("snapshots", nargs="?", type=int, default=SNAPSHOTS)
    options.add_argument("--of", nargs="+", type=Path, default=[_HERE], help="Checkouts that take turns.")
    options.add_argument("--file", type=Path, help="This dump instead of one made for the occasion.")
    given = options.parse_args()
    checkouts = [one.resolve() for one in given.of]
    with tempfile.TemporaryDirectory(prefix="segtier-dump-") as folder:
        path = given.file
        if path is None:
            path = Path(folder, "awrdat.dmp")
            writer = multiprocessing.get_context("spawn").Process(
                target=write, args=(path, given.megabytes, given.snapshots)
            )
            writer.start()
            writer.join()
        size_mb = path.stat().st_size / _MIB
        print(f"A dump of {size_mb:.0f} MB, {given.snapshots} snapshots", flush=True)
        for work, aim in WORKS:
            name = work.__name__
            tell(name, {one: measured(one, name, path) for one in checkouts}, size_mb, aim)
        tell("advise", {one: advised(one, path) for one in checkouts}, size_mb, None)


if __name__ == "__main__":
    main()
