"""What is amiss in an installation, and what to do: each thing looked at is one line. Nothing is changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from segtier.accounts import is_user_name
from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.passing import Passing
from segtier.plurals import plural
from segtier.services.audit_trail import verify_audit
from segtier.services.check_files import is_as_stored
from segtier.services.trusted_clock import doubt_now
from segtier.store import damage, figures, file_checks, from_the_future, schema, uploads, users
from segtier.store.blobs import Blobs
from segtier.store.dumps import fault_of_program, server_major
from segtier.store.engine import Store, now
from segtier.store.reserve import RESERVE_BYTES
from segtier.units import format_bytes

State = Literal["ok", "warn", "fail"]
_SKEW_MAX_S = 5.0
_OF_THE_FUTURE = (
    "A clock was ahead when they were written. Sessions and tokens among them do not work: sign in again, create new tokens. "
    "Deliveries are sent now. Everything else shows the wrong time and stays until that time has passed."
)
_OTHERS = 0o077
_WAITS_LONG_S = 3_600.0
_NAMED = 5
"""Of a kind; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    what: str
    state: State
    detail: str
    advice: str | None = None


def examine_folder(folder: Path, upload_max_bytes: int) -> Iterator[Finding]:
    """The data folder: there, this user's alone, with room for an upload."""
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield Finding(
            "data folder", "fail", f"{folder} cannot be written", "Make it writable for this user: SEGTIER_DATA_DIR."
        )
        return
    if folder.stat().st_mode & _OTHERS:
        yield Finding(
            "data folder", "warn", f"others can open {folder}", "The next start closes it to them; or chmod 700."
        )
    else:
        yield Finding("data folder", "ok", str(folder))
    free_bytes = shutil.disk_usage(folder).free
    if free_bytes < RESERVE_BYTES:
        said = f"the disk is full: {format_bytes(free_bytes)} free"
        yield Finding("disk", "fail", said, "Delete uploads (that still works), or give the disk more room.")
    elif free_bytes < upload_max_bytes:
        said = f"{format_bytes(free_bytes)} free; one upload may take {format_bytes(upload_max_bytes)}"
        yield Finding("disk", "warn", said, "Make room, or lower SEGTIER_UPLOAD_MAX_BYTES.")
    else:
        yield Finding("disk", "ok", f"{format_bytes(free_bytes)} free")


def examine_database(store: Store, migrations: Path, *, quick: bool = False) -> Iterator[Finding]:
    """Reachable, whole and at this version's revision, its clock, and the programs a backup needs. Where it is to be `quick`,
    indexes are not held against their tables.
    """
    try:
        with store.read() as tx:
            revision = schema.current_revision(tx)
            major = server_major(tx) if store.engine.dialect.name == "postgresql" else None
            release = str(tx.scalar(text("SHOW server_version"))) if major else sqlite3.sqlite_version
        broken = damage.damage_of(store.engine, thorough=not quick)
    except Passing as fault:
        yield Finding("database", "fail", str(fault), damage.RESTORE)
        return
    except SQLAlchemyError as fault:
        said = str(getattr(fault, "orig", fault)).strip().splitlines()[0]
        yield Finding("database", "fail", said, "Is it running, and is SEGTIER_DATABASE_URL right?")
        return
    except Refused as fault:
        yield Finding("database", "fail", fault.message, fault.advice)
        return
    if broken is not None:
        yield Finding("database", "fail", f"it is damaged: {broken}", damage.RESTORE)
        return
    yield Finding("database", "ok", f"{store.engine.dialect.name} {release}")
    yield _revision(revision, migrations)
    for name in ("pg_dump", "pg_restore") if major else ():
        lacking = fault_of_program(name, major or 0)
        advice = "Install the PostgreSQL client programs of the server's release: segtier backup needs them."
        yield Finding(name, "warn", lacking, advice) if lacking else Finding(name, "ok", "fits the server")


def _revision(revision: str | None, migrations: Path) -> Finding:
    newest = schema.newest_revision(migrations)
    if revision == newest:
        return Finding("migrations", "ok", newest)
    if revision is None:
        return Finding("migrations", "warn", "the database has no tables yet", "segtier serve makes them.")
    if schema.is_known(migrations, revision):
        said = f"the database is at {revision}, this version needs {newest}"
        return Finding("migrations", "warn", said, "Take a backup, then start segtier serve of this version.")
    return Finding("migrations", "fail", f"{revision} is not known to this version", "Start the version that wrote it.")


def examine_clock(store: Store) -> Iterator[Finding]:
    """Whether the clock is believed, and rows that one wrote down which was ahead. The database is at this version's revision."""
    with store.read() as tx:
        at, here = now(tx), datetime.now(UTC)
        future = from_the_future.count(tx, at)
    skew_s, doubt = abs((here - at).total_seconds()), doubt_now(store)
    if doubt is not None:
        yield Finding(
            "clock",
            "warn",
            f"nothing is deleted by age: {doubt}",
            f"It says {at:%Y-%m-%d %H:%M} UTC. If that is wrong, correct it; otherwise run segtier trust-clock YYYY-MM-DD.",
        )
    elif skew_s > _SKEW_MAX_S:
        said = f"this machine and the database differ by {skew_s:.0f} s"
        yield Finding(
            "clock", "warn", said, "Sync both to the same time server; sign-in and tokens depend on these clocks."
        )
    else:
        yield Finding("clock", "ok", "it is believed, and this machine and the database agree")
    if future:
        said = ", ".join(f"{table} {rows:,}" for table, rows in future.items())
        yield Finding("rows from the future", "warn", said, _OF_THE_FUTURE)


