"""The gates hold in the answer to every real report there is, and no comparison of two of them claims what no disk did."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.pairs import SAME, claims_storage, consecutive, read_ratio
from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.analysis.grade_alone import grade_alone
from segtier.errors import SegtierError
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.builders import a_request
from tests.corpus import FOLDER, files, needs_corpus
from tests.gates import broken_gates

pytestmark = needs_corpus
FILES = [path for kind in ("awr-", "statspack-") for path in files(kind)]


def workload_of(path: Path) -> Workload | None:
    """The first period of a compare-period report; None for what is no report."""
    try:
        document = read_document(path.read_bytes(), path.name)
    except SegtierError:
        return None
    document = document.first if isinstance(document, Pair) else document
    return document if isinstance(document, Workload) else None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_gates_hold_and_a_report_alone_has_the_grade_of_its_answer(path: Path) -> None:
    """In the list of reports and in the answer: one letter."""
    workload = workload_of(path)
    if workload is None:
        return
    try:
        case = build_case([workload], [], a_request())
    except SegtierError:
        return
    answer = advise([workload], [], a_request())
    assert broken_gates(case, answer) == []
    if not workload.parts:
        assert grade_alone(workload) == answer.quality.grade


def test_no_comparison_claims_an_effect_of_storage_where_reads_are_as_before() -> None:
    pairs = list(consecutive(FOLDER))
    assert len(pairs) >= 15
    for pair in pairs:
        ratio = read_ratio(pair.result)
        if ratio is None or 1 / SAME < ratio < SAME:
            assert not claims_storage(pair.result), (pair.before, pair.after, pair.result.headline)
        else:
            assert pair.result.outcome != "nothing-moved" or not claims_storage(pair.result)
