"""What is checked before people are asked: what the plan says of itself, sorted by whether it stops a review."""

from __future__ import annotations

from collections.abc import Iterator

from segtier.model.plan_document import PlanDocument
from segtier.model.review import Check
from segtier.review.states import RETIRED, Review, stale_text
from segtier.units import format_bytes


def checks_of(document: PlanDocument) -> tuple[Check, ...]:
    """Of one revision, whatever the day; errors first."""
    order = ("error", "warning", "not-known", "passed")
    return tuple(sorted(_looked_at(document), key=lambda check: order.index(check.level)))


def fresh_check(review: Review) -> Check:
    """Is the revision still of today's inputs and of this version?"""
    if not review.evidence:
        return Check("fresh", "error", RETIRED)
    if review.changed:
        return Check("fresh", "error", stale_text(review.changed))
    return Check("fresh", "passed", "Its inputs and the version are those of today.")


def _looked_at(document: PlanDocument) -> Iterator[Check]:
    yield _room(document)
    yield _way_back(document)
    yield _advised(document)
    if document.rewrites_complete is False:
        yield Check("rewrites-not-known", "warning", "Indexes that no input ties to a table may be rewritten with it.")
    for sentence in document.warnings:
        yield Check("inputs", "warning", sentence)


def _room(document: PlanDocument) -> Check:
    usable = format_bytes(document.usable_bytes)
    if document.needed_bytes is None:
        return Check("room", "not-known", f"The scripts look up whether {usable} are enough.")
    needs = f"It needs {format_bytes(document.needed_bytes)} of {usable}."
    return Check("room", "error" if document.needed_bytes > document.usable_bytes else "passed", needs)


def _way_back(document: PlanDocument) -> Check:
    without = [one.id for one in document.operations if not one.inverse.strip()]
    if without:
        return Check("way-back", "error", f"No statement takes these operations back: {', '.join(without)}.")
    return Check("way-back", "passed", "Every operation has a way back.")


def _advised(document: PlanDocument) -> Check:
    decision = document.decision
    if not decision.overridden:
        return Check("advised", "passed", "The advice is to do this.")
    return Check("advised", "warning", f"The advice was not to do this. {decision.why_not or ''}".strip())
