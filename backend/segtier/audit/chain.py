"""How entries hang together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC

from segtier.digest import digest_of
from segtier.model.audit import AuditEntry, AuditFault, AuditVerdict

BEGIN = "0" * 64
"""What the first entry has before it."""


def chained(entry: AuditEntry) -> AuditEntry:
    """The entry with the digest that follows from all its other fields."""
    return replace(entry, digest=_digest(entry))


def verify(entries: Iterable[AuditEntry], expected: str | None = None) -> AuditVerdict:
    """Read the whole trail, the oldest first; `expected`: a head noted earlier, which must be among the digests."""
    count, head, fault, seen = 0, BEGIN, None, expected in (None, BEGIN)
    for entry in entries:
        count += 1
        fault = fault or _fault(entry, count, head)
        head = entry.digest
        seen = seen or head == expected
    if fault is None and not seen:
        fault = AuditFault(
            count, f"no entry has the digest {expected} that was noted; entries are gone or were made anew"
        )
    return AuditVerdict(count, head, fault)


def _fault(entry: AuditEntry, number: int, head: str) -> AuditFault | None:
    if entry.sequence != number:
        return AuditFault(number, f"entry {number} is missing; entry {entry.sequence} comes next")
    if entry.previous != head:
        return AuditFault(number, f"entry {number} does not follow from the one before")
    if entry.digest != _digest(entry):
        return AuditFault(number, f"entry {number} was changed after it was written")
    return None


def _digest(entry: AuditEntry) -> str:
    """Of JSON with sorted names and times in UTC to the microsecond: the same on every database."""
    said = [
        entry.sequence,
        entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        entry.actor_id,
        entry.actor_name,
        entry.action,
        entry.subject,
        entry.detail,
        entry.previous,
    ]
    return digest_of(said)
