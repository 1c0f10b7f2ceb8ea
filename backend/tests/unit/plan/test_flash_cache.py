"""Smart Flash Cache: several devices, the memory of its list, what the server must hold, restarts, and what it keeps."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.errors import Infeasible
from segtier.model.plan import PlanSegment
from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.sqlplus_reader import literals, units
from tests.unit.plan.inventories import DATA, known_request
from tests.unit.plan.rds_requests import on_rds
from tests.unit.plan.requests import APPROVED, GIB, TIER, a_request, a_segment, lay, pages_of, paths, text_of

CARDS: dict[str, Any] = {"on_asm": False, "rac": False}
"""Cards of the server, each of 700 GB; two of them unless a case says otherwise."""


def cards(count: int) -> dict[str, Any]:
    return {"tier": replace(TIER, count=count, raw_bytes=count * 700 * 10**9)}


LISTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("two cards", cards(2), "'/dev/segtier/fc0', '/dev/segtier/fc1'", "70G, 70G"),
    ("three: no whole GiB", cards(3), "'/dev/segtier/fc0', '/dev/segtier/fc1', '/dev/segtier/fc2'", "47787M, 47787M, 47787M"),
    ("one card", cards(1), "'/dev/segtier/flash_cache'", "140G"),
    ("11.2 takes one file", {**cards(2), "release": "11.2.0.4.0"}, "'/dev/segtier/flash_cache'", "140G"),
    ("release not known", {**cards(2), "release": None}, "'/dev/segtier/flash_cache'", "140G"),
    ("12.1 takes a list", {**cards(2), "release": "12.1.0.2.0"}, "'/dev/segtier/fc0', '/dev/segtier/fc1'", "70G, 70G"),
    ("a cluster, cards in each server", {**cards(2), "rac": True}, "'/dev/segtier/fc0', '/dev/segtier/fc1'", "70G, 70G"),
    ("16 at most", cards(20), ", ".join(f"'/dev/segtier/fc{n}'" for n in range(16)), ", ".join(["8960M"] * 16)),
    ("a disk group is one", {**cards(2), "on_asm": True}, "'+SSDFLASH'", "140G"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "files", "sizes"), [row[1:] for row in LISTS], ids=[row[0] for row in LISTS])
def test_files_and_sizes_are_lists_of_the_same_order(changes: dict[str, Any], files: str, sizes: str) -> None:
    plan = write_plan(a_request("flash-cache", **{**CARDS, **changes}))
    script = text_of(plan, "50_flash_cache.sql")
    quoted = files.replace("'", "''")
    assert f"run_ddl('ALTER SYSTEM SET ' || 'db_flash_cache_file' || ' = ' || '{quoted}' || ' SCOPE" in script
    assert f"'db_flash_cache_size' || ' = ' || '{sizes}' || ' SCOPE" in script
    count = len(sizes.split(", "))
    back = text_of(plan, "90_rollback_flash_cache.sql")
    assert (
        f"run_ddl('ALTER SYSTEM SET db_flash_cache_size = ' || '{', '.join(['0'] * count)}' || ' SCOPE = MEMORY" in back
    )
    verify = text_of(plan, "80_verify.sql")
    assert f"REGEXP_COUNT(p.value, '[1-9][0-9]*') = {count})" in verify
    assert all(f"INSTR(p.value, {file}) > 0" in verify for file in files.split(", "))


@pytest.mark.parametrize(
    ("release", "asked"), [("11.2.0.4.0", False), (None, False), ("12.1.0.2.0", True), ("19.0.0.0.0", True)]
)
def test_a_view_of_12_1_is_asked_from_there_on(release: str | None, asked: bool) -> None:
    verify = text_of(write_plan(a_request("flash-cache", release=release)), "80_verify.sql")
    assert ("SELECT * FROM v$flashfilestat;" in verify) is asked


def test_one_file_larger_than_a_card_is_refused() -> None:
    """650 GB of cache on cards of 350 GB: two of them hold it, one file does not."""
    big = {**CARDS, "tier": replace(TIER, raw_bytes=700 * 10**9), "flash_cache_bytes": 600 * GIB}
    assert "300G, 300G" in text_of(write_plan(a_request("flash-cache", **big)), "50_flash_cache.sql")
    with pytest.raises(Infeasible) as refusal:
        write_plan(a_request("flash-cache", release="11.2.0.4.0", **big))
    assert refusal.value.code == "does-not-fit"


def test_the_devices_are_looked_at_before_the_script_goes_on() -> None:
    plan = write_plan(a_request("flash-cache", **CARDS))
    assert re.findall(r"^must_hold .*", text_of(plan, "11_flash_cache_devices.sh"), re.MULTILINE) == [
        f"must_hold /dev/segtier/fc{number} {70 * GIB}" for number in range(2)
    ]
    script = text_of(plan, "50_flash_cache.sql")
    assert script.index(":s_devices_checked, 'NO') <> 'YES'") < script.index("SPOOL old_parameters.sql")
    assert "11_flash_cache_devices.sh" not in paths(write_plan(a_request("flash-cache")))


DEVICES = [
    ("both hold their part", f"echo {70 * GIB}", 0, "done."),
    ("one byte short", f"echo {70 * GIB - 1}", 1, f"the cache takes {70 * GIB}"),
    ("not readable", "exit 1", 1, "read the size"),
]


@pytest.mark.parametrize(("blockdev", "code", "words"), [row[1:] for row in DEVICES], ids=[row[0] for row in DEVICES])
def test_each_device_must_hold_its_part(blockdev: str, code: int, words: str, tmp_path: Path) -> None:
    text = text_of(write_plan(a_request("flash-cache", **CARDS)), "11_flash_cache_devices.sh")
    (tmp_path / "blockdev").write_text(f"#!/bin/sh\n{blockdev}\n")
    (tmp_path / "blockdev").chmod(0o755)
    (lay(APPROVED, tmp_path) / "steps").mkdir()
    (tmp_path / "steps/look.sh").write_text(text.replace("/dev/segtier/", f"{tmp_path}/").replace("[ -b ", "[ -e "))
    (tmp_path / "fc0").touch()
    (tmp_path / "fc1").touch()
    path = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    run = subprocess.run(["bash", "steps/look.sh"], cwd=tmp_path, env=path, capture_output=True, text=True, check=False)
    assert run.returncode == code
    assert words in run.stdout + run.stderr
    (tmp_path / "real.sh").write_text(text)
    subprocess.run(["shellcheck", "real.sh"], cwd=tmp_path, check=True)


METADATA = 140 * 131072 * 100
MEMORY = [
    ("/dev/shm by its bytes", f"bytes_of('memory_target') + {METADATA}, bytes_of('memory_max_target')"),
    ("and what mends it", "mount -o remount,size=' || CEIL(l_bytes / 1048576) || 'M /dev/shm'"),
    ("and that looks", worded("plan/look-df-h")),
    ("HugePages", "ELSIF l_pages = 'ONLY' THEN"),
    ("and their command", f"$(( $(sysctl -n vm.nr_hugepages) + ' || CEIL({METADATA} / 2097152) || ' ))"),
    ("the memory of the server", "stat_name = 'PHYSICAL_MEMORY_BYTES'"),
]


@pytest.mark.parametrize("words", [row[1] for row in MEMORY], ids=[row[0] for row in MEMORY])
def test_memory_that_the_restart_needs(words: str) -> None:
    plan = write_plan(a_request("flash-cache"))
    assert words in text_of(plan, "00_precheck.sql")
    assert words in text_of(plan, "50_flash_cache.sql")


def test_memory_is_a_verdict_before_and_a_stop_in_the_script() -> None:
    plan = write_plan(a_request("flash-cache"))
    before, script = text_of(plan, "00_precheck.sql"), text_of(plan, "50_flash_cache.sql")
    assert "verdict(NVL(:s_memory_checked, 'NO') = 'YES', host_must_hold" in before
    assert "verdict(raised_bytes <= server_bytes," in before
    assert "verdict(l_spfile IS NOT NULL, 'spfile: '" in before
    stop = script.index("ELSIF host_must_hold IS NOT NULL AND NVL(:s_memory_checked, 'NO') <> 'YES' THEN")
    assert stop < script.index("ALTER SYSTEM SET")
    assert ":s_memory_checked := 'NO';" in text_of(plan, "settings.sql")


SPFILES = [
    ("+DATA/ORCL/PARAMETERFILE/spfile.265.1122334455", True),
    ("+DATA/ORCL/spfileorcl.ora", False),
    ("/u01/dbs/spfile.1.2", False),
]


@pytest.mark.parametrize(("name", "by_asm"), SPFILES)
def test_a_name_that_asm_gives_is_not_created_under(name: str, by_asm: bool) -> None:
    """Source: ASM Administrator's Guide, Alias Oracle ASM File Name Forms: no alias ends in a dotted pair of numbers."""
    script = text_of(write_plan(a_request("flash-cache")), "50_flash_cache.sql")
    pattern = re.search(r"REGEXP_LIKE\(l_spfile, '([^']+)'\)", script)
    assert pattern is not None
    assert bool(re.search(pattern[1], name)) is by_asm
    assert (
        "THEN REGEXP_SUBSTR(l_spfile, '^[^/]+') || '/' || l_unique || '/spfile_segtier.ora' ELSE l_spfile END" in script
    )


