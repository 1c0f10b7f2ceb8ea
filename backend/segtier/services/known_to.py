"""What an actor who is limited to some databases may know of: all else is not there.

An upload is known where all that was read from it belongs to databases they know; archives, and files that are not read
yet, are of no database.
"""

from __future__ import annotations

from segtier.errors import NotFound
from segtier.model.account import Actor
from segtier.services.context import Context
from segtier.store import jobs, plans, reports, uploads


def need_database(actor: Actor, database_id: str) -> None:
    if not actor.knows(database_id):
        raise NotFound(f"no database {database_id[:40]!r}")


def need_report(ctx: Context, actor: Actor, report_id: str) -> None:
    if actor.databases is None:
        return
    with ctx.store.read() as tx:
        database_id = reports.get(tx, report_id).database_id
    if not actor.knows(database_id):
        raise NotFound(f"no report {report_id[:40]!r}")


def need_report_file(ctx: Context, actor: Actor, report_id: str) -> None:
    """The file of a report may hold another report, of another database."""
    if actor.databases is None:
        return
    need_report(ctx, actor, report_id)
    with ctx.store.read() as tx:
        upload_id = reports.get(tx, report_id).upload_id
        known = upload_id is None or uploads.is_known(tx, upload_id, actor.databases)
    if not known:
        raise NotFound(f"no report {report_id[:40]!r}")


def need_plan(ctx: Context, actor: Actor, plan_id: str) -> None:
    if actor.databases is None:
        return
    with ctx.store.read() as tx:
        database_id = plans.get(tx, plan_id).database_id
    if not actor.knows(database_id):
        raise NotFound(f"no plan {plan_id[:40]!r}")


def need_upload(ctx: Context, actor: Actor, upload_id: str) -> None:
    if actor.databases is None:
        return
    with ctx.store.read() as tx:
        known = uploads.is_known(tx, upload_id, actor.databases)
    if not known:
        raise NotFound(f"no upload {upload_id[:40]!r}")


def need_job(ctx: Context, actor: Actor, job_id: str) -> None:
    if actor.databases is None:
        return
    with ctx.store.read() as tx:
        known = uploads.is_known(tx, jobs.get(tx, job_id).upload_id, actor.databases)
    if not known:
        raise NotFound(f"no job {job_id[:40]!r}")


def need_file(ctx: Context, actor: Actor, sha256: str) -> None:
    if actor.databases is None:
        return
    with ctx.store.read() as tx:
        upload = uploads.by_digest(tx, sha256)
        known = upload is None or uploads.is_known(tx, upload.id, actor.databases)
    if not known:
        raise NotFound(f"no uploaded file has the digest {sha256[:80]!r}")
