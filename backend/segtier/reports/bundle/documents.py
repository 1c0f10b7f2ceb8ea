"""The tables of a bundle into its two documents: what the database did since start-up, and what it consists of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from segtier.model.evidence import Evidence, Warn
from segtier.model.inventory import Inventory, RedoGroup
from segtier.model.workload import (
    Cache,
    Database,
    HistogramBucket,
    Interval,
    Section,
    Source,
    WaitHistogram,
    Workload,
)
from segtier.plurals import plural
from segtier.reports.bundle import activity, storage
from segtier.reports.bundle.clock import Clock
from segtier.reports.bundle.counters import COUNTERS, WHERE, count_folded, coverage, of_all, read_segments
from segtier.reports.bundle.files import BY_NAME
from segtier.reports.bundle.instances import all_instances
from segtier.reports.bundle.listing import describe, rows_of, whole, yes
from segtier.reports.bundle.manifest import Manifest
from segtier.reports.bundle.segments import folded_segments, inventory_segments
from segtier.reports.bundle.tables import Tables
from segtier.units import US_PER_S, counted, minute

STORAGE_FILES = (
    *("segments", "tables", "indexes", "lobs", "lob_partitions", "nested_tables", "long_columns", "encrypted_columns"),
    *("object_columns", "archived_tables"),
    *("materialized_views", "mview_logs", "queue_tables", "tablespaces", "datafiles", "tempfiles", "temp_usage"),
    *("redo_groups", "redo_members", "redo_switches", "disk_groups", "quotas", "flash_cache", "database", "containers"),
)
"""Files the inventory is made from; the others are the workload's, and so are `database` and `datafiles`."""
_SHARED_FILES = ("database", "containers", "datafiles")


def database_of(tables: Tables, manifest: Manifest) -> Database:
    row = next(rows_of(tables, "database"), {}) or _as_history_says(tables)
    clustered = next(
        tables.rows("SELECT value FROM parameters WHERE name = 'cluster_database'"), (row.get("parallel"),)
    )[0]
    container = row.get("con_name")
    dbid = row.get("dbid")
    dbid = manifest.dbid if dbid is None else int(dbid)
    return Database(
        name=row.get("name") or manifest.database_name,
        unique_name=row.get("unique_name"),
        dbid=dbid,
        release=row.get("version"),
        edition=_edition(row.get("edition_banner")),
        role=row.get("role"),
        rac=True if len(all_instances(tables, dbid)) > 1 else yes(clustered),
        cdb=yes(row.get("cdb")),
        pdb=container if container not in (None, "CDB$ROOT") and yes(row.get("cdb")) else None,
        platform=row.get("platform"),
        block_size_bytes=None if row.get("block_size") is None else int(row["block_size"]),
    )


def _as_history_says(tables: Tables) -> dict[str, Any]:
    """Of a database whose history alone was read: what all its instances agree in."""
    return {
        field: next(iter(values))
        for field, column in (("name", "db_name"), ("version", "version"), ("parallel", "parallel"))
        if len(values := {value for (value,) in tables.rows(f"SELECT DISTINCT {column} FROM hist_instances")}) == 1
    }


def _edition(banner: str | None) -> str | None:
    """EE, SE, XE or PE, as AWR prints it."""
    words = (banner or "").lower()
    known = (("enterprise", "EE"), ("standard", "SE"), ("express", "XE"), ("personal", "PE"), ("free", "FREE"))
    return next((short for word, short in known if word in words), None)


def workload_of(tables: Tables, manifest: Manifest, clock: Clock, source: Source) -> Workload:
    """Counters since start-up. Where instances started at different times the interval has no begin and no length."""
    lists: dict[str, Any] = {
        name: tuple(one for listing in listings for one in listing.read(tables))
        for name, listings in activity.LISTS.items()
    }
    segments = read_segments(tables)
    shared = clock.started is not None
    database = database_of(tables, manifest)
    workload = Workload(
        source=source,
        database=database,
        interval=Interval(
            begin_time=clock.started,
            end_time=clock.collected,
            elapsed_s=clock.elapsed_s,
            db_time_s=_model_s(tables, "DB time") if shared else None,
            db_cpu_s=_model_s(tables, "DB CPU") if shared else None,
            end_sessions=whole(tables.one("SELECT sum(1.0 * sessions) FROM sessions")[0]),
            instances_reported=len(lists["instances"]) or None,
            instances=all_instances(tables, database.dbid),
        ),
        cache=tuple(_caches(tables)),
        wait_histograms=tuple(_histograms(tables)),
        segments=segments,
        segment_basis={
            "kind": "cumulative",
            "from": clock.started.isoformat() if clock.started else None,
            "to": clock.collected.isoformat() if clock.collected else None,
        },
        segment_coverage=coverage(tables, segments),
        **lists,
    )
    describe(tables, tuple(one for listings in activity.LISTS.values() for one in listings))
    _describe_segments(tables)
    of_others = set(STORAGE_FILES) - set(_SHARED_FILES)
    return replace(
        workload,
        sections=_sections(tables, (name for name in tables.sections if name not in of_others)),
        warnings=(*_of_files(tables, of_others, False), *_clock_warnings(clock), *_few_kept(tables, workload)),
    )


