"""Redo, temp, data files, disk groups, quotas and names by an inventory: written out, held against now, not searched."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from typing import Any

import pytest

from segtier.errors import Infeasible
from segtier.model.inventory import DatabaseFile, DiskGroup, Quota, RedoGroup, Tablespace
from segtier.model.plan import Destination, Plan
from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.sqlplus_reader import literals, skeleton, units
from tests.unit.plan.inventories import DATA, FILES, KINDS, REDO, known_request
from tests.unit.plan.requests import GIB, TIER, a_segment, name_of, pages_of, paths, text_of, what_bars

EE_11 = {"release": "11.2.0.4.0", "edition": "EE"}
EE_19 = {"release": "19.0.0.0.0", "edition": "EE"}


def calls(plan: Plan, path: str, name: str) -> list[str]:
    """Arguments of every call of a procedure."""
    return re.findall(rf"^  {name}\((.*)\);$", text_of(plan, path), re.MULTILINE)


def test_redo_groups_are_written_out() -> None:
    plan = write_plan(known_request("redo"))
    made = [f"12, 1, {GIB}, 512", f"13, 1, {GIB}, 512", f"14, 2, {2 * GIB}, 4096", f"15, 2, {2 * GIB}, 4096"]
    assert calls(plan, "50_redo.sql", "add_group") == made
    assert calls(plan, "50_redo.sql", "hold_old") == [
        f"1, 1, {GIB}",
        f"2, 1, {GIB}",
        f"3, 2, {2 * GIB}",
        f"4, 2, {2 * GIB}",
    ]
    assert calls(plan, "00_precheck.sql", "hold_new") == calls(plan, "50_redo.sql", "hold_new")
    assert text_of(plan, "50_redo.sql").count("MAX(group#) + 1") == 1, "standby redo logs only"
    assert "'ALTER DATABASE ADD LOGFILE THREAD ' || TO_CHAR(p_thread) || ' GROUP '" in text_of(plan, "50_redo.sql")


def test_redo_is_searched_where_the_inventory_lacks_a_size() -> None:
    lacking = (replace(REDO[0], size_bytes=None), *REDO[1:])
    script = text_of(write_plan(known_request("redo", {"redo_groups": lacking})), "50_redo.sql")
    assert "MAX(group#) + 1" in script
    assert "add_group" not in script


def test_redo_rollback_goes_by_the_record_whatever_has_changed() -> None:
    plan = write_plan(known_request("redo"))
    back = what_bars(plan, "90_rollback_redo.sql")
    assert "@old_redo.sql" in back
    assert "Collect again" not in back
    assert "SPOOL old_redo.sql APPEND" in text_of(plan, "50_redo.sql")


MEMBERS = [
    ("two disk groups", ("+DATA/orcl/onlinelog/group_1.1", "+FRA/orcl/onlinelog/group_1.2"), ["+DATA", "+FRA"]),
    ("twice the same disk group", ("+DATA/orcl/onlinelog/group_1.1", "+DATA/a/redo1.log"), ["+DATA", "+DATA"]),
    ("two files of one directory", ("/u01/redo1a.log", "/u01/redo1b.log"), ["/u01/redo1a.log", "/u01/redo1b.log"]),
    ("a file that Oracle named", ("/u01/o1_mf_1_x_.log",), ["/u01/segtier_1_x_.log"]),
]


@pytest.mark.parametrize(("members", "recorded"), [one[1:] for one in MEMBERS], ids=[one[0] for one in MEMBERS])
def test_the_way_back_has_as_many_members_as_there_were(members: tuple[str, ...], recorded: list[str]) -> None:
    """The script's own query, on the group's members."""
    script = text_of(write_plan(known_request("redo")), "50_redo.sql")
    query = re.search(r"FOR m IN \((SELECT.*?)\) LOOP\n\s+l_members :=", script, re.DOTALL)
    assert query is not None
    database = sqlite3.connect(":memory:")
    database.create_function("REGEXP_SUBSTR", 2, lambda text, pattern: re.search(pattern, text).group())  # type: ignore[union-attr]
    database.execute('CREATE TABLE "v$logfile" ("group#", member)')
    database.executemany('INSERT INTO "v$logfile" VALUES (1, ?)', [(member,) for member in reversed(members)])
    sql = query.group(1).replace("group# = g.group#", '"group#" = 1')
    assert [place for (place,) in database.execute(sql)] == sorted(recorded)


STANDBY = [
    # threads of 2 groups: 3 for each of 2 threads
    ("one today", REDO, [worded("plan/standby-redo-log", 1, 6, 2)]),
    (
        "enough",
        (*REDO, *(replace(REDO[4], group=20 + n) for n in range(5))),
        [worded("plan/standby-redo-log", 6, 6, 2)],
    ),
    ("none", REDO[:4], [worded("plan/there-no-standby") + "."]),
]


@pytest.mark.parametrize(("groups", "words"), [row[1:] for row in STANDBY], ids=[row[0] for row in STANDBY])
def test_standby_redo_logs(groups: tuple[RedoGroup, ...], words: list[str]) -> None:
    text = pages_of(write_plan(known_request("redo", {"redo_groups": groups})))
    assert all(word in text for word in words)


def multiplexed(*places: str) -> tuple[RedoGroup, ...]:
    return tuple(
        replace(one, members=tuple(f"{place}/orcl/redo{one.group}.log" for place in places)) for one in REDO[:4]
    )


IN_GROUP = worded("plan/disk-group", "SSDREDO")
TWO = worded("plan/old-group-members", 4, 4, 2, "+DATA and +FRA", IN_GROUP)
UNSAID = worded("plan/old-group-members", 4, 4, 2, "+DATA and +FRA", worded("plan/flash-place-settings"))
NO_COPY = worded("plan/oracle-keeps-no")


def redundancy(*of_it: str) -> str:
    return worded("plan/redundancy-disk-group", "SSDREDO", *of_it)


SSD_GROUP = {
    "redo_groups": multiplexed("+DATA", "+FRA"),
    "disk_groups": (DiskGroup("SSDREDO", "EXTERN", usable_bytes=90 * GIB),),
}
MEMBERS: list[tuple[str, dict[str, Any], dict[str, Any], list[str]]] = [
    ("made, mirrored by ASM", {"redo_groups": multiplexed("+DATA", "+FRA")}, {},
     [TWO, worded("plan/redundancy-normal-asm", "disk group +SSDREDO", "ASM keeps two copies")]),
    ("made, not mirrored", {"redo_groups": multiplexed("+DATA", "+FRA")}, {"tier": replace(TIER, mirrored=False)},
     [TWO, worded("plan/redundancy-asm-diskgroups", "disk group +SSDREDO", NO_COPY)]),
    ("there, EXTERN", SSD_GROUP, {}, [TWO, redundancy("EXTERN", NO_COPY)]),
    ("there, HIGH", {**SSD_GROUP, "disk_groups": (DiskGroup("SSDREDO", "HIGH", usable_bytes=90 * GIB),)}, {},
     [redundancy("HIGH", "ASM keeps three copies")]),
    ("there, redundancy not known", {**SSD_GROUP, "disk_groups": (DiskGroup("SSDREDO", usable_bytes=90 * GIB),)}, {},
     [redundancy("not known", worded("plan/look-type-v"))]),
    ("a directory", {"redo_groups": multiplexed("/u03", "/u04")},
     {"targets": Destination(redo_diskgroup="/u02/redo"), "rac": False},
     ["in /u03/orcl and /u04/orcl.", "in directory /u02/redo:", worded("plan/only-devices-below")]),
    ("where is not said", {"redo_groups": multiplexed("+DATA", "+FRA")}, {"on_asm": None},
     [UNSAID, "the redundancy of its disk group: NORMAL"]),
    ("one of four", {"redo_groups": (*multiplexed("+DATA", "+FRA")[:1], *REDO[1:4])}, {},
     ["1 of 4 old group(s) have 2 members today"]),
]  # fmt: skip


@pytest.mark.parametrize(("known", "changes", "words"), [row[1:] for row in MEMBERS], ids=[row[0] for row in MEMBERS])
def test_two_members_become_one_and_the_readme_says_so(
    known: dict[str, Any], changes: dict[str, Any], words: list[str]
) -> None:
    text = pages_of(write_plan(known_request("redo", known, **changes)))
    assert [word for word in words if word not in text] == []


def test_one_member_today_is_no_news() -> None:
    assert "ONE member" not in pages_of(write_plan(known_request("redo")))


def test_a_group_at_the_flash_stays() -> None:
    there = replace(REDO[0], members=("+SSDREDO/orcl/redo1.log",))
    plan = write_plan(known_request("redo", {"redo_groups": (there, *REDO[1:])}))
    assert len(calls(plan, "50_redo.sql", "add_group")) == 3
    assert len(calls(plan, "50_redo.sql", "hold_old")) == 4
    assert worded("plan/group-ssd-already", 1) in pages_of(plan)


TEMPS: list[tuple[str, dict[str, Any], int | None, str, str]] = [
    ("by its peak", {}, 20 * GIB, "l_bytes NUMBER := 26843545600", "gv$sort_segment"),
    ("by its files", {}, None, "l_bytes NUMBER := 8589934592", "d.property_value = f.tablespace_name"),
    (
        "two of them: the script looks",
        {"temp_files": (DatabaseFile("a", "TEMP", 1, size_bytes=GIB), DatabaseFile("b", "TEMP2", 2, size_bytes=GIB))},
        None, "l_bytes NUMBER := NULL", "SELECT SUM(f.bytes) INTO l_bytes",
    ),
    (
        "one of unknown size: the script looks",
        {"temp_files": (DatabaseFile("a", "TEMP", 1, size_bytes=GIB), DatabaseFile("b", "TEMP", 2))},
        None, "l_bytes NUMBER := NULL", "SELECT SUM(f.bytes) INTO l_bytes",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("known", "peak", "size", "held"), [row[1:] for row in TEMPS], ids=[row[0] for row in TEMPS])
def test_temp_size(known: dict[str, Any], peak: int | None, size: str, held: str) -> None:
    script = text_of(write_plan(known_request("temp", known, temp_peak_bytes=peak)), "50_temp.sql")
    assert size in script
    assert held in script


def test_data_files_are_listed_and_held() -> None:
    plan = write_plan(known_request("all", **EE_19))
    entries = [literals(unit.text) for unit in units(text_of(plan, "list_datafiles.sql")) if unit.kind == "block"]
    assert entries == [["+DATA/orcl/users01.dbf"], ["+DATA/orcl/indx01.dbf"]]
    script = text_of(plan, "40_move_datafiles.sql")
    assert script.count("@lib/list_datafiles.sql") == 2
    assert (
        script.index(":s_mode := 'HOLD'") < script.index("SPOOL old_datafiles.sql") < script.rindex(":s_mode := 'RUN'")
    )
    assert "the inventory knows" in script
    assert "run_ddl('ALTER DATABASE MOVE DATAFILE '" in text_of(plan, "lib_known_datafile.sql")
    assert "Collect again" not in what_bars(plan, "90_rollback_datafiles.sql")
    assert "@lib/list_datafiles.sql" in text_of(plan, "00_precheck.sql")


def test_copies_hold_the_list_and_move_nothing_by_it() -> None:
    plan = write_plan(known_request("all", **EE_11))
    assert "@lib/list_datafiles.sql" in text_of(plan, "41_copy_datafiles.sql")
    assert "run_ddl(" not in text_of(plan, "lib_known_datafile.sql").split("BEGIN\n  stop_if(NVL(:s_guard_ok")[1]


def test_files_of_containers_are_told_apart() -> None:
    spaces = tuple(replace(each, pdb=pdb) for pdb in ("CDB$ROOT", "PDB1") for each in DATA)
    files = tuple(replace(each, pdb=pdb) for pdb, each in (("CDB$ROOT", FILES[2]), ("PDB1", FILES[3])))
    plan = write_plan(known_request("all", {"tablespaces": spaces, "datafiles": files}, cdb=True))
    assert re.findall(r":s_pdb := (.*);", text_of(plan, "list_datafiles.sql")) == ["'PDB1'"]


SSD = DiskGroup("SSDDATA", "HIGH", free_bytes=500 * GIB, usable_bytes=300 * GIB, state="CONNECTED")
GROUPS: list[tuple[str, DiskGroup, str]] = [
    ("room after mirroring", SSD, "300 GiB"),
    ("FLEX shows no usable room", replace(SSD, usable_bytes=0), "500 GiB"),
    ("more than was said to fit", replace(SSD, usable_bytes=900 * GIB), "652 GiB"),
    ("not known", replace(SSD, usable_bytes=None), "652 GiB"),
]


@pytest.mark.parametrize(("group", "room"), [row[1:] for row in GROUPS], ids=[row[0] for row in GROUPS])
def test_a_disk_group_that_exists_is_used_within_its_room(group: DiskGroup, room: str) -> None:
    plan = write_plan(known_request(known={"disk_groups": (group,)}))
    assert not {"20_asm_diskgroups.sql", "10_os_setup.sh", "segtier.env"} & set(paths(plan))
    text = pages_of(plan)
    assert f"* SSD: {room} usable" in text
    assert "Disk group SSDDATA exists: HIGH" in text
    assert not any("20_asm_diskgroups.sql" in file.text for file in plan.files if name_of(file).startswith(("3", "4")))
    assert "after 20" not in text


def test_a_disk_group_that_is_not_listed_is_made() -> None:
    assert "20_asm_diskgroups.sql" in paths(write_plan(known_request()))


ELSEWHERE = (*FILES, DatabaseFile("+DATA/orcl/ssd.dbf", "SSD_DATA", 9, size_bytes=GIB))
AT_FLASH = (DatabaseFile("+SSDDATA/orcl/ssd.dbf", "SSD_DATA", 9, size_bytes=GIB),)
SSD_DATA = Tablespace("SSD_DATA", contents="PERMANENT")
UNSIZED = tuple(replace(each, size_bytes=None) for each in FILES)
NEEDED: list[tuple[str, str, dict[str, Any], dict[str, Any], int]] = [
    ("40 and 20 GiB of data files", "all", {}, {}, 60 * GIB),
    ("no size is known", "all", {"datafiles": UNSIZED}, {}, 0),
    ("one size is missing", "all", {"datafiles": (*FILES[:-1], UNSIZED[-1])}, {}, 0),
    ("temp files of 8 GiB", "temp", {}, {}, 8 * GIB),
    ("a peak of 20 GiB in temp, and a quarter", "temp", {}, {"temp_peak_bytes": 20 * GIB}, 25 * GIB),
    ("nothing is known of temp", "temp", {"temp_files": None}, {}, 0),
]


@pytest.mark.parametrize(
    ("option", "known", "changes", "needed"), [row[1:] for row in NEEDED], ids=[row[0] for row in NEEDED]
)
def test_what_a_directory_must_have_free(
    option: str, known: dict[str, Any], changes: dict[str, Any], needed: int
) -> None:
    """0: the script says that nobody knows."""
    plan = write_plan(known_request(option, known, on_asm=False, **changes))
    assert re.findall(r"^\s*needed=(.*)$", text_of(plan, "10_os_setup.sh"), re.MULTILINE) == [str(needed)]


WHOLE: list[tuple[str, str, dict[str, Any], dict[str, Any], str]] = [
    ("the group is too small", "segments", {"disk_groups": (replace(SSD, usable_bytes=GIB),)}, {}, "does-not-fit"),
    ("over-committed group", "segments", {"disk_groups": (replace(SSD, usable_bytes=-GIB),)}, {}, "does-not-fit"),
    ("redo too large", "redo", {}, {"tier": replace(TIER, usable_bytes=5 * GIB)}, "does-not-fit"),
    ("data files too large", "all", {}, {"tier": replace(TIER, usable_bytes=61 * GIB)}, "does-not-fit"),
    (
        "redo is there already", "redo",
        {"redo_groups": tuple(replace(each, members=("+SSDREDO/a",)) for each in REDO)}, {}, "nothing-to-move",
    ),
    ("data files are there already", "all", {"datafiles": AT_FLASH, "tablespaces": (SSD_DATA,)}, {}, "nothing-to-move"),
    ("name taken elsewhere", "segments", {"tablespaces": (*DATA, SSD_DATA), "datafiles": ELSEWHERE}, {}, "name-taken"),
    ("name of an undo tablespace", "segments", {"tablespaces": (Tablespace("SSD_DATA", contents="UNDO"),)}, {}, "name-taken"),
    ("nothing archived and only copies possible", "all", {"archivelog": False}, EE_11, "no-archivelog"),
    ("temp name taken", "temp", {"tablespaces": (Tablespace("TEMP_SSD", contents="PERMANENT"),)}, {}, "name-taken"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "known", "changes", "code"), [row[1:] for row in WHOLE], ids=[row[0] for row in WHOLE]
)
def test_refused_before_anything_is_run(option: str, known: dict[str, Any], changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Infeasible) as refusal:
        write_plan(known_request(option, known, **changes))
    assert refusal.value.code == code


@pytest.mark.parametrize(("usable", "moves"), [(66_357_244_723, True), (66_357_244_722, False)])
def test_data_files_that_fill_the_ssd(usable: int, moves: bool) -> None:
    """60 GiB and a spare of 3 %."""
    request = known_request("all", tier=replace(TIER, usable_bytes=usable))
    if moves:
        assert "list_datafiles.sql" in paths(write_plan(request))
        return
    with pytest.raises(Infeasible) as refusal:
        write_plan(request)
    assert refusal.value.code == "does-not-fit"


@pytest.mark.parametrize(
    "known",
    [{"tablespaces": (*DATA, SSD_DATA), "datafiles": AT_FLASH}, {"tablespaces": (replace(SSD_DATA, pdb="PDB9"),)}],
    ids=["there from the last run", "in another container"],
)
def test_a_name_that_may_be_used(known: dict[str, Any]) -> None:
    assert "30_tablespaces.sql" in paths(write_plan(known_request(known=known)))


THERE = "'\"' || 'USERS' || '\"'"
QUOTAS: list[tuple[str, tuple[Quota, ...], list[str]]] = [
    # owner, target, MiB (NULL: unlimited), bytes then (-1: unlimited), where
    ("limited", (Quota("SOE", "USERS", max_bytes=30 * GIB),), [f"'SOE', 'SSD_DATA', 30720, {30 * GIB}, {THERE}"]),
    ("unlimited", (Quota("SOE", "USERS", unlimited=True),), [f"'SOE', 'SSD_DATA', NULL, -1, {THERE}"]),
    ("smaller than what moves", (Quota("SOE", "USERS", max_bytes=GIB),), [f"'SOE', 'SSD_DATA', 2048, {GIB}, {THERE}"]),
    ("of another user", (Quota("HR", "USERS", max_bytes=GIB),), []),
    ("on another tablespace", (Quota("SOE", "OTHER", max_bytes=GIB),), []),
    ("limit not told", (Quota("SOE", "USERS"),), []),
]  # fmt: skip


@pytest.mark.parametrize(("quotas", "known"), [row[1:] for row in QUOTAS], ids=[row[0] for row in QUOTAS])
def test_quotas_are_those_of_the_old_tablespaces(quotas: tuple[Quota, ...], known: list[str]) -> None:
    plan = write_plan(known_request(known={"quotas": quotas}, move=(KINDS["heap table"],)))
    assert calls(plan, "30_tablespaces.sql", "grant_known") == known
    assert calls(plan, "30_tablespaces.sql", "grant_quota") == ([] if known else ["'SOE', 'SSD_DATA'"])


def test_names_of_the_inventory_reach_the_lists_only_and_quoted() -> None:
    evil = "X'; DROP USER SYS CASCADE; --"
    files = (*FILES, DatabaseFile(f"/u01/{evil}.dbf", "USERS", 7, size_bytes=GIB))
    asked = known_request("all", {"datafiles": files}, on_asm=False, targets=Destination(data_diskgroup="FAST"))
    listed = text_of(write_plan(asked), "list_datafiles.sql")
    assert f"/u01/{evil}.dbf" in [text for unit in units(listed) for text in literals(unit.text)]
    quota = (Quota("SOE", evil, max_bytes=GIB),)
    plan = write_plan(known_request(known={"quotas": quota}, move=(a_segment(tablespace=evil),)))
    assert evil in literals(text_of(plan, "30_tablespaces.sql").replace('"', ""))
    assert not any(
        "DROP" in skeleton(file.text)
        for file in plan.files
        if name_of(file) in ("30_tablespaces.sql", "list_segments.sql")
    )


SEVERAL = [
    ("one group", (), "| `USERS` |", "| `INDX` |"),
    (
        "two groups",
        (DatabaseFile("+FAST/orcl/indx.dbf", "INDX", 9),),
        "| `USERS` in +DATA |",
        "| `INDX` in +DATA, +FAST |",
    ),
]


@pytest.mark.parametrize(("more", "data", "indexes"), [row[1:] for row in SEVERAL], ids=[row[0] for row in SEVERAL])
def test_of_several_disk_groups_each_move_says_which_it_comes_from(
    more: tuple[DatabaseFile, ...], data: str, indexes: str
) -> None:
    known = {"datafiles": (*FILES, DatabaseFile("+DATA/orcl/indx.dbf", "INDX", 8), *more)}
    text = text_of(write_plan(known_request(known=known, move=(KINDS["heap table"], KINDS["index"]))), "appendix.md")
    assert data in text
    assert indexes in text


@pytest.mark.parametrize("on", [True, False, None])
def test_what_reads_the_redo_must_reach_its_new_place(*, on: bool | None) -> None:
    text = text_of(write_plan(known_request("redo", {"supplemental_logging": on})), "appendix.md")
    assert ("DBLOGREADER" in text) is (on is True)
