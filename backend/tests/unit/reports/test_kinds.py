"""Every kind of report is told from the others, and can be asked where its figures stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from segtier.model.document_kind import DocumentKind
from segtier.model.evidence import Evidence
from segtier.model.pair import Pair
from segtier.reports import read_document
from segtier.reports.kinds import REPORTS
from segtier.reports.locate import locate
from tests import corpus
from tests.unit.reports import text_pages
from tests.unit.reports.text_pages import section

ROOT = Path(__file__).resolve().parents[4]
CASES = ROOT / "backend/tests/cases/reports/kinds.yaml"
NO_REPORTS = {"segment-counters", "segment-sizes", "heat-map", "awr-dump", "bundle", "typed"}
OLD_WAITS = """\
                                                                   Avg
                                             %Time  Total Wait    wait     Waits
Event                                 Waits  -outs    Time (s)    (ms)      /txn
---------------------------- -------------- ------ ----------- ------- ---------
db file sequential read              91,000     .0         455       5      12.1
log file parallel write               7,000     .0          14       2       1.0
"""
OLD_BACKGROUND = OLD_WAITS.replace(
    "db file sequential read              91,000", "db file sequential read               1,000"
)


def test_each_kind_has_a_case() -> None:
    told = {case["kind"] for case in yaml.safe_load(CASES.read_text()) if "kind" in case}
    assert sorted(set(REPORTS) - told) == [], f"add a case to {CASES.relative_to(ROOT)}"


def test_each_kind_that_is_listed_is_read() -> None:
    """The page's labels are checked against the same list by the type checker."""
    assert sorted(set(get_args(DocumentKind)) - set(REPORTS)) == sorted(NO_REPORTS), (
        "model/document_kind.py or reports/kinds.py"
    )


def sections_named(value: Any) -> Iterator[str]:
    """Of all evidence anywhere in a document."""
    if isinstance(value, Evidence):
        yield value.section
    elif is_dataclass(value):
        for one in fields(value):
            yield from sections_named(getattr(value, one.name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from sections_named(one)
    elif isinstance(value, dict):
        yield from sections_named(tuple(value.values()))


@corpus.needs_corpus
@pytest.mark.parametrize(
    ("prefix", "kind"),
    [
        ("awr-html-", "awr-html"),
        ("awr-text-", "awr-text"),
        ("awr-rac-global-html-", "awr-rac-html"),
        ("awr-diff-html-", "awr-diff-html"),
        ("statspack-text-", "statspack"),
        ("awr-miner-", "awr-miner"),
    ],
)
def test_all_evidence_is_in_the_sections_of_its_kind(prefix: str, kind: str) -> None:
    """Else a figure cannot be asked where it stands: `kinds.py` says which sections a kind may hold."""
    known = {one.name for one in REPORTS[kind].reader().sections}
    paths = corpus.files(prefix)
    assert paths
    for path in paths:
        document = read_document(path.read_bytes(), path.name)
        for one in (document.first, document.second) if isinstance(document, Pair) else (document,):
            named = set(sections_named(one))
            assert (one.source.kind, bool(named)) == (kind, True)
            assert sorted(named - known) == [], path.name


def test_waits_of_a_text_report_of_10_2_are_found_again() -> None:
    """It prints the waits of all processes together, and those of the background once more."""
    page = text_pages.report(
        "\f" + section("Wait Events", OLD_WAITS), "\f" + section("Background Wait Events", OLD_BACKGROUND)
    )
    workload = read_document(page, "old.txt")
    assert not isinstance(workload, Pair)
    evidence = [one for row in workload.wait_events if row.foreground for one in row.evidence]  # type: ignore[union-attr]
    places = [locate(page, one) for one in evidence if one.section == "Wait Events"]
    assert [place.row_cells[0] for place in places] == ["db file sequential read"]
