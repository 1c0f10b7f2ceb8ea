"""The pair document: two workloads of one comparison, before and after (`segtier.pair/1`)."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.names import Word
from segtier.model.workload import Workload


@dataclass(frozen=True, slots=True)
class Pair:
    """The two periods of a compare-period report, in the report's order."""

    first: Workload
    second: Workload
    schema: Word = "segtier.pair/1"
