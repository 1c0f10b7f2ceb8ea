"""What is kept of reports: an answer from the hours is the answer from the documents."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.advisor.comparison.like_hours import like_hours
from segtier.advisor.comparison.periods import compare
from segtier.advisor.plan_option import plan_option
from segtier.analysis import merge, report
from segtier.analysis.inputs import as_reports, is_kept_by_hour, sort_inputs
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.merge import LATEST, RULES, merge_slots
from segtier.analysis.open_report import bare_figures, hour_of
from segtier.analysis.report import KeptReport
from segtier.documents import decode, encode
from segtier.model.hour import Hour
from segtier.model.inventory import Inventory
from segtier.model.plan import Destination
from segtier.model.timeline import WINDOWS, Window
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.samples import oltp_sample
from tests import corpus
from tests.builders import a_request, a_workload

REAL = [one for kind in ("awr-html-1", "awr-text-1", "statspack-text-1") for one in corpus.files(kind)]


def kept(document: Workload, opened: list[str] | None = None) -> KeptReport | Workload:
    """As it comes back from a store; `opened` is told each time that the document is opened."""
    if not is_kept_by_hour(document):
        return document
    (one,) = as_reports([document])
    hour, figures = encode(hour_of(one)), encode(bare_figures(one))

    def open_() -> Workload:
        if opened is not None:
            opened.append(document.source.file or "")
        return document

    return KeptReport(decode(hour, Hour), lambda: decode(figures, Workload), open_)


@pytest.fixture(scope="module")
def sample() -> tuple[list[Workload], list[Inventory]]:
    """Four hours before and the one after; sizes."""
    read = [read_document(file.data, file.name) for file in oltp_sample()]
    workloads = [one for one in read if isinstance(one, Workload) and is_kept_by_hour(one)]
    return [*workloads[8:12], workloads[-1]], [one for one in read if isinstance(one, Inventory)]


@pytest.mark.parametrize("window", WINDOWS)
def test_the_advice_is_that_from_the_documents(sample: tuple[list[Workload], list[Inventory]], window: Window) -> None:
    workloads, inventories = sample
    request = replace(a_request(700 * 10**9, draws=20), window=window)

    assert advise([kept(one) for one in workloads], inventories, request) == advise(workloads, inventories, request)


def test_a_comparison_and_a_plan_are_those_from_the_documents(sample: tuple[list[Workload], list[Inventory]]) -> None:
    workloads, inventories = sample
    advice = advise(workloads, inventories, a_request(700 * 10**9, draws=20))
    reports = [kept(one) for one in workloads]
    before, after = workloads[:-1], workloads[-1:]

    there, here = like_hours(reports[:-1], reports[-1:]), like_hours(before, after)
    assert compare(there.before, there.after, advice, "segments", there.ratios) == compare(
        here.before, here.after, advice, "segments", here.ratios
    )
    targets = Destination(data_tablespace="FLASH")
    assert plan_option(advice, reports, "segments", targets, True, inventories) == plan_option(
        advice, workloads, "segments", targets, True, inventories
    )


def test_only_the_reports_of_the_window_are_opened(sample: tuple[list[Workload], list[Inventory]]) -> None:
    workloads, inventories = sample
    opened: list[str] = []

    advice = advise([kept(one, opened) for one in workloads], inventories, a_request(700 * 10**9, draws=20))

    assert advice.timeline
    used = {file for point in advice.timeline.points if point.used for file in point.files}
    assert len(advice.timeline.points) > len(used)
    assert set(opened) == used


@corpus.needs_corpus
@pytest.mark.parametrize(
    "path",
    [one for kind in ("awr-html-1", "awr-text-1", "statspack-text-1") for one in corpus.files(kind)],
    ids=lambda path: path.name,
)
def test_what_is_kept_of_a_real_report_is_what_it_says(path: Any) -> None:
    document = read_document(path.read_bytes(), path.name)
    if not isinstance(document, Workload) or not is_kept_by_hour(document):
        pytest.skip("opened as a whole")
    (one,), there = as_reports([document]), kept(document)
    assert isinstance(there, KeptReport)

    assert without_places(there.profile) == without_places(one.profile)
    assert (there.same_figures, there.tells_time, there.unnamed) == (one.same_figures, one.tells_time, one.unnamed)
    assert (there.quality, there.setup) == (one.quality, one.setup)
    assert there.figures() == bare_figures(one)


def without_places(profile: Any) -> Any:
    return profile and replace(profile, events=tuple(replace(one, evidence=()) for one in profile.events))


def test_many_hours_are_added_up_without_opening_them(
    sample: tuple[list[Workload], list[Inventory]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figure by figure the same; the places are those of the reports with most DB time."""
    slots, _ = sort_intervals(sort_inputs(sample[0]).intervals)
    whole = merge_slots(slots)
    for module in (report, merge):
        monkeypatch.setattr(module, "MOST_OPENED", 2)
    monkeypatch.setattr(report, "PLACED", 2)
    opened: list[str] = []
    reports = sort_inputs([kept(one, opened) for one in sample[0]]).intervals

    found = merge_slots(sort_intervals(reports)[0])

    busiest = sorted(reports, key=lambda one: -(one.profile.db_time_per_s if one.profile else 0))[:2]
    latest = max(reports, key=lambda one: one.interval.begin_snap or 0)
    assert set(opened) == {one.source.file for one in (*busiest, latest)}
    for name in RULES:
        rows, theirs = getattr(found, name), getattr(whole, name)
        assert [replace(row, evidence=()) for row in rows] == [replace(row, evidence=()) for row in theirs]
        for row, other in zip(rows, theirs, strict=True):
            assert set(row.evidence) <= set(other.evidence)
            assert {one.source for one in row.evidence} <= {one.source.sha256 for one in busiest}
    assert all(any(row.evidence for row in getattr(found, name)) for name in RULES if getattr(whole, name))
    others = {one.name for one in fields(Workload)} - {*RULES, *LATEST, "segment_coverage", "statement_coverage"}
    assert {name: getattr(found, name) for name in others} == {name: getattr(whole, name) for name in others}
    assert {name: getattr(found, name) for name in LATEST} == {name: getattr(whole, name) for name in LATEST}


