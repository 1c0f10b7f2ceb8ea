"""Two looks at v$sysstat, v$sys_time_model or v$system_event -> Workload of the time between them: a quick look.

A counter that is not in both looks is not known, nor one that fell or was printed in E notation, of which the difference is
lost. Levels (`logons current`) are no counters. Where counters fell together the instance was restarted, and the later look
counts from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.model.workload import InstanceStatistic, Interval, Source, TimeModelRow, WaitEvent, Workload
from segtier.oracle.statistics import is_level
from segtier.oracle.wait_events import is_idle, is_known
from segtier.reports.call_time import stands_in
from segtier.reports.gathering import Gathering
from segtier.reports.numbers import words
from segtier.reports.sections.mechanism import Row, Section, column, key
from segtier.reports.segment_cells import Rounded, object_number, whole_number
from segtier.reports.tables.looks import EVENTS, STATISTICS, TIME_MODEL, Look, Looks, between, looks_in
from segtier.reports.tables.raw import Page
from segtier.units import US_PER_S

_CENTISECONDS = 100.0
_DB_TIME, _DB_CPU, _CPU_USED = "DB time", "DB CPU", "CPU used by this session"
CORE = frozenset(
    {
        *("user calls", "user commits", "execute count", "redo size", "redo writes", "session logical reads"),
        *("physical reads", "physical writes", "physical read total IO requests", "physical write total IO requests"),
        *(_DB_TIME, _CPU_USED, _DB_CPU, "parse count (total)", "logons cumulative", "bytes sent via SQL*Net to client"),
    }
)
"""Only a restart makes these fall; a list with one of them, or with a wait event of Oracle's, is one of counters."""
_PART_FELL = 0.5
"""Of all counters: so many fall only together."""
_AGAIN = (
    "Run the same query again later, and put both results into one file, one below the other, each with its time above it"
    " (or write a line 'elapsed: 3600 s')."
)


def _as_it_is(row: Row) -> Row:
    return row


STATISTIC_LOOKS, TIME_LOOKS = (
    Section(
        name=name,
        columns=(
            key("name", "Name"),
            column("instance", "Instance", read=object_number),
            column("earlier", "Earlier", read=whole_number, required=True),
            column("later", "Later", read=whole_number, required=True),
        ),
        build=_as_it_is,
    )
    for name in (STATISTICS, TIME_MODEL)
)
EVENT_LOOKS = Section(
    name=EVENTS,
    columns=(
        key("event", "Event"),
        column("instance", "Instance", read=object_number),
        column("wait_class", "Wait Class", read=words),
        column("unit", "Unit", read=words, required=True),
        column("earlier_waits", "Earlier waits", read=whole_number, required=True),
        column("waits", "Later waits", read=whole_number, required=True),
        column("earlier_time", "Earlier time", read=whole_number, required=True),
        column("time_s", "Later time", read=whole_number, required=True),
    ),
    build=_as_it_is,
)
SECTIONS = (STATISTIC_LOOKS, TIME_LOOKS, EVENT_LOOKS)


def is_counters(text: str) -> bool:
    """Whether a text holds a list of Oracle's counters, at one look or several."""
    return any(is_oracle(name, look) for name, looks in looks_in(text).of.items() for look in looks[:1])


def is_oracle(name: str, look: Look) -> bool:
    return any(is_known(key[1]) if name == EVENTS else key[1] in CORE for key in look.rows)


def read_counters_page(text: str) -> Page:
    return looks_in(text).page()


