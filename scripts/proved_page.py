"""docs/proved.md: what the last whole run of `make prove` printed. Standard library only."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import checks

PAGE = checks.ROOT / "docs" / "proved.md"
_SLOWEST = re.compile(r"^ *([\d.]+) s  (tests/\S.*)$", re.MULTILINE)
_SKIPPED = re.compile(r"^SKIPPED .*$", re.MULTILINE)
_LAST_LINES, _MOST = 12, 20


@dataclass(frozen=True)
class Row:
    """A check: its cases, seconds by the clock and of all its processes, and what it said."""

    name: str
    passed: int
    failed: int
    skipped: int
    took_s: float
    processor_s: float
    log: Path


def write(rows: list[Row]) -> None:
    """The page, anew."""
    laboratories = {check.name for check in checks.laboratories()}
    tests = [row for row in rows if row.name.startswith(checks.BACKEND_TESTS)]
    said = "\n".join(row.log.read_text(errors="replace") for row in tests)
    slowest = sorted(_SLOWEST.findall(said), key=lambda one: -float(one[0]))
    passed, failed = sum(row.passed for row in rows), sum(row.failed for row in rows)
    took_s, processor_s = sum(row.took_s for row in rows), sum(row.processor_s for row in rows)
    PAGE.write_text(
        "\n".join(
            [
                "# What was proved last",
                "",
                "Written by `make prove`, which runs everything: all tests on both set-ups, all journeys, the laboratories. What "
                "`make test` leaves to it and why: `backend/tests/proving/where.toml`; when each piece of that was proved: "
                "`backend/tests/proving/ledger.tsv`.",
                "",
                f"{datetime.now(UTC):%d %B %Y %H:%M} UTC, commit {_commit()}, {os.cpu_count()} cores, Python "
                f"{platform.python_version()}: **{passed} passed, {failed} failed**. All checks together: {took_s / 60:.0f} min "
                f"by the clock, two of them at a time, {processor_s / 60:.0f} min of processor time.",
                "",
                "| check | passed | failed | skipped | by the clock | processor time |",
                "|---|---:|---:|---:|---:|---:|",
                *(
                    f"| {row.name} | {row.passed} | {row.failed} | {row.skipped} | {row.took_s:.0f} s | {row.processor_s:.0f} s |"
                    for row in rows
                ),
                "",
                "## The cases that took most processor time",
                "",
                *(f"* {took} s `{name}`" for took, name in slowest[:_MOST]),
                "",
                "## Skipped",
                "",
                *(f"* {line}" for line in _SKIPPED.findall(said) or ["none"]),
                "",
                "## Laboratories",
                *(line for row in rows if row.name in laboratories for line in _laboratory(row)),
                "",
            ]
        ),
        "utf-8",
    )


def _laboratory(row: Row) -> list[str]:
    last = row.log.read_text(errors="replace").strip().splitlines()[-_LAST_LINES:]
    return ["", f"### {row.name}", "", "```", *last, "```"]


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=checks.ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"
