"""docs/examples/reports-to-pandas.ipynb: a valid notebook, and every cell runs as it stands."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.sample_hours import write_few_hours

NBFORMAT: Any = import_module("nbformat")
"""Which has no types."""
NOTEBOOK = Path(__file__).resolve().parents[3] / "docs" / "examples" / "reports-to-pandas.ipynb"


@pytest.fixture(scope="module")
def book() -> Any:
    return NBFORMAT.read(NOTEBOOK, as_version=4)


def test_it_is_a_notebook_without_answers(book: Any) -> None:
    """Answers that are kept go stale."""
    NBFORMAT.validate(book)
    assert [cell for cell in book.cells if cell.get("outputs")] == []


def test_every_cell_runs(book: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sample"
    folder.mkdir()
    write_few_hours(folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    names: dict[str, Any] = {}
    for cell in book.cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, f"cell {cell.id}", "exec"), names)
    options, segments, sums = (names[name] for name in ("options", "segments", "by_tablespace"))
    assert {"none", "all", "segments"} <= set(options["option"])
    assert options["db_time_low"].le(options["db_time_high"]).sum() > 3
    assert segments["GiB"].sum() > 100
    assert 0 < sums["GiB"].sum() <= 150e9 / 2**30
