"""A pasted table of top timed events, perhaps with lines of the report's head -> Workload: a quick look.

Known are the waits of these events. What the paste does not say (how long it took, CPUs, segments, the release) is not known.
A share is kept only where the heading says that it is one of DB time; where it is one of call time, that stands in for DB
time (`call_time`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.model.workload import Interval, Source, WaitEvent, Workload
from segtier.reports.call_time import CPU_TIME, Shared, call_time_s, stands_in
from segtier.reports.gathering import Gathering
from segtier.reports.names import EVENTS, WAIT_CLASSES, whole
from segtier.reports.numbers import CellFault, count, milliseconds_us, number, plain_decimals, seconds, words
from segtier.reports.sections.mechanism import Row, Section, column, key
from segtier.reports.sections.wait_events import DB_CPU, wait_event
from segtier.reports.tables.pasted import COLUMNS, NAME, PastedTable, read_pasted_page
from segtier.reports.tables.raw import RawTable
from segtier.units import US_PER_S

_AGAIN = "Paste the table with the line of its column names, or upload the report itself."
_MINUTES = re.compile(r"\b(Elapsed|DB Time):[\s|]{1,80}([\d.,]{1,30})[\s|]{0,20}\(mins\)", re.IGNORECASE)
_S_PER_MINUTE = 60.0
_READ: tuple[Callable[[str], float | None], ...] = (count, seconds, milliseconds_us, number)
"""How the cells behind the event are read."""
_ALL_PCT = 101.0
"""Shares are rounded."""
_ABOUT, _HALF_MS = 1.1, 500.0
_FEW_WORDS = 20
"""A title alone has no more."""


def _event(row: Row) -> WaitEvent | None:
    return wait_event(True, row)


PASTED_EVENTS = Section(
    name=NAME,
    columns=(
        key("event", "Event"),
        column("waits", "Waits", read=count, required=True),
        column("time_s", "Time (s)", read=seconds, required=True),
        column("avg_wait_us", "Avg wait", read=milliseconds_us),
        column("db_time_pct", "% DB time"),
        column("wait_class", "Wait Class", read=words),
    ),
    build=_event,
)
SECTIONS = (PASTED_EVENTS,)


def read_pasted(text: str, source: Source) -> Workload:
    """Raises UnreadableInput where no row can be told apart."""
    reader = Gathering(read_pasted_page(text), SECTIONS)
    reading = reader.read(PASTED_EVENTS)
    if not reading.items:
        reader.states.clear()
    if not reading.items and len(text.split()) > _FEW_WORDS and len(text.strip().splitlines()) == 1:
        raise UnreadableInput(
            "the table of top events stands in one line: nothing says where its rows end",
            code="one-line",
            line=1,
            advice=_AGAIN,
        )
    reader.refuse_empty("a table of top timed events", text, _AGAIN)
    foreground = all(table.foreground for table in reading.tables if isinstance(table, PastedTable))
    interval = replace(
        _interval(text, any(table.decimal_comma for table in reading.tables)), db_cpu_s=_cpu_s(reading.tables, DB_CPU)
    )
    calls_s = call_time_s(_shared(reading.tables))
    if calls_s is not None and interval.db_time_s is None:
        interval = replace(interval, db_time_s=calls_s, db_cpu_s=_cpu_s(reading.tables, CPU_TIME))
        reader.warnings.append(stands_in(calls_s))
    return Workload(
        source=source,
        interval=interval,
        wait_events=tuple(map(_whole, reading.items)),
        sections=reader.in_order(SECTIONS),
        warnings=(
            *reader.warnings,
            *_others(reading.tables),
            *_odd(reading.tables),
            *_warnings(foreground, interval, _tells_db_time(reading.items)),
        ),
    )


def _others(tables: Sequence[RawTable]) -> Iterator[Warn]:
    for table in tables:
        if isinstance(table, PastedTable) and table.next_begins is not None:
            message = (
                f"two tables of top events, with rows from line {table.begins + 1} and from line {table.next_begins + 1} on:"
                " only the first counts. To compare them, save each as a file: segtier compare BEFORE AFTER"
            )
            yield Warn("several-tables", message, NAME, table.next_begins + 1)


def _odd(tables: Sequence[RawTable]) -> Iterator[Warn]:
    """What contradicts itself: pastes are typed and cut by hand."""
    rows = [
        (cells[0], [_figure(read, _plain(table, text)) for read, text in zip(_READ, cells[1:5], strict=True)])
        for table in tables
        for cells in table.rows()
        if len(cells) == len(COLUMNS)
    ]
    beyond = [event for event, figures in rows if (figures[3] or 0.0) > _ALL_PCT]
    if beyond:
        yield Warn("share-beyond-all", f"more than all of DB time: {', '.join(beyond[:3])}", NAME)
    shares = {"DB time": [figures[3] for _, figures in rows], "call time": list(_of_calls(tables))}
    for whole_, parts in shares.items():
        total = sum(part or 0.0 for part in parts)
        if total > _ALL_PCT and not beyond:
            yield Warn("share-beyond-all", f"the shares make {total:.0f} % of {whole_} together", NAME)
    other = [event for event, (waits, time_s, average_us, _) in rows if not _is_average(waits, time_s, average_us)]
    if other:
        message = f"the average is not the time over the waits, which counts: {', '.join(other[:3])}"
        yield Warn("other-average", message, NAME)


def _of_calls(tables: Sequence[RawTable]) -> Iterator[float | None]:
    for table in tables:
        for cells in table.rows():
            if len(cells) == len(COLUMNS):
                yield _figure(number, _plain(table, cells[-1]))


def _is_average(waits: float | None, time_s: float | None, average_us: float | None) -> bool:
    """As far as can be told; a printed `1` ms may be 0.5, a printed `1` s half a second."""
    if not waits or not time_s or average_us is None:
        return True
    least_us, most_us = ((time_s + off) * US_PER_S / waits for off in (-0.5, 0.5))
    return least_us / _ABOUT - _HALF_MS <= average_us <= most_us * _ABOUT + _HALF_MS


def _whole(event: WaitEvent) -> WaitEvent:
    """With names that a text report cut made whole."""
    wait_class = whole(event.wait_class, WAIT_CLASSES) if event.wait_class else None
    return replace(
        event,
        event=whole(event.event, EVENTS),
        wait_class=wait_class if wait_class in WAIT_CLASSES else None,
    )


def _interval(text: str, comma: bool) -> Interval:
    told: dict[str, float | None] = {}
    for name, printed in _MINUTES.findall(text):
        told.setdefault(name.lower(), _minutes(plain_decimals(printed) if comma else printed))
    return Interval(elapsed_s=told.get("elapsed"), db_time_s=told.get("db time"))


def _cpu_s(tables: Sequence[RawTable], name: str) -> float | None:
    """Of the row of that name: `DB CPU`, or the `CPU time` of older reports, which is that of all processes."""
    for table in tables:
        for cells in table.rows():
            if len(cells) == len(COLUMNS) and cells[0].upper() == name.upper():
                return _figure(seconds, _plain(table, cells[2]))
    return None


def _shared(tables: Sequence[RawTable]) -> Iterator[Shared]:
    """The rows whose heading says that their share is one of call time."""
    for table in tables:
        for cells in table.rows():
            if len(cells) == len(COLUMNS) and cells[-1]:
                printed_s, printed_pct = _plain(table, cells[2]), _plain(table, cells[-1])
                time_s, pct = _figure(seconds, printed_s), _figure(number, printed_pct)
                if time_s is not None and pct is not None:
                    yield Shared(whole(cells[0], EVENTS), time_s, pct, printed_s, printed_pct)


def _plain(table: RawTable, text: str) -> str:
    return plain_decimals(text) if table.decimal_comma else text


def _figure(read: Callable[[str], float | None], text: str) -> float | None:
    try:
        return read(text)
    except CellFault:
        return None


def _minutes(text: str) -> float | None:
    minutes = _figure(number, text)
    return minutes * _S_PER_MINUTE if minutes else None


def _tells_db_time(events: Sequence[WaitEvent]) -> bool:
    """A wait with its time and its share of DB time says what the whole is (`db_time_s` of the analysis)."""
    return any(row.time_s and row.db_time_pct for row in events)


def _warnings(foreground: bool, interval: Interval, by_shares: bool) -> tuple[Warn, ...]:
    lacking = [
        *(["how long it took"] if interval.elapsed_s is None else []),
        *(["DB time"] if interval.db_time_s is None and not by_shares else []),
    ]
    missing = ", ".join([*lacking, "the other waits", "CPUs", "segments"])
    quick = Warn("pasted-events", f"a pasted table of top events, a quick look: {missing} are not known")
    mixed = Warn(
        "foreground-mixed",
        "the title does not say whose waits these are: those of background processes count as foreground",
        NAME,
    )
    return (quick,) if foreground else (quick, mixed)
