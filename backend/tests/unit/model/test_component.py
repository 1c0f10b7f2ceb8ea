"""Every demand is part of one component, and every wait class of one at least: else nothing can be imported."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import segtier
from segtier.model.component import COMPONENTS, check_partition, demands_of
from segtier.oracle.event_table import EVENTS

PACKAGE = Path(segtier.__file__).parent
NEEDED = ("__init__.py", "dataclass.py", "model/__init__.py", "model/demand.py", "model/component.py")


@pytest.mark.parametrize(
    "line",
    ['"cpu", "parsing",', '"Administrative", "Application",'],
    ids=["a demand", "a wait class"],
)
def test_what_no_component_takes_stops_the_import(tmp_path: Path, line: str) -> None:
    for name in NEEDED:
        (tmp_path / "segtier" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / name, tmp_path / "segtier" / name)
    demands = tmp_path / "segtier/model/demand.py"
    demands.write_text(demands.read_text().replace(line, f'"undo", {line}', 1))
    started = [sys.executable, "-c", "import segtier.model.component"]
    done = subprocess.run(started, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "'undo'" in done.stderr
    assert "segtier/model/component.py" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("components", "named"),
    [
        (COMPONENTS[:2] + COMPONENTS[3:], "'multi-block-read'"),
        ((*COMPONENTS, replace(COMPONENTS[2], name="scans")), "'single-block-read'.*2"),
        (COMPONENTS[1:], "'cpu'.*0"),
    ],
    ids=["a demand of none", "a demand of two", "a component of none"],
)
def test_components_are_a_partition(components: tuple[object, ...], named: str) -> None:
    with pytest.raises(TypeError, match=named):
        check_partition(components)  # type: ignore[arg-type]


@pytest.mark.parametrize(("event", "wait_class", "demand"), [row[:3] for row in EVENTS], ids=[row[0] for row in EVENTS])
def test_a_class_is_of_the_components_of_its_events(event: str, wait_class: str, demand: str) -> None:
    """A wait that is known by its class alone may be any of that class: the catalogue holds no event of another."""
    of_class = [c.name for c in COMPONENTS if wait_class in c.classes]
    assert demand in demands_of(*of_class), f"{event}: {wait_class} in classes of its component"
