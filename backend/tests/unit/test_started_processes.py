"""What a process does without, it does not import when it starts: each waits for its imports, and keeps them in memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

READER, FORKS, WORKER, WEB, ADVISER = (
    "segtier.reading.child",
    "segtier.reading.fork_server",
    "segtier.jobs.worker",
    "segtier.api.app",
    "segtier.reading.answering",
)


@pytest.mark.parametrize(
    ("module", "without"),
    [
        (READER, {"segtier.advisor", "sqlalchemy", "numpy", "celery", "fastapi", "psycopg", "alembic", "scipy"}),
        (FORKS, {"segtier.settings", "sqlalchemy", "numpy", "celery", "fastapi", "pydantic"}),
        (WORKER, {"segtier.advisor", "numpy", "fastapi", "psycopg", "alembic", "scipy", "rich"}),
        (
            WEB,
            {
                "segtier.advisor",
                "segtier.plan",
                "segtier.samples",
                "segtier.measured",
                "numpy",
                "psycopg",
                "alembic",
                "scipy",
                "rich",
                "celery",
            },
        ),
        (ADVISER, {"celery", "fastapi", "psycopg", "alembic", "scipy"}),
    ],
)
def test_it_starts_without(module: str, without: set[str]) -> None:
    program = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert module in done.stdout.split()
    assert without & set(done.stdout.split()) == set()