def read_pasted_counters(text: str, source: Source) -> Workload:
    """Raises UnreadableInput for one look alone, for a restart between, and for times that run backwards."""
    looks = looks_in(text)
    single = [name for name, found in looks.of.items() if len(found) < 2]
    if len(single) == len(looks.of):
        raise UnreadableInput(
            f"this is one look at {' and '.join(single) or STATISTICS}: it counts since the instance was started, and says"
            " nothing of an hour",
            code="one-look",
            advice=_AGAIN,
        )
    for name in single:
        del looks.of[name]
    reader = Gathering(looks.page(), SECTIONS)
    statistics, times, events = (reader.read(section).items for section in SECTIONS)
    for name, rows in ((STATISTICS, statistics), (TIME_MODEL, times), (EVENTS, events)):
        _refuse_same(name, rows)
        _refuse_restart(looks, rows)
    interval = _interval(looks)
    found = Workload(
        source=source,
        interval=interval,
        instance_statistics=tuple(
            _statistic(row, interval.elapsed_s) for row in statistics if not is_level(row["name"])
        ),
        time_model=tuple(
            TimeModelRow(row["name"], _scaled(row, US_PER_S), instance=row["instance"], evidence=(row.evidence,))
            for row in times
        ),
        wait_events=tuple(_event(row) for row in events),
        sections=reader.in_order(SECTIONS),
    )
    timed, stand_ins = _with_times(found)
    return replace(timed, warnings=(*reader.warnings, *stand_ins, *_warnings(timed, looks, single)))


def _difference(earlier: float | None, later: float | None) -> float | None:
    if (
        earlier is None
        or later is None
        or isinstance(earlier, Rounded)
        or isinstance(later, Rounded)
        or later < earlier
    ):
        return None
    return later - earlier


def _scaled(row: Row, unit: float) -> float | None:
    found = _difference(row["earlier"], row["later"])
    return None if found is None else found / unit


def _statistic(row: Row, elapsed_s: float | None) -> InstanceStatistic:
    total = _difference(row["earlier"], row["later"])
    per_s = total / elapsed_s if total is not None and elapsed_s else None
    return InstanceStatistic(row["name"], total, per_s, instance=row["instance"], evidence=(row.evidence,))


def _event(row: Row) -> WaitEvent:
    waits = _difference(row["earlier_waits"], row["waits"])
    time = _difference(row["earlier_time"], row["time_s"])
    time_s = None if time is None else time / (US_PER_S if row["unit"] == "us" else _CENTISECONDS)
    return WaitEvent(
        event=row["event"],
        wait_class=row["wait_class"],
        waits=None if waits is None else int(waits),
        time_s=time_s,
        avg_wait_us=time_s * US_PER_S / waits if waits and time_s is not None else None,
        instance=row["instance"],
        evidence=(row.evidence,),
    )


def _counted(row: Row) -> tuple[str, list[tuple[float, float]]]:
    """The name of a counter, and what it stood at in both looks, where both are known: of an event its waits and their time."""
    if "event" in row.values:
        pairs = [(row["earlier_waits"], row["waits"]), (row["earlier_time"], row["time_s"])]
        return row["event"], [pair for pair in pairs if None not in pair]
    pair = (row["earlier"], row["later"])
    return row["name"], [] if is_level(row["name"]) or None in pair else [pair]


def _refuse_same(name: str, rows: Sequence[Row]) -> None:
    """Raises UnreadableInput where nothing was counted between two looks: one was pasted twice."""
    pairs = [pair for row in rows for pair in _counted(row)[1] if not any(isinstance(one, Rounded) for one in pair)]
    if any(map(any, pairs)) and all(earlier == later for earlier, later in pairs):
        raise UnreadableInput(
            f"both looks at {name} show the same figures: one of them was pasted twice, or nothing happened between",
            code="same-looks",
            advice=_AGAIN,
        )


def _refuse_restart(looks: Looks, rows: Sequence[Row]) -> None:
    """Raises UnreadableInput where counters fell that nothing else makes fall."""
    counted = [(name, *pair) for name, pairs in map(_counted, rows) for pair in pairs]
    fell = [one for one in counted if one[2] < one[1]]
    core = next((one for one in fell if one[0] in CORE), None)
    if core is None and len(fell) <= _PART_FELL * len(counted):
        return
    name, earlier, later = core or fell[0]
    if looks.turned and len(fell) > _PART_FELL * len(counted):
        _refuse_times(*_times(looks)[::-1])
    fall = f"{name} fell from {earlier:,.0f} to {later:,.0f}"
    if None not in _times(looks) or len(fell) <= _PART_FELL * len(counted):
        raise UnreadableInput(
            f"the instance was restarted between the two looks: {fall}",
            code="restarted",
            advice="Take two looks between which the instance runs on.",
        )
    raise UnreadableInput(
        f"the instance was restarted between the two looks, or they stand in the wrong order: {fall}",
        code="restarted",
        advice="Take two looks between which the instance runs on, the earlier one first.",
    )


