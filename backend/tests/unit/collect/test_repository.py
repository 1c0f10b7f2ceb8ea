"""A repository of several databases: one DBID is read, named when asked, and never mixed with another."""

from __future__ import annotations

from pathlib import Path

import pytest

from segtier.cli.support.bundle_folder import read_bundle_at
from segtier.collect.catalogue import NO_LICENCE, queries
from segtier.collect.live.repository import Held
from segtier.collect.script import collector_script
from segtier.errors import Refused
from segtier.model.workload import Workload
from tests.bundle_rows import clock
from tests.collecting.collecting import Kind
from tests.collecting.fake_oracledb import Server
from tests.collecting.live import collect_live, manifest_of, states_of, table_of
from tests.collecting.oracle_on_duckdb import Oracle
from tests.collecting.sqlplus_emulator import SqlPlus
from tests.sentences import like, tells, worded

KIND = Kind((19, 0), "pdb")
OTHER = 9001
HELD = Held(OTHER, "WARE", 1, 3, clock(8), clock(10))
ITS_OWN = {query.file for query in queries() if query.licence == NO_LICENCE}
PACK = "--diagnostics-pack"


def repository(*, with_names: bool = True) -> Oracle:
    """That of SHOP (4711), with a dump of WARE (9001) loaded whose snapshots have the same numbers."""
    oracle = KIND.oracle()
    changed = {
        "dba_hist_snapshot": "",
        "dba_hist_database_instance": ", 'WARE' AS db_name, 'WARE1' AS instance_name, 'db77' AS host_name",
        "dba_hist_seg_stat": ", 5 AS physical_reads_delta",
        "dba_hist_sysstat": "",
        "dba_hist_sys_time_model": "",
        "dba_hist_osstat": "",
        "dba_hist_system_event": "",
    }
    if with_names:
        changed["dba_hist_seg_stat_obj"] = ", 'LEDGER' AS object_name"
    for view, figures in changed.items():
        oracle.connection.execute(f"INSERT INTO {view} SELECT * REPLACE ({OTHER} AS dbid{figures}) FROM {view}")
    return oracle


def column(folder: Path, file: str, name: str) -> set[str]:
    header, rows, _ = table_of(folder / file)
    return {row[header.index(name)] for row in rows}


def test_of_another_database_its_history_is_read_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(repository())
    result = collect_live(server, monkeypatch, tmp_path / "got", PACK, "--dbid", OTHER)
    assert result.exit_code == 0, result.output
    assert worded("collect/dbid-only-history", OTHER, "WARE") in result.stderr
    states = states_of(tmp_path / "got")
    assert {file for file in ITS_OWN if states[file] != "skipped"} == set()
    assert manifest_of(tmp_path / "got")["segments.csv"]["reason"] == worded("collect/only-history-another")
    facts = manifest_of(tmp_path / "got")
    assert [facts[item]["value"] for item in ("dbid", "db_name", "window_begin", "window_end")] == [
        str(OTHER), "WARE", "2026-11-19T10:00:00", "2026-11-21T10:00:00",
    ]  # fmt: skip
    assert column(tmp_path / "got", "hist_segments.csv", "object_name") == {"LEDGER"}
    assert column(tmp_path / "got", "hist_segments.csv", "physical_reads") == {"5"}
    assert column(tmp_path / "got", "hist_snapshots.csv", "dbid") == {str(OTHER)}
    assert not any("dba_segments" in sent or "gv$segment_statistics" in sent for sent in server.sent)
    reports = [sent for sent in server.sent if "AWR_REPORT_HTML" in sent]
    assert len(reports) == 2
    found = read_bundle_at(tmp_path / "got")
    assert [type(one) for one in found] == [Workload, Workload]
    for one in found:
        assert isinstance(one, Workload)
        assert (one.database.dbid, one.database.name, one.instances[0].name) == (OTHER, "WARE", "WARE1")
        assert (one.instances[0].host, one.database.rac, one.database.block_size_bytes) == ("db77", True, None)
        assert [(segment.name, segment.pdb) for segment in one.segments] == [("LEDGER", "CON_ID 3")]


def test_names_of_one_database_do_not_serve_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    collect_live(Server(repository(with_names=False)), monkeypatch, tmp_path / "got", PACK, "--dbid", OTHER)
    assert column(tmp_path / "got", "hist_segments.csv", "object_name") == {""}
    for one in read_bundle_at(tmp_path / "got"):
        assert isinstance(one, Workload)
        assert one.segments == ()


def test_its_own_history_holds_nothing_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [query.file for query in queries() if query.name.startswith("hist_")]
    for folder, oracle in (("mixed", repository()), ("alone", KIND.oracle())):
        collect_live(Server(oracle), monkeypatch, tmp_path / folder, PACK)
    for file in files:
        mixed, alone = table_of(tmp_path / "mixed" / file), table_of(tmp_path / "alone" / file)
        assert (mixed[0], sorted(mixed[1]), mixed[2]) == (alone[0], sorted(alone[1]), alone[2]), file


