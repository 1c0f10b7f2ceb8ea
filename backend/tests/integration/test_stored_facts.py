"""A fact of a report that no query asks for needs no column; documents stored before there was such a fact take its default."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from datetime import datetime

from segtier.model.account import ITSELF
from segtier.services.context import Context
from segtier.store import reports
from segtier.store.convert import record_of
from segtier.store.records import ReportFacts
from segtier.store.tables import ReportRow

_GIVEN = {
    "kind": "awr-html",
    "role": "report",
    "sample": False,
    "dbid": 7,
    "begin_time": datetime.fromisoformat("2026-03-02T09:00:00"),
    "has_counters": True,
    "has_sizes": False,
    "sections_found": 3,
    "sections_missing": ("a",),
    "sections_unreadable": (),
    "warnings": (),
}
_NAMES = [field.name for field in fields(ReportFacts) if field.default is MISSING or field.name in _GIVEN]
OLD = ReportFacts(**{name: _GIVEN.get(name) for name in _NAMES})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class NewFacts(ReportFacts):
    """As if somebody had added three."""

    cpus: int | None = None
    started_at: datetime | None = None
    hosts: tuple[str, ...] = ()


NEW = NewFacts(
    **{field.name: getattr(OLD, field.name) for field in fields(ReportFacts)},
    cpus=8,
    started_at=datetime.fromisoformat("2026-03-01T23:59:00"),
    hosts=("one", "two"),
)


def test_a_new_fact_is_kept_without_a_column(context: Context) -> None:
    kept = _stored(context, NEW)
    assert record_of(NewFacts, kept, **kept.other_facts) == NEW
    assert record_of(ReportFacts, kept, **kept.other_facts) == OLD


def test_a_document_stored_before_takes_the_default(context: Context) -> None:
    kept = _stored(context, OLD)
    assert not {"cpus", "started_at", "hosts"} & kept.other_facts.keys()
    found = record_of(NewFacts, kept, **kept.other_facts)
    assert (found.dbid, found.cpus, found.started_at, found.hosts) == (7, None, None, ())


def _stored(context: Context, facts: ReportFacts) -> ReportRow:
    with context.store.write(ITSELF) as tx:
        report_id = reports.add(tx, facts, reports.packed(b"{}", ()), upload_id=None, period="before")
    with context.store.read() as tx:
        return tx.get_one(ReportRow, report_id)
