"""Write segtier_collect.sql from the catalogue, docs/internals/collector-files.md, and docs/use/privileges.md.

    backend/.venv/bin/python scripts/collector.py [--check]

With --check nothing is written; the exit code is 1 where a file is stale. Prints how sure the dictionary is.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from segtier.collect.catalogue import queries
from segtier.collect.dictionary import MARKS, UNVERIFIED, mark_counts, views
from segtier.collect.privileges import page
from segtier.collect.script import collector_script

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "backend" / "segtier" / "collect" / "segtier_collect.sql"
DOCUMENT = ROOT / "docs" / "internals" / "collector-files.md"
PRIVILEGES = ROOT / "docs" / "use" / "privileges.md"
BEGIN, END = "<!-- begin: make collector -->", "<!-- end: make collector -->"


def main() -> int:
    wanted = {
        SCRIPT: collector_script(),
        DOCUMENT: document(DOCUMENT.read_text("utf-8")),
        PRIVILEGES: page(),
    }
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text("utf-8") != text]
    print(marks())
    for path in stale:
        print(f"{'stale' if checking() else 'written'}: {path.relative_to(ROOT)}")
        if not checking():
            path.write_text(wanted[path], "utf-8")
    return 1 if stale and checking() else 0


def checking() -> bool:
    return "--check" in sys.argv


def document(text: str) -> str:
    """The document with its generated part replaced."""
    part = "\n\n".join((BEGIN, marks(), doubts(), table(), END))
    return re.sub(f"{BEGIN}.*{END}", lambda _: part, text, flags=re.DOTALL)


def marks() -> str:
    counts = mark_counts()
    listed = ", ".join(f"{counts[mark]} {mark}" for mark in MARKS)
    return f"{len(queries())} queries read {len(views())} views and {sum(counts.values())} columns of them: {listed}."


def doubts() -> str:
    """The columns nobody could verify."""
    names = [
        f"{view.name}.{column.name}"
        for view in views().values()
        for column in view.columns
        if column.mark == UNVERIFIED
    ]
    listed = ", ".join(f"`{name}`" for name in names)
    return f"Unverified, and read only where the database has them: {listed or 'none'}."


def table() -> str:
    rows = [
        f"| `{query.file}` | {query.title} | {reads(query.name)} | {query.licence} | {query.long or ''} |"
        for query in queries()
    ]
    return "\n".join(
        (
            "| File | What it holds | Reads | Licence | One row for each of |",
            "|---|---|---|---|---|",
            *rows,
        )
    )


def reads(name: str) -> str:
    query = next(query for query in queries() if query.name == name)
    texts = [part.source for part in query.parts]
    texts += [choice.expression for part in query.parts for column in part.columns for choice in column.choices]
    found = re.findall(r"\{dba\}_\w+|perfstat\.stats\$\w+|g?v\$\w+|dba_hist_\w+", " ".join(texts))
    return ", ".join(f"`{view.replace('{dba}', 'dba')}`" for view in dict.fromkeys(found))


if __name__ == "__main__":
    raise SystemExit(main())
