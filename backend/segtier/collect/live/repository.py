"""Which databases an AWR (or Statspack) repository holds: its own, and those whose dumps were loaded; PDBs have their own DBID.

What is known of one DBID says nothing of another: of a database other than the one connected to, only its history is read.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from segtier.collect import collector_file
from segtier.collect.live.faults import NotGranted, StatementFailed
from segtier.collect.live.look import NOT_READABLE, Seen
from segtier.collect.live.session import Session
from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.units import minute


@dataclass(frozen=True, slots=True)
class Held:
    """A database whose snapshots a repository holds. `first` and `last` are when the first and last of them were taken."""

    dbid: int
    name: str | None
    instances: int
    snapshots: int
    first: datetime
    last: datetime

    @property
    def words(self) -> str:
        """One line for the user."""
        return (
            f"DBID {self.dbid}: {self.name or 'name not known'}, {self.instances} instance(s), {self.snapshots:,} snapshot(s),"
            f" {minute(self.first)} to {minute(self.last)}"
        )


def databases_held(session: Session, *, diagnostics_pack: bool) -> tuple[Held, ...]:
    """By DBID; AWR's with the pack, else Statspack's. Raises NotGranted where the repository cannot be read."""
    file = "awr_databases.sql" if diagnostics_pack else "statspack_databases.sql"
    try:
        rows = list(session.rows(collector_file(file).strip(), timeout_s=600))
    except StatementFailed as fault:
        if fault.oracle_code not in NOT_READABLE:
            raise
        raise _closed(fault, diagnostics_pack) from None
    return tuple(
        Held(int(dbid), name and str(name), int(instances), int(snapshots), first, last)
        for dbid, name, instances, snapshots, first, last in rows
    )


def _closed(fault: StatementFailed, diagnostics_pack: bool) -> NotGranted:
    if diagnostics_pack:
        return NotGranted(
            f"the AWR repository cannot be read ({fault.oracle_code})",
            advice="`segtier collect --grants` lists what it needs.",
        )
    return NotGranted(
        f"there is no Statspack repository, or it cannot be read ({fault.oracle_code})",
        advice="With --diagnostics-pack, where you hold its licence, that of AWR is read.",
    )


def of_another(seen: Seen, dbid: int | None, held: tuple[Held, ...]) -> Seen:
    """What is connected to, to read the history of `dbid` only. Raises Refused where the repository holds none."""
    found = next((one for one in held if one.dbid == dbid), None)
    if found is None:
        there = "; ".join(one.words for one in held) or "none"
        raise Refused(
            f"the repository holds no snapshots of DBID {dbid}",
            code="no-such-dbid",
            advice=f"It holds: {there}.",
        )
    return replace(seen, dbid=found.dbid, name=found.name or "", container=None, history_until=found.last)


def others(session: Session, seen: Seen) -> tuple[Held, ...]:
    """Those AWR holds besides the one that is read; none where that cannot be asked: the files of history say so themselves."""
    try:
        return tuple(one for one in databases_held(session, diagnostics_pack=True) if one.dbid != seen.dbid)
    except (StatementFailed, NotGranted):
        return ()
