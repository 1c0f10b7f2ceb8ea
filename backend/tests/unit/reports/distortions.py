"""Ways a report is changed between the database and the upload without any figure of it being changed."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

Bend = Callable[[str], bytes]
_ENGLISH = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_TAG = re.compile(r"<(/?)(\w+)((?:\s+[\w-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+))?)*)\s*/?>")
_QUOTED, _BARE = re.compile(r"=([\"'])([\w#.-]+)\1"), r"=\2"
_CELL = re.compile(r"(<t[dh][^>]*>)([^<]+)(</t[dh]>)", re.IGNORECASE)
_FIGURE = re.compile(
    r"\s*(?:[+-]?[\d,]*\.?\d+(?:E[+-]?\d+)?\s*(?:[KMGTP%]|[num]?s)?(?:\(\d+\))?|[\d.,]+ \((?:mins|secs)\))\s*"
)
_OTHER_SIGNS = str.maketrans(",.", ".,")
_OTHER_FIGURE = re.compile(r"(?<![\w$.,/])[\d,]*\.?\d+(?:E[+-]\d+)?(?=(?:[KMGT%]|[num]?s)?(?:[\s)]|$))", re.MULTILINE)


def text(change: Callable[[str], str]) -> Bend:
    return lambda page: change(page).encode()


def browser_copy(page: str) -> str:
    """Internet Explorer: upper-case tags, bare attributes, no end tags of cells and rows, a tbody in every table."""
    bare = _TAG.sub(lambda tag: f"<{tag[1]}{tag[2].upper()}{_QUOTED.sub(_BARE, tag[3])}>", page)
    unclosed = re.sub(r"</(?:TD|TH|TR|P|LI)>", "", bare)
    parts = re.sub(r"(<TABLE[^>]*>)", r"\1<TBODY>", unclosed).replace("&#160;", "&nbsp;")
    return "<!-- saved from url=(0014)about:internet -->\r\n" + parts.replace("\n", "\r\n")


def without_attributes(page: str) -> str:
    return re.sub(r"\s+(?:summary|class|width|border|align|scope|id|href|name)=(?:\"[^\"]*\"|'[^']*')", "", page)


def around_cells(before: str, after: str) -> Callable[[str], str]:
    return lambda page: _CELL.sub(lambda cell: f"{cell[1]}{before}{cell[2]}{after}{cell[3]}", page)


def table_parts(page: str) -> str:
    rows = r"(<table[^>]*>)\s*(<tr>(?:<th.*?</th>)+</tr>)(.*?)(</table>)"
    return re.sub(rows, r"\1<thead>\2</thead><tbody>\3</tbody>\4", page, flags=re.DOTALL)


def decimal_comma(page: str) -> str:
    def cell(found: re.Match[str]) -> str:
        return found[1] + (found[2].translate(_OTHER_SIGNS) if _FIGURE.fullmatch(found[2]) else found[2]) + found[3]

    notes = re.compile(r"(<li[^>]*>)([^<]*)(</li>)")
    page = _CELL.sub(cell, page)
    return notes.sub(
        lambda note: (
            note[1] + re.sub(r"\d[\d,]*\.?\d*|\.\d+", lambda f: f[0].translate(_OTHER_SIGNS), note[2]) + note[3]
        ),
        page,
    )


def text_decimal_comma(page: str) -> str:
    return _OTHER_FIGURE.sub(lambda figure: figure[0].translate(_OTHER_SIGNS), page)


def months(names: str) -> Callable[[str], str]:
    """Month names of another session language; `_` is a blank."""
    listed = [name.replace("_", " ") for name in names.split()]
    printed = re.compile(rf"(\d\d)-({'|'.join(_ENGLISH)})-(\d\d)")
    return lambda page: printed.sub(lambda day: f"{day[1]}-{listed[_ENGLISH.index(day[2])]}-{day[3]}", page)


def pages(lines: int, dashes: bool) -> Callable[[str], str]:
    """`select output from table(dbms_workload_repository...)` in SQL*Plus with this page size."""

    def bend(page: str) -> str:
        every = page.split("\n")
        head = ["", "OUTPUT", *(["-" * 80] if dashes else [])]
        parts = [line for start in range(0, len(every), lines) for line in [*head, *every[start : start + lines]]]
        return "SQL> select output from table(...);\n" + "\n".join(parts) + f"\n\n{len(every)} rows selected.\n"

    return bend


def one_cell(page: str) -> str:
    sheet = io.StringIO()
    csv.writer(sheet, quoting=csv.QUOTE_ALL).writerows([["OUTPUT"], [page]])
    return sheet.getvalue()


def cell_per_line(page: str) -> str:
    sheet = io.StringIO()
    csv.writer(sheet, quoting=csv.QUOTE_ALL).writerows([["OUTPUT"], *([line] for line in page.split("\n"))])
    return sheet.getvalue()


def broken(width: int) -> Callable[[str], str]:
    """SQL*Plus with this linesize: every line cut and filled to the width."""

    def bend(page: str) -> str:
        lines = (line or " " for line in page.split("\n"))
        return "".join(f"{line[at : at + width]:<{width}}\n" for line in lines for at in range(0, len(line), width))

    return bend


def with_tabs(page: str) -> str:
    """SQL*Plus with `set tab on`, its default."""
    pieces = re.compile(r".{8}")
    return pieces.sub(lambda piece: piece[0].rstrip(" ") + "\t" if piece[0].endswith("  ") else piece[0], page)


def each_line(before: str) -> Callable[[str], str]:
    return lambda page: "".join(f"{before}{line}\n" for line in page.split("\n"))


ENCODINGS: dict[str, Bend] = {
    "CRLF": text(lambda page: page.replace("\n", "\r\n")),
    "CR": text(lambda page: page.replace("\n", "\r")),
    "BOM": lambda page: b"\xef\xbb\xbf" + page.encode(),
    "UTF-16": lambda page: page.encode("utf-16"),
    "UTF-16 LE": lambda page: page.encode("utf-16-le"),
    "UTF-16 BE": lambda page: page.encode("utf-16-be"),
    "UTF-32": lambda page: page.encode("utf-32"),
    "Latin-1": lambda page: page.replace("End of Report", "End of Report \xe9").encode("latin-1", "replace"),
    "control Z": lambda page: page.encode() + b"\x1a",
    "German months": text(months("JAN FEB MRZ APR MAI JUN JUL AUG SEP OKT NOV DEZ")),
    "Chinese months": text(months("1月_ 2月_ 3月_ 4月_ 5月_ 6月_ 7月_ 8月_ 9月_ 10月 11月 12月")),
    "pages with OUTPUT": text(pages(11, dashes=False)),
    "pages with OUTPUT and dashes": text(pages(11, dashes=True)),
    "a CSV cell": text(one_cell),
    "CSV cells": text(cell_per_line),
}
HTML: dict[str, Bend] = ENCODINGS | {
    "browser copy": text(browser_copy),
    "no attributes": text(without_attributes),
    "fonts": text(around_cells('<font size="2"><b>', "</b></font>")),
    "Word": text(around_cells("<p class=MsoNormal><span lang=EN-US>", "<o:p></o:p></span></p>")),
    "hard blanks": text(around_cells("\u00a0", "\u00a0")),
    "cells over lines": text(around_cells("\n    ", "\n  ")),
    "table parts": text(table_parts),
    "decimal comma": text(decimal_comma),
    "French months": text(months("JANV. FÉVR. MARS AVR. MAI JUIN JUIL. AOÛT SEPT. OCT. NOV. DÉC.")),
    "linesize 80": text(broken(80)),
    "linesize 132": text(broken(132)),
    "linesize 132, pages": text(lambda page: pages(14, dashes=True)(broken(132)(page))),
    "linesize 80, typed line": text(lambda page: f"SQL> {'select output from table ' * 5};\n{broken(80)(page)}"),
    "words around": text(lambda page: f"Using the report name awrrpt_1_1_2.html\n\n{page}\nReport written to x\n"),
}
TEXT: dict[str, Bend] = ENCODINGS | {
    "decimal comma": text(text_decimal_comma),
    "tabs": text(with_tabs),
    "filled lines": text(lambda page: "\n".join(f"{line:<80}" for line in page.split("\n"))),
    "trimmed lines": text(lambda page: "\n".join(line.rstrip() for line in page.split("\n"))),
    "hard blanks": text(lambda page: page.replace("  ", "\u00a0 ")),
    "indented": text(each_line("    ")),
    "quoted in a mail": text(each_line("> ")),
    "no form feeds": text(lambda page: page.replace("\f", "")),
}
