"""Which segments a document names one by one: the busiest, the largest, and what belongs to their tables.

The rest is kept as sums (docs/internals/decisions/0010). Nothing of it is lost to the totals; none of it would be placed.
"""

from __future__ import annotations

from segtier.reports.bundle.tables import Tables

MOST_BUSY = 5_000
"""By their share of physical reads and writes: the only ones whose counters are named, for only they can be worth a move."""
MOST_LARGE = 5_000
MOST_FAMILY = 10_000
"""Indexes and LOBs of the tables kept: a plan that moves a table must know them."""
WHOLE_UP_TO = 20_000
"""So many segments have their sizes and facts kept whole."""

_COUNTED = ("physical_reads", "physical_read_requests", "physical_writes", "physical_write_requests")


def choose_kept(tables: Tables) -> None:
    """Fill `busy` with the keys of segments whose counters are named, `kept` with those whose sizes and facts are."""
    for table in ("busy", "kept"):
        tables.run(
            f"CREATE TABLE {table} (con_id NUMERIC, owner TEXT, name TEXT, sub TEXT, kind TEXT,"
            " PRIMARY KEY (con_id, owner, name, sub, kind)) WITHOUT ROWID"
        )
    _keep_busy(tables)
    tables.run("INSERT INTO kept SELECT * FROM busy")
    (count,) = tables.one("SELECT count(*) FROM segments")
    everything = count <= WHOLE_UP_TO
    _keep_large(tables, -1 if everything else MOST_LARGE)
    if not everything:
        _keep_family(tables)


def _keep_busy(tables: Tables) -> None:
    sums = tables.one(f"SELECT {', '.join(f'sum(1.0 * {name})' for name in _COUNTED)} FROM segment_statistics")
    shares = [
        f"ifnull(1.0 * {name} / {float(total)!r}, 0)" for name, total in zip(_COUNTED, sums, strict=True) if total
    ]
    busy = " + ".join(shares) or "NULL"
    tables.run(
        "INSERT OR IGNORE INTO busy SELECT con_id, owner, object_name, ifnull(subobject_name, ''),"
        " ifnull(kind_of(object_type), '') FROM (SELECT * FROM segment_statistics"
        f" ORDER BY {busy} DESC, rowid LIMIT ?)",
        MOST_BUSY,
    )


def _keep_large(tables: Tables, most: int) -> None:
    tables.run(
        "INSERT OR IGNORE INTO kept SELECT con_id, owner, segment_name, ifnull(partition_name, ''),"
        " kind_of(segment_type) FROM (SELECT * FROM segments ORDER BY bytes DESC, rowid LIMIT ?)",
        most,
    )


def _keep_family(tables: Tables) -> None:
    """Unpartitioned indexes and LOBs only: the partitions of one index alone may be a hundred thousand."""
    for file, owner, name in (("indexes", "table_owner", "index_name"), ("lobs", "owner", "segment_name")):
        tables.run(f'CREATE INDEX "family_{file}" ON "{file}" (con_id, {owner}, table_name)')
        tables.run(
            "INSERT OR IGNORE INTO kept SELECT s.con_id, s.owner, s.segment_name, '', kind_of(s.segment_type)"
            " FROM (SELECT DISTINCT con_id, owner, name FROM kept WHERE kind = 'TABLE') k"
            f' CROSS JOIN "{file}" f ON f.con_id = k.con_id AND f.{owner} = k.owner AND f.table_name = k.name'
            f" CROSS JOIN segments s ON s.con_id = f.con_id AND s.owner = f.owner AND s.segment_name = f.{name}"
            " AND s.partition_name IS NULL LIMIT ?",
            MOST_FAMILY,
        )
