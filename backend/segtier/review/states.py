"""A plan under review: from which state which action leads where, and who may take it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import get_args

from segtier.dataclass import dataclass
from segtier.errors import NotAllowed, Refused
from segtier.model.account import Actor, Scope
from segtier.model.review import Action, Check, OpenAction, Recorded, State, WhyNot
from segtier.model.scenario import Changed
from segtier.plurals import plural

ACTIONS: tuple[Action, ...] = get_args(Action)


@dataclass(frozen=True, slots=True)
class _Step:
    """`fresh`: not where the inputs or the version are others than when the revision was made. `needs_evidence`: not where no
    report is left.
    """

    leaves: frozenset[Recorded]
    leads_to: Recorded
    scope: Scope
    fresh: bool = False
    needs_evidence: bool = False


_STEPS: dict[Action, _Step] = {
    "revise": _Step(
        frozenset({"draft", "in-review", "approved", "rejected", "withdrawn"}),
        "draft",
        "plans:write",
        needs_evidence=True,
    ),
    "submit": _Step(frozenset({"draft"}), "in-review", "plans:write", fresh=True, needs_evidence=True),
    "withdraw": _Step(frozenset({"draft", "in-review", "approved"}), "withdrawn", "plans:write"),
    "approve": _Step(frozenset({"in-review"}), "approved", "plans:review", fresh=True, needs_evidence=True),
    "reject": _Step(frozenset({"in-review"}), "rejected", "plans:review"),
    "mark-applied": _Step(frozenset({"approved"}), "applied", "plans:write"),
}
_GOES_STALE: tuple[Recorded, ...] = ("draft", "in-review", "approved")
WAITING: tuple[Recorded, ...] = ("in-review", "approved")
"""For somebody else: to be approved, or to be carried out."""
_IN_WORDS: dict[Recorded, str] = {"draft": "a draft", "in-review": "in review"}
RETIRED = (
    "Evidence retired: the reports this revision was made from are deleted. It can still be applied where it was approved. To "
    "revise or approve it, upload reports of this database again."
)
_NOT_ALLOWED = ("scope-needed", "own-plan")
_MOST_NAMES = 5
"""Of people, in a sentence."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One version of the plan. `digest`: see `segtier.plan.core_digest`; `by`: the identifier of who made it."""

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
    """A plan's author, its current revision with its checks, its state, and the approval of that revision, if there is one."""

    author: str
    revision: Revision
    state: Recorded = "draft"
    approval: Approval | None = None
    changed: tuple[Changed, ...] = ()
    """Since the revision was made."""
    checks: tuple[Check, ...] = ()
    evidence: bool = True
    """Is any report stored that a revision of it could be made from?"""
    open_comments: tuple[str, ...] = ()
    """Who wrote each comment that nobody resolved."""

    def of_level(self, level: str) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.level == level)


def shown_state(review: Review, scored: bool = False) -> State:
    """What people are told. `scored`: what its forecast foresaw was measured."""
    if review.state in _GOES_STALE and not review.evidence:
        return "evidence-retired"
    if review.state in _GOES_STALE and review.changed:
        return "stale"
    return "measured" if review.state == "applied" and scored else review.state


def begun(actor: Actor, digest: str, checks: tuple[Check, ...] = ()) -> Review:
    """A draft with its first revision. Raises NotAllowed."""
    if "plans:write" not in actor.scopes:
        raise NotAllowed("this needs the scope plans:write, which you do not have", code="scope-needed")
    return Review(actor.id, Revision(1, digest, actor.id), checks=checks)


def why_not(review: Review, action: Action, actor: Actor) -> WhyNot | None:
    """Why the actor may not take the action now; None when they may."""
    step = _STEPS[action]
    if review.state not in step.leaves:
        return WhyNot("wrong-state", f"Not while the plan is {_IN_WORDS.get(review.state, review.state)}.")
    if action == "approve" and actor.id in _makers(review) and not actor.alone:
        return WhyNot("own-plan", "Somebody other than its author and its last editor approves a plan.")
    if step.scope not in actor.scopes:
        return WhyNot("scope-needed", f"This needs the scope {step.scope}, which you do not have.")
    if step.needs_evidence and not review.evidence:
        return WhyNot("evidence-retired", RETIRED)
    if step.fresh and review.changed:
        return WhyNot("plan-stale", stale_text(review.changed))
    if action == "approve" and review.open_comments:
        return WhyNot("open-comments", held_text(review.open_comments))
    if action == "submit" and (errors := review.of_level("error")):
        return WhyNot("checks-failed", " ".join(check.text for check in errors))
    return None


