"""Mistakes as people type them: what each is called, and that the sentence says what to do next.

Codes are pinned, not words. `named` is what the sentence has to quote for the reader to see their slip.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from segtier.cli.support.errors_told import sentences
from segtier.cli.support.exit_codes import MEANINGS
from tests.command_line import segtier

ROOT = Path(__file__).resolve().parents[4]


class Mistake(NamedTuple):
    typed: str
    exit_code: int
    code: str
    named: str = ""


TYPED = [
    Mistake("advize report.html", 2, "no-such-command", "'advise'"),
    Mistake("segment report.html", 2, "no-such-command", "'segments'"),
    Mistake("admin ad bob", 2, "no-such-command", "'add'"),
    Mistake("--verzion", 2, "no-such-option", "'--version'"),
    Mistake("advise report.html --sdd 700GB", 2, "no-such-option", "'--ssd'"),
    Mistake("advise report.html --tablespace SHOP", 2, "no-such-option", "--tablespace"),
    Mistake("advise", 2, "missing", "FILE"),
    Mistake("mask note.txt", 2, "missing", "--out"),
    Mistake("admin add", 2, "missing", "NAME"),
    Mistake("backup", 2, "missing", "FOLDER"),
    Mistake("openapi x", 2, "usage", "x"),
    Mistake("collect", 2, "usage", "DSN"),
    Mistake("collect db:1521/orcl", 2, "usage", "--out"),
    Mistake("advise report.html --ssd", 2, "usage", "--ssd"),
    Mistake("script report.html", 2, "usage", "--out"),
    Mistake("compare report.html", 2, "usage", "AFTER"),
    Mistake("advise nothere.html", 2, "bad-value", "nothere.html"),
    Mistake("advise report.html --option segmnts", 2, "bad-value", "'segments'"),
    Mistake("script report.html --ssd 1TB --option flash-cash --out b", 2, "bad-value", "'flash-cache'"),
    Mistake("advise report.html --format jsn", 2, "bad-value", "'json'"),
    Mistake("advise report.html --errors xml", 2, "bad-value", "'xml'"),
    Mistake("completion tcsh", 2, "bad-value", "'bash'"),
    Mistake("advise report.html --jobs 0", 2, "bad-value", "from 1 to 64"),
    Mistake("serve --port 99999", 2, "bad-value", "from 0 to 65535"),
    Mistake("advise report.html --from yesterday", 2, "bad-value", "'yesterday'"),
    Mistake("advise report.html --window bussiest", 2, "bad-value", "--window"),
    Mistake("advise report.html --users many", 2, "bad-value", "--users"),
    Mistake("advise report.html --tier fast=1TB", 2, "bad-value", "'fast=1TB'"),
    Mistake("advise report.html --ssd 700XB", 2, "bad-capacity", "'700XB'"),
    Mistake("advise report.html --ssd 700", 2, "bad-capacity", "'700'"),
    Mistake("advise report.html --device nvme-9400-640", 2, "unknown-device", "nvme-9400-6400"),
    Mistake("volumes report.html --volume aws-gp9", 2, "unknown-volume", "aws-gp3"),
    Mistake("check policy.yaml report.html", 2, "bad-policy", "'db-time'"),
    Mistake("scenarios report.html --file note.txt", 2, "bad-scenarios", "note.txt"),
    Mistake("advise empty.txt", 4, "empty-file", "empty.txt"),
    Mistake("advise note.txt", 4, "unknown-document", "line 1"),
    Mistake("advise folder", 4, "nothing-readable"),
    Mistake("restore folder", 4, "no-backup", "manifest.json"),
    Mistake("scoreboard note.txt", 4, "bad-json", "note.txt"),
    Mistake("advise report.html --dbid 99", 4, "no-such-database", "DBID 99"),
    Mistake("advise report.html --measured note.txt", 4, "unknown-document", "note.txt"),
    Mistake("advise report.html --exclude SHOP.ORDERZ", 5, "no-such-segment", "SHOP.ORDER"),
    Mistake("compare report.html report.html", 5, "windows-overlap"),
    Mistake("serve --data-dir filled", 5, "data-folder", "filled"),
    Mistake("backup filled", 5, "folder-not-empty", "filled"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("typed")
    assert segtier("sample", "--out", here / "sample").returncode == 0
    (here / "report.html").write_bytes(next((here / "sample" / "before").glob("*.html")).read_bytes())
    (here / "empty.txt").touch()
    (here / "note.txt").write_text("hello\n")
    (here / "policy.yaml").write_text("rules:\n  - kind: db-tme\n")
    (here / "folder").mkdir()
    (here / "filled").mkdir()
    (here / "filled" / "holiday.jpg").touch()
    return here


@pytest.mark.parametrize("mistake", TYPED, ids=lambda one: one.typed)
def test_it_is_called_by_its_code_and_says_what_to_do(
    mistake: Mistake, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SEGTIER_DATA_DIR", str(folder / "data"))
    done = segtier(*mistake.typed.split())
    problems = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    assert (done.returncode, problems[0]["code"]) == (mistake.exit_code, mistake.code), done.stderr
    said = sentences("Error", problems[0])
    assert mistake.named in " ".join(said)
    assert all(problem["advice"] for problem in problems), problems
    assert said[0].startswith("Error: ")
    assert said[0].endswith(f"[{mistake.code}]")


@pytest.mark.parametrize("typed", ["advise empty.txt", "advize"])
def test_people_get_no_json(typed: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert "{" not in segtier(*typed.split(), errors="text").stderr
    for form in ("--errors json", "--errors=json"):
        told = segtier(*typed.split(), *form.split(), errors="text").stderr.splitlines()
        assert all(json.loads(line)["code"] for line in told)


def test_every_exit_code_is_told_once() -> None:
    """In the help and in the docs, in the same words."""
    page = (ROOT / "docs" / "use" / "command-line.md").read_text("utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert rows == [[str(code), meaning] for code, meaning in MEANINGS.items()]
    told = " ".join(segtier("--help").stdout.split())
    assert all(f"{code} {meaning}" in told for code, meaning in MEANINGS.items())


@pytest.mark.parametrize("packed", [False, True])
def test_standard_input_is_read_like_a_file(packed: bool, folder: Path, tmp_path: Path) -> None:
    """A report, or an archive of one; what was received is not left behind."""
    given = folder / "report.html"
    sent = subprocess.run(["tar", "cz", given.name], cwd=folder, capture_output=True, check=True).stdout
    command = [sys.executable, "-m", "segtier.cli.main", "parse", "-"]
    done = subprocess.run(
        command,
        input=sent if packed else given.read_bytes(),
        capture_output=True,
        check=True,
        env={"TMPDIR": str(tmp_path), "PATH": "", "PYTHONPATH": str(ROOT / "backend")},
    )
    assert json.loads(done.stdout)["source"]["file"] == ("stdin/report.html" if packed else "stdin")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_asks_the_program_itself(shell: str) -> None:
    assert "_SEGTIER_COMPLETE" in segtier("completion", shell).stdout


def test_options_as_csv_hold_the_figures_of_the_json(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    report = next((folder / "sample" / "before").glob("awrrpt*.html"))
    typed = ("advise", str(report), "--ssd", "700GB", "--format")
    head, *rows = csv.reader(segtier(*typed, "csv").stdout.splitlines())
    told = [dict(zip(head, row, strict=True)) for row in rows]
    options = json.loads(segtier(*typed, "json").stdout)["options"]
    assert [one["option"] for one in told] == [one["option"] for one in options]
    for row, option in zip(told, options, strict=True):
        ratio = option["response_ratio"]
        assert row["db_time_high"] == ("" if ratio is None else repr(ratio["high"]))
