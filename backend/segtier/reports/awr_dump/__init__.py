"""From an AWR dump to workloads: one for each two snapshots of an instance between which it ran.

`tables` says which tables and columns are read, and only those; `by_snapshot` finds the rows of a snapshot, `snapshots` the
intervals; the other files make the lists of a workload of them. Columns go by name: one that a release lacks is unknown, not 0.
"""

from segtier.reports.awr_dump.read import is_dump, read_dump, read_loads

__all__ = ["is_dump", "read_dump", "read_loads"]
