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
    """The documents of a database that count, in order of their time, not opened yet."""

    database: DatabaseRecord
    used: tuple[ReportRecord, ...]

    @property
    def digests(self) -> tuple[str, ...]:
        """Names exactly these documents in these periods."""
        return tuple(f"{one.period}:{one.digest}" for one in self.used)

    def has(self, period: str) -> bool:
        return any(one.period == period and one.facts.role != "sizes" for one in self.used)


@dataclass(frozen=True, slots=True)
class Documents:
    before: tuple[Workload, ...]
    after: tuple[Workload, ...]
    inventories: tuple[Inventory, ...]


def list_inputs(ctx: Context, database_id: str) -> Inputs:
    """All documents of a database but the ignored ones; raises NotFound."""
    with ctx.store.read() as tx:
        database = databases.get(tx, database_id)
        used = tuple(one for one in reports.of_database(tx, database_id) if one.period != "ignored")
    return Inputs(database, used)


def open_documents(ctx: Context, inputs: Inputs) -> Documents:
    """The values behind the inputs."""
    with ctx.store.read() as tx:
        opened = [(one, reports.document(tx, one.id)) for one in inputs.used]
    workloads = [(one.period, _workload(body)) for one, body in opened if one.facts.role != "sizes"]
    return Documents(
        before=tuple(workload for period, workload in workloads if period == "before"),
        after=tuple(workload for period, workload in workloads if period == "after"),
        inventories=tuple(_inventory(body) for one, body in opened if one.facts.role == "sizes"),
    )


@lru_cache(maxsize=256)
def _workload(body: bytes) -> Workload:
    return documents.decode(body, Workload)


@lru_cache(maxsize=16)
def _inventory(body: bytes) -> Inventory:
    return documents.decode(body, Inventory)
