"""What happened, for programs that want to know: a number that only grows, and identifiers to ask for the rest by."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

EventKind = Literal[
    "upload.completed",
    "upload.failed",
    "report.parsed",
    "forecast.sealed",
    "comparison.ready",
]
KINDS: tuple[EventKind, ...] = get_args(EventKind)
SAID: dict[EventKind, str] = {
    "upload.completed": "An upload was read to its end; of an archive, the last of its files",
    "upload.failed": "An upload could not be read",
    "report.parsed": "A document was read and stored; the subject is the report",
    "forecast.sealed": "The forecast of an option was sealed; the subject is the forecast",
    "comparison.ready": "A database has reports from before and after, and one of them is new; the subject is the database",
}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. No sequence number is left out, and none is seen before all smaller ones are.

    `at` is UTC; `database_id`: None for what is of no single database, or not known to be yet. `data` holds identifiers and
    counts, never names or figures of a database.
    """

    sequence: int
    at: datetime
    kind: EventKind
    database_id: str | None
    subject: str
    data: dict[str, str | int]
