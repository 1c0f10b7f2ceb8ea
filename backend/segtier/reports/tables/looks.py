"""Looks at Oracle's counters, two in one text -> Page with a table for each list: what stood there at the earlier and at the
later one.

A look is a list of v$sysstat, v$sys_time_model or v$system_event as SQL*Plus, SQL Developer, a sheet or a chat has it:
columns under dashes, parted by tabs, commas or bars, or with single blanks. A name that comes again begins the next look,
whatever stands between; or one list has a column for each look. Times stand in lines between the lists, in a column, or above
a column of figures.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import field
from datetime import datetime, timedelta

from segtier.dataclass import dataclass
from segtier.reports.segment_cells import time_of
from segtier.reports.tables.csv_line import cells_of
from segtier.reports.tables.pasted import PastedHeading, PastedTable
from segtier.reports.tables.raw import Page

STATISTICS, TIME_MODEL, EVENTS = "v$sysstat", "v$sys_time_model", "v$system_event"
COUNTED = ("Name", "Instance", "Earlier", "Later")
WAITED = ("Event", "Instance", "Wait Class", "Unit", "Earlier waits", "Later waits", "Earlier time", "Later time")
_NAMES = {
    "NAME": STATISTICS,
    "STATISTIC": STATISTICS,
    "STATISTIC_NAME": STATISTICS,
    "STAT_NAME": TIME_MODEL,
    "EVENT": EVENTS,
}
_VALUE = "VALUE"
_FIRST = frozenset(
    "VALUE1 VALUE_1 BEGIN_VALUE START_VALUE FIRST_VALUE VALUE_BEFORE BEFORE BEGIN START FIRST V1 T1".split()
)
_SECOND = frozenset("VALUE2 VALUE_2 END_VALUE SECOND_VALUE VALUE_AFTER AFTER END SECOND V2 T2".split())
_TIMES = frozenset("SNAP_TIME SAMPLE_TIME SNAPSHOT_TIME SYSDATE SYSTIMESTAMP TIME".split())
_WAITED = (
    ("TOTAL_WAITS_FG", "TIME_WAITED_MICRO_FG", "us"),
    ("TOTAL_WAITS_FG", "TIME_WAITED_FG", "cs"),
    ("TOTAL_WAITS", "TIME_WAITED_MICRO", "us"),
    ("TOTAL_WAITS", "TIME_WAITED", "cs"),
)
"""Columns of waits and of their time that are of the same processes, the best first, and the unit of the time."""
_TEXTS = _TIMES | {"WAIT_CLASS"} | _NAMES.keys()
_OTHERS = frozenset(
    "STATISTIC# STAT_ID CLASS CON_ID INST_ID DIFF DELTA DIFFERENCE TOTAL_TIMEOUTS TOTAL_TIMEOUTS_FG AVERAGE_WAIT"
    " AVERAGE_WAIT_FG EVENT_ID WAIT_CLASS_ID WAIT_CLASS#".split()
)
_FIGURES = _FIRST | _SECOND | {_VALUE, *(name for *names, _ in _WAITED for name in names)}
_KNOWN = _TEXTS | _OTHERS | _FIGURES
_ONLY_TIME_MODEL = "DB CPU"
_SIGNS = "\t|;,"
_MARGIN = re.compile(r"(?:[>`]{1,9} ?)*")
_RULES = "\t |:+-"
_FIGURE = re.compile(r"[+-]?[\d.,'\u2019 \u00a0\u202f]{0,40}\d(?:[eE][+-]?\d{1,3})?", re.ASCII)
_PROMPT = re.compile(r"\bSQL>")
_FULL = re.compile(
    r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?|\d{1,2}[-./ ][^\W_]{1,9}\.?[-./ ]\d{2,4}\s{1,3}\d{1,2}:\d{2}(?::\d{2})?"
)
_CLOCK = re.compile(r"(?<![\d:.])(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:.])")
_TOOK = re.compile(r"\bElapsed:\s*\d{1,3}:\d{2}", re.IGNORECASE)
"""What SQL*Plus prints of a statement."""
_ELAPSED = re.compile(
    r"\b(?:elapsed|interval|after|between)\b[^\d\n]{0,20}(\d{1,9}(?:\.\d{1,6})?)\s{0,3}\(?(s|sec|secs|seconds?|min|mins|minutes?|h|hours?)\b",
    re.IGNORECASE,
)
_SECONDS = {"s": 1, "m": 60, "h": 3600}
_DAY = timedelta(days=1)
_NO_DAY = datetime(1, 1, 1)  # noqa: DTZ001 - of a clock without a day
_FEWEST = 2
"""Rows of a list."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a list and how a line is cut into them: at a sign, under dashes, or at blanks."""

    names: tuple[str, ...]
    sign: str | None
    spans: tuple[tuple[int, int], ...] = ()
    times: tuple[datetime, ...] = ()
    """Above the columns of figures."""

    def cells(self, line: str) -> list[str] | None:
        """None where the line does not fit."""
        cells = self._by_dashes(line) if self.sign is None else _split(line, self.sign)
        if self.sign is None and not self._fits(cells):
            cells = self._by_words(line.split())
        return cells if self._fits(cells) else None

    def _fits(self, cells: list[str]) -> bool:
        """A figure under each column of figures."""
        if len(cells) != len(self.names):
            return False
        return all(_is_figure(cell) for cell, name in zip(cells, self.names, strict=True) if name in _FIGURES)

    def _by_dashes(self, line: str) -> list[str]:
        if any(line[end : end + 1].strip() for _, end in self.spans):
            return []
        return [line[start:end].strip() for start, end in self.spans]

    def _by_words(self, words: list[str]) -> list[str]:
        texts = [at for at, name in enumerate(self.names) if name in _TEXTS]
        behind = len(self.names) - texts[0] - 1
        if len(texts) != 1 or len(words) < len(self.names):
            return []
        end = len(words) - behind
        return [*words[: texts[0]], " ".join(words[texts[0] : end]), *words[end:]]