@pytest.mark.parametrize("path", ["50_flash_cache.sql", "90_rollback_flash_cache.sql"])
def test_the_restart_is_written_out(path: str) -> None:
    script = text_of(write_plan(a_request("flash-cache")), path)
    for words in ("srvctl stop database -d ' || l_unique", "srvctl start database -d ' || l_unique", "SHUTDOWN IMMEDIATE",
                  "STARTUP PFILE=?/dbs/segtier_before_flash_cache.ora", "CREATE SPFILE=''' || l_new"):  # fmt: skip
        assert f"say('  {words}" in script
    assert "SELECT db_unique_name INTO l_unique FROM v$database;" in script


NOTES: list[tuple[str, dict[str, Any], str, bool]] = [
    ("a cluster: the support note", {"rac": True}, "2120400.1", True),
    ("perhaps a cluster", {"rac": None}, "2120400.1", True),
    ("a single instance", {"rac": False}, "2120400.1", False),
    ("one of a list off", {**CARDS, **cards(2)}, worded("plan/first-device-alone", "0, 70G"), True),
    ("one file", {}, "alone off", False),
    (
        "who names the others",
        {**CARDS, **cards(2)},
        worded("plan/disks-segtier-env", "2 disks", "/dev/segtier/fc0, /dev/segtier/fc1"),
        True,
    ),
    ("no mirror", {}, worded("plan/cache-holds-clean"), True),
]


