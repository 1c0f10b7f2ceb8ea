"""A table of top timed events as people paste it into a forum, a chat or a sheet -> Page with one table.

Lines may stand behind `>` or in a code fence; cells are parted by blanks, tabs or the bars of Markdown. The names of Oracle's
events hold no figure that stands alone, so where only blanks part the cells the first such figure ends the name. Which figures
follow is told by the heading; without one, only by an average that is the time over the waits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, takewhile

from segtier.dataclass import dataclass
from segtier.reports.numbers import CellFault, count, milliseconds_us, plain_decimals, seconds
from segtier.reports.tables import pasted_heading as heading_says
from segtier.reports.tables.pasted_heading import Said, said_by
from segtier.reports.tables.raw import Heading, Page, squeeze
from segtier.units import US_PER_S

NAME = "Pasted Events"
COLUMNS = ("Event", "Waits", "Time (s)", "Avg wait", "% DB time", "Wait Class", "% Call Time")
_SPACED = re.compile(r"(?<=[\t|]) ?\d{1,3}(?: \d{3}){1,5}(?:,\d{1,9})? ?(?=[\t|]|$)")
_APOSTROPHE = re.compile(r"(?<=\d)['\u2019](?=\d{3}(?!\d))")
_MOST_FIGURES, _MOST_PARTED = 4, 8
"""Of a row whose cells blanks part, and one whose cells signs part, below a heading that says what each is."""
_MARGIN = re.compile(r"[\s>|`\"]*")
_FIGURE = re.compile(
    r"#{2,}|(?:[\d.,\u00a0\u202f]*\d(?:[eE][+-]?\d{1,3})?|[.,]\d+)(?:[KMGTP]|ns|us|ms|s|m|h|%)?", re.ASCII
)
_SPLIT = re.compile(r"[\t|]")
_RULER = re.compile(r"[\s|:+~=_-]*")
_TITLE = re.compile(r"\bTop\s+\d+\s+[^\n]{0,20}\bEvents\b[^\n]{0,30}", re.IGNORECASE)
_HEADING = frozenset({"event", "waits"})
_WORDS = re.compile(r"[ \t|]+")
_NO_WAITS = ("db cpu", "cpu time", "background cpu time")
_COMMA = re.compile(r"\d,\d{1,2}(?!\d)|\d\.\d{3},")
_POINT = re.compile(r"\d\.\d{1,2}(?!\d)|\d,\d{3}\.")
_ROUNDED = 0.06
"""An average of `8` ms may be 7.5 to 8.5: so far it may lie from the time over the waits, or half a printed unit."""
_HEAD_LINES = 6


@dataclass(frozen=True, slots=True)
class PastedHeading:
    """The title as printed; `NAME` stands for it, as it may be lost."""

    text: str
    level: int = 3

    def says_no_data(self) -> bool:
        return False


@dataclass(eq=False)
class PastedTable:
    """Rows of cells under `COLUMNS`, or the whole line as one cell where it cannot be told apart. Lines count from 0."""

    heading: Heading | None
    found: Sequence[tuple[int, list[str]]]
    decimal_comma: bool
    foreground: bool
    """The title says that the events are of foreground processes."""
    begins: int = 0
    """The line of its first row."""
    next_begins: int | None = None
    """That of the next table in the text, which is not read."""
    said: Said = Said()
    index: int = 0
    title: str = ""
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] = COLUMNS

    @cached_property
    def squeezed_columns(self) -> tuple[str, ...]:
        return tuple(map(squeeze, self.columns))

    def rows(self) -> Iterator[list[str]]:
        return (cells for _, cells in self.found)

    def has_rows(self) -> bool:
        return bool(self.found)

    def place(self, text: str, row: int, column: int) -> tuple[int | None, int | None]:
        number, cells = self.found[row]
        line = _lines(text)[number]
        shown = cells[column].removesuffix(self.said.suffix(column)) if column < len(cells) else ""
        at = line.find(shown) if shown else -1
        return number + 1, at + 1 if at >= 0 else None


def is_pasted(text: str) -> bool:
    """Whether a text holds such a table with two events that can be told apart."""
    table = _table(text)
    return table is not None and sum(len(cells) == len(COLUMNS) for cells in table.rows()) >= 2


def is_headed(text: str) -> bool:
    """Whether one of the first lines names events and waits: signs of any kind part its cells."""
    first = islice((line for line in _lines(text) if line.strip()), _HEAD_LINES)
    return any(_is_heading(_MARGIN.sub("", line).replace(";", "\t").replace(",", "\t")) for line in first)


def read_pasted_page(text: str) -> Page:
    table = _table(text)
    tables = () if table is None else (table,)
    return Page(tuple(table.heading for table in tables if table.heading), tables, truncated=False, reports=1)


def _table(text: str) -> PastedTable | None:
    lines = _parted_by_tabs([line.removesuffix("\r") for line in _lines(text)])
    plain = [_MARGIN.sub("", line, count=1).rstrip(" |\t") for line in lines]
    first = next((at for at, line in enumerate(plain) if _TITLE.search(line) or _is_heading(line)), 0)
    start = next((at for at in range(first, len(plain)) if _is_row(plain[at])), None)
    if start is None:
        return None
    head = plain[max(0, start - _HEAD_LINES) : start]
    places = _rows_from(plain, start)
    rows = [(at, plain[at]) for at in (*_before(plain, start), *places)]
    title = next((found[0] for line in reversed(plain[first:start]) if (found := _TITLE.search(line))), "")
    comma = _has_comma(rows)
    layout = _Layout(head, comma)
    return PastedTable(
        PastedHeading(NAME),
        [(at, layout.cells(line)) for at, line in rows],
        comma,
        "foreground" in title.lower(),
        rows[0][0],
        _next_table(plain, places[-1] + 1),
        layout.said,
    )


def _lines(text: str) -> list[str]:
    """A text of an old Macintosh ends its lines with a carriage return alone. Figures as others print them, each where it was:
    groups of three may be parted by apostrophes, and by blanks where other signs part the cells.
    """
    return list(map(plain_groups, text.split("\n" if "\n" in text else "\r")))


def plain_groups(line: str) -> str:
    plain = _APOSTROPHE.sub(",", line) if "'" in line or "\u2019" in line else line
    if "\t" not in plain and "|" not in plain:
        return plain
    return _SPACED.sub(lambda found: re.sub(r"(?<=\d) (?=\d)", "\u00a0", found[0]), plain)


def _parted_by_tabs(lines: list[str]) -> list[str]:
    """Rows of CSV below such a heading with tabs between their cells; other lines as they are."""
    from segtier.reports.tables.csv_line import cells_of  # noqa: PLC0415 - no report needs it

    for sign in (";", ","):
        at = next((at for at, line in enumerate(lines) if sign in line and _is_heading(line.replace(sign, "\t"))), None)
        if at is None:
            continue
        width = len(cells_of(lines[at], sign))
        below = [cells_of(line, sign) for line in lines[at:]]
        told = [
            "\t".join(cells) if len(cells) == width else line for cells, line in zip(below, lines[at:], strict=True)
        ]
        return lines[:at] + told
    return lines


def _rows_from(plain: Sequence[str], start: int) -> list[int]:
    """Lines of the table: up to a title, a heading, an event that was there, or a blank line behind which no row follows."""
    found, seen = list[int](), set[str]()
    for at in range(start, len(plain)):
        line = plain[at]
        name = _parted(line)[0].lower()
        if not line:
            after = next((one for one in plain[at:] if one), "")
            if not _is_row(after) or _parted(after)[0].lower() in seen:
                break
        elif _TITLE.search(line) or _is_heading(line) or (name and name in seen):
            break
        elif not _RULER.fullmatch(line):
            found.append(at)
            seen.add(name)
    return found


def _before(plain: Sequence[str], start: int) -> range:
    """Lines between the heading, or its ruler, and the first row that can be told apart."""
    for at in range(start - 1, max(0, start - _HEAD_LINES) - 1, -1):
        if not plain[at]:
            break
        if _RULER.fullmatch(plain[at]) or _is_heading(plain[at]):
            return range(at + 1, start)
    return range(start, start)


def _next_table(plain: Sequence[str], begin: int) -> int | None:
    """Where rows begin again: two of them, or one below a title or heading."""
    rows = [at for at in range(begin, len(plain)) if _is_row(plain[at])]
    headed = rows and any(_TITLE.search(line) or _is_heading(line) for line in plain[begin : rows[0]])
    return rows[0] if len(rows) > 1 or headed else None


def _is_heading(line: str) -> bool:
    return set(_WORDS.split(line.lower())) >= _HEADING


def _is_row(line: str) -> bool:
    """An event, a figure for its waits and one for its time; or a kind of CPU time and a figure."""
    name, figures, _ = _parted(line)
    parted = max(line.count("\t"), line.count("|")) >= _MOST_FIGURES
    most = _MOST_PARTED if parted else _MOST_FIGURES
    return bool(name) and (1 if name.lower() in _NO_WAITS else 3) <= len(figures) <= most


def _has_comma(rows: Sequence[tuple[int, str]]) -> bool:
    text = "\n".join(line for _, line in rows)
    return _COMMA.search(text) is not None and _POINT.search(text) is None


def _parted(line: str) -> tuple[str, list[str], str]:
    """(name, figures, what stands behind them)."""
    words = [word for word in _WORDS.split(line) if word]
    first = next((at for at, word in enumerate(words) if at and _FIGURE.fullmatch(word)), None)
    if first is None or not words[0][0].isalpha():
        return "", [], ""
    last = next((at for at in range(first, len(words)) if not _FIGURE.fullmatch(words[at])), len(words))
    return " ".join(words[:first]), words[first:last], " ".join(words[last:])


class _Layout:
    """Which figures a row has, as the heading says."""

    def __init__(self, head: Sequence[str], comma: bool) -> None:
        text = " ".join(head)
        at = next((at for at, line in enumerate(head) if _is_heading(line)), None)
        self._comma = comma
        self._headed = at is not None
        self.said = Said() if at is None else said_by(head[at], _around(head, at))
        self._average = re.search(r"\bavg|\baverage\b", text, re.IGNORECASE) is not None
        total = re.search(r"%\s*Total\b", text, re.IGNORECASE)
        self._of_calls = total is not None and re.search(r"\b(?:Call|Ela)\b", text[total.end() :], re.I) is not None
        self._of_db_time = re.search(r"%\s*(?:total\s*)?DB\b", text, re.IGNORECASE) is not None

    def cells(self, line: str) -> list[str]:
        """Under `COLUMNS`; the line as one cell where its figures cannot be told apart."""
        found = self._by_column(line) if self.said.order else self._by_place(line)
        return [line] if found is None else [*found[:1], *map(self.said.with_unit, range(1, 4), found[1:4]), *found[4:]]

    def _by_column(self, line: str) -> list[str] | None:
        """Of a table whose heading says what each of its columns is."""
        order = self.said.order
        cells = [cell.strip() for cell in _SPLIT.split(line)]
        cells += [""] * (len(order) - len(cells))
        if len(cells) != len(order):
            return self._by_place(line)
        of = dict(zip(order, cells, strict=True))
        kinds = (heading_says.WAITS, heading_says.TIME, heading_says.AVERAGE, heading_says.SHARE, heading_says.CALLS)
        waits, time, average, share, calls = (of.get(kind, "") for kind in kinds)
        if not all(_FIGURE.fullmatch(cell.replace(" ", "")) for cell in (waits, time, average, share, calls) if cell):
            return None
        name = of[heading_says.EVENT]
        cpu = name.lower() in _NO_WAITS
        if not (time or share if cpu else waits and (average if self.said.timed_average else time)):
            return None
        return [name, "" if cpu else waits, time, "" if cpu else average, share, of.get(heading_says.CLASS, ""), calls]

    def _by_place(self, line: str) -> list[str] | None:
        parted = [cell.strip() for cell in _SPLIT.split(line)]
        name, figures, behind = _parted(line)
        if name.lower() in _NO_WAITS:
            part = figures[1] if len(figures) == 2 else ""
            share = part if self._of_db_time else ""
            of_calls = part if self._of_calls and not share else ""
            return [name, "", figures[0] if figures else "", "", share, "", of_calls]
        if not name or (len(parted) > 1 and "" in parted[:3]):
            return None
        share = figures[-1] if self._of_db_time else ""
        of_calls = figures[-1] if self._of_calls and not share else ""
        if len(figures) == 4 and (self._headed or self._agrees(figures)):
            time, average = figures[1:3] if not self.said.average_first else figures[2:0:-1]
            return [name, figures[0], time, average, share, behind, of_calls]
        if len(figures) == 3 and self._headed and not self._average:
            return [name, *figures[:2], "", share, behind, of_calls]
        if len(figures) == 3 and self._headed and self.said.timed_average:
            return [name, figures[0], "", figures[1], share, behind, of_calls]
        return None

    def _agrees(self, figures: Sequence[str]) -> bool:
        """The third figure is the average in milliseconds of the first two: no other three columns do that."""
        texts = [plain_decimals(text) if self._comma else text for text in figures]
        try:
            waits, time_s, average_us = count(texts[0]), seconds(texts[1]), milliseconds_us(texts[2])
        except CellFault:
            return False
        if not waits or not time_s or average_us is None:
            return False
        told_us = time_s * US_PER_S / waits
        return abs(told_us - average_us) <= max(_ROUNDED * told_us, 500.0)


def _around(head: Sequence[str], at: int) -> list[str]:
    """The lines that are part of the heading at that place: up to a title, a blank line, or lines of the report's head."""
    above = takewhile(_is_part, reversed(head[:at]))
    return [*reversed(list(above)), *takewhile(_is_part, head[at + 1 :])]


def _is_part(line: str) -> bool:
    return bool(line) and ":" not in line and (_RULER.fullmatch(line) is not None or not _TITLE.search(line))
