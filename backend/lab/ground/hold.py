"""`python -m lab.ground.hold`: hold the stored rows against the forecast as it is now, and print the page of figures.

`--write` writes docs/internals/lab-figures.md and the rows of the scoreboard; `--check` fails where one of the two is another.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from itertools import islice
from pathlib import Path

from lab.ground.comparison import compared
from lab.ground.report import page
from lab.ground.rows import ROWS, USERS, Row, read_rows, read_users
from lab.ground.scores import SCORES, scores_text

PAGE = ROWS.with_name("lab-figures.md")
_LINES = 20


def main(arguments: list[str] | None = None) -> int:
    """0: done, or the page is current."""
    parser = argparse.ArgumentParser(prog="python -m lab.ground.hold", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rows", type=Path, default=ROWS)
    parser.add_argument("--users", type=Path, default=USERS)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--scores", type=Path, default=SCORES)
    asked = parser.parse_args(arguments)
    found = list(read_rows(asked.rows))
    figures = [figure for row in found if isinstance(row, Row) for figure in compared(row)]
    text, scores = page(found, figures, list(read_users(asked.users))), scores_text(figures)
    if asked.write:
        asked.page.write_text(text, "utf-8")
        asked.scores.write_text(scores, "utf-8")
        print(f"{asked.page} and {asked.scores.name}: written")
    elif asked.check:
        return max(_check(asked.page, text), _check(asked.scores, scores))
    else:
        print(text)
    return 0


def _check(path: Path, text: str) -> int:
    kept = path.read_text("utf-8") if path.is_file() else ""
    if kept == text:
        print(f"{path.name} says what the forecast says")
        return 0
    changed = difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", n=0, lineterm="")
    print(*islice(changed, _LINES), sep="\n")
    print(
        f"{path.name} is not what the stored rows and the forecast give. If the change is meant, in backend/: "
        "python -m lab.ground.hold --write",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
