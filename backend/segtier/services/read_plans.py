"""Plans under review as they are read: where each stands today, its revisions, its bundle, and how two revisions differ."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields

from sqlalchemy.orm import Session

from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.errors import NotFound
from segtier.model.account import Actor
from segtier.model.plan import Destination
from segtier.model.plan_document import PlanDocument
from segtier.model.review import Check, OpenAction, PlanDifference, State
from segtier.model.scenario import Typed
from segtier.model.scoreboard import Score
from segtier.question import question_of, typed
from segtier.review import (
    WAITING,
    Side,
    difference,
    fresh_check,
    may_resolve,
    open_actions,
    shown_state,
    standing_text,
    standing_word,
    unapproved_word,
)
from segtier.services.context import Context
from segtier.services.export_bundle import texts_in, with_files
from segtier.services.kept_plans import Kept, as_kept, kept_in, standing_approval
from segtier.services.read_documents import Inputs, inputs_in
from segtier.services.scoreboard import score_of
from segtier.store import databases, plans
from segtier.store.records import PlanActRecord, PlanCommentRecord, PlanRecord, PlanRevisionRecord


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A plan beside others."""

    kept: Kept
    database: str
    state: State
    approval: PlanActRecord | None
    """None where none holds."""
    score: Score | None
    """Of the forecast that its approval sealed, once it is applied."""


@dataclass(frozen=True, slots=True)
class PlanSheet:
    """All of one plan, for whoever asks."""

    line: PlanLine
    actions: tuple[OpenAction, ...]
    checks: tuple[Check, ...]
    """Of the current revision, as of today."""
    revisions: tuple[PlanRevisionRecord, ...]
    history: tuple[PlanActRecord, ...]
    comments: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """`may_resolve`: whoever asks may resolve it, or open it again."""

    comment: PlanCommentRecord
    may_resolve: bool


@dataclass(frozen=True, slots=True)
class Download:
    name: str
    data: bytes


def list_plans(ctx: Context, known: Set[str] | None, database_id: str | None, waiting: bool = False) -> list[PlanLine]:
    """The newest first. `known`: the only databases that whoever asks knows of; raises NotFound for another. `waiting`: only
    what is to be approved or carried out, and is not stale.
    """
    if database_id is not None and known is not None and database_id not in known:
        raise NotFound(f"no database {database_id[:40]!r}")
    with ctx.store.read() as tx:
        if database_id is not None:
            databases.get(tx, database_id)
        every = plans.every(tx, database_id, WAITING if waiting else None)
        found = [one for one in every if known is None or one.database_id in known]
        inputs = {one: inputs_in(tx, one) for one in {plan.database_id for plan in found}}
        rows = [_row(tx, one, inputs[one.database_id]) for one in found]
    lines = [_line(ctx, *row) for row in rows]
    return [line for line in lines if line.state in WAITING] if waiting else lines


def _row(tx: Session, plan: PlanRecord, inputs: Inputs) -> tuple[Kept, str, list[PlanActRecord]]:
    acts = plans.acts(tx, plan.id)
    return as_kept(tx, plan, acts, inputs), inputs.database.name, acts


def get_plan(ctx: Context, plan_id: str, actor: Actor) -> PlanSheet:
    with ctx.store.read() as tx:
        plan = plans.get(tx, plan_id)
        row = _row(tx, plan, inputs_in(tx, plan.database_id))
        revisions, comments = plans.revisions(tx, plan_id), plans.comments(tx, plan_id)
    kept, _, acts = row
    line = _line(ctx, *row)
    return PlanSheet(
        line=line,
        actions=open_actions(kept.review, actor),
        checks=(fresh_check(kept.review), *kept.revision.checks),
        revisions=tuple(revisions),
        history=tuple(acts),
        comments=_remarks(kept, comments, actor),
    )


def list_comments(ctx: Context, plan_id: str, actor: Actor) -> tuple[Remark, ...]:
    """The oldest first."""
    with ctx.store.read() as tx:
        return _remarks(kept_in(tx, plan_id), plans.comments(tx, plan_id), actor)


