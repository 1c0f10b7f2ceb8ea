"""What is known of a dump before its intervals are read: snapshots, names, and where the rows of each snapshot lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from segtier.model.document_kind import DUMP
from segtier.model.dump_part import DAMAGED, file_name
from segtier.model.evidence import Warn
from segtier.model.workload import Source
from segtier.oracle.statistics import is_level
from segtier.plurals import plural
from segtier.reports.awr_dump import samples, segments, settings
from segtier.reports.awr_dump import tables as asked
from segtier.reports.awr_dump.by_snapshot import Key, SnapshotRows
from segtier.reports.awr_dump.containers import Containers
from segtier.reports.awr_dump.differences import Counters
from segtier.reports.awr_dump.names import Names
from segtier.reports.awr_dump.snapshots import (
    InstanceFacts,
    Span,
    instances_of,
    line_of,
    pdbs_of,
    snapshots_of,
    uncaptured_of,
)
from segtier.reports.dump.dump import Dump, Table
from segtier.reports.dump.refusals import no_tables, part_of_set
from segtier.reports.kept_segments import most_segments

YES, NO = "YES", "NO"
_COUNTED = (
    *(asked.TIME_MODEL, asked.STATISTICS, asked.OS_STATISTICS, asked.EVENTS, asked.BACKGROUND, asked.HISTOGRAM),
    *(asked.FUNCTIONS, asked.FILETYPES, asked.DATAFILES, asked.TEMPFILES, asked.POOLS),
)
"""Tables that count since the instance was started."""


class DumpReading:
    """A dump whose names are known and whose rows are found; `intervals` are read one by one."""

    def __init__(self, dump: Dump, source: Source) -> None:
        _refuse_part(dump)
        if not dump.names:
            raise no_tables(dump.unnamed[0].fault if dump.unnamed else None)
        self._source = Source(DUMP, source.file, source.sha256, source.bytes)
        snapshots = snapshots_of(dump)
        self._line = line_of(snapshots, dump.broken)
        self._with_snapshots = {one.key[:2] for one in snapshots}
        self._pdbs, self._instances = pdbs_of(dump), instances_of(dump)
        self._names = Names(dump)
        keys = dict.fromkeys(key for span in self._line.spans for key in (span.begin, span.end))
        order = {key: at for at, key in enumerate(keys)}
        uncaptured = uncaptured_of(dump)
        self._rows = {one.table: SnapshotRows(one, _table(dump, one), order, uncaptured) for one in asked.BY_SNAPSHOT}
        self._counters = {one.table: Counters(self._rows[one.table], len(one.named)) for one in _COUNTED}
        self._with_rows = frozenset[tuple[int, int]]().union(*(one.instances for one in self._rows.values()))
        self._most_segments = most_segments(len(self._line.spans))
        self._places: dict[int, segments.Places] = {}
        self._counting: dict[int, dict[Any, str]] = {}
        self._reads: dict[int, frozenset[Any]] = {}
        self._parameters: dict[tuple[int, int], tuple[Key, settings.Values]] = {}
        """Of the snapshot of each instance that was read last."""
        self._warnings = (*_noted(dump), *self._names.warnings, *self._faults())

    @property
    def spans(self) -> tuple[Span, ...]:
        return self._line.spans

    def _faults(self) -> Iterator[Warn]:
        for rows in self._rows.values():
            if rows.said is not None:
                yield Warn("dump-table", f"{rows.name}: {rows.said}", rows.name)
        dbids = sorted({span.end.dbid for span in self._line.spans})
        for dbid, number in sorted(self._with_rows - self._with_snapshots, key=str):
            message = (
                f"rows of instance {number} are there and none of its snapshots (DBID {dbid}): "
                f"when they were counted is not known, so they are left out"
            )
            yield Warn("no-snapshots", message, asked.SNAPSHOT)
        if len(dbids) > 1:
            message = (
                f"the dump holds snapshots of {len(dbids)} databases (DBID {', '.join(map(str, dbids))}), one of which was"
                " imported: each is read by itself"
            )
            yield Warn("several-databases", message)

    @property
    def source(self) -> Source:
        return self._source

    @property
    def names(self) -> Names:
        return self._names

    def warnings(self, dbid: int) -> tuple[Warn, ...]:
        """Of the dump, and of the snapshots of that database."""
        return (*self._warnings, *self._line.warnings[dbid])

    def pdbs(self, dbid: int) -> dict[int, str]:
        """Names of its pluggable databases by CON_DBID."""
        return self._pdbs.get(dbid, {})

    @property
    def most_segments(self) -> int:
        return self._most_segments

    def rows(self, one: asked.Asked) -> SnapshotRows:
        return self._rows[one.table]

    def by_name(self, table: str) -> SnapshotRows:
        return self._rows[table]

    def counters(self, one: asked.Asked) -> Counters:
        return self._counters[one.table]

    def instance(self, span: Span) -> InstanceFacts:
        """Facts of the instance since that start; of another start of it where that one is not named."""
        known = self._instances.get((span.end.dbid, span.end.instance, span.startup))
        if known is not None:
            return known
        same = [facts for (dbid, number, _), facts in self._instances.items() if (dbid, number) == span.end[:2]]
        return same[-1] if same else {}

    def all_instances(self, span: Span) -> tuple[int, ...]:
        """Numbers of all that the dump names of the database while that instance ran, or has rows of, also of those without rows.

        One that is known as no part of a cluster (PARALLEL) is one only where it has snapshots.
        """
        dbid, own = span.end.dbid, self._instances.get((*span.end[:2], span.startup), {})
        named = {number for of, number in self._with_snapshots | self._with_rows if of == dbid}
        if own.get("PARALLEL") != NO:
            named |= {key[1] for key, facts in self._instances.items() if key[0] == dbid and facts["PARALLEL"] != NO}
        return tuple(sorted(named))

    def parameters(self, key: Key, places: segments.Places) -> settings.Values:
        """In use at a snapshot; none where that is not known."""
        last = self._parameters.get(key[:2])
        if last is None or last[0] != key:
            rows = self.rows(asked.PARAMETERS).rows_at(key) or ()
            last = key, settings.values_of(rows, self._names.words(asked.PARAMETER_NAME, key.dbid), places)
            self._parameters[key[:2]] = last
        return last[1]

    def counting(self, dbid: int) -> dict[Any, str]:
        """Names of statistics that only count."""
        if dbid not in self._counting:
            words = self._names.words(asked.STAT_NAME, dbid)
            self._counting[dbid] = {number: name for number, name in words.items() if not is_level(name)}
        return self._counting[dbid]

    def read_events(self, dbid: int) -> frozenset[Any]:
        if dbid not in self._reads:
            self._reads[dbid] = samples.read_events(self._names.words(asked.EVENT_NAME, dbid))
        return self._reads[dbid]

    def places(self, dbid: int, cdb: bool | None) -> segments.Places:
        if dbid not in self._places:
            names = self._names
            objects, spaces = names.of(asked.OBJECT_NAME, dbid), names.of(asked.TABLESPACE_NAME, dbid)
            used = (number[-1] for numbers in (objects, spaces) for number in numbers)
            self._places[dbid] = segments.Places(objects, spaces, Containers(self.pdbs(dbid), dbid, used, cdb=cdb))
        return self._places[dbid]


def _table(dump: Dump, one: asked.Asked) -> Table | None:
    kinds = asked.kinds_of(one.table, one.columns)
    return dump.table(asked.OWNER, *asked.stored_in(one.table), kinds=kinds)


def _refuse_part(dump: Dump) -> None:
    """Raises UnreadableInput for files of a set that lack some: the last one says where the master table is."""
    if dump.set.missing.any:
        raise part_of_set([one.header.file_number for one in dump.set.files], dump.set.missing)


def _noted(dump: Dump) -> Iterator[Warn]:
    if dump.set.copied:
        files = ", ".join(map(str, dump.set.copied))
        message = f"several copies of file {files} of the dump: the longest counts, of those of one length the last"
        yield Warn("dump-file-copy", message)
    for number in dump.set.cut:
        message = f"file {number} of the dump is cut or damaged: it is shorter than what it holds"
        yield Warn(DAMAGED, message, file_name(number))
    for note in dump.notes:
        yield Warn(DAMAGED, note)
    if dump.unnamed:
        faults = sorted({one.fault or "" for one in dump.unnamed})
        yield Warn("dump-table", f"{plural(len(dump.unnamed), 'table')} of the dump cannot be told: {faults[0]}")
