"""AWR dumps with figures that tests choose: rows of AWR's tables, written as a Data Pump dump."""

from __future__ import annotations

import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.dumps import TableData, awr_columns, dump_files

DBID, STARTED = 4_711, datetime.fromisoformat("2026-11-01T06:00:00")
FIRST = datetime.fromisoformat("2026-11-20T08:00:00")
ROWS = defaultdict[str, list[dict[str, Any]]]
_PARTITIONED = ("WRH$_SYSSTAT", "WRH$_SEG_STAT", "WRH$_SYSTEM_EVENT", "WRH$_ACTIVE_SESSION_HISTORY")


def number_of(name: str) -> int:
    """What stands for a name in AWR's tables."""
    return zlib.crc32(name.encode())


class AwrDump:
    """Rows by table; columns that are not given are NULL."""

    def __init__(self, release: str = "19c", *, in_order: bool = False) -> None:
        """`in_order`: numbers of names are 1, 2, 3 …, so that two databases give the same number to different names."""
        self.columns = awr_columns(release)
        self.rows: ROWS = defaultdict(list)
        self._in_order = in_order
        self._named: set[tuple[str, int, str]] = set()
        self._numbers: dict[tuple[str, int, str], int] = {}

    def add(self, table: str, **cells: Any) -> None:
        self.rows[table].append(cells)

    def snapshot(
        self,
        snap: int,
        *,
        instance: int = 1,
        dbid: int = DBID,
        started: datetime = STARTED,
        end: datetime | None = None,
        minutes: float = 60,
        **more: Any,
    ) -> None:
        """Snapshot 1 ends at `FIRST`, the others an hour after each other."""
        at = end or FIRST + timedelta(hours=snap - 1)
        cells = {"STATUS": 0, "ERROR_COUNT": 0, "FLUSH_ELAPSED": timedelta(seconds=2.5)} | more
        self.add(
            "WRM$_SNAPSHOT", SNAP_ID=snap, DBID=dbid, INSTANCE_NUMBER=instance, STARTUP_TIME=started,
            BEGIN_INTERVAL_TIME=at - timedelta(minutes=minutes), END_INTERVAL_TIME=at, **cells,
        )  # fmt: skip

    def instance(self, number: int = 1, *, dbid: int = DBID, started: datetime = STARTED, **more: Any) -> None:
        cells = {"DB_NAME": "SHOP", "INSTANCE_NAME": f"SHOP{number}", "HOST_NAME": "host1", "VERSION": "19.0.0.0.0",
                 "PARALLEL": "NO", "PLATFORM_NAME": "Linux x86 64-bit"} | more  # fmt: skip
        self.add("WRM$_DATABASE_INSTANCE", DBID=dbid, INSTANCE_NUMBER=number, STARTUP_TIME=started, **cells)

    def name(self, table: str, number: str, column: str, name: str, *, dbid: int = DBID, **more: Any) -> int:
        """Give a name its number once."""
        key = (table, dbid, name)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers) + 1 if self._in_order else number_of(name)
            self.add(table, DBID=dbid, **{number: self._numbers[key], column: name}, **more)
        return self._numbers[key]

    def at(self, table: str, snap: int, *, instance: int = 1, dbid: int = DBID, **cells: Any) -> None:
        self.add(table, SNAP_ID=snap, DBID=dbid, INSTANCE_NUMBER=instance, **cells)

    def statistic(self, snap: int, name: str, value: float, **key: int) -> None:
        number = self.name("WRH$_STAT_NAME", "STAT_ID", "STAT_NAME", name, dbid=key.get("dbid", DBID))
        self.at("WRH$_SYSSTAT", snap, STAT_ID=number, VALUE=value, **key)

    def time(self, snap: int, name: str, seconds: float, **key: int) -> None:
        number = self.name("WRH$_STAT_NAME", "STAT_ID", "STAT_NAME", name, dbid=key.get("dbid", DBID))
        self.at("WRH$_SYS_TIME_MODEL", snap, STAT_ID=number, VALUE=round(seconds * 1e6), **key)

    def event(
        self, snap: int, name: str, waits: int, seconds: float, *, class_: str = "User I/O", all_: tuple[int, float] = (0, 0),
        **key: int,
    ) -> None:  # fmt: skip
        """`all_`: what the background's waits add."""
        number = self.name(
            "WRH$_EVENT_NAME", "EVENT_ID", "EVENT_NAME", name, dbid=key.get("dbid", DBID), WAIT_CLASS=class_
        )
        front = round(seconds * 1e6)
        self.at(
            "WRH$_SYSTEM_EVENT", snap, EVENT_ID=number, TOTAL_WAITS=waits + all_[0], TOTAL_TIMEOUTS=0,
            TIME_WAITED_MICRO=front + round(all_[1] * 1e6), TOTAL_WAITS_FG=waits, TOTAL_TIMEOUTS_FG=0,
            TIME_WAITED_MICRO_FG=front, **key,
        )  # fmt: skip

    def parameter(self, snap: int, name: str, value: str, **key: int) -> None:
        number = self.name("WRH$_PARAMETER_NAME", "PARAMETER_HASH", "PARAMETER_NAME", name, dbid=key.get("dbid", DBID))
        self.at("WRH$_PARAMETER", snap, PARAMETER_HASH=number, VALUE=value, **key)

    def segment(self, snap: int, name: str, figures: dict[str, float], *, owner: str = "SHOP", type_: str = "TABLE",
                tablespace: str = "USERS", container: int | None = None, named: bool = True, **key: int) -> None:  # fmt: skip
        number = number_of(name) % 10**6
        place = {"TS#": number_of(tablespace) % 1000, "OBJ#": number, "DATAOBJ#": number}
        dbid = key.get("dbid", DBID)
        at = f"{owner}.{name}"
        if named and ("WRH$_SEG_STAT_OBJ", dbid, at) not in self._named:
            self._named.add(("WRH$_SEG_STAT_OBJ", dbid, at))
            self.add("WRH$_SEG_STAT_OBJ", DBID=dbid, SNAP_ID=snap, OWNER=owner, OBJECT_NAME=name, OBJECT_TYPE=type_,
                     TABLESPACE_NAME=tablespace, CON_DBID=container, **place)  # fmt: skip
        deltas = {f"{figure}_DELTA": value for figure, value in figures.items()}
        self.at("WRH$_SEG_STAT", snap, CON_DBID=container, **place, **deltas, **key)

    def sample(self, snap: int, event: str, segment: str, *, session: int = 1, wait_time: int = 0, count: int = 1,
               container: int | None = None, **more: Any) -> None:  # fmt: skip
        """In so many samples, one after the other; or in the one that is told."""
        number = self.name("WRH$_EVENT_NAME", "EVENT_ID", "EVENT_NAME", event, WAIT_CLASS="User I/O")
        for sample in range(count):
            taken = {
                "SAMPLE_ID": 7 + 10 * sample,
                "SAMPLE_TIME": FIRST + timedelta(hours=snap - 2, seconds=10 * sample),
                "SESSION_ID": len(self.rows["WRH$_ACTIVE_SESSION_HISTORY"]) + 1,
            }
            self.at("WRH$_ACTIVE_SESSION_HISTORY", snap, SESSION_TYPE=session, EVENT_ID=number, WAIT_TIME=wait_time,
                    CON_DBID=container, PROGRAM="secret program", MACHINE="secret machine",
                    **{"CURRENT_OBJ#": number_of(segment) % 10**6}, **(taken | more))  # fmt: skip

    def tables(self) -> Iterable[TableData]:
        """Those with a row for each snapshot in partitions, one of which is empty."""
        for name, rows in self.rows.items():
            columns = self.columns[name]
            data = [[row.get(column) for column, _ in columns] for row in rows]
            if name in _PARTITIONED:
                yield TableData(name, columns, [], "BEFORE")
                half = len(data) // 2
                while 0 < half < len(data) and data[half][0] == data[half - 1][0]:
                    half += 1
                yield TableData(name, columns, data[:half], "FIRST")
                yield TableData(name, columns, data[half:], "LAST")
            else:
                yield TableData(name, columns, data)

    def written(self, files: int = 1, **options: Any) -> list[bytes]:
        return dump_files(self.tables(), files=files, **options)


