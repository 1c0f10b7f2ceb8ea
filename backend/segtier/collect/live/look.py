"""What a session is connected to: which columns there are, which container it sees, and how much there is to read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import islice
from math import ceil
from typing import Any

from segtier.collect.compose import Database, columns_from, probed_tables
from segtier.collect.live.faults import NotGranted, StatementFailed
from segtier.collect.live.session import Session
from segtier.collect.privileges import create_session, grant_role, grant_statements
from segtier.dataclass import dataclass
from segtier.errors import NotUsable, Refused
from segtier.plurals import plural

NOT_READABLE = ("ORA-00942", "ORA-01031", "ORA-41900")
_NOT_OPEN = ("ORA-01219", "ORA-01507")
_ROOT = 1
_NAMES_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Seen:
    """`all_columns_known` is False where only ALL_TAB_COLUMNS could be read, which is silent on what is not granted."""

    database: Database
    dbid: int
    name: str
    container: str | None
    containers: tuple[tuple[str, str], ...]
    instances: tuple[str, ...]
    now: datetime
    all_columns_known: bool = True
    history_until: datetime | None = None
    """The last snapshot of another database than the one connected to: `dbid` and `name` are that one's, and only its history
    is read."""

    @property
    def last_day(self) -> tuple[datetime, datetime]:
        """Of a history that ends at a fraction of a second nothing is cut off: nothing comes behind it."""
        day = timedelta(days=1)
        if self.history_until is None:
            return self.now - day, self.now
        last = self.history_until.replace(microsecond=0)
        return last - day, last + day

    @property
    def words(self) -> str:
        """One or two sentences for the user: what is read and what is not."""
        if self.history_until is not None:
            return f"Of DBID {self.dbid} ({self.name or 'name not known'}) only the history that the repository holds is read."
        count = len(self.instances)
        where = f"Database {self.name} (DBID {self.dbid}), {count} instance{'s' if count > 1 else ''}"
        if self.database.root:
            others = [name for name, _ in self.containers if name not in ("CDB$ROOT", "PDB$SEED")]
            names = ", ".join(others) or "none is visible: docs/use/privileges.md, Container databases"
            return f"{where}. Connected to the root: reads every open container ({names})."
        if self.database.pdb is not None:
            return (
                f"{where}. Connected to the container {self.container}: reads its segments and files only; to read all "
                "containers, connect to the root."
            )
        return f"{where}."


@dataclass(frozen=True, slots=True)
class Estimate:
    """A guess from the number of segments; no figure behind it was measured on Oracle."""

    segments: int

    @property
    def words(self) -> str:
        megabytes, minutes = ceil(self.segments / 2500) + 1, ceil(self.segments / 100_000) + 1
        return (
            f"{plural(self.segments, 'segment')}. Expect about {megabytes:,} MB and, as a guess never measured on Oracle, "
            f"{plural(minutes, 'minute')}."
        )


def look(session: Session, user: str, *, diagnostics_pack: bool) -> Seen:
    """Raises NotGranted, Refused where the pack is switched off, NotUsable where the database is not open."""
    try:
        columns, all_known = _columns(session)
        return _look(session, columns, all_known)
    except StatementFailed as fault:
        if fault.oracle_code in NOT_READABLE:
            raise _nothing_granted(user, fault, diagnostics_pack) from None
        if fault.oracle_code in _NOT_OPEN:
            raise NotUsable("the database is not open: its dictionary cannot be read", code="not-open") from None
        raise


def check_pack(session: Session) -> None:
    """Raises Refused where the database itself says that the Diagnostics Pack is not to be used."""
    rows = session.all("SELECT p.value FROM v$parameter p WHERE p.name = 'control_management_pack_access'")
    if rows and not str(rows[0][0]).upper().startswith("DIAGNOSTIC"):
        raise Refused(
            f"--diagnostics-pack: control_management_pack_access is {rows[0][0]} in this database",
            code="pack-switched-off",
            advice="Leave out --diagnostics-pack; everything else is collected without it.",
        )


def estimate(session: Session, seen: Seen) -> Estimate:
    """Counts the segments, which may take a while on a large dictionary."""
    rows = session.rows(f"SELECT COUNT(*) FROM {seen.database.dba}_segments s", timeout_s=600)
    return Estimate(int(next(rows)[0]))


def _look(session: Session, columns: frozenset[tuple[str, str]], all_known: bool) -> Seen:
    cdb = ("v$database", "cdb") in columns
    more = "d.cdb, SYS_CONTEXT('USERENV', 'CON_ID'), SYS_CONTEXT('USERENV', 'CON_NAME')" if cdb else "'NO', '0', NULL"
    dbid, name, is_cdb, number, container, now = session.all(
        f"SELECT d.dbid, d.name, {more}, SYSDATE FROM v$database d"
    )[0]
    con_id = int(number or 0) if is_cdb == "YES" else 0
    instances = session.all("SELECT i.inst_id, i.instance_name FROM gv$instance i")
    containers = session.all("SELECT c.name, c.open_mode FROM v$containers c") if con_id == _ROOT else []
    return Seen(
        database=Database(columns, con_id == _ROOT, con_id if con_id > _ROOT else None),
        dbid=int(dbid),
        name=str(name),
        container=container if con_id else None,
        containers=tuple((str(one), str(mode)) for one, mode in containers),
        instances=tuple(str(one) for _, one in sorted(instances)),
        now=now.replace(microsecond=0),
        all_columns_known=all_known,
    )


def _columns(session: Session) -> tuple[frozenset[tuple[str, str]], bool]:
    """From DBA_TAB_COLUMNS; where that is not granted from ALL_TAB_COLUMNS, which everybody may read."""
    try:
        return _columns_of(session, "dba_tab_columns"), True
    except StatementFailed as fault:
        if fault.oracle_code not in NOT_READABLE:
            raise
    return _columns_of(session, "all_tab_columns"), False


def _columns_of(session: Session, view: str) -> frozenset[tuple[str, str]]:
    rows: list[tuple[Any, ...]] = []
    for names in _in_portions(probed_tables()):
        binds = {f"t{at}": name for at, name in enumerate(names)}
        marks = ", ".join(f":{name}" for name in binds)
        rows += session.rows(
            f"SELECT x.owner, x.table_name, x.column_name FROM {view} x\n"
            f" WHERE x.owner IN ('SYS', 'PERFSTAT') AND x.table_name IN ({marks})",
            binds,
            timeout_s=600,
        )
    return columns_from(rows)


def _in_portions(names: Iterable[str]) -> Iterable[list[str]]:
    rest = iter(names)
    while portion := list(islice(rest, _NAMES_AT_ONCE)):
        yield portion


def _nothing_granted(user: str, fault: StatementFailed, diagnostics_pack: bool) -> NotGranted:
    single = len(grant_statements(user, diagnostics_pack=diagnostics_pack))
    return NotGranted(
        f"{user} may not read the dictionary ({fault.message[:120]})",
        advice=f"{create_session(user)} {grant_role(user)} Or the {single} single grants of docs/use/privileges.md "
        "(`segtier collect --grants` prints them).",
    )
