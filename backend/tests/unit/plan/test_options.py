"""What each option gives, or refuses, on each release and edition."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from segtier.errors import Infeasible, Refused
from segtier.model.plan import Destination
from segtier.plan.checks.screening import screen_segments
from segtier.plan.write_plan import write_plan
from segtier.units import MIB
from tests.sentences import worded
from tests.unit.plan.requests import GIB, OPTIONS, TIER, a_request, a_segment, as_run, name_of, pages_of, paths, text_of

EE_11 = {"release": "11.2.0.3.0", "edition": "EE"}
SE_12_1 = {"release": "12.1.0.2.0", "edition": "SE2"}
EE_12_2 = {"release": "12.2.0.1.0", "edition": "EE"}
EE_19_RAC = {"release": "19.0.0.0.0", "edition": "EE", "rac": True, "tier": replace(TIER, shared=True)}
UNKNOWN_EDITION = {"release": "12.1.0.2.0", "edition": None}
UNKNOWN = {"release": None, "edition": None, "name": None, "dbid": None, "rac": None}

DATAFILES = [
    ("12.2 EE moves online", EE_12_2, ["40_move_datafiles.sql"]),
    ("11.2 EE copies", EE_11, ["41_copy_datafiles.sql"]),
    ("12.1 SE copies", SE_12_1, ["41_copy_datafiles.sql"]),
    ("edition not known: both, each looks", UNKNOWN_EDITION, ["40_move_datafiles.sql", "41_copy_datafiles.sql"]),
]


@pytest.mark.parametrize(("changes", "scripts"), [row[1:] for row in DATAFILES], ids=[row[0] for row in DATAFILES])
def test_all_moves_data_files(changes: dict[str, Any], scripts: list[str]) -> None:
    plan = write_plan(a_request("all", **changes))
    assert [path for path in paths(plan) if path.startswith("4")] == scripts
    assert not any(path.startswith("list_") for path in paths(plan))


FILES = {
    "segments": ["30_tablespaces.sql", "40_move_segments.sql"],
    "all": ["40_move_datafiles.sql", "41_copy_datafiles.sql"],
    "redo": ["50_redo.sql"],
    "temp": ["50_temp.sql"],
    "flash-cache": ["50_flash_cache.sql"],
}


@pytest.mark.parametrize("option", FILES)
def test_only_the_files_the_option_needs(option: str) -> None:
    plan = write_plan(a_request(option))
    assert [path for path in paths(plan) if path[:2] in ("30", "40", "41", "42", "50")] == FILES[option]
    assert {"plan.md", "appendix.md", "00_precheck.sql", "10_os_setup.sh", "80_verify.sql"} <= set(paths(plan))
    assert any(path.startswith("90_rollback") for path in paths(plan))


def test_one_kind_gives_one_moving_script() -> None:
    plan = write_plan(a_request("indexes", move=(a_segment("ORDERS_PK", "INDEX"),)))
    assert [path for path in paths(plan) if path.startswith("4")] == ["40_move_segments.sql"]
    assert "SSD_INDX" in text_of(plan, "30_tablespaces.sql")
    assert "SSD_DATA" not in text_of(plan, "30_tablespaces.sql")


RAC_LOCAL = {"rac": True, "edition": "EE"}
WHOLE_REFUSALS: list[tuple[str, str, dict[str, Any], type[Refused], str]] = [
    *[
        (f"{option} on RAC, SSD in one server", option, RAC_LOCAL, Infeasible, "rac-local-flash")
        for option in OPTIONS
        if option != "flash-cache"
    ],
    ("flash cache before 11.2.0.2", "flash-cache", {"release": "11.2.0.1.0"}, Infeasible, "flash-cache-not-available"),
    ("flash cache on SE", "flash-cache", SE_12_1, Infeasible, "flash-cache-not-available"),
    (
        "flash cache on AIX",
        "flash-cache",
        {"platform": "AIX-Based Systems (64-bit)"},
        Infeasible,
        "flash-cache-not-available",
    ),
    ("flash cache on Exadata", "flash-cache", {"engineered": "exadata"}, Infeasible, "engineered-storage"),
    ("flash cache, no size", "flash-cache", {"flash_cache_bytes": None}, Refused, "no-size"),
    ("flash cache beyond the card", "flash-cache", {"flash_cache_bytes": 900 * GIB}, Infeasible, "infeasible"),
    (
        "flash cache beyond its parameter",
        "flash-cache",
        {"flash_cache_bytes": 600 * GIB, "block_size_bytes": 2048},
        Infeasible,
        "infeasible",
    ),
    ("redo on 11.1", "redo", {"release": "11.1.0.7.0"}, Infeasible, "release-too-old"),
    ("segments on 10.2", "segments", {"release": "10.2.0.5.0"}, Infeasible, "release-too-old"),
    ("segments on an autonomous database", "segments", {"engineered": "autonomous"}, Infeasible, "engineered-storage"),
    ("nothing to move", "segments", {"move": ()}, Infeasible, "nothing-to-move"),
    ("only LOBs", "segments", {"move": (a_segment(type_="LOB"),)}, Infeasible, "nothing-to-move"),
    ("does not fit", "segments", {"move": (a_segment(size_bytes=701 * 10**9),)}, Infeasible, "does-not-fit"),
    ("option without scripts", "none", {}, Refused, "no-scripts"),
    ("tablespace name", "segments", {"targets": Destination(data_tablespace='X"; DROP')}, Refused, "bad-name"),
    ("SYSTEM as target", "segments", {"targets": Destination(data_tablespace="system")}, Refused, "bad-name"),
    ("disk group name", "redo", {"targets": Destination(redo_diskgroup="A'; --")}, Refused, "bad-name"),
    ("path that climbs", "temp", {"targets": Destination(temp_diskgroup="/u02/../etc")}, Refused, "bad-name"),
    ("path with a command", "all", {"targets": Destination(data_diskgroup="/u02/$(id)")}, Refused, "bad-name"),
]


@pytest.mark.parametrize(
    ("option", "changes", "error", "code"), [row[1:] for row in WHOLE_REFUSALS], ids=[row[0] for row in WHOLE_REFUSALS]
)
def test_refused_as_a_whole(option: str, changes: dict[str, Any], error: type[Refused], code: str) -> None:
    with pytest.raises(error) as refusal:
        write_plan(a_request(option, **changes))
    assert refusal.value.code == code
    assert refusal.value.message.isprintable()


SEGMENT_REFUSALS = [
    ("LOB", a_segment(type_="LOB"), "LOB"),
    ("LOB partition", a_segment(type_="LOB PARTITION", subobject="P"), "LOB"),
    ("cluster", a_segment(type_="CLUSTER"), "clusters"),
    ("nested table", a_segment(type_="NESTED TABLE"), "nested"),
    ("undo", a_segment(type_="TYPE2 UNDO"), "undo"),
    ("queue", a_segment(type_="QUEUE TABLE"), "queue"),
    ("unheard of", a_segment(type_="SPACE HEADER"), "type"),
    ("partition without a name", a_segment(type_="TABLE PARTITION"), "partition"),
    ("dictionary", a_segment(owner="SYS"), "Oracle owns"),
    ("recycle bin", a_segment("BIN$abc==$0"), "helper"),
    ("double quote", a_segment('A"B'), "double quote"),
    ("newline", a_segment("A\nDROP USER X;"), "control"),
    ("NUL", a_segment("A\0B"), "control"),
    ("direction override", a_segment("A\u202eB"), "invisible"),
    ("zero width", a_segment("A\u200bB"), "invisible"),
    ("too long", a_segment("A" * 129), "128"),
    ("hostile partition", a_segment(type_="TABLE PARTITION", subobject='P"'), "double quote"),
    ("hostile tablespace", a_segment(tablespace='T"'), "double quote"),
    ("hostile PDB", a_segment(pdb='P"; SHUTDOWN'), "PDB"),
]


@pytest.mark.parametrize(
    ("segment", "word"), [row[1:] for row in SEGMENT_REFUSALS], ids=[row[0] for row in SEGMENT_REFUSALS]
)
def test_one_segment_is_refused_and_the_rest_goes_on(segment: Any, word: str) -> None:
    plan = write_plan(a_request(move=(segment, a_segment("STOCK"))))
    assert [each.name for each in plan.refused] == [segment.name]
    assert word in plan.refused[0].reason
    assert plan.refused[0].reason in pages_of(plan)
    assert "'STOCK'" in text_of(plan, "list_segments.sql")


@pytest.mark.parametrize(("over", "moves"), [(0, True), (1, False)], ids=["fills the SSD", "one byte more"])
def test_segments_of_all_the_flash(over: int, moves: bool) -> None:
    """Sizes as they are; what whole extents add is weighed with the tablespaces."""
    request = a_request(move=(a_segment(size_bytes=TIER.usable_bytes - GIB), a_segment("B", size_bytes=GIB + over)))
    if moves:
        assert screen_segments(request) == (request.move, ())
        return
    with pytest.raises(Infeasible) as refusal:
        screen_segments(request)
    assert refusal.value.code == "does-not-fit"


def test_names_of_31_bytes_need_12_2() -> None:
    long_name = a_segment("A" * 31)
    assert not write_plan(a_request(move=(long_name,), **EE_12_2)).refused
    plan = write_plan(a_request(move=(long_name, a_segment()), **EE_11))
    assert [each.name for each in plan.refused] == [long_name.name]


def test_left_out_segments_keep_their_reason() -> None:
    out = a_segment("COLD", reason="few reads a GiB")
    plan = write_plan(a_request(left_out=(out,)))
    assert out in plan.refused
    assert "few reads a GiB" in pages_of(plan)


ONE_CARD = replace(TIER, count=1)
FLASH = [
    ("single, disk group", {}, "+SSDFLASH", 140 * 131072 * 100),
    ("RAC, card in each server", {"rac": True, "tier": ONE_CARD}, "/dev/segtier/flash_cache", 140 * 131072 * 200),
    ("RAC, shared SSD", {"rac": True, "tier": replace(TIER, shared=True)}, "+SSDFLASH", 140 * 131072 * 200),
    ("4 KiB blocks", {"block_size_bytes": 4096}, "+SSDFLASH", 2 * 140 * 131072 * 100),
    ("as the advice says", {"flash_cache_metadata_bytes": 12345}, "+SSDFLASH", 12345),
]


@pytest.mark.parametrize(("changes", "place", "metadata"), [row[1:] for row in FLASH], ids=[row[0] for row in FLASH])
def test_flash_cache_parameters(changes: dict[str, Any], place: str, metadata: int) -> None:
    script = text_of(write_plan(a_request("flash-cache", **changes)), "50_flash_cache.sql")
    assert f"'db_flash_cache_file' || ' = ' || '''{place}'''" in script
    assert "'db_flash_cache_size' || ' = ' || '140G'" in script
    assert f"+ {metadata});" in script


READ_INTO_BLOCKS = ("lib_talk.sql", "lib_room.sql", "lib_weigh.sql")


def test_overridden_is_loud_everywhere() -> None:
    plan = write_plan(a_request(overridden=True, override_reason="97 % of the time: row locks;\nDROP USER x;"))
    for file in plan.files:
        if name_of(file).endswith((".sql", ".sh", ".env")) and name_of(file) not in READ_INTO_BLOCKS:
            head = file.text[:900]
            assert "THE ADVICE WAS" in head, name_of(file)
            assert "97 % of the time: row locks" in head, name_of(file)
    assert "THE ADVICE WAS" in pages_of(plan)
    assert "THE ADVICE WAS" not in pages_of(write_plan(a_request()))


NOT_THE_ROOT, THE_ROOT = (f"'CON_NAME') {sign} 'CDB$ROOT',\n    '" for sign in ("=", "<>"))
GUARDS: list[tuple[str, str, dict[str, Any], str, bool]] = [
    ("name and DBID", "segments", {}, "l_plan_dbid NUMBER := 1539058184", True),
    ("release, major only from 18", "segments", {}, ":= '19';", True),
    ("release, two parts before", "segments", EE_12_2, ":= '12.2';", True),
    ("release 18 by its major number too", "segments", {"release": "18.0.0.0.0"}, ":= '18';", True),
    ("11.2 patch level counts for a cache", "flash-cache", EE_11, ":= '11.2.0.3';", True),
    ("release, two parts of 11.2 too", "segments", EE_11, ":= '11.2';", True),
    ("a flash cache from 18 on goes by the major number", "flash-cache", {}, ":= '19';", True),
    ("unknown database asks for its name", "segments", UNKNOWN, "l_plan_dbid NUMBER := NULL", True),
    ("SSD in one server stops a cluster", "redo", {"rac": None}, "cluster_database = TRUE", True),
    ("shared SSD does not", "redo", {"tier": replace(TIER, shared=True)}, "cluster_database = TRUE", False),
    ("known edition is checked", "segments", EE_12_2, "another edition", True),
    ("unknown edition is not", "segments", {}, "another edition", False),
    ("segments are in a PDB", "segments", {}, NOT_THE_ROOT, True),
    (
        "lists that go to their PDBs start anywhere",
        "segments",
        {"move": (a_segment(pdb="PDB1"),), "cdb": True},
        NOT_THE_ROOT,
        False,
    ),
    ("the cache is the whole instance's", "flash-cache", {}, THE_ROOT, True),
    ("the cache is no PDB's", "flash-cache", {}, NOT_THE_ROOT, False),
    ("a flash cache came with 11.2", "flash-cache", {}, worded("plan/script-releases", "11.02"), True),
]


@pytest.mark.parametrize(
    ("option", "changes", "text", "there"), [row[1:] for row in GUARDS], ids=[row[0] for row in GUARDS]
)
def test_every_script_has_the_guard(option: str, changes: dict[str, Any], text: str, there: bool) -> None:
    plan = write_plan(a_request(option, **changes))
    scripts = [file for file in as_run(plan.files) if name_of(file)[:2].isdigit() and name_of(file).endswith(".sql")]
    guarded = [file for file in scripts if not name_of(file).startswith("20_")]
    assert guarded
    for file in guarded:
        assert (text in file.text) is there, name_of(file)
        assert "SET DEFINE OFF\n" in file.text
        assert "WHENEVER SQLERROR EXIT FAILURE ROLLBACK\n" in file.text


def test_segments_of_two_containers_are_kept_apart() -> None:
    plan = write_plan(a_request(move=(a_segment(pdb="PDB2"), a_segment(pdb="PDB1")), cdb=True))
    moves = text_of(plan, "list_segments.sql")
    assert (
        moves.index('SET CONTAINER = "PDB1"') < moves.index(":s_pdb := 'PDB1'") < moves.index('SET CONTAINER = "PDB2"')
    )
    assert text_of(plan, "30_tablespaces.sql").count("create_missing('SSD_DATA'") == 2


def test_tablespaces_do_not_promise_more_than_the_flash_holds() -> None:
    moves = tuple(a_segment(pdb=pdb, size_bytes=100 * GIB) for pdb in ("PDB1", "PDB2", "PDB3"))
    script = text_of(write_plan(a_request(move=moves)), "30_tablespaces.sql")
    most = [int(mib) for mib in re.findall(r"MAXSIZE ' \|\| '(\d+)M'", script)]
    assert len(most) == 3
    assert min(most) >= 110 * 1024
    assert sum(most) * MIB <= TIER.usable_bytes


def test_a_directory_in_place_of_a_disk_group() -> None:
    plan = write_plan(a_request(targets=Destination(data_diskgroup="/u02/ssd")))
    assert not any(path.startswith("20_") for path in paths(plan))
    assert ":s_flash_place := '/u02/ssd';" in text_of(plan, "settings.sql")
    assert "'segtier_ssd_data_01.dbf'" in text_of(plan, "30_tablespaces.sql")
    assert "DIRECTORY=/u02/ssd\n" in text_of(plan, "10_os_setup.sh")
