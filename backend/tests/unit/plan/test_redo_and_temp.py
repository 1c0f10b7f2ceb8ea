"""Standby redo logs and second members come along; users with a temporary tablespace of their own are told of or moved."""

from __future__ import annotations

import re

import pytest

from segtier.plan.moves.redo import standby_missing
from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.unit.plan.evaluated import asked
from tests.unit.plan.requests import a_request, pages_of, text_of

Log = tuple[int, int, int, int]
"""group#, thread#, bytes, blocksize"""
OLD: list[Log] = [(1, 1, 10, 512), (2, 1, 10, 512), (3, 2, 20, 512), (4, 2, 20, 512), (5, 2, 20, 512)]
NEW: list[Log] = [(group + 10, thread, size, block) for group, thread, size, block in OLD]
STANDBY: list[Log] = [(30, 1, 10, 512), (31, 0, 5, 512)]
AT_FLASH: list[Log] = [(40, 1, 10, 512), (41, 1, 10, 512), (42, 1, 10, 512)]

MISSING: list[tuple[str, list[Log], list[Log], list[tuple[int, ...]]]] = [
    # online, standby -> thread, bytes, block size, still missing: one more than the groups of the thread
    ("nothing moved yet", OLD, STANDBY, [(1, 10, 512, 3), (2, 20, 512, 4)]),
    ("new groups beside old ones", [*OLD, *NEW], STANDBY, [(1, 10, 512, 3), (2, 20, 512, 4)]),
    ("the old groups are gone", NEW, STANDBY, [(1, 10, 512, 3), (2, 20, 512, 4)]),
    ("stopped half-way", NEW, [*STANDBY, *AT_FLASH[:2]], [(1, 10, 512, 1), (2, 20, 512, 4)]),
    ("one thread is done", NEW, [*STANDBY, *AT_FLASH], [(1, 10, 512, 0), (2, 20, 512, 4)]),
    ("there are none", OLD, [], []),
]


@pytest.mark.parametrize(
    ("online", "standby", "missing"), [row[1:] for row in MISSING], ids=[row[0] for row in MISSING]
)
def test_standby_logs_are_one_more_than_the_groups(
    online: list[Log], standby: list[Log], missing: list[tuple[int, ...]]
) -> None:
    at_flash = [(row[0], "+SSDREDO/a") for row in (*NEW, *AT_FLASH)]
    elsewhere = [(row[0], "+DATA/a") for row in (*OLD, *STANDBY)]
    columns = "group_, thread_, bytes, blocksize"
    tables = {
        "v_log": (columns, online),
        "v_standby_log": (columns, standby),
        "v_logfile": ("group_, member", [*at_flash, *elsewhere]),
    }
    assert sorted(asked(standby_missing(), tables, s_flash_start="+SSDREDO/")) == missing


def test_standby_logs_come_after_the_groups_and_old_ones_go() -> None:
    plan = write_plan(a_request("redo"))
    script = text_of(plan, "50_redo.sql")
    order = [
        "SPOOL old_redo.sql APPEND",
        "ADD LOGFILE THREAD",
        "ADD STANDBY LOGFILE THREAD",
        "DROP LOGFILE",
        "DROP STANDBY LOGFILE",
    ]
    places = [script.index(f"{words}") for words in order]
    assert places == sorted(places)
    assert "'STANDBY' FROM v$standby_log" in script[: places[1]], "what there was is recorded"
    assert "IF g.status <> 'UNASSIGNED' THEN" in script
    back = text_of(plan, "lib_add_redo.sql")
    assert "IF :s_sub = 'STANDBY' AND l_members LIKE '%''+%' THEN" in back
    assert "DROP STANDBY LOGFILE" in text_of(plan, "90_rollback_redo.sql")


def test_a_second_place_keeps_the_second_member() -> None:
    plan = write_plan(a_request("redo"))
    script = text_of(plan, "50_redo.sql")
    assert "l_members NUMBER := CASE WHEN :s_redo_second_place IS NULL THEN 1 ELSE 2 END;" in script
    added = re.findall(r"run_ddl\('ALTER DATABASE ADD (?:STANDBY )?LOGFILE.*", script)
    assert len(added) == 2
    assert all("CASE WHEN l_members = 2 THEN ', ' || '''' || :s_redo_second_place" in one for one in added)
    assert "IF :s_redo_second_place = :s_flash_place THEN" in script
    verify = text_of(plan, "80_verify.sql")
    assert verify.count("INSTR(f.member, :s_second_start) <> 1") == 2
    assert "members < CASE WHEN :s_redo_second_place IS NULL THEN 1 ELSE 2 END" in verify