@pytest.mark.parametrize(("changes", "words", "there"), [row[1:] for row in NOTES], ids=[row[0] for row in NOTES])
def test_what_the_readme_says(changes: dict[str, Any], words: str, there: bool) -> None:
    assert (words in pages_of(write_plan(a_request("flash-cache", **changes)))) is there


@pytest.mark.parametrize("encrypted", [True, False, None])
def test_wallet_root_where_the_inventory_says_encrypted(encrypted: bool | None) -> None:
    spaces = (replace(DATA[0], encrypted=encrypted), DATA[1])
    plan = write_plan(known_request("flash-cache", {"tablespaces": spaces}))
    assert ("WALLET_ROOT" in pages_of(plan)) is (encrypted is True)
    assert ("name = 'wallet_root'" in text_of(plan, "00_precheck.sql")) is (encrypted is True)


KEPT: tuple[PlanSegment, ...] = (
    a_segment(size_bytes=80 * GIB),
    a_segment("SALES", "TABLE PARTITION", subobject="P2024"),
    a_segment("ORDERS_PK", "INDEX"),
    a_segment("SALES_IX", "INDEX PARTITION", subobject="P2024"),
)
LEFT_ALONE = (a_segment("L", "LOBSEGMENT"), a_segment("M", None), a_segment('B"', "TABLE"))


def test_what_the_cache_keeps_is_a_script_of_its_own() -> None:
    plan = write_plan(a_request("flash-cache", flash_keep=(*KEPT, *LEFT_ALONE), flash_none=(a_segment("STOCK"),)))
    blocks = [unit.text for unit in units(text_of(plan, "list_flash_cache_use.sql")) if unit.kind == "block"]
    values = [tuple(literals(text)) for text in blocks]
    assert values == [
        ("SOE", "ORDERS", "TABLE", "KEEP"),
        ("SOE", "ORDERS_PK", "INDEX", "KEEP"),
        ("SOE", "SALES", "P2024", "TABLE PARTITION", "KEEP"),
        ("SOE", "SALES_IX", "P2024", "INDEX PARTITION", "KEEP"),
        ("SOE", "STOCK", "TABLE", "NONE"),
    ]
    script = text_of(plan, "51_flash_cache_use.sql")
    assert script.index("SPOOL old_flash_cache_use.sql APPEND") < script.index(":s_mode := 'RUN'")
    assert f"GREATEST({86 * GIB}, NVL(SUM(bytes), 0))" in script, "80 and three of 2 GiB, or what others marked too"
    assert f"IF l_kept > {140 * GIB} / 2 THEN" in script
    assert "@old_flash_cache_use.sql" in text_of(plan, "90_rollback_flash_cache_use.sql")
    assert "51_flash_cache_use.sql" not in paths(write_plan(a_request("flash-cache", flash_keep=LEFT_ALONE)))


@pytest.mark.parametrize(("size_bytes", "compared"), [(None, "NULL"), (140 * GIB, str(140 * GIB))])
def test_what_is_kept_is_held_against_a_cache_whose_size_is_known(size_bytes: int | None, compared: str) -> None:
    """On RDS nobody may have given it: half of nothing would be a warning about everything."""
    plan = write_plan(on_rds("flash-cache", flash_keep=KEPT, flash_cache_bytes=size_bytes))
    assert f"IF l_kept > {compared} / 2 THEN" in text_of(plan, "51_flash_cache_use.sql")


def test_segments_of_containers_are_gone_to_from_the_root() -> None:
    plan = write_plan(a_request("flash-cache", flash_keep=(a_segment(pdb="PDB1"),), cdb=True))
    assert 'ALTER SESSION SET CONTAINER = "PDB1";' in text_of(plan, "list_flash_cache_use.sql")
    assert "connect to CDB$ROOT" in text_of(plan, "51_flash_cache_use.sql")
    alone = write_plan(a_request("flash-cache", flash_keep=(a_segment(),), cdb=True))
    assert "= 'CDB$ROOT',\n    '" in text_of(alone, "51_flash_cache_use.sql")
