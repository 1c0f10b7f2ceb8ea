"""A plan under review: from which state which action leads where, and who may take it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from segtier.model.account import Actor, Scope

State = Literal["draft", "in_review", "approved", "rejected", "withdrawn", "applied", "measured", "stale", "superseded"]
Action = Literal["submit", "withdraw", "approve", "reject", "apply", "measure", "outdate", "supersede", "revise"]
ACTIONS: tuple[Action, ...] = get_args(Action)

_LEADS: dict[Action, tuple[frozenset[State], State, Scope]] = {
    "submit": (frozenset({"draft"}), "in_review", "plans:write"),
    "withdraw": (frozenset({"draft", "in_review", "approved"}), "withdrawn", "plans:write"),
    "approve": (frozenset({"in_review"}), "approved", "plans:review"),
    "reject": (frozenset({"in_review"}), "rejected", "plans:review"),
    "apply": (frozenset({"approved"}), "applied", "plans:write"),
    "measure": (frozenset({"applied"}), "measured", "plans:write"),
    "outdate": (frozenset({"draft", "in_review", "approved"}), "stale", "plans:write"),
    "supersede": (frozenset({"draft", "in_review", "approved", "rejected", "stale"}), "superseded", "plans:write"),
    "revise": (
        frozenset({"draft", "in_review", "approved", "rejected", "withdrawn", "stale"}),
        "draft",
        "plans:write",
    ),
}


class Refused(ValueError):
    """The action is not this actor's to take now; the text says why."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One version of the plan. `digest`: see `core_digest`; `by`: the identifier of who made it."""

    number: int
    digest: str
    by: str


@dataclass(frozen=True, slots=True)
class Approval:
    """Who approved which bytes. `self_approved`: alone in the installation, nobody else could."""

    by: str
    revision: int
    digest: str
    self_approved: bool


@dataclass(frozen=True, slots=True)
class Review:
    """A plan's author, its current revision, its state, and the approval of that revision, if there is one."""

    author: str
    revision: Revision
    state: State = "draft"
    approval: Approval | None = None


def begun(actor: Actor, digest: str) -> Review:
    """A draft with its first revision. Raises `Refused`."""
    if "plans:write" not in actor.scopes:
        raise Refused("This needs the scope plans:write.")
    return Review(actor.id, Revision(1, digest, actor.id))


def why_not(review: Review, action: Action, actor: Actor) -> str | None:
    """Why the actor may not take the action now; None when they may."""
    states, _, scope = _LEADS[action]
    if review.state not in states:
        return f"A plan that is {review.state.replace('_', ' ')} has no such step: {action}."
    if scope not in actor.scopes:
        return f"This needs the scope {scope}."
    if action == "approve" and actor.id in _makers(review) and not actor.alone:
        return "Somebody other than its author and its last editor approves a plan."
    return None


def allowed(review: Review, actor: Actor) -> tuple[Action, ...]:
    """Every action the actor may take now."""
    return tuple(action for action in ACTIONS if why_not(review, action, actor) is None)


def act(review: Review, action: Action, actor: Actor, digest: str | None = None) -> Review:
    """The review after the action. `digest`: of the revision the actor read, needed to approve. Raises `Refused`."""
    if action == "revise":
        raise Refused("A new revision brings its digest: use `revised`.")
    _refuse(review, action, actor)
    after = replace(review, state=_LEADS[action][1])
    if action != "approve":
        return after
    current = review.revision
    if digest != current.digest:
        raise Refused("The digest is not that of the current revision: read the plan again.")
    return replace(after, approval=Approval(actor.id, current.number, current.digest, actor.id in _makers(review)))


def revised(review: Review, actor: Actor, digest: str) -> Review:
    """A draft again, with the next revision and without any approval. Raises `Refused`."""
    _refuse(review, "revise", actor)
    return Review(review.author, Revision(review.revision.number + 1, digest, actor.id))


def _refuse(review: Review, action: Action, actor: Actor) -> None:
    reason = why_not(review, action, actor)
    if reason:
        raise Refused(reason)


def _makers(review: Review) -> tuple[str, str]:
    return review.author, review.revision.by
