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
from tests.awr_dumps import AwrDump, add_busy_snapshot, busy_dump, varied_dump
from tests.integration.packed import a_gzip, a_tar, a_zip
from tests.sentences import worded
from tests.unit.reports import pages


def run(command: object, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(one) for one in arguments])  # type: ignore[arg-type]  # a command


def spans(result: Result) -> list[tuple[int, int]]:
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return [(one["interval"]["begin_snap"], one["interval"]["end_snap"]) for one in lines]


SIZES = "\n".join(
    [
        "OWNER,SEGMENT_NAME,SEGMENT_TYPE,TABLESPACE_NAME,BYTES",
        *(
            f"SHOP,{name},{kind},USERS,{gib * 2**30}"
            for name, kind, gib in (("ORDERS", "TABLE", 20), ("LINES", "TABLE", 11))
        ),
        f"SHOP,ORDERS_PK,INDEX,USERS,{4 * 2**30}",
    ]
)


LOADS = frozenset(
    "VALUE TOTAL_WAITS TIME_WAITED_MICRO TOTAL_WAITS_FG TIME_WAITED_MICRO_FG PHYSICAL_READS_DELTA PHYSICAL_READ_REQUESTS_DELTA"
    " PHYSICAL_WRITES_DELTA LOGICAL_READS_DELTA".split()
)


def six_times_as_busy(dump: AwrDump) -> AwrDump:
    for row in (row for name, rows in dump.rows.items() if name != "WRH$_OSSTAT" for row in rows):
        row.update({name: 6 * row[name] for name in LOADS & row.keys() if isinstance(row[name], int | float)})
    return dump


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"awrdat_{number}.dmp" for number in range(3)]
    for path, data in zip(paths, busy_dump(4).written(3), strict=True):
        path.write_bytes(data)
    return paths


@pytest.mark.parametrize("command", [parse, advise])
@pytest.mark.parametrize("cut", [0, 1, 2])
def test_the_problem_of_a_set_names_the_file_that_is_cut(files: list[Path], command: object, cut: int) -> None:
    files[cut].write_bytes(files[cut].read_bytes()[:-8192])
    result = run(command, *files[::-1])
    named = [json.loads(line)["file"] for line in result.stderr.splitlines() if line.startswith("{")]
    assert named == [str(files[cut])]


@pytest.mark.parametrize("kept", [0.1, 0.3])
def test_of_a_cut_dump_it_is_not_said_what_it_never_held(tmp_path: Path, kept: float) -> None:
    data = busy_dump(4).written()[0]
    (tmp_path / "a.dmp").write_bytes(data[: int(len(data) * kept)])
    result = run(parse, tmp_path / "a.dmp")
    (problem,) = (json.loads(line) for line in result.stderr.splitlines() if line.startswith("{"))
    assert problem["code"] in ("damaged-dump", "dump-damaged")


@pytest.mark.parametrize("kept", [0.3, 0.5, 0.7, 0.9])
def test_the_less_a_cut_dump_holds_the_more_the_answer_asks_for(tmp_path: Path, kept: float) -> None:
    data = six_times_as_busy(busy_dump(6)).written()[0]
    (tmp_path / "a.dmp").write_bytes(data[: int(len(data) * kept)])
    (tmp_path / "sizes.csv").write_text(SIZES)
    result = run(advise, tmp_path / "a.dmp", tmp_path / "sizes.csv", "--ssd", "30GB", "--format", "json", "--jobs", "1")
    verdict = json.loads(result.stdout)["verdict"]
    assert verdict["state"] == "needs"
    assert "broken-off" in {one["code"] for one in verdict["blocked_by"]}


