"""Write what a file holds, and end its job, in one transaction: all of it is there, or none."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.orm import Session

from segtier.dataclass import dataclass
from segtier.model.account import ITSELF
from segtier.services.context import Context
from segtier.services.end_job import settle
from segtier.services.link_report import link_report, relink
from segtier.store import dump_parts, jobs, reports, uploads
from segtier.store.dump_parts import KeptDump
from segtier.store.engine import one_at_a_time
from segtier.store.records import Expanded, JobRecord, Lease, Period, ReportFacts, UploadRecord


@dataclass(frozen=True, slots=True)
class Part:
    """One document of a file, ready to be written; `number` counts the file's documents from 0."""

    number: int
    period: Period
    facts: ReportFacts
    document: reports.Packed

    def add(self, tx: Session, upload: UploadRecord) -> str:
        return reports.add(
            tx,
            self.facts,
            self.document,
            upload_id=upload.id,
            period=self.period,
            part=self.number,
            batch=upload.batch,
        )


def write_documents(
    ctx: Context,
    lease: Lease,
    upload: UploadRecord,
    parts: Iterable[Part],
    expanded: Expanded | None = None,
    dump: KeptDump | None = None,
) -> JobRecord | None:
    """`expanded` says what else the file held; None is given where the lease was lost. What was read of a `dump` before goes.

    Documents that are there already (the file is read again to bring back what was deleted of it) stay as they are.
    """
    ready = list(parts)
    with ctx.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        if not jobs.finish(tx, lease, "succeeded"):
            return None
        wanted_database_id = uploads.wished_database(tx, upload.id)
        touched = set[str]() if dump is None else dump_parts.forget_read(tx, [dump.export])
        there = {one.part for one in reports.of_upload(tx, upload.id)}
        parsed = [part.add(tx, upload) for part in ready if part.number not in there]
        for report_id in parsed:
            link_report(tx, report_id, wanted_database_id)
        if expanded is not None:
            uploads.set_expanded(tx, upload.id, expanded)
        settle(tx, upload, parsed)
        relink(tx, touched, upload.sample)
        return jobs.get(tx, lease.job_id)
