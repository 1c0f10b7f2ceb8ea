"""What goes wrong at a live database costs one file, is explained, and is made good by the same command."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import Result

from segtier.collect.catalogue import queries
from segtier.collect.live.faults import CannotConnect, ConnectionLost, NotGranted
from segtier.errors import NotUsable, Refused, UnreadableInput
from tests.collecting.collecting import Kind
from tests.collecting.fake_oracledb import Fault, fails, oracle_error, times_out
from tests.collecting.live import (
    DAY,
    DSN,
    PASSWORD,
    collect_live,
    manifest_of,
    problems,
    server_of,
    states_of,
    table_of,
)
from tests.patience import PATIENCE_S
from tests.sentences import worded

PLAIN, ROOT = Kind((19, 0)), Kind((19, 0), "root")
EVERY = len(queries())


def failed(folder: Path) -> list[str]:
    return sorted(file for file, state in states_of(folder).items() if state == "failed")


@pytest.mark.parametrize(
    ("fault", "kind", "file", "words", "advice"),
    [
        (fails(r"FROM dba_ts_quotas", "ORA-00942: table or view does not exist"), PLAIN, "quotas.csv",
         "no privilege on SYS.DBA_TS_QUOTAS (ORA-00942)", "GRANT SELECT ON SYS.DBA_TS_QUOTAS TO SEGTIER;"),
        (fails(r"FROM cdb_ts_quotas", "ORA-01031: insufficient privileges"), ROOT, "quotas.csv",
         "no privilege on SYS.CDB_TS_QUOTAS (ORA-01031)", "GRANT SELECT ON SYS.CDB_TS_QUOTAS TO SEGTIER;"),
        (fails(r"FROM gv\$filestat", "ORA-41900: missing privilege"), PLAIN, "datafiles.csv",
         "no privilege on SYS.GV_$FILESTAT (ORA-41900)", "GRANT SELECT ON SYS.GV_$FILESTAT TO SEGTIER;"),
        (times_out(r"FROM dba_indexes"), PLAIN, "indexes.csv", "no result within 600 s (DPY-4024)", "longer --timeout"),
        (fails(r"FROM dba_indexes", "ORA-03156: call timed out"), PLAIN, "indexes.csv", "no result within 600 s", "--timeout"),
        (fails(r"FROM dba_indexes", "ORA-01555: snapshot too old"), PLAIN, "indexes.csv", "ORA-01555: snapshot too old", None),
        (fails(r"FROM dba_indexes", "ORA-00040: active time limit exceeded"), PLAIN, "indexes.csv", "ORA-00040", None),
    ],
    ids=lambda value: value if isinstance(value, str) and value.endswith(".csv") else "",
)  # fmt: skip
def test_one_file_fails_and_the_others_go_on(
    fault: Fault, kind: Kind, file: str, words: str, advice: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = collect_live(server_of(kind, [fault]), monkeypatch, tmp_path / "got")
    (problem,) = problems(result)
    assert (result.exit_code, failed(tmp_path / "got")) == (3, [file])
    assert problem["message"].startswith(f"{file}: ")
    assert words in problem["message"]
    assert advice is None or advice in problem["advice"]
    assert table_of(tmp_path / "got" / file)[2][0] == "#failed"
    assert words in manifest_of(tmp_path / "got")[file]["reason"]
    assert table_of(tmp_path / "got" / "sessions.csv")[2] == ["#end", "1"]


@pytest.mark.parametrize(
    ("name", "error"),
    [("DBMS_WORKLOAD_REPOSITORY", "ORA-00904: invalid identifier"), ("DBMS_WORKLOAD_REPOSITORY", "ORA-01031: no")],
)
def test_awr_reports_need_a_grant_of_their_own(
    name: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = server_of(PLAIN, [fails(name, error)])
    result = collect_live(server, monkeypatch, tmp_path / "got", "--diagnostics-pack", *DAY)
    (problem,) = problems(result)
    assert result.exit_code == 3
    assert "GRANT EXECUTE ON SYS.DBMS_WORKLOAD_REPOSITORY TO SEGTIER;" in problem["advice"]
    assert states_of(tmp_path / "got")["hist_segments.csv"] == "done"


def test_a_dead_connection_after_a_time_out_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(PLAIN, [times_out(r"FROM dba_segments s$", dead=True), times_out("FROM dba_lobs", dead=True)])
    result = collect_live(server, monkeypatch, tmp_path / "got")
    assert (result.exit_code, failed(tmp_path / "got"), len(server.opened)) == (3, ["lobs.csv", "segments.csv"], 4)
    assert worded("cli/segments-could-not", worded("collect/no-result-within", 600, "DPY-4024")) in result.stderr


def test_a_time_out_of_the_users_is_given_to_the_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(PLAIN, [times_out("FROM dba_lobs")])
    (problem,) = problems(collect_live(server, monkeypatch, tmp_path / "got", "--timeout", "7"))
    assert problem["message"] == "lobs.csv: no result within 7 s (DPY-4024)"
    assert server.opened[0].call_timeout <= 60_000


@pytest.mark.parametrize(
    ("pattern", "error"),
    [
        (r"FROM gv\$(sysstat|osstat)", "ORA-03113: end-of-file on communication channel"),
        (r"FROM gv\$(sysstat|osstat)", "DPY-4011: the database or network closed the connection"),
        (r"FROM gv\$sysstat", "ORA-00028: your session has been killed"),
    ],
)
def test_a_lost_connection_stops_the_run_and_the_next_goes_on(
    pattern: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "got"
    lost = collect_live(server_of(PLAIN, [fails(pattern, error)]), monkeypatch, folder)
    assert isinstance(lost.exception, ConnectionLost)
    assert worded("cli/stopped-read-same", folder) in lost.stderr
    assert worded("collect/run-same-command-again-goes") in str(lost.exception.advice)
    read = {file for file, state in states_of(folder).items() if state == "done"}
    assert "os_statistics.csv" not in read
    server = server_of(PLAIN)
    again = collect_live(server, monkeypatch, folder)
    assert (again.exit_code, len(states_of(folder))) == (0, EVERY)
    assert again.stderr.count("kept from before") == len(read)
    assert not any("FROM gv$segment_statistics" in sent for sent in server.sent)


@pytest.mark.parametrize(
    "error", ["ORA-00600: internal error code", "ORA-03113: end-of-file", "ORA-07445: exception encountered"]
)
def test_a_statement_that_crashes_its_session_costs_one_file(
    error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = server_of(PLAIN, [fails(r"FROM gv\$sysstat", error)])
    result = collect_live(server, monkeypatch, tmp_path / "got")
    (problem,) = problems(result)
    assert (result.exit_code, failed(tmp_path / "got")) == (3, ["system_statistics.csv"])
    assert error.split(":", maxsplit=1)[0] in problem["message"]


def test_a_grant_that_came_late_fills_the_gap_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "got"
    collect_live(server_of(PLAIN, [fails("FROM dba_ts_quotas", "ORA-00942: no")]), monkeypatch, folder)
    before = manifest_of(folder)
    result = collect_live(server_of(PLAIN), monkeypatch, folder)
    assert (result.exit_code, failed(folder)) == (0, [])
    assert table_of(folder / "quotas.csv")[2] == ["#end", "2"]
    changed = {file for file, row in manifest_of(folder).items() if row != before[file]}
    assert changed == {"quotas.csv"}
    assert "kept from before" in result.stderr


def test_old_counters_are_read_again_with_what_belongs_to_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "got"
    collect_live(server_of(PLAIN, [fails("FROM dba_ts_quotas", "ORA-00942: no")]), monkeypatch, folder)
    later = server_of(PLAIN)
    later.oracle.now = "2026-11-20 10:20:00"
    assert collect_live(later, monkeypatch, folder).exit_code == 0
    assert manifest_of(folder)["begun"]["value"] == "2026-11-20T10:20:00"
    assert any("gv$segment_statistics" in sent for sent in later.sent)
    assert not any("FROM dba_indexes" in sent for sent in later.sent)


def test_a_changed_file_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "got"
    collect_live(server_of(PLAIN, [fails("FROM dba_ts_quotas", "ORA-00942: no")]), monkeypatch, folder)
    with (folder / "segments.csv").open("a") as file:
        file.write("x")
    collect_live(server_of(PLAIN), monkeypatch, folder)
    assert table_of(folder / "segments.csv")[2] == ["#end", "4"]


@pytest.mark.parametrize(
    ("options", "code"),
    [(("--diagnostics-pack",), "other-run"), (("--with-buffer-contents",), "other-run"), (DAY, "other-run")],
)
def test_a_run_is_not_mixed_with_another(
    options: tuple[str, ...], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "got"
    collect_live(server_of(PLAIN, [fails("FROM dba_ts_quotas", "ORA-00942: no")]), monkeypatch, folder)
    refused(collect_live(server_of(PLAIN), monkeypatch, folder, *options), code)


def test_a_complete_bundle_and_a_foreign_folder_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    collect_live(server_of(PLAIN), monkeypatch, tmp_path / "got")
    refused(collect_live(server_of(PLAIN), monkeypatch, tmp_path / "got"), "already-collected")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    refused(collect_live(server_of(PLAIN), monkeypatch, tmp_path / "mine"), "folder-not-empty")
    (tmp_path / "mine" / "manifest.csv").write_text("a,b\n1,2\n")
    found = collect_live(server_of(PLAIN), monkeypatch, tmp_path / "mine").exception
    assert isinstance(found, UnreadableInput)


def refused(result: Result, code: str) -> None:
    assert isinstance(result.exception, Refused)
    assert result.exception.code == code


def test_without_any_privilege_the_grants_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(PLAIN, [fails(r"FROM v\$database", "ORA-00942: table or view does not exist")])
    found = collect_live(server, monkeypatch, tmp_path / "got").exception
    assert isinstance(found, NotGranted)
    assert "GRANT SELECT_CATALOG_ROLE TO SEGTIER;" in str(found.advice)
    assert not (tmp_path / "got").exists()


def test_without_the_dictionary_of_columns_the_users_own_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = server_of(PLAIN, [fails("FROM dba_tab_columns", "ORA-00942: no")])
    server.oracle.connection.execute("CREATE VIEW all_tab_columns AS SELECT * FROM dba_tab_columns")
    server.oracle.connection.execute("DELETE FROM dba_tab_columns WHERE table_name = 'DBA_TS_QUOTAS'")
    server.oracle.connection.execute("DROP TABLE dba_ts_quotas")
    result = collect_live(server, monkeypatch, tmp_path / "got")
    assert (result.exit_code, failed(tmp_path / "got")) == (3, ["long_columns.csv", "object_columns.csv", "quotas.csv"])
    assert "GRANT SELECT ON SYS.DBA_TS_QUOTAS TO SEGTIER;" in problems(result)[2]["advice"]


@pytest.mark.parametrize(
    "error", ["ORA-01219: database or pluggable database not open", "ORA-01507: database not mounted"]
)
def test_a_database_that_is_not_open_is_named_so(error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = collect_live(server_of(PLAIN, [fails("FROM", error)]), monkeypatch, tmp_path / "got").exception
    assert isinstance(found, NotUsable)
    assert found.code == "not-open"


def test_the_pack_must_be_switched_on_in_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = server_of(PLAIN)
    server.oracle.connection.execute("""UPDATE "v$parameter" SET value = 'NONE' WHERE name LIKE 'control%'""")
    refused(collect_live(server, monkeypatch, tmp_path / "got", "--diagnostics-pack"), "pack-switched-off")
    assert not any("dba_hist" in sent for sent in server.sent if "table_name" not in sent)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("ORA-01017: invalid username/password; logon denied", worded("collect/user-password-wrong")),
        ("ORA-28000: the account is locked", worded("collect/user-locked")),
        ("ORA-01045: user lacks CREATE SESSION privilege", worded("collect/user-may-not")),
        ("DPY-6001: Service is not registered with the listener", worded("collect/listener-does-not")),
        (
            "DPY-3010: connections to this database server version are not supported",
            worded("collect/release-older-driver"),
        ),
        ("DPY-4027: no configuration directory specified", "no such alias"),
        ("ORA-03136: inbound connection timed out", worded("collect/host-does-not")),
        (f"ORA-20000: {PASSWORD} was said", "*** was said"),
    ],
)
def test_a_login_that_fails_is_explained(
    error: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_arguments: object) -> None:
        raise oracle_error(error)

    server = server_of(PLAIN)
    monkeypatch.setattr(server, "connect", refuse)
    found = collect_live(server, monkeypatch, tmp_path / "got").exception
    assert isinstance(found, CannotConnect)
    assert f"{DSN}: " in found.message
    assert words in found.message
    assert found.advice
    assert PASSWORD not in f"{found.message}{found.advice}"


_SLOW_AT_LOBS = """
import os, time, oracledb
from pathlib import Path
from tests.collecting.collecting import Kind
from tests.collecting.fake_oracledb import Server
from segtier.cli.main import main

