"""A run of `make prove` that is stopped: what passed of the same files stays, and what waits longest comes first."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module, with three checks and a record of its own."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    checks, module, page = map(import_module, ("checks", "proved", "proved_page"))
    three = [checks.Check(name, ["true"], tmp_path) for name in ("units", "journeys", "kills")]
    monkeypatch.setattr(checks, "RESULTS", tmp_path)
    monkeypatch.setattr(checks, "to_prove", lambda: three)
    monkeypatch.setattr(checks, "laboratories", lambda: three[2:])
    monkeypatch.setattr(module, "RECORD", tmp_path / "proved.json")
    monkeypatch.setattr(page, "PAGE", tmp_path / "proved.md")
    for check in three:
        check.log.write_text("  9.5 s  tests/dear.py::test_it\nSKIPPED [1] no corpus\n5 rounds, 0 faults\n", "utf-8")
    monkeypatch.setattr(module, "page", page, raising=False)
    monkeypatch.setattr(module, "three", three, raising=False)
    return module


def keep(proved: ModuleType, place: int, of: str | None = "same", failed: int = 0) -> None:
    counts, problems = (7, failed, 1), ["test_it: it broke"] * failed
    proved.keep(proved.three[place], proved.Files("abc1234", of), counts, problems, 60.0, 90.0)


@pytest.mark.parametrize(
    ("was_of", "failed", "now_of", "runs_again"),
    [("same", 0, "same", False), ("same", 0, "other", True), ("same", 1, "same", True), (None, 0, None, True)],
)
def test_only_what_passed_of_the_very_same_files_is_not_run_again(
    proved: ModuleType, was_of: str | None, failed: int, now_of: str | None, runs_again: bool
) -> None:
    keep(proved, 0, was_of, failed)
    before = proved.passed_before(proved.three[0], proved.Files("def5678", now_of))
    assert (before is None) == runs_again
    assert proved.passed_before(proved.three[1], proved.Files("abc1234", "same")) is None


def test_what_never_ran_comes_first_then_the_oldest(proved: ModuleType) -> None:
    for place, when in ((0, "2026-11-03"), (2, "2026-11-01")):
        keep(proved, place)
        text = proved.RECORD.read_text("utf-8")
        newest = proved.read()[proved.three[place].name].when
        proved.RECORD.write_text(text.replace(newest, when), "utf-8")
    assert [check.name for check in proved.oldest_first(proved.three)] == ["journeys", "kills", "units"]


def test_the_page_says_what_never_ran_what_failed_and_what_a_laboratory_said(proved: ModuleType) -> None:
    keep(proved, 0, failed=1)
    keep(proved, 2)
    proved.page.write(proved.read())
    page = proved.page.PAGE.read_text("utf-8")
    assert "14 passed, 1 failed** in 2 of 3 checks" in page
    assert "| journeys | never run |" in page
    assert "* units: test_it: it broke" in page
    assert page.count("5 rounds, 0 faults") == 1


def test_files_that_proving_writes_change_nothing_that_is_proved(
    proved: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {
        "rev-parse": "abc1234\n",
        "status": " M docs/internals/proved.md\n",
        "ls-tree": "100644 blob 1\tREADME.md\n",
    }
    monkeypatch.setattr(proved, "_git", lambda *asked: said[asked[0]])
    as_it_is = proved.files()
    said["ls-tree"] += "100644 blob 2\tbackend/tests/proving/ledger.tsv\n"
    assert proved.files() == as_it_is
    said["ls-tree"] = "100644 blob 3\tREADME.md\n"
    assert proved.files().digest != as_it_is.digest
    said["status"] += " M README.md\n"
    assert proved.files().digest is None