@dataclass(slots=True)
class Look:
    """What one look saw: the figures of each name, and the line it stands on (from 0)."""

    time: datetime | None = None
    rows: dict[tuple[str, ...], tuple[int, tuple[str, ...]]] = field(default_factory=dict)


@dataclass(slots=True)
class Looks:
    """All looks of a text, by list, oldest first: by their times where each has its day, else as they stand there."""

    of: dict[str, list[Look]] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    foreground: bool = True
    """Waits are of foreground processes alone."""
    elapsed_s: float | None = None
    """As typed."""
    turned: bool = False
    """They stood there the other way round."""

    def page(self) -> Page:
        tables = [self._table(at, name) for at, name in enumerate(self.of)]
        return Page(
            tuple(table.heading for table in tables if table.heading), tuple(tables), truncated=False, reports=1
        )

    def _table(self, index: int, name: str) -> PastedTable:
        looks = self.of[name]
        first, last = looks[0], looks[-1]
        found = []
        for key, (line, later) in last.rows.items():
            _, earlier = first.rows.get(key, (0, ("",) * len(later)))
            figures = [text for pair in zip(earlier, later, strict=True) for text in pair]
            inst, printed, extra = key[0], key[1], key[2:]
            found.append((line, [printed, inst, *([*extra[:1], self.units[name]] if name == EVENTS else []), *figures]))
        columns = WAITED if name == EVENTS else COUNTED
        return PastedTable(PastedHeading(name), found, False, self.foreground, index, columns=columns)


def looks_in(text: str) -> Looks:
    """Every list of the text that can be taken apart."""
    reader = _Reader()
    for number, raw in enumerate(text.split("\n")):
        reader.line(number, raw.removesuffix("\r").expandtabs() if "\t" not in raw else raw.removesuffix("\r"))
    return reader.finished()


class _Reader:
    def __init__(self) -> None:
        self._looks = Looks()
        self._layout: Layout | None = None
        self._heading = -1
        self._time: datetime | None = None

    def finished(self) -> Looks:
        found = self._looks
        for looks in found.of.values():
            looks[:] = [one for one in looks if len(one.rows) >= _FEWEST]
        found.of = {name: looks for name, looks in found.of.items() if looks}
        found.turned = max(map(_turned, found.of.values()), default=False)
        statistics = found.of.get(TIME_MODEL, [])
        if statistics and not any(key[1] == _ONLY_TIME_MODEL for key in statistics[0].rows):
            found.of[STATISTICS] = found.of.pop(TIME_MODEL)
        return found

    def line(self, number: int, raw: str) -> None:
        line = raw[_match_end(_MARGIN, raw) :].rstrip()
        if not line:
            return
        if (layout := _heading(line)) is not None:
            self._layout, self._heading = layout, number
            return
        if "-" in line and not line.strip(_RULES):
            self._rule(number, line)
            return
        if self._layout is None or _PROMPT.search(line) or not self._row(number, line):
            self._between(line)

    def _rule(self, number: int, line: str) -> None:
        layout = self._layout
        spans = tuple(match.span() for match in re.finditer("-+", line))
        if (
            layout is not None
            and number == self._heading + 1
            and layout.sign is None
            and len(spans) == len(layout.names)
        ):
            self._layout = Layout(layout.names, None, spans, layout.times)

    def _between(self, line: str) -> None:
        typed = _ELAPSED.search(line)
        if typed is not None:
            self._looks.elapsed_s = float(typed[1]) * _SECONDS[typed[2][0].lower()]
        elif (time := _time_in(line)) is not None:
            self._time = time

    def _row(self, number: int, line: str) -> bool:
        layout = self._layout
        assert layout is not None
        cells = layout.cells(line)
        if cells is None:
            return False
        by_name = dict(zip(layout.names, cells, strict=True))
        column = next(name for name in layout.names if name in _NAMES)
        name, kind = by_name[column], _NAMES[column]
        figures = _figures(layout, by_name, kind)
        if not name[:1].isalpha():
            return False
        key = (by_name.get("INST_ID", ""), name, by_name.get("WAIT_CLASS", ""), by_name.get("CON_ID", ""))
        if kind == EVENTS:
            waits, _, self._looks.units[EVENTS] = _waited(by_name)
            self._looks.foreground = waits == _WAITED[0][0]
        looks = self._looks.of.setdefault(kind, [])
        for at, one in enumerate(figures):
            above = layout.times[at] if layout.times else None
            time = above if len(figures) > 1 else _column_time(by_name) or self._time
            self._put(looks, at if len(figures) > 1 else None, key, number, one, time)
        return True

    def _put(
        self,
        looks: list[Look],
        at: int | None,
        key: tuple[str, ...],
        number: int,
        figures: tuple[str, ...],
        time: datetime | None,
    ) -> None:
        """Into the look of that column; else into the last one, or a new one where the name comes again.

        The line with a time above the look before it says nothing of this one.
        """
        if at is None:
            if not looks or key in looks[-1].rows:
                told = looks[-1].time if looks else None
                looks.append(Look(None if time is told else time))
            at = len(looks) - 1
        while len(looks) <= at:
            looks.append(Look(time))
        looks[at].rows.setdefault(key, (number, figures))


