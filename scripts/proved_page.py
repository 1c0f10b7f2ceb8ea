"""docs/internals/proved.md: what came of each check when `make prove` last ran it. Standard library only."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping

import checks
from proved import LastRun

PAGE = checks.ROOT / "docs" / "internals" / "proved.md"
_MOST = 20


def write(known: Mapping[str, LastRun]) -> None:
    """The page, anew. What was never run is named: it is not zero."""
    names = [check.name for check in checks.to_prove()]
    laboratories = [check.name for check in checks.laboratories()]
    rows = {name: known[name] for name in names if name in known}
    slowest = sorted((one for last in rows.values() for one in map(tuple, last.slowest)), reverse=True)
    PAGE.write_text(
        "\n".join(
            [
                "# What was proved last",
                "",
                "Written by `make prove`, which runs everything: all tests on both set-ups, all journeys, the laboratories. It "
                "takes hours; stopped, it goes on with what was proved longest ago. What `make test` leaves to it and why: "
                "`backend/tests/proving/where.toml`; when each piece of that was proved: `backend/tests/proving/ledger.tsv`.",
                "",
                *_sums(rows, names),
                "",
                "| check | of commit | on | passed | failed | skipped | by the clock | processor time |",
                "|---|---|---|---:|---:|---:|---:|---:|",
                *(_row(name, rows.get(name)) for name in names),
                "",
                *(["## Failed", "", *failed, ""] if (failed := _failed(rows)) else []),
                "## The cases that took most processor time",
                "",
                *(f"* {took} s `{name}`" for took, name in slowest[:_MOST]),
                "",
                "## Skipped",
                "",
                *(f"* {line}" for line in [line for one in rows.values() for line in one.left_out] or ["none"]),
                "",
                "## Laboratories",
                *(line for name in laboratories if name in rows for line in _laboratory(name, rows[name])),
                "",
            ]
        ),
        "utf-8",
    )


def _sums(rows: Mapping[str, LastRun], names: list[str]) -> list[str]:
    commits = {one.commit for one in rows.values()}
    passed, failed = (sum(getattr(one, name) for one in rows.values()) for name in ("passed", "failed"))
    took_s, processor_s = (sum(getattr(one, name) for one in rows.values()) for name in ("took_s", "processor_s"))
    return [
        f"**{passed} passed, {failed} failed** in {len(rows)} of {len(names)} checks, of {len(commits)} "
        f"commit{'s' if len(commits) > 1 else ''}. Together: {took_s / 60:.0f} min by the clock, two checks at a time, "
        f"{processor_s / 60:.0f} min of processor time, on {os.cpu_count()} cores, Python {platform.python_version()}."
    ]


def _failed(rows: Mapping[str, LastRun]) -> list[str]:
    return [f"* {name}: {problem}" for name, last in rows.items() for problem in last.problems]


def _row(name: str, last: LastRun | None) -> str:
    if last is None:
        return f"| {name} | never run | | | | | | |"
    counts = f"{last.passed} | {last.failed} | {last.skipped}"
    return f"| {name} | {last.commit} | {last.when} | {counts} | {last.took_s:.0f} s | {last.processor_s:.0f} s |"


def _laboratory(name: str, last: LastRun) -> list[str]:
    return ["", f"### {name}", "", "```", *last.said, "```"]