@pytest.mark.parametrize("turned", [False, True])
def test_a_side_of_a_comparison_without_a_report_is_named(tmp_path: Path, turned: bool) -> None:
    (tmp_path / "a.dmp").write_bytes(busy_dump(4).written()[0])
    (tmp_path / "sizes.csv").write_text(SIZES)
    sides = [tmp_path / "a.dmp", tmp_path / "sizes.csv"]
    result = run(compare, *(sides[::-1] if turned else sides), "--ssd", "30GB", "--jobs", "1")
    assert result.exit_code
    assert ("BEFORE" if turned else "AFTER") in str(result.exception) + result.stderr


def test_an_interval_each_is_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.dmp").write_bytes(busy_dump(4).written()[0])
    result = run(parse, tmp_path / "a.dmp")
    assert result.exit_code == 0, result.stderr
    assert spans(result) == [(1, 2), (2, 3), (3, 4)]


def test_what_is_said_of_many_intervals_is_said_once(tmp_path: Path) -> None:
    """Beside the documents: each of them stands alone, and says it too."""
    dump = busy_dump(4)
    del dump.rows["WRH$_EVENT_NAME"]
    (tmp_path / "a.dmp").write_bytes(dump.written()[0])
    result = run(parse, tmp_path / "a.dmp")
    (line,) = (line for line in result.stderr.splitlines() if "WRH$_EVENT_NAME" in line and "SYSTEM_EVENT" in line)
    assert "3 of 3 intervals" in line
    assert result.stdout.count('"no-names"') >= 3


@pytest.mark.parametrize("suffix", [".dmp", ".bin", ""])
def test_files_of_a_set_are_joined_wherever_they_lie(files: list[Path], tmp_path: Path, suffix: str) -> None:
    archive = tmp_path / "awr.zip"
    packed_files = {path.with_suffix(suffix).name: path.read_bytes() for path in reversed(files)}
    archive.write_bytes(a_zip(packed_files | {"b.html": pages.report()}))
    assert spans(run(parse, *reversed(files))) == [(1, 2), (2, 3), (3, 4)]
    packed = run(parse, archive)
    assert packed.exit_code == 0, packed.stderr
    assert spans(packed)[1:] == [(1, 2), (2, 3), (3, 4)]
    assert len(packed.stdout.splitlines()) == 4


