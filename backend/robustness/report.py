"""Puts what a command counted into docs/testing.md, between its own marks, so that no figure there is typed by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "testing.md"


def write_block(name: str, text: str, document: Path = DOCUMENT) -> None:
    """Replace what stands between `<!-- name: begin -->` and `<!-- name: end -->` and add the day. ValueError without them."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = document.read_text().partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{document.name} has no block {name!r}")
    today = datetime.now(UTC)
    document.write_text(f"{before}{begin}\n{text.strip()}\n\nCounted on {today.day} {today:%B %Y}.\n{end}{after}")


def table(headings: list[str], rows: list[list[str]]) -> str:
    """A Markdown table; figures to the right."""
    line = "| " + " | ".join(headings) + " |"
    rule = "|---|" + "---:|" * (len(headings) - 1)
    return "\n".join([line, rule, *("| " + " | ".join(row) + " |" for row in rows)])
