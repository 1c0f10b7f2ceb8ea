"""REVIEW.txt: what stands beside the signed core of a bundle, and is not signed itself."""

from __future__ import annotations

from segtier.model.review import State

PATH = "REVIEW.txt"
Standing = State | None
_UNREVIEWED = "UNREVIEWED. Nobody approved this revision. Do not run it."
_TEXTS: dict[State, str] = {
    "draft": _UNREVIEWED,
    "in-review": _UNREVIEWED,
    "rejected": "REJECTED. Do not run it.",
    "withdrawn": "WITHDRAWN. Do not run it.",
    "stale": "STALE. What it was made from, or the version, changed since. Do not run it: make a new revision.",
    "superseded": "SUPERSEDED by a plan that was approved after it. Do not run it.",
    "approved": "Approved.",
    "applied": "Applied already.",
    "measured": "Applied already, and measured.",
}
_WORDS: dict[State, str] = {"draft": "unreviewed", "in-review": "unreviewed", "measured": "applied"}


def standing_word(state: Standing) -> str:
    """For the name of the file. None: a revision that another one followed."""
    return "outdated" if state is None else _WORDS.get(state, state)


def review_txt(plan_id: str, number: int, state: Standing, digest: str, approved: str | None) -> str:
    """`approved`: by whom and when, where this revision was ever approved and not dismissed."""
    told = "OUTDATED. A later revision took its place. Do not run it." if state is None else _TEXTS[state]
    lines = [
        f"Plan {plan_id}, revision {number}",
        told,
        *([approved] if approved else []),
        f"digest {digest}",
        "",
        "The digest is the SHA-256 of the file SHA256SUMS: sha256sum SHA256SUMS && sha256sum -c SHA256SUMS",
        "This file is not signed. It says what was known when the bundle was fetched.",
    ]
    return "\n".join(lines) + "\n"