def _describe_segments(tables: Tables) -> None:
    section = tables.sections["segment_statistics"]
    if section.state == "found":
        tables.sections["segment_statistics"] = replace(section, columns=WHERE | COUNTERS)


def _model_s(tables: Tables, name: str) -> float | None:
    (total,) = tables.one(f"SELECT {of_all('value_us')} FROM time_model WHERE name = ?", name)
    return None if total is None else total / US_PER_S


_COMPONENTS = {"default buffer cache": "buffer_cache_bytes", "shared pool": "shared_pool_bytes"}
_TARGETS = {
    "sga_target": "sga_target_bytes",
    "memory_target": "memory_target_bytes",
    "pga_aggregate_target": "pga_target_bytes",
}


def _caches(tables: Tables) -> Iterator[Cache]:
    """One per instance: sizes of now, targets as set."""
    found: defaultdict[int | None, dict[str, int]] = defaultdict(dict)
    evidence: defaultdict[int | None, list[Evidence]] = defaultdict(list)
    for row, number, component, size in tables.rows(
        "SELECT rowid - 1, inst_id, lower(component), current_bytes FROM sga_components WHERE current_bytes IS NOT NULL"
    ):
        if component in _COMPONENTS:
            found[number][_COMPONENTS[component]] = int(size)
            evidence[number].append(Evidence("sga_components.csv", 0, row))
    for number, name, value in tables.rows("SELECT inst_id, name, value FROM parameters WHERE con_id <= 1"):
        if name in _TARGETS and (size := counted(str(value))) is not None:
            found[number].setdefault(_TARGETS[name], size)
    for number, sizes in found.items():
        yield Cache(instance=number, **sizes, evidence=tuple(evidence[number]))


def _histograms(tables: Tables) -> Iterator[WaitHistogram]:
    """Buckets double from one to the next: each begins at half its end, the first at 0."""
    (in_ms,) = tables.one("SELECT min(bucket_us_max % 1000 = 0) FROM event_histograms")
    first_us = 1000 if in_ms else 1
    groups: defaultdict[tuple[int | None, str], list[tuple[int, float, float]]] = defaultdict(list)
    for row in tables.rows(
        "SELECT inst_id, event, rowid - 1, bucket_us_max, wait_count FROM event_histograms ORDER BY inst_id, event, bucket_us_max"
    ):
        groups[row[0], row[1]].append(row[2:])
    for (number, event), buckets in groups.items():
        waits = sum(count for _, _, count in buckets)
        if not waits:
            continue
        yield WaitHistogram(
            event=event,
            waits=int(waits),
            buckets=tuple(
                HistogramBucket(0.0 if top <= first_us else top / 2, float(top), 100.0 * count / waits)
                for _, top, count in buckets
            ),
            instance=number,
            evidence=tuple(Evidence("event_histograms.csv", 0, place) for place, _, _ in buckets),
        )


def inventory_of(tables: Tables, manifest: Manifest, source: Source, clock: Clock) -> Inventory:
    row = next(rows_of(tables, "database"), {})
    lists: dict[str, Any] = {
        name: tuple(one for listing in listings for one in listing.read(tables))
        for name, listings in storage.LISTS.items()
    }
    segments, folded = inventory_segments(tables), folded_segments(tables)
    describe(tables, tuple(one for listings in storage.LISTS.values() for one in listings))
    _describe_sizes(tables)
    return Inventory(
        source=source,
        database=database_of(tables, manifest),
        segments=segments,
        complete=True if tables.found("segments") else None,
        folded=folded,
        redo_groups=tuple(_redo_groups(tables)),
        temp_peak_bytes=whole(tables.one("SELECT sum(1.0 * max_used_bytes) FROM temp_usage")[0]),
        archivelog={"ARCHIVELOG": True, "NOARCHIVELOG": False}.get(str(row.get("log_mode"))),
        force_logging=yes(row.get("force_logging")),
        standby=_standby(row),
        supplemental_logging=_supplemental(row),
        taken_at=clock.collected,
        sections=_sections(tables, STORAGE_FILES),
        warnings=(*_of_files(tables, set(STORAGE_FILES), True), *_folded_warning(len(segments), folded)),
        **lists,
    )


