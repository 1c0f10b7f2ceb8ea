"""What a command writes is whole or not there; where it cannot be written that is said in a sentence."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest

from segtier.cli.support.new_folder import new_folder
from segtier.errors import Refused
from segtier.samples import oltp_sample
from tests.patience import PATIENCE_S
from tests.sample_hours import write_few_hours
from tests.stack import MODULE


def test_a_folder_is_whole_or_not_there(tmp_path: Path) -> None:
    out = tmp_path / "a" / "plan"
    with pytest.raises(OSError, match="full"), new_folder(out) as draft:
        fill(draft)
    assert [path.name for path in (tmp_path / "a").iterdir()] == []
    with new_folder(out) as draft:
        (draft / "README.md").write_text("begin")
        assert not out.exists()
    assert (out / "README.md").read_text() == "begin"
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["plan"]
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(out.stat().st_mode) == 0o777 & ~umask


@pytest.mark.parametrize("out", ["folder", "masked.zip", "masked.json", "bundle"])
def test_what_names_a_database_is_for_its_user_only(tmp_path: Path, out: str) -> None:
    """Whatever the umask: scripts, and masked documents, too, until somebody sends them."""
    hours = tmp_path / "hours"
    hours.mkdir()
    write_few_hours(hours)
    first = min((hours / "after").iterdir())
    target, map_file = tmp_path / out, tmp_path / "map.json"
    mask = ["mask", first, "--out", target, "--map", map_file]
    script = ["script", hours / "before", "--ssd", "700GB", "--out", target]
    command = [*MODULE, *map(str, script if out == "bundle" else mask)]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S, umask=0o022)
    made = [target, *target.rglob("*")] if target.is_dir() else [target]
    assert {path.name: oct(path.stat().st_mode & 0o077) for path in made if path.stat().st_mode & 0o077} == {}
    if out == "bundle":
        assert any(path.stat().st_mode & stat.S_IXUSR for path in made if path.is_file())


def fill(folder: Path) -> None:
    """As much as there is room for."""
    (folder / "README.md").write_text("begin")
    raise OSError(28, "full")


def test_what_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(Refused, match="is not empty"), new_folder(tmp_path):
        pass
    empty = tmp_path / "empty"
    empty.mkdir()
    with new_folder(empty) as draft:
        (draft / "x").write_text("x")
    assert (empty / "x").is_file()


def sh(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=PATIENCE_S, check=False)


SEGTIER = " ".join(MODULE)


@pytest.mark.parametrize("line", [f"{SEGTIER} sample --out /proc/x", f"{SEGTIER} openapi > /dev/full"])
def test_where_nothing_can_be_written_is_said(line: str) -> None:
    done = sh(line)
    assert (done.returncode, "Traceback" in done.stderr) == (5, False), done.stderr
    assert json.loads(done.stderr)["code"] == "cannot-write"


def test_who_reads_the_beginning_only_ends_the_command(tmp_path: Path) -> None:
    """With more to say than any pipe holds."""
    for file in oltp_sample():
        (tmp_path / file.name).write_bytes(file.data)
    done = sh(f"{{ {SEGTIER} parse {tmp_path}; echo $? >&2; }} | head -c 10")
    assert (done.stdout, done.stderr) == ('{"source":', "141\n")


def test_a_device_that_does_not_end_is_refused() -> None:
    """With less memory than it would take to read on."""
    done = sh(f"ulimit -v 3000000; {SEGTIER} parse /dev/zero")
    assert (done.returncode, "does not end" in done.stderr) == (4, True), done.stderr