def stale_text(changed: tuple[Changed, ...]) -> str:
    words = {"inputs": "the reports it was made from", "engine": "the version of Segtier"}
    what = " and ".join(words[one] for one in changed)
    return f"Since this revision was made, {what} changed: make a new revision."


def held_text(writers: tuple[str, ...]) -> str:
    """How many comments hold the approval, and who wrote them, those with most first."""
    each = [name if count == 1 else f"{name} ({count})" for name, count in Counter(writers).most_common()]
    named, others = each[:_MOST_NAMES], len(each[_MOST_NAMES:])
    if others:
        named.append("one more" if others == 1 else f"{others} others")
    who = " and ".join(one for one in (", ".join(named[:-1]), named[-1]) if one)
    comments = plural(len(writers), "comment is", "comments are")
    return f"{comments} not resolved, by {who}. Resolve every comment first."


def may_resolve(review: Review, writer: str, actor: Actor) -> bool:
    """Resolve a comment or open it again: who wrote it, and reviewers who did not make the plan. `writer`: an identifier."""
    if "plans:write" not in actor.scopes:
        return False
    reviews = "plans:review" in actor.scopes and (actor.alone or actor.id not in _makers(review))
    return actor.id == writer or reviews


def open_actions(review: Review, actor: Actor) -> tuple[OpenAction, ...]:
    """Every action, and whether the actor may take it now."""
    reasons = ((action, why_not(review, action, actor)) for action in ACTIONS)
    return tuple(
        OpenAction(action, True, None, None) if reason is None else OpenAction(action, False, reason.text, reason.code)
        for action, reason in reasons
    )


def need(review: Review, action: Action, actor: Actor) -> None:
    """Raises NotAllowed where it is not theirs, Refused where it is nobody's now."""
    reason = why_not(review, action, actor)
    if reason is None:
        return
    kind = NotAllowed if reason.code in _NOT_ALLOWED else Refused
    raise kind(f"{reason.text[0].lower()}{reason.text[1:].rstrip('.')}", code=reason.code)


def submitted(review: Review, actor: Actor, reason: str) -> Review:
    """In review. Raises as `need`, and Refused for warnings without a reason."""
    need(review, "submit", actor)
    warnings = review.of_level("warning")
    if warnings and not reason.strip():
        told = " ".join(check.text for check in warnings)
        raise Refused(
            f"there are warnings, so say why it goes on: {told.rstrip('.')}",
            code="reason-needed",
            advice="Submit again with a reason.",
        )
    return replace(review, state=_STEPS["submit"].leads_to)


def judged(review: Review, action: Action, actor: Actor, digest: str) -> Review:
    """Approved or rejected, by who read the revision with this digest. Raises as `need`, and Refused for another."""
    need(review, action, actor)
    current = review.revision
    if digest != current.digest:
        raise Refused(
            f"the digest is not that of revision {current.number}, the current one",
            code="digest-mismatch",
            advice="Read the plan again, and judge what it is now.",
        )
    after = replace(review, state=_STEPS[action].leads_to)
    if action != "approve":
        return after
    return replace(after, approval=Approval(actor.id, current.number, current.digest, actor.id in _makers(review)))


def moved_on(review: Review, action: Action, actor: Actor) -> Review:
    """Withdrawn or applied. Raises as `need`."""
    need(review, action, actor)
    return replace(review, state=_STEPS[action].leads_to)


def superseded(review: Review) -> Review:
    """Another plan of the option was approved after this one. Raises ValueError for one that is not approved."""
    if review.state != "approved":
        raise ValueError(f"a plan that is {review.state} cannot be superseded")
    return replace(review, state="superseded")


def revised(review: Review, actor: Actor, digest: str, checks: tuple[Check, ...] = ()) -> Review:
    """A draft again, with the next revision and without any approval. Raises as `need`."""
    need(review, "revise", actor)
    return Review(review.author, Revision(review.revision.number + 1, digest, actor.id), checks=checks)


def _makers(review: Review) -> tuple[str, str]:
    return review.author, review.revision.by
