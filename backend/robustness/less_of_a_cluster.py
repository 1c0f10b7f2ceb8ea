"""The law of evidence on an AWR dump of a cluster with pluggable databases: what one instance, or one container, does not tell.

Of the dump each of: a table of one instance taken out, at all its snapshots or at one; the rows of one wait, segment or file;
the lists that name an instance; all rows of one but its name; the names of containers; the containers of the sizes; both. Then,
besides what `less_evidence` looks for: no hour has another load than by the whole dump; no event's part of DB time and no part of
the reads that segments make is larger than it says; no segment reads more than it does; none has another's size; and who lacks
rows of one wait, segment or file is no surer of what moving saves.

Run: `python robustness/less_of_a_cluster.py`. Prints each break, the pairs and the breaks; exits with 1 where there is one.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness.less_evidence import DRAWS, Break, Tried, broken, surer
from segtier.advisor import advise
from segtier.analysis.foreground import NO_CLASS, is_unnamed
from segtier.errors import SegtierError
from segtier.model.advice import Advice
from segtier.model.inventory import Inventory, InventorySegment
from segtier.model.workload import Source
from segtier.reports.awr_dump import read_dump
from segtier.units import GIB
from tests.awr_dumps import DBID, AwrDump, busy_dump, number_of
from tests.builders import a_request

INSTANCES, SNAPSHOTS = 3, 3
PDBS = {8: "SALES", 9: "STOCK"}
OVER = 1.005
"""Times: rounding."""
_SEGMENTS = ("WRH$_SEG_STAT", "WRH$_SEG_STAT_OBJ")
_BUSIER = 3
"""Times the others' load: of the last instance, so that it makes a difference which of them are added up."""
_LOADS = (
    *("VALUE", "TOTAL_WAITS", "TIME_WAITED_MICRO", "TOTAL_WAITS_FG", "TIME_WAITED_MICRO_FG", "WAIT_COUNT"),
    *("PHYSICAL_READS_DELTA", "PHYSICAL_READ_REQUESTS_DELTA", "PHYSICAL_WRITES_DELTA", "LOGICAL_READS_DELTA"),
    *("PHYRDS", "READTIM", "SINGLEBLKRDS", "SINGLEBLKRDTIM", "PHYWRTS", "PHYBLKRD", "WRITETIM"),
)

Row = dict[str, Any]
Rows = dict[str, list[Row]]
Sizes = tuple[Inventory, ...]


_SLOW, _FAST = "USERS", "INDX"
_FILES = {_SLOW: 4, _FAST: 5}
_ONE_OF = (
    ("WRH$_SYSTEM_EVENT", "EVENT_ID", {name: number_of(name) for name in ("db file sequential read", "log file sync")}),
    ("WRH$_SEG_STAT", "OBJ#", {name: number_of(name) % 10**6 for name in ("ORDERS", "ORDERS_PK", "LINES")}),
    ("WRH$_FILESTATXS", "FILE#", _FILES),
)
"""Rows of one thing that a table counts: by its name."""
_OF_ONE = (
    "WRH$_SEG_STAT of O",
    "WRH$_SEG_STAT of L",
    "WRH$_FILESTATXS of",
    "WRH$_DATAFILE of",
    "WRH$_SYSTEM_EVENT of db",
)
"""Without them nobody is surer of what moving saves."""


def cluster() -> AwrDump:
    """Instances of other loads; each segment's name in two containers, whose loads differ too; indexes are read faster."""
    dump = busy_dump(SNAPSHOTS, instances=INSTANCES)
    _on_two_tablespaces(dump)
    for row in dump.rows["WRM$_DATABASE_INSTANCE"]:
        row["CDB"] = "YES"
    for number, name in PDBS.items():
        dump.add("WRM$_PDB_INSTANCE", DBID=DBID, INSTANCE_NUMBER=1, CON_DBID=number, PDB_NAME=name)
    for table in _SEGMENTS:
        dump.rows[table] = [_in_container(row, number) for row in dump.rows[table] for number in PDBS]
    for table, rows in dump.rows.items():
        if table not in ("WRH$_OSSTAT", "WRH$_PARAMETER"):
            dump.rows[table] = [_busier(row) if row.get("INSTANCE_NUMBER") == INSTANCES else row for row in rows]
    return dump


