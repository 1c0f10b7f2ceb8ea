"""Which files brought a database the documents that count since a certain one."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from segtier.store.tables import ReportRow, UploadRow


class Brought(NamedTuple):
    """A file that was sent by itself, an archive for what was in it."""

    file: str
    at: datetime


def since(session: Session, database_id: str, report_id: str) -> list[Brought] | None:
    """The files whose documents came after that report, in their order; None where one came by no upload."""
    own, whole = aliased(UploadRow), aliased(UploadRow)
    query = (
        select(whole.id, whole.file, whole.created_at)
        .select_from(ReportRow)
        .outerjoin(own, own.id == ReportRow.upload_id)
        .outerjoin(whole, whole.id == func.coalesce(own.archive_id, own.id))
        .where(ReportRow.database_id == database_id, ReportRow.period != "ignored", ReportRow.id > report_id)
        .distinct()
        .order_by(whole.created_at, whole.id)
    )
    found = session.execute(query).all()
    if any(upload_id is None for upload_id, _, _ in found):
        return None
    return [Brought(file, at) for _, file, at in found]
