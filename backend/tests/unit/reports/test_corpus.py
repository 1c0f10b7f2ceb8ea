"""All AWR instance reports of the corpus against the second reader: no figure may differ."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.awr import SECTIONS
from tests import corpus, second_reader
from tests.patience import PATIENCE_S
from tests.unit.reports.figures import figures, same

ROOT = Path(__file__).resolve().parents[4]
REPORTS = corpus.files("awr-html-")
pytestmark = corpus.needs_corpus


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem[9:])
def test_states_every_section(path: Path) -> None:
    workload = read(path)

    assert [state.name for state in workload.sections] == [section.name for section in SECTIONS]
    assert {state.state for state in workload.sections} <= {"found", "missing"}
    assert all(state.message for state in workload.sections if state.state == "missing")
    assert all(state.rows is not None and state.columns for state in workload.sections if state.state == "found")
    codes = {warning.code for warning in workload.warnings}
    assert not codes & {"unreadable-cell", "row-skipped", "truncated", "overflow", "section-unreadable"}


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem[9:])
def test_second_reader_finds_no_figure_different(path: Path, record_property: Any) -> None:
    data, workload = path.read_bytes(), read(path)
    printed = list(second_reader.tables(data))
    different: list[str] = []
    compared = 0
    for what, expected, found in figures(printed, workload):
        compared += expected is not None
        if not same(expected, found):
            different.append(f"{what}: second reader {expected}, segtier {found}")
    record_property("figures_compared", compared)
    print(f"{path.stem}: {compared} figures compared, {len(different)} different")

    assert not different, "\n".join(different[:20])
    assert compared > 500


def test_the_comparison_notices_a_changed_figure() -> None:
    data = corpus.report("11.2.0.3.0-si-DBM11203")
    workload = read_document(data, None)
    assert isinstance(workload, Workload)
    event = next(row for row in workload.wait_events if row.waits)
    events = tuple(replace(row, waits=(row.waits or 0) + 1) if row is event else row for row in workload.wait_events)
    segment = replace(workload.segments[0], logical_reads_blocks=None)
    wrong = replace(workload, wait_events=events, segments=(segment, *workload.segments[1:]))

    printed = list(second_reader.tables(data))
    different = [what for what, expected, found in figures(printed, wrong) if not same(expected, found)]

    assert len(different) == 3
    assert any(event.event in what for what in different)


def test_shifted_columns_of_11_2_0_4_are_put_right() -> None:
    """The tablespace's writes are the sum over its files, and the warning says that they were not printed there."""
    workload = read_document(corpus.report("11.2.0.4.0-rac-xydb1-24722"), None)
    assert isinstance(workload, Workload)

    for row in workload.tablespace_io:
        of_files = [file.write_requests or 0 for file in workload.file_io if file.tablespace == row.tablespace]
        if of_files:
            assert row.write_requests == sum(of_files)
    assert "corrected-tablespace-io-columns" in {warning.code for warning in workload.warnings}


@pytest.mark.parametrize(("part", "corrected"), [("RECEIPT-173494", True), ("cdb11-2028", False)])
def test_read_times_of_12_1_are_corrected_only_where_they_are_wrong(part: str, corrected: bool) -> None:
    workload = read_document(corpus.report(part), None)
    assert isinstance(workload, Workload)

    assert ("corrected-read-times" in {warning.code for warning in workload.warnings}) is corrected
    assert all(row.avg_read_us is None or row.avg_read_us < 2_500_000 for row in workload.tablespace_io)


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem[9:])
def test_captured_statements_are_the_share_the_page_states(path: Path) -> None:
    workload, page = read(path), path.read_text(encoding="utf-8", errors="replace")
    stated = re.search(
        r"SQL ordered by Reads</h3>.*?Disk Reads:\s*([\d,]+).*?account for\s*([\d.]+)% of Total.*?</table>", page, re.S
    )

    covered = workload.statement_coverage
    assert (covered is None) is (stated is None)
    assert bool(workload.statements) is (stated is not None)
    if covered is not None and stated is not None:
        assert covered.total == int(stated[1].replace(",", ""))
        assert covered.captured == pytest.approx(covered.total * float(stated[2]) / 100)
        largest = max(row.physical_reads_blocks or 0 for row in workload.statements if not row.plsql)
        assert largest <= covered.total


def read(path: Path) -> Workload:
    document = read_document(path.read_bytes(), path.name)
    assert isinstance(document, Workload)
    return document


def test_key_statistics_that_are_printed_again_count_once() -> None:
    """From 12.1 on Oracle prints them in a list of their own and among all the others."""
    (twice,) = corpus.files("awr-html-12.2.0.1.0-si-SLOB2")
    workload = read(twice)
    names = [row.name for row in workload.instance_statistics]
    assert len(names) == len(set(names))
    assert twice.read_bytes().count(b">physical reads<") > 1
    covered = workload.statement_coverage
    assert covered is not None
    assert covered.total == next(row.total for row in workload.instance_statistics if row.name == "physical reads")


def test_the_page_of_sections_is_current() -> None:
    command = [sys.executable, str(ROOT / "scripts/report_sections.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}: run make sections"
