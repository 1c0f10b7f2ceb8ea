"""Builders of small report pages in Oracle's layout."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

FRONT = (
    (["DB Name", "DB Id", "Instance", "Inst num", "Startup Time", "Release", "RAC"],
     [["MINE", "1234567890", "mine1", "1", "01-Jan-20 08:00", "11.2.0.3.0", "NO"]]),
    (["Host Name", "Platform", "CPUs", "Cores", "Sockets", "Memory (GB)"],
     [["box", "Linux x86 64-bit", "8", "4", "1", "16.00"]]),
    (["", "Snap Id", "Snap Time", "Sessions", "Cursors/Session"],
     [["Begin Snap:", "10", "02-Jan-20 10:00:00", "40", "1.5"],
      ["End Snap:", "11", "02-Jan-20 11:00:00", "41", "1.5"],
      ["Elapsed:", "", "60.00 (mins)", "", ""],
      ["DB Time:", "", "120.00 (mins)", "", ""]]),
)  # fmt: skip


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """One table as Oracle prints it; empty cells are &#160;."""
    head = "".join(f'<th class="awrbg" scope="col">{escape(text)}</th>' for text in columns)
    lines = "".join(
        "<tr>" + "".join(f"<td class='awrc'>{_cell(text)}</td>" for text in row) + "</tr>\n" for row in rows
    )
    return f'<table border="0">{f"<tr>{head}</tr>" if columns else ""}\n{lines}</table><p />\n'


def section(heading: str, columns: Sequence[str], rows: Sequence[Sequence[str]], notes: Sequence[str] = ()) -> str:
    """A headed table with its bullets."""
    bullets = "".join(f'<li class="awr">{escape(note)}</li>' for note in notes)
    return f'<h3 class="awr">{escape(heading)}</h3><ul>{bullets}</ul>\n{table(columns, rows)}'


def titled(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A front-page table under a line of plain text."""
    return f"<p />{escape(title)}<p />\n{table(columns, rows)}"


def no_data(heading: str) -> str:
    return f'<h3 class="awr">{escape(heading)}</h3><p />No data exists for this section of the report.<p />\n'


def report(*parts: str, release: str = "11.2.0.3.0", end: bool = True, front: bool = True) -> bytes:
    """A whole report: front tables, the parts, Oracle's last words."""
    head = "".join(table(columns, rows) for columns, rows in FRONT) if front else ""
    body = head.replace("11.2.0.3.0", release) + '<h3 class="awr">Report Summary</h3>' + "".join(parts)
    last = "<p />End of Report</body></html>\n" if end else ""
    return f"<html><body class='awr'>\n<h1>WORKLOAD REPOSITORY report for</h1>\n{body}{last}".encode()


def _cell(text: str) -> str:
    return escape(text) if text else "&#160;"
