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
from tests import corpus
from tests.sentences import like

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
        line = case["text"].split("\n")[(place.line or 0) - 1]
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