def _turned(looks: list[Look]) -> bool:
    """Sort them by time, and whether that turned the first behind the last."""
    times = [one.time for one in looks if one.time is not None and one.time.year != _NO_DAY.year]
    if len(times) < len(looks) or not times or times[0] <= times[-1]:
        return False
    looks.sort(key=lambda one: one.time or _NO_DAY)
    return True


def _figures(layout: Layout, cells: dict[str, str], kind: str) -> list[tuple[str, ...]]:
    """Of each look that the row holds."""
    if kind == EVENTS:
        waits, time, _ = _waited(cells)
        return [(cells[waits], cells[time])]
    if _VALUE in cells:
        return [(cells[_VALUE],)]
    return [(cells[name],) for name in layout.names if name in _FIRST or name in _SECOND]


def _waited(names: Container[str]) -> tuple[str, str, str]:
    return next(one for one in _WAITED if one[0] in names and one[1] in names)


def _heading(line: str) -> Layout | None:
    """Names of columns alone, one of which says what the rows are about and one or two what they count."""
    for sign in (*_SIGNS, None):
        if sign is not None and sign not in line:
            continue
        cells = _split(line, sign) if sign is not None else line.split()
        names = tuple(cell.strip().strip("\"'").upper().replace(" ", "_") for cell in cells)
        times = tuple(time for cell in cells[1:] if (time := _time_in(cell)) is not None)
        if len(names) == 3 and names[0] in _NAMES and len(times) == 2:
            return Layout((names[0], "BEFORE", "AFTER"), sign, times=times)
        if set(names) <= _KNOWN and len(set(names) & _NAMES.keys()) == 1 and _counts(set(names)):
            return Layout(names, sign)
    return None


def _counts(names: set[str]) -> bool:
    if "EVENT" in names:
        return any({waits, time} <= names for waits, time, _ in _WAITED)
    return _VALUE in names or bool(names & _FIRST and names & _SECOND)


def _split(line: str, sign: str) -> list[str]:
    bare = line.strip("| ") if sign == "|" else line
    return [cell.strip(" \u00a0") for cell in cells_of(bare, sign)]


def _is_figure(text: str) -> bool:
    return _FIGURE.fullmatch(text) is not None


def _column_time(cells: dict[str, str]) -> datetime | None:
    return next((time_of(cells[name]) for name in cells if name in _TIMES), None)


def _time_in(line: str) -> datetime | None:
    """A time with its day, or of a clock, which is then of the first day there is."""
    if _TOOK.search(line):
        return None
    full = _FULL.search(line)
    if full is not None and (time := time_of(full[0])) is not None:
        return time
    clock = _CLOCK.search(line)
    if clock is None or int(clock[1]) > 23 or int(clock[2]) > 59:
        return None
    return _NO_DAY.replace(hour=int(clock[1]), minute=int(clock[2]), second=int(clock[3] or 0))


def between(first: datetime, second: datetime) -> timedelta | None:
    """From one look to the next; of two clocks less than a day; None where only one says its day."""
    if (first.year == _NO_DAY.year) != (second.year == _NO_DAY.year):
        return None
    gone = second - first
    return gone + _DAY if first.year == _NO_DAY.year and gone <= timedelta(0) else gone


def _match_end(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.match(text)
    return match.end() if match else 0
