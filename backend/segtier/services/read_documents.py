"""Stored documents as values, kept decoded for a while: they never change under their digest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from segtier import documents
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.services.context import Context
from segtier.store import databases, reports
from segtier.store.records import DatabaseRecord, ReportRecord


@dataclass(frozen=True, slots=True)
class Inputs:
    """The documents of a database that count, in order of their time; `digests` names exactly these bytes."""

    database: DatabaseRecord
    before: tuple[Workload, ...]
    after: tuple[Workload, ...]
    inventories: tuple[Inventory, ...]
    digests: tuple[str, ...]


def read_documents(ctx: Context, database_id: str) -> Inputs:
    """All documents of a database but the ignored ones; raises NotFound."""
    with ctx.store.read() as tx:
        database = databases.get(tx, database_id)
        used = [one for one in reports.of_database(tx, database_id) if one.period != "ignored"]
        bodies = {one.id: reports.document(tx, one.id) for one in used}
    workloads = [one for one in used if one.facts.role != "sizes"]
    return Inputs(
        database,
        before=_workloads(workloads, bodies, "before"),
        after=_workloads(workloads, bodies, "after"),
        inventories=tuple(_inventory(bodies[one.id]) for one in used if one.facts.role == "sizes"),
        digests=tuple(f"{one.period}:{one.digest}" for one in used),
    )


def _workloads(records: list[ReportRecord], bodies: dict[str, bytes], period: str) -> tuple[Workload, ...]:
    return tuple(_workload(bodies[one.id]) for one in records if one.period == period)


@lru_cache(maxsize=256)
def _workload(body: bytes) -> Workload:
    return documents.decode(body, Workload)


@lru_cache(maxsize=16)
def _inventory(body: bytes) -> Inventory:
    return documents.decode(body, Inventory)