USERS = [("SHOP", "TEMP"), ("BATCH", "TEMP_BATCH"), ("DONE", "TEMP_SSD"), ("GROUPED", "TEMP_GROUP"), ("DBSNMP", "TEMP")]


def test_users_of_other_temporary_tablespaces() -> None:
    """Oracle's own, those who have it already, and those of a group that it belongs to are left alone."""
    plan = write_plan(a_request("temp"))
    script = text_of(plan, "50_temp.sql")
    loops = re.findall(r"FOR u IN \((SELECT d\.username.*?)\) LOOP\n(.*?)END LOOP", script, re.DOTALL)
    (recorded, entry), (moved, move) = loops
    tables = {
        "dba_users": ("username, temporary_tablespace", USERS),
        "dba_tablespace_groups": ("group_name, tablespace_name", [("TEMP_GROUP", "TEMP_SSD")]),
    }
    for query in (recorded, moved):
        assert asked(query, tables, s_guard_ok="YES") == [("BATCH", "TEMP_BATCH"), ("SHOP", "TEMP")]
    assert asked(recorded, tables, s_guard_ok="NO") == []
    assert "lit(u.temporary_tablespace)" in entry
    assert move.index("IF :s_move_temp_users = 'YES' THEN") < move.index("run_ddl('ALTER USER ' || q(u.username)")
    assert ":s_move_temp_users := 'NO';" in text_of(plan, "settings.sql")
    assert "TEMPORARY TABLESPACE ' || q(:s_to_ts)" in text_of(plan, "lib_restore_temp.sql")


@pytest.mark.parametrize("path", ["00_precheck.sql", "50_temp.sql"])
def test_a_default_that_is_a_group_is_as_large_as_its_tablespaces(path: str) -> None:
    text = text_of(write_plan(a_request("temp", temp_peak_bytes=None)), path)
    query = re.search(r"tablespace_name IN \((SELECT property_value.*?)\);", text, re.DOTALL)
    assert query is not None
    tables = {
        "database_properties": ("property_name, property_value", [("DEFAULT_TEMP_TABLESPACE", "G")]),
        "dba_tablespace_groups": ("group_name, tablespace_name", [("G", "TEMP1"), ("G", "TEMP2"), ("H", "TEMP3")]),
    }
    assert {name for (name,) in asked(query[1], tables)} == {"G", "TEMP1", "TEMP2"}


@pytest.mark.parametrize(
    ("option", "why"), [("all", "plan/undo-stays-tablespace"), ("temp", "plan/undo-stays-tablespace-belongs")]
)
def test_undo_stays_and_the_readme_says_why(option: str, why: str) -> None:
    assert worded(why) in pages_of(write_plan(a_request(option)))


OUTSIDE: list[tuple[str, str | None, list[str], int]] = [
    ("all at the SSD", None, ["+SSDREDO/a", "+SSDREDO/b"], 0),
    ("one is not", None, ["+SSDREDO/a", "+DATA/b"], 1),
    ("it is at the second place", "+DATA", ["+SSDREDO/a", "+DATA/b"], 0),
    ("at a third", "+FRA", ["+SSDREDO/a", "+DATA/b"], 1),
    ("another one's name begins the same", "+DATA", ["+SSDREDO/a", "+DATA2/b"], 1),
]


@pytest.mark.parametrize("kind", ["ONLINE", "STANDBY"])
@pytest.mark.parametrize(
    ("second", "members", "outside"), [row[1:] for row in OUTSIDE], ids=[row[0] for row in OUTSIDE]
)
def test_a_member_is_at_the_flash_or_at_the_second_place(
    second: str | None, members: list[str], outside: int, kind: str
) -> None:
    text = text_of(write_plan(a_request("redo")), "80_verify.sql")
    query = re.search(
        rf"SELECT COUNT\(\*\) INTO l_count (FROM v\$logfile f WHERE f.type = '{kind}'.*?);", text, re.DOTALL
    )
    assert query is not None
    tables = {"v_logfile": ("type, member", [(kind, member) for member in members])}
    found = asked(
        f"SELECT COUNT(*) {query[1]}", tables, s_flash_start="+SSDREDO/", s_second_start=second and f"{second}/"
    )
    assert found == [(outside,)]
