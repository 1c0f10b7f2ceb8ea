"""What a wheel holds, listed without building one: the whole package, and nothing of what only its makers use."""

from __future__ import annotations

import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest
from setuptools import Distribution
from setuptools.config.pyprojecttoml import apply_configuration

from segtier import places

BACKEND = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def packed() -> set[str]:
    """Files of the package, by their place in the wheel, as the build finds them."""
    distribution = Distribution({"script_name": "setup.py"})
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(BACKEND)
        apply_configuration(distribution, BACKEND / "pyproject.toml")
        build = distribution.get_command_obj("build_py")
        build.ensure_finalized()
        modules = {Path(file).as_posix() for _, _, file in build.find_all_modules()}
        data = {Path(folder, name).as_posix() for _, folder, _, names in build.data_files for name in names}
    return modules | data


def test_it_holds_every_file_of_the_package(packed: set[str]) -> None:
    """One that is forgotten is missed by whoever installs the wheel, and by no checkout."""
    listed = subprocess.run(["git", "ls-files", "segtier"], cwd=BACKEND, capture_output=True, text=True, check=True)
    assert {*listed.stdout.split()} - packed == set()


def test_it_holds_nothing_of_its_makers(packed: set[str]) -> None:
    assert {name.split("/")[0] for name in packed} == {"segtier"}
    assert {name for name in packed if "/test" in name} == set()


def test_migrations_and_pages_are_looked_for_where_they_are_put(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    setup = runpy.run_path(str(BACKEND / "setup.py"))
    monkeypatch.setattr(places, "_SHIPPED", tmp_path)
    assert {name: (tmp_path / name) for name in setup["SHIPPED"]} == {
        "migrations": places.migrations(),
        "pages": places.pages(),
    }
    for folder, needed in setup["SHIPPED"].values():
        assert folder.name in {"migrations", "dist"}
        assert needed in {"env.py", "index.html"}


def test_one_without_pages_is_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command: Any = runpy.run_path(str(BACKEND / "setup.py"))["WithPagesAndMigrations"](Distribution())
    command.build_lib, command.editable_mode = str(tmp_path), False
    monkeypatch.setattr("setuptools.command.build_py.build_py.run", lambda _: None)
    shipped = command.run.__globals__["SHIPPED"]
    monkeypatch.setitem(shipped, "pages", (tmp_path / "nowhere", "index.html"))
    with pytest.raises(SystemExit, match="make wheel"):
        command.run()


def test_state_is_never_kept_within_the_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "_SHIPPED", tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))
    assert places.data() == tmp_path / "kept" / "segtier"
    monkeypatch.setattr(places, "_SHIPPED", tmp_path / "not there")
    assert places.data() == BACKEND.parent / ".segtier"
    monkeypatch.setattr(places, "_CHECKOUT", tmp_path / "site-packages")
    assert places.data() == tmp_path / "kept" / "segtier"