def _remarks(kept: Kept, comments: list[PlanCommentRecord], actor: Actor) -> tuple[Remark, ...]:
    return tuple(Remark(one, may_resolve(kept.review, one.author_id, actor)) for one in comments)


def get_document(ctx: Context, plan_id: str, number: int) -> bytes:
    """The JSON of a revision, as it was written."""
    with ctx.store.read() as tx:
        plans.get(tx, plan_id)
        return plans.document(tx, plan_id, number)


def get_file(ctx: Context, plan_id: str, number: int, path: str) -> str:
    """One file of a revision, as it was written. Raises NotFound."""
    with ctx.store.read() as tx:
        plans.get(tx, plan_id)
        found = texts_in(plans.bundle(tx, plan_id, number), {path}).get(path)
    if found is None:
        raise NotFound(f"revision {number} has no file {path[:80]!r}")
    return found


def get_bundle(ctx: Context, plan_id: str, number: int) -> Download:
    """The signed core to the byte, and beside it what is known of its review."""
    from segtier.plan.bundle.reviewed import review_files  # noqa: PLC0415 - for who plans; a start goes without

    with ctx.store.read() as tx:
        kept = kept_in(tx, plan_id)
        revision, stored = plans.revision(tx, plan_id, number), plans.bundle(tx, plan_id, number)
        acts = plans.acts(tx, plan_id)
    plan, is_current = kept.plan, number == kept.plan.revision
    state = shown_state(kept.review) if is_current else None
    approval = standing_approval(plan, acts) if is_current else None
    approved = None if approval is None else _approved_text(approval)
    told = standing_text(plan_id, number, state, approved)
    beside = review_files(told, revision.digest, unapproved_word(state, approval is not None))
    name = f"segtier-{plan.option}-{plan_id[-6:].lower()}-r{number}-{standing_word(state)}.zip"
    return Download(name, with_files(stored, beside))


def _approved_text(approval: PlanActRecord) -> str:
    own = ", self-approved" if approval.self_approved else ""
    return f"approved by {approval.actor_name} at {approval.at:%Y-%m-%dT%H:%M:%SZ}{own}"


def compare_revisions(ctx: Context, plan_id: str, before: int, after: int, words: Mapping[str, str]) -> PlanDifference:
    """`words`: how each field of a question is called."""
    with ctx.store.read() as tx:
        plans.get(tx, plan_id)
        return difference(_side(tx, plan_id, before, words), _side(tx, plan_id, after, words))


def _side(tx: Session, plan_id: str, number: int, words: Mapping[str, str]) -> Side:
    document = decode(plans.document(tx, plan_id, number), PlanDocument, "the plan")
    signed = {one.path for one in document.files if one.signed}
    texts = texts_in(plans.bundle(tx, plan_id, number), signed)
    return Side(number, document, _settings(plans.revision(tx, plan_id, number), document, words), texts)


def _settings(revision: PlanRevisionRecord, document: PlanDocument, words: Mapping[str, str]) -> dict[str, Typed]:
    """What was asked and where it goes, as it is typed."""
    question = question_of(revision.question)
    asked = {words.get(name, name): typed(getattr(question, name)) for name in revision.question}
    targets, nothing = revision.targets, Destination()
    names = {one.name: getattr(targets, one.name) for one in fields(Destination) if one.name != "rds"}
    placed = {name: value for name, value in names.items() if value != getattr(nothing, name)}
    own = getattr(targets, targets.target, None)
    if own is not None:
        placed |= {f"{targets.target}_{one.name}": getattr(own, one.name) for one in fields(own)}
    made = {"engine_version": revision.engine_version, "inputs": tuple(one.file for one in document.inputs)}
    return asked | placed | {"override": revision.override} | made


def _line(ctx: Context, kept: Kept, database: str, acts: list[PlanActRecord]) -> PlanLine:
    approval = standing_approval(kept.plan, acts)
    sealed = approval.forecast_id if approval is not None and kept.plan.state == "applied" else None
    score = None if sealed is None else score_of(ctx, sealed)
    state = shown_state(kept.review, score is not None and score.standing == "scored")
    return PlanLine(kept, database, state, approval, score)
