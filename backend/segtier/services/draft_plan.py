"""Draft a plan for review, and revise it: each revision keeps what would be signed, whatever becomes of the reports."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from segtier import __version__
from segtier.answers.read import Answer
from segtier.dataclass import dataclass
from segtier.documents import decode, encode
from segtier.errors import Refused
from segtier.model.account import Actor
from segtier.model.advice import OptionDetails, Summary
from segtier.model.plan import Destination
from segtier.model.plan_document import PlanDocument
from segtier.model.review import KeptAdvice
from segtier.question import Question, stated
from segtier.review import About, begun, checks_of, found_again, revised
from segtier.services.context import Context
from segtier.services.export_bundle import texts_in, zipped
from segtier.services.give_advice import advice_from, plan_from
from segtier.services.kept_plans import Seen, changing, kept_in, note, seal_of
from segtier.services.read_documents import list_inputs
from segtier.services.seal_forecast import made_from
from segtier.store import databases, plans
from segtier.store.engine import now, one_at_a_time
from segtier.store.records import PlanRecord, PlanRevisionRecord
from segtier.units import parse_capacity_bytes

_MOST_PLANS = 1_000
_MOST_REVISIONS = 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a revision is made from, beside the reports. `note`: what is new in it, for people."""

    question: Question
    targets: Destination
    override: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Written:
    """`revision` has no plan, number, author and time yet."""

    revision: PlanRevisionRecord
    document: PlanDocument
    bundle: bytes


def draft(ctx: Context, database_id: str, option: str, wanted: Wanted, actor: Actor) -> str:
    """The new plan's identifier. Raises what `plan_option` raises where there is nothing to carry out, or it is not advised."""
    written = _write(ctx, database_id, option, wanted)
    review = begun(actor, written.revision.digest)
    with ctx.store.write(actor) as tx:
        one_at_a_time(tx)
        databases.get(tx, database_id)
        if plans.count_of(tx, database_id) >= _MOST_PLANS:
            raise Refused(f"there are {_MOST_PLANS:,} plans of this database already", code="too-many-plans")
        plan = plans.add(tx, database_id, option, actor)
        _add(tx, plan, review.revision.number, written, actor, "drafted")
    return plan.id


def revise(ctx: Context, plan_id: str, seen: Seen, wanted: Wanted, actor: Actor) -> None:
    """A draft again, without any approval. Raises ChangedSince, and as `draft`."""
    with ctx.store.read() as tx:
        kept = kept_in(tx, plan_id, seen)
    revised(kept.review, actor, "")  # refused before it is worked out
    written = _write(ctx, kept.plan.database_id, kept.plan.option, wanted)
    with changing(ctx, plan_id, seen, actor) as (tx, kept):
        after = revised(kept.review, actor, written.revision.digest)
        if after.revision.number > _MOST_REVISIONS:
            raise Refused(f"the plan has {_MOST_REVISIONS} revisions already", code="too-many-revisions")
        _add(tx, kept.plan, after.revision.number, written, actor, "revised")
        _follow(tx, plan_id, written)


def _write(ctx: Context, database_id: str, option: str, wanted: Wanted) -> _Written:
    from segtier.plan.bundle.reviewed import core_digest  # noqa: PLC0415 - for who plans; a start goes without
    from segtier.plan.document import plan_document  # noqa: PLC0415

    inputs = list_inputs(ctx, database_id)
    plan = plan_from(ctx, inputs, wanted.question, option, wanted.targets, wanted.override)
    advice = advice_from(ctx, inputs, wanted.question, lambda answer: _kept_advice(answer, wanted.question, option))
    document = plan_document(plan)
    bundle = zipped(plan.files)
    revision = PlanRevisionRecord(
        plan_id="",
        number=0,
        digest=core_digest(sums_in(bundle)),
        question=stated(wanted.question),
        targets=wanted.targets,
        override=wanted.override,
        inputs=made_from(inputs),
        engine_version=__version__,
        checks=checks_of(document),
        note=wanted.note,
        author_id="",
        author_name="",
        created_at=inputs.database.created_at,
        advice=advice,
    )
    return _Written(revision, document, bundle)


def _kept_advice(answer: Answer, question: Question, option: str) -> dict[str, Any]:
    """What a reader of the revision needs of the answer, once the reports are gone."""
    details = decode(answer.piece("options"), OptionDetails)
    kept: dict[str, Any] = msgspec.to_builtins(
        KeptAdvice(
            ssd_bytes=None if question.ssd is None else parse_capacity_bytes(question.ssd),
            devices=decode(answer.piece("summary"), Summary).devices,
            option=next(one for one in details.options if one.option == option),
            wait_events_today=details.wait_events_today,
        )
    )
    return kept


def _add(tx: Session, plan: PlanRecord, number: int, written: _Written, actor: Actor, what: str) -> None:
    revision = replace(
        written.revision,
        plan_id=plan.id,
        number=number,
        author_id=actor.id,
        author_name=actor.name,
        created_at=now(tx),
    )
    document = encode(written.document)
    plans.add_revision(tx, revision, document, written.bundle)
    changed = plans.change(tx, plan.id, state="draft", revision=number)
    seal = seal_of(revision, document, written.bundle)
    note(tx, actor, what, changed, revision.digest, seal=seal, note=revision.note)


def _follow(tx: Session, plan_id: str, written: _Written) -> None:
    """Each comment to where its operation, file or line is now; outdated where that is gone."""
    comments = plans.comments(tx, plan_id)
    files = {one.file for one in comments if one.file is not None and one.line is not None}
    texts = texts_in(written.bundle, files)
    for comment in comments:
        was = About(comment.operation, comment.file, comment.line, comment.thing)
        now_on = found_again(was, written.document, texts)
        there = now_on or was
        plans.change_comment(tx, comment.id, outdated=now_on is None, operation=there.operation, line=there.line)


def sums_in(bundle: bytes) -> str:
    """SHA256SUMS of a bundle, as it stands there."""
    with zipfile.ZipFile(io.BytesIO(bundle)) as files:
        return files.read("SHA256SUMS").decode()
