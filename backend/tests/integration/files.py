"""Small synthetic files, made in memory: reports as workload documents, exports as CSV."""

from __future__ import annotations

from segtier import documents
from segtier.model.pair import Pair
from segtier.model.workload import Database, Workload
from tests.builders import a_segment, a_workload


def a_report(
    database: str = "SHOP", dbid: int | None = 4711, snap: int = 100, segments: tuple[str, ...] = ("ORDERS",)
) -> bytes:
    """A report of one hour that lists the given segments of owner SHOP."""
    return documents.encode(_an_hour(database, dbid, snap, segments))


def a_compare_period_report(second: str = "SHOP", dbid: int = 4711) -> bytes:
    """An hour of SHOP, and one of it or of another database, in one file."""
    return documents.encode(Pair(_an_hour("SHOP", 4711, 100, ("ORDERS",)), _an_hour(second, dbid, 200, ("ORDERS",))))


def _an_hour(database: str, dbid: int | None, snap: int, segments: tuple[str, ...]) -> Workload:
    return a_workload(
        database=Database(name=database, dbid=dbid, release="19.0.0.0.0", rac=False, platform="Linux x86 64-bit"),
        segments=tuple(a_segment(name, reads=1_000_000) for name in segments),
        snaps=(snap, snap + 1),
    )


def some_sizes(*names: str, owner: str = "SHOP", gib: int = 10) -> bytes:
    """A dba_segments export; it does not say which database it is from."""
    head = '"OWNER","SEGMENT_NAME","PARTITION_NAME","SEGMENT_TYPE","TABLESPACE_NAME","BYTES"'
    rows = [f'"{owner}","{name}",,"TABLE","SHOP_DATA",{gib * 1024**3}' for name in names]
    return "\n".join([head, *rows, ""]).encode()


def many_sizes(rows: int, seed: int) -> bytes:
    """An export of so many segments that reading it takes a while; each seed gives other bytes."""
    return some_sizes(*(f"T{seed}_{number}" for number in range(rows)))
