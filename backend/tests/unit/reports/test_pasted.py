"""Tables of top timed events out of forums and chats: what they say is read, what they do not say stays unknown."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.errors import UnreadableInput
from segtier.model.workload import Interval, Workload
from segtier.reports import read_document
from segtier.reports.detect import recognise
from segtier.reports.locate import locate
from segtier.reports.tables.pasted import plain_groups
from tests import corpus
from tests.sentences import like, worded

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases/reports/pasted.yaml").read_text())
READ = [case for case in CASES if "events" in case]
US_PER_MS = 1000


def read(text: str) -> Workload:
    document = read_document(text.encode(), "paste.txt")
    assert isinstance(document, Workload)
    return document


@pytest.mark.parametrize("case", READ, ids=lambda case: case["name"])
def test_reads_what_is_there(case: dict[str, Any]) -> None:
    workload = read(case["text"])
    found = [
        [
            row.event,
            row.wait_class,
            row.waits,
            row.time_s,
            row.avg_wait_us and row.avg_wait_us / US_PER_MS,
            row.db_time_pct,
        ]
        for row in workload.wait_events
    ]
    assert [row[:4] + row[5:] for row in found] == [row[:4] + row[5:] for row in case["events"]]
    for row, wanted in zip(found, case["events"], strict=True):
        assert row[4] == (None if wanted[4] is None else pytest.approx(wanted[4], rel=0.001))
    codes = [warn.code for warn in workload.warnings]
    assert ("foreground-mixed" not in codes) == case.get("foreground", False)
    assert ("row-skipped" in codes) == case.get("left_out", False)
    assert "pasted-events" in codes


@pytest.mark.parametrize("case", READ, ids=lambda case: case["name"])
def test_nothing_is_made_up(case: dict[str, Any]) -> None:
    workload = read(case["text"])
    interval = Interval(elapsed_s=case.get("elapsed_s"), db_time_s=case.get("db_time_s"), db_cpu_s=case.get("db_cpu_s"))
    calls = [warn for warn in workload.warnings if warn.code == "call-time"]
    assert bool(calls) == (interval.db_time_s is not None and "DB Time" not in case["text"])
    assert replace(workload.interval, db_time_s=None) == replace(interval, db_time_s=None)
    assert workload.interval.db_time_s == (interval.db_time_s and pytest.approx(interval.db_time_s, rel=1e-4))
    assert (workload.source.kind, workload.database.dbid, workload.database.release) == ("pasted-events", None, None)
    assert (workload.instances, workload.segments, workload.time_model) == ((), (), ())


@pytest.mark.parametrize("case", [case for case in CASES if "refused" in case], ids=lambda case: case["name"])
def test_figures_nobody_can_tell_apart_are_no_figures(case: dict[str, Any]) -> None:
    with pytest.raises(UnreadableInput, match=like("reports/page-calls-itself")) as refusal:
        read(case["text"])
    assert refusal.value.code == "empty-report"
    assert refusal.value.advice


@pytest.mark.parametrize("case", READ, ids=lambda case: case["name"])
def test_each_figure_is_found_again(case: dict[str, Any]) -> None:
    data = case["text"].encode()
    for row in read(case["text"]).wait_events:
        place = locate(data, row.evidence[0], "waits")
        assert place.raw_text
        line = plain_groups(case["text"].split("\n")[(place.line or 0) - 1])
        assert place.raw_text in line
        assert row.event[:20] in line


@pytest.mark.parametrize(
    "text",
    [
        "EVENT,TOTAL_WAITS,TIME_WAITED\ndb file sequential read,1,2\n",
        "STATSPACK report for\n\nTop 5 Timed Events\nEvent Waits Time (s)\n",
        "the db file sequential read took 5 ms\nlog file sync took 3 ms\n",
    ],
)
def test_other_texts_are_no_paste(text: str) -> None:
    try:
        kind = recognise(text)
    except UnreadableInput:
        return
    assert kind != "pasted-events"


_TOP = re.compile(
    r"^Top \d+ (?:Timed|Foreground)[^\n]*Events.*?(?=\n\s*\n|\n[ -]*-{60,}|\nHost CPU|\f)", re.MULTILINE | re.DOTALL
)
FORMS: dict[str, Callable[[str], str]] = {
    "collapsed": lambda line: " ".join(line.split()),
    "quoted": lambda line: f"> {line}",
    "tabs": lambda line: re.sub(r" {2,}", "\t", line.strip()),
    "bars": lambda line: f"| {re.sub(' {2,}', ' | ', line.strip())} |",
}


@corpus.needs_corpus
@pytest.mark.parametrize("prefix", ["awr-text-", "statspack-text-"])
def test_real_tables_say_the_same_in_every_form(prefix: str) -> None:
    paths = corpus.files(prefix)
    assert paths
    for path in paths:
        text = path.read_bytes().decode("latin-1").replace("\r", "")
        found = _TOP.search(text)
        assert found is not None, path.name
        lines = found[0].split("\n")
        as_printed = read(found[0]).wait_events
        assert len(as_printed) == 4, path.name
        for name, changed in FORMS.items():
            assert read("\n".join(map(changed, lines))).wait_events == as_printed, (path.name, name)


def test_a_row_that_breaks_off_is_no_figure() -> None:
    """`DB CPU` without its seconds, where the text ends."""
    head = "Top 5 Timed Foreground Events\nEvent\tWaits\tTime(s)\tAvg wait (ms)\t% DB time\tWait Class\n"
    found = read(f"{head}db file sequential read\t1,234\t10\t8\t50.0\tUser I/O\nDB CPU\t")
    assert (found.interval.db_cpu_s, [row.waits for row in found.wait_events]) == (None, [1_234])


@pytest.mark.parametrize("unit", ["ticks", "K", "fg"])
def test_times_in_an_unknown_unit_are_refused(unit: str) -> None:
    with pytest.raises(UnreadableInput, match=re.escape(unit)) as refused:
        read(
            f"Event,Waits,Time ({unit}),Avg (ms),% DB time\nlog file sync,100,10,100,20\ndirect path read,100,10,100,20\n"
        )
    assert refused.value.code == "unknown-unit"


@pytest.mark.parametrize(
    ("waits", "average", "known"), [("", "(ticks)", (100, 10.0, 1e5)), ("(gross)", "(ms)", (None, 10.0, 1e5))]
)
def test_figures_in_an_unknown_unit_are_none(waits: str, average: str, known: tuple[Any, ...]) -> None:
    rows = "log file sync,100,10,100,20\ndirect path read,100,10,100,20\n"
    workload = read(f"Event,Waits {waits},Time (s),Avg {average},% DB time\n{rows}")
    row = workload.wait_events[0]
    assert (row.waits, row.time_s, row.avg_wait_us) == known
    assert "unknown-unit" in said(workload)


TOP = """Top 5 Timed Foreground Events
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Event                                 Waits     Time(s) Avg(ms) % DB time Wait Class
------------------------------ ------------ ----------- ------ ------ ----------
db file sequential read           1,234,567      12,345     10   61.7 User I/O
DB CPU                                            4,000          20.0
log file sync                       200,000       1,000      5    5.0 Commit
"""


def said(workload: Workload) -> dict[str, str]:
    return {warn.code: warn.message for warn in workload.warnings}


@pytest.mark.parametrize("between", ["\nAfter the change:\n\n", "\n", ""])
def test_a_second_table_is_told_and_does_not_count(between: str) -> None:
    second = TOP.replace("12,345", "2,345")
    workload = read(TOP + between + second)
    assert [row.time_s for row in workload.wait_events] == [12_345, 1_000]
    line = (TOP + between).count("\n") + 5
    assert said(workload)["several-tables"] == worded("reports/two-tables-top", "5", str(line))
    assert "several-tables" not in said(read(TOP))


def test_rows_that_come_again_without_a_heading_are_a_second_table() -> None:
    rows = TOP[TOP.index("db file") :]
    assert "several-tables" in said(read(TOP + "\n" + rows))


def test_what_did_not_fit_its_column_is_unknown_and_its_row_stays() -> None:
    workload = read(TOP.replace("1,234,567", "#########").replace("12,345", "######"))
    first = workload.wait_events[0]
    assert (first.event, first.waits, first.time_s, first.db_time_pct) == ("db file sequential read", None, None, 61.7)
    assert "overflow" in said(workload)
    assert "foreground-mixed" not in said(workload)


def test_a_first_row_that_cannot_be_read_is_told() -> None:
    workload = read(TOP.replace("1,234,567      12,345     10   61.7", "n/a n/a n/a n/a"))
    assert [row.event for row in workload.wait_events] == ["log file sync"]
    assert "row-skipped" in said(workload)
    assert "foreground-mixed" not in said(workload)


def test_lines_of_an_old_macintosh_are_lines() -> None:
    assert read(TOP.replace("\n", "\r")).wait_events == read(TOP).wait_events


@pytest.mark.parametrize("junk", ["from here\r on", "\r", '"never ends\r,'])
def test_a_carriage_return_among_rows_of_csv_costs_its_line_alone(junk: str) -> None:
    """The library of CSV refuses it: the reader died of that."""
    head = "Event,Waits,Time(s),Avg wait (ms),% DB time,Wait Class\n"
    rows = "db file sequential read,1234,10,8,50.0,User I/O\n"
    found = read(f"Top 5 Timed Foreground Events\n{head}{rows}{junk}\n").wait_events
    assert [(row.event, row.waits) for row in found] == [("db file sequential read", 1_234)]


def test_a_table_in_one_line_is_refused_by_that() -> None:
    with pytest.raises(UnreadableInput) as refused:
        read(" ".join(TOP.split()))
    assert refused.value.code == "one-line"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("61.7 User", "161.7 User", "share-beyond-all"),
        ("61.7 User", "97.7 User", "share-beyond-all"),
        ("    10   61.7", "   100   61.7", "other-average"),
        ("     5    5.0", "    50    5.0", "other-average"),
        ("61.7 User", "6.17 User", "shares-contradict"),
        ("     5    5.0", "     5   15.0", "shares-contradict"),
        ("20.0\n", "80.0\n", "shares-contradict"),
        ("Top 5", "DB Time: 100.00 (mins)\n\nTop 5", "shares-contradict"),
        ("Top 5", "DB Time: 100.00 (mins)\n\nTop 5", "rows-beyond-total"),
    ],
)
def test_figures_that_contradict_each_other_are_told(old: str, new: str, code: str) -> None:
    assert old in TOP
    assert code in said(read(TOP.replace(old, new)))
    assert code not in said(read(TOP))


@pytest.mark.parametrize("whole", ["% DB time", "% Total Call Time"])
@pytest.mark.parametrize(("cpu", "told"), [(40.0, True), (19.5, False)])
def test_shares_that_make_more_than_all_are_told(whole: str, cpu: float, told: bool) -> None:
    """The row of the CPU, which has no waits, has its share too."""
    name = "DB CPU" if "DB" in whole else "CPU time"
    lines = [
        f"Event  Waits  Time(s)  Avg wait (ms)  {whole}",
        "db file sequential read  1000000  6000  6  60.0",
        f"{name}  4000  {cpu}",
        "log file sync  100000  2000  20  20.0",
    ]
    assert ("share-beyond-all" in said(read("\n".join(lines)))) == told


CONTRADICTIONS = {"share-beyond-all", "other-average", "shares-contradict", "rows-beyond-total"}


def test_both_figures_of_a_contradiction_are_told() -> None:
    of_rows = said(read(TOP.replace("61.7 User", "6.17 User")))["shares-contradict"]
    of_whole = said(read("DB Time: 100.00 (mins)\n\n" + TOP))["shares-contradict"]
    assert all(figure in of_rows for figure in ("12,345", "6.17", "200,081", "20,000"))
    assert all(figure in of_whole for figure in ("6,000", "61.7", "205.8"))


@pytest.mark.parametrize("case", READ, ids=lambda case: case["name"])
def test_tables_as_printed_contradict_nothing(case: dict[str, Any]) -> None:
    assert said(read(case["text"])).keys().isdisjoint(CONTRADICTIONS)


LOOKS = "\n".join(
    f"2026-11-28 {hour}:00\nNAME,VALUE\nuser calls,{calls}\nDB time,{calls * 5}\nuser commits,{calls // 2}"
    for hour, calls in ((10, 100_000), (11, 190_000))
)
SYSTEM_EVENT = "\n".join(
    f"2026-11-28 {hour}:00\nEVENT,TOTAL_WAITS,TIME_WAITED_MICRO\n"
    f"db file sequential read,{waits},{waits * 5}\nlog file sync,{waits},{waits}"
    for hour, waits in ((10, 100_000), (11, 190_000))
)
HEADED = "Event,Waits,Total Wait Time (sec),Wait Avg(ms),% DB time\nlog file sync,100,10,100,20\ndirect path read,100,10,100,20\n"
SIZES = (
    "OWNER,SEGMENT_NAME,SEGMENT_TYPE,TABLESPACE_NAME,BYTES\nSHOP,ORDERS,TABLE,D,1000000\nSHOP,LINES,TABLE,D,1000000\n"
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"{TOP}\n\n{LOOKS}", "pasted-events"),
        (f"{LOOKS}\n\n{TOP}", "pasted-events"),
        (f"{TOP}\n\n{SYSTEM_EVENT}", "pasted-events"),
        (f"{HEADED}\n{LOOKS}", "pasted-counters"),
        (f"{LOOKS}\n\n{HEADED}", "pasted-counters"),
    ],
    ids=["events, statistics", "statistics, events", "events, waits", "headed, statistics", "statistics, headed"],
)
def test_a_second_kind_in_one_paste_is_told(text: str, kind: str) -> None:
    document = read_document(text.encode(), "paste.txt")
    assert isinstance(document, Workload)
    assert document.source.kind == kind
    assert [one.code for one in document.warnings].count("several-kinds") == 1


@pytest.mark.parametrize("text", [TOP, LOOKS, SYSTEM_EVENT, HEADED, SIZES, f"{LOOKS}\n\n{SYSTEM_EVENT}"])
def test_one_kind_alone_has_no_second(text: str) -> None:
    document = read_document(text.encode(), "paste.txt")
    assert "several-kinds" not in {one.code for one in document.warnings}
