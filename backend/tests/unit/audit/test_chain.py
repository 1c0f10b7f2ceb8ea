"""The audit trail's chain: what was changed, taken out or put in shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from segtier.audit import BEGIN, chained, verify
from segtier.model.audit import AuditEntry

Trail = list[AuditEntry]


def trail(count: int = 4) -> Trail:
    entries: Trail = []
    for number in range(1, count + 1):
        before = entries[-1].digest if entries else BEGIN
        at = datetime(2026, 11, 25, 6, 0, number, tzinfo=UTC)
        entries.append(
            chained(AuditEntry(number, at, "usr_1", "Ana", "plan.approved", "pln_1", {"a": number}, before, ""))
        )
    return entries


def anew(entries: Trail) -> Trail:
    """The same said again with digests that follow."""
    made: Trail = []
    for entry in entries:
        made.append(chained(replace(entry, previous=made[-1].digest if made else BEGIN)))
    return made


def test_a_whole_trail_holds() -> None:
    entries = trail()
    found = verify(entries, entries[1].digest)
    assert (found.entries, found.head, found.fault) == (4, entries[-1].digest, None)
    assert verify([]).head == BEGIN


@pytest.mark.parametrize("zone_h", [0, 5, -8])
def test_the_zone_a_time_is_given_in_changes_nothing(zone_h: int) -> None:
    moved = [replace(one, at=one.at.astimezone(timezone(timedelta(hours=zone_h)))) for one in trail()]
    assert verify(moved).fault is None


def _with(**changed: object) -> Callable[[Trail], Trail]:
    return lambda entries: [*entries[:1], replace(entries[1], **changed), *entries[2:]]


CHANGES: dict[str, tuple[Callable[[Trail], Trail], int, str]] = {
    "actor": (_with(actor_name="Bob"), 2, "was changed"),
    "actor id": (_with(actor_id="usr_2"), 2, "was changed"),
    "action": (_with(action="plan.rejected"), 2, "was changed"),
    "subject": (_with(subject="pln_2"), 2, "was changed"),
    "detail": (_with(detail={}), 2, "was changed"),
    "time": (_with(at=datetime(2026, 1, 1, tzinfo=UTC)), 2, "was changed"),
    "digest": (_with(digest="f" * 64), 2, "was changed"),
    "changed with a digest that follows": (
        lambda entries: [*entries[:1], chained(replace(entries[1], subject="pln_2")), *entries[2:]],
        3,
        "does not follow",
    ),
    "taken out": (lambda entries: [*entries[:1], *entries[2:]], 2, "is missing"),
    "the first taken out": (lambda entries: entries[1:], 1, "is missing"),
    "twice": (lambda entries: [*entries[:2], *entries[1:]], 3, "is missing"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_shows(name: str) -> None:
    change, sequence, reason = CHANGES[name]
    fault = verify(change(trail())).fault
    assert fault is not None
    assert fault.sequence == sequence
    assert reason in fault.reason


@pytest.mark.parametrize(
    "change", [lambda entries: entries[:3], lambda entries: anew([*entries[:3], replace(entries[3], subject="x")])]
)
def test_an_end_cut_off_or_a_trail_made_anew_shows_against_a_noted_head(change: Callable[[Trail], Trail]) -> None:
    entries = trail()
    assert verify(change(entries)).fault is None
    fault = verify(change(entries), entries[-1].digest).fault
    assert fault is not None
    assert "that was noted" in fault.reason