def examine_names(store: Store) -> Iterator[Finding]:
    """Users whose names could not be given today: they hold what nobody sees, or look like another's."""
    with store.read() as tx:
        odd = [user.name for user in users.list_all(tx) if not is_user_name(user.name)]
    if odd:
        said = f"{len(odd):,} that look like others: {', '.join(map(ascii, odd[:_NAMED]))}"
        yield Finding(
            "user names", "warn", said, "They can still sign in. Check who they are; remove them, and add them again."
        )


def examine_work(store: Store, worker_lives: Callable[[], bool]) -> Iterator[Finding]:
    """Workers and the queue. The database is at this version's revision."""
    lives = worker_lives()
    if lives:
        yield Finding("worker", "ok", "gives signs of life")
    else:
        yield Finding("worker", "warn", "no worker is alive", "Start segtier serve, or segtier worker.")
    with store.read() as tx:
        seen = figures.look(tx)
    running, aside = seen.jobs["ingest", "running"], seen.jobs["ingest", "quarantined"]
    if running and not lives:
        yield Finding(
            "lost jobs",
            "warn",
            f"{running:,} started, but no worker has them",
            "A worker picks them up when it starts.",
        )
    else:
        yield Finding("lost jobs", "ok", "none")
    if aside:
        said = f"{plural(aside, 'file')} set aside: reading failed too often"
        yield Finding("set aside", "warn", said, "The page of uploads shows them; try again there, or delete them.")
    if seen.oldest_queued_s > _WAITS_LONG_S:
        said = f"the oldest file waits for {seen.oldest_queued_s / 3600:.1f} h"
        yield Finding("queue", "warn", said, "Start more workers: segtier worker --concurrency N.")
    else:
        yield Finding("queue", "ok", f"{plural(seen.jobs['ingest', 'queued'], 'file waits', 'files wait')}")
    if seen.deliveries["dead"]:
        said = f"{plural(seen.deliveries['dead'], 'delivery was', 'deliveries were')} given up"
        yield Finding("webhooks", "warn", said, "docs/integrate/webhooks.md: see why, then replay them.")


def examine_files(store: Store, blobs: Blobs, *, quick: bool = False) -> Iterator[Finding]:
    """Stored bytes beside the rows that name them, looked up in this order: bytes come before their row. Reads all of them;
    where it is to be `quick`, those that were damaged when they were checked last.
    """
    try:
        there = blobs.marks().keys() | set(blobs.aside().values())
        with store.read() as tx:
            named, known = uploads.digests(tx), file_checks.damaged(tx)
        lost, orphans = {one for one in named - there if not blobs.has(one)}, there - named
        looked_at = known if quick else named
        altered = {one for one in looked_at - lost if not is_as_stored(blobs, one)}
    except (Passing, OSError) as fault:
        yield Finding("files", "fail", str(fault), "Is it there, and are the settings SEGTIER_FILES… right?")
        return
    for digests, what in ((lost, "gone"), (altered, "altered")):
        if digests:
            said = (
                f"{plural(len(digests), 'file that uploads name is', 'files that uploads name are')} "
                f"{what}: {_names(store, digests)}"
            )
            yield Finding(
                "files", "fail", said, "Restore them from a backup, or delete these uploads and upload the files again."
            )
    if not lost and not altered:
        yield Finding("files", "ok", f"{len(named):,}, none is gone" + ("" if quick else " or altered"))
    if orphans:
        said = f"{len(orphans):,} that no upload names"
        yield Finding("orphan files", "warn", said, "A running worker removes them after SEGTIER_DELETED_GRACE_S.")


def _names(store: Store, digests: Collection[str]) -> str:
    """Of the uploads, with the digests they were stored under."""
    some = sorted(digests)[:_NAMED]
    with store.read() as tx:
        found = [(uploads.by_digest(tx, one), one) for one in some]
    said = [f"{upload.file if upload else 'one deleted meanwhile'} ({one[:12]}…)" for upload, one in found]
    more = len(digests) - len(some)
    return ", ".join(said) + (f" and {more:,} more" if more else "")


def examine_trail(store: Store) -> Iterator[Finding]:
    verdict = verify_audit(store)
    if verdict.holds:
        yield Finding(
            "audit trail", "ok", f"{plural(verdict.entries, 'entry', 'entries')}, each follows from the one before"
        )
    else:
        advice = "segtier verify-audit says what; compare with a backup, and find out who could write the database."
        yield Finding("audit trail", "fail", "it does not hold", advice)
