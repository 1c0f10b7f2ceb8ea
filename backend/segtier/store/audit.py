"""The entries of the audit trail: written once, in order, never changed. Whoever appends began with `one_at_a_time`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Text, cast, not_, or_, select
from sqlalchemy.orm import Session

from segtier.audit import BEGIN, INVENTORY, chained
from segtier.model.account import Writer
from segtier.model.audit import AuditEntry, Deleter, Sought
from segtier.store.convert import columns_of, record_of
from segtier.store.engine import now
from segtier.store.tables import AuditRow, ReportRow, UploadRow

_AT_A_TIME = 1_000


def append(
    session: Session, actor: Writer, action: str, subject: str, detail: dict[str, Any] | None = None
) -> AuditEntry:
    """Write down what is done in the same transaction."""
    last = session.scalars(select(AuditRow).order_by(AuditRow.sequence.desc()).limit(1)).first()
    entry = chained(
        AuditEntry(
            sequence=last.sequence + 1 if last else 1,
            at=now(session),
            actor_id=actor.id,
            actor_name=actor.name,
            action=action,
            subject=subject,
            detail=detail or {},
            previous=last.digest if last else BEGIN,
            digest="",
        )
    )
    session.add(AuditRow(**columns_of(entry)))
    session.flush()
    return entry


class Place(NamedTuple):
    """Of an entry in the trail."""

    sequence: Annotated[int, msgspec.Meta(ge=1, le=2**62)]


def newest(session: Session, before: int | None, limit: int, sought: Sought = Sought()) -> list[AuditEntry]:  # noqa: B008 - frozen
    """The newest first, those before a sequence number."""
    wanted = select(AuditRow).where(*_fits(sought)).order_by(AuditRow.sequence.desc()).limit(limit)
    if before is not None:
        wanted = wanted.where(AuditRow.sequence < before)
    return [record_of(AuditEntry, row) for row in session.scalars(wanted)]


def _fits(sought: Sought) -> Iterator[ColumnElement[bool]]:
    if sought.who is not None:
        yield or_(AuditRow.actor_name == sought.who, AuditRow.actor_id == sought.who)
    if sought.what is not None:
        yield or_(AuditRow.action == sought.what, AuditRow.action.startswith(f"{sought.what}.", autoescape=True))
    if sought.database is not None:
        yield _names(sought.database)
    # Bounds that somebody asks for, not an age: no clock is believed here.
    since, until = sought.since, sought.until
    if since is not None:
        yield AuditRow.at >= since
    if until is not None:
        yield not_(AuditRow.at >= until)


def _names(database_id: str) -> ColumnElement[bool]:
    """Anywhere in the detail: some entries name one database, others several (a token, a webhook, a file that was deleted)."""
    told = cast(AuditRow.detail, Text).contains(f'"{database_id}"', autoescape=True)
    files = select(ReportRow.upload_id).where(ReportRow.database_id == database_id, ReportRow.upload_id.is_not(None))
    archives = select(UploadRow.archive_id).where(UploadRow.id.in_(files), UploadRow.archive_id.is_not(None))
    return or_(AuditRow.subject == database_id, told, AuditRow.subject.in_(files), AuditRow.subject.in_(archives))


def all_entries(session: Session) -> Iterator[AuditEntry]:
    """The oldest first."""
    rows = session.scalars(select(AuditRow).order_by(AuditRow.sequence).execution_options(yield_per=_AT_A_TIME))
    return (record_of(AuditEntry, row) for row in rows)


def of_subject(session: Session, action: str, subject: str) -> list[AuditEntry]:
    """Those of one kind about one thing, the oldest first."""
    wanted = select(AuditRow).where(AuditRow.subject == subject, AuditRow.action == action)
    return [record_of(AuditEntry, row) for row in session.scalars(wanted.order_by(AuditRow.sequence))]


def deleted(session: Session, kind: Literal["plan", "forecast"]) -> set[str]:
    """What the trail says is gone: it has an entry, or went with its database before deletions had one."""
    went = {entry.subject for entry in of_action(session, f"{kind}.deleted")}
    for entry in of_action(session, INVENTORY):
        went |= set(entry.detail.get("gone", {}).get(kind, ()))
    return went


def delete(session: Session, by: Deleter, kind: str, subject: str, detail: dict[str, Any], **names: Any) -> None:
    """Write down that something goes in the same transaction; `names`: what it was called, which not every owner may keep."""
    because = {"because": by.because} if by.because else {}
    append(session, by.actor, f"{kind}.deleted", subject, detail | (names if by.names else {}) | because)


def of_action(session: Session, action: str) -> Iterator[AuditEntry]:
    """Those of one kind, the oldest first."""
    rows = session.scalars(select(AuditRow).where(AuditRow.action == action).order_by(AuditRow.sequence))
    return (record_of(AuditEntry, row) for row in rows)