def _on_two_tablespaces(dump: AwrDump) -> None:
    """Tables read in 6 ms, indexes in 2."""
    for table in _SEGMENTS:
        for row in dump.rows[table]:
            if row["OBJ#"] == number_of("ORDERS_PK") % 10**6:
                row["TS#"] = number_of(_FAST) % 1000
                if "TABLESPACE_NAME" in row:
                    row["TABLESPACE_NAME"] = _FAST
    fast = []
    for row in dump.rows["WRH$_FILESTATXS"]:
        up = row["SNAP_ID"]
        fast.append(
            row
            | {"FILE#": _FILES[_FAST], "PHYRDS": 22_000 * up, "READTIM": 4_400 * up, "SINGLEBLKRDS": 20_000 * up}
            | {"SINGLEBLKRDTIM": 4_000 * up, "PHYBLKRD": 22_000 * up}
        )
        row |= {"PHYRDS": 80_000 * up, "READTIM": 48_000 * up, "SINGLEBLKRDS": 80_000 * up}
        row |= {"SINGLEBLKRDTIM": 48_000 * up, "PHYBLKRD": 85_000 * up}
    dump.rows["WRH$_FILESTATXS"] += fast
    (file,) = dump.rows["WRH$_DATAFILE"]
    dump.rows["WRH$_DATAFILE"].append(
        file | {"FILE#": _FILES[_FAST], "FILENAME": "/u02/indx01.dbf", "TSNAME": _FAST, "TS#": 5}
    )


def _in_container(row: Row, number: int) -> Row:
    """The second has a third of the load."""
    part = 0.75 if number == min(PDBS) else 0.25
    return {
        name: round(value * part) if name.endswith("_DELTA") and value else value for name, value in row.items()
    } | {"CON_DBID": number}


def _busier(row: Row) -> Row:
    return {
        name: value * _BUSIER if name in _LOADS and isinstance(value, int | float) else value
        for name, value in row.items()
    }


def sizes(*, named: bool = True) -> Sizes:
    """Of each segment in each container another size."""
    rows = tuple(
        InventorySegment(
            "SHOP",
            name,
            None,
            pdb if named else None,
            kind,
            _FAST if kind == "INDEX" else _SLOW,
            size_bytes=(gib + 7 * at) * GIB,
        )
        for at, pdb in enumerate(PDBS.values())
        for name, kind, gib in (("ORDERS", "TABLE", 20), ("ORDERS_PK", "INDEX", 4), ("LINES", "TABLE", 11))
    )
    return (Inventory(source=Source(kind="segment-sizes", file="sizes.csv"), segments=rows, complete=True),)


def less_of(rows: Rows) -> Iterator[tuple[str, Rows, Sizes]]:
    """(its name, what is left of the dump, of the sizes)."""
    for table, some in rows.items():
        for instance in sorted(
            {row["INSTANCE_NUMBER"] for row in some if row.get("SNAP_ID") and "INSTANCE_NUMBER" in row}
        ):
            yield (
                f"{table} of instance {instance}",
                _without(rows, table, partial(_is_of, instance)),
                sizes(),
            )
    for table, some in rows.items():
        if any(row.get("INSTANCE_NUMBER") == INSTANCES and row.get("SNAP_ID") for row in some):
            yield f"{table} of the last at the end", _without(rows, table, _is_last), sizes()
    for table, column, names in _ONE_OF:
        for name, number in names.items():
            gone = partial(_counts, column, number, INSTANCES)
            yield f"{table} of {name} of the last", _without(rows, table, gone), sizes()
    for number in _FILES.values():
        gone = partial(_has, "FILE#", number)
        yield f"WRH$_FILESTATXS of file {number}", _without(rows, "WRH$_FILESTATXS", gone), sizes()
        yield f"WRH$_DATAFILE of file {number}", _without(rows, "WRH$_DATAFILE", gone), sizes()
    lists = ("WRM$_SNAPSHOT", "WRM$_DATABASE_INSTANCE")
    unlisted = rows
    for table in lists:
        unlisted = _without(unlisted, table, partial(_is_of, INSTANCES))
    yield "all lists that name the last", unlisted, sizes()
    for instance in range(1, INSTANCES + 1):
        left = {
            table: [row for row in some if not (row.get("SNAP_ID") and row.get("INSTANCE_NUMBER") == instance)]
            for table, some in rows.items()
        }
        yield f"all but the name of instance {instance}", left, sizes()
    unnamed = _without(rows, "WRM$_PDB_INSTANCE", lambda _: True)
    yield "names of containers", unnamed, sizes()
    yield "containers of the sizes", rows, sizes(named=False)
    yield "names of containers, and containers of the sizes", unnamed, sizes(named=False)


def _is_of(instance: int, row: Row) -> bool:
    return bool(row["INSTANCE_NUMBER"] == instance)


