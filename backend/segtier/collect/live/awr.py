"""AWR reports as HTML, one per pair of snapshots in the window. Only where the user gave --diagnostics-pack."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from segtier.collect.live.faults import NotGranted, StatementFailed, TimedOut
from segtier.collect.live.lines import write_text
from segtier.collect.live.look import NOT_READABLE
from segtier.collect.live.record import DONE, FAILED, Entry, Record
from segtier.collect.live.resume import is_file_kept, window_of
from segtier.collect.live.session import Session
from segtier.collect.privileges import grant_report
from segtier.errors import NotUsable

_SNAPSHOTS = """SELECT n.instance_number, n.snap_id, n.startup_time
  FROM dba_hist_snapshot n
 WHERE n.dbid = :dbid AND n.end_interval_time >= :window_begin AND n.end_interval_time <= :window_end
 ORDER BY n.instance_number, n.snap_id"""
_REPORT = "SELECT t.output FROM TABLE(DBMS_WORKLOAD_REPOSITORY.AWR_REPORT_HTML(:dbid, :inst, :earlier, :later)) t"
_TIMEOUT_S = 600.0


def collect_reports(
    session: Session, dbid: int, record: Record, folder: Path, timeout_s: float | None, user: str
) -> Iterator[tuple[Entry, NotUsable | None]]:
    """Each report as it is written, with its problem if it has one. Stops at the first missing privilege."""
    try:
        wanted = list(_pairs(session, dbid, window_of(record)))
    except StatementFailed:
        return  # hist_snapshots.csv failed for the same reason and said so
    if not wanted:
        return
    (folder / "awr").mkdir(exist_ok=True)
    session.end_transaction()
    for binds in wanted:
        name = f"awr/awrrpt_{binds['inst']}_{binds['earlier']}_{binds['later']}.html"
        if is_file_kept(record, name, folder):
            yield record.files[name], None
            continue
        entry, problem = _report(session, folder, name, binds, timeout_s or _TIMEOUT_S, user)
        yield entry, problem
        if isinstance(problem, NotGranted):
            return


def _pairs(session: Session, dbid: int, window: tuple[datetime, datetime]) -> Iterator[dict[str, int]]:
    """Snapshots next to each other of one instance, between which it was not restarted."""
    rows = session.all(_SNAPSHOTS, {"dbid": dbid, "window_begin": window[0], "window_end": window[1]})
    for (inst, earlier, up), (other, later, other_up) in pairwise(rows):
        if (inst, up) == (other, other_up):
            yield {"dbid": dbid, "inst": int(inst), "earlier": int(earlier), "later": int(later)}


def _report(
    session: Session, folder: Path, name: str, binds: dict[str, int], timeout_s: float, user: str
) -> tuple[Entry, NotUsable | None]:
    try:
        lines = (_line(row) for row in session.rows(_REPORT, binds, timeout_s))
        written = write_text(folder / name, lines)
    except StatementFailed as fault:
        problem = _explained(name, fault, user)
        if isinstance(fault, TimedOut):
            session.renew()
        return Entry(name, FAILED, reason=problem.message), problem
    return Entry(name, DONE, written.rows, written.sha256), None


def _explained(name: str, fault: StatementFailed, user: str) -> NotUsable:
    if fault.oracle_code in (*NOT_READABLE, "ORA-00904", "ORA-06550"):
        return NotGranted(
            f"{name}: no privilege on DBMS_WORKLOAD_REPOSITORY ({fault.oracle_code})",
            advice=f"{grant_report(user)} Then run the same command again.",
        )
    return type(fault)(f"{name}: {fault.message}", fault.oracle_code, fault.advice)


def _line(row: tuple[Any, ...]) -> str:
    return str(row[0] or "")