def busy_dump(snaps: int = 4, *, instances: int = 1, release: str = "19c", dbid: int = DBID) -> AwrDump:
    """A database that reads: every hour 1,000 s of DB time, 600 of them waits for single blocks; ORDERS is read most."""
    dump = AwrDump(release)
    for number in range(1, instances + 1):
        dump.instance(number, dbid=dbid, PARALLEL="YES" if instances > 1 else "NO")
        for snap in range(1, snaps + 1):
            add_busy_snapshot(dump, snap, instance=number, dbid=dbid)
    return dump


def varied_dump(snaps: int) -> AwrDump:
    """The same with hours that differ, as hours do."""
    dump = busy_dump(snaps)
    for table, column in (("WRH$_SYSTEM_EVENT", "EVENT_ID"), ("WRH$_SYSSTAT", "STAT_ID")):
        for row in dump.rows[table]:
            for figure in ("TOTAL_WAITS", "TOTAL_WAITS_FG", "VALUE"):
                row[figure] = (row.get(figure) or 0) + row["SNAP_ID"] ** 2 * (row[column] % 7)
    return dump


def add_busy_snapshot(dump: AwrDump, snap: int, *, hours: int | None = None, started: datetime = STARTED, instance: int = 1,
                      dbid: int = DBID) -> None:  # fmt: skip
    """Counters stand at so many hours since the start."""
    key = {"instance": instance, "dbid": dbid}
    up = snap if hours is None else hours
    dump.snapshot(snap, started=started, **key)
    for name, seconds in (("DB time", 1_000), ("DB CPU", 300)):
        dump.time(snap, name, seconds * up, **key)
    figures = {"physical reads": 110_000, "physical read IO requests": 100_000, "physical writes": 20_000,
               "session logical reads": 5_000_000, "redo size": 10**8, "user commits": 3_600, "user rollbacks": 36,
               "physical write IO requests": 15_000}  # fmt: skip
    for name, value in figures.items():
        dump.statistic(snap, name, value * up, **key)
    dump.statistic(snap, "logons current", 50 + snap, **key)
    dump.event(snap, "db file sequential read", 100_000 * up, 600.0 * up, all_=(500 * up, 1.0 * up), **key)
    dump.event(snap, "log file sync", 3_600 * up, 36.0 * up, class_="Commit", **key)
    dump.event(snap, "SQL*Net message from client", 9_000 * up, 9_000.0 * up, class_="Idle", **key)
    for at, count in ((1, 20_000), (8, 60_000), (16, 20_000)):
        number = number_of("db file sequential read")
        dump.at("WRH$_EVENT_HISTOGRAM", snap, EVENT_ID=number, WAIT_TIME_MILLI=at, WAIT_COUNT=count * up, **key)
    for name, value in (("db_block_size", "8192"), ("__db_cache_size", str(2**32)), ("sga_target", str(2**33))):
        dump.parameter(snap, name, value, **key)
    for name, reads in (("ORDERS", 60_000), ("ORDERS_PK", 20_000), ("LINES", 10_000)):
        kind = "INDEX" if name.endswith("_PK") else "TABLE"
        dump.segment(snap, name, {"LOGICAL_READS": reads * 10, "PHYSICAL_READS": reads, "PHYSICAL_READ_REQUESTS": reads,
                                  "OPTIMIZED_PHYSICAL_READS": 0, "PHYSICAL_WRITES": reads // 10,
                                  "PHYSICAL_READS_DIRECT": 0}, type_=kind, **key)  # fmt: skip
    for name, count in (("ORDERS", 45), ("ORDERS_PK", 12), ("UNNAMED", 3)):
        dump.sample(snap, "db file sequential read", name, count=count, **key)
    number = dump.name("WRH$_OSSTAT_NAME", "STAT_ID", "STAT_NAME", "NUM_CPUS", dbid=dbid)
    dump.at("WRH$_OSSTAT", snap, STAT_ID=number, VALUE=16, **key)
    number = dump.name("WRH$_OSSTAT_NAME", "STAT_ID", "STAT_NAME", "BUSY_TIME", dbid=dbid)
    dump.at("WRH$_OSSTAT", snap, STAT_ID=number, VALUE=40_000 * up, **key)
    dump.at("WRH$_FILESTATXS", snap, **{"FILE#": 4, "CREATION_CHANGE#": 9}, PHYRDS=100_000 * up, READTIM=60_000 * up,
            SINGLEBLKRDS=90_000 * up, SINGLEBLKRDTIM=50_000 * up, PHYWRTS=10_000 * up, WRITETIM=1_000 * up, PHYBLKRD=110_000 * up,
            **key)  # fmt: skip
    if ("WRH$_DATAFILE", dbid, "users01") not in dump._named:
        dump._named.add(("WRH$_DATAFILE", dbid, "users01"))
        dump.add("WRH$_DATAFILE", DBID=dbid, SNAP_ID=snap, FILENAME="/u01/users01.dbf", TSNAME="USERS", BLOCK_SIZE=8192,
                 **{"FILE#": 4, "CREATION_CHANGE#": 9, "TS#": 4})  # fmt: skip


def main() -> None:
    """Write a dump in two files into a folder, and print their paths: for the journeys of the page."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(varied_dump(6).written(2), 1):
        path = folder / f"awrdat_{number:02d}.dmp"
        path.write_bytes(data)
        print(path)


if __name__ == "__main__":
    main()
