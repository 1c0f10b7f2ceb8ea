"""DB time of a database is that of all its instances: an hour that lacks one is none to answer from, unless others are chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from segtier.advisor.advise import advise
from segtier.advisor.comparison.held import hold_against
from segtier.analysis.inputs import as_reports
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.of_instances import of_instances, perhaps_others
from segtier.analysis.open_report import OpenReport, ReadAgain, hour_of
from segtier.analysis.report import KeptReport, Report
from segtier.analysis.timeline import choose_window
from segtier.errors import NotUsable, Refused
from segtier.model.document_kind import DocumentKind
from segtier.model.timeline import WINDOWS, StatedHours, Timeline, Window
from segtier.model.workload import Instance, Source, Workload
from tests.builders import a_request
from tests.unit.analysis.test_timeline import an_hour


def untold(report: Workload) -> Workload:
    """Its snapshots are there, its time model and its header's DB time are not."""
    interval = replace(report.interval, db_time_s=None, db_cpu_s=None)
    waits = tuple(replace(one, db_time_pct=None) for one in report.wait_events)
    return replace(report, time_model=(), wait_events=waits, interval=interval)


BOTH = [an_hour(0), an_hour(0, instance=2)]
LATER = an_hour(1, load=9.0)
LACKING = [[LATER], [LATER, untold(an_hour(1, instance=2))]]
"""An hour without the second instance: its report, or what it tells of DB time."""


def line(reports: Sequence[Workload], window: Window = "busy", hours: StatedHours | None = None) -> Timeline:
    return choose_window(sort_intervals(as_reports(reports))[0], window, hours)[1]


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("later", LACKING)
def test_an_hour_without_an_instance_is_not_chosen(window: Window, later: list[Workload]) -> None:
    """However busy it is by what is known of it."""
    found = line([*BOTH, *later], window)
    assert [(one.used, one.average_active_sessions is None) for one in found.points] == [(True, False), (False, True)]
    (note,) = [one for one in found.notes if one.code == "instance-missing"]
    assert "1 of 2 intervals" in note.message
    assert "instance 2" in note.message


@pytest.mark.parametrize(
    ("reports", "hours"),
    [
        ([LATER, an_hour(0, instance=2)], None),
        ([LATER, untold(an_hour(1, instance=2))], None),
        *(([*BOTH, *later], StatedHours(LATER.interval.begin_time)) for later in LACKING),
    ],
)
def test_without_a_whole_hour_the_way_on_is_told(reports: list[Workload], hours: StatedHours | None) -> None:
    """Also where the hours that somebody states hold none."""
    with pytest.raises(NotUsable) as refused:
        line(reports, hours=hours)
    assert (refused.value.code, "instance=" in (refused.value.advice or "")) == ("no-db-time", True)


@pytest.mark.parametrize("turned", [False, True])
def test_a_copy_that_tells_db_time_counts_whichever_comes_first(turned: bool) -> None:
    """Who gives what was missing has the answer."""
    lacking = [LATER, untold(an_hour(1, instance=2))]
    told = an_hour(1, instance=2)
    told = replace(told, source=replace(told.source, file="again.html", sha256="f" * 64))
    found = line([told, *lacking] if turned else [*lacking, told])
    (point,) = found.points
    assert (point.used, point.files) == (
        True,
        ("again.html", "hour1_1.html") if turned else ("hour1_1.html", "again.html"),
    )


def test_one_instance_alone_lacks_nothing_that_is_known() -> None:
    assert [one.used for one in line([an_hour(0), an_hour(1)], "average").points] == [True, True]
    unnamed = [replace(an_hour(number), instances=(Instance(),)) for number in (0, 1)]
    assert [one.used for one in line([*unnamed, an_hour(2, instance=2)], "average").points] == [True] * 3


@pytest.mark.parametrize("later", LACKING)
def test_chosen_instances_are_answered_and_said(later: list[Workload]) -> None:
    answer = advise([*BOTH, *later], [], a_request(draws=40, instances=(1,), window="busiest"))
    assert answer.timeline is not None
    assert [point.instances for point in answer.timeline.points] == [(1,), (1,)]
    assert answer.hours is not None
    assert answer.hours.other_hours is not None
    assert "instance 1 alone" in answer.hours.other_hours
    alone = advise([BOTH[0], LATER], [], a_request(draws=40, window="busiest"))
    assert (answer.options, answer.db_time) == (alone.options, alone.db_time)


def naming(report: Workload, *numbers: int) -> Workload:
    """It names these, and has the figures of its own alone."""
    return replace(report, interval=replace(report.interval, instances=numbers))


def a_kept(report: Workload) -> KeptReport:
    known = OpenReport(report)
    return KeptReport(hour_of(known), known.figures, known.document)


@pytest.mark.parametrize("kind", [OpenReport, a_kept, lambda one: ReadAgain(one, lambda: one)])
def test_an_instance_that_is_named_alone_is_lacking_until_the_other_is_chosen(
    kind: Callable[[Workload], Report],
) -> None:
    given = [kind(naming(one, 1, 2)) for one in (an_hour(0), LATER)]
    with pytest.raises(NotUsable) as refused:
        advise(given, [], a_request(draws=40))
    assert (refused.value.code, "instance=" in (refused.value.advice or "")) == ("no-db-time", True)
    answer = advise(given, [], a_request(draws=40, instances=(1,)))
    alone = advise([an_hour(0), LATER], [], a_request(draws=40))
    assert (answer.options, answer.db_time) == (alone.options, alone.db_time)
    assert answer.hours is not None
    assert "load of instance 2 is left out" in (answer.hours.other_hours or "")