def _has(column: str, number: int, row: Row) -> bool:
    return bool(row[column] == number)


def _counts(column: str, number: int, instance: int, row: Row) -> bool:
    return _has(column, number, row) and _is_of(instance, row)


def _is_last(row: Row) -> bool:
    return (row.get("INSTANCE_NUMBER"), row.get("SNAP_ID")) == (INSTANCES, SNAPSHOTS)


def _without(rows: Rows, table: str, gone: Callable[[Row], bool]) -> Rows:
    return rows | {table: [row for row in rows[table] if not gone(row)]}


def tried(part: Callable[[str], bool] = lambda _: True) -> Tried:
    """Try each change whose name passes `part`, by default all."""
    dump = cluster()
    rows: Rows = dict(dump.rows)
    whole = _answer(dump, rows, sizes())
    assert whole is not None
    pairs, breaks = 0, list[Break]()
    for name, left, sized in less_of(rows):
        less = _answer(dump, left, sized) if part(name) else None
        if less is not None:
            pairs += 1
            breaks += [
                Break(name, text)
                for text in (
                    *broken(whole, less),
                    *_loads(whole, less),
                    *_larger(whole, less),
                    *_of_another(whole, less),
                    *(surer(whole, less) if name.startswith(_OF_ONE) else ()),
                )
            ]
    return Tried("cluster", pairs, tuple(breaks))


def _answer(dump: AwrDump, rows: Rows, sized: Sizes) -> Advice | None:
    """From all its hours; None where it is refused."""
    dump.rows.clear()
    dump.rows.update(rows)
    try:
        files = [io.BytesIO(one) for one in dump.written()]
        return advise(list(read_dump(files, Source(file="awrdat.dmp"))), sized, replace(a_request(), draws=DRAWS))
    except SegtierError:
        return None


def _loads(whole: Advice, less: Advice) -> Iterator[str]:
    """An hour's load is that of all instances, or not known."""
    by_time = (
        {point.begin_time: point.average_active_sessions for point in whole.timeline.points} if whole.timeline else {}
    )
    for point in less.timeline.points if less.timeline else ():
        known, now = by_time.get(point.begin_time), point.average_active_sessions
        if known and now is not None and not 1 / OVER <= now / known <= OVER:
            yield f"f: the load at {point.begin_time} is {now:,.3f}, and {known:,.3f} by the whole dump"


def _larger(whole: Advice, less: Advice) -> Iterator[str]:
    """What less evidence makes more of."""
    for name, most, now in _figures(whole, less):
        if most is not None and now is not None and now > most * OVER:
            yield f"f: {name} is {now:,.3f}, and {most:,.3f} by the whole dump"


def _figures(whole: Advice, less: Advice) -> Iterator[tuple[str, float | None, float | None]]:
    shares = {event.event: event.db_time_pct for event in whole.top_events}
    for event in less.top_events:
        if event.event in shares and not is_unnamed(event.event, event.wait_class or NO_CLASS):
            yield f"part of DB time of {event.event}", shares[event.event], event.db_time_pct
    for name, part in less.quality.coverage.items():
        yield f"part named of {name}", whole.quality.coverage.get(name), part
    reads = _by_name(whole)
    for row in less.segments:
        yield f"reads of {row.name}", reads.get(row.name), row.physical_reads_blocks_per_hour


def _by_name(advice: Advice) -> dict[str, float]:
    """The most that a segment of the name reads."""
    found: dict[str, float] = {}
    for row in advice.segments:
        found[row.name] = max(found.get(row.name, 0.0), row.physical_reads_blocks_per_hour or 0.0)
    return found


def _of_another(whole: Advice, less: Advice) -> Iterator[str]:
    """A segment is known by its name and its reads, whatever its container is called; by its container where it is named."""
    pdbs = {f"CON_DBID {number}": pdb for number, pdb in PDBS.items()}
    known = {(row.pdb, row.name): row.size_bytes for row in whole.segments}
    for row in less.segments:
        size = known.get((pdbs.get(row.pdb or "", row.pdb), row.name))
        if row.size_bytes is not None and row.size_bytes != size:
            yield f"g: {row.pdb}:{row.name} has {row.size_bytes / GIB:.0f} GiB"


def main() -> int:
    found = tried()
    for one in found.breaks:
        print(f"{one.less} | {one.text}")
    print(f"{found.pairs} pairs, {len(found.breaks)} breaks")
    return 1 if found.breaks else 0


if __name__ == "__main__":
    sys.exit(main())
