"""`segtier parse` as a user runs it: what is printed where, and the exit code."""

from __future__ import annotations

import importlib
import json
import os
import pty
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from segtier.cli.commands.parse import command
from segtier.samples import oltp_sample
from tests.unit.reports import pages

ASH = b"<html><head><title>ASH Report - From 1 To 2</title></head></html>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b.html").write_bytes(pages.report())
    (tmp_path / "a.html").write_bytes(pages.report().replace(b"MINE", b"FIRST"))
    return tmp_path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(one) for one in arguments])


def test_one_file_is_one_indented_document(folder: Path) -> None:
    result = run(folder / "b.html")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["database"]["name"] == "MINE"
    assert result.stdout.count("\n") > 50
    assert result.stderr == ""


def test_ndjson_for_one_file_is_one_line(folder: Path) -> None:
    result = run(folder / "b.html", "--format", "ndjson")

    assert result.stdout.count("\n") == 1
    assert json.loads(result.stdout)["source"]["file"] == "b.html"


@pytest.mark.parametrize("jobs", [1, 2])
def test_several_files_keep_their_order(folder: Path, jobs: int) -> None:
    result = run(folder / "b.html", folder / "a.html", "--jobs", jobs)

    assert [json.loads(line)["database"]["name"] for line in result.stdout.splitlines()] == ["MINE", "FIRST"]
    assert result.exit_code == 0


def test_many_say_the_same_as_one_by_one_however_many_processes_read(folder: Path) -> None:
    (folder / "bad.html").write_bytes(ASH)
    alone = [run(file, "--format", "ndjson") for file in sorted(folder.iterdir())]
    for jobs in (1, 2, 3):
        together = run(folder, "--jobs", jobs)
        assert together.stdout == "".join(one.stdout for one in alone)
        assert together.stderr == "".join(one.stderr for one in alone)
        assert together.exit_code == 3


def test_a_directory_by_name_and_a_bad_file_beside_good_ones(folder: Path) -> None:
    (folder / "ash.html").write_bytes(ASH)
    (folder / ".hidden").write_bytes(b"x")
    result = run(folder)

    assert [json.loads(line)["source"]["file"] for line in result.stdout.splitlines()] == ["a.html", "b.html"]
    (problem,) = [json.loads(line) for line in result.stderr.splitlines()]
    assert problem["file"].endswith("ash.html")
    assert problem["code"] == "unsupported-document"
    assert {"section", "line", "message", "advice"} <= problem.keys()
    assert result.exit_code == 3


@pytest.mark.parametrize(("data", "exit_code"), [(ASH, 4), (b"", 4)])
def test_nothing_usable(tmp_path: Path, data: bytes, exit_code: int) -> None:
    (tmp_path / "x.html").write_bytes(data)
    result = run(tmp_path / "x.html")

    assert result.exit_code == exit_code
    assert result.stdout == ""
    assert json.loads(result.stderr)["message"]


def test_empty_directory(tmp_path: Path) -> None:
    result = run(tmp_path)

    assert result.exit_code == 4
    assert "no files" in result.stderr


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    assert run(tmp_path / "none.html").exit_code == 2


def zipped(path: Path, *members: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
        for name, data in members:
            parts.writestr(name, data)
    return path


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_archive_is_one_line_per_report_in_its_order(tmp_path: Path, jobs: int) -> None:
    names = [f"day {n}/r{n}.html" for n in range(12)]
    reports = [(name, pages.report().replace(b"MINE", f"DB{n}".encode())) for n, name in enumerate(names)]
    archive = zipped(tmp_path / "all.zip", *reports[:5], ("../up.html", b"x"), ("ash.html", ASH), *reports[5:])
    result = run(archive, "--jobs", jobs)

    documents = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["database"]["name"] for one in documents] == [f"DB{n}" for n in range(12)]
    assert [one["source"]["file"] for one in documents] == [f"all.zip/{name}" for name in names]
    problems = {json.loads(line)["file"]: json.loads(line)["code"] for line in result.stderr.splitlines()}
    assert problems == {f"{archive}/../up.html": "unsafe-name", f"{archive}/ash.html": "unsupported-document"}
    assert result.exit_code == 3


def test_an_archive_of_one_report_is_a_line_and_a_directory_may_hold_archives(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "one.zip", ("r.html", pages.report()))
    assert run(archive).stdout.count("\n") == 1
    (tmp_path / "a.html").write_bytes(pages.report())
    result = run(tmp_path)

    assert [json.loads(line)["source"]["file"] for line in result.stdout.splitlines()] == ["a.html", "one.zip/r.html"]
    assert result.exit_code == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_report_that_breaks_off_is_a_document_and_a_problem(folder: Path, jobs: int) -> None:
    (folder / "cut.html").write_bytes(pages.report(end=False))
    result = run(folder, "--jobs", jobs)

    assert len(result.stdout.splitlines()) == 3
    (problem,) = [json.loads(line) for line in result.stderr.splitlines()]
    assert (problem["file"], problem["code"]) == (str(folder / "cut.html"), "truncated")
    assert result.exit_code == 3


def test_a_terminal_is_told_how_many_files_are_read(folder: Path) -> None:
    ours, theirs = pty.openpty()
    program = [sys.executable, "-m", "segtier.cli.main", "parse", str(folder), "--jobs", "2"]
    done = subprocess.run(program, stdout=subprocess.PIPE, stderr=theirs, check=True, timeout=60)
    os.close(theirs)

    assert done.stdout.count(b"\n") == 2
    assert b"1 of 2 files" in os.read(ours, 65_536)


@pytest.mark.parametrize("name", ["advise", "segments"])
def test_advice_is_the_same_bytes_by_any_number_of_processes(name: str, tmp_path: Path) -> None:
    for file in oltp_sample():
        (tmp_path / file.name.replace("/", "_")).write_bytes(file.data)
    (tmp_path / "ash.html").write_bytes(ASH)
    program = importlib.import_module(f"segtier.cli.commands.{name}").command
    one, two = (
        CliRunner().invoke(program, [str(tmp_path), "--ssd", "700GB", "--format", "json", "--jobs", jobs])
        for jobs in "12"
    )

    assert one.exit_code == 3
    assert (one.exit_code, one.stdout, one.stderr) == (two.exit_code, two.stdout, two.stderr)


def test_an_interrupt_ends_it_with_all_its_processes_and_without_a_word(tmp_path: Path) -> None:
    for number in range(2_000):
        (tmp_path / f"{number}.html").write_bytes(pages.report())
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = [sys.executable, "-c", f"{hears}; from segtier.cli.main import main; main()", "parse", str(tmp_path)]
    with subprocess.Popen(
        [*program, "--jobs", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        words = running.communicate(timeout=30)[1]

    assert (running.returncode, words.strip()) == (130, b"")
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)
