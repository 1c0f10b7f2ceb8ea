"""Bundles for Amazon RDS: what every option becomes, what is refused with which route, and what never stands in a file."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.errors import Infeasible, Refused, SegtierError
from segtier.model.plan import Plan, PlanRequest, Rds
from segtier.plan.bundle.folders import path_of
from segtier.plan.targets import rds
from segtier.plan.targets.rds.instance_store import shares
from segtier.plan.targets.rds.volume import volume_gib
from segtier.plan.write_plan import write_plan
from tests.sentences import in_shell, like, tells, worded
from tests.sqlplus_reader import units
from tests.unit.plan.rds_requests import COMBINED, EDITIONS, NAMED, PUBLISHED, RELEASES, VARIANTS, known_on_rds, on_rds
from tests.unit.plan.requests import APPROVED, GIB, TIER, a_segment, as_run, lay, pages_of, paths, text_of

ALL = [*VARIANTS, *COMBINED]
EVERY = pytest.mark.parametrize("request_", [request for _, request in ALL], ids=[name for name, _ in ALL])
DATA = ("request.json", "manifest.json")
"""Files that repeat the request, whose fields have names of every target."""
NEVER = re.compile(
    r"\bsysdba\b|\bsysasm\b|\budev|\basm\b|asm_disk|\bspfile\b|disk ?group|MOVE DATAFILE|RENAME FILE|ALTER SYSTEM|ALTER DATABASE"
    r"|db_flash_cache_file|10_os_setup|20_asm|SCOPE *=|/ as sys|\brman\b|(?<!rdsadmin_)dbms_repair",
    re.IGNORECASE,
)
NEEDED = {
    "segments": ["10_volume.sh", "30_tablespaces.sql", "40_move_segments.sql"],
    "indexes": ["10_volume.sh", "30_tablespaces.sql", "40_move_segments.sql"],
    "all": ["10_volume.sh", "40_move_datafiles.sql"],
    "temp": ["20_parameters.sh", "50_temp.sql", "52_replica_temp.sql"],
    "flash-cache": ["20_parameters.sh"],
}


def unpack(plan: Plan, folder: Path) -> None:
    lay((*plan.files, *APPROVED), folder)


@EVERY
def test_nothing_that_rds_forbids_stands_in_a_file(request_: PlanRequest) -> None:
    for file in write_plan(request_).files:
        found = NEVER.search(file.text) if file.path not in DATA else None
        assert found is None, (file.path, found)


@EVERY
def test_the_bundle_is_whole(request_: PlanRequest, tmp_path: Path) -> None:
    plan = write_plan(request_)
    assert write_plan(request_) == plan
    unpack(plan, tmp_path)
    subprocess.run(["sha256sum", "-c", "--quiet", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True)
    assert not [file.path for file in plan.files if re.search("%%[A-Z_]+%%", file.text)]
    assert len(text_of(plan, "plan.md").split()) < 900


@EVERY
def test_scripts_read_as_meant(request_: PlanRequest) -> None:
    """Every call finds its file, every bind variable is declared, every script has its guard and ends on an error."""
    plan = write_plan(request_)
    for file in (file for file in as_run(plan.files) if file.path.endswith(".sql")):
        if file.path.endswith("/settings.sql"):
            assert "\n@../settings.sql\n" in file.text
            continue
        read = units(file.text)
        part = file.path.partition("/")[0] + "/" if file.path[0].isdigit() else ""
        name = file.path.rpartition("/")[2]
        called = {unit.text[1:].partition(" ")[0] for unit in read if unit.text.startswith("@")}
        there = {other.path.removeprefix(part) for other in plan.files if other.path.startswith(part)}
        recorded = {
            "old_placement.sql",
            "run_started.sql",
            "old_temp.sql",
            "old_datafiles.sql",
            "old_flash_cache_use.sql",
        }
        review = "../review/review.sql" if part else "review/review.sql"
        assert called <= there | recorded | {review}, file.path
        if not name[:2].isdigit():
            continue
        assert any(unit.text == "WHENEVER SQLERROR EXIT FAILURE ROLLBACK" for unit in read), file.path
        if name == "52_replica_temp.sql":
            continue
        assert "RDSADMIN" in next(unit.text for unit in read if "v$database d CROSS JOIN" in unit.text), file.path
        declared = set(re.findall(r"^VARIABLE (\w+) ", file.text, re.MULTILINE))
        read_along = [text_of(plan, "settings.sql"), file.text]
        code = "\n".join(unit.text for text in read_along for unit in units(text) if unit.kind == "block")
        assert set(re.findall(r"(?<![:\w']):([a-z]\w*)", re.sub(r"'(?:[^']|'')*'", "''", code))) <= declared, file.path


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("option", NEEDED)
def test_what_each_option_becomes(option: str, edition: str, release: str) -> None:
    request = on_rds(option, edition=edition, release=release)
    if edition == "SE2" and option in ("all", "flash-cache"):
        with pytest.raises(Infeasible) as refused:
            write_plan(request)
        assert "segments" in (refused.value.advice or "")
        return
    plan = write_plan(request)
    steps = [step.file.rpartition("/")[2] for step in plan.steps]
    needed = [name for name in NEEDED[option] if edition == "EE" or name != "20_parameters.sh"]
    assert [step for step in steps if step in needed] == needed
    assert {"00_precheck.sql", "70_after.sql", "80_verify.sql"} <= set(steps)
    assert ("20_parameters.sh" in paths(plan)) == (edition == "EE" and option in ("temp", "flash-cache"))


@pytest.mark.parametrize(
    ("edition", "release", "compatible", "online"),
    [
        ("EE", "19.0.0.0.0", "19.0.0", True),
        ("EE", "12.1.0.2.0", "12.1.0", False),
        ("SE2", "19.0.0.0.0", "19.0.0", False),
    ],
)
def test_statements_are_those_of_the_operations(edition: str, release: str, compatible: str, online: bool) -> None:
    changes: dict[str, Any] = {"edition": edition, "release": release, "compatible": compatible, "move": (a_segment(),)}
    mine, other = on_rds(**changes), on_rds(**changes)
    other = replace(other, targets=replace(other.targets, target="own"), on_asm=True)
    operations = write_plan(mine).operations
    assert operations == write_plan(other).operations
    assert ("ONLINE" in operations[0].statement) is online
    assert operations[0].statement in text_of(write_plan(mine), "list_segments.sql").replace("'\n    || '", "")


CALLS = {
    "all": (
        "40_move_datafiles.sql",
        r"rdsadmin_util\.move_datafile\(p_data_file_id => f\.file_id, p_location => l_volume\)",
    ),
    "temp": ("50_temp.sql", r"rdsadmin_util\.create_inst_store_tmp_tblspace\(p_tablespace_name => 'TEMP_SSD'\)"),
    "segments": ("30_tablespaces.sql", r"ALTER SESSION SET db_create_file_dest = ' \|\| '''' \|\| :s_flash_place"),
}


@pytest.mark.parametrize("option", CALLS)
def test_the_calls_of_rds(option: str) -> None:
    path, call = CALLS[option]
    assert re.search(call, text_of(write_plan(on_rds(option)), path))


def test_temp_has_its_way_back_and_its_replicas() -> None:
    plan = write_plan(on_rds("temp"))
    assert "alter_default_temp_tablespace(tablespace_name => 'TEMP_SSD')" in text_of(plan, "50_temp.sql")
    assert "alter_default_temp_tablespace(tablespace_name => :s_to_ts)" in text_of(plan, "lib_restore_temp.sql")
    assert "add_inst_store_tempfile(p_tablespace_name => 'TEMP_SSD')" in text_of(plan, "52_replica_temp.sql")


def test_files_of_tablespaces_have_no_names() -> None:
    text = text_of(write_plan(on_rds()), "30_tablespaces.sql")
    assert "DATAFILE SIZE" in text
    assert "segtier_ssd" not in text
    assert ":s_flash_place := '/rdsdbdata2/db';" in text_of(write_plan(on_rds()), "settings.sql")


def test_rdsadmin_stays() -> None:
    plan = write_plan(on_rds("all"))
    assert "NOT IN ('SYSTEM', 'SYSAUX', 'RDSADMIN')" in text_of(plan, "40_move_datafiles.sql")
    plan = write_plan(on_rds(move=(a_segment(), a_segment("HEARTBEAT", tablespace="RDSADMIN"))))
    assert [(one.name, one.reason) for one in plan.refused] == [
        ("HEARTBEAT", worded("plan/lies-whose-segments", "RDSADMIN"))
    ]


SHARES: list[tuple[str, tuple[str, ...], dict[str, int], dict[str, Any], tuple[int, int] | None]] = [
    ("flash cache alone has all", ("flash-cache",), {}, {}, (10, 0)),
    ("temp alone has all", ("temp",), {}, {}, (0, 10)),
    ("temp keeps a share", ("flash-cache",), {"temp_tenths": 4}, {}, (6, 4)),
    ("the cache keeps a share", ("temp",), {"cache_tenths": 2}, {}, (2, 8)),
    # 20 GiB of temp beside 140 GiB of cache are 1.25 of 10, in steps of two: 2
    ("both, by need", ("temp", "flash-cache"), {}, {}, (8, 2)),
    # 60 beside 40: 6
    ("both, by larger need", ("temp", "flash-cache"), {}, {"temp_peak_bytes": 60 * GIB, "flash_cache_bytes": 40 * GIB}, (4, 6)),
    ("both, need not known", ("temp", "flash-cache"), {}, {"temp_peak_bytes": None}, (6, 4)),
    ("both, as asked", ("temp", "flash-cache"), {"cache_tenths": 4, "temp_tenths": 4}, {}, (4, 4)),
    ("Standard Edition 2 sets nothing", ("temp",), {}, {"edition": "SE2"}, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "asked", "changes", "expected"), [row[1:] for row in SHARES], ids=[row[0] for row in SHARES]
)
def test_shares_of_the_instance_store(
    parts: tuple[str, ...], asked: dict[str, int], changes: dict[str, Any], expected: tuple[int, int] | None
) -> None:
    request = on_rds("combination", replace(NAMED, **asked), parts=parts, **changes)
    divided = shares(request)
    assert (divided and (divided.cache, divided.temp)) == expected


REFUSED: list[tuple[str, PlanRequest, str]] = [
    ("twelve tenths", on_rds("temp", Rds(cache_tenths=4, temp_tenths=8)), "store-full"),
    ("an odd share", on_rds("temp", Rds(temp_tenths=5)), "bad-tenths"),
    ("no share", on_rds("flash-cache", Rds(temp_tenths=10)), "no-share"),
    ("another share on SE2", on_rds("temp", Rds(temp_tenths=8), edition="SE2"), "bad-tenths"),
    ("a cache on SE2", on_rds("temp", Rds(cache_tenths=2), edition="SE2"), "flash-cache-not-available"),
    ("a cache among parts on SE2", on_rds("combination", parts=PUBLISHED, edition="SE2"), "flash-cache-not-available"),
    ("redo", on_rds("redo"), "redo-stays"),
    ("redo among parts", on_rds("combination", parts=("redo", "segments")), "redo-stays"),
    ("a cluster", on_rds(rac=True), "not-on-rds"),
    ("AIX", on_rds(platform="AIX-Based Systems (64-bit)"), "not-on-rds"),
    ("several PDBs", on_rds(move=(a_segment(pdb="A"), a_segment(pdb="B"))), "several-containers"),
    ("a small volume", on_rds(rds=Rds(volume_gib=300)), "bad-volume"),
    ("a huge volume", on_rds(rds=Rds(volume_gib=70_000)), "bad-volume"),
    ("more SSD than a volume holds", on_rds(tier=replace(TIER, usable_bytes=65_000 * GIB)), "does-not-fit"),
    ("IOPS", on_rds(rds=Rds(iops=10)), "bad-iops"),
    *[(f"instance {name!r}", on_rds(rds=Rds(instance=name)), "bad-name")
      for name in ("a;reboot", "$(x)", "a--b", "a-", "1a", "A", "a" * 64, "a b", "a\nb", "ä")],
    *[(f"group {name!r}", on_rds("temp", Rds(parameter_group=name)), "bad-name") for name in ("default.oracle-ee-19", "x" * 256)],
]  # fmt: skip


@pytest.mark.parametrize(("request_", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refused(request_: PlanRequest, code: str) -> None:
    with pytest.raises((Refused, Infeasible)) as refused:
        write_plan(request_)
    assert isinstance(refused.value, SegtierError)
    assert refused.value.code == code


def test_an_option_without_a_plan_for_rds_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(rds.SCRIPTS, "temp")
    with pytest.raises(Infeasible, match=r"'temp'.*plan/targets/rds/__init__\.py"):
        write_plan(on_rds("temp"))


def test_redo_is_refused_with_the_route_that_works() -> None:
    with pytest.raises(Infeasible) as refused:
        write_plan(on_rds("redo"))
    assert "io2" in (refused.value.advice or "")
    assert "gp3" in (refused.value.advice or "")


@pytest.mark.parametrize(
    ("usable", "asked", "gib"),
    # 100 and a spare of 3 % are 103, and 200 is the least; 1000 and 3 % are 1030.
    [(100 * GIB, None, 200), (1000 * GIB, None, 1030), (1000 * GIB, 2000, 2000)],
)
def test_size_of_the_volume(usable: int, asked: int | None, gib: int) -> None:
    request = on_rds(rds=replace(NAMED, volume_gib=asked), tier=replace(TIER, usable_bytes=usable))
    assert volume_gib(request) == gib
    assert f"gib={gib}\n" in text_of(write_plan(request), "10_volume.sh")


def test_the_published_configuration_is_one_bundle() -> None:
    """One volume, one parameter group with both shares, one reboot, and the parts in order."""
    plan = write_plan(on_rds("combination", parts=PUBLISHED))
    order = [step.file for step in plan.steps]
    assert order[:2] == ["os/10_volume.sh", "steps/20_parameters.sh"]
    assert sum(path.endswith((".sh", ".tf", ".env")) for path in paths(plan) if "/" in path) == 0
    assert "volume=rdsdbdata2 type=io2 gib=672" in text_of(plan, "10_volume.sh")
    for parameter in (
        "db_flash_cache_size {DBInstanceStore*8/10} yes",
        "rds.instance_store_temp_size {DBInstanceStore*2/10} yes",
    ):
        assert parameter in text_of(plan, "20_parameters.sh")
    assert (
        order.index("1_temp/steps/50_temp.sql")
        < order.index("2_segments/steps/40_move_segments.sql")
        < order.index("3_flash_cache/verify/80_verify.sql")
    )
    assert "8/10 flash cache, 2/10 temp" in text_of(plan, "plan.md")


def test_terraform_has_the_parameters_and_closes_what_it_opens() -> None:
    text = text_of(write_plan(on_rds("combination", parts=PUBLISHED)), "parameters.tf")
    assert re.findall(r'^resource "(\w+)" "(\w+)" \{$', text, re.MULTILINE) == [("aws_db_parameter_group", "segtier")]
    blocks = re.findall(
        r'  parameter \{\n    name         = "([\w.]+)"\n    value        = "(\{DBInstanceStore\*\d+/10\})"\n'
        r'    apply_method = "pending-reboot"\n  \}',
        text,
    )
    assert dict(blocks) == {
        "db_flash_cache_size": "{DBInstanceStore*8/10}",
        "rds.instance_store_temp_size": "{DBInstanceStore*2/10}",
    }
    code = re.sub(r'"[^"]*"|^#.*$', "", text, flags=re.MULTILINE)
    assert code.count("{") == code.count("}") == 5


def test_the_bundle_says_what_terraform_lacks() -> None:
    assert worded("plan/volume-added-aws") in pages_of(write_plan(on_rds()))


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_rds_no_longer_has_is_told(release: str) -> None:
    assert (tells(pages_of(write_plan(on_rds(release=release))), like("plan/rds-no-longer"))) == release.startswith(
        "12"
    )


def test_one_tenant_database_is_pinned() -> None:
    plan = write_plan(on_rds(move=(a_segment(pdb="PDB1"), a_segment("ORDERS_PK", "INDEX", pdb="PDB1")), cdb=True))
    assert "SYS_CONTEXT('USERENV', 'CON_NAME') <> 'PDB1'" in text_of(plan, "40_move_segments.sql")
    assert not any(re.search(r"^ALTER SESSION SET CONTAINER", file.text, re.MULTILINE) for file in plan.files)


def test_statistics_of_each_table_that_moves() -> None:
    text = text_of(write_plan(known_on_rds()), "70_after.sql")
    assert text.count("  gather('SOE', 'ORDERS', 'ORDERS', 'SSD_DATA');\n") == 1
    assert "DBMS_WORKLOAD_REPOSITORY.CREATE_SNAPSHOT()" in text
    assert ":s_diagnostics_pack := 'NO';" in text_of(write_plan(known_on_rds()), "settings.sql")


AWS = """\
#!/usr/bin/env bash
printf '%s\\n' "$*" >> calls
case "$*" in
  *DBInstanceStatus*) echo available ;;
  *Engine*) echo "${ENGINE:-oracle-ee}" ;;
  *DBParameterGroupName*) echo orcl-prod-19 ;;
  *VolumeName==*) grep -q 'modify-db-instance' calls && printf 'io2\\t672\\t20000\\n' || true ;;
  *describe-db-parameters*db_flash*) printf '%s\\n' "${TODAY:-}" ;;
  *describe-db-parameters*) printf 'system\\t{DBInstanceStore*10/10}\\n' ;;
  *) echo None ;;
