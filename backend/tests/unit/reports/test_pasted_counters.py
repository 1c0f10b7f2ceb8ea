"""Two looks at Oracle's counters, in the forms that clients and chats give them: what happened between, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from segtier.errors import UnreadableInput
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.detect import recognise
from segtier.reports.locate import locate

EARLIER = {
    "user calls": 100_000,
    "physical reads": 200_000,
    "redo size": 90_000_000,
    "DB time": 500_000,
    "CPU used by this session": 120_000,
    "table scans (short tables)": 70,
    "logons current": 50,
}
LATER = {
    "user calls": 190_000,
    "physical reads": 2_000_000,
    "redo size": 190_000_000,
    "DB time": 1_500_000,
    "CPU used by this session": 320_000,
    "table scans (short tables)": 70,
    "logons current": 40,
}
GROWN = {name: float(LATER[name] - EARLIER[name]) for name in EARLIER if name != "logons current"}
FIRST, SECOND = "2026-11-28 10:00:00", "2026-11-28 11:00:00"
Rows = dict[str, int]


def sqlplus(rows: Rows) -> str:
    """With the heading again on each page."""
    head = f"\n{'NAME':64} {'VALUE':>12}\n{'-' * 64} {'-' * 12}\n"
    lines = [f"{name:64} {value:12}\n" for name, value in rows.items()]
    pages = f"{head}{''.join(lines[:4])}{head}{''.join(lines[4:])}"
    return f"SQL> select name, value from v$sysstat where statistic# < 5\n{pages}\n{len(rows)} rows selected.\n"


def csv(rows: Rows) -> str:
    return '"NAME","VALUE"\n' + "".join(f'"{name}",{value}\n' for name, value in rows.items())


def markdown(rows: Rows) -> str:
    return "| NAME | VALUE |\n|---|---:|\n" + "".join(f"| {name} | {value:,} |\n" for name, value in rows.items())


def tabs(rows: Rows) -> str:
    """As a grid copies `SELECT *`."""
    head = "STATISTIC#\tNAME\tCLASS\tVALUE\tSTAT_ID\tCON_ID\n"
    return head + "".join(f"{at}\t{name}\t1\t{value}\t{at}\t0\n" for at, (name, value) in enumerate(rows.items()))


def collapsed(rows: Rows) -> str:
    return "".join(" ".join(line.split()) + "\n" for line in sqlplus(rows).split("\n"))


def quoted(rows: Rows) -> str:
    return "".join(f"> {line}\n" for line in sqlplus(rows).split("\n"))


def european(rows: Rows) -> str:
    return "NAME;VALUE\n" + "".join(f"{name};{value:,}\n".replace(",", ".") for name, value in rows.items())


FORMS: tuple[Callable[[Rows], str], ...] = (sqlplus, csv, markdown, tabs, collapsed, quoted, european)


def read(text: str) -> Workload:
    document = read_document(text.encode(), "looks.txt")
    assert isinstance(document, Workload)
    return document


def refused(text: str) -> UnreadableInput:
    with pytest.raises(UnreadableInput) as refusal:
        read(text)
    assert refusal.value.advice
    return refusal.value


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_each_form_says_what_happened_between(form: Callable[[Rows], str]) -> None:
    text = f"{FIRST}\n{form(EARLIER)}\n{SECOND}\n{form(LATER)}"
    workload = read(text)
    interval = workload.interval
    assert workload.source.kind == "pasted-counters"
    assert {row.name: row.total for row in workload.instance_statistics} == GROWN
    assert (interval.elapsed_s, interval.db_time_s, interval.db_cpu_s) == (3600.0, 10_000.0, 2_000.0)
    assert workload.instance_statistics[0].per_s == 25.0
    for row in workload.instance_statistics:
        place = locate(text.encode(), row.evidence[0], "later")
        assert row.name in text.split("\n")[(place.line or 0) - 1]
        assert int(re.sub(r"\D", "", place.raw_text or "")) == LATER[row.name]


@pytest.mark.parametrize(
    ("first", "second", "elapsed_s"),
    [
        ("28-NOV-26 10:00:00", "28-NOV-26 10:30:00", 1800.0),
        ("10:00:05 SQL> select name, value from v$sysstat;", "10:15:05 SQL> /", 900.0),
        ("23:50", "00:10", 1200.0),
        ("", "elapsed: 30 min", 1800.0),
        ("taken after 3600 s", "", 3600.0),
        ("Elapsed: 00:00:00.12", "Elapsed: 00:00:00.15", None),
        ("10:00", "2026-11-28 11:00", None),
        ("10:00", "", None),
        ("", "", None),
    ],
)
def test_times_are_told_or_not_known(first: str, second: str, elapsed_s: float | None) -> None:
    workload = read(f"{first}\n{csv(EARLIER)}\n{second}\n{csv(LATER)}")
    assert workload.interval.elapsed_s == elapsed_s
    assert ("no-times" in {warn.code for warn in workload.warnings}) == (elapsed_s is None)
    assert [row.per_s is None for row in workload.instance_statistics] == [elapsed_s is None] * len(GROWN)


@pytest.mark.parametrize(
    ("heading", "elapsed_s"),
    [("NAME,VALUE1,VALUE2", None), ("NAME,BEFORE,AFTER", None), (f"NAME,{FIRST},{SECOND}", 3600.0)],
)
def test_one_list_may_have_a_column_for_each_look(heading: str, elapsed_s: float | None) -> None:
    workload = read(f"{FIRST}\n{heading}\n" + "".join(f"{name},{EARLIER[name]},{LATER[name]}\n" for name in EARLIER))
    assert {row.name: row.total for row in workload.instance_statistics} == GROWN
    assert workload.interval.elapsed_s == elapsed_s


_EVENTS = "EVENT,TOTAL_WAITS,TIME_WAITED_MICRO,TOTAL_WAITS_FG,TIME_WAITED_MICRO_FG,WAIT_CLASS\n"


def test_waits_come_with_their_time() -> None:
    first = f"{_EVENTS}db file sequential read,2000,9000000,1000,5000000,User I/O\nrdbms ipc message,5,900,5,900,Idle\n"
    second = (
        f"{_EVENTS}db file sequential read,9000,99000000,3000,25000000,User I/O\nrdbms ipc message,9,9000,9,9000,Idle\n"
    )
    workload = read(f"{FIRST}\n{csv(EARLIER)}{first}\n{SECOND}\n{csv(LATER)}{second}")
    row = workload.wait_events[0]
    assert (row.event, row.wait_class, row.waits, row.time_s, row.avg_wait_us) == (
        *("db file sequential read", "User I/O", 2000, 20.0, 10_000.0),
    )
    assert (workload.interval.elapsed_s, workload.interval.db_time_s) == (3600.0, 10_000.0)
    assert "foreground-mixed" not in {warn.code for warn in workload.warnings}


def test_cpu_and_waits_stand_in_for_db_time() -> None:
    events = "EVENT\tTOTAL_WAITS\tTIME_WAITED\n"
    first, second = ({name: value for name, value in rows.items() if name != "DB time"} for rows in (EARLIER, LATER))
    workload = read(
        f"{csv(first)}{events}db file sequential read\t10\t100\nlog file sync\t1\t10\n"
        f"{csv(second)}{events}db file sequential read\t20\t900\nlog file sync\t2\t210\n"
    )
    assert workload.interval.db_time_s == 2_000.0 + 8.0 + 2.0
    assert {"call-time", "foreground-mixed"} <= {warn.code for warn in workload.warnings}


def test_the_time_model_is_in_microseconds() -> None:
    looks = [
        "STAT_NAME,VALUE\n" + "".join(f"{name},{value}\n" for name, value in rows)
        for rows in ((("DB time", 5_000_000), ("DB CPU", 1_000_000)), (("DB time", 9_000_000), ("DB CPU", 3_000_000)))
    ]
    workload = read("\n".join(looks))
    assert [(row.name, row.time_s) for row in workload.time_model] == [("DB time", 4.0), ("DB CPU", 2.0)]
    assert (workload.interval.db_time_s, workload.interval.db_cpu_s) == (4.0, 2.0)


def test_what_has_no_difference_is_not_known() -> None:
    later = {**LATER, "table scans (short tables)": 60, "gc cr blocks received": 5}
    text = csv(later).replace("190000000", "1.9000E+08").replace('"user calls",190000\n', "")
    workload = read(f"{csv(EARLIER)}\n{text}")
    totals = {row.name: row.total for row in workload.instance_statistics}
    assert totals == {
        name: None if name in ("redo size", "table scans (short tables)") else grown
        for name, grown in {**GROWN, "gc cr blocks received": None}.items()
        if name != "user calls"
    }
    assert "counters-left-out" in {warn.code for warn in workload.warnings}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (csv(EARLIER), "one-look"),
        (sqlplus(EARLIER), "one-look"),
        (csv(EARLIER) + csv({name: value // 9 for name, value in EARLIER.items()}), "restarted"),
        (csv(LATER) + csv(EARLIER), "restarted"),
        (f"{SECOND}\n{csv(EARLIER)}{FIRST}\n{csv(LATER)}", "times-backwards"),
    ],
)
def test_what_is_no_interval_is_refused(text: str, code: str) -> None:
    assert refused(text).code == code


@pytest.mark.parametrize(
    ("text", "order"),
    [
        (f"{FIRST}\n{csv(EARLIER)}{SECOND}\n{csv(LATER | {'redo size': 9})}", False),
        (f"{SECOND}\n{csv(LATER | {'redo size': 9})}{FIRST}\n{csv(EARLIER)}", False),
        (csv(EARLIER) + csv(LATER | {"redo size": 9}), False),
        (csv(LATER) + csv(EARLIER), True),
    ],
    ids=["with times", "turned, with times", "one fell", "all fell"],
)
def test_only_where_all_may_be_turned_the_order_is_in_doubt(text: str, order: bool) -> None:
    fault = refused(text)
    assert fault.code == "restarted"
    assert ("earlier" in (fault.advice or "")) == order
    assert ("order" in fault.message) == order


@pytest.mark.parametrize(
    "text",
    [
        "OWNER,OBJECT_NAME,STATISTIC_NAME,VALUE\nA,B,physical reads,1\n",
        "NAME,VALUE\ncolour,1\nweight,2\ncolour,2\nweight,3\n",
        "SNAP_ID,STAT_NAME,VALUE\n1,physical reads,9\n2,physical reads,19\n",
    ],
)
def test_other_rows_are_no_looks(text: str) -> None:
    try:
        kind = recognise(text)
    except UnreadableInput:
        return
    assert kind != "pasted-counters"


def test_waits_and_their_time_are_of_the_same_processes() -> None:
    head = "EVENT,TOTAL_WAITS,TOTAL_WAITS_FG,TIME_WAITED_MICRO\n"
    looks = [
        f"{head}db file sequential read,{n},{n // 2},{n}000000\nlog file sync,{n},{n // 2},{n}\n" for n in (10, 30)
    ]
    workload = read("\n".join(looks))
    assert (workload.wait_events[0].waits, workload.wait_events[0].time_s) == (20, 20.0)
    assert "foreground-mixed" in {warn.code for warn in workload.warnings}


def events(*rows: tuple[str, int, int]) -> str:
    head = "EVENT,TOTAL_WAITS_FG,TIME_WAITED_MICRO_FG\n"
    return head + "".join(f"{name},{waits},{time}\n" for name, waits, time in rows)


READ, SYNC = "db file sequential read", "log file sync"
WAITED = (events((READ, 2_000, 9_000_000), (SYNC, 50, 70_000)), events((READ, 9_000, 99_000_000), (SYNC, 90, 99_000)))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        # Waits in the wrong order, alone and beside counters that rise.
        (f"{WAITED[1]}{WAITED[0]}", "restarted"),
        (f"{FIRST}\n{csv(EARLIER)}{WAITED[1]}{SECOND}\n{csv(LATER)}{WAITED[0]}", "restarted"),
        # One look pasted twice: of counters, of waits alone, of waits beside counters that rise.
        (f"{FIRST}\n{csv(EARLIER)}{SECOND}\n{csv(EARLIER)}", "same-looks"),
        (f"{WAITED[0]}{WAITED[0]}", "same-looks"),
        (f"{csv(EARLIER)}{WAITED[0]}{csv(LATER)}{WAITED[0]}", "same-looks"),
    ],
)
def test_looks_in_the_wrong_order_and_looks_that_are_the_same_are_refused(text: str, code: str) -> None:
    assert refused(text).code == code


def test_looks_whose_times_tell_their_order_may_stand_in_any() -> None:
    inside = f"{FIRST}\n{csv(EARLIER)}{WAITED[0]}", f"{SECOND}\n{csv(LATER)}{WAITED[1]}"
    as_taken, turned = read("".join(inside)), read("".join(reversed(inside)))
    assert {row.name: row.total for row in turned.instance_statistics} == GROWN
    assert turned.interval == as_taken.interval
    assert [(row.waits, row.time_s) for row in turned.wait_events] == [(7_000, 90.0), (40, 0.029)]
    place = locate("".join(reversed(inside)).encode(), turned.instance_statistics[0].evidence[0], "later")
    assert int(place.raw_text or "0") == LATER[turned.instance_statistics[0].name]


def test_waits_without_a_difference_are_named() -> None:
    more = ((READ, 2_000, 9_000_000), (SYNC, 50, 70_000), ("log file parallel write", 9, 9))
    fewer = (
        (READ, 9_000, 99_000_000),
        (SYNC, 40, 60_000),
        ("log file parallel write", 19, 90),
        ("direct path read", 1, 1),
    )
    (warning,) = (warn for warn in read(events(*more) + events(*fewer)).warnings if warn.code == "waits-left-out")
    assert "2 event(s)" in warning.message
    assert SYNC in warning.message
    assert "direct path read" in warning.message
