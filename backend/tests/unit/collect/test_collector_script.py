"""The generated SQL*Plus collector, run from end to end: the files it writes hold the rows the database held."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from segtier.collect import collector_file
from segtier.collect.catalogue import DIAGNOSTICS_PACK, STATSPACK, queries
from segtier.collect.script import collector_script
from tests.bundles import make_bundle
from tests.collecting.collecting import Kind, collect
from tests.collecting.oracle_on_duckdb import Oracle
from tests.collecting.sqlplus_emulator import Execute, OracleError, Rows, SqlPlus, Surprise
from tests.sentences import worded

KINDS = {
    "10.2": Kind((10, 2), statspack=True),
    "11.2": Kind((11, 2)),
    "12.1 without containers": Kind((12, 1)),
    "19c root": Kind((19, 0), "root"),
    "19c PDB": Kind((19, 0), "pdb"),
    "23ai PDB": Kind((23, 0), "pdb", statspack=True),
}
LICENSED = {query.file for query in queries() if query.licence == DIAGNOSTICS_PACK}
STATSPACK_FILES = {query.file for query in queries() if query.licence == STATSPACK}


def lines_of(file: Path) -> tuple[str, Counter[str], str]:
    """Header, the rows in any order, and the last line."""
    header, *rows, end = file.read_text("utf-8").splitlines()
    return header, Counter(rows), end


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def manifest_of(folder: Path) -> dict[str, dict[str, str]]:
    rows = rows_of(folder / "manifest.csv")
    assert rows[-1]["item"] == "#end"
    return {row["value"] if row["item"] == "file" else row["item"]: row for row in rows}


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.csv")}


@pytest.mark.parametrize("name", KINDS)
def test_the_files_hold_what_the_database_held(name: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    collect(kind, tmp_path / "got", ["buffers"])
    wanted = {file: rows for file, rows in kind.rows().items() if f"{file}.csv" not in LICENSED}
    if not kind.statspack:
        wanted = {file: rows for file, rows in wanted.items() if f"{file}.csv" not in STATSPACK_FILES}
    rows = {query.name: wanted.get(query.name) for query in queries()}
    make_bundle(tmp_path / "wanted", rows)
    assert files_in(tmp_path / "got") == files_in(tmp_path / "wanted")
    for file in sorted(files_in(tmp_path / "wanted") - {"manifest.csv"}):
        assert lines_of(tmp_path / "got" / file) == lines_of(tmp_path / "wanted" / file), file
    states = {file: row["state"] for file, row in manifest_of(tmp_path / "got").items() if row["state"]}
    assert states == {q.file: "done" if q.name in wanted else "skipped" for q in queries()}


def test_the_manifest_counts_the_rows(tmp_path: Path) -> None:
    kind = KINDS["11.2"]
    collect(kind, tmp_path)
    counted = {q.name: manifest_of(tmp_path)[q.file]["rows"] for q in queries() if q.name in kind.rows()}
    expected = {
        q.name: str(len(kind.rows()[q.name])) if manifest_of(tmp_path)[q.file]["state"] == "done" else ""
        for q in queries()
        if q.name in kind.rows()
    }
    assert counted == expected


def test_no_licensed_view_is_read_without_the_word(tmp_path: Path) -> None:
    sqlplus = collect(KINDS["19c root"], tmp_path, ["buffers"])
    statements = [re.sub(r"'[^']*'", "''", text).lower() for text in sqlplus.statements]
    assert [text for text in statements if "dba_hist" in text or "workload" in text] == []
    assert not files_in(tmp_path) & LICENSED
    assert not (tmp_path / "awr").exists()


def test_the_diagnostics_pack_adds_history_and_reports(tmp_path: Path) -> None:
    kind = KINDS["19c root"]
    sqlplus = collect(kind, tmp_path / "got", ["diagnostics-pack"])
    make_bundle(tmp_path / "wanted", kind.rows())
    for file in sorted(LICENSED):
        assert lines_of(tmp_path / "got" / file) == lines_of(tmp_path / "wanted" / file), file
    reports = sorted(path.name for path in (tmp_path / "got" / "awr").iterdir())
    assert reports == ["awrrpt_1_100_101.html", "awrrpt_1_101_102.html"]
    assert "</html>" in (tmp_path / "got" / "awr" / reports[0]).read_text("utf-8")
    assert sqlplus.hosts == ['mkdir "./awr"']


def test_the_pack_must_be_switched_on_in_the_database(tmp_path: Path) -> None:
    kind = KINDS["11.2"]
    oracle = kind.oracle()
    oracle.connection.execute("""UPDATE "v$parameter" SET value = 'NONE' WHERE name LIKE 'control%'""")
    sqlplus = SqlPlus(oracle.execute, tmp_path)
    sqlplus.run(collector_script(), ".", "default", "default", "diagnostics-pack")
    assert not files_in(tmp_path) & LICENSED
    assert manifest_of(tmp_path)["diagnostics_pack"]["value"] == "no"


def test_a_window_leaves_out_other_snapshots(tmp_path: Path) -> None:
    collect(KINDS["11.2"], tmp_path, ["diagnostics-pack"], ("2026-11-20T08:30:00", "2026-11-20T09:30:00"))
    assert manifest_of(tmp_path)["hist_snapshots.csv"]["rows"] == "1"
    assert list((tmp_path / "awr").iterdir()) == []


def test_missing_privileges_stop_one_file_each(tmp_path: Path) -> None:
    kind = Kind((19, 0), without=("gv$filestat", "dba_ts_quotas"))
    sqlplus = collect(kind, tmp_path)
    failed = {file for file, row in manifest_of(tmp_path).items() if row["state"] == "failed"}
    assert failed == {"datafiles.csv", "quotas.csv"}
    text = (tmp_path / "quotas.csv").read_text("utf-8")
    assert "ORA-00942: table or view does not exist" in text
    assert text.splitlines()[-1].startswith('"#failed"')
    assert '"#end"' not in text
    assert sqlplus.screen[-2:] == ["FAILED  datafiles.csv", "FAILED  quotas.csv"]
    assert lines_of(tmp_path / "segments.csv")[2] == '"#end"'


def test_without_the_dictionary_of_columns_it_reads_what_every_release_has(tmp_path: Path) -> None:
    kind = Kind((19, 0), without=("dba_tab_columns",))
    collect(kind, tmp_path)
    states = Counter(row["state"] for row in manifest_of(tmp_path).values())
    assert states["failed"] == 2, "long_columns and object_columns read that view"
    assert not files_in(tmp_path) & (LICENSED | STATSPACK_FILES)
    segments = rows_of(tmp_path / "segments.csv")
    assert segments[0]["segment_subtype"] == ""
    assert segments[0]["bytes"] != ""


PROBED = ("dba_segments.segment_subtype", "gv$system_event.total_waits_fg", "dba_hist_seg_stat.table_scans_delta")
"""Columns later than 10.2, which are asked for as an unverified one would be."""


def test_a_column_that_is_asked_for_may_be_missing(tmp_path: Path) -> None:
    collect(Kind((19, 0), without_columns=PROBED), tmp_path, ["diagnostics-pack"])
    states = {row["state"] for row in manifest_of(tmp_path).values()}
    assert "failed" not in states
    *segments, _ = rows_of(tmp_path / "segments.csv")
    assert {row["segment_subtype"] for row in segments} == {""}
    assert segments[0]["bytes"] != ""


@pytest.mark.parametrize("closed", [r".", r"v\$|dba_"], ids=["not connected", "no privilege"])
def test_it_stops_where_there_is_no_database_to_read(closed: str, tmp_path: Path) -> None:
    sqlplus = SqlPlus(refusing(closed, "ORA-00942: table or view does not exist"), tmp_path)
    sqlplus.run(collector_script(), ".", "default", "default", "buffers", "-", "-")
    assert (sqlplus.exited, files_in(tmp_path)) == ("FAILURE", set())
    assert sqlplus.screen[0] == worded("collect/nothing-collected-v")


def refusing(pattern: str, message: str, oracle: Oracle | None = None) -> Execute:
    """A database that answers some statements with an error."""
    database = oracle or KINDS["11.2"].oracle()

    def execute(statement: str) -> Rows:
        if re.search(pattern, statement):
            raise OracleError(message)
        return database.execute(statement)

    return execute


def test_a_mounted_standby_gives_what_the_instance_counts(tmp_path: Path) -> None:
    kind = KINDS["11.2"]
    oracle = kind.oracle()
    oracle.connection.execute("""UPDATE "v$database" SET open_mode = 'MOUNTED'""")

    closed = refusing(r"(FROM|JOIN) (dba_|perfstat)", "ORA-01219: database not open", oracle)
    sqlplus = SqlPlus(closed, tmp_path)
    sqlplus.run(collector_script(), ".", "default", "default")
    assert sqlplus.screen[0] == worded("collect/database-mounted-not")
    states = {file: row["state"] for file, row in manifest_of(tmp_path).items()}
    assert (states["segments.csv"], states["system_events.csv"], states["redo_groups.csv"]) == (
        "failed",
        "done",
        "done",
    )


def test_an_estimate_reads_nothing_else(tmp_path: Path) -> None:
    sqlplus = collect(KINDS["11.2"], tmp_path, ["estimate"])
    assert files_in(tmp_path) == set()
    assert any(line.startswith("Segments: 4.") for line in sqlplus.screen)


@pytest.mark.parametrize(
    "words", [["estimate"], ["default", "default", "estimate"], ["2026-11-20T08:00:00", "estimate"]]
)
def test_words_may_come_without_a_window(words: list[str], tmp_path: Path) -> None:
    sqlplus = SqlPlus(KINDS["11.2"].oracle().execute, tmp_path)
    sqlplus.run(collector_script(), ".", *words)
    assert files_in(tmp_path) == set()
    assert worded("collect/nothing-collected-leave") in sqlplus.screen


def test_no_argument_is_asked_for(tmp_path: Path) -> None:
    sqlplus = SqlPlus(KINDS["11.2"].oracle().execute, tmp_path)
    sqlplus.run(collector_script())
    assert manifest_of(tmp_path)["window_begin"]["value"] == "2026-11-19T10:00:00"
    assert manifest_of(tmp_path)["window_end"]["value"] == "2026-11-20T10:00:00"
    assert manifest_of(tmp_path)["dbid"]["value"] == "4711"


def test_every_statement_only_reads(tmp_path: Path) -> None:
    sqlplus = collect(KINDS["19c root"], tmp_path, ["diagnostics-pack", "buffers"])
    first_words = {text.split()[0] for text in sqlplus.statements}
    assert first_words == {"SELECT", "ALTER", "SET", "COMMIT"}
    altered = [text for text in sqlplus.statements if text.startswith("ALTER")]
    assert all(text.startswith("ALTER SESSION SET NLS_") for text in altered)


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("PROMPT &nobody.", "would ask"),
        ("PROMPT a -", "hyphen"),
        ("SELECT 1 AS a\n\nFROM dual;", "blank line"),
        ("SELECT 1 AS a, 2 AS b FROM dual;", "2 columns"),
        ("SPOOL x.csv", "tabs"),
        ("DROP TABLE t;", "not a command"),
    ],
)
def test_the_stand_in_refuses_what_sqlplus_might_read_otherwise(script: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(Surprise, match=why):
        SqlPlus(KINDS["11.2"].oracle().execute, tmp_path).run(script)


def test_the_script_on_disk_is_the_generated_one() -> None:
    assert collector_file("segtier_collect.sql") == collector_script(), "run: make collector"


def test_the_document_on_disk_is_the_generated_one() -> None:
    root = Path(__file__).parents[4]
    done = subprocess.run(
        [sys.executable, root / "scripts" / "collector.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run: make collector\n{done.stdout}{done.stderr}"
