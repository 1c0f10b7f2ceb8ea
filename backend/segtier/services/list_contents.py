"""What an upload held: the sections of its documents, each found or missing with the reason."""

from __future__ import annotations

from collections.abc import Iterable

from segtier import documents
from segtier.dataclass import dataclass
from segtier.model.document_kind import DUMP, OF_SEVERAL
from segtier.model.workload import Section
from segtier.services.context import Context
from segtier.store import reports, uploads
from segtier.store.records import ReportRecord


@dataclass(frozen=True, slots=True)
class Contents:
    """`intervals`: workloads between two snapshots, beside a bundle's since start-up."""

    sections: tuple[Section, ...]
    intervals: int


@dataclass(frozen=True, slots=True)
class _Listed:
    """All that is read of a document here; a bundle's can list a million segments."""

    sections: tuple[Section, ...] = ()


def list_contents(ctx: Context, upload_id: str) -> Contents:
    """Nothing where the upload is not read yet, or gave no document of its own. Raises NotFound."""
    with ctx.store.read() as tx:
        uploads.get(tx, upload_id)
        found = reports.of_upload(tx, upload_id)
        bodies = [reports.document(tx, one.id) for one in found if not _is_interval(one)]
    listed = (documents.decode(body, _Listed).sections for body in bodies)
    intervals = sum(_is_interval(one) or one.facts.kind == DUMP for one in found)
    return Contents(_by_name(section for sections in listed for section in sections), intervals)


def _is_interval(one: ReportRecord) -> bool:
    """Of a bundle or a dump: its first document holds the sections of the intervals that follow."""
    return one.facts.kind in OF_SEVERAL and one.part > 0 and one.facts.role != "sizes"


def _by_name(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Each once: both documents of a bundle list the files that both are made from."""
    return tuple({one.name: one for one in sections}.values())
