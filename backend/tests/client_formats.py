"""The same rows as Oracle's clients write them, after the documented formats of those clients: no real export was found.

A cell is text, a whole number, or None for a null. See "Segment exports" in docs/internals/testing.md.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

import openpyxl

Cell = str | int | None
Rows = Sequence[Sequence[Cell]]
Format = Callable[[Sequence[str], Rows], bytes]


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def _delimited(columns: Sequence[str], rows: Rows, delimiter: str, quoting: int) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator="\n")  # type: ignore[arg-type]
    writer.writerow(columns)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
    return out.getvalue()


def sqlplus_csv(columns: Sequence[str], rows: Rows) -> bytes:
    """`SET MARKUP CSV ON QUOTE ON`, spooled: a blank line first, texts quoted, feedback at the end."""
    body = _delimited(columns, rows, ",", csv.QUOTE_NONNUMERIC)
    return f"\n{body}\n{len(rows)} rows selected.\n\n".encode()


def sql_developer_csv(columns: Sequence[str], rows: Rows) -> bytes:
    """Export wizard, csv: quotes around texts, Windows line ends, a byte order mark where UTF-8 is chosen."""
    return b"\xef\xbb\xbf" + _delimited(columns, rows, ",", csv.QUOTE_NONNUMERIC).replace("\n", "\r\n").encode()


def sqlcl_csv(columns: Sequence[str], rows: Rows) -> bytes:
    """`SET SQLFORMAT CSV` in a spool that echoes the prompt."""
    body = _delimited(columns, rows, ",", csv.QUOTE_NONNUMERIC)
    return f"SQL> select * from the_view;\n{body}\n{len(rows)} rows selected. \nSQL> spool off\n".encode()


def excel_semicolon(columns: Sequence[str], rows: Rows) -> bytes:
    """A sheet saved as CSV where the decimal sign is a comma: `;`, figures grouped with points, Windows-1252."""
    grouped = [[f"{cell:,}".replace(",", ".") if isinstance(cell, int) and cell >= 1000 else cell for cell in row]
               for row in rows]  # fmt: skip
    return _delimited(columns, grouped, ";", csv.QUOTE_MINIMAL).replace("\n", "\r\n").encode("cp1252")


def tabs(columns: Sequence[str], rows: Rows) -> bytes:
    """`SET SQLFORMAT DELIMITED` with a tab, or a sheet copied into an editor; column names in lower case."""
    return _delimited([name.lower() for name in columns], rows, "\t", csv.QUOTE_MINIMAL).encode("utf-16")


def _widths(columns: Sequence[str], rows: Rows) -> list[int]:
    """Text columns as wide as their longest value (headings are cut), number columns at least ten."""
    numeric = _numeric(columns, rows)
    return [
        max([10, len(name), *(len(_text(row[i])) for row in rows)])
        if numeric[i]
        else max([10, *(len(_text(row[i])) for row in rows)])
        for i, name in enumerate(columns)
    ]


def _numeric(columns: Sequence[str], rows: Rows) -> list[bool]:
    return [any(isinstance(row[i], int) for row in rows) for i, _ in enumerate(columns)]


def _printed(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool], gap: str = " ") -> str:
    pairs = zip(cells, widths, right, strict=True)
    return gap.join(cell[:w].rjust(w) if r else cell[:w].ljust(w) for cell, w, r in pairs).rstrip()


def _spool(columns: Sequence[str], rows: Rows, gap: str = " ", page: int = 9) -> str:
    widths, right = _widths(columns, rows), _numeric(columns, rows)
    out = ["SQL> select a.*", "  2    from the_view a;"]
    for start in range(0, len(rows), page):
        out += ["", _printed(columns, widths, right, gap), gap.join("-" * w for w in widths)]
        out += [_printed([_text(cell) for cell in row], widths, right, gap) for row in rows[start : start + page]]
    return "\n".join([*out, "", f"{len(rows)} rows selected.", "", "SQL> spool off", ""])


def sqlplus_spool(columns: Sequence[str], rows: Rows) -> bytes:
    """SQL*Plus as it is: headings and a ruler on every page, headings of texts cut to their column."""
    return _spool(columns, rows).encode()


def sqlplus_colsep(columns: Sequence[str], rows: Rows) -> bytes:
    """`SET COLSEP '|'`."""
    return _spool(columns, rows, "|").encode()


def sqlplus_folded(columns: Sequence[str], rows: Rows) -> bytes:
    """A line size of 80: each row over several lines, headings and rulers alike, a blank line between rows."""
    widths, right = _widths(columns, rows), _numeric(columns, rows)
    parts: list[list[int]] = [[]]
    for i, width in enumerate(widths):
        if parts[-1] and sum(widths[j] + 1 for j in parts[-1]) + width > 80:
            parts.append([])
        parts[-1].append(i)

    def folded(cells: Sequence[str]) -> list[str]:
        return [_printed([cells[i] for i in p], [widths[i] for i in p], [right[i] for i in p]) for p in parts]

    out = []
    for start in range(0, len(rows), 5):
        out.append("")
        for heads, part in zip(folded(columns), parts, strict=True):
            out += [heads, " ".join("-" * widths[i] for i in part)]
        for row in rows[start : start + 5]:
            out += [*folded([_text(cell) for cell in row]), *([""] if len(parts) > 1 else [])]
    return "\n".join([*out, "", f"{len(rows)} rows selected.", ""]).encode()


def sqlcl_json(columns: Sequence[str], rows: Rows) -> bytes:
    """`SET SQLFORMAT JSON`: names in lower case, nulls left out of their row."""
    names = [name.lower() for name in columns]
    listed = json.dumps([{"name": name, "type": "VARCHAR2"} for name in columns])
    items = [json.dumps({n: c for n, c in zip(names, row, strict=True) if c is not None}) for row in rows]
    body = '{"results":[{"columns":' + listed + ',"items":\n[\n' + "\n,".join(items) + "\n]}]}\n"
    return f"{body}\n{len(rows)} rows selected. \n".encode()


def plain_json(columns: Sequence[str], rows: Rows) -> bytes:
    """A list of objects, indented."""
    return json.dumps([dict(zip(columns, row, strict=True)) for row in rows], indent=2).encode()


def ords_json(columns: Sequence[str], rows: Rows) -> bytes:
    """{"items": [...]} with figures as texts and nulls left out, as REST services give it."""
    items = [
        {n.lower(): str(c) for n, c in zip(columns, row, strict=True) if c is not None}
        for row in rows
    ]  # fmt: skip
    return json.dumps({"hasMore": False, "items": items}).encode()


def sql_developer_xml(columns: Sequence[str], rows: Rows) -> bytes:
    """<RESULTS><ROW><COLUMN NAME=...><![CDATA[...]]>."""
    lines = ["<?xml version='1.0'  encoding='UTF-8' ?>", "<RESULTS>"]
    for row in rows:
        lines.append("\t<ROW>")
        for name, cell in zip(columns, row, strict=True):
            lines.append(f'\t\t<COLUMN NAME="{escape(name)}"><![CDATA[{_text(cell)}]]></COLUMN>')
        lines.append("\t</ROW>")
    return "\n".join([*lines, "</RESULTS>", ""]).encode()


def xmlgen(columns: Sequence[str], rows: Rows) -> bytes:
    """DBMS_XMLGEN: the column's name is the tag, `#` written as _x0023_, nulls left out."""
    tags = [name.replace("#", "_x0023_") for name in columns]
    body = "".join(
        " <ROW>\n"
        + "".join(f"  <{t}>{escape(_text(c))}</{t}>\n" for t, c in zip(tags, row, strict=True) if c is not None)
        + " </ROW>\n"
        for row in rows
    )
    return f'<?xml version="1.0"?>\n<ROWSET>\n{body}</ROWSET>\n'.encode()


def xlsx(columns: Sequence[str], rows: Rows) -> bytes:
    """SQL Developer's workbook: the rows on the first sheet, the query on the second."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Export Worksheet"
    sheet.append(list(columns))
    for row in rows:
        sheet.append(list(row))
    book.create_sheet("SQL").append(["select * from the_view"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


FORMATS: dict[str, Format] = {
    "sqlplus csv": sqlplus_csv,
    "sql developer csv": sql_developer_csv,
    "sqlcl csv": sqlcl_csv,
    "excel with semicolons": excel_semicolon,
    "tabs, utf-16": tabs,
    "sqlplus spool": sqlplus_spool,
    "sqlplus colsep": sqlplus_colsep,
    "sqlplus folded": sqlplus_folded,
    "sqlcl json": sqlcl_json,
    "plain json": plain_json,
    "ords json": ords_json,
    "sql developer xml": sql_developer_xml,
    "xmlgen": xmlgen,
    "xlsx": xlsx,
}