def _times(looks: Looks) -> tuple[datetime | None, datetime | None]:
    return next(((found[0].time, found[-1].time) for found in looks.of.values()), (None, None))


def _refuse_times(first: datetime | None, last: datetime | None) -> None:
    raise UnreadableInput(
        f"the second look ({last}) is not later than the first ({first})",
        code="times-backwards",
        advice="Put the earlier look first, each with its time above it.",
    )


def _interval(looks: Looks) -> Interval:
    first, last = _times(looks)
    gone = between(first, last) if first and last else None
    if gone is not None and gone.total_seconds() <= 0:
        _refuse_times(first, last)
    elapsed_s = gone.total_seconds() if gone is not None else looks.elapsed_s
    return Interval(begin_time=_dated(first), end_time=_dated(last), elapsed_s=elapsed_s)


def _dated(time: datetime | None) -> datetime | None:
    return None if time is None or time.year == 1 else time


def _with_times(found: Workload) -> tuple[Workload, tuple[Warn, ...]]:
    """DB time and CPU: of the time model, else of the statistics; else call time, where CPU and waits are there."""
    told = {row.name: row.time_s for row in found.time_model}
    counted = {row.name: row.total for row in found.instance_statistics if row.instance is None}
    cs = {name: total / _CENTISECONDS for name, total in counted.items() if total is not None}
    db_time_s = told.get(_DB_TIME, cs.get(_DB_TIME))
    cpu_s = told.get(_DB_CPU, cs.get(_CPU_USED))
    stand_ins: tuple[Warn, ...] = ()
    if db_time_s is None and cpu_s is not None and found.wait_events:
        db_time_s = cpu_s + sum(
            row.time_s or 0.0 for row in found.wait_events if not is_idle(row.event, row.wait_class)
        )
        stand_ins = (stands_in(db_time_s),)
    return replace(found, interval=replace(found.interval, db_time_s=db_time_s, db_cpu_s=cpu_s)), stand_ins


def _warnings(found: Workload, looks: Looks, single: Sequence[str]) -> list[Warn]:
    interval = found.interval
    lacking = [
        *(["how long it took"] if interval.elapsed_s is None else []),
        *(["DB time"] if interval.db_time_s is None else []),
        *(["waits"] if not found.wait_events else []),
    ]
    missing = ", ".join([*lacking, "CPUs", "segments"])
    told = [Warn("pasted-counters", f"two looks at {' and '.join(looks.of)}, a quick look: {missing} are not known")]
    if interval.elapsed_s is None:
        told.append(Warn("no-times", f"nothing says when the looks were taken. {_AGAIN}"))
    unknown = [row.name for row in found.instance_statistics if row.total is None]
    if unknown:
        told.append(
            Warn(
                "counters-left-out",
                f"{len(unknown)} counter(s) have no difference ({', '.join(unknown[:3])}): they are in one look only, fell,"
                " or are rounded (as 1.2346E+10 or 9,46E+10: SET NUMWIDTH 20 in SQL*Plus, a number without decimals in Excel)",
                STATISTICS,
            )
        )
    untold = [row.event for row in found.wait_events if row.waits is None or row.time_s is None]
    if untold:
        told.append(
            Warn(
                "waits-left-out",
                f"{len(untold)} event(s) have no difference ({', '.join(untold[:3])}): they are in one look only, fell, or are"
                " rounded: how long they were waited for is not known",
                EVENTS,
            )
        )
    if found.wait_events and not looks.foreground:
        told.append(
            Warn(
                "foreground-mixed", "the waits of background processes count as foreground: add total_waits_fg", EVENTS
            )
        )
    more = max(map(len, looks.of.values()))
    if more > 2:
        told.append(Warn("several-looks", f"{more} looks: the first and the last one count"))
    told.extend(Warn("one-look", f"{name} was looked at once: not used", name) for name in single)
    return told
