"""Write the list of threats in docs/internals/threats.md from backend/tests/security/threats.yaml.

    backend/.venv/bin/python scripts/security_page.py [--check]

With --check nothing is written; the exit code is 1 where the page is stale.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
THREATS = ROOT / "backend" / "tests" / "security" / "threats.yaml"
PAGE = ROOT / "docs" / "internals" / "threats.md"
BEGIN, END = "<!-- threats: begin -->\n", "<!-- threats: end -->\n"


def main() -> int:
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    wanted = before + BEGIN + table(yaml.safe_load(THREATS.read_text("utf-8"))) + END + after
    stale = page != wanted
    if stale and "--check" not in sys.argv:
        PAGE.write_text(wanted, "utf-8")
    print(f"{'stale' if stale else 'current'}: {PAGE.relative_to(ROOT)}")
    return int(stale and "--check" in sys.argv)


def table(threats: dict[str, dict[str, Any]]) -> str:
    rows = ["| | somebody tries | what happens | tests |", "|---|---|---|---|"]
    rows += [f"| {name} | {told['attack']} | {answer(told)} | {tests(told)} |" for name, told in threats.items()]
    return "".join(f"{row}\n" for row in rows)


def answer(told: dict[str, Any]) -> str:
    left = f" *Not covered:* {told['left']}" if "left" in told else ""
    return f"{told['answer'][0].upper()}{told['answer'][1:]}.{left}"


def tests(told: dict[str, Any]) -> str:
    """Each file once, with how many of its tests."""
    files: dict[str, int] = {}
    for test in told.get("tests", ()):
        file = test.partition("::")[0]
        files[file] = files.get(file, 0) + 1
    return ", ".join(
        f"{Path(file).name.removesuffix('.py')}{f' ({count})' if count > 1 else ''}" for file, count in files.items()
    )


if __name__ == "__main__":
    raise SystemExit(main())
