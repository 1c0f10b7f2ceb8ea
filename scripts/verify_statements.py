"""Have the Oracle grammar read every statement anew that is not remembered, and write what it read without a complaint.

`--anew` forgets first: all of them are parsed, which takes a quarter of an hour. `make statements` runs this. Exit code 1
where the grammar complains; the tests say about what.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

BACKEND = Path(__file__).parents[1] / "backend"
sys.path.insert(0, str(BACKEND))

from tests.oracle_grammar import NOTES, VERIFIED, remembered, version  # noqa: E402

TESTS = (
    "tests/unit/plan/test_grammar.py",
    "tests/unit/collect/test_statements_parse.py",
)


def main() -> int:
    if sys.argv[1:] == ["--anew"]:
        VERIFIED.write_text("none\n")
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder, "notes")
        command = [sys.executable, "-m", "pytest", "-q", *TESTS]
        code = subprocess.run(command, cwd=BACKEND, env={**os.environ, NOTES: str(notes)}, check=False).returncode
        read = set(notes.read_text().split())
    if code != 0:  # what was read well needs no second reading
        read |= remembered()
    VERIFIED.write_text("\n".join([version(), *sorted(read)]) + "\n")
    print(f"{len(read)} statements and blocks remembered")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
