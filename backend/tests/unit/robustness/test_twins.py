"""A slice of `robustness/twins.py`: the dump with a real report's figures gives the report's answer."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from robustness import twins
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.corpus import needs_corpus, report
from tests.twins import Shape, Twin


@cache
def a_report(part: str = "SLOB2-400-401") -> Workload:
    found = read_document(report(part), "report.html")
    assert isinstance(found, Workload)
    return found


@needs_corpus
@pytest.mark.parametrize(
    ("kind", "release"),
    [(kind, "19c") for kind in twins.KINDS] + [("one file", twins.OLD), ("a restart between snapshots", twins.OLD)],
)
def test_a_twin_gives_the_answer_of_its_report(kind: str, release: str) -> None:
    assert twins.fits(a_report(), release, kind)
    assert twins.differences(*twins.KINDS[kind](a_report(), release)) == []


@needs_corpus
def test_two_databases_in_one_dump_are_answered_as_if_alone() -> None:
    pairs = list(twins.beside_another(a_report(), a_report("SLOB-160-161"), "19c"))
    assert [twins.differences(*pair) for pair in pairs] == [[], []]
    assert pairs[0][1].figures != pairs[1][1].figures


@needs_corpus
def test_other_figures_make_another_answer() -> None:
    one = a_report()
    first, *rest = one.segments
    known = twins.answer([one])
    reordered = twins.answer([replace(one, segments=(*rest, replace(first, physical_reads_blocks=1.0)))])
    doubled = twins.answer([replace(one, segments=tuple(replace(row, physical_reads_blocks=2 * (row.physical_reads_blocks or 0))
                                                        for row in one.segments))])  # fmt: skip
    assert any(text.startswith("segments") for text in twins.differences(known, reordered))
    assert all(text.startswith("segment ") for text in twins.differences(known, doubled))
    assert len(twins.differences(known, doubled)) == len([row for row in one.segments if row.physical_reads_blocks])


@needs_corpus
def test_a_restart_cuts_the_line_in_two() -> None:
    ((_, found),) = twins.read(Twin(a_report(), "19c", Shape(intervals=4, restarted=True)).made().written()).items()
    assert len(found) == 4
    assert len({one.instances[0].startup_time for one in found}) == 2
    assert [one.interval.begin_snap for one in found][2] == (found[1].interval.end_snap or 0) + 1
