"""Prints the tables of an AWR page as a text report prints them: rulers, groups, page breaks, sums, keys left out.

It shares no code with `segtier.reports`; tables are taken out of the page with lxml. Two ways of printing groups are known,
so there are two layouts: DASHES (`---- Wait Time ----`) and RULERS (words above dashes of their own).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from lxml import etree, html

DASHES, RULERS = "dashes", "rulers"
_LEFT_OUT = ("SQL ordered", "Top SQL", "Complete List", "Top ADDM")
_READS = ("SQL ordered by Reads", "SQL ordered by Reads (Global)", "Top SQL Comparison by Physical Reads")
_BELOW = {"SQL Module": "Module: ", "PDB Name": "         PDB: ", "SQL Text": ""}
"""Columns of the page that a text report prints in lines of their own below each row, and before what."""
_FIGURE = re.compile(r"[-+]?[\d.,]+(?:E[-+]\d+)?(?:[KMGTP%]|[num]?s)?(?:\(\d+\))?|N/A|#+")
_END = " " * 26 + "-" * 60
_PAGE_ROWS = 40
_LABEL_ROOM = 8
_SUMS = ("Sum", "Avg")


@dataclass(frozen=True)
class Printed:
    """One table of the page. `front`: it stands before the first section, `title` then being loose text."""

    title: str
    front: bool
    notes: list[str]
    groups: list[str]
    header: list[str]
    rows: list[list[str]]

    @property
    def label(self) -> bool:
        return bool(self.header) and not self.header[0] and self.front


@dataclass
class Layout:
    """How wide columns are and how groups are printed; `narrow` is the most a column of figures or names may take."""

    groups: str = DASHES
    database: str = "DB/Inst: MINE/mine1  Snaps: 1-2"
    close: bool = False
    """Column headings stand right below a title of the first page."""
    narrow: dict[str, int] = field(default_factory=dict)

    def report(self, head: str, tables: Sequence[Printed], last: str) -> bytes:
        parts = [head, ""]
        for table in tables:
            parts += self.front_table(table) if table.front else self.section(table)
        return ("\n".join([*parts, last]) + "\n").encode()

    def front_table(self, table: Printed) -> list[str]:
        heads, ruler, body = self.table(table)
        if table.title and table.label:
            tildes = "~" * len(table.title)
            behind = [tildes + heads[-1][len(tildes) :]] if len(heads) == 1 else [tildes, *heads]
            return [table.title, *behind, ruler, *body, ""]
        title = [table.title, "~" * len(table.title)] if table.title else []
        gap = [*(f"-> {note}" for note in table.notes), ""] if not self.close else []
        return [*title, *gap, *heads, ruler, *body, ""]

    def section(self, table: Printed) -> list[str]:
        title = f"{table.title:<42} {self.database}"
        heads, ruler, body = self.table(_figures_only(table))
        if table.title in _READS:
            body = [line for row, below in zip(body, _below(table), strict=True) for line in (row, *below, "")]
        lines = [title, *(f"-> {note}" for note in table.notes), "", *heads, ruler]
        again = ["\f" + title, "", *heads, ruler] if self.groups == DASHES else ["", *heads, ruler]
        for start in range(0, len(body), _PAGE_ROWS):
            lines += (again if start else []) + body[start : start + _PAGE_ROWS]
        return [*lines, _END, ""]

    def table(self, table: Printed) -> tuple[list[str], str, list[str]]:
        """Heading lines, ruler and rows."""
        columns = [_Column.of(table, index, self.narrow.get(name)) for index, name in enumerate(table.header)]
        runs = [(name, len(list(run))) for name, run in groupby(table.groups)]
        _widen(columns, runs)
        heads = _over(columns, table.label)
        if any(table.groups):
            heads = self._groups(columns, runs) + heads
        ruler = " ".join((" " if table.label and not index else "-") * one.width for index, one in enumerate(columns))
        return heads, ruler.rstrip(), list(self._body(table, columns))

    def _groups(self, columns: Sequence[_Column], runs: Sequence[tuple[str, int]]) -> list[str]:
        names, dashes, at = "", "", 0
        for name, span in runs:
            width = sum(one.width for one in columns[at : at + span]) + span - 1
            words = f" {name} " if name and self.groups == DASHES else name
            names += words.center(width, "-" if name and self.groups == DASHES else " ") + " "
            dashes += ("-" if name else " ") * width + " "
            at += span
        return [names.rstrip()] + ([dashes.rstrip()] if self.groups == RULERS else [])

    def _body(self, table: Printed, columns: Sequence[_Column]) -> Iterator[str]:
        above = ""
        for row in table.rows:
            cells = [one.cell(text, index) for index, (one, text) in enumerate(zip(columns, row, strict=True))]
            if self.groups == RULERS and row[0] in _SUMS and above not in _SUMS:
                yield " " * (columns[0].width + 1) + " ".join("-" * one.width for one in columns[1:])
            repeats = row[0] == above and any(not one.text and text for one, text in zip(columns, row, strict=True))
            if self.groups == RULERS and repeats and len(columns) > 1:
                cells[0] = " " * columns[0].width
            above = row[0]
            if row[0] == "%Diff" and table.front:
                yield " " * columns[0].width + " " * 30 + " ".join("~" * one.width for one in columns[-2:])
            yield " ".join(cells).rstrip()


@dataclass
class _Column:
    words: list[str]
    width: int
    text: bool
    label: bool

    @classmethod
    def of(cls, table: Printed, index: int, narrow: int | None) -> _Column:
        cells = [row[index] for row in table.rows if row[index]]
        text = any(not _FIGURE.fullmatch(cell) for cell in cells if cell not in ("*", "Sum", "Avg", "Std Dev", "%Diff"))
        label = table.label and index == 0
        words = table.header[index].split()
        wide = max([len(cell) for cell in cells] + [len(word) for word in words] + [4]) + text
        width = max([min(wide, narrow or wide), *(len(word) for word in words)])
        return cls(words, max(width, _LABEL_ROOM) if label else width, text, label)

    def cell(self, text: str, index: int) -> str:
        if self.label:
            return f"{text:>{self.width}}"
        if len(text) > self.width:
            text = text[: self.width] if self.text else "#" * self.width
        return f"{text:<{self.width}}" if self.text or index == 0 else f"{text:>{self.width}}"

    def lines(self) -> list[str]:
        """The heading's words, as many to a line as fit."""
        lines: list[str] = []
        for word in self.words:
            if lines and len(lines[-1]) + 1 + len(word) <= self.width:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines


def _figures_only(table: Printed) -> Printed:
    kept = [at for at, name in enumerate(table.header) if table.title not in _READS or name not in _BELOW]
    rows = [[row[at] for at in kept] for row in table.rows]
    return replace(table, groups=[table.groups[at] for at in kept], header=[table.header[at] for at in kept], rows=rows)


def _below(table: Printed) -> Iterator[list[str]]:
    """What stands below each row: module, PDB and the statement's text."""
    for row in table.rows:
        cells = dict(zip(table.header, row, strict=True))
        yield [f"{before}{cells[name]}" for name, before in _BELOW.items() if cells.get(name)]


def _widen(columns: Sequence[_Column], runs: Sequence[tuple[str, int]]) -> None:
    """A group's words need room for themselves and some dashes."""
    at = 0
    for name, span in runs:
        missing = len(name) + 6 - sum(one.width for one in columns[at : at + span]) - span + 1
        if name and missing > 0:
            columns[at + span - 1].width += missing
        at += span


def _over(columns: Sequence[_Column], label: bool) -> list[str]:
    """Column headings, the last line just above the ruler."""
    stacks = [[] if label and not index else one.lines() for index, one in enumerate(columns)]
    deep = max((len(stack) for stack in stacks), default=0)
    rows = [[""] * (deep - len(stack)) + stack for stack in stacks]
    return [
        " ".join(
            f"{row[line]:<{one.width}}" if one.text else f"{row[line]:>{one.width}}"
            for row, one in zip(rows, columns, strict=True)
        ).rstrip()
        for line in range(deep)
    ]


def rac_text(page: str, groups: str) -> bytes:
    """The RAC report of a page."""
    return Layout(groups).report("WORKLOAD REPOSITORY REPORT (RAC)", printed_tables(page), "End of Report")


def compare_text(page: str, groups: str) -> bytes:
    """The compare-period report of a page: titles with both periods, no closing words."""
    both = "First DB/Inst: A/a Snaps: 1-2 (Elapsed time: 1 sec  DB time: 2 sec),  Second DB/Inst: A/a Snaps: 3-4"
    return Layout(groups, both).report("WORKLOAD REPOSITORY COMPARE PERIOD REPORT", printed_tables(page), "")


def instance_text(page: str) -> bytes:
    """The instance report of a page: no groups, no tables of SQL statements, the page's own heading."""
    head = _words(html.fromstring(page).xpath("//h1")[0])
    plain = [replace(table, groups=[""] * len(table.header)) for table in printed_tables(page)]
    return Layout(close=True).report(head, plain, "End of Report")


def printed_tables(page: str) -> list[Printed]:
    """Every table of a page but those of SQL statements, of which the list by reads is kept."""
    title, level, notes, loose = "", 1, [], ""
    found: list[Printed] = []
    for event, element in etree.iterwalk(html.fromstring(page), events=("start", "end")):
        if not isinstance(element.tag, str) or next(element.iterancestors("table", "ul"), None) is not None:
            continue
        if event == "start" and element.tag in ("h1", "h2", "h3"):
            title, level, notes, loose = _words(element), int(element.tag[1]), [], ""
        elif event == "start" and element.tag == "ul":
            notes = [_words(item) for item in element.iter("li")]
        elif event == "end" and element.tag == "table":
            front = level == 1 or title == "Report Summary"
            found += _printed(loose if front else title, front, notes, element)
            notes, loose = [], ""
        if event == "end" or element.tag == "p":
            loose = " ".join(((element.tail if event == "end" else element.text) or "").split())[:60] or loose
    wanted = (table for table in found if table.header)
    return [table for table in wanted if table.title in _READS or not table.title.startswith(_LEFT_OUT)]


def _printed(title: str, front: bool, notes: list[str], element: html.HtmlElement) -> list[Printed]:
    rows = element.xpath("./tr|./tbody/tr|./thead/tr")
    heads = next((at for at, row in enumerate(rows) if row.find("th") is None), len(rows))
    if not heads or len(rows) == heads:
        return []
    header = _spread(rows[heads - 1], repeat=False)
    over = _spread(rows[heads - 2], repeat=True) if heads > 1 else []
    over = over if len(over) == len(header) else [""] * len(header)
    body = [_spread(row, repeat=False) for row in rows[heads:]]
    return [Printed(title, front, notes, over, header, [row for row in body if len(row) == len(header)])]


def _spread(row: html.HtmlElement, *, repeat: bool) -> list[str]:
    texts: list[str] = []
    for cell in row.iterchildren("td", "th"):
        words = _words(cell)
        texts += [words, *([words if repeat else ""] * (int(cell.get("colspan", "1").strip() or 1) - 1))]
    return texts


def _words(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().replace("\u00a0", " ").split())
