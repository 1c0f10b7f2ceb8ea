"""The way back: what an offline move rebuilds elsewhere is recorded with it, and each list of inverses undoes its list."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from segtier.model.plan import Plan, PlanRequest
from segtier.plan.write_plan import write_plan
from tests.sqlplus_reader import literals, units
from tests.unit.plan.inventories import KINDS, known_request
from tests.unit.plan.requests import GIB, a_request, a_segment, text_of

_MODE = re.compile(r":s_mode := '(\w+)'")
EE_11 = {"release": "11.2.0.4.0", "edition": "EE"}
INDEXES = (replace(KINDS["index"], parent_name="ORDERS"), KINDS["index partition"])


def steps(plan: Plan, path: str) -> list[tuple[str, str, str]]:
    """(spool file, mode, list) of every list the script calls, in order."""
    spool = mode = ""
    called = []
    for unit in units(text_of(plan, path)):
        if unit.text.startswith("SPOOL "):
            spool = unit.text.split()[1]
        if unit.text.startswith("@lib/list_"):
            called.append((spool, mode, unit.text.removeprefix("@lib/")))
        found = _MODE.search(unit.text) if unit.kind == "block" and "IF" not in unit.text else None
        mode = found.group(1) if found else mode
    return called


def rows(text: str) -> list[list[str | None]]:
    """The rows of every operation of a list: role, type, owner, name, part, source, target, column."""
    return [row for unit in units(text) if unit.kind == "block" for row in _rows_of(unit.text)]


def _rows_of(block: str) -> list[list[str | None]]:
    if ":s_from_ts := " in block:
        kind, owner, table, index, part, source, target = (
            next(iter(literals(found[1])), None)
            for name in ("kind", "owner", "table", "index", "part", "from_ts", "to_ts")
            if (found := re.search(rf":s_{name} := (.*?);(?: :s_|\n)", block))
        )
        return [["moves", kind, owner, index or table, part, source, target, None]]
    found_rows = []
    for line in block.splitlines():
        if ":s_rows :=" in line:
            cells = (
                line.split(" := ")[1].removeprefix(":s_rows || ").removesuffix(" || CHR(10);").split(" || CHR(9) || ")
            )
            owner, name, part, type_, source, target, column, role = (
                None if cell == "NULL" else literals(cell)[0] for cell in cells
            )
            found_rows.append([role, type_, owner, name, part, source, target, column])
    return found_rows


def shared_homes(text: str) -> list[list[str | None]]:
    """Of indexes of which nobody said the table: owner, name, part, type, source, target, once for all tables of the list."""
    cells = [
        line.split("|| (")[-1].strip(" |();")
        for unit in units(text)
        if ":s_homes ||" in unit.text
        for line in unit.text.splitlines()
    ]
    lines = [cell.removesuffix(" || CHR(10)").split(" || CHR(9) || ") for cell in cells if "CHR(9)" in cell]
    return [[None if cell == "NULL" else literals(cell)[0] for cell in line] for line in lines]


def places(text: str) -> list[tuple[str | None, ...]]:
    return [(row[0], row[3], row[5], row[6]) for row in rows(text)]


def homes(plan: Plan, path: str = "list_segments.sql") -> set[tuple[str | None, ...]]:
    """Indexes that the statements of the list build anew, from where and to where."""
    shared = {(row[1], *row[4:]) for row in shared_homes(text_of(plan, path))}
    return shared | {place[1:] for place in places(text_of(plan, path)) if place[0] in ("rebuilt", "home")}


CERTAIN = known_request(move=(KINDS["heap table"], *INDEXES), **EE_11)


def test_indexes_of_a_table_that_moves_offline_are_built_once_where_they_go() -> None:
    plan = write_plan(CERTAIN)
    assert homes(plan) >= {("ORDERS_PK", "INDX", "SSD_INDX")}
    assert not [one for one in plan.operations if one.index == "ORDERS_PK"]
    assert ("rebuilt", "ORDERS_PK", "SSD_INDX", "INDX") in places(text_of(plan, "list_segments_back.sql"))


REWRITES: list[tuple[str, PlanRequest]] = [
    ("no inventory", a_request(move=(a_segment(), a_segment("ORDERS_PK", "INDEX", tablespace="INDX")), **EE_11)),
    ("nobody knows whether online", known_request(move=(KINDS["heap table"], *INDEXES), edition=None)),
    (
        "in a container",
        known_request(
            move=tuple(replace(each, pdb="PDB1") for each in (KINDS["heap table"], *INDEXES)), edition=None, cdb=True
        ),
    ),
]


@pytest.mark.parametrize("request_", [row[1] for row in REWRITES], ids=[row[0] for row in REWRITES])
def test_indexes_are_recorded_before_a_move_may_rebuild_them(request_: PlanRequest) -> None:
    """They have operations of their own; the table's knows where they go, should it move offline.

    Before the tables, as the way back runs: a table that goes back needs room for its indexes where they are.
    """
    plan = write_plan(request_)
    assert steps(plan, "40_move_segments.sql") == [
        ("old_placement.sql", "RECORD", "list_segments_back.sql"),
        ("40_move_segments.log", "RUN", "list_segments.sql"),
    ]
    assert ("ORDERS_PK", "INDX", "SSD_INDX") in homes(plan)
    assert ("moves", "ORDERS_PK", "INDX", "SSD_INDX") in places(text_of(plan, "list_segments.sql"))


def test_an_index_of_which_nobody_said_the_table_is_named_once_for_all_tables() -> None:
    """Not beside each of them, which grows with the square of the plan."""
    tables = tuple(a_segment(f"T{number}", size_bytes=GIB // 9) for number in range(40))
    indexes = tuple(a_segment(f"I{number}", "INDEX", tablespace="INDX", size_bytes=GIB // 9) for number in range(300))
    plan = write_plan(a_request(move=(*tables, *indexes), **EE_11))
    for path in ("list_segments.sql", "list_segments_back.sql"):
        text = text_of(plan, path)
        assert [row[1] for row in shared_homes(text)] == [one.name for one in indexes]
        assert len(rows(text)) == len(tables) + len(indexes)


def test_what_moves_is_recorded_before_anything_does() -> None:
    called = steps(write_plan(known_request(move=INDEXES, **EE_11)), "40_move_segments.sql")
    assert [(mode, path) for _, mode, path in called] == [
        ("RECORD", "list_segments_back.sql"),
        ("RUN", "list_segments.sql"),
    ]


def test_a_partition_keeps_its_indexes_and_rebuilds_none() -> None:
    assert not homes(write_plan(known_request(move=(KINDS["table partition"], *INDEXES), **EE_11)))


def test_a_segment_is_recorded_whatever_may_forbid_its_move() -> None:
    """RECORD stands before every check but that the segment is there, and before every statement."""
    library = text_of(write_plan(CERTAIN), "lib_move.sql")
    body = library[library.index(":s_handled := :s_handled + 1") :]
    recorded = body.index("IF :s_mode = 'RECORD' THEN\n    -- The list")
    assert all(
        recorded < body.index(later) for later in ("check_owner;", "check_index;", "check_target(p);", "run_once(")
    )


def test_the_list_of_inverses_undoes_the_list_from_its_end() -> None:
    plan = write_plan(known_request(**EE_11))
    there, back = (rows(text_of(plan, f"list_segments{end}.sql")) for end in ("", "_back"))
    moved = [row for row in there if row[0] == "moves"]
    assert moved
    swapped = [[*row[:5], row[6], row[5], row[7]] for row in moved]
    assert sorted(map(str, swapped)) == sorted(str(row) for row in back if row[0] == "moves")
    numbers = [int(n) for n in re.findall(r":s_step := (\d+);", text_of(plan, "list_segments_back.sql"))]
    assert numbers == sorted(numbers, reverse=True)


def test_what_one_container_says_of_indexes_is_not_said_in_the_next() -> None:
    """Both have SOE.ORDERS and its ORDERS_PK; only the first one's index moves. The second one's is rebuilt where it is."""
    move = tuple(
        replace(segment, pdb=pdb)
        for pdb in ("PDB1", "PDB2")
        for segment in (a_segment(), a_segment("ORDERS_PK", "INDEX", tablespace="INDX"))
        if (pdb, segment.name) != ("PDB2", "ORDERS_PK")
    )
    text = text_of(write_plan(a_request(move=move, release="12.1.0.2.0", edition="EE")), "list_segments.sql")
    first, second = text.split('CONTAINER = "PDB2"')
    assert "ORDERS_PK" in first
    assert "ORDERS_PK" not in second
    for part in (first, second):
        assert re.findall(r":s_rows := (?!:s_rows)", part), "each operation begins its rows anew"


def test_what_one_container_s_inventory_says_of_indexes_is_not_said_in_the_next() -> None:
    index = replace(KINDS["index"], pdb="PDB1", parent_owner="SOE", parent_name="ORDERS")
    move = (replace(KINDS["heap table"], pdb="PDB1"), replace(KINDS["heap table"], pdb="PDB2"))
    request = known_request(move=move, release="12.1.0.2.0", edition="EE")
    assert request.known is not None
    known = replace(request.known, dependents=(index,), dependents_complete=False)
    first, second = text_of(write_plan(replace(request, known=known)), "list_segments.sql").split('CONTAINER = "PDB2"')
    assert "ORDERS_PK" in first
    assert "ORDERS_PK" not in second


def test_each_operation_says_all_that_the_block_reads() -> None:
    """Nothing of the operation before it is left over."""
    blocks = [
        unit.text for unit in units(text_of(write_plan(known_request()), "list_segments.sql")) if unit.kind == "block"
    ]
    given = {frozenset(re.findall(r"(?:^  |; ):(s_\w+) :=", block, re.MULTILINE)) for block in blocks}
    assert len(given) == 1
    library = text_of(write_plan(known_request()), "lib_move.sql")
    settings = {
        "s_mode",
        "s_handled",
        "s_problems",
        "s_guard_ok",
        "s_is_ee",
        "s_release",
        "s_compatible",
        "s_need_bytes",
        "s_archive_wait_s",
    }
    settings |= {
        "s_homes",
        "s_started_scn",
        "s_told",
        "s_log_bytes",
        "s_sort_bytes",
        "s_arriving",
        "s_lock_wait_s",
        "s_allow_offline",
        "s_new_partitions_ok",
    }
    code = re.sub(r"'(?:[^']|'')*'", "''", library)
    assert set(re.findall(r"(?<![:\w']):(s_\w+)", code)) - settings == set(next(iter(given)))


FEWEST = [
    ("all", "90_rollback_datafiles.sql", ["1"]),
    ("redo", "90_rollback_redo.sql", ["1"]),
    ("temp", "90_rollback_temp.sql", ["1"]),
    ("segments", "91_rollback_recorded.sql", ["1"]),
    ("flash-cache", "90_rollback_flash_cache.sql", ["3"]),
]


@pytest.mark.parametrize(("option", "path", "fewest"), FEWEST)
def test_one_recorded_entry_is_enough_to_go_back(option: str, path: str, fewest: list[str]) -> None:
    """Of the flash cache two parameters are put back before those that were recorded."""
    assert re.findall(r":s_handled < (\d+) THEN", text_of(write_plan(a_request(option)), path)) == fewest