def test_it_says_which_databases_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = collect_live(Server(repository()), monkeypatch, None, PACK, "--list")
    own = Held(4711, "SHOP", 1, 3, clock(8), clock(10))
    assert (listed.exit_code, listed.stdout) == (0, f"{own.words}\n{HELD.words}\n")
    assert HELD.words == worded(
        "collect/dbid-instance-snapshot", OTHER, "WARE", 1, 3, "2026-11-20 08:00", "2026-11-20 10:00"
    )
    said = worded("cli/repository-also-holds", HELD.words, OTHER)
    several = collect_live(Server(repository()), monkeypatch, None, PACK, "--estimate")
    alone = collect_live(Server(KIND.oracle()), monkeypatch, None, PACK, "--estimate")
    assert (said in several.stderr, tells(alone.stderr, like("cli/repository-also-holds"))) == (True, False)


@pytest.mark.parametrize(
    ("statspack", "said"),
    [
        (
            True,
            worded(
                "collect/dbid-instance-snapshot", 4711, "name not known", 1, 3, "2026-11-20 08:00", "2026-11-20 10:00"
            ),
        ),
        (False, worded("collect/there-no-statspack", "ORA-00942")),
    ],
    ids=["there", "not there"],
)
def test_without_the_pack_statspack_is_asked(statspack: bool, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = () if statspack else ("perfstat.stats$snapshot",)
    server = Server(Kind((19, 0), "pdb", statspack=statspack, without=missing).oracle())
    listed = collect_live(server, monkeypatch, None, "--list")
    assert said in (listed.stdout if statspack else str(listed.exception))
    assert not any("dba_hist" in sent for sent in server.sent)


def test_a_snapshot_with_a_fraction_of_a_second_is_not_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = repository()
    oracle.connection.execute(
        "UPDATE dba_hist_snapshot SET end_interval_time = end_interval_time + INTERVAL 700 MILLISECONDS"
    )
    collect_live(Server(oracle), monkeypatch, tmp_path / "got", PACK, "--dbid", OTHER)
    assert manifest_of(tmp_path / "got")["hist_snapshots.csv"]["rows"] == "3"


def test_a_database_that_is_not_held_is_refused_with_those_that_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = collect_live(Server(repository()), monkeypatch, tmp_path / "got", PACK, "--dbid", 12)
    assert isinstance(result.exception, Refused)
    assert result.exception.message == worded("collect/repository-holds-no", 12)
    assert HELD.words in (result.exception.advice or "")
    assert not (tmp_path / "got").exists()


def test_the_script_reads_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    collect_live(Server(repository()), monkeypatch, tmp_path / "live", PACK, "--dbid", OTHER)
    (tmp_path / "script").mkdir()
    script = SqlPlus(repository().execute, tmp_path / "script")
    script.run(collector_script(), ".", "diagnostics-pack", f"dbid:{OTHER}")
    there = {path.name for path in (tmp_path / "live").rglob("*.csv")}
    assert {path.name for path in (tmp_path / "script").rglob("*.csv")} == there
    for file in sorted(there - {"manifest.csv"}):
        live, scripted = table_of(tmp_path / "live" / file), table_of(tmp_path / "script" / file)
        assert (live[0], sorted(live[1])) == (scripted[0], sorted(scripted[1])), file
    live_facts, facts = manifest_of(tmp_path / "live"), manifest_of(tmp_path / "script")
    for item in ("dbid", "db_name", "window_begin", "window_end"):
        assert facts[item]["value"] == live_facts[item]["value"], item
    assert states_of(tmp_path / "live").items() >= states_of(tmp_path / "script").items()
    assert facts["segments.csv"]["reason"] == live_facts["segments.csv"]["reason"]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["databases", "diagnostics-pack"], ["4711 SHOP", "9001 WARE"]),
        (["diagnostics-pack", "estimate"], ["9001 WARE"]),
        (["estimate"], []),
    ],
)
def test_the_script_says_which_databases_there_are(words: list[str], lines: list[str], tmp_path: Path) -> None:
    script = SqlPlus(repository().execute, tmp_path)
    script.run(collector_script(), ".", *words)
    said = worded("collect/repository-holds-dbid")
    held = [line for line in script.screen if line.startswith(said)]
    assert [line.split(": ")[0].removeprefix(f"{said} ") for line in held] == lines
    assert all("3 snapshots, 2026-11-20" in line for line in held)
    assert list(tmp_path.iterdir()) == []


def test_the_script_leaves_where_the_database_is_not_held(tmp_path: Path) -> None:
    script = SqlPlus(repository().execute, tmp_path)
    script.run(collector_script(), ".", "diagnostics-pack", "dbid:12")
    assert list(tmp_path.iterdir()) == []
    assert script.exited == "FAILURE"
    assert worded("collect/nothing-collected-repository").replace("&dbid..", "12.") in script.screen
