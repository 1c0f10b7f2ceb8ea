"""`segtier collect` writes what the database held, as the SQL*Plus script does, and only ever reads."""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections import Counter
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import pytest

from segtier.cli.support.bundle_folder import read_bundle_at
from segtier.collect.catalogue import DIAGNOSTICS_PACK, STATSPACK, queries
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from tests.bundles import make_bundle
from tests.collecting.collecting import Kind, collect
from tests.collecting.live import DAY, DSN, PASSWORD, collect_live, manifest_of, server_of, states_of, table_of
from tests.sentences import like, tells, worded

KINDS = {
    "12.1 without containers": Kind((12, 1)),
    "19c root": Kind((19, 0), "root"),
    "19c PDB": Kind((19, 0), "pdb", statspack=True),
    "23ai PDB": Kind((23, 0), "pdb"),
}
OPTIONS = {"free": (), "licensed": ("--diagnostics-pack",)}
PACK = {query.file for query in queries() if query.licence == DIAGNOSTICS_PACK}
STATSPACK_FILES = {query.file for query in queries() if query.licence == STATSPACK}
CASES = [(kind, option) for kind in KINDS for option in OPTIONS]


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("name", "option"), CASES)
def test_the_bundle_holds_what_the_database_held(
    name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = KINDS[name]
    options = (*OPTIONS[option], "--with-buffer-contents", *DAY)
    result = collect_live(server_of(kind), monkeypatch, tmp_path / "got", *options)
    assert (result.exit_code, result.stdout) == (0, f"{tmp_path / 'got'}\n"), result.stderr
    without_statspack = option == "licensed" or not kind.statspack
    absent = (STATSPACK_FILES if without_statspack else set()) | (PACK if option == "free" else set())
    rows = {query.name: None if query.file in absent else kind.rows().get(query.name) for query in queries()}
    make_bundle(tmp_path / "wanted", rows, collector="oracledb")
    for file in sorted(files_in(tmp_path / "wanted") - {"manifest.csv"}):
        got, wanted = table_of(tmp_path / "got" / file), table_of(tmp_path / "wanted" / file)
        assert (got[0], Counter(got[1]), got[2]) == (wanted[0], Counter(wanted[1]), wanted[2]), file
    there = {query.file: "done" if rows[query.name] is not None else "skipped" for query in queries()}
    assert {file: state for file, state in states_of(tmp_path / "got").items() if "/" not in file} == there


@pytest.mark.parametrize(("name", "option"), CASES)
def test_both_ways_write_the_same_bundle(
    name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same files with the same rows, and the same documents read from them."""
    kind = KINDS[name]
    collect_live(server_of(kind), monkeypatch, tmp_path / "live", *OPTIONS[option], "--with-buffer-contents", *DAY)
    collect(kind, tmp_path / "script", [*(one.removeprefix("--") for one in OPTIONS[option]), "buffers"])
    assert files_in(tmp_path / "live") == files_in(tmp_path / "script") - {"awr_reports.sql"}
    for file in sorted(files_in(tmp_path / "live") - {"manifest.csv"}):
        if file.endswith(".csv"):
            assert rows_as_values(tmp_path / "live" / file) == rows_as_values(tmp_path / "script" / file), file
    assert states_of(tmp_path / "live").items() >= states_of(tmp_path / "script").items()
    assert documents(tmp_path / "live") == documents(tmp_path / "script")


def rows_as_values(file: Path) -> tuple[list[str], Counter[tuple[object, ...]]]:
    """A half is .5 to SQL*Plus and 0.5 to the other."""
    header, rows, _ = table_of(file)
    return header, Counter(tuple(map(as_value, row)) for row in rows)


def as_value(text: str) -> object:
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def documents(folder: Path) -> list[dict[str, Any]]:
    """Without what tells the two apart on purpose: the file, and the client's character set."""
    return [
        {name: getattr(one, name) for name in one.__dataclass_fields__ if name not in ("source", "sources", "warnings")}
        | {"warnings": [warn for warn in one.warnings if warn.code != "unknown-character-set"]}
        for one in (replace(read, source=read.source) for read in read_bundle_at(folder))
    ]


@pytest.mark.parametrize("name", KINDS)
def test_what_is_read_from_the_bundle_is_what_the_database_held(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = KINDS[name]
    collect_live(server_of(kind), monkeypatch, tmp_path / "got", "--diagnostics-pack", *DAY)
    rows = kind.rows()
    workload, *hours, inventory = read_bundle_at(tmp_path / "got")
    assert isinstance(workload, Workload)
    assert isinstance(inventory, Inventory)
    flat = {segment.name: segment for segment in inventory.segments}
    assert len(flat) == len(rows["segments"])
    for row in rows["segments"][:3]:
        found = flat[row["segment_name"]]
        assert (found.owner, found.type, found.tablespace, found.size_bytes) == (
            row["owner"], row["segment_type"], row["tablespace_name"], row["bytes"],
        )  # fmt: skip
    assert (flat["ORDERS_PK"].parent_name, flat["SYS_LOB01$$"].parent_name) == ("ORDERS", "ORDERS")
    assert flat["SYS_LOB01$$"].column == rows["lobs"][0]["column_name"]
    counted = {segment.name: segment for segment in workload.segments}
    for row in rows["segment_statistics"][:3]:
        found = counted[row["object_name"]]
        assert (found.physical_reads_blocks, found.physical_write_requests) == (
            row["physical_reads"], row["physical_write_requests"],
        )  # fmt: skip
    assert {one.name for one in inventory.tablespaces} == {row["tablespace_name"] for row in rows["tablespaces"]}
    assert [group.size_bytes for group in inventory.redo_groups] == [row["bytes"] for row in rows["redo_groups"]]
    assert workload.database.dbid == rows["database"][0]["dbid"]
    assert len(hours) == len(rows["hist_snapshots"]) - 1


@pytest.mark.parametrize(("name", "option"), CASES)
def test_only_what_reads_is_sent(name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(KINDS[name])
    collect_live(server, monkeypatch, tmp_path / "got", *OPTIONS[option], "--with-buffer-contents")
    first_words = Counter(statement.split()[0] for statement in server.sent)
    assert set(first_words) == {"SELECT", "ALTER", "SET"}
    assert {s for s in server.sent if s.startswith("SET")} == {"SET TRANSACTION READ ONLY"}
    assert all(s.startswith("ALTER SESSION SET NLS_") for s in server.sent if s.startswith("ALTER"))
    licensed = [s for s in server.sent if re.search(r"(FROM|JOIN) dba_hist|workload", s, re.IGNORECASE)]
    assert bool(licensed) == (option == "licensed")


def test_the_manifest_has_the_checksum_of_every_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = collect_live(
        server_of(KINDS["19c root"]), monkeypatch, tmp_path / "got", "--diagnostics-pack", "--zip", *DAY
    )
    assert result.stdout == f"{tmp_path / 'got.zip'}\n"
    listed = {name: row for name, row in manifest_of(tmp_path / "got").items() if row["state"] == "done"}
    assert set(listed) == files_in(tmp_path / "got") - {"manifest.csv"}
    for name, row in listed.items():
        assert hashlib.sha256((tmp_path / "got" / name).read_bytes()).hexdigest() == row["sha256"], name
    with zipfile.ZipFile(tmp_path / "got.zip") as archive:
        assert set(archive.namelist()) == {f"got/{name}" for name in files_in(tmp_path / "got")}
    kinds = [type(one) for one in read_bundle_at(tmp_path / "got.zip")]
    assert kinds == [Workload, Workload, Workload, Inventory]


def test_rows_go_to_disk_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(KINDS["23ai PDB"])
    server.oracle.connection.execute(
        "INSERT INTO dba_segments (owner, segment_name, segment_type, tablespace_name, bytes)"
        " SELECT 'BIG', 'T' || n, 'TABLE', 'USERS', 65536 FROM range(25000) r(n)"
    )
    collect_live(server, monkeypatch, tmp_path / "got")
    assert max(server.batch_rows) == 1000
    assert server.batch_rows.count(1000) == 25
    _, rows, end = table_of(tmp_path / "got" / "segments.csv")
    assert (len(rows), end) == (25_004, ["#end", "25004"])


def test_the_password_is_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(KINDS["23ai PDB"])
    result = collect_live(server, monkeypatch, tmp_path / "got", "--zip")
    assert PASSWORD not in result.output
    assert [file for file in files_in(tmp_path / "got") if PASSWORD in (tmp_path / "got" / file).read_text()] == []
    assert [login["password"] for login in server.logins] == [PASSWORD]
    assert server.logins[0]["dsn"] == DSN


def test_an_estimate_collects_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(KINDS["19c root"])
    result = collect_live(server, monkeypatch, None, "--estimate")
    assert result.exit_code == 0
    assert worded("collect/segments-expect-about", "4 segments", 2, "2 minutes") in result.stderr
    assert not any("segment_name" in statement for statement in server.sent)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("12.1 without containers", "Database SHOP (DBID 4711), 2 instances.\n"),
        ("19c root", like("collect/connected-root-reads")),
        ("19c PDB", like("collect/connected-container-reads", ..., "SHOPPDB")),
    ],
)
def test_it_says_what_it_is_connected_to(
    name: str, words: str | re.Pattern[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tells(collect_live(server_of(KINDS[name]), monkeypatch, None, "--estimate").stderr, words)


def test_a_window_leaves_out_other_snapshots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window = ("--window", "2026-11-20T08:30", "2026-11-20T09:30")
    collect_live(
        server_of(KINDS["12.1 without containers"]), monkeypatch, tmp_path / "got", "--diagnostics-pack", *window
    )
    assert manifest_of(tmp_path / "got")["hist_snapshots.csv"]["rows"] == "1"
    assert manifest_of(tmp_path / "got")["window_begin"]["value"] == "2026-11-20T08:30:00"
    assert not (tmp_path / "got" / "awr").exists()
