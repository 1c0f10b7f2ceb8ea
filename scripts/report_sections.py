"""Write docs/internals/report-sections.md: kinds of files against sections, with counts of found, missing and unreadable.

    backend/.venv/bin/python scripts/report_sections.py [--check] [FOLDER]

FOLDER holds reports (default: ../shared/corpus beside the checkout). Only counts go into the document, no names. With --check
nothing is written; the exit code is 1 where the page is stale.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path

from segtier.errors import SegtierError
from segtier.model.pair import Pair
from segtier.reports import read_document
from segtier.reports.kinds import REPORTS

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "internals" / "report-sections.md"
STATES = ("found", "missing", "unreadable")

Counts = dict[str, dict[str, Counter[str]]]


def main() -> int:
    given = [one for one in sys.argv[1:] if one != "--check"]
    folder = Path(given[0]) if given else ROOT.parent / "shared" / "corpus"
    if not folder.is_dir():
        print(f"{folder} is not here; the document stays as it is", file=sys.stderr)
        return 1
    counts: Counts = defaultdict(lambda: defaultdict(Counter))
    files: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for path in sorted(one for one in folder.iterdir() if one.is_file()):
        read(path, counts, files, refused)
    text = document(counts, files, refused)
    if "--check" in sys.argv:
        is_current = TARGET.read_text(encoding="utf-8") == text
        print(f"{TARGET.relative_to(ROOT)} is {'current' if is_current else 'stale'}")
        return 0 if is_current else 1
    TARGET.write_text(text, encoding="utf-8")
    print(f"{sum(files.values())} files read, {sum(refused.values())} refused; {TARGET.relative_to(ROOT)} written")
    return 0


def read(path: Path, counts: Counts, files: Counter[str], refused: Counter[str]) -> None:
    try:
        found = read_document(path.read_bytes(), path.name)
    except SegtierError as error:
        refused[error.message.split(":")[0][:90]] += 1
        return
    for one in (found.first, found.second) if isinstance(found, Pair) else (found,):
        files[one.source.kind] += 1
        for section in one.sections:
            counts[section.name][one.source.kind][section.state] += 1


def document(counts: Counts, files: Counter[str], refused: Counter[str]) -> str:
    kinds = sorted(files)
    lines = [
        "# Sections by kind of file",
        "",
        "Written by `make sections` over a folder of real reports. A cell counts the",
        "files in which the section was found / missing / unreadable; empty: that kind has no such section.",
        "A compare-period report counts twice, once for each period.",
        "",
        "| Section | " + " | ".join(f"{kind} ({files[kind]})" for kind in kinds) + " |",
        "|---" * (len(kinds) + 1) + "|",
    ]
    for section in sorted(counts):
        cells = (
            " / ".join(str(counts[section][kind][s]) for s in STATES) if counts[section][kind] else "" for kind in kinds
        )
        lines.append(f"| {section} | " + " | ".join(cells) + " |")
    unseen = sorted({*REPORTS} - {*kinds})
    if unseen:
        lines += [
            "",
            "Kinds that are read and of which the folder has no file: " + ", ".join(unseen) + ".",
        ]
    lines += ["", "## Refused", "", "| Reason | Files |", "|---|---|"]
    lines += [f"| {reason} | {count} |" for reason, count in sorted(refused.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