def test_an_overlap_among_many_is_found_as_among_few() -> None:
    """Against every pair, as it was defined."""
    chance = Random(7)
    for _ in range(200):
        hours = []
        for number in range(chance.randrange(2, 12)):
            begin = chance.randrange(100, 120)
            length = chance.choice([1, 1, 1, 2, 3, 6])
            one = a_workload(elapsed_s=3600.0 * length, snaps=(begin, begin + length))
            source = replace(one.source, file=f"{number}.html", sha256=f"{number:064x}")
            moment = replace(one.interval, db_time_s=1_000.0 + number)
            hours.append(replace(one, source=source, interval=moment))
        slots, warnings = sort_intervals(as_reports(hours))
        found = [(slot.reports[0].interval.begin_snap, slot.reports[0].interval.end_snap) for slot in slots]

        kept_: list[Workload] = []
        distinct = {(one.interval.begin_snap, one.interval.end_snap): one for one in reversed(hours)}
        firsts = [one for one in hours if distinct[one.interval.begin_snap, one.interval.end_snap] is one]
        for one in sorted(firsts, key=lambda one: one.interval.elapsed_s or 0):
            if not any(overlap(one, other) for other in kept_):
                kept_.append(one)
        assert sorted(found) == sorted((one.interval.begin_snap, one.interval.end_snap) for one in kept_)
        assert len(warnings) == len(hours) - len(kept_)


def overlap(one: Workload, other: Workload) -> bool:
    (begin, end), (other_begin, other_end) = (
        (each.interval.begin_snap or 0, each.interval.end_snap or 0) for each in (one, other)
    )
    return begin < other_end and other_begin < end
