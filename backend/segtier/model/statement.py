"""A statement of the list "SQL ordered by Reads": what it read, never its text."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence
from segtier.model.merging import Added, Key, OfOne
from segtier.model.names import ModuleName, PdbName, Word


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement's work over the interval. Shares of statements are not disjoint.

    What a PL/SQL block reads holds the reads of the statements it calls, and a query's those of the functions in it, so
    rows may add up to more than the instance read. None is unknown, 0 executions is none that ended in the interval.
    """

    sql_id: Key[Word]
    """Of Statspack v$sql.old_hash_value, which is digits only."""
    pdb: Key[PdbName | None] = None
    module: ModuleName | None = None
    physical_reads_blocks: Added[float | None] = None
    executions: Added[int | None] = None
    reads_pct: OfOne[float | None] = None
    """Of the instance's physical reads, 0 to 100, as printed."""
    elapsed_s: Added[float | None] = None
    cpu_s: Added[float | None] = None
    plsql: bool | None = None
    """A PL/SQL block or call; None where its text does not begin with a word."""
    instance: int | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def reads_per_execution(self) -> float | None:
        """Blocks; None where an execution did not end in the interval."""
        if self.physical_reads_blocks is None or not self.executions:
            return None
        return self.physical_reads_blocks / self.executions