def hang(_connection, statement):
    if "FROM dba_lobs" in statement:
        Path(os.environ["REACHED"]).touch()
        time.sleep(300)

oracledb.connect = Server(Kind((19, 0)).oracle(), [hang]).connect
main()
"""


def test_a_run_killed_in_the_middle_is_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, reached = tmp_path / "got", tmp_path / "reached"
    monkeypatch.setenv("SEGTIER_DB_PASSWORD", PASSWORD)
    monkeypatch.setenv("REACHED", str(reached))
    command = [sys.executable, "-c", _SLOW_AT_LOBS, "collect", DSN, "--user", "segtier", "--out", folder]
    with subprocess.Popen([*map(str, command)], cwd=Path(__file__).parents[3], stderr=subprocess.PIPE) as run:
        waiting_since = time.monotonic()
        while not reached.exists() and time.monotonic() - waiting_since < PATIENCE_S:
            time.sleep(0.05)
        run.kill()
    assert run.returncode == -9
    read = {file for file, state in states_of(folder).items() if state == "done"}
    assert "indexes.csv" in read
    assert "lobs.csv" not in read
    result = collect_live(server_of(PLAIN), monkeypatch, folder)
    assert (result.exit_code, len(states_of(folder))) == (0, EVERY)
    assert result.stderr.count("kept from before") == len(read)
    assert not list(folder.glob("*.part"))
