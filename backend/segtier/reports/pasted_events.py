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
from segtier.oracle.wait_events import is_idle
from segtier.reports.call_time import CPU_TIME, Shared, call_time_s, stands_in
from segtier.reports.contradicting_shares import Told, contradicting_shares
from segtier.reports.gathering import Gathering
from segtier.reports.names import EVENTS, WAIT_CLASSES, whole
from segtier.reports.numbers import (
    CellFault,
    count,
    milliseconds_us,
    number,
    plain_decimals,
    resolution,
    seconds,
    words,
)
from segtier.reports.sections.mechanism import Row, Section, column, key
from segtier.reports.sections.wait_events import DB_CPU, wait_event
from segtier.reports.tables.pasted import COLUMNS, NAME, PastedTable, read_pasted_page
from segtier.reports.tables.pasted_heading import AVERAGE, TIME
from segtier.reports.tables.raw import RawTable
from segtier.units import US_PER_S

_AGAIN = "Paste the table with the line of its column names, or upload the report itself."
_MINUTES = re.compile(r"\b(Elapsed|DB Time):[\s|]{1,80}([\d.,]{1,30})[\s|]{0,20}\(mins\)", re.IGNORECASE)
_S_PER_MINUTE = 60.0
_READ: tuple[Callable[[str], float | None], ...] = (count, seconds, milliseconds_us, number)
"""How the cells behind the event are read."""
_ALL_PCT = 101.0
"""Shares are rounded."""
_ABOUT = 1.1
_FEW_WORDS = 20
"""A title alone has no more."""


