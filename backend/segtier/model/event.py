"""What happened, for programs that want to know: a number that only grows, and identifiers to ask for the rest by."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, get_args

from segtier.dataclass import dataclass

EventKind = Literal[
    "upload.completed",
    "upload.failed",
    "report.parsed",
    "forecast.sealed",
    "comparison.ready",
    "advice.ready",
    "placement.drifted",
    "plan.drafted",
    "plan.revised",
    "plan.submitted",
    "plan.approved",
    "plan.rejected",
    "plan.withdrawn",
    "plan.applied",
    "plan.superseded",
    "plan.commented",
    "plan.comment-resolved",
    "plan.comment-opened",
    "webhook.tested",
]
KINDS: tuple[EventKind, ...] = get_args(EventKind)
SAID: dict[EventKind, str] = {
    "upload.completed": "An upload was read to its end; of an archive, the last of its files",
    "upload.failed": "An upload could not be read",
    "report.parsed": "A document was read and stored; the subject is the report",
    "forecast.sealed": "The forecast of an option was sealed; the subject is the forecast",
    "comparison.ready": "A database has reports from before and after, and one of them is new; the subject is the database",
    "advice.ready": "An answer that was shown from before an upload is made anew; the subject is the database",
    "placement.drifted": "Other segments now earn more on SSD than some of an applied plan; the subject is the last such plan",
    "plan.drafted": "A plan was drafted; the subject of this and all that follow is the plan",
    "plan.revised": "A plan has a new revision, which dismisses what was approved",
    "plan.submitted": "A plan is in review",
    "plan.approved": "A revision of a plan was approved",
    "plan.rejected": "A revision of a plan was rejected",
    "plan.withdrawn": "A plan was withdrawn",
    "plan.applied": "People said that a plan was carried out",
    "plan.superseded": "Another plan of the same option was approved in its place",
    "plan.commented": "Somebody commented on a plan",
    "plan.comment-resolved": "Somebody resolved a comment on a plan; without an open one it can be approved",
    "plan.comment-opened": "Somebody opened a resolved comment again",
    "webhook.tested": "An admin tried out a webhook; the subject is the webhook, and no other gets it",
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
