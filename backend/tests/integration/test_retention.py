"""Plans, scripts and seals outlive reports; every deletion has an entry, and what vanishes without one is named."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

from sqlalchemy import text

from segtier import documents
from segtier.model.account import ITSELF, SINGLE_USER, Actor
from segtier.model.plan import Destination
from segtier.model.workload import Database
from segtier.question import Question
from segtier.services import draft_plan, manage_uploads, read_plans, review_plan
from segtier.services.accept_upload import accept_upload
from segtier.services.audit_trail import list_audit, verify_audit
from segtier.services.context import Context
from segtier.services.scoreboard import GONE, scoreboard
from segtier.store import audit, schema
from segtier.store.engine import Store
from tests import forked
from tests.builders import a_wait, a_workload
from tests.integration.conftest import MIGRATIONS
from tests.integration.files import a_report
from tests.integration.packed import a_zip
from tests.integration.queue import work_through
from tests.integration.reviewing import Rest, a_team, refused, stored
from tests.sentences import worded

DAYS = 365
WANTED = draft_plan.Wanted(Question(ssd="700GB"), Destination(), override=True)
ENDS: dict[str, tuple[str, ...]] = {
    "applied": ("submit", "approve", "apply"),
    "approved": ("submit", "approve"),
    "revised": ("submit", "approve", "revise"),
    "in-review": ("submit",),
    "rejected": ("submit", "reject"),
    "withdrawn": ("submit", "withdraw"),
    "draft": (),
}
"""What is done to a plan."""
FOUR = {"applied": 1, "revised": 1, "in-review": 1, "approved": 1}
KEPT = ("applied", "revised", "approved")


@dataclass(frozen=True)
class Shop:
    """`plans`: by identifier how each ends."""

    context: Context
    home: str
    team: Mapping[str, Actor]
    plans: dict[str, str]

    def verified(self) -> tuple[int, Any]:
        url = self.context.store.engine.url.render_as_string(hide_password=False)
        done = forked.run(["verify-audit", "--json"], {"SEGTIER_DATABASE_URL": url})
        assert not done.stderr, done.stderr
        return done.returncode, json.loads(done.stdout)


def a_shop(context: Context, counts: Mapping[str, int]) -> Shop:
    home = stored(context)
    shop = Shop(context, home, a_team(context), {})
    for end, count in counts.items():
        for _ in range(count):
            plan_id = draft_plan.draft(context, home, "segments", WANTED, shop.team["al"])
            shop.plans[plan_id] = end
            for step in ENDS[end]:
                done_to(shop, plan_id, step)
    return shop


def done_to(shop: Shop, plan_id: str, step: str) -> None:
    context, al, rita = shop.context, shop.team["al"], shop.team["rita"]
    kept = read_plans.get_plan(context, plan_id, al).line.kept
    seen, digest = {str(kept.plan.version)}, kept.revision.digest
    match step:
        case "submit":
            review_plan.submit(context, plan_id, seen, "known", al)
        case "approve" | "reject":
            review_plan.judge(context, plan_id, seen, step, digest, "", rita)  # type: ignore[arg-type]
        case "apply":
            review_plan.mark_applied(context, plan_id, seen, "", al)
        case "withdraw":
            review_plan.withdraw(context, plan_id, seen, "", al)
        case "revise":
            draft_plan.revise(context, plan_id, seen, WANTED, al)


def measured(context: Context) -> None:
    """A report from after the change."""
    shop = Database(name="SHOP", dbid=4711, release="19.0.0.0.0", rac=False, platform="Linux x86 64-bit")
    faster = (a_wait("db file sequential read", 7_200, 4),)
    report = documents.encode(a_workload(faster, database=shop, snaps=(900, 901)))
    accept_upload(context, ITSELF, BytesIO(report), file="after.json", period="after")
    work_through(context)


def age(context: Context) -> None:
    with context.store.write(ITSELF) as tx:
        tx.execute(text("UPDATE uploads SET created_at = '2020-01-01 00:00:00'"))


def entries(context: Context, action: str) -> list[str]:
    """Their subjects."""
    return [one.subject for one in list_audit(context.store, None, 10_000) if one.action == action]


def rows(context: Context, table: str) -> int:
    with context.store.read() as tx:
        return tx.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()


def test_plans_scripts_and_seals_outlive_reports(context: Context) -> None:
    shop = a_shop(context, FOUR)
    measured(context)
    uploads = {upload.id for upload in manage_uploads.list_uploads(context, 100)}
    kept = {plan_id: end for plan_id, end in shop.plans.items() if end in KEPT}
    one = {end: plan_id for plan_id, end in kept.items()}
    bundles = {plan_id: files_of(context, plan_id) for plan_id in kept}
    before = scoreboard(context, None)
    assert {row.score.standing for row in before.rows} == {"scored"}
    age(context)
    assert manage_uploads.forget_uploads(context, DAYS) == len(uploads)
    assert [rows(context, table) for table in ("uploads", "reports", "documents", "databases")] == [0, 0, 0, 1]
    rest = Rest(context)
    for plan_id, end in kept.items():
        plan = rest.ask("rita", "GET", f"/plans/{plan_id}").json()
        assert plan["state"] == ("measured" if end == "applied" else "evidence-retired")
        advice = plan["revisions"][-1]["advice"]
        assert (advice["option"]["option"], advice["ssd_bytes"]) == ("segments", 700 * 10**9)
        assert rest.ask("rita", "GET", f"/plans/{plan_id}/revisions/1").json()["files"]
        assert files_of(context, plan_id) == bundles[plan_id]
    after = scoreboard(context, None)
    figures = [[(row.record, row.score.measured) for row in board.rows] for board in (before, after)]
    assert figures[0] == figures[1]
    assert all("deleted" in row.score.reason for row in after.rows)
    assert {*entries(context, "upload.deleted")} == uploads
    assert {*entries(context, "plan.deleted")} == shop.plans.keys() - kept.keys()
    assert (entries(context, "database.deleted"), entries(context, "forecast.deleted")) == ([], [])
    the_trail_tells_what_went(context)
    nothing_is_approved_or_revised_without_evidence(rest, f"/plans/{one['revised']}")
    it_is_applied_all_the_same(rest, f"/plans/{one['approved']}")
    assert verify_audit(context.store).holds
    assert stored(context) == shop.home  # the same reports bring the evidence back
    assert rest.ask("al", "GET", f"/plans/{one['revised']}").json()["state"] == "draft"
    assert verify_audit(context.store).holds


def nothing_is_approved_or_revised_without_evidence(rest: Rest, path: str) -> None:
    draft = rest.ask("al", "GET", path).json()
    for what, body in (("submit", {"reason": "known"}), ("revisions", {"ssd": "700GB", "override": True})):
        answer = rest.ask("al", "POST", f"{path}/{what}", draft["etag"], json=body)
        assert refused(answer) == (409, "evidence-retired")
        assert worded("review/evidence-retired-reports-revision")[1:].removesuffix(".") in answer.json()["detail"]


def it_is_applied_all_the_same(rest: Rest, path: str) -> None:
    approved = rest.ask("al", "GET", path).json()
    bundle = rest.ask("al", "GET", f"{path}/revisions/1/bundle")
    with zipfile.ZipFile(io.BytesIO(bundle.content)) as files:
        said = next(files.read(name).decode() for name in files.namelist() if name.endswith("REVIEW.txt"))
        assert not any(name.endswith("ask.sql") for name in files.namelist())
    assert "EVIDENCE RETIRED" in said
    assert "approved by rita" in said
    assert rest.ask("al", "POST", f"{path}/applied", approved["etag"], json={}).json()["state"] == "measured"


def files_of(context: Context, plan_id: str) -> dict[str, bytes]:
    """Of the bundle of its first revision, without what says how the plan stands."""
    data = read_plans.get_bundle(context, plan_id, 1).data
    with zipfile.ZipFile(io.BytesIO(data)) as files:
        names = [name for name in files.namelist() if "review" not in name.lower()]
        return {name: files.read(name) for name in names}


def the_trail_tells_what_went(context: Context) -> None:
    told = {one.action: one for one in list_audit(context.store, None, 10_000) if one.action.endswith(".deleted")}
    upload, plan = told["upload.deleted"], told["plan.deleted"]
    assert upload.actor_name == "Segtier itself"
    assert (len(upload.detail["sha256"]), upload.detail["because"]) == (64, f"kept for {DAYS} days")
    assert upload.detail["file"].endswith((".json", ".csv"))
    assert (len(plan.detail["revisions"]["1"]), plan.detail["author"]) == (64, "al")


def test_names_are_erased_where_the_owner_must(context: Context) -> None:
    context = replace(context, erase_names=True)
    shop = a_shop(context, {"approved": 1, "draft": 1})
    age(context)
    with context.store.write(ITSELF) as tx:
        tx.execute(text("UPDATE uploads SET file = 'salaries-of-acme.json'"))
    manage_uploads.forget_uploads(context, DAYS)
    assert rows(context, "plans") == 1  # its reports were old, it is not
    manage_uploads.forget_uploads(context, -1)
    assert [rows(context, table) for table in ("plans", "plan_revisions", "sealed_forecasts", "databases")] == [0] * 4
    assert {*entries(context, "plan.deleted")} == shop.plans.keys()
    assert (len(entries(context, "forecast.deleted")), entries(context, "database.deleted")) == (1, [shop.home])
    assert verify_audit(context.store).holds
    told = [one.detail for one in list_audit(context.store, None, 10_000) if one.action.endswith(".deleted")]
    assert not any(word in json.dumps(told) for word in ("acme", "SHOP", '"al"'))


def test_a_database_with_such_plans_takes_an_admin_and_its_name(context: Context) -> None:
    shop = a_shop(context, {"approved": 1})
    age(context)
    manage_uploads.forget_uploads(context, DAYS)
    (row,) = scoreboard(context, None).rows  # nothing was measured before the reports went
    assert (row.score.standing, row.score.reason, row.score.measured) == ("not-comparable", GONE, None)
    rest = Rest(context)
    path = f"/databases/{shop.home}"
    assert refused(rest.ask("al", "DELETE", path, params={"name": "SHOP"})) == (403, "admin-needed")
    for name in ({}, {"name": "shop"}, {"name": ""}):
        assert refused(rest.ask("ana", "DELETE", path, params=name)) == (409, "name-needed")
    assert rest.ask("ana", "DELETE", path, params={"name": "SHOP"}).status_code == 204
    assert rows(context, "plans") == 0
    assert entries(context, "database.deleted") == [shop.home]
    assert verify_audit(context.store).holds


def test_plans_that_nobody_approved_keep_nobody_from_deleting(context: Context) -> None:
    shop = a_shop(context, {"draft": 1, "rejected": 1})
    assert Rest(context).ask("al", "DELETE", f"/databases/{shop.home}").status_code == 204
    assert {*entries(context, "plan.deleted")} == shop.plans.keys()
    assert verify_audit(context.store).holds


def test_an_archive_has_one_entry_with_its_members(context: Context) -> None:
    members = {f"{snap}.json": a_report(snap=snap) for snap in range(3)}
    archive = accept_upload(context, ITSELF, BytesIO(a_zip(members)), file="all.zip", period="before").upload
    work_through(context)
    assert entries(context, "upload.recorded") == [archive.id]
    (member, *_) = manage_uploads.list_uploads(context, 9, wanted=manage_uploads.Wanted(archive_id=archive.id))
    manage_uploads.delete_upload(context, ITSELF, member.id)
    manage_uploads.delete_upload(context, ITSELF, archive.id)
    assert entries(context, "upload.deleted") == [archive.id, archive.id, member.id]
    assert (rows(context, "uploads"), rows(context, "databases")) == (0, 0)
    assert verify_audit(context.store).holds


TAKEN: dict[str, tuple[str, str]] = {
    "a database": ("DELETE FROM databases", "database"),
    "an upload": ("DELETE FROM uploads WHERE file = 'SHOP100.json'", "upload"),
    "an archive's file": ("DELETE FROM uploads WHERE archive_id IS NOT NULL", "upload"),
    "another file in its place": (f"UPDATE uploads SET sha256 = '{'0' * 64}' WHERE file = 'SHOP100.json'", "upload"),
    "a plan": ("DELETE FROM plans WHERE state = 'applied'", "plan"),
    "a revision": ("DELETE FROM plan_revisions WHERE number = 1", "plan"),
    "an act": ("DELETE FROM plan_acts WHERE done = 'applied'", "plan"),
    "the advice of a revision": ("UPDATE plan_revisions SET advice = NULL WHERE number = 1", "plan"),
    "a seal": ("DELETE FROM sealed_forecasts", "forecast"),
}


def test_what_is_taken_away_by_sql_is_named(context: Context) -> None:
    """Each in a transaction of its own that is rolled back: the command sees a copy of the database as it then is."""
    shop = a_shop(context, {"applied": 1})
    accept_upload(context, ITSELF, BytesIO(a_zip({"1.json": a_report(snap=7)})), file="all.zip", period="before")
    work_through(context)
    assert shop.verified()[0] == 0
    silent = {}
    for what, (statement, kind) in TAKEN.items():
        named = taken(context, statement)
        if not named[kind]:
            silent[what] = named
    assert silent == {}
    with context.store.write(ITSELF) as tx:
        tx.execute(text("DELETE FROM databases"))
    code, verdict = shop.verified()
    assert (code, [one["id"] for one in verdict["unexplained"]]) == (1, [shop.home])


def test_an_upgrade_begins_with_what_is_there(empty_store: Store) -> None:
    """And with what went with its database before deletions had entries."""
    schema.upgrade(empty_store.engine, MIGRATIONS, "0018")
    at = "2026-01-01 00:00:00"
    with empty_store.write(ITSELF) as tx:
        tx.execute(
            text(
                f"INSERT INTO databases (id, link_key, name, sample, created_at) VALUES ('db_1', 'k', 'SHOP', false, '{at}')"
            )
        )
        for number in range(450):
            values = f"('upl_{number}', 'a', 1, '{number:064}', 'before', false, 'job_{number}', '{at}')"
            tx.execute(
                text(
                    f"INSERT INTO uploads (id, file, bytes, sha256, period, sample, job_id, created_at) VALUES {values}"
                )
            )
        tx.execute(
            text(
                "INSERT INTO jobs (id, kind, upload_id, packed, lane, turn, state, stage, attempt, faults, losses, beat,"
                " progress_pct, created_at) SELECT job_id, 'read', id, false, '', 1, 'succeeded', 'done', 1, 0, 0, 0, 100,"
                " created_at FROM uploads"
            )
        )
        for plan_id, database_id in (("pln_lost", "db_1"), ("pln_gone", "db_0")):
            audit.append(tx, SINGLE_USER, "plan.drafted", plan_id, {"database_id": database_id})
    schema.upgrade(empty_store.engine, MIGRATIONS)
    verdict = verify_audit(empty_store)
    assert (verdict.fault, verdict.unexplained, verdict.uploads) == (None, (), 450)
    assert [one.plan_id for one in verdict.altered_plans] == ["pln_lost"]
    with empty_store.write(ITSELF) as tx:
        tx.execute(text("DELETE FROM uploads WHERE id = 'upl_449'"))
    assert [one.id for one in verify_audit(empty_store).unexplained] == ["upl_449"]


def taken(context: Context, statement: str) -> dict[str, list[str]]:
    """What the verification says within the transaction that did it, by kind."""

    class Within:
        """The store as that transaction sees it."""

        def snapshot(self) -> Any:
            return nullcontext(tx)

    with context.store.write(ITSELF) as tx:
        assert tx.execute(text(statement)).rowcount  # type: ignore[attr-defined]
        verdict = verify_audit(Within())  # type: ignore[arg-type]
        tx.rollback()
    assert not verdict.holds
    named: dict[str, list[str]] = {kind: [] for kind in ("database", "upload", "plan", "forecast")}
    for one in verdict.unexplained:
        named[one.kind].append(one.id)
    named["plan"] += [one.plan_id for one in verdict.altered_plans]
    named["forecast"] += [one.forecast_id for one in verdict.altered]
    return named
