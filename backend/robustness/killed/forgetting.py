"""Retention killed half-way: each upload keeps everything that was read from it, or is gone with everything.

At points: a process forked to do what a worker does each hour (`points.forget`). At a moment: `segtier worker`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from io import BytesIO

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from robustness.killed.acts import Filled, working_in
from robustness.killed.kill import Kill, Outcome, Way
from robustness.killed.places import Place, Places
from segtier.model.account import ITSELF
from segtier.services.accept_upload import accept_upload
from segtier.store.lying import digest_in
from segtier.store.tables import AuditRow, DocumentRow, JobRow, PlanRevisionRow, PlanRow, ReportRow, UploadRow
from tests import forked
from tests.integration.files import a_report
from tests.integration.packed import a_zip
from tests.integration.queue import work_through
from tests.patience import PATIENCE_S

_DAYS = {"SEGTIER_UPLOADS_DAYS": "90"}
_LONG_AGO = "2020-01-01 00:00:00"
_STANDING = ("approved", "applied", "superseded")
_LOOK_S = 0.02
_NEW = "new.json"


@dataclass(frozen=True)
class Stored:
    """What is there of uploads, and plans that somebody has approved."""

    parts: dict[str, tuple[int, int, int]]
    """By upload: rows, jobs and reports."""
    digests: dict[str, str]
    loose_documents: int
    plans: set[tuple[object, ...]]
    told: Counter[str]
    """How often the audit trail says that it was deleted, by upload."""
    files: list[str]


class Forgetting:
    """Old uploads, an archive among them, and all reports of a database with plans; one upload is new."""

    name = "retention"

    def __init__(self, places: Places, made: Filled, way: Way) -> None:
        self.setup, self._places, self._way = places.name, places, way
        self._like = places.kept(made.like)
        self._new = _with_old_uploads(self._like)
        self._before = look(self._like)
        kill = Kill()
        with places.copy(self._like) as place:
            self._run(place, kill)
            self.extent = kill.extent
            if len(self._gone(place)) != len(self._before.parts) - 1:
                raise RuntimeError(f"while nothing is killed it leaves {look(place).parts}")

    def kill(self, kill: Kill) -> Outcome | None:
        with self._places.copy(self._like) as place:
            self._run(place, kill)
            return Outcome(*self._judged(place), kill.where) if kill.where else None

    def _run(self, place: Place, kill: Kill) -> None:
        if self._way == "point":
            done = kill.run("point", "forget", [], {**place.env, **_DAYS})
            if done.returncode != 0 and not kill.where:
                raise RuntimeError(done.stderr)
            return
        worker = forked.start(
            ["worker", "--concurrency", "1", "--parent", str(self._places.parent)], {**place.env, **_DAYS}
        )
        try:
            _until(lambda: bool(self._gone(place, alone=False)))
            with kill.over(worker):
                if kill.after_s is None:
                    _until(lambda: len(look(place, alone=False).files) == 1)
        finally:
            worker.kill()
            worker.wait()

    def _judged(self, place: Place) -> tuple[str, str]:
        gone = self._gone(place)
        if fault := self._fault(place, gone):
            return fault
        done = Kill().run("point", "forget", [], {**place.env, **_DAYS})
        if done.returncode != 0:
            return "not done again", done.stderr[-300:]
        at_last = self._gone(place)
        if fault := self._fault(place, at_last):
            return fault
        old = self._before.parts.keys() - {self._new}
        if at_last != old:
            return "not done again", f"{len(at_last)} of {len(old)} are gone"
        if (files := look(place).files) != [self._before.digests[self._new]]:
            return "left over", str(files)
        return ("absent" if not gone else "whole" if gone == old else "some"), ""

    def _gone(self, place: Place, alone: bool = True) -> set[str]:
        return self._before.parts.keys() - look(place, alone).parts.keys()

    def _fault(self, place: Place, gone: Collection[str]) -> tuple[str, str] | None:
        there = look(place)
        for upload_id, parts in there.parts.items():
            sha256 = there.digests.get(upload_id, "?")
            if parts != self._before.parts.get(upload_id) or not any(sha256 in name for name in there.files):
                return "upload half deleted", f"{upload_id}: {parts} of {self._before.parts.get(upload_id)}"
        if there.loose_documents:
            return "upload half deleted", f"{there.loose_documents} documents of no report"
        if self._new in gone:
            return "upload half deleted", "the new one is gone"
        if there.plans != self._before.plans:
            return "plan lost", f"{len(there.plans)} of {len(self._before.plans)} are there as they were"
        if there.told != Counter(gone):
            return (
                "half done",
                f"entries too many, and too few: {there.told - Counter(gone)}, {Counter(gone) - there.told}",
            )
        return None if place.trail_holds() else ("trail broken", "")


def _until(true: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > deadline_s:
            raise TimeoutError("the worker forgets nothing")
        time.sleep(_LOOK_S)


def _with_old_uploads(place: Place) -> str:
    """Gives the new one."""
    with working_in(place) as context:
        sent = {f"old{number}.json": a_report("OLD", 1, number) for number in range(3)}
        sent["old.zip"] = a_zip({f"{number}.json": a_report("OLD", 1, number) for number in range(10, 13)})
        for name, data in (*sent.items(), (_NEW, a_report("NEW", 2))):
            accept_upload(context, ITSELF, BytesIO(data), file=name, period="before")
        work_through(context)
        with context.store.write(ITSELF) as tx:
            tx.execute(text("UPDATE uploads SET created_at = :at WHERE file != :new"), {"at": _LONG_AGO, "new": _NEW})
            return tx.scalars(select(UploadRow.id).where(UploadRow.file == _NEW)).one()


def look(place: Place, alone: bool = True) -> Stored:
    """Not `alone`: while a worker has it open."""
    files = [digest_in(path.name) for path in (place.folder / "files").rglob("*") if path.is_file()]
    with place.store(alone) as store, store.read() as tx:
        uploads = {one.id: one.sha256 for one in tx.scalars(select(UploadRow))}
        jobs, reports = Counter(tx.scalars(select(JobRow.upload_id))), Counter(tx.scalars(select(ReportRow.upload_id)))
        named = jobs.keys() | {one for one in reports if one is not None} | uploads.keys()
        told: Counter[str] = Counter()
        for subject, detail in tx.execute(
            select(AuditRow.subject, AuditRow.detail).where(AuditRow.action == "upload.deleted")
        ):
            told.update(list(detail.get("members", [subject])))
        return Stored(
            parts={one: (int(one in uploads), jobs[one], reports[one]) for one in named},
            digests=uploads,
            loose_documents=_loose(tx),
            plans=_plans(tx),
            told=told,
            files=files,
        )


def _loose(tx: Session) -> int:
    return len(set(tx.scalars(select(DocumentRow.report_id))) - set(tx.scalars(select(ReportRow.id))))


def _plans(tx: Session) -> set[tuple[object, ...]]:
    of_plan = select(
        PlanRow.id, PlanRow.state, PlanRow.revision, PlanRow.version, PlanRevisionRow.digest, PlanRevisionRow.bundle
    )
    wanted = of_plan.join(PlanRevisionRow, PlanRevisionRow.plan_id == PlanRow.id).where(PlanRow.state.in_(_STANDING))
    return {tuple(row) for row in tx.execute(wanted)}
