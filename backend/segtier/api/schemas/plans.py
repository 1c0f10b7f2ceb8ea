"""Plans under review, as the API takes and shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from segtier.api.schemas.base import NO_NUL, Answer, Question, SeenText, UtcTime
from segtier.api.schemas.option import AskedOption
from segtier.api.schemas.place import OVERRIDE, PlanPlace
from segtier.api.schemas.question import AdviceQuestion
from segtier.api.schemas.scenarios import Body
from segtier.api.versions import etag
from segtier.errors import Refused
from segtier.model.plan import Destination
from segtier.model.review import Check, Done, KeptAdvice, OpenAction, Recorded, State, Verdict
from segtier.model.scenario import Changed
from segtier.model.scoreboard import Standing
from segtier.question import Question as AskedQuestion
from segtier.question import question_of
from segtier.services.draft_plan import Wanted
from segtier.services.read_plans import PlanLine, PlanSheet, Remark
from segtier.store.records import PlanActRecord, PlanCommentRecord, PlanRevisionRecord
from segtier.typed import converted

_Said = Annotated[SeenText, Field(max_length=4_000)]


class PlanToRevise(Body, PlanPlace):
    """The fields of a question and of a place, as `/plan` takes them in its address."""

    override: bool = Field(False, description=OVERRIDE)
    note: _Said = Field("", description="What is new, for people.")

    def wanted(self) -> Wanted:
        return Wanted(self.over(AskedQuestion()), self.targets(), self.override, self.note.strip())


class PlanToDraft(PlanToRevise):
    """An option too; every revision of the plan is of that option."""

    option: AskedOption


class PlanToSubmit(Question):
    reason: _Said = Field("", description="Why you continue despite the warnings.")


class PlanToMove(Question):
    comment: _Said = ""


class PlanToJudge(Question):
    verdict: Verdict
    digest: str = Field(
        max_length=64, pattern="^[0-9a-f]{64}$", description="The digest of the revision that you read."
    )
    comment: _Said = ""


class NewComment(Question):
    """On an operation, a file or a line of a file of the current revision; with none of them on the plan."""

    text: Annotated[SeenText, Field(min_length=1, max_length=4_000)]
    operation: Annotated[str, Field(max_length=64, pattern=NO_NUL)] | None = None
    file: Annotated[str, Field(max_length=255, pattern=NO_NUL)] | None = None
    line: Annotated[int, Field(ge=1, le=10_000_000, description="The line in the file, counted from 1.")] | None = None


class CommentChange(Question):
    resolved: bool


class PlanRevision(Answer):
    """What a revision was made from. Its plan and its bundle have addresses of their own."""

    number: int
    digest: str
    """SHA-256 of the file SHA256SUMS in its bundle: what an approval names."""
    question: AdviceQuestion | None
    """What was stated; other fields are as they are where nobody says anything. Null where this version cannot ask it."""
    targets: Destination
    override: bool
    inputs: list[str]
    """The documents it follows from: their periods and digests."""
    engine_version: str
    note: str
    author_id: str
    author_name: str
    created_at: UtcTime
    advice: KeptAdvice | None
    """What was advised of the option when it was made. Null: not kept, for it was made by an earlier version of Segtier."""

    @classmethod
    def of(cls, record: PlanRevisionRecord) -> PlanRevision:
        advice = None if record.advice is None else converted(record.advice, KeptAdvice)
        return cls.made_of(record, question=_asked(record), advice=advice)


def _asked(record: PlanRevisionRecord) -> AdviceQuestion | None:
    try:
        return AdviceQuestion.asking(question_of(record.question))
    except Refused:
        return None


class PlanAct(Answer):
    """Something that was done to a plan."""

    done: Done
    revision: int
    digest: str
    actor_id: str
    actor_name: str
    at: UtcTime
    said: str
    checks: list[Check]
    """What was found when it was submitted."""
    self_approved: bool
    """By the single user of an installation without accounts."""
    forecast_id: str | None
    """What its approval sealed; null where nothing is forecast for the option."""

    @classmethod
    def of(cls, record: PlanActRecord) -> PlanAct:
        return cls.made_of(record)


class PlanComment(Answer):
    id: str
    revision: int
    """The current one when it was written."""
    operation: str | None
    """Its id in the current revision."""
    file: str | None
    line: int | None
    """Its number in the current revision."""
    line_text: str | None
    """What the line said when it was commented on, its first 500 characters."""
    outdated: bool
    """The current revision does not have what it is about; `operation` and `line` are those of the last that had."""
    text: str
    author_id: str
    author_name: str
    at: UtcTime
    resolved_by: str | None
    resolved_at: UtcTime | None
    may_resolve: bool
    """You may resolve it, or open it again."""

    @classmethod
    def of(cls, record: PlanCommentRecord, may_resolve: bool = True) -> PlanComment:
        line_text = record.thing[0] if record.line is not None else None
        return cls.made_of(record, line_text=line_text, may_resolve=may_resolve)

    @classmethod
    def all_of(cls, remarks: Iterable[Remark]) -> list[PlanComment]:
        return [cls.of(one.comment, one.may_resolve) for one in remarks]


class PlanCommentList(Answer):
    items: list[PlanComment]


class PlanScore(Answer):
    """What was measured of the forecast that the approval sealed; ratios after / before of DB time a transaction."""

    standing: Standing
    reason: str
    measured: float | None
    error: float | None
    inside: bool | None


class PlanItem(Answer):
    """A plan under review."""

    id: str
    database_id: str
    database: str
    option: str
    author_id: str
    author_name: str
    created_at: UtcTime
    state: State
    recorded_state: Recorded
    """What was last done to it, whatever changed since."""
    changed: list[Changed]
    """Since the current revision was made."""
    revision: int
    digest: str
    """Of the current revision."""
    revised_at: UtcTime
    approval: PlanAct | None
    """The one that holds."""
    open_comments: int
    """Not resolved; they hold the approval."""
    score: PlanScore | None
    """Once it is applied; null before, and where no forecast was sealed."""
    etag: str

    @classmethod
    def of(cls, line: PlanLine) -> PlanItem:
        return cls._with(line)

    @classmethod
    def _with(cls, line: PlanLine, **more: object) -> PlanItem:
        kept = line.kept
        own = {
            "revision": kept.plan.revision,
            "recorded_state": kept.plan.state,
            "revised_at": kept.revision.created_at,
            "digest": kept.revision.digest,
            "changed": kept.review.changed,
            "open_comments": len(kept.review.open_comments),
            "etag": etag(kept.plan.version),
        }
        return cls.made_of(kept.plan, line, **own, **more)


class PlanUnderReview(PlanItem):
    """All of it, for whoever asks."""

    actions: list[OpenAction]
    """Every action, and why it is not open to you."""
    checks: list[Check]
    """Of the current revision, as of today; the errors of it stop `submit`, its warnings need a reason."""
    reason_needed: bool
    """To submit it."""
    revisions: list[PlanRevision]
    """The oldest first."""
    history: list[PlanAct]
    """The oldest first."""
    comments: list[PlanComment]
    """The oldest first."""

    @classmethod
    def of_sheet(cls, sheet: PlanSheet) -> PlanUnderReview:
        made = cls._with(
            sheet.line,
            actions=sheet.actions,
            checks=sheet.checks,
            reason_needed=any(check.level == "warning" for check in sheet.checks),
            revisions=[PlanRevision.of(one) for one in sheet.revisions],
            history=sheet.history,
            comments=PlanComment.all_of(sheet.comments),
        )
        assert isinstance(made, cls)
        return made


class PlanList(Answer):
    items: list[PlanItem]