esac
"""
"""Stands for the AWS CLI: it writes down what it is asked and answers as RDS would."""


def run(folder: Path, script: str, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    for name, text in (("aws", AWS), ("sleep", "#!/bin/sh\n")):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    path = {"PATH": f"{tools}:/usr/bin:/bin", **env}
    return subprocess.run(
        ["bash", path_of(script), *args], cwd=folder, env=path, capture_output=True, text=True, check=False
    )


def calls(folder: Path) -> list[str]:
    """What has been asked of RDS that changes something."""
    text = (folder / "calls").read_text() if (folder / "calls").exists() else ""
    return [line for line in text.splitlines() if re.match(r"rds (modify|reset|reboot)", line)]


@EVERY
def test_shell_is_clean(request_: PlanRequest, tmp_path: Path) -> None:
    plan = write_plan(request_)
    unpack(plan, tmp_path)
    for path in (file.path for file in plan.files if file.path.endswith(".sh")):
        subprocess.run(["bash", "-n", path], cwd=tmp_path, check=True)
        if shutil.which("shellcheck") is not None:
            subprocess.run(["shellcheck", path], cwd=tmp_path, check=True)


def test_the_volume_is_added_once(tmp_path: Path) -> None:
    unpack(write_plan(on_rds()), tmp_path)
    assert run(tmp_path, "10_volume.sh").returncode == 0
    assert calls(tmp_path) == []
    done = run(tmp_path, "10_volume.sh", "--apply")
    assert (done.returncode, done.stderr) == (0, "")
    wanted = '[{"VolumeName":"rdsdbdata2","StorageType":"io2","AllocatedStorage":672,"IOPS":20000}]'
    assert calls(tmp_path) == [
        f"rds modify-db-instance --db-instance-identifier orcl-prod --additional-storage-volumes {wanted} --apply-immediately"
    ]
    assert "nothing to do" in run(tmp_path, "10_volume.sh", "--apply").stdout
    assert len(calls(tmp_path)) == 1


def test_the_parameters_are_set_and_set_back(tmp_path: Path) -> None:
    unpack(write_plan(on_rds("combination", parts=PUBLISHED)), tmp_path)
    assert run(tmp_path, "20_parameters.sh").returncode == 0
    assert calls(tmp_path) == []
    assert not list(tmp_path.glob("old_*"))
    run(tmp_path, "20_parameters.sh", "--apply", TODAY="user\t{DBInstanceStore*0/10}")
    (asked,) = calls(tmp_path)
    assert '"ParameterValue":"{DBInstanceStore*8/10}"' in asked
    assert '"ParameterValue":"{DBInstanceStore*2/10}"' in asked
    (tmp_path / "rds.env").write_text((tmp_path / "rds.env").read_text().replace("REBOOT_OK=NO", "REBOOT_OK=YES"))
    back = run(tmp_path, "90_rollback_parameters.sh", "--apply")
    assert (back.returncode, back.stderr) == (0, "")
    reset, back_again, reboot = calls(tmp_path)[1:]
    assert "reset-db-parameter-group" in reset
    assert '"ParameterName":"rds.instance_store_temp_size"' in reset
    assert '"ParameterName":"db_flash_cache_size","ParameterValue":"{DBInstanceStore*0/10}"' in back_again
    assert reboot == "rds reboot-db-instance --db-instance-identifier orcl-prod"


ANOTHER_GROUP = in_shell("plan/instance-uses-parameter", INSTANCE="orcl", used="orcl-prod-19", PARAMETER_GROUP="mine")
ANOTHER_ENGINE = in_shell("plan/instance-runs-engine-not", INSTANCE="a", engine="postgres")
STOPPED: list[tuple[str, str, str, dict[str, str], str]] = [
    ("no instance", "20_parameters.sh", "INSTANCE=\n", {}, "fill in INSTANCE"),
    ("no group", "20_parameters.sh", "INSTANCE=orcl\n", {}, "fill in PARAMETER_GROUP"),
    ("another group", "20_parameters.sh", "INSTANCE=orcl\nPARAMETER_GROUP=mine\n", {}, ANOTHER_GROUP),
    ("a command", "20_parameters.sh", "INSTANCE=$(touch owned)\n", {}, "DB instance identifier"),
    ("a semicolon", "10_volume.sh", "INSTANCE=a;touch owned\n", {}, "DB instance identifier"),
    ("a region", "10_volume.sh", "INSTANCE=a\nREGION=eu central\n", {}, "not a region"),
    ("no IOPS for io2", "10_volume.sh", "INSTANCE=a\n", {}, "fill in IOPS"),
    ("IOPS", "10_volume.sh", "INSTANCE=a\nIOPS=1e4\n", {}, "a whole number"),
    ("an unknown key", "10_volume.sh", "PATH=/tmp\n", {}, "unknown key"),
    ("another engine", "10_volume.sh", "INSTANCE=a\nIOPS=1000\n", {"ENGINE": "postgres"}, ANOTHER_ENGINE),
    ("SE2", "20_parameters.sh", "INSTANCE=a\nPARAMETER_GROUP=b\n", {"ENGINE": "oracle-se2"}, "Standard Edition 2"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("script", "env", "shell", "words"), [row[1:] for row in STOPPED], ids=[row[0] for row in STOPPED]
)
def test_shell_stops(script: str, env: str, shell: dict[str, str], words: str, tmp_path: Path) -> None:
    unpack(write_plan(on_rds("combination", parts=PUBLISHED)), tmp_path)
    (tmp_path / "rds.env").write_text(env)
    stopped = run(tmp_path, script, "--apply", **shell)
    assert stopped.returncode == 1
    assert stopped.stderr.startswith("STOP: ")
    assert words in stopped.stderr
    assert calls(tmp_path) == []
    assert not (tmp_path / "owned").exists()


def test_what_the_plan_is_not_about_is_not_overwritten(tmp_path: Path) -> None:
    """Temp alone would switch a cache off that somebody has set."""
    unpack(write_plan(on_rds("temp")), tmp_path)
    stopped = run(tmp_path, "20_parameters.sh", "--apply", TODAY="user\t{DBInstanceStore*6/10}")
    assert stopped.returncode == 1
    assert in_shell("plan/name-set-plan", name="db_flash_cache_size") in stopped.stderr
    assert calls(tmp_path) == []


def test_data_files_go_back_to_the_volume_they_were_on() -> None:
    plan = write_plan(on_rds("all"))
    assert "REGEXP_SUBSTR(f.file_name, 'rdsdbdata[2-4]?')" in text_of(plan, "40_move_datafiles.sql")
    assert "INSTR(l_name, '/' || :s_name || '/') = 1" in text_of(plan, "lib_move_datafile.sql")


def test_another_database_than_one_on_rds_stops_the_scripts() -> None:
    text = text_of(write_plan(on_rds()), "40_move_segments.sql")
    assert "WHERE username = 'RDSADMIN';\n  stop_if(l_name IS NULL, '" in text
