"""RAC reports of the corpus against the second reader, and one interval in both forms of report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import places_in
from tests import corpus, second_reader
from tests.unit.reports.figures import same
from tests.unit.reports.rac_figures import rac_figures

REPORTS = corpus.files("awr-rac-global-")
pytestmark = corpus.needs_corpus


def read(path: Path) -> Workload:
    document = read_document(path.read_bytes(), path.name)
    assert isinstance(document, Workload)
    return document


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem[20:])
def test_second_reader_finds_no_figure_different(path: Path) -> None:
    data = path.read_bytes()
    if "wrapped" in path.name:
        data = re.sub(rb"\r?\n", b"", data)
    workload = read(path)
    different: list[str] = []
    compared = 0
    for what, expected, found in rac_figures(list(second_reader.tables(data)), workload):
        compared += expected is not None
        if not same(expected, found):
            different.append(f"{what}: second reader {expected}, segtier {found}")
    print(f"{path.stem}: {compared} figures compared, {len(different)} different")

    assert not different, "\n".join(different[:20])
    assert compared > 400
    codes = {warning.code for warning in workload.warnings}
    assert codes <= {"top-events-only", "corrected-io-function-requests", "repaired-lines"}
    assert ("repaired-lines" in codes) is ("wrapped" in path.name)


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem[20:])
def test_totals_are_sums_over_instances(path: Path) -> None:
    workload = read(path)
    for rows, name, field in (
        (workload.time_model, "name", "time_s"),
        (workload.wait_classes, "wait_class", "time_s"),
        (workload.load_profile, "metric", "per_s"),
        (workload.io_filetypes, "filetype", "read_requests_per_s"),
    ):
        totals = {getattr(row, name): getattr(row, field) for row in rows if row.instance is None}
        for key, total in totals.items():
            parts = [getattr(row, field) for row in rows if row.instance is not None and getattr(row, name) == key]
            if parts and None not in parts and total:
                assert abs(sum(parts) - total) <= max(total * 0.001, 20.5 if key == "redo_bytes" else 0.03)


PAIRS = [("11.2.0.3.0-SLOB-160-161", "SLOB-160-161"), ("12.2.0.1.0-SLOB2-400-401", "SLOB2-400-401")]


@pytest.mark.parametrize(("whole", "single"), PAIRS)
def test_one_interval_in_both_forms_agrees_to_the_printed_precision(whole: str, single: str) -> None:
    (path,) = corpus.files(f"awr-rac-global-html-{whole}")
    rac, instance = read(path), read_document(corpus.report(f"si-{single}"), None)
    assert isinstance(instance, Workload)
    compared = list(_both(rac, instance))
    different = [what for what, one, other, precision in compared if not _agree(one, other, precision)]
    print(f"{whole}: {len(compared)} figures of both forms compared, {len(different)} different")

    assert not different, different[:20]
    assert len(compared) > 150
    assert (rac.database.dbid, rac.interval.begin_snap) == (instance.database.dbid, instance.interval.begin_snap)
    assert rac.database.block_size_bytes == instance.database.block_size_bytes
    assert abs((rac.interval.elapsed_s or 0) - (instance.interval.elapsed_s or 0)) < 1.5
    assert rac.cache[0].buffer_cache_bytes == instance.cache[0].buffer_cache_bytes


def _agree(one: float | None, other: float | None, precision: float) -> bool:
    return one is not None and other is not None and abs(one - other) <= precision * 1.001


def _both(rac: Workload, instance: Workload) -> Iterator[tuple[str, float | None, float | None, float]]:
    """(what, figure, figure, how far they may be apart by what is printed)."""
    yield from _exact(
        {row.name: row.time_s for row in rac.time_model}, {row.name: row.time_s for row in instance.time_model}
    )
    yield from _exact(
        {row.name: row.total for row in rac.instance_statistics},
        {row.name: row.total for row in instance.instance_statistics},
    )
    reads = ({one.key: one.physical_reads_blocks for one in workload.segments} for workload in (rac, instance))
    known = [{key: value for key, value in found.items() if value is not None} for found in reads]
    yield from _exact(known[0], known[1])
    for field in ("physical_reads_blocks", "executions", "elapsed_s", "reads_pct"):
        yield from _exact(*({one.sql_id: getattr(one, field) for one in both.statements} for both in (rac, instance)))
    yield from _events(rac, instance)
    yield from _rates(rac, instance)


def _exact(one: dict[Any, float | None], other: dict[Any, float | None]) -> Iterator[Any]:
    yield from ((str(key), one[key], other[key], 0.0) for key in one.keys() & other.keys())


def _events(rac: Workload, instance: Workload) -> Iterator[Any]:
    """The instance report prints whole seconds up to 12.1, two decimals or K afterwards."""
    events = {(row.event, row.foreground): row for row in instance.wait_events}
    for event in rac.wait_events:
        other = events.get((event.event, event.foreground))
        if other is not None:
            yield event.event, event.waits, other.waits, 0.0
            yield f"{event.event} time", event.time_s, other.time_s, max(0.5, 0.0006 * (other.time_s or 0))


def _rates(rac: Workload, instance: Workload) -> Iterator[Any]:
    rates = {row.metric: row.per_s for row in instance.load_profile}
    for metric in rac.load_profile:
        if rates.get(metric.metric) is not None:
            half = 52.0 if metric.metric == "redo_bytes" else 0.06
            yield metric.metric, metric.per_s, rates[metric.metric], max(half, 0.0001 * (metric.per_s or 0))
    files = {row.filetype: row for row in instance.io_filetypes}
    for file in rac.io_filetypes:
        found = files[file.filetype]
        if file.read_requests_per_s is not None:
            yield f"{file.filetype} reads", file.read_requests_per_s, found.read_requests_per_s, 0.01
        if file.read_bytes is not None:
            lost = 1024**2 * (1 + (rac.interval.elapsed_s or 0) * 0.005) + 0.005 * (found.read_bytes or 0)
            yield f"{file.filetype} read bytes", file.read_bytes, found.read_bytes, lost


@pytest.mark.parametrize("part", ["12.2.0.1.0-DB1TP-231-232.html", "wrapped-DB10AP-526-527"])
def test_cells_are_found_in_the_file_as_it_is(part: str) -> None:
    """Also where lines are broken inside the figures: the place is the file's, the text is whole."""
    (path,) = [path for path in REPORTS if part in path.name]
    data, workload = path.read_bytes(), read(path)
    lines = data.decode().splitlines()
    places, found = places_in(data), 0
    samples = [(row, "time_s") for row in (*workload.wait_events[:40:5], *workload.time_model[::6])]
    samples += [(row, "total") for row in workload.instance_statistics[:40:5]]
    for row, field in samples:
        place = places(row.evidence[0], field)
        assert place.line is not None
        assert place.raw_text
        here = lines[place.line - 1][(place.column_in_line or 0) - 1 :] + lines[place.line]
        assert here.startswith(place.raw_text)
        assert float(place.raw_text.replace(",", "")) == getattr(row, field)
        found += 1
    print(f"{part}: {found} cells found")
