"""The law of evidence on the sample's report and on real ones; and the faults it would find."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from robustness import less_evidence
from segtier.advisor.diagnoses import best_option
from segtier.advisor.segments import shares
from segtier.analysis import profile
from segtier.forecast import outcome
from segtier.model.inventory import Inventory
from segtier.model.workload import SegmentWait, Workload
from segtier.reports import read_document
from segtier.reports.sections import mechanism
from segtier.samples import oltp_sample
from tests import corpus
from tests.builders import a_wait, a_workload
from tests.two_speeds import FAST, SLOW, two_speeds
from tests.two_speeds import sizes as two_speeds_sizes

SAMPLE = {one.name: one.data for one in oltp_sample()}
REPORT = next(name for name in SAMPLE if "4116_4117" in name)


def sizes() -> tuple[Inventory, ...]:
    found = [read_document(data, name) for name, data in SAMPLE.items() if "sizes" in name]
    return tuple(one for one in found if isinstance(one, Inventory))


def a_few(name: str) -> bool:
    return name.startswith("cut at") or name in ("all headings in another language", "no waits", "no DB time")


def test_the_sample_with_less_evidence() -> None:
    found = less_evidence.tried(REPORT, SAMPLE[REPORT], sizes=sizes())
    assert found.pairs > 100
    assert found.breaks == ()


@corpus.needs_corpus
@pytest.mark.parametrize("path", less_evidence.reports(), ids=lambda path: path.name)
def test_a_real_report_with_less_evidence(path: Path) -> None:
    """What takes most away; the rest is tried by `make prove` (robustness/less_evidence.py)."""
    assert less_evidence.tried(path.name, path.read_bytes(), a_few).breaks == ()


def of_a_dump(event_part: float, samples: dict[str, float]) -> Workload:
    """Read times by file, the indexes' longer, and samples of sessions of 10 s; `event_part`: the waits' time over the files'."""
    whole = two_speeds({SLOW: 6.0, FAST: 12.0}, event_part=event_part)
    waits = tuple(
        SegmentWait("SHOP", name, samples=int(seen), read_wait_s=10.0 * seen, variance_s2=100.0 * seen)
        for name, seen in samples.items()
    )
    return replace(whole, segment_waits=waits)


AS_FILES = {"ORDERS": 216.0, "LINES": 108.0, "ORDERS_PK": 432.0, "LINES_IX": 216.0}


@pytest.mark.parametrize("event_part", [0.8, 1.6])
@pytest.mark.parametrize("samples", [{}, AS_FILES, AS_FILES | {"ORDERS_PK": 390.0}, AS_FILES | {"ORDERS_PK": 490.0}])
def test_a_dump_without_its_read_times(event_part: float, samples: dict[str, float]) -> None:
    whole = of_a_dump(event_part, samples)
    found = less_evidence.tried_document(
        whole, lambda one: one.startswith(("no read times: files", "no read times: samples")), (two_speeds_sizes(),)
    )
    assert found.pairs == 2 + bool(samples)
    assert found.breaks == ()


@pytest.mark.parametrize(("slow_ms", "fast_ms"), [(12.0, 6.0), (6.0, 12.0)])
def test_a_report_without_its_read_times(slow_ms: float, fast_ms: float) -> None:
    """What moves may lie on the slower tablespace or on the faster one."""
    whole = two_speeds({SLOW: slow_ms, FAST: fast_ms})
    found = less_evidence.tried_document(whole, lambda one: one == "no read times: files", (two_speeds_sizes(),))
    assert (found.pairs, found.breaks) == (1, ())


@pytest.mark.parametrize("space", [SLOW, FAST])
@pytest.mark.parametrize("what", ["tablespace", "times of"])
@pytest.mark.parametrize(("slow_ms", "fast_ms"), [(12.0, 3.0), (6.0, 12.0), (6.0, 6.0)])
def test_a_report_without_the_read_times_of_one_tablespace(
    slow_ms: float, fast_ms: float, what: str, space: str
) -> None:
    """Its reads may be the slower or the faster ones; the other's times do not tell."""
    whole = two_speeds({SLOW: slow_ms, FAST: fast_ms})
    found = less_evidence.tried_document(
        whole, lambda one: one == f"no read times: {what} {space}", (two_speeds_sizes(),)
    )
    assert (found.pairs, found.breaks) == (1, ())


