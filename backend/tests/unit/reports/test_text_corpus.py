"""AWR and Statspack text of the corpus: every section stated, no figure other than the second reader's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.model.workload import Workload
from segtier.reports import awr, read_document, statspack
from tests import corpus
from tests.unit.reports.figures import same
from tests.unit.reports.text_figures import text_figures

REPORTS = [*corpus.files("awr-text-"), *corpus.files("statspack-text-")]
pytestmark = corpus.needs_corpus
UNWANTED = {"unreadable-cell", "row-skipped", "truncated", "section-unreadable", "several-reports"}


def read(path: Path) -> Workload:
    document = read_document(path.read_bytes(), path.name)
    assert isinstance(document, Workload)
    return document


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_states_every_section(path: Path) -> None:
    workload = read(path)

    wanted = awr.SECTIONS if workload.source.kind == "awr-text" else statspack.SECTIONS
    assert [state.name for state in workload.sections] == [section.name for section in wanted]
    assert {state.state for state in workload.sections} <= {"found", "missing"}
    assert not {warning.code for warning in workload.warnings} & UNWANTED
    assert "text-report" in {warning.code for warning in workload.warnings}
    assert workload.database.name
    assert workload.database.dbid
    assert workload.database.release
    assert workload.interval.elapsed_s
    assert workload.interval.db_time_s
    assert workload.interval.db_cpu_s
    assert workload.cache[0].buffer_cache_bytes
    assert workload.database.block_size_bytes == 8192


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_second_reader_finds_no_figure_different(path: Path, record_property: Any) -> None:
    data, workload = path.read_bytes(), read(path)
    checked = list(text_figures(data, workload))
    compared = sum(expected is not None for _, expected, _ in checked)
    different = [f"{what}: second reader {a}, segtier {b}" for what, a, b in checked if not same(a, b)]
    record_property("figures_compared", compared)
    print(f"{path.stem}: {compared} figures compared, {len(different)} different")

    assert not different, "\n".join(different[:20])
    assert compared > 500


def test_the_comparison_notices_changed_figures() -> None:
    (path,) = corpus.files("statspack-text-11.2.0.3")
    workload = read(path)
    events = (replace(workload.wait_events[0], waits=1), *workload.wait_events[1:])
    spaces = (replace(workload.tablespace_io[0], avg_read_us=1.0), *workload.tablespace_io[1:])
    wrong = replace(workload, wait_events=events, tablespace_io=spaces)

    different = [what for what, a, b in text_figures(path.read_bytes(), wrong) if not same(a, b)]

    assert len(different) == 2


def test_idle_waits_are_told_apart_though_names_are_cut() -> None:
    (path,) = corpus.files("awr-text-11.2.0.3.0-si-SLOB")
    idle = {row.event for row in read(path).wait_events if row.foreground and row.wait_class == "Idle"}

    assert idle == {"SQL*Net message from client"}
