"""Measured flash on the command line: files in, and what was taken from where in every form of the answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from segtier.samples import oltp_sample
from tests.command_line import one_problem, segtier
from tests.fio_output import COMMON, Job, Way, fio_3
from tests.sentences import like, tells

READ = Job("lat", Way(us=112, under_way=4, median_us=104, late_us=150))
BUFFERED = {**COMMON, "direct": "0"}


@pytest.fixture(scope="module")
def hour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One hour of the sample and its sizes."""
    folder = tmp_path_factory.mktemp("hour")
    before = [file for file in oltp_sample() if file.period == "before"]
    for file in (before[0], *(one for one in before if one.name == "segment_sizes.csv")):
        (folder / file.name).write_bytes(file.data)
    return folder


def a_file(folder: Path, text: str, name: str = "nvme.json") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_the_advice_lists_what_was_taken_from_where(hour: Path, tmp_path: Path) -> None:
    fio = a_file(tmp_path, fio_3(READ))
    calibration = a_file(tmp_path, "max_iops = 213400\nlatency = 0\nmax_mbps = 3120\n", "calibrate.txt")
    asked = (
        "advise",
        hour,
        "--detail",
        "--ssd",
        "150GB",
        "--measured",
        fio,
        "--measured",
        calibration,
        "--figure",
        "write_us=60",
    )
    done = segtier(*asked, "--format", "json", "--piece", "sources")
    assert done.returncode == 0, done.stderr
    flash = json.loads(done.stdout)["flash"]
    assert {one["name"]: (one["value"], one["taken_from"]) for one in flash} == {
        "read_us": (pytest.approx(162), "measured"),
        "write_us": (60, "measured"),
        "read_iops": (213_400, "measured"),
        "write_iops": (80_000, "data-sheet"),
        "read_bytes_per_s": (3_120 * 2**20, "measured"),
        "write_bytes_per_s": (1e9, "data-sheet"),
    }
    assert tells(done.stderr, like("measured/calibration-reads-all"))
    table = " ".join(segtier(*asked).stdout.split())
    assert "read latency 162 µs 114 µs to 270 µs measured fio job lat of nvme.json" in table
    assert "writes 80,000 requests/s data sheet" in table


def test_without_a_measurement_there_is_no_list(hour: Path) -> None:
    assert "taken from" not in segtier("advise", hour, "--ssd", "150GB", "--detail").stdout


def test_what_is_typed_goes_before_a_file(hour: Path, tmp_path: Path) -> None:
    done = segtier(
        *("advise", hour, "--measured", a_file(tmp_path, fio_3(READ)), "--figure", "read_us=300 (250-400)"),
        *("--format", "json"),
    )
    (flash,) = json.loads(done.stdout)["devices"]
    assert (flash["read_us"], flash["read_us_low"], flash["read_us_high"]) == (300, 250, 400)


@pytest.mark.parametrize(
    ("text", "exit_code", "code"),
    [
        (fio_3(READ, common=BUFFERED), 5, "no-usable-run"),
        (fio_3(READ)[:500], 4, "bad-fio"),
        (fio_3(Job("seq", Way(us=90, under_way=4, bytes=65_536, iops=0.0))), 5, "no-usable-run"),
    ],
)
def test_a_file_that_says_nothing_stops_the_command(
    hour: Path, tmp_path: Path, text: str, exit_code: int, code: str
) -> None:
    done = segtier("advise", hour, "--measured", a_file(tmp_path, text))
    assert done.returncode == exit_code
    problem = one_problem(done)
    assert problem["code"] == code
    assert "nvme.json" in problem["message"]
    assert problem["advice"]


@pytest.mark.parametrize("command", ["segments", "script"])
def test_every_command_that_takes_the_flash_takes_it(hour: Path, tmp_path: Path, command: str) -> None:
    more = ("--out", tmp_path / "out", "--option", "segments") if command == "script" else ()
    fio = a_file(tmp_path, fio_3(READ))
    done = segtier(command, hour, "--ssd", "150GB", "--measured", fio, *more)
    assert done.returncode == 0, done.stderr
