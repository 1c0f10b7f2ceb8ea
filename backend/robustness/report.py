"""Puts what a command counted into the page of docs/ that has its marks, so that no figure there is typed by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

DOCUMENTS = Path(__file__).resolve().parents[2] / "docs"


def write_block(name: str, text: str, documents: Path = DOCUMENTS) -> None:
    """Replace what stands between `<!-- name: begin -->` and `<!-- name: end -->` and add the day. ValueError without them."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    document = next((page for page in sorted(documents.rglob("*.md")) if begin in page.read_text()), None)
    if document is None:
        raise ValueError(f"no page has a block {name!r}")
    before, _, rest = document.read_text().partition(begin)
    _, closed, after = rest.partition(end)
    if not closed:
        raise ValueError(f"the block {name!r} of {document.name} has no end")
    today = datetime.now(UTC)
    document.write_text(f"{before}{begin}\n{text.strip()}\n\nCounted on {today.day} {today:%B %Y}.\n{end}{after}")


def table(headings: list[str], rows: list[list[str]]) -> str:
    """A Markdown table; figures to the right."""
    line = "| " + " | ".join(headings) + " |"
    rule = "|---|" + "---:|" * (len(headings) - 1)
    return "\n".join([line, rule, *("| " + " | ".join(row) + " |" for row in rows)])
