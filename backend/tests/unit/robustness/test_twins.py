"""A slice of `robustness/twins.py`: the dump with a real report's figures gives the report's answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from robustness import twins
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.corpus import needs_corpus, report


def a_report() -> Workload:
    found = read_document(report("SLOB2-400-401"), "report.html")
    assert isinstance(found, Workload)
    return found


@needs_corpus
@pytest.mark.parametrize("release", twins.RELEASES)
def test_a_twin_gives_the_answer_of_its_report(release: str) -> None:
    assert twins.differences(a_report(), release) == []


@needs_corpus
def test_other_figures_make_another_order() -> None:
    other = a_report()
    first, *rest = other.segments
    changed = replace(other, segments=(*rest, replace(first, physical_reads_blocks=1.0)))
    assert twins.segments_by_reads(changed) != twins.segments_by_reads(other)
