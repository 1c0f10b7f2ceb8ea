"""An installation with reports, a plan under review and an audit trail, and what it answers; its commands as a team runs them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from segtier.answers.kept import Kept
from segtier.reading.readers import Readers
from segtier.services.context import Context
from segtier.store import schema
from segtier.store.blob_folder import BlobFolder
from segtier.store.engine import Store
from tests import forked
from tests.integration.conftest import MIGRATIONS
from tests.integration.reviewing import ASKED, Rest, a_team, stored


def opened(url: str, folder: Path, readers: Readers) -> Context:
    """A context of these readers, over a database as it is."""
    answers = Kept(folder / "answers", 10_000_000, lambda: 1)
    return Context(
        Store(url), BlobFolder(folder / "files"), answers, readers, readers, lambda: None, upload_max_bytes=10_000_000
    )


def filled(url: str, folder: Path, readers: Readers) -> Context:
    context = opened(url, folder, readers)
    schema.upgrade(context.store.engine, MIGRATIONS)
    database = stored(context)
    a_team(context)
    Rest(context).drafted("al", database)
    return context


def answers(context: Context) -> dict[str, bytes]:
    """By path: lists, an advice, a plan under review, its scripts, the file of a report, audit trail and events."""
    rest = Rest(context)

    def get(path: str) -> bytes:
        answer = rest.ask("ana", "GET", path)
        assert answer.status_code == 200, answer.text
        return answer.content

    def first(path: str) -> Any:
        answer = rest.ask("ana", "GET", path)
        return answer.json()["items"][0]["id"]

    database, plan = f"/databases/{first('/databases')}", f"/plans/{first('/plans')}"
    report = first(f"{database}/reports")
    paths = (
        *("/databases", "/uploads", "/plans", "/users", "/audit", "/events", database, plan),
        *(f"{database}/reports", f"{database}/advice?ssd={ASKED['ssd']}", f"{plan}/revisions/1/bundle"),
        *(f"/reports/{report}/workload", f"/uploads/{first('/uploads')}"),
    )
    return {path: get(path) for path in paths}


def segtier(
    context: Context, *arguments: str | Path, folder: Path | None = None, **env: str
) -> subprocess.CompletedProcess[str]:
    """A command beside the server of that installation."""
    settings = {
        "SEGTIER_DATABASE_URL": context.store.engine.url.render_as_string(hide_password=False),
        "SEGTIER_DATA_DIR": str(context.blobs.folder.parent),
    }
    return forked.run([str(one) for one in arguments], settings | env, folder)


def refusal(done: subprocess.CompletedProcess[str]) -> Any:
    """The last line of what was said of it."""
    return json.loads(done.stderr.splitlines()[-1])