def test_a_file_of_a_set_alone_names_what_is_missing(files: list[Path]) -> None:
    result = run(parse, files[0], files[2])
    assert result.exit_code == 4
    told = json.loads(result.stderr)
    assert (told["code"], told["file"]) == ("dump-part", str(files[0]))
    assert "mask" not in told["advice"]


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


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """A dump without its end, which lists what it must hold."""
    data = varied_dump(6).written()[0]
    path = tmp_path / "cut.dmp"
    path.write_bytes(data[: len(data) * 7 // 10])
    return path


@pytest.mark.parametrize("command", [(parse,), (advise, "--ssd", "700GB"), (mask, "--map")])
def test_a_cut_dump_is_read_in_part_and_the_exit_code_says_so(
    cut: Path, tmp_path: Path, command: tuple[object, ...]
) -> None:
    more = (*command[1:], tmp_path / "map.json", "--out", tmp_path / "out") if command[0] is mask else command[1:]
    result = run(command[0], cut, *more)
    assert result.exit_code == 3, result.output
    problems = [json.loads(line) for line in result.stderr.splitlines() if line.startswith("{")]
    assert [(one["code"], Path(one["file"]).name) for one in problems] == [("dump-damaged", "cut.dmp")]


def test_an_answer_from_a_cut_dump_is_rough(cut: Path) -> None:
    result = run(advise, cut, "--ssd", "700GB", "--format", "json")
    quality = json.loads(result.stdout)["quality"]
    assert quality["grade"] in "CD"
    assert worded("analysis/dump-cut-damaged") in quality["reasons"]


def packed(form: str, tmp_path: Path) -> list[Path]:
    """The same dump as a file, or in an archive."""
    whole, parts = busy_dump(4).written()[0], busy_dump(4).written(3)
    made = {
        "gz": {"a.dmp.gz": a_gzip(whole)},
        "gz without a name": {"a.gz": a_gzip(whole)},
        "zip, another name": {"a.zip": a_zip({"x/awrdat.bin": whole})},
        "zip in gz": {"a.zip.gz": a_gzip(a_zip({"a.dmp": whole}))},
        "tar": {"a.tar": a_tar({f"{number}.dmp": part for number, part in enumerate(parts)})},
        "each gz": {f"{number}.dmp.gz": a_gzip(part) for number, part in enumerate(parts)},
        "here and there": {
            "1.dmp": parts[0],
            "rest.zip": a_zip({"2.dmp": parts[1]}),
            "3.tar.gz": a_gzip(a_tar({"3.DMP": parts[2]})),
        },
        "with a copy": {f"{number}.dmp": part for number, part in enumerate((*parts, parts[1]))},
        "with a cut copy": {f"{number}.dmp": part for number, part in enumerate((*parts, parts[0][:9_000]))},
        "a copy in a zip": {"a.zip": a_zip({f"{number}.dmp": part for number, part in enumerate((*parts, parts[2]))})},
    }[form]
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    return [tmp_path / name for name in made]


@pytest.mark.parametrize(
    "form",
    [
        *("gz", "gz without a name", "zip, another name", "zip in gz", "tar", "each gz", "here and there"),
        *("with a copy", "with a cut copy", "a copy in a zip"),
    ],
)
def test_a_dump_is_read_whatever_packs_it_and_a_copy_is_a_copy(form: str, tmp_path: Path) -> None:
    files = packed(form, tmp_path)
    result = run(parse, *files)
    told = [line for line in result.stderr.splitlines() if "copies of file" not in line]
    assert (result.exit_code, told) == (0, [])
    assert ("copies of file" in result.stderr) is ("copy" in form)
    assert spans(result) == [(1, 2), (2, 3), (3, 4)]
    codes = {warn["code"] for line in result.stdout.splitlines() for warn in json.loads(line)["warnings"]}
    assert codes == ({"dump-file-copy"} if "copy" in form else set())
    assert run(advise, *files, "--ssd", "700GB").exit_code == 0


def test_files_of_a_set_that_are_here_are_named_and_those_that_are_not(files: list[Path]) -> None:
    told = json.loads(run(parse, files[2], files[1]).stderr)
    assert told["message"].startswith(worded("reports/these-files", "2, 3")), told


@pytest.mark.parametrize("count", [1, 3])
def test_of_one_dump_alone_the_hours_are_told_and_what_to_type(tmp_path: Path, count: int) -> None:
    paths = [tmp_path / f"{number}.dmp" for number in range(count)]
    for path, data in zip(paths, busy_dump(6).written(count), strict=True):
        path.write_bytes(data)
    result = run(compare, *paths)
    assert result.exit_code == 2
    assert "5 intervals: 2026-11-20 08:00 to 13:00" in result.stderr
    assert "--after-from '2026-11-20 10:00'" in result.stderr
    assert run(compare, *paths, "--after-from", "2026-11-20 10:00", "--ssd", "700GB").exit_code == 0


def test_a_set_is_before_or_after_by_its_files(tmp_path: Path) -> None:
    first, second = busy_dump(8), busy_dump(8)
    keep(first, range(1, 5))
    keep(second, range(4, 9))
    sets = [first.written(2), second.written(2, job=b"another export..")]
    paths = [tmp_path / f"{side}{number}.dmp" for side in range(2) for number in range(2)]
    for path, data in zip(paths, (data for one in sets for data in one), strict=True):
        path.write_bytes(data)
    result = run(compare, *paths, "--ssd", "700GB", "--format", "json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (len(found["before"]), len(found["after"])) == (3, 4)
    (tmp_path / "more.dmp").write_bytes(busy_dump(3).written(job=b"a third export..")[0])
    assert run(compare, *paths, tmp_path / "more.dmp", "--ssd", "700GB").exit_code == 2


def keep(dump: AwrDump, snaps: range) -> None:
    """Leave the rows of other snapshots out."""
    for table, rows in dump.rows.items():
        if not table.endswith("_OBJ"):
            dump.rows[table] = [row for row in rows if row.get("SNAP_ID") is None or row["SNAP_ID"] in snaps]


@pytest.mark.parametrize("more", [("--to", "2026-11-20 12:00", "--after-from", "2026-11-20 10:00"), ()])
def test_hours_that_are_before_and_after_are_refused(tmp_path: Path, more: tuple[str, ...]) -> None:
    """In two windows of one dump, and in two dumps that overlap."""
    first, second = busy_dump(8), busy_dump(8)
    keep(first, range(1, 6))
    keep(second, range(4, 9))
    (tmp_path / "a.dmp").write_bytes((busy_dump(8) if more else first).written()[0])
    (tmp_path / "b.dmp").write_bytes(second.written(job=b"another export..")[0])
    names = ["a.dmp"] if more else ["a.dmp", "b.dmp"]
    result = run(compare, *(tmp_path / name for name in names), "--ssd", "700GB", *more)
    assert getattr(result.exception, "code", None) == "windows-overlap"
    hours = "2026-11-20 10:00 to 2026-11-20 12:00" if more else "2026-11-20 11:00 to 2026-11-20 12:00"
    assert hours in getattr(result.exception, "message", "")


@pytest.fixture
def two(tmp_path: Path) -> Path:
    dump = busy_dump(3)
    dump.instance(dbid=99, DB_NAME="OTHER")
    for snap in (1, 2, 3):
        add_busy_snapshot(dump, snap, hours=3 * snap, dbid=99)
    (tmp_path / "two.dmp").write_bytes(dump.written()[0])
    return tmp_path / "two.dmp"


def masked(tmp_path: Path, out: str = "out") -> tuple[object, ...]:
    return ("--map", tmp_path / "map.json", "--out", tmp_path / out)


@pytest.mark.parametrize("command", [parse, mask, advise])
def test_a_database_that_no_file_is_of_is_named_beside_those_there_are(
    two: Path, tmp_path: Path, command: object
) -> None:
    more = {parse: (), mask: masked(tmp_path), advise: ("--ssd", "700GB")}[command]  # type: ignore[index]
    refused = run(command, two, "--dbid", 5, *more)
    assert getattr(refused.exception, "code", None) == "no-such-database"
    assert {"OTHER (DBID 99)", "SHOP (DBID 4711)"} <= {
        *getattr(refused.exception, "message", "").split(" of ")[-1].split(", ")
    }
    assert not (tmp_path / "out").exists()
    assert run(command, two, "--dbid", 99, *more).exit_code == 0


def test_only_the_intervals_of_one_database_are_printed_and_masked(two: Path, tmp_path: Path) -> None:
    lines = run(parse, two, "--dbid", 99).stdout.splitlines()
    assert [json.loads(line)["database"]["dbid"] for line in lines] == [99, 99]
    run(mask, two, "--dbid", 99, *masked(tmp_path))
    assert len(list((tmp_path / "out").iterdir())) == 2


def test_a_dump_of_several_intervals_is_not_masked_into_one_document(two: Path, tmp_path: Path) -> None:
    refused = run(mask, two, *masked(tmp_path, "x.json"))
    assert getattr(refused.exception, "code", None) == "one-document"
    assert not (tmp_path / "x.json").exists()


def test_what_cannot_be_masked_leaves_no_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "a.dmp").write_bytes(b"no dump")
    assert run(mask, tmp_path / "a.dmp", *masked(tmp_path)).exit_code
    (tmp_path / "key").write_bytes(b"short")
    assert run(mask, tmp_path / "a.dmp", "--key-file", tmp_path / "key", *masked(tmp_path, "b")).exit_code
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "b").exists()
