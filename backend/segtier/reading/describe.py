"""A document's identity and state, as stored beside it: what lists show without opening the document."""

from __future__ import annotations

from segtier.analysis.grade_alone import grade_alone
from segtier.analysis.same_database import standby_name
from segtier.model.inventory import Inventory
from segtier.model.workload import Section, Workload
from segtier.store.records import ReportFacts, Role


def describe(document: Workload | Inventory, *, file: str | None, sha256: str | None, sample: bool) -> ReportFacts:
    """What is known of a document: its database, interval, sections and which figures it brings."""
    workload = document if isinstance(document, Workload) else None
    role = _role(document)
    interval = workload.interval if workload else None
    database = document.database
    standby = standby_name(database)
    return ReportFacts(
        kind=document.source.kind,
        role=role,
        file=file,
        sha256=sha256,
        sample=sample,
        dbid=database.dbid,
        database_name=database.name if standby is None else f"{database.name or ''} standby {standby}".strip(),
        release=database.release,
        rac=database.rac,
        platform=database.platform,
        instance=_instance(workload),
        begin_snap=interval.begin_snap if interval else None,
        end_snap=interval.end_snap if interval else None,
        begin_time=interval.begin_time if interval else None,
        end_time=interval.end_time if interval else None,
        elapsed_s=interval.elapsed_s if interval else None,
        db_time_s=interval.db_time_s if interval else None,
        has_counters=bool(workload and workload.segments),
        has_sizes=any(segment.size_bytes is not None for segment in document.segments),
        grade=grade_alone(workload) if workload and role == "report" else None,
        sections_found=sum(section.state == "found" for section in document.sections),
        sections_missing=_named(document.sections, "missing"),
        sections_unreadable=_named(document.sections, "unreadable"),
        warnings=document.warnings,
        standby=standby,
    )


def segment_names(document: Workload | Inventory) -> frozenset[str]:
    return frozenset(f"{segment.owner}.{segment.name}" for segment in document.segments)


def _role(document: Workload | Inventory) -> Role:
    if isinstance(document, Inventory):
        return "sizes"
    timed = document.interval.db_time_s is not None or document.wait_events or document.parts
    return "report" if timed else "counters"


def _instance(workload: Workload | None) -> str | None:
    if workload is None or len(workload.instances) != 1:
        return None
    return workload.instances[0].name


def _named(sections: tuple[Section, ...], state: str) -> tuple[str, ...]:
    return tuple(section.name for section in sections if section.state == state)