def test_what_a_bundle_beside_the_reports_names_counts_too() -> None:
    """Its own figures are of another time."""
    bundle = naming(Workload(source=Source(kind="bundle", file="b.zip")), 1, 2)
    bundle = replace(bundle, segment_basis={"kind": "cumulative", "from": None, "to": None})
    with pytest.raises(NotUsable) as refused:
        advise([an_hour(0), bundle], [], a_request(draws=40))
    assert refused.value.code == "no-db-time"
    assert advise([an_hour(0), bundle], [], a_request(draws=40, instances=(1,))).options


def test_all_of_them_chosen_are_all_there_are() -> None:
    given = as_reports(BOTH)
    assert of_instances(given, (1, 2)) == given
    assert "instances-chosen" not in {one.code for one in line(BOTH).notes}


@pytest.mark.parametrize("chosen", [(3,), (1, 3)])
def test_an_instance_that_is_not_there_is_refused(chosen: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match="instance 3") as refused:
        of_instances(BOTH, chosen)
    assert refused.value.code == "no-such-instance"


def test_a_report_of_several_tells_none_alone() -> None:
    both = replace(an_hour(0), instances=(Instance(number=1), Instance(number=2)))
    with pytest.raises(Refused, match="instance 1 alone"):
        of_instances([both], (1,))
    assert len(of_instances([both], (1, 2))) == 1


def test_counters_since_start_up_of_several_tell_none_alone() -> None:
    both = replace(an_hour(0), instances=(Instance(number=1), Instance(number=2)), source=Source(kind="bundle"))
    both = replace(both, segment_basis={"kind": "cumulative", "from": None, "to": None})
    with pytest.raises(Refused, match="instance 1 alone"):
        of_instances([both], (1,))
    assert of_instances([both, an_hour(1)], (1,))[0].instances == both.instances


def test_a_comparison_says_which_instances_both_periods_have() -> None:
    found = hold_against([an_hour(0)], [an_hour(24), an_hour(24, instance=2)], [], a_request(draws=40), None).comparison
    assert not found.comparable
    assert any("instance 1 alone" in one for one in found.reasons)


def test_a_comparison_holds_whole_hours_against_whole_hours() -> None:
    """The busier hour of an instance is no like of an hour of both."""
    after = [an_hour(24), an_hour(24, instance=2)]
    whole = hold_against(BOTH, after, [], a_request(draws=40), None).comparison
    found = hold_against([*BOTH, LATER], after, [], a_request(draws=40), None).comparison
    assert found.before_db_time_s_per_hour == whole.before_db_time_s_per_hour
    assert any(one.startswith("Before: 1 of 2 intervals") for one in found.reasons)
    alone = hold_against([*BOTH, LATER], after, [], a_request(draws=40, instances=(1,)), None).comparison
    assert {one.file for one in alone.after} == {"hour24_1.html"}
    assert any("instance 1 alone" in one for one in alone.reasons)


def page(
    instance: int, *, rac: bool | None = True, named: tuple[int, ...] = (), kind: DocumentKind = "awr-html"
) -> Workload:
    hour = an_hour(0, instance=instance)
    return replace(
        hour,
        source=replace(hour.source, kind=kind),
        database=replace(hour.database, rac=rac),
        interval=replace(hour.interval, instances=named),
    )


CLUSTERS: tuple[tuple[str, list[Workload], frozenset[int], bool], ...] = (
    ("a page of one", [page(1)], frozenset(), True),
    ("pages of two, which name no third", [page(1), page(2)], frozenset(), True),
    ("a page of no cluster", [page(1, rac=False)], frozenset(), False),
    ("a page that does not say", [page(1, rac=None)], frozenset(), False),
    ("a dump that names one", [page(1, named=(1,), kind="awr-dump")], frozenset(), True),
    ("a dump that names both", [page(one, named=(1, 2), kind="awr-dump") for one in (1, 2)], frozenset(), False),
    ("pages beside a list of all", [page(1), page(2)], frozenset({1, 2}), False),
    ("a page of all instances", [page(1, kind="awr-rac-html")], frozenset(), False),
)


@pytest.mark.parametrize(("reports", "listed", "said"), [one[1:] for one in CLUSTERS], ids=[one[0] for one in CLUSTERS])
def test_who_may_run_beside_them_is_said(reports: list[Workload], listed: frozenset[int], said: bool) -> None:
    slots, _ = sort_intervals(as_reports(reports), listed)
    assert [warn.code for warn in perhaps_others(slots, listed)] == (["one-of-cluster"] if said else [])


def test_who_chose_an_instance_knows_of_the_others() -> None:
    codes = {one.code for one in advise([page(1)], (), a_request(draws=20, instances=(1,))).warnings}
    assert "one-of-cluster" not in codes
    assert "one-of-cluster" in {one.code for one in advise([page(1)], (), a_request(draws=20)).warnings}
