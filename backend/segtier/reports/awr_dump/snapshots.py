"""Snapshots into intervals: two of one instance, one right after the other, between which it was not started.

Times are those of the host's clock, which the snapshots say how far from UTC it is (11.2): how long an interval took goes by UTC,
as the clock is put on and back twice a year. Snapshots that AWR did not finish (STATUS) do not count, as in Oracle's views.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.oracle.startup import same_start
from segtier.plurals import plural
from segtier.reports.awr_dump.by_snapshot import Key
from segtier.reports.awr_dump.tables import ERROR, INSTANCE, OWNER, PDB, SNAPSHOT, kinds_of
from segtier.reports.dump.dump import Dump, Table
from segtier.reports.dump.refusals import no_snapshots, not_awr
from segtier.units import MOST_ID, S_PER_HOUR, minute

_MOST_SNAPSHOTS = 100_000
"""Eleven years of hours; a file that holds more is none of AWR."""
_SLACK_S = 120.0
"""Snapshots of an instance that follow each other agree on the moment between them so far."""
_DONE = 0
_FARTHEST_ZONE = timedelta(hours=15)
COLUMNS = (
    *("DBID", "INSTANCE_NUMBER", "SNAP_ID", "STATUS", "STARTUP_TIME", "BEGIN_INTERVAL_TIME", "END_INTERVAL_TIME"),
    *("ERROR_COUNT", "SNAP_TIMEZONE"),
)
INSTANCE_COLUMNS = (
    *("DBID", "INSTANCE_NUMBER", "STARTUP_TIME", "DB_NAME", "INSTANCE_NAME", "HOST_NAME", "VERSION", "PARALLEL"),
    *("PLATFORM_NAME", "CDB", "EDITION", "DB_UNIQUE_NAME", "DATABASE_ROLE"),
)
ERROR_COLUMNS = ("DBID", "INSTANCE_NUMBER", "SNAP_ID", "TABLE_NAME", "ERROR_NUMBER")
PDB_COLUMNS = ("DBID", "CON_DBID", "PDB_NAME")


@dataclass(frozen=True, slots=True)
class Snapshot:
    key: Key
    startup: datetime
    begin: datetime | None
    end: datetime
    errors: int
    zone: timedelta | None
    """How far the clock is before UTC; None where that is not told."""
    done: bool = True
    """False: AWR did not finish it, so it bounds no interval."""


@dataclass(frozen=True, slots=True)
class Span:
    """An interval of one instance."""

    begin: Key
    end: Key
    begin_time: datetime
    end_time: datetime
    startup: datetime
    put_on: timedelta
    """By so much the clock was put on in it."""

    @property
    def elapsed_s(self) -> float:
        return (self.end_time - self.begin_time - self.put_on).total_seconds()


class Line(NamedTuple):
    """All intervals, in order of time, with what is said of those that are none."""

    spans: tuple[Span, ...]
    warnings: dict[int, tuple[Warn, ...]]
    """By database."""


def snapshots_of(dump: Dump) -> list[Snapshot]:
    """Raises UnsupportedDocument where it is no dump of AWR, UnreadableInput where it names no snapshot."""
    table = dump.table(OWNER, SNAPSHOT, kinds=kinds_of(SNAPSHOT, COLUMNS))
    if table is None:
        raise not_awr(len(dump.names), dump.broken)
    found: dict[Key, Snapshot] = {}
    for dbid, instance, snap, status, startup, begin, end, errors, zone in table.read(COLUMNS):
        if not all(map(_is_number, (dbid, instance, snap))) or None in (startup, end):
            continue
        key = Key(dbid, instance, snap)
        found[key] = Snapshot(key, startup, begin, end, errors or 0, _zone(zone), status in (None, _DONE))
        if len(found) > _MOST_SNAPSHOTS:
            raise UnreadableInput(f"the dump names more than {_MOST_SNAPSHOTS:,} snapshots", code="too-large")
    said = table.said()
    if said is not None:
        dump.notes.append(f"{SNAPSHOT}: {said}")
    if not found:
        raise no_snapshots(dump.broken)
    return sorted(found.values(), key=lambda one: one.key)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and 0 <= value <= MOST_ID


def _zone(value: Any) -> timedelta | None:
    """None for what no zone is."""
    return value if isinstance(value, timedelta) and abs(value) <= _FARTHEST_ZONE else None


def line_of(snapshots: Sequence[Snapshot], broken: str | None) -> Line:
    """`snapshots`: sorted by database, instance and number. `broken`: of the dump. Raises UnreadableInput without an interval."""
    spans: list[Span] = []
    warnings: dict[int, tuple[Warn, ...]] = {}
    for dbid, some in groupby(snapshots, key=lambda one: one.key.dbid):
        own, warnings[dbid] = _of_one(list(some))
        spans += own
    if not spans:
        raise no_snapshots(broken)
    in_order = sorted(spans, key=lambda span: (span.end_time, span.end.dbid, span.end.snap, span.end.instance))
    return Line(tuple(in_order), warnings)


def _of_one(snapshots: Sequence[Snapshot]) -> tuple[list[Span], tuple[Warn, ...]]:
    """Of one database."""
    spans: list[Span] = []
    lost: dict[str, list[str]] = defaultdict(list)
    before: Snapshot | None = None
    skipped: Snapshot | None = None
    for one in snapshots:
        if not one.done:
            lost["unfinished"].append(f"{one.key.snap} of instance {one.key.instance}")
            skipped = one
            continue
        if before is not None and before.key[:2] == one.key[:2]:
            why, text = _no_interval(before, one)
            if why is None:
                spans.append(Span(before.key, one.key, before.end, one.end, one.startup, _put_on(before, one)))
            elif why != "gap" or skipped is None or skipped.key[:2] != one.key[:2]:
                lost[why].append(text)
        before, skipped = one, None
    return spans, (*_told(lost), *_partial(spans), *_errors([one for one in snapshots if one.done]))


def _no_interval(before: Snapshot, after: Snapshot) -> tuple[str | None, str]:
    """(kind, words) of why there is none between two snapshots of an instance."""
    put_on = _put_on(before, after)
    hours = (after.end - before.end - put_on).total_seconds() / S_PER_HOUR
    who = f"instance {after.key.instance}"
    if not same_start(before.startup, after.startup):
        return "restart", f"{who} was started {minute(after.startup)} ({hours:.1f} hours)"
    if hours <= 0:
        return "order", f"snapshots {before.key.snap} and {after.key.snap} of {who}"
    followed = (
        after.key.snap == before.key.snap + 1
        if after.begin is None
        else min(after.begin - before.end, after.begin - before.end - put_on).total_seconds() <= _SLACK_S
    )
    if not followed:
        return "gap", f"{before.key.snap} to {after.key.snap} of {who} ({hours:.1f} hours)"
    return None, ""


def _put_on(before: Snapshot, after: Snapshot) -> timedelta:
    """By how much the clock was put on between two snapshots; put back it is less than none."""
    return timedelta() if before.zone is None or after.zone is None else after.zone - before.zone


_MOST_TOLD = 3


def _told(lost: dict[str, list[str]]) -> Iterator[Warn]:
    words = {
        "restart": (
            "restart-in-interval",
            "the instance was started between snapshots, so what happened there is lost",
        ),
        "unfinished": (
            "unfinished-snapshots",
            "AWR did not finish snapshots (STATUS), so what happened around them is left out",
        ),
        "gap": ("gaps", "snapshots in between are not in the dump, so what happened there is left out"),
        "order": ("odd-times", "snapshots end before the one before them; the time between is left out"),
    }
    for why, texts in lost.items():
        code, message = words[why]
        more = f" and {len(texts) - _MOST_TOLD} more" if len(texts) > _MOST_TOLD else ""
        yield Warn(code, f"{message}: {', '.join(texts[:_MOST_TOLD])}{more}", SNAPSHOT)


def _partial(spans: Sequence[Span]) -> Iterator[Warn]:
    """Of a cluster: intervals that lack an instance which others have."""
    by_snaps: dict[tuple[int, int], set[int]] = defaultdict(set)
    for one in spans:
        by_snaps[one.begin.snap, one.end.snap].add(one.end.instance)
    seen = set().union(*by_snaps.values())
    short = sum(instances < seen for instances in by_snaps.values())
    if short:
        message = (
            f"{short} of {plural(len(by_snaps), 'interval')} {'lacks' if short == 1 else 'lack'} "
            "an instance that others have"
        )
        yield Warn("instance-missing", message, SNAPSHOT)


def _errors(snapshots: Sequence[Snapshot]) -> Iterator[Warn]:
    with_errors = [one.key.snap for one in snapshots if one.errors]
    if with_errors:
        message = f"AWR had errors while it took {len(with_errors)} of the snapshots: tables that it could not fill are unknown"
        yield Warn("snapshot-errors", message, SNAPSHOT)


def uncaptured_of(dump: Dump) -> dict[Key, dict[str, int]]:
    """Tables that AWR could not fill, by snapshot."""
    found: dict[Key, dict[str, int]] = defaultdict(dict)
    for dbid, instance, snap, table, error in _rows(dump, ERROR, ERROR_COLUMNS):
        if table:
            found[Key(dbid, instance, snap)][table] = int(error or 0)
    return found


InstanceFacts = dict[str, Any]


def instances_of(dump: Dump) -> dict[tuple[int, int, datetime], InstanceFacts]:
    """By database, instance and start."""
    return {(row[0], row[1], row[2]): dict(zip(INSTANCE_COLUMNS, row, strict=True))
            for row in _rows(dump, INSTANCE, INSTANCE_COLUMNS)}  # fmt: skip


def pdbs_of(dump: Dump) -> dict[int, dict[int, str]]:
    """Names of pluggable databases by the database that AWR is of and their CON_DBID."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for dbid, con, name in _rows(dump, PDB, PDB_COLUMNS):
        if con is not None and name:
            found[dbid][con] = name
    return found


def _rows(dump: Dump, name: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """As far as the table can be read, which is said."""
    table: Table | None = dump.table(OWNER, name, kinds=kinds_of(name, columns))
    if table is None:
        return
    yield from table.read(columns)
    said = table.said()
    if said is not None:
        dump.notes.append(f"{name}: {said}")
