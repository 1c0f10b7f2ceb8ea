"""What a change reaches: never nothing, whatever kind of file was changed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[4]
TESTS = ROOT / "backend" / "tests"


@pytest.fixture(scope="module")
def reach() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reach", ROOT / "scripts" / "reach.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        ("segtier/model/verdict.py", "unit/advisor/test_one_verdict.py"),
        ("segtier/placement/solve.py", "unit/placement/test_solve.py"),
        ("segtier/oracle/volumes.yaml", "unit/oracle/test_volumes.py"),
        ("segtier/collect/queries.yaml", "unit/collect/test_catalogue.py"),
        ("segtier/plan/templates/sql/rewritten.sql", "unit/plan/test_bundle.py"),
        ("segtier/store/writers.py", "unit/store/test_writers.py"),
        ("tests/cases/reports/sections.yaml", "unit/reports/test_sections.py"),
        ("lab/ground/gates.py", "unit/lab/test_ground.py"),
        ("simulation/exact.py", "unit/forecast/test_simulation.py"),
        ("tests/builders.py", "property/test_forecast_laws.py"),
        ("tests/unit/forecast/test_by_hand.py", "unit/forecast/test_by_hand.py"),
        ("../LICENSE", "unit/test_patterns.py"),
        ("../deploy/nginx.conf", "integration/test_through_the_proxy.py"),
    ],
)
def test_the_tests_of_a_change(reach: ModuleType, changed: str, reached: str) -> None:
    file = (ROOT / "backend" / changed).resolve()
    assert file.is_file()
    assert TESTS / reached in reach.quick_tests([file])


def test_no_change_reaches_nothing(reach: ModuleType) -> None:
    """Every hundredth file of the repository, and the most that is run."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split(
        "\n"
    )
    files = [ROOT / name for name in listed[::100] if (ROOT / name).is_file()]
    for file in files:
        assert 1 <= len(reach.quick_tests([file])) <= 40, file


def test_near_is_what_imports_it_and_what_reads_it(reach: ModuleType) -> None:
    near = reach.near([ROOT / "backend/segtier/store/engine.py"])
    assert TESTS / "integration/test_events.py" in near
    assert TESTS / "unit/placement/test_one_device.py" not in near
