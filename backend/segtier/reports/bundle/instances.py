"""Which instances a bundle is of: by its lists of them, and by its rows, which say it themselves."""

from __future__ import annotations

from segtier.model.workload import Instance
from segtier.reports.bundle.tables import Tables

_SNAPSHOTS = ("hist_snapshots", "statspack_snapshots")


def all_instances(tables: Tables, dbid: int | None) -> tuple[int, ...]:
    """Numbers of all that it names of this database, whether or not it has their figures.

    One that AWR knows as no part of a cluster (PARALLEL) is one only where it has snapshots.
    """
    snapshots = "".join(
        f" UNION SELECT inst_id FROM {one} WHERE dbid IS NULL OR ?1 IS NULL OR dbid = ?1" for one in _SNAPSHOTS
    )
    rows = tables.rows(
        "SELECT inst_id FROM instances UNION SELECT inst_id FROM hist_instances WHERE ifnull(upper(parallel), '') <> 'NO'"
        f"{snapshots} ORDER BY 1",
        dbid,
    )
    return tuple(int(number) for (number,) in rows)


def instance_of(number: int, known: tuple[Instance, ...]) -> Instance:
    """What a list says of it; of one that no list has, its number."""
    return next((one for one in known if one.number == number), Instance(number))
