"""What is said where the machine lacks what the proving ground needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.ground import run
from lab.ground.cluster import programs


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No program is on the PATH, none where Debian keeps them, and memory has no room."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "DEBIAN", tmp_path)
    monkeypatch.setattr(programs, "MEMORY", tmp_path / "shm")
    return tmp_path


@pytest.mark.usefixtures("nowhere")
def test_what_is_missing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--hours", "0"]) == 1
    said = capsys.readouterr().out
    assert "a C compiler (cc)" in said
    assert "initdb, postgres, pgbench of PostgreSQL 15 or later" in said


@pytest.mark.parametrize(
    ("release", "says", "missing"),
    [
        ("16", "postgres (PostgreSQL) 16.4", False),
        ("15", "postgres (PostgreSQL) 15.18", False),
        ("9", "postgres (PostgreSQL) 9.6.1", True),
    ],
)
def test_a_release_that_is_too_old(nowhere: Path, release: str, says: str, missing: bool) -> None:
    folder = nowhere / release / "bin"
    folder.mkdir(parents=True)
    for name in ("initdb", "postgres", "pgbench"):
        (folder / name).write_text(f"#!/bin/sh\necho '{says}'\n", "ascii")
        (folder / name).chmod(0o755)
    found = programs.look()
    assert (found.programs, found.release) == (folder, int(release))
    assert any("15 or later; " in one for one in found.missing) == missing


@pytest.mark.usefixtures("nowhere")
def test_several_clusters_need_more_room() -> None:
    assert any("GiB of room" in one for one in programs.look(1_000_000).missing)