def test_a_report_with_segments_without_figures() -> None:
    """It says how much they make together, and not how much the indexes do."""
    whole = two_speeds({SLOW: 6.0, FAST: 6.0})
    listed = {"physical_reads_blocks": replace(whole.segment_coverage["physical_reads_blocks"], listed=1_190_000.0)}
    whole = replace(whole, segment_coverage=listed)
    found = less_evidence.tried_document(whole, lambda one: one == "segments without figures", (two_speeds_sizes(),))
    assert (found.pairs, found.breaks) == (1, ())


@pytest.mark.parametrize("less", ["no requests by segment", "no requests by segment: half of them"])
def test_a_report_without_requests_of_its_segments(less: str) -> None:
    """Their blocks tell what they may have made; the sample's requests read a block and a half."""
    whole = read_document(SAMPLE[REPORT], REPORT)
    assert isinstance(whole, Workload)
    found = less_evidence.tried_document(whole, lambda one: one == less, sizes())
    assert found.pairs >= 1
    assert found.breaks == ()


def without_names(other: str, background_s: float) -> Workload:
    """Reads, a wait of class Other, and background writes that the classes count in; most of DB time is unexplained."""
    waits = (
        a_wait("db file sequential read", 350, 35),
        a_wait(other, 300, 500),
        a_wait("control file parallel write", background_s, 10, foreground=False),
    )
    whole = a_workload(waits, cpu_s=90, rest_s=1_100)
    classes = tuple(replace(row, time_s=56.0) if row.wait_class == "System I/O" else row for row in whole.wait_classes)
    return replace(whole, wait_classes=classes)


@pytest.mark.parametrize("other", ["enq: WP - contention", "reliable message"])
@pytest.mark.parametrize("background_s", [10.0, 3_000.0])
def test_a_report_without_its_list_of_waits(other: str, background_s: float) -> None:
    """Its classes alone do not tell which waits are for locks, nor which are the background's: both may follow the rest."""
    whole = without_names(other, background_s)
    found = less_evidence.tried_document(whole, lambda one: one in ("no wait_events", "first of wait_events"))
    assert found.pairs == 2
    assert found.breaks == ()


@pytest.mark.parametrize("wait_class", ["Other", None])
def test_a_report_whose_waits_for_locks_have_names_that_nobody_knows(wait_class: str | None) -> None:
    whole = without_names("enq: WP - contention", 10.0)
    masked = tuple(
        replace(row, event="masked", wait_class=wait_class) if row.event.startswith("enq") else row
        for row in whole.wait_events
    )
    told, less = less_evidence.advice_of(whole), less_evidence.advice_of(replace(whole, wait_events=masked))
    assert told is not None
    assert less is not None
    assert list(less_evidence.broken(told, less)) == []


def _absent(section: Any, _page: Any) -> Any:
    from segtier.model.workload import Section

    return Section(section.name, "missing", None, {}, "")


FAULTS = {
    "an unreadable table is taken as absent": (mechanism, "_absent", _absent, "unknown headings: "),
    "no bound on what has no name": (profile, "unnamed_time", lambda *_: (), "no waits"),
    "blocks are taken for requests, certainly": (shares, "not_counted", lambda *_: None, "no requests by segment"),
    "no gate where a report breaks off": (best_option, "broken_off", lambda _: None, "cut at 90"),
}


def test_it_is_noticed_when_read_times_that_nobody_knows_are_drawn_but_not_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outcome, "_APART", ())
    whole = two_speeds({SLOW: 12.0, FAST: 6.0})
    found = less_evidence.tried_document(whole, lambda one: one == "no read times: files", (two_speeds_sizes(),))
    assert {text.text.split()[1] for text in found.breaks} == {"indexes"}


@pytest.mark.parametrize(("module", "name", "fault", "less"), FAULTS.values(), ids=FAULTS.keys())
def test_it_is_noticed_when(module: Any, name: str, fault: Any, less: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the changes whose name begins so; without the fault none of them breaks the law (above)."""
    monkeypatch.setattr(module, name, fault)
    assert less_evidence.tried(REPORT, SAMPLE[REPORT], lambda one: one.startswith(less), sizes()).breaks != ()
