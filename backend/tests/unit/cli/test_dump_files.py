"""AWR dumps on the command line: one, a set in any order, in a ZIP, of several databases, and those that are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from segtier.cli.commands.advise import command as advise
from segtier.cli.commands.compare import command as compare
from segtier.cli.commands.mask import command as mask
from segtier.cli.commands.parse import command as parse
from tests.awr_dumps import AwrDump, add_busy_snapshot, busy_dump
from tests.integration.packed import a_zip
from tests.unit.reports import pages


def run(command: object, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(one) for one in arguments])  # type: ignore[arg-type]  # a command


def spans(result: Result) -> list[tuple[int, int]]:
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return [(one["interval"]["begin_snap"], one["interval"]["end_snap"]) for one in lines]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"awrdat_{number}.dmp" for number in range(3)]
    for path, data in zip(paths, busy_dump(4).written(3), strict=True):
        path.write_bytes(data)
    return paths


def test_an_interval_each_is_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.dmp").write_bytes(busy_dump(4).written()[0])
    result = run(parse, tmp_path / "a.dmp")
    assert result.exit_code == 0, result.stderr
    assert spans(result) == [(1, 2), (2, 3), (3, 4)]


@pytest.mark.parametrize("suffix", [".dmp", ".bin", ""])
def test_files_of_a_set_are_joined_wherever_they_lie(files: list[Path], tmp_path: Path, suffix: str) -> None:
    archive = tmp_path / "awr.zip"
    packed_files = {path.with_suffix(suffix).name: path.read_bytes() for path in reversed(files)}
    archive.write_bytes(a_zip(packed_files | {"b.html": pages.report()}))
    assert spans(run(parse, *reversed(files))) == [(1, 2), (2, 3), (3, 4)]
    packed = run(parse, archive)
    assert packed.exit_code == 0, packed.stderr
    assert spans(packed)[:3] == [(1, 2), (2, 3), (3, 4)]
    assert len(packed.stdout.splitlines()) == 4


def test_a_file_of_a_set_alone_names_what_is_missing(files: list[Path]) -> None:
    result = run(parse, files[0], files[2])
    assert result.exit_code == 4
    told = json.loads(result.stderr)
    assert (told["code"], told["file"]) == ("dump-part", str(files[0]))


@pytest.mark.parametrize(
    "data", [b"\x03\x00\x01EXPORT:V10.02.01\n" + bytes(99), AwrDump().written()[0], busy_dump(2).written()[0][:900]]
)
def test_what_is_no_dump_of_awr_is_refused_by_name(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.dmp").write_bytes(data)
    result = run(parse, tmp_path / "x.dmp")
    assert result.exit_code == 4
    assert "dump" in json.loads(result.stderr)["message"]


def test_of_several_databases_one_is_chosen(tmp_path: Path) -> None:
    dump = busy_dump(3)
    dump.instance(dbid=99, DB_NAME="OTHER")
    for snap in (1, 2, 3):
        add_busy_snapshot(dump, snap, hours=3 * snap, dbid=99)
    (tmp_path / "a.dmp").write_bytes(dump.written()[0])
    refused = run(advise, tmp_path / "a.dmp", "--ssd", "700GB")
    assert getattr(refused.exception, "code", None) == "several-databases"
    chosen = run(advise, tmp_path / "a.dmp", "--ssd", "700GB", "--dbid", 99, "--format", "json")
    assert chosen.exit_code == 0, chosen.stderr


def test_masked_intervals_hold_no_name(tmp_path: Path) -> None:
    (tmp_path / "a.dmp").write_bytes(busy_dump(3).written()[0])
    result = run(mask, tmp_path / "a.dmp", "--out", tmp_path / "masked", "--map", tmp_path / "map.json")
    assert result.exit_code == 0, result.output
    written = list((tmp_path / "masked").rglob("*.json"))
    assert len(written) == 2
    assert not any(name in path.read_text() for path in written for name in ("ORDERS", "SHOP", "host1", "users01"))


@pytest.mark.parametrize(
    ("more", "before", "after"),
    [
        (("--after-from", "2026-11-20 10:00"), ("08", "09"), ("10", "11")),
        (("--to", "2026-11-20 09:00", "--after-from", "2026-11-20 11:00"), ("08",), ("11",)),
        (("--after-from", "2026-11-20 09:00", "--after-to", "2026-11-20 10:00"), ("08",), ("09",)),
    ],
)
def test_two_windows_of_one_dump_are_compared(
    tmp_path: Path, more: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    (tmp_path / "a.dmp").write_bytes(busy_dump(5).written()[0])
    result = run(compare, tmp_path / "a.dmp", "--ssd", "700GB", "--format", "json", *more)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    hours = [tuple(one["begin_time"][11:13] for one in found[side]) for side in ("before", "after")]
    assert hours == [before, after]
