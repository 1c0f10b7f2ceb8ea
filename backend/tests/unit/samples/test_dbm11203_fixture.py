"""The exports the end-to-end test uploads beside a real report, made here from a synthetic one; and from the real one."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.samples.activity import Report
from segtier.samples.awr_html import render

SCRIPT = Path(__file__).resolve().parents[4] / "e2e" / "fixtures" / "make_dbm11203.py"
FIELDS = ("physical_read_requests", "physical_reads_blocks", "physical_write_requests", "logical_reads_blocks")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_dbm11203", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def synthetic(before: tuple[Report, ...]) -> Workload:
    document = read_document(render(before[11]), "awrrpt.html")
    assert isinstance(document, Workload)
    return document


def check(workload: Workload, counters: Workload, sizes: Inventory) -> None:
    exported = {s.key: s for s in counters.segments}
    for field in FIELDS:
        listed = [s for s in workload.segments if getattr(s, field) is not None]
        ranked = sorted(listed, key=lambda s: -getattr(s, field))
        values = [getattr(exported[s.key], field) for s in ranked]
        assert values == sorted(values, reverse=True), field
        assert values[0] > getattr(ranked[0], field), "since start-up is more than one interval"
        left_out = [getattr(exported[s.key], field, None) for s in workload.segments if s not in listed]
        assert all(value is None or value < values[-1] for value in left_out), field
    assert all((s.physical_read_requests or 0) <= (s.physical_reads_blocks or 0) for s in counters.segments)
    assert exported.keys() <= {s.key for s in sizes.segments}
    assert all(s.size_bytes for s in sizes.segments)


def read_both(paths: tuple[Path, Path]) -> tuple[Workload, Inventory]:
    counters, sizes = (read_document(path.read_bytes(), path.name) for path in paths)
    assert isinstance(counters, Workload)
    assert isinstance(sizes, Inventory)
    assert (counters.segment_basis["kind"], counters.warnings, sizes.warnings) == ("cumulative", (), ())
    return counters, sizes


def test_exports_fit_the_report(script: ModuleType, synthetic: Workload, tmp_path: Path) -> None:
    check(synthetic, *read_both(script.write_exports(synthetic, tmp_path)))


def test_exports_of_the_real_report(script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if script.main([str(tmp_path)]) == 2:
        pytest.skip("shared corpus is absent")
    report, counters, sizes = (Path(line) for line in capsys.readouterr().out.split())
    workload = read_document(report.read_bytes(), report.name)
    assert isinstance(workload, Workload)
    check(workload, *read_both((counters, sizes)))


def test_absent_report_is_said(script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main([str(tmp_path / "out"), "--corpus", str(tmp_path)]) == 2
    assert "is not there" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