def _describe_sizes(tables: Tables) -> None:
    section = tables.sections["segments"]
    if section.state == "found":
        names = {"name": "segment_name", "subobject": "partition_name", "type": "segment_type", "size_bytes": "bytes",
                 "tablespace": "tablespace_name", "pdb": "con_id"}  # fmt: skip
        tables.sections["segments"] = replace(section, columns=section.columns | names)


def _standby(row: dict[str, Any]) -> bool | None:
    destinations = row.get("dataguard_dest")
    return None if destinations is None else destinations > 0


def _supplemental(row: dict[str, Any]) -> bool | None:
    """Any kind of it counts; v$database says YES, IMPLICIT or NO."""
    said = [row.get(f"supplemental_log_{kind}") for kind in ("min", "pk", "all")]
    known = [word != "NO" for word in said if word is not None]
    return any(known) if known else None


def _redo_groups(tables: Tables) -> Iterator[RedoGroup]:
    members: defaultdict[Any, list[str]] = defaultdict(list)
    for group, member in tables.rows('SELECT "group#", member FROM redo_members ORDER BY rowid'):
        members[group].append(member)
    for one in rows_of(tables, "redo_groups"):
        yield RedoGroup(
            group=int(one["group#"]),
            thread=whole(one["thread#"]),
            size_bytes=whole(one["bytes"]),
            block_size_bytes=whole(one["blocksize"]),
            members=tuple(members[one["group#"]]),
            status=one["status"],
            standby=yes(one["standby"]) is True,
        )


def _sections(tables: Tables, names: Iterable[str]) -> tuple[Section, ...]:
    wanted = set(names)
    return tuple(tables.sections[name] for name in BY_NAME if name in wanted and name in tables.sections)


def _of_files(tables: Tables, names: set[str], inside: bool) -> Iterator[Warn]:
    """What is to be said of files of these names (or of the others), and of the bundle as a whole."""
    for warn in tables.warnings:
        if warn.section is None or (warn.section.removesuffix(".csv") in names) is inside:
            yield warn


def _clock_warnings(clock: Clock) -> Iterator[Warn]:
    if not clock.starts or clock.collected is None:
        yield Warn("since-unknown", "the bundle does not say since when its figures count, so there are no rates")
    elif clock.started is None:
        starts = ", ".join(f"instance {number} on {minute(start)}" for number, start in sorted(clock.starts.items()))
        message = (
            f"the instances were started at different times ({starts}): rows are per instance, their totals cannot be added,"
            " and segment counters are sums over these different times"
        )
        yield Warn("different-starts", message)


def _few_kept(tables: Tables, workload: Workload) -> Iterator[Warn]:
    """Said wherever a segment with any figure is not named: its figures are in the sums only."""
    left_out = count_folded(tables)
    if left_out:
        reads, writes = (_part(workload, name) for name in ("physical_reads_blocks", "physical_writes_blocks"))
        message = (
            f"the counters of the {plural(len(workload.segments), 'busiest segment is', 'busiest segments are')} "
            f"kept one by one: they make {reads} of the"
            f" physical reads and {writes} of the physical writes of all segments; "
            f"{plural(left_out, 'more row is', 'more rows are')} in the sums only"
        )
        yield Warn("segments-folded", message, "segment_statistics.csv")


def _part(workload: Workload, name: str) -> str:
    row = workload.segment_coverage.get(name)
    return (
        f"{100 * row.listed / row.captured:.1f} %"
        if row and row.listed is not None and row.captured
        else "an unknown part"
    )


def _folded_warning(kept: int, folded: tuple[Any, ...]) -> Iterator[Warn]:
    if folded:
        count, size = sum(one.segments for one in folded), sum(one.size_bytes for one in folded)
        message = (
            f"{plural(kept, 'segment is', 'segments are')} kept one by one, "
            f"the other {count:,} ({size / 2**30:,.1f} GiB) as sums by owner and"
            " tablespace: they are small and idle"
        )
        yield Warn("segments-folded", message, "segments.csv")
