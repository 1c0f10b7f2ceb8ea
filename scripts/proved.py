"""What came of each check when `make prove` last ran it, committed with the page that is made of it.

A whole run takes hours. It begins with what was proved longest ago and does not run again what passed of the very same files, so
that runs that are stopped come through everything in turn. Standard library only.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

import checks
from checks import Check

RECORD = checks.BACKEND / "tests" / "proving" / "proved.json"
_WRITTEN = ("docs/internals/proved.md", "backend/tests/proving/ledger.tsv", "backend/tests/proving/proved.json")
"""By `make prove` itself: a commit of these changes nothing that is proved."""
_SLOWEST = re.compile(r"^ *([\d.]+) s  (tests/\S.*)$", re.MULTILINE)
_SKIPPED = re.compile(r"^SKIPPED .*$", re.MULTILINE)
_LAST_LINES, _MOST = 12, 20


@dataclass(frozen=True)
class Files:
    """What is proved: the commit, and a digest of its files but for what is written by the proving. None: some were changed."""

    commit: str
    digest: str | None


@dataclass(frozen=True)
class LastRun:
    """A check: when and of which files it ran, its cases, seconds by the clock and of all its processes, what it said."""

    commit: str
    digest: str | None
    when: str
    passed: int
    failed: int
    skipped: int
    took_s: float
    processor_s: float
    slowest: list[tuple[float, str]]
    left_out: list[str]
    problems: list[str]
    said: list[str]


def files() -> Files:
    head = _git("rev-parse", "--short", "HEAD").strip()
    if any(not line.endswith(_WRITTEN) for line in _git("status", "--porcelain").splitlines()) or not head:
        return Files(f"{head or 'unknown'}, changed", None)
    listed = [line for line in _git("ls-tree", "-r", "HEAD").splitlines() if not line.endswith(_WRITTEN)]
    return Files(head, hashlib.sha256("\n".join(listed).encode()).hexdigest()[:16])


def read() -> dict[str, LastRun]:
    """By the name of the check; of checks that are no more nothing is known."""
    if not RECORD.is_file():
        return {}
    kept = json.loads(RECORD.read_text("utf-8"))
    return {name: LastRun(**kept[name]) for name in (check.name for check in checks.to_prove()) if name in kept}


def oldest_first(wanted: list[Check]) -> list[Check]:
    """What was never run comes first; else in the order given."""
    known = read()
    return sorted(wanted, key=lambda check: known[check.name].when if check.name in known else "")


def passed_before(check: Check, of: Files) -> LastRun | None:
    """Its run of the very same files; None where it is to be run."""
    known = read().get(check.name)
    return known if known and not known.failed and known.digest is not None and known.digest == of.digest else None


def keep(
    check: Check, of: Files, counts: tuple[int, int, int], problems: list[str], took_s: float, processor_s: float
) -> None:
    """Into the record: a run that is stopped loses nothing but what was running."""
    said = check.log.read_text(errors="replace")
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")
    slowest = sorted(((float(took), name) for took, name in _SLOWEST.findall(said)), reverse=True)[:_MOST]
    last = said.strip().splitlines()[-_LAST_LINES:] if check in checks.laboratories() else []
    ended = LastRun(
        of.commit,
        of.digest,
        now,
        *counts,
        took_s=round(took_s),
        processor_s=round(processor_s),
        slowest=slowest,
        left_out=_SKIPPED.findall(said),
        problems=problems,
        said=last,
    )
    known = {**read(), check.name: ended}
    RECORD.write_text(json.dumps({name: asdict(one) for name, one in sorted(known.items())}, indent=1) + "\n", "utf-8")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=checks.ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""
