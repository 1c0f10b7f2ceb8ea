"""What `make prove` proved of this commit before it was stopped: a whole run takes hours, and goes on where it was.

Standard library only. A check that passed is not run again while nothing has changed: the outcome is kept by the commit,
beside what the check said.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import checks
from checks import Check

_KEPT = checks.ROOT / "build" / "proved"


@dataclass(frozen=True)
class Before:
    """A check that passed: its cases, seconds by the clock and of all its processes, what it said."""

    passed: int
    skipped: int
    took_s: float
    processor_s: float
    log: Path


def commit() -> str | None:
    """The commit, where the files are those of it; None where one differs, or there is no Git."""
    head, changed = _git("rev-parse", "HEAD"), _git("status", "--porcelain")
    others = [line for line in (changed or "").splitlines() if not line.endswith(_WRITTEN)]
    return None if head is None or changed is None or others else head.strip()


_WRITTEN = ("docs/proved.md", "backend/tests/proving/ledger.tsv")
"""By `make prove` itself."""


def recall(of: str | None, check: Check) -> Before | None:
    file = _file(of, check)
    if file is None or not file.is_file():
        return None
    return Before(**json.loads(file.read_text("utf-8")), log=file.with_suffix(".log"))


def keep(of: str | None, check: Check, outcome: Before) -> None:
    """Others of the same check, of other commits, are forgotten."""
    file = _file(of, check)
    if file is None:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    for other in (one for one in _KEPT.iterdir() if one != file.parent):
        shutil.rmtree(other, ignore_errors=True)
    shutil.copyfile(outcome.log, file.with_suffix(".log"))
    kept = {name: getattr(outcome, name) for name in ("passed", "skipped", "took_s", "processor_s")}
    file.write_text(json.dumps(kept), "utf-8")


def _file(of: str | None, check: Check) -> Path | None:
    return None if of is None else _KEPT / of / f"{check.log.stem}.json"


def _git(*arguments: str) -> str | None:
    done = subprocess.run(["git", *arguments], cwd=checks.ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None