def _event(row: Row) -> WaitEvent | None:
    """A row without a time has taken its waits at their average."""
    event = wait_event(True, row)
    if event is None or row.raw("time_s") or event.waits is None or event.avg_wait_us is None:
        return event
    return replace(event, time_s=event.waits * event.avg_wait_us / US_PER_S)


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
    _refuse_unknown_times(reading.tables)
    foreground = all(table.foreground for table in reading.tables if isinstance(table, PastedTable))
    interval = replace(
        _interval(text, any(table.decimal_comma for table in reading.tables)), db_cpu_s=_cpu_s(reading.tables, DB_CPU)
    )
    calls_s = call_time_s(_shared(reading.tables))
    if calls_s is not None and interval.db_time_s is None:
        interval = replace(interval, db_time_s=calls_s, db_cpu_s=_cpu_s(reading.tables, CPU_TIME))
        reader.warnings.append(stands_in(calls_s))
    found = Workload(
        source=source,
        interval=interval,
        wait_events=tuple(map(_whole, reading.items)),
        sections=reader.in_order(SECTIONS),
    )
    return replace(
        found,
        warnings=(
            *reader.warnings,
            *contradicting_shares(found, list(_cpu_told(reading.tables))),
            *_beyond_total(found),
            *_others(reading.tables),
            *_unknown_units(reading.tables),
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


def _refuse_unknown_times(tables: Sequence[RawTable]) -> None:
    """Raises UnreadableInput where nobody knows the unit of the times: all else hangs on them."""
    for table in tables:
        if isinstance(table, PastedTable) and (unit := table.said.unknown.get(TIME)) is not None:
            raise UnreadableInput(
                f"the times of the table are in {unit[:24]!r}, a unit that Segtier does not know",
                code="unknown-unit",
                line=table.begins + 1,
                advice="Write the unit behind the name of the column, as in Time (s), (ms), (us), (cs) or (min).",
            )


def _unknown_units(tables: Sequence[RawTable]) -> Iterator[Warn]:
    for table in tables:
        for kind, unit in table.said.unknown.items() if isinstance(table, PastedTable) else ():
            what = "averages" if kind == AVERAGE else "waits"
            yield Warn("unknown-unit", f"the {what} are in {unit[:24]!r}, a unit nobody knows: they do not count", NAME)
        if isinstance(table, PastedTable) and table.said.timed_average:
            yield Warn("time-from-average", "the table has no times: waits times their average stand in for them", NAME)


def _odd(tables: Sequence[RawTable]) -> Iterator[Warn]:
    """What contradicts itself: pastes are typed and cut by hand."""
    rows = [
        (cells[0], [_figure(read, _plain(table, text)) for read, text in zip(_READ, cells[1:5], strict=True)], cells)
        for table in tables
        for cells in table.rows()
        if len(cells) == len(COLUMNS)
    ]
    beyond = [event for event, figures, _ in rows if (figures[3] or 0.0) > _ALL_PCT]
    if beyond:
        yield Warn("share-beyond-all", f"more than all of DB time: {', '.join(beyond[:3])}", NAME)
    shares = {"DB time": [figures[3] for _, figures, _ in rows], "call time": list(_of_calls(tables))}
    for whole_, parts in shares.items():
        total = sum(part or 0.0 for part in parts)
        if total > _ALL_PCT and not beyond:
            yield Warn("share-beyond-all", f"the shares make {total:.0f} % of {whole_} together", NAME)
    other = [
        event
        for event, (waits, time_s, average_us, _), cells in rows
        if not _is_average(waits, (time_s, _rounding(cells[2])), (average_us, _rounding(cells[3])))
    ]
    if other:
        message = f"the average is not the time over the waits, which counts: {', '.join(other[:3])}"
        yield Warn("other-average", message, NAME)


def _of_calls(tables: Sequence[RawTable]) -> Iterator[float | None]:
    for table in tables:
        for cells in table.rows():
            if len(cells) == len(COLUMNS):
                yield _figure(number, _plain(table, cells[-1]))


def _is_average(waits: float | None, time: tuple[float | None, float], average: tuple[float | None, float]) -> bool:
    """As far as can be told; a printed `1` ms may be 0.5, a printed `1` s half a second. (figure, its rounding) in s and us."""
    (time_s, off), (average_us, off_average) = time, average
    if not waits or not time_s or average_us is None:
        return True
    least_us, most_us = (time_s * part * US_PER_S / waits for part in (1 - off, 1 + off))
    return least_us / _ABOUT <= average_us * (1 + off_average) and average_us * (1 - off_average) <= most_us * _ABOUT


def _rounding(text: str) -> float:
    """Relative; all of a figure that is printed as 0."""
    try:
        return resolution(text) or 1.0
    except CellFault:
        return 1.0


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
        minutes = _minutes(plain_decimals(printed)) if comma else None
        told.setdefault(name.lower(), _minutes(printed) if minutes is None else minutes)
    return Interval(elapsed_s=told.get("elapsed"), db_time_s=told.get("db time"))


def _cpu_s(tables: Sequence[RawTable], name: str) -> float | None:
    """Of the row of that name: `DB CPU`, or the `CPU time` of older reports, which is that of all processes."""
    for table in tables:
        for cells in table.rows():
            if len(cells) == len(COLUMNS) and cells[0].upper() == name.upper():
                return _figure(seconds, _plain(table, cells[2]))
    return None


def _cpu_told(tables: Sequence[RawTable]) -> Iterator[Told]:
    """The CPU's seconds and its share of DB time."""
    for table in tables:
        for cells in table.rows():
            if len(cells) == len(COLUMNS) and cells[0].upper() == DB_CPU.upper():
                time_s, pct = (_figure(read, _plain(table, cells[at])) for read, at in ((seconds, 2), (number, 4)))
                if time_s and pct:
                    yield Told(DB_CPU, time_s, pct)


def _beyond_total(found: Workload) -> Iterator[Warn]:
    total_s = found.interval.db_time_s
    held_s = (found.interval.db_cpu_s or 0.0) + sum(
        row.time_s or 0.0 for row in found.wait_events if not is_idle(row.event, row.wait_class)
    )
    if total_s and held_s > _ABOUT * total_s:
        message = f"CPU and waits of the table take {held_s:,.0f} s, more than the whole, {total_s:,.0f} s"
        yield Warn("rows-beyond-total", message, NAME)


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
        "the title does not say which processes waited: background waits count as foreground",
        NAME,
    )
    return (quick,) if foreground else (quick, mixed)
