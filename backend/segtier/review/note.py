"""How a revision stands, as its bundle says it: beside the signed core, and not signed itself."""

from __future__ import annotations

from segtier.model.review import State

Standing = State | None
"""None: a revision that another one followed."""
_UNREVIEWED = "UNREVIEWED. Nobody approved this revision. Do not run it."
_TEXTS: dict[State, str] = {
    "draft": _UNREVIEWED,
    "in-review": _UNREVIEWED,
    "rejected": "REJECTED. Do not run it.",
    "withdrawn": "WITHDRAWN. Do not run it.",
    "stale": "STALE. What it was made from, or the version, changed since. Do not run it: make a new revision.",
    "evidence-retired": "EVIDENCE RETIRED. The reports it was made from are deleted. Run it only where it was approved.",
    "superseded": "SUPERSEDED by a plan that was approved after it. Do not run it.",
    "approved": "Approved.",
    "applied": "Applied already.",
    "measured": "Applied already, and measured.",
}
_WORDS: dict[State, str] = {"draft": "unreviewed", "in-review": "unreviewed", "measured": "applied"}
_APPROVED = ("approved", "applied")


def standing_word(state: Standing) -> str:
    """For the name of the file."""
    return "outdated" if state is None else _WORDS.get(state, state)


def unapproved_word(state: Standing, approved: bool = False) -> str | None:
    """What is typed to run it all the same; None where it is approved. `approved`: it was before its evidence was retired."""
    word = standing_word(state)
    return None if word in _APPROVED or (approved and state == "evidence-retired") else word


def standing_text(plan_id: str, number: int, state: Standing, approved: str | None) -> tuple[str, ...]:
    """Line by line. `approved`: by whom and when, where this revision was ever approved and not dismissed."""
    told = "OUTDATED. A later revision took its place. Do not run it." if state is None else _TEXTS[state]
    return (f"Plan {plan_id}, revision {number}", told, *([approved] if approved else []))
