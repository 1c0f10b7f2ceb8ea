"""An HTML report as it was uploaded, without anything that acts: no script, style, link, image, form or frame."""

from __future__ import annotations

from html import escape

import nh3

from segtier.errors import NotFound
from segtier.model.evidence import Evidence
from segtier.reports.kinds import Report
from segtier.reports.locate import row_in_page
from segtier.reports.shown.frame import HERE, MOST_CHARACTERS
from segtier.reports.shown.statements import blank_statements
from segtier.reports.tables.html import HtmlTable, cell_over

_TABLES = {"table", "thead", "tbody", "tfoot", "caption", "tr", "th", "td"}
_TEXTS = {"h1", "h2", "h3", "h4", "ul", "ol", "li", "p", "pre", "br", "b", "strong", "i", "em", "hr"}
_CELL = {"colspan", "rowspan", "align"}
_GONE = {
    *("script", "style", "title", "noscript", "template", "iframe", "frameset", "object", "svg", "math"),
    *("textarea", "select", "button", "audio", "video", "canvas"),
}
"""Elements that go with all they hold; of others the text stays."""
_CLEANER = nh3.Cleaner(
    tags=_TABLES | _TEXTS,
    clean_content_tags=_GONE,
    attributes={"*": set(), "th": _CELL | {"scope"}, "td": _CELL, "tr": {"align"}},
    tag_attribute_values={tag: {"id": {HERE}} for tag in ("tr", "th", "td")},
    url_schemes=set(),
)
_ROWS_AROUND = (200, 20, 0)


def marked_report(kind: Report, text: str, evidence: Evidence, field: str | None) -> tuple[str, str]:
    """Safe HTML with the row or cell marked, and which part of the report it is where it is not all.

    Raises NotFound where the report has no such row.
    """
    page = kind.reader().page(text)
    found = row_in_page(kind, page, evidence, field)
    table = found.table
    assert isinstance(table, HtmlTable)
    row = table.row_nodes()[1][evidence.row]
    for forged in row.parser.css(f"[id={HERE}]"):
        del forged.attrs["id"]
    blank_statements(page)
    cell = None if found.column is None else cell_over(row, found.column)
    (row if cell is None else cell).attrs["id"] = HERE
    whole = _CLEANER.clean(row.parser.html or "")
    return (whole, "") if len(whole) <= MOST_CHARACTERS else _part(table, evidence.row)


def _part(table: HtmlTable, row: int) -> tuple[str, str]:
    """The heading, and so many rows around the place as fit into a page."""
    heads, rows = table.row_nodes()
    heading = f"<h3>{escape(table.heading.text)}</h3>" if table.heading is not None else ""
    for around in _ROWS_AROUND:
        first, end = max(row - around, 0), min(row + around + 1, len(rows))
        inside = "".join(one.html or "" for one in (*heads, *rows[first:end]))
        body = _CLEANER.clean(f"{heading}<table>{inside}</table>")
        if len(body) <= MOST_CHARACTERS:
            return body, f"The report is too long to show whole: rows {first + 1:,} to {end:,} of this table."
    raise NotFound("this row is too long to show", code="too-large")
