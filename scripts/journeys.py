"""Which journeys of `e2e/` are played: those of `make test`, and of the others those not played for longest.

Names are those of Playwright: `[project] › file › title`. Those left to `make prove` stand in `where.toml`, by file or title.
A piece of the ledger is such a name; it costs what it took by the clock, in seconds. Standard library only.
"""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

import set_up

sys.path.insert(0, str(set_up.ROOT / "backend"))
from tests.proving.choice import JOURNEYS_S, not_proved_for_longest, reached
from tests.proving.ledger import Proof, read_ledger, write_ledger
from tests.proving.pieces import read_where

E2E = set_up.ROOT / "e2e"
_LISTED = re.compile(r"^  (\[\w+\] › [^:]+):\d+:\d+ › (.+)$", re.MULTILINE)


def all_of_them() -> list[str]:
    listed = subprocess.run(
        ["npx", "--no-install", "playwright", "test", "--list"], cwd=E2E, capture_output=True, text=True, check=True
    )
    return [f"{file} › {title}" for file, title in _LISTED.findall(listed.stdout)]


def for_test(changed: list[Path]) -> list[str]:
    """Those of each time, those whose own file was changed, and as many of the others as their share of the budget holds."""
    pieces = _pieces()
    left_to_prove = {name for names in pieces.values() for name in names}
    ledger = read_ledger()
    specs = {path.name for path in changed if E2E in path.parents}
    near, _ = reached(pieces, {piece for piece in pieces if piece.split(" › ")[1] in specs}, ledger, JOURNEYS_S)
    oldest = not_proved_for_longest([piece for piece in pieces if piece not in near], ledger, JOURNEYS_S)
    now = {name for piece in (*oldest, *near) for name in pieces[piece]}
    return [name for name in all_of_them() if name in now or name not in left_to_prove]


def _pieces() -> dict[str, list[str]]:
    """The journeys left to `make prove`, by the name they stand under in the table."""
    where = read_where().journeys
    found: dict[str, list[str]] = defaultdict(list)
    for name in all_of_them():
        file = " › ".join(name.split(" › ")[:2])
        for piece in (name, file):
            if piece in where:
                found[piece].append(name)
                break
    return found


def remember(junit: Path) -> list[str]:
    """Write what was played and passed into the ledger; gives the pieces."""
    if not junit.is_file():
        return []
    took_s: dict[str, float] = {}
    for suite in ET.parse(junit).getroot().iter("testsuite"):
        for case in suite.iter("testcase"):
            if not any(case.find(problem) is not None for problem in ("failure", "error", "skipped")):
                name = f"[{suite.get('hostname')}] › {suite.get('name')} › {case.get('name')}"
                took_s[name] = float(case.get("time", 0))
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")
    proved = {
        piece: Proof(sum(took_s[name] for name in names), now)
        for piece, names in _pieces().items()
        if all(name in took_s for name in names)
    }
    write_ledger(read_ledger() | proved)
    return sorted(proved)
